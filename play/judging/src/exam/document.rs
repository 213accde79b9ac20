//! The results of an exam as a document for programs.

use super::estimates::Class;
use super::report::{ExamResults, GOOD, Mistake, MoveTallies, Wasted};
use super::selection::{SelectionKind, Staging};
use crate::audit::MoveTally;
use nexsolve_core::{Game, Notation, Wdl};
use nexsolve_games::{AnyGame, Board};
use nexsolve_oracle::Oracle;
use serde_json::{Value, json};

impl ExamResults {
    /// Returns the results as a document for programs: of the player with this description and seed on this
    /// board, judged by `judge`.
    pub fn document(&self, board: Board, judge: &Oracle, player: &str, seed: u64) -> Value {
        let (report, game) = (self, judge.game());
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
        let mut document = json!({
            "board": board.to_string(),
            "player": player,
            "seed": seed,
            // Which positions: `reachable`, or `numbered` by the database, which play may not be able to
            // reach.
            "of": match report.kind {
                SelectionKind::All | SelectionKind::Sample => "reachable",
                SelectionKind::NumberedSample => "numbered",
                SelectionKind::PlayedSample => "played",
            },
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
            "worst": report.worst.iter().map(|mistake| self::mistake(game, mistake)).collect::<Value>(),
            "databases": judge.databases().iter().map(|held| held.name.as_str()).collect::<Value>(),
        });
        if let Some(left_out) = board.spec.variant().caveat {
            document["left_out"] = left_out.into();
        }
        document
    }
}

fn mistake(game: &AnyGame, mistake: &Mistake) -> Value {
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

/// Returns a class of estimates; `None` if it has no positions.
fn estimate(class: &Class) -> Option<Value> {
    let (expected, actual) = (class.expected()?, class.actual()?);
    Some(json!({ "positions": class.positions, "expected": expected, "actual": actual }))
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
