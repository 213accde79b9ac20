//! The results of an exam as text.

use nexsolve_console::columns::{self, Align};
use nexsolve_console::terminal::paragraph;
use nexsolve_console::units::{counted, grouped};
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::Board;
use nexsolve_judging::audit::MoveTally;
use nexsolve_judging::exam::{Class, Estimates, ExamResults, GOOD, Mistake, SelectionKind, Staging, Wasted};
use nexsolve_oracle::Oracle;
use std::fmt::Write as _;

/// The results, to be printed.
pub(super) struct Graded<'a> {
    pub(super) board: Board,
    pub(super) judge: &'a Oracle,
    pub(super) player: String,
    pub(super) report: &'a ExamResults,
}

impl Graded<'_> {
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
            let _ = write!(about, " {unknown} not settled and not counted below.");
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
            SelectionKind::PlayedSample => format!("{number} of random games"),
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
