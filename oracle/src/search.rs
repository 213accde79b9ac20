//! Searches all moves of a position within a budget.

use crate::answer::Answer;
use nexsolve_core::{Plies, ProbeError, Score, Side};
use nexsolve_games::{AnyGame, AnyPosition};
use nexsolve_solver::{Goal, ProofEntry, SearchObserver, Strategy};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// A search of one game. Its transposition table and move ordering persist between calls.
pub trait Searcher {
    /// Proves what `goal` asks for, as far as the budget allows.
    ///
    /// # Errors
    /// If a table cannot be read.
    fn solve(&mut self, position: &AnyPosition, goal: Goal) -> Result<Answer, ProbeError>;

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
    pub observer: &'a dyn SearchObserver,
}

/// Searches all moves of a position: first for their values, then for their distances. If the budget ends in
/// between, the values have no distances.
pub(crate) fn all_moves(
    searcher: &mut dyn Searcher,
    longest: Plies,
    position: &AnyPosition,
    stop: &AtomicBool,
) -> Result<Answer, ProbeError> {
    // In a game without end, the search finds values by their distances anyway.
    let values = if longest == Plies::ENDLESS { None } else { Some(searcher.solve(position, Goal::Moves)?) };
    let Some(values) = values else { return searcher.solve(position, Goal::Distances) };
    if stop.load(Relaxed) || values.searched.as_ref().is_none_or(|effort| !effort.complete) {
        return Ok(values);
    }
    let mut answer = searcher.solve(position, Goal::Distances)?;
    answer.worth.bounds = answer.worth.bounds.meet(values.worth.bounds);
    for (reply, value) in answer.moves.iter_mut().zip(values.moves) {
        reply.worth.bounds = reply.worth.bounds.meet(value.worth.bounds);
        if reply.line.is_empty() {
            reply.line = value.line;
        }
    }
    answer.is_open = values.is_open;
    Ok(answer)
}
