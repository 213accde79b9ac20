//! Looking a number of plies ahead: all of the tree, or what alpha-beta leaves of it.
//!
//! A score is for the side to move: within [`LIMIT`] the points of an evaluation at the horizon; outside it the end of the game, an
//! early win above a late one, and a late loss above an early one. A draw by the rules has 0 points.
//!
//! Inside the tree positions are looked at without their history: that a position occurs again, or that a count of moves ends the
//! game, is seen after the first move alone.

#[cfg(test)]
mod tests;

use crate::budget::Watch;
use crate::{Budget, Course, Estimate};
use nexsolve_core::{Bounds, Contest, Evaluation, LIMIT, Plies, Score, SplitMix, Wdl};
use std::collections::HashSet;

/// A win on the board. One in n plies has n fewer, which is above all points while n is below [`LIMIT`].
const WON: i32 = 2 * LIMIT;

/// Above all scores.
const MOST: i32 = WON + 1;

/// What of the tree is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pruning {
    /// Everything.
    Nothing,
    /// Not what cannot change the score: alpha-beta (D. Knuth, R. Moore, "An analysis of alpha-beta pruning", 1975). The move
    /// that last cut off at the same ply is tried first (the killer heuristic).
    AlphaBeta,
}

/// The budget is spent.
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
    /// By ply: the moves in work, the best line from there, and the move that has cut off there.
    plies: Vec<Ply<G::Move>>,
}

struct Ply<M> {
    moves: Vec<M>,
    line: Vec<M>,
    killer: Option<M>,
}

/// The moves of a position that have the best score, in the order of the list, each with the play expected after it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Best<M> {
    /// The score, for the side to move.
    pub(crate) score: i32,
    /// The moves.
    pub(crate) moves: Vec<(M, Vec<M>)>,
    /// How many plies ahead that was seen; 0 if the budget ended before all moves were looked at.
    pub(crate) depth: u32,
}

impl<M: Copy> Best<M> {
    /// One of the moves by lot, and the line that it begins.
    pub(crate) fn choose(&self, random: &mut SplitMix) -> (M, Vec<M>) {
        let (mv, rest) = &self.moves[random.below(self.moves.len())];
        (*mv, std::iter::once(*mv).chain(rest.iter().copied()).collect())
    }

    /// The score as an estimate: proven where it is a win or a loss.
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
    /// A search within `budget`, whose depth is not looked at.
    pub(crate) fn new(
        game: &'a G,
        evaluation: &'a Evaluation<G>,
        pruning: Pruning,
        budget: Budget<'a>,
    ) -> Self {
        Self { game, evaluation, pruning, budget, watch: Watch::new(budget), nodes: 0, plies: Vec::new() }
    }

    /// The positions looked at so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The best of `moves`, legal ones of the course's position and at least one, seen `depth` plies ahead: 1 or more.
    ///
    /// Where the budget has a bound, the depth is reached step by step, and what the last one saw that could be finished is
    /// told. If not even the first one could, the best of the moves looked at so far, or the first. A win or a loss within
    /// the horizon ends the steps: more depth does not change it.
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

    /// Looks at all moves of the root, those first that were best one ply before.
    fn root(
        &mut self,
        course: &Course<'_, G>,
        moves: &[G::Move],
        before: &Best<G::Move>,
        depth: u32,
        best: &mut Best<G::Move>,
    ) -> Result<(), Spent> {
        // All of very many moves may have been equally good.
        let were_best: HashSet<G::Move> = before.moves.iter().map(|(mv, _)| *mv).collect();
        let mut order: Vec<usize> = (0..moves.len()).collect();
        order.sort_by_cached_key(|&i| !were_best.contains(&moves[i]));
        let mut ties: Vec<usize> = Vec::new();
        let mut result = Ok(());
        for i in order {
            // Moves as good as the best have to be told from those that are worse: the window is one wider.
            let alpha = if best.moves.is_empty() { -MOST } else { best.score - 1 };
            let Ok(score) = self.first(course, moves[i], depth, alpha) else {
                result = Err(Spent);
                break;
            };
            if score > best.score {
                best.score = score;
                best.moves.clear();
                ties.clear();
            }
            if score == best.score {
                best.moves.push((moves[i], self.line(1)));
                ties.push(i);
            }
        }
        let mut sorted: Vec<_> = ties.into_iter().zip(std::mem::take(&mut best.moves)).collect();
        sorted.sort_by_key(|&(i, _)| i);
        best.moves = sorted.into_iter().map(|(_, found)| found).collect();
        result
    }

    /// The score of a move of the root; exact if it is above `alpha`.
    fn first(&mut self, course: &Course<'_, G>, mv: G::Move, depth: u32, alpha: i32) -> Result<i32, Spent> {
        let after = self.game.play(course.position(), mv);
        if let Some(ending) = course.ending_after(mv) {
            self.enter(1)?;
            return Ok(-at_the_end(ending.value_for(self.game.side_to_move(&after)), 1));
        }
        let score = match self.pruning {
            Pruning::Nothing => self.minimax(&after, 1, depth - 1),
            Pruning::AlphaBeta => self.alphabeta(&after, 1, depth - 1, -MOST, -alpha),
        };
        score.map(|score| -score)
    }

    /// The score of a position, so many plies from the root and from the horizon.
    fn minimax(&mut self, position: &G::Position, ply: usize, left: u32) -> Result<i32, Spent> {
        self.enter(ply)?;
        if let Some(score) = self.leaf(position, ply, left) {
            return Ok(score);
        }
        let moves = self.list(position, ply);
        let mut best = -MOST;
        for &mv in &moves {
            let score = -self.minimax(&self.game.play(position, mv), ply + 1, left - 1)?;
            if score > best {
                best = score;
                self.extend_line(ply, mv);
            }
        }
        self.plies[ply].moves = moves;
        Ok(best)
    }

    /// The score of a position if it lies between `alpha` and `beta`; otherwise a bound for it on the same side of both.
    fn alphabeta(
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
            let score = -self.alphabeta(&child, ply + 1, left - 1, -beta, -best.max(alpha))?;
            if score > best {
                best = score;
                self.extend_line(ply, mv);
            }
            if best >= beta {
                self.plies[ply].killer = Some(mv);
                break;
            }
        }
        self.plies[ply].moves = moves;
        Ok(best)
    }

    /// Counts a position, and looks whether the budget is spent.
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

    /// The score where nothing is looked at beyond: the end of the game, or the horizon.
    fn leaf(&self, position: &G::Position, ply: usize, left: u32) -> Option<i32> {
        let end = self.game.outcome(position).map(|outcome| at_the_end(outcome, ply));
        end.or_else(|| (left == 0).then(|| self.evaluation.evaluate(self.game, position)))
    }

    fn list(&mut self, position: &G::Position, ply: usize) -> Vec<G::Move> {
        let mut moves = std::mem::take(&mut self.plies[ply].moves);
        self.game.moves(position, &mut moves);
        moves
    }

    /// The move, and what is best after it, is best at this ply.
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

/// The score of a game that is over, so many plies from the root.
fn at_the_end(outcome: Wdl, ply: usize) -> i32 {
    match outcome {
        Wdl::Win => WON - ply as i32,
        Wdl::Draw => 0,
        Wdl::Loss => ply as i32 - WON,
    }
}
