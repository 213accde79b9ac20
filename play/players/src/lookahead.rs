//! Bounded look-ahead: the whole tree, or the part that alpha-beta leaves.
//!
//! A score is for the side to move. Within [`LIMIT`] it is an evaluation at the horizon. Outside it is the
//! end of the game: an early win above a late one, and a late loss above an early one. A draw by the rules
//! scores 0.
//!
//! The search ignores the history inside the tree: only for the first move does it notice repetition or a
//! move count that ends the game.

#[cfg(test)]
mod tests;

use crate::budget::Watch;
use crate::{Budget, Course, Estimate};
use nexsolve_core::{Bounds, Contest, Evaluation, LIMIT, Plies, Score, SplitMix, Wdl};
use std::collections::{BTreeMap, HashSet};

/// The score of a win. A win in n plies scores n less, which exceeds every evaluation while n is below
/// [`LIMIT`].
const WON: i32 = 2 * LIMIT;

/// Greater than every score.
const MOST: i32 = WON + 1;

/// Which part of the tree to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pruning {
    /// The whole tree.
    Nothing,
    /// The part that can change the score: alpha-beta (D. Knuth, R. Moore, "An analysis of alpha-beta
    /// pruning", 1975). The move that last cut off at the same ply is tried first (the killer heuristic).
    AlphaBeta,
}

/// The budget is exhausted.
#[derive(Debug)]
struct Spent;

/// A search of one position of a game.
pub(crate) struct Lookahead<'a, G: Contest> {
    game: &'a G,
    evaluation: &'a Evaluation<G>,
    pruning: Pruning,
    budget: Budget<'a>,
    watch: Watch<'a>,
    nodes: u64,
    /// By ply: the moves being searched, the best line from there, and the killer move.
    plies: Vec<Ply<G::Move>>,
}

struct Ply<M> {
    moves: Vec<M>,
    line: Vec<M>,
    killer: Option<M>,
}

/// The moves with the best score, in the order of the list, each with the line expected after it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Best<M> {
    /// The score, for the side to move.
    pub(crate) score: i32,
    /// The moves and the lines after them.
    pub(crate) moves: Vec<(M, Vec<M>)>,
    /// The depth of the search in plies; 0 if the budget ran out before all moves were searched.
    pub(crate) depth: u32,
}

impl<M: Copy> Best<M> {
    /// Returns a random best move, and the line that it begins.
    pub(crate) fn choose(&self, random: &mut SplitMix) -> (M, Vec<M>) {
        let (mv, rest) = &self.moves[random.below(self.moves.len())];
        (*mv, std::iter::once(*mv).chain(rest.iter().copied()).collect())
    }

    /// Returns the score as an estimate: proven if it is a win or a loss.
    pub(crate) fn estimate(&self) -> Estimate {
        let plies = || Plies((WON - self.score.abs()) as u16);
        match self.score {
            score if score > LIMIT => Estimate::Proven(Bounds::exact(Score::win_in(plies()))),
            score if score < -LIMIT && self.depth > 0 => {
                Estimate::Proven(Bounds::exact(Score::loss_in(plies())))
            }
            score if self.depth > 0 => Estimate::Points(score),
            _ => Estimate::Unknown,
        }
    }
}

impl<'a, G: Contest> Lookahead<'a, G> {
    /// Creates a search within `budget`, whose depth is ignored.
    pub(crate) fn new(
        game: &'a G,
        evaluation: &'a Evaluation<G>,
        pruning: Pruning,
        budget: Budget<'a>,
    ) -> Self {
        Self { game, evaluation, pruning, budget, watch: Watch::new(budget), nodes: 0, plies: Vec::new() }
    }

    /// Returns the number of positions visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the best of `moves`, searched `depth` plies ahead (at least 1). `moves` must be legal and not
    /// empty.
    ///
    /// If the budget is bounded, the search deepens step by step and returns the result of the last depth it
    /// finished. If it could not finish the first, it returns the best move searched so far, or else the
    /// first move. A win or loss within the horizon ends the deepening, because more depth cannot change it.
    pub(crate) fn best(&mut self, course: &Course<'_, G>, moves: &[G::Move], depth: u32) -> Best<G::Move> {
        let Budget { nodes, until, stop, .. } = self.budget;
        let is_bounded = nodes.is_some() || until.is_some() || stop.is_some();
        let first = if is_bounded { 1 } else { depth };
        let mut best = Best { score: -MOST, moves: Vec::new(), depth: 0 };
        for depth in first..=depth {
            let mut found = Best { score: -MOST, moves: Vec::new(), depth: 0 };
            let finished = self.root(course, moves, &best, depth, &mut found);
            if finished.is_ok() {
                best = Best { depth, ..found };
            } else if best.depth == 0 {
                best = found;
            }
            if finished.is_err() || best.score.abs() > LIMIT {
                break;
            }
        }
        if best.moves.is_empty() {
            best.moves.push((moves[0], Vec::new()));
        }
        best
    }

    /// Searches all moves of the root, beginning with the best ones of the previous depth.
    fn root(
        &mut self,
        course: &Course<'_, G>,
        moves: &[G::Move],
        before: &Best<G::Move>,
        depth: u32,
        best: &mut Best<G::Move>,
    ) -> Result<(), Spent> {
        // Very many moves may have been equally good, so use a set.
        let were_best: HashSet<G::Move> = before.moves.iter().map(|(mv, _)| *mv).collect();
        let (first, rest): (Vec<usize>, _) = (0..moves.len()).partition(|&i| were_best.contains(&moves[i]));
        let mut lines = BTreeMap::new();
        let mut result = Ok(());
        for i in [first, rest].concat() {
            // Widen the window by one, to distinguish moves that equal the best from worse ones.
            let alpha = if lines.is_empty() { -MOST } else { best.score - 1 };
            let Ok(score) = self.first(course, moves[i], depth, alpha) else {
                result = Err(Spent);
                break;
            };
            if score > best.score {
                best.score = score;
                lines.clear();
            }
            if score == best.score {
                lines.insert(i, self.line(1));
            }
        }
        best.moves = lines.into_iter().map(|(i, line)| (moves[i], line)).collect();
        result
    }

    /// Returns the score of a move of the root; exact if it is above `alpha`.
    fn first(&mut self, course: &Course<'_, G>, mv: G::Move, depth: u32, alpha: i32) -> Result<i32, Spent> {
        let after = self.game.play(course.position(), mv);
        if let Some(ending) = course.ending_after(mv) {
            self.enter(1)?;
            return Ok(-at_the_end(ending.value_for(self.game.side_to_move(&after)), 1));
        }
        self.search(&after, 1, depth - 1, -MOST, -alpha).map(|score| -score)
    }

    /// Returns the score of a position, `ply` plies from the root and `left` plies from the horizon, if it
    /// lies between `alpha` and `beta` or nothing is pruned; otherwise a bound on the same side of both.
    fn search(
        &mut self,
        position: &G::Position,
        ply: usize,
        left: u32,
        alpha: i32,
        beta: i32,
    ) -> Result<i32, Spent> {
        self.enter(ply)?;
        if let Some(score) = self.leaf(position, ply, left) {
            return Ok(score);
        }
        let mut moves = self.list(position, ply);
        if let Some(killer) = self.plies[ply].killer
            && let Some(place) = moves.iter().position(|&mv| mv == killer)
        {
            moves[..=place].rotate_right(1);
        }
        let mut best = -MOST;
        for &mv in &moves {
            let child = self.game.play(position, mv);
            let score = -self.search(&child, ply + 1, left - 1, -beta, -best.max(alpha))?;
            if score > best {
                best = score;
                self.extend_line(ply, mv);
            }
            if best >= beta && self.pruning == Pruning::AlphaBeta {
                self.plies[ply].killer = Some(mv);
                break;
            }
        }
        self.plies[ply].moves = moves;
        Ok(best)
    }

    /// Counts a position and checks the budget.
    fn enter(&mut self, ply: usize) -> Result<(), Spent> {
        if self.plies.len() <= ply {
            self.plies.resize_with(ply + 1, || Ply { moves: Vec::new(), line: Vec::new(), killer: None });
        }
        self.plies[ply].line.clear();
        if self.budget.nodes.is_some_and(|limit| self.nodes >= limit) || self.watch.is_over() {
            return Err(Spent);
        }
        self.nodes += 1;
        Ok(())
    }

    /// Returns the score at a leaf: the end of the game, or the horizon.
    fn leaf(&self, position: &G::Position, ply: usize, left: u32) -> Option<i32> {
        let end = self.game.outcome(position).map(|outcome| at_the_end(outcome, ply));
        end.or_else(|| (left == 0).then(|| self.evaluation.evaluate(self.game, position)))
    }

    fn list(&mut self, position: &G::Position, ply: usize) -> Vec<G::Move> {
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        self.game.moves(position, &mut moves);
        moves
    }

    /// Makes `mv`, followed by the line one ply further down, the best line at this ply.
    fn extend_line(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.plies.split_at_mut(ply + 1);
        let line = &mut upper[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&lower[0].line);
    }

    fn line(&self, ply: usize) -> Vec<G::Move> {
        self.plies[ply].line.clone()
    }
}

/// Returns the score of a finished game `ply` plies from the root.
fn at_the_end(outcome: Wdl, ply: usize) -> i32 {
    match outcome {
        Wdl::Win => WON - ply as i32,
        Wdl::Draw => 0,
        Wdl::Loss => ply as i32 - WON,
    }
}
