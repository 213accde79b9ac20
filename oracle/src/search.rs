//! What a search proves of all moves of a position, within its budget.

use nexsolve_core::{Plies, ProbeError, Score, Side};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_solver::{Goal, MoveReport, Solution, Strategy};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A search of one game: what was learned stays from one question to the next.
pub trait Searcher {
    /// Proves what the goal names, as far as the budget allows.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn solve(&mut self, position: &AnyPosition, goal: Goal) -> Result<Solution<AnyMove>, ProbeError>;

    /// A move for `side` in every position that can arise from `position` while it plays them, with which it reaches
    /// `score`. `None` if the search was stopped.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn strategy(
        &mut self,
        position: &AnyPosition,
        side: Side,
        score: Score,
    ) -> Result<Option<Strategy<AnyGame>>, ProbeError>;

    /// The lemmas that prove who wins a position, one a line. `None` if the game has no proofs by deduction, or none of this
    /// position, or the search was stopped.
    fn deduce(&self, position: &AnyPosition) -> Option<Vec<String>>;
}

/// Under what a search runs.
#[derive(Clone, Copy, Debug)]
pub struct Search<'a> {
    /// Set from outside to end it early.
    pub stop: &'a AtomicBool,
    /// Threads, in a pool of the search's own.
    pub threads: usize,
    /// Bytes for its table.
    pub memory_bytes: u64,
    /// Positions to visit at most, for each question.
    pub nodes: Option<u64>,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Searched {
    /// What is proven of each move, in the game's order.
    pub moves: Vec<MoveReport<AnyMove>>,
    /// Positions visited.
    pub nodes: u64,
    /// Whether it has asked all that it asks, and has not proven everything: play can go on for ever.
    pub exhausted: bool,
}

/// Searches all moves of a position: who wins is asked first, and then after how many plies. Where the budget ends between the two,
/// values are told without distances.
pub(crate) fn all_moves(
    searcher: &mut dyn Searcher,
    longest: Plies,
    position: &AnyPosition,
    stop: &AtomicBool,
) -> Result<Searched, ProbeError> {
    // In a game without end values are found by their distances anyway.
    let values = if longest == Plies::ENDLESS { None } else { Some(searcher.solve(position, Goal::Moves)?) };
    if let Some(values) = &values
        && (!values.complete || stop.load(Relaxed))
    {
        let (moves, nodes) = (values.moves.clone(), values.stats.total().nodes);
        return Ok(Searched { moves, nodes, exhausted: values.exhausted });
    }
    let mut found = searcher.solve(position, Goal::Distances)?;
    for (report, value) in found.moves.iter_mut().zip(values.iter().flat_map(|values| &values.moves)) {
        report.bounds = report.bounds.meet(value.bounds);
        if report.line.is_empty() {
            report.line.clone_from(&value.line);
        }
    }
    let nodes = found.stats.total().nodes;
    Ok(Searched { moves: found.moves, nodes, exhausted: found.exhausted })
}
