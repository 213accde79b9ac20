//! The answer of a solve as a JSON document. Its field names are stable; more fields may come.

use super::report::{Report, Row};
use crate::units::number;
use nexsolve_core::{Bounds, Score, Wdl};
use nexsolve_solver::counts::PlyCounts;
use nexsolve_solver::{Goal, PlyStats};
use serde::Serialize;
use serde_json::Value;

/// The document.
#[derive(Serialize)]
pub(crate) struct Document {
    game: &'static str,
    board: String,
    /// Absent where a board has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cols: Option<u32>,
    /// Absent at the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    to_move: String,
    goal: &'static str,
    #[serde(flatten)]
    worth: Worth,
    proven: bool,
    /// Why the search ended early: `nodes`, `time`, `depth` or `interrupt`.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
    /// The moves of the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    openings: Option<Vec<Move>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    openings_by_value: Option<ByValue>,
    /// The moves of any other position.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves_by_value: Option<ByValue>,
    tree_nodes: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tree_by_ply: Option<Vec<TreePly>>,
    search: Search,
}

/// A value, for the side to move or the side that makes the move.
#[derive(Serialize)]
struct Worth {
    /// `win`, `draw` or `loss`; null where it is not proven.
    value: Option<&'static str>,
    /// Plies to the end; null for a draw, and where it is not proven.
    distance: Option<u16>,
    /// What is proven, where value or distance is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<Limits>,
}

#[derive(Serialize)]
struct Limits {
    lo: Limit,
    hi: Limit,
}

#[derive(Serialize)]
struct Limit {
    value: &'static str,
    /// Null for a win or a loss of any length.
    distance: Option<u16>,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: Worth,
    line: Vec<String>,
}

#[derive(Serialize)]
struct ByValue {
    win: usize,
    draw: usize,
    loss: usize,
    unproven: usize,
}

#[derive(Serialize)]
struct Search {
    #[serde(flatten)]
    total: Counters,
    seconds: f64,
    threads: usize,
    memory_bytes: u64,
    by_ply: Vec<Counters>,
}

#[derive(Serialize)]
struct Counters {
    nodes: Value,
    leaves: Value,
    moves: Value,
    cutoffs: Value,
    tt_hits: Value,
    tt_stores: Value,
    /// Look-ups in a database.
    probes: Value,
    /// Those that settled a question.
    probe_hits: Value,
}

impl Document {
    /// The document of a report.
    pub(crate) fn new(report: &Report) -> Self {
        let start = report.position.is_none();
        let moves: Vec<Move> = report.moves.iter().map(of_row).collect();
        let by_value = ByValue {
            win: report.count(Some(Wdl::Win)),
            draw: report.count(Some(Wdl::Draw)),
            loss: report.count(Some(Wdl::Loss)),
            unproven: report.count(None),
        };
        let (openings, openings_by_value, moves, moves_by_value) = if start {
            (Some(moves), Some(by_value), None, None)
        } else {
            (None, None, Some(moves), Some(by_value))
        };
        let tree = report.run.tree.as_ref();
        Self {
            game: report.board.game_word(),
            board: report.board.to_string(),
            rows: report.board.sides().map(|sides| sides.0),
            cols: report.board.sides().map(|sides| sides.1),
            position: report.position.clone(),
            to_move: report.names[0].to_lowercase(),
            goal: goal_word(report.run.goal),
            worth: of_bounds(report.bounds),
            proven: report.complete,
            stopped: report.run.stopped.map(|cause| match cause {
                crate::stop::Cause::Nodes => "nodes",
                crate::stop::Cause::Time => "time",
                crate::stop::Cause::Depth => "depth",
                crate::stop::Cause::Interrupt => "interrupt",
            }),
            openings,
            openings_by_value,
            moves,
            moves_by_value,
            tree_nodes: tree.map(|counts| counts.total.nodes.to_string()),
            tree_by_ply: tree.map(|counts| counts.plies.iter().map(TreePly::of).collect()),
            search: Search {
                total: of_counters(report.stats.total()),
                seconds: report.run.seconds,
                threads: report.run.threads,
                memory_bytes: report.run.memory_bytes,
                by_ply: report.stats.plies.iter().copied().map(of_counters).collect(),
            },
        }
    }
}

fn goal_word(goal: Goal) -> &'static str {
    match goal {
        Goal::Value => "value",
        Goal::Moves => "moves",
        Goal::Distances => "distances",
    }
}

fn of_row(row: &Row) -> Move {
    Move { text: row.text.clone(), worth: of_bounds(row.bounds), line: row.line.clone() }
}

/// Bounds stand beside a value whose distance is open, too: they may say more.
fn of_bounds(bounds: Bounds) -> Worth {
    let limit = |score: Score| Limit { value: score.wdl().word(), distance: score.distance().map(|d| d.0) };
    Worth {
        value: bounds.wdl().map(Wdl::word),
        distance: bounds.score().and_then(Score::distance).map(|d| d.0),
        bounds: bounds.score().is_none().then(|| Limits { lo: limit(bounds.lo), hi: limit(bounds.hi) }),
    }
}

fn of_counters(stats: PlyStats) -> Counters {
    Counters {
        nodes: number(stats.nodes),
        leaves: number(stats.leaves),
        moves: number(stats.moves),
        cutoffs: number(stats.cutoffs),
        tt_hits: number(stats.tt_hits),
        tt_stores: number(stats.tt_stores),
        probes: number(stats.probes),
        probe_hits: number(stats.probe_hits),
    }
}

/// One ply of the game tree; counts as strings, for they pass 2⁵³.
#[derive(Serialize)]
struct TreePly {
    ply: u32,
    nodes: String,
    positions: String,
    canonical: String,
    finished: String,
}

impl TreePly {
    fn of(ply: &PlyCounts) -> Self {
        Self {
            ply: ply.ply,
            nodes: ply.nodes.to_string(),
            positions: ply.positions.to_string(),
            canonical: ply.canonical.to_string(),
            finished: ply.finished.to_string(),
        }
    }
}
