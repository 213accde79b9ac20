//! The answer of a solve as a JSON document. Its field names are stable; fields may be added.

use super::report::{Run, SolveReport};
use nexsolve_console::{output::without_null, stop::StopCause};
use nexsolve_core::{Bounds, Notation, Wdl};
use nexsolve_db::json::{joined, number};
use nexsolve_oracle::{Reply, words::Fields};
use nexsolve_solver::counts::PlyCounts;
use nexsolve_solver::{Goal, PlyStats};
use serde_json::{Value, json};

/// The document of a search's answer.
pub(crate) fn document(report: &SolveReport<'_>, run: &Run) -> Value {
    let (stats, tree) = (&run.effort.stats, run.tree.as_ref());
    let (rows, cols) = report.board.sides().unzip();
    let goal = match run.goal {
        Goal::Value => "value",
        Goal::Moves => "moves",
        Goal::Distances => "distances",
    };
    let stopped = run.stopped.map(|cause| match cause {
        StopCause::Nodes => "nodes",
        StopCause::Time => "time",
        StopCause::Depth => "depth",
        StopCause::Interrupt => "interrupt",
    });
    // The moves of the start are its openings.
    let is_start = report.is_start();
    let (moves, by_value) =
        if is_start { ("openings", "openings_by_value") } else { ("moves", "moves_by_value") };
    let row = |reply: &Reply| {
        let line = report.game.format_line(report.position, &reply.line);
        joined([json!({ "move": report.text(reply) }), worth(reply.worth.bounds), json!({ "line": line })])
    };
    let document = joined([
        json!({
            "game": report.board.game_word(),
            "board": report.board.to_string(),
            // Absent if the board has no rows and columns.
            "rows": rows,
            "cols": cols,
            // Absent at the start.
            "position": (!is_start).then(|| report.game.format_position(report.position)),
            "to_move": report.names()[0].to_lowercase(),
            "goal": goal,
            // `search`, or `table` if a table was made for this answer.
            "engine": run.engine.word(),
            // The file of `--proofs` whose winners count as proven; absent without one.
            "proofs": run.proofs,
        }),
        worth(report.bounds()),
        json!({
            "proven": run.effort.complete,
            // Why the search ended early; absent if it did not.
            "stopped": stopped,
            moves: report.answer.moves.iter().map(row).collect::<Value>(),
            by_value: {
                "win": report.answer.count_of(Some(Wdl::Win)),
                "draw": report.answer.count_of(Some(Wdl::Draw)),
                "loss": report.answer.count_of(Some(Wdl::Loss)),
                "unproven": report.answer.count_of(None),
            },
            "tree_nodes": tree.map(|counts| counts.total.nodes.to_string()),
            "tree_by_ply": tree.map(|counts| counts.plies.iter().map(ply_of_tree).collect::<Value>()),
            "search": joined([
                counters(stats.total()),
                json!({
                    "seconds": run.seconds,
                    "threads": run.threads,
                    "memory_bytes": run.memory_bytes,
                    "by_ply": stats.plies.iter().copied().map(counters).collect::<Value>(),
                }),
            ]),
        }),
    ]);
    without_null(document, &["rows", "cols", "position", "proofs", "stopped", "tree_by_ply"])
}

/// Returns a value as JSON, for the side to move or the side that makes the move.
fn worth(bounds: Bounds) -> Value {
    let mut document = json!(Fields::from(bounds));
    if bounds.score().is_none() {
        // The proven bounds, if the value or the distance is not proven. They may say more than the value.
        let [lo, hi] = [bounds.lo, bounds.hi].map(|score| Fields::from(Bounds::exact(score)));
        document["bounds"] = json!({ "lo": lo, "hi": hi });
    }
    document
}

fn counters(stats: PlyStats) -> Value {
    json!({
        "nodes": number(stats.nodes),
        "leaves": number(stats.leaves),
        "moves": number(stats.moves),
        "cutoffs": number(stats.cutoffs),
        "tt_hits": number(stats.tt_hits),
        "tt_stores": number(stats.tt_stores),
        // Look-ups in a database, and those that settled a question.
        "probes": number(stats.probes),
        "probe_hits": number(stats.probe_hits),
    })
}

/// Returns one ply of the game tree as JSON. Counts are strings, because they can exceed 2⁵³.
fn ply_of_tree(ply: &PlyCounts) -> Value {
    json!({
        "ply": ply.ply,
        "nodes": ply.nodes.to_string(),
        "positions": ply.positions.to_string(),
        "canonical": ply.canonical.to_string(),
        "finished": ply.finished.to_string(),
    })
}
