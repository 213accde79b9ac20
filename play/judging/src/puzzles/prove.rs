//! Proves that a position is a puzzle, by tables or by a search.

use super::{Puzzle, Puzzler, Refutation};
use nexsolve_core::{Game, Plies, Symmetric, Wdl};
use nexsolve_games::{AnyMove, AnyPosition};
use nexsolve_oracle::{OracleError, Reply, Searcher, Source, Worth};
use nexsolve_players::watched;
use nexsolve_solver::{Goal, Options};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

/// The answer of a search within the limits.
enum Searched {
    /// It was too short.
    Open,
    /// The position is not a puzzle.
    Nothing,
    /// The position is this puzzle.
    Found(Box<Puzzle>),
}

/// The legal moves of a position that is a puzzle.
struct Split {
    /// The moves that keep the value; all lead to symmetric positions.
    solutions: Vec<usize>,
    /// All others.
    failing: Vec<usize>,
}

impl Puzzler<'_> {
    /// Returns the puzzles among the positions of a game, in which the last is nearest to the end. Every
    /// value comes from the rules and tables, or if they leave values open, from searches, which begin with
    /// the last position and end with the first that they cannot settle.
    pub(super) fn proven(
        &self,
        positions: &[AnyPosition],
        stop: &AtomicBool,
    ) -> Result<Vec<Puzzle>, OracleError> {
        let mut found = Vec::new();
        let all = if self.oracle.has_tables() { self.oracle.moves(positions)? } else { Vec::new() };
        let is_known = |moves: &Vec<Reply>| moves.iter().all(|known| known.worth.is_known());
        for (i, position) in positions.iter().enumerate().rev() {
            if stop.load(Relaxed) {
                break;
            }
            match all.get(i).filter(|moves| is_known(moves)) {
                Some(moves) => found.extend(self.by_tables(position, moves, stop)?),
                None => match self.by_search(position, stop)? {
                    Searched::Found(puzzle) => found.push(*puzzle),
                    Searched::Nothing => {}
                    Searched::Open => break,
                },
            }
        }
        Ok(found)
    }

    /// Splits the moves into those that keep the value and those that do not; `None` unless exactly one keeps
    /// it, up to symmetry.
    fn split(&self, position: &AnyPosition, moves: &[Reply]) -> Option<Split> {
        let game = self.oracle.game();
        let goal = self.wish.goal;
        let (mut solutions, mut failing) = (Vec::new(), Vec::new());
        for (i, bounds) in moves.iter().map(|reply| reply.worth.bounds).enumerate() {
            if bounds.wdl() == Some(goal) {
                solutions.push(i);
            } else if bounds.hi.wdl() < goal {
                failing.push(i);
            } else {
                return None;
            }
        }
        let after = |&i: &usize| game.canonical(&game.play(position, moves[i].mv));
        let first = after(solutions.first()?);
        let is_one = solutions.iter().all(|i| after(i) == first);
        (is_one && !failing.is_empty()).then_some(Split { solutions, failing })
    }

    /// Returns whether a win of this length is long enough.
    fn is_long(&self, position: &AnyPosition, solution: AnyMove, length: Option<Plies>) -> bool {
        let game = self.oracle.game();
        self.wish.goal != Wdl::Win
            || match length {
                Some(length) => length >= self.wish.least,
                None => self.wish.least <= Plies(1) || game.outcome(&game.play(position, solution)).is_none(),
            }
    }

    /// Returns the puzzle in a position whose moves are all in tables.
    fn by_tables(
        &self,
        position: &AnyPosition,
        moves: &[Reply],
        stop: &AtomicBool,
    ) -> Result<Option<Puzzle>, OracleError> {
        let game = self.oracle.game();
        let Some(split) = self.split(position, moves) else { return Ok(None) };
        let best = &moves[split.solutions[0]];
        let (mut length, mut line) = (best.worth.bounds.distance(), self.oracle.line(position, best)?);
        if self.wish.goal == Wdl::Win && length.is_none() && self.is_long(position, best.mv, None) {
            // Tables without distances.
            let solve = |searcher: &mut dyn Searcher| searcher.solve(position, Goal::Distances);
            if let Some(found) = self.search(solve, stop)? {
                let report = found?.moves.into_iter().find(|report| report.mv == best.mv);
                if let Some(report) = report {
                    length = report.worth.bounds.distance();
                    line = report.line;
                }
            }
        }
        if !self.is_long(position, best.mv, length) {
            return Ok(None);
        }
        let after: Vec<AnyPosition> =
            split.failing.iter().map(|&i| game.play(position, moves[i].mv)).collect();
        let replies = self.oracle.moves(&after)?;
        let replies = replies.iter().map(|replies| nexsolve_oracle::best(replies).map(|reply| reply.mv));
        Ok(Some(self.puzzle(position, moves, &split, (length, line), replies, Source::Table)))
    }

    /// Makes the puzzle of a position whose moves are split, with the length and the line of the solution,
    /// and a reply to each failing move.
    fn puzzle(
        &self,
        position: &AnyPosition,
        moves: &[Reply],
        split: &Split,
        (length, line): (Option<Plies>, Vec<AnyMove>),
        replies: impl IntoIterator<Item = Option<AnyMove>>,
        source: Source,
    ) -> Puzzle {
        let refutation = |(&i, reply): (&usize, Option<AnyMove>)| {
            let Reply { mv, worth: Worth { bounds, margin, .. }, .. } = moves[i];
            Refutation { mv, value: bounds.wdl(), length: bounds.distance(), margin, reply }
        };
        let solutions: Vec<AnyMove> = split.solutions.iter().map(|&i| moves[i].mv).collect();
        Puzzle {
            position: *position,
            goal: self.wish.goal,
            length,
            line: if line.is_empty() { vec![solutions[0]] } else { line },
            solutions,
            refutations: split.failing.iter().zip(replies).map(refutation).collect(),
            simulations: None,
            source,
        }
    }

    /// Returns the puzzle in a position, if a search within the limits proves one.
    fn by_search(&self, position: &AnyPosition, stop: &AtomicBool) -> Result<Searched, OracleError> {
        let found = self.search(|searcher| self.search_in(searcher, position), stop)?;
        found.unwrap_or(Ok(Searched::Open))
    }

    fn search_in(
        &self,
        searcher: &mut dyn Searcher,
        position: &AnyPosition,
    ) -> Result<Searched, OracleError> {
        let game = self.oracle.game();
        let found = searcher.solve(position, Goal::Moves)?;
        if found.searched.is_none_or(|effort| !effort.complete && !effort.exhausted) {
            return Ok(Searched::Open);
        }
        let mut moves = found.moves;
        let Some(split) = self.split(position, &moves) else { return Ok(Searched::Nothing) };
        // The lengths may take longer than the values: without an answer they are unknown.
        for (reply, exact) in moves.iter_mut().zip(searcher.solve(position, Goal::Distances)?.moves) {
            reply.worth.bounds = reply.worth.bounds.meet(exact.worth.bounds);
            if exact.line.len() > reply.line.len() {
                reply.line = exact.line;
            }
        }
        let best = &moves[split.solutions[0]];
        let length = best.worth.bounds.distance();
        if !self.is_long(position, best.mv, length) {
            return Ok(Searched::Nothing);
        }
        let mut replies = Vec::new();
        for &i in &split.failing {
            let after = game.play(position, moves[i].mv);
            let mut reply = moves[i].line.get(1).copied();
            if reply.is_none() && game.outcome(&after).is_none() {
                let found = searcher.solve(&after, Goal::Value)?.moves;
                let refutes = |reply: &&Reply| (-reply.worth.bounds.lo.wdl()) < self.wish.goal;
                reply = found
                    .iter()
                    .rev()
                    .filter(refutes)
                    .max_by_key(|reply| reply.worth.bounds.lo)
                    .map(|reply| reply.mv);
                if reply.is_none() {
                    return Ok(Searched::Open);
                }
            }
            replies.push(reply);
        }
        let line = best.line.clone();
        let puzzle = self.puzzle(position, &moves, &split, (length, line), replies, Source::Search);
        Ok(Searched::Found(Box::new(puzzle)))
    }

    /// Searches within the limits for one position, in a thread of its own; `None` if the game has no search.
    /// With one thread, the answer depends on nothing else that runs.
    fn search<T: Send>(
        &self,
        work: impl FnOnce(&mut dyn Searcher) -> T + Send,
        stop: &AtomicBool,
    ) -> Result<Option<T>, OracleError> {
        let limits = self.wish.search;
        let until = limits.time.map(|time| Instant::now() + time);
        let options = Options { nodes: limits.nodes, ..Options::within(limits.memory_bytes) };
        let over = AtomicBool::new(false);
        let search =
            || Ok(self.oracle.searcher(options, &over, &())?.map(|mut searcher| work(&mut *searcher)));
        let found = watched(search, || {
            if stop.load(Relaxed) || until.is_some_and(|until| Instant::now() >= until) {
                over.store(true, Relaxed);
            }
        });
        found.map_err(|error| OracleError::Search(error.to_string()))?
    }
}
