//! Searches all moves of a position within a budget.

use nexsolve_core::{Plies, ProbeError, Score, Side};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition};
use nexsolve_solver::{Goal, MoveReport, Observer, ProofEntry, Solution, Strategy};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A search of one game. Its transposition table and move ordering persist between calls.
pub trait Searcher {
    /// Proves what `goal` asks for, as far as the budget allows.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn solve(&mut self, position: &AnyPosition, goal: Goal) -> Result<Solution<AnyMove>, ProbeError>;

    /// Returns a strategy that reaches `score`: a move for `side` in every position that can arise from
    /// `position` while `side` plays these moves. Returns `None` if the search was stopped.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn strategy(
        &mut self,
        position: &AnyPosition,
        side: Side,
        score: Score,
    ) -> Result<Option<Strategy<AnyGame>>, ProbeError>;

    /// What the search has found by proof numbers so far. `None` if it goes without them.
    fn proofs(&self) -> Option<Box<dyn Iterator<Item = ProofEntry> + '_>>;

    /// Takes over what an earlier search of the same game found by proof numbers, and trusts it.
    fn restore(&mut self, entries: &mut dyn Iterator<Item = ProofEntry>);

    /// The lemmas that prove who wins a position, one a line. `None` if the game has no proofs by deduction,
    /// or none of this position, or the search was stopped.
    fn deduce(&self, position: &AnyPosition) -> Option<Vec<String>>;
}

/// The budget of a search.
#[derive(Clone, Copy)]
pub struct Search<'a> {
    /// The caller sets this flag to end the search early.
    pub stop: &'a AtomicBool,
    /// The number of threads in the search's own pool.
    pub threads: usize,
    /// The size of the transposition table, in bytes.
    pub memory_bytes: u64,
    /// The maximum number of positions visited per question.
    pub nodes: Option<u64>,
    /// Is told how the search goes on.
    pub observer: &'a dyn Observer,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Searched {
    /// What is proven about each move, in the game's order.
    pub moves: Vec<MoveReport<AnyMove>>,
    /// Positions visited.
    pub nodes: u64,
    /// Whether the search has asked all its questions without proving everything, which happens only where
    /// play can continue forever.
    pub exhausted: bool,
}

/// Searches all moves of a position: first for their values, then for their distances. If the budget ends in
/// between, the values have no distances.
pub(crate) fn all_moves(
    searcher: &mut dyn Searcher,
    longest: Plies,
    position: &AnyPosition,
    stop: &AtomicBool,
) -> Result<Searched, ProbeError> {
    // In a game without end, the search finds values by their distances anyway.
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
