//! The results of an exam, as text and as a JSON document.

use nexsolve_console::columns::{self, Align};
use nexsolve_console::units::{counted, grouped};
use nexsolve_console::{output, terminal::paragraph};
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::Board;
use nexsolve_judging::audit::MoveTally;
use nexsolve_judging::exam::{
    Class, Estimates, ExamResults, GOOD, Mistake, MoveTallies, SelectionKind, Staging, Wasted,
};
use nexsolve_oracle::Oracle;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// The results, to be printed.
pub(super) struct Graded<'a> {
    pub(super) board: Board,
    pub(super) judge: &'a Oracle,
    pub(super) player: String,
    pub(super) seed: u64,
    pub(super) report: &'a ExamResults,
}

impl Graded<'_> {
    /// Returns the document.
    pub(super) fn document(&self) -> Value {
        let Self { board, judge, player, seed, report } = self;
        let tally = report.all.once;
        let [win_to_draw, win_to_loss, draw_to_loss] = tally.gifts();
        let interval = report.share().and_then(|(_, interval)| interval);
        let weighted = (report.kind == SelectionKind::All).then(|| {
            let weighted = &report.all.weighted;
            line(&[("positions", weighted.moves.into())], weighted)
        });
        let stage = |(name, counted): &(String, MoveTallies)| match report.staging {
            Staging::Plies => line(&[("ply", name.parse::<u64>().unwrap_or_default().into())], &counted.once),
            Staging::Layers => line(&[("layer", name.as_str().into())], &counted.once),
        };
        let good = |((least, most), counted): ((usize, usize), &MoveTallies)| {
            let most = (most < usize::MAX).then_some(most);
            line(&[("least", least.into()), ("most", most.into())], &counted.once)
        };
        let document = json!({
            "board": board.to_string(),
            "player": player,
            "seed": seed,
            // Which positions: `reachable`, or `numbered` by the database, which play may not be able to
            // reach.
            "of": if report.kind == SelectionKind::NumberedSample { "numbered" } else { "reachable" },
            "is_sample": report.kind != SelectionKind::All,
            // The positions selected and examined, one of each symmetry class; fewer were examined if
            // interrupted.
            "positions": report.selected,
            "examined": tally.moves,
            // Positions that the tables do not settle; they are not counted below.
            "unknown": tally.unknown,
            "could": tally.could(),
            "could_lose_win": tally.could_lose(Wdl::Win),
            "could_lose_draw": tally.could_lose(Wdl::Draw),
            "gave": tally.gave(),
            "win_to_draw": win_to_draw,
            "win_to_loss": win_to_loss,
            "draw_to_loss": draw_to_loss,
            "share": tally.share(),
            // The 95 % interval of the share; null if all positions were selected.
            "interval": interval,
            // The same with symmetric positions counted separately; null for a sample.
            "weighted": weighted,
            "by_stage": report.stages.iter().map(stage).collect::<Value>(),
            // By the number of good moves, from `least` to `most`; null is no limit.
            "by_good_moves": GOOD.into_iter().zip(&report.good).map(good).collect::<Value>(),
            // Plies wasted where the value was kept; `positions` is 0 if the tables have no distances.
            "wins_later": wasted(&report.late),
            "loses_sooner": wasted(&report.soon),
            // The share of points that the player expects, by tenths, and the share that perfect play gets.
            "estimates": report.estimates.shares.iter().filter_map(estimate).collect::<Value>(),
            // The positions whose value the player believes to be proven, and those among them that have
            // another value.
            "proven": report.estimates.proven,
            "refuted": report.estimates.refuted,
            "worst": report.worst.iter().map(|mistake| self.mistake(mistake)).collect::<Value>(),
            "databases": judge.databases().iter().map(|held| held.name.as_str()).collect::<Value>(),
            "left_out": board.spec.variant().caveat,
        });
        output::without_null(document, &["left_out"])
    }

    fn mistake(&self, mistake: &Mistake) -> Value {
        let game = self.judge.game();
        let position = &mistake.position;
        json!({
            "position": game.format_position(position),
            "to_move": game.side_to_move(position).word(),
            "move": game.format_move(position, mistake.mv),
            "before": mistake.before.word(),
            "after": mistake.after.word(),
            "instead": game.format_move(position, mistake.instead),
            "good_moves": mistake.good,
            "moves": mistake.moves,
        })
    }

    /// Returns the text.
    pub(super) fn text(&self) -> String {
        let Self { board, player, report, .. } = self;
        let tally = report.all.once;
        let mut about = format!("{player} on {}: {}.", board.title(), self.positions());
        if !report.is_complete() {
            let (examined, selected) = (grouped(tally.moves), grouped(report.selected));
            let _ = write!(
                about,
                " Interrupted: only {examined} of {selected} were examined. They are not a random sample, so the shares \
                 may differ from those of all."
            );
        }
        if tally.unknown > 0 {
            let unknown = counted(tally.unknown, "position is", "positions are");
            let _ = write!(about, " {unknown} not settled by the tables and not counted below.");
        }
        let mut text = [about, self.summary()].map(|about| paragraph(&about).join("\n")).join("\n\n") + "\n";
        let kinds = [Wdl::Win, Wdl::Draw].map(|value| {
            let [win_to_draw, win_to_loss, draw_to_loss] = tally.gifts();
            let (to_draw, to_loss) =
                if value == Wdl::Win { (win_to_draw, win_to_loss) } else { (0, draw_to_loss) };
            let gave = to_draw + to_loss;
            let could = tally.could_lose(value);
            let share = percent((could > 0).then(|| gave as f64 / could as f64));
            let [to_draw, to_loss, gave, could] = [to_draw, to_loss, gave, could].map(grouped);
            let to_draw = if value == Wdl::Win { to_draw } else { String::new() };
            vec![value.word().to_owned(), could, gave, share, to_draw, to_loss]
        });
        let head = ["value", "chances", "mistakes", "rate", "to draw", "to loss"];
        text += &table(&head, kinds.into());
        let stage = match report.staging {
            Staging::Plies => "plies",
            Staging::Layers => "layer",
        };
        text += &shares(stage, report.stages.iter().map(|(name, counted)| (name.clone(), &counted.once)));
        let class = |(least, most): (usize, usize)| match most {
            usize::MAX => format!("{least}+"),
            most if most == least => format!("{least}"),
            most => format!("{least}–{most}"),
        };
        let good = GOOD.into_iter().zip(&report.good);
        text += &shares("good moves", good.map(|(range, counted)| (class(range), &counted.once)));
        text += &self.plies_wasted();
        text += &estimates(&self.report.estimates);
        text += &self.worst();
        if let Some(left_out) = board.spec.variant().caveat {
            let _ = write!(text, "\n{}\n", paragraph(left_out).join("\n"));
        }
        text
    }

    /// Describes the positions.
    fn positions(&self) -> String {
        let number = counted(self.report.selected, "position", "positions");
        match self.report.kind {
            SelectionKind::All => {
                format!("all {number} that play can reach and that are not over, one of each symmetry class")
            }
            SelectionKind::Sample => {
                format!("{number} that are not over, a random sample of those that play can reach")
            }
            SelectionKind::NumberedSample => {
                format!("{number} that are not over, a random sample of those that the database numbers")
            }
        }
    }

    /// Returns the sentences about the share of value given away.
    fn summary(&self) -> String {
        let tally = self.report.all.once;
        let could = counted(tally.could(), "position", "positions");
        let Some((share, interval)) = self.report.share() else {
            return "A mistake was possible in none of them.".to_owned();
        };
        let mut text = format!(
            "A mistake was possible in {could}, and the player made one in {}: {}",
            grouped(tally.gave()),
            percent(Some(share))
        );
        if let Some([low, high]) = interval {
            let _ = write!(text, " (95 % interval {:.1} to {:.1} %)", low * 100.0, high * 100.0);
        }
        text.push('.');
        if self.report.kind == SelectionKind::All {
            let weighted = &self.report.all.weighted;
            let (share, could) = (percent(weighted.share()), grouped(weighted.could()));
            let _ = write!(text, " With symmetric positions counted separately: {share} of {could}.");
        }
        text
    }

    fn plies_wasted(&self) -> String {
        let row = |name: &str, wasted: &Wasted| {
            let mean = wasted.mean().map(|mean| format!("{mean:.2}"))?;
            Some(vec![name.to_owned(), grouped(wasted.positions), mean, wasted.most.to_string()])
        };
        let ExamResults { late, soon, .. } = self.report;
        let rows: Vec<_> =
            [row("wins later", late), row("loses sooner", soon)].into_iter().flatten().collect();
        if rows.is_empty() { String::new() } else { table(&["plies", "positions", "mean", "most"], rows) }
    }

    fn worst(&self) -> String {
        let worst = &self.report.worst;
        let mut text = String::new();
        if !worst.is_empty() {
            text += "\nWorst mistakes\n";
        }
        for mistake in worst {
            let game = self.judge.game();
            let position = &mistake.position;
            let Mistake { before, after, good, moves, .. } = mistake;
            let side = game.side(game.side_to_move(position));
            let [mv, instead] = [mistake.mv, mistake.instead].map(|mv| game.format_move(position, mv));
            let keep = if *good == 1 { "keeps" } else { "keep" };
            let _ = write!(
                text,
                "  {}\n    {side}: {mv} turns a {before} into a {after}; {} of {} {keep} it, such as {instead}\n",
                game.format_position(position),
                grouped(*good as u64),
                counted(*moves as u64, "move", "moves"),
            );
        }
        text
    }
}

/// Returns a class of estimates; `None` if it has no positions.
fn estimate(class: &Class) -> Option<Value> {
    let (expected, actual) = (class.expected()?, class.actual()?);
    Some(json!({ "positions": class.positions, "expected": expected, "actual": actual }))
}

/// Returns what the player expected, as text.
fn estimates(estimates: &Estimates) -> String {
    let row = |class: &Class| {
        let (expected, actual) = (class.expected()?, class.actual()?);
        Some(vec![percent(Some(expected)), grouped(class.positions), percent(Some(actual))])
    };
    let rows: Vec<_> = estimates.shares.iter().filter_map(row).collect();
    let mut text = String::new();
    if !rows.is_empty() {
        text += &table(&["expected points", "positions", "perfect play"], rows);
    }
    if estimates.proven > 0 {
        let proven = counted(estimates.proven, "position", "positions");
        let about = match estimates.refuted {
            0 => format!("The player proved the value of {proven}."),
            refuted => format!(
                "The player believed to have proven the value of {proven}; {} are wrong.",
                grouped(refuted)
            ),
        };
        let _ = write!(text, "\n{}\n", paragraph(&about).join("\n"));
    }
    text
}

fn wasted(wasted: &Wasted) -> Value {
    let most = (wasted.positions > 0).then_some(wasted.most.0);
    json!({ "positions": wasted.positions, "mean": wasted.mean(), "most": most })
}

/// Returns these fields and those of a tally.
fn line(fields: &[(&str, Value)], tally: &MoveTally) -> Value {
    let counts = json!({
        "positions": tally.moves,
        "could": tally.could(),
        "gave": tally.gave(),
        "share": tally.share(),
    });
    let mut line: serde_json::Map<String, Value> =
        fields.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    if let Value::Object(counts) = counts {
        line.extend(counts);
    }
    line.into()
}

/// Returns a table of shares, one line for each tally that has positions.
fn shares<'a>(first: &str, tallies: impl Iterator<Item = (String, &'a MoveTally)>) -> String {
    let rows = tallies.filter(|(_, tally)| tally.moves > 0).map(|(name, tally)| {
        let [moves, could, gave] = [tally.moves, tally.could(), tally.gave()].map(grouped);
        vec![name, moves, could, gave, percent(tally.share())]
    });
    table(&[first, "positions", "chances", "mistakes", "rate"], rows.collect())
}

/// Returns a table under an empty line.
fn table(head: &[&str], rows: Vec<Vec<String>>) -> String {
    let mut lines = vec![head.iter().map(|&word| word.to_owned()).collect()];
    lines.extend(rows);
    format!("\n{}", columns::lines(&lines, &[Align::Left]))
}

/// Formats a share; a dash if there is none.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "–".to_owned(), |share| format!("{:.1} %", share * 100.0))
}
