//! `solver3`: the player that the old program planned, on this project's solver.

#[cfg(test)]
mod tests;

use crate::lookahead::{Lookahead, Pruning};
use crate::minimax::MOST_DEPTH;
use crate::watched::watched;
use crate::{Budget, Choice, Course, Estimate, Player, PlayerError, PlayerSpecError, Spec, Thought};
use nexsolve_core::{Bounds, Evaluation, Score, SplitMix, Wdl};
use nexsolve_games::Played;
use nexsolve_oracle::{Answer, Oracle, Reply};
use nexsolve_solver::{Goal, MoveReport, Options};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The default number of positions per move.
pub const NODES: u64 = 20_000;

/// The default size of the transposition table in MiB.
pub const MEMORY: u64 = 16;

/// `solver3(nodes, eval=NAME, memory=MIB)`: proves what it can, and searches ahead for the rest.
///
/// The solver gets half of the positions (or of the time) and asks for ever longer wins and losses of all
/// moves. If a win is proven, the player chooses the soonest; if all moves are proven to lose, the latest
/// loss. Otherwise an alpha-beta search with an evaluation at the horizon deepens step by step with the rest
/// of the budget. It chooses among the moves that are not proven worse than another; equally good moves are
/// chosen at random.
///
/// The solver's proofs ignore the history of the game. For the first move, the player checks whether the
/// history ends the game.
///
/// The solver runs in a thread of the player's own, so with a budget of positions the player is deterministic
/// whatever else runs. It starts anew for each move, because it counts its positions over all questions. Its
/// table grows with its contents, and a few thousand positions need little memory.
pub(crate) struct Prover<G: Played> {
    /// Proves by search alone.
    solver: Oracle,
    nodes: u64,
    memory_mib: u64,
    evaluation: &'static Evaluation<G>,
    random: SplitMix,
}

impl<G: Played> Prover<G> {
    /// Creates the player that `spec` describes.
    ///
    /// # Errors
    /// If the game has no search or no such evaluation, or the number of positions is 0.
    pub(crate) fn new(solver: Oracle, spec: &mut Spec, random: SplitMix) -> Result<Self, PlayerSpecError> {
        let whole = spec.clone();
        if !solver.game().is_searched() {
            return Err(whole.wrong(format!("{} plays only on boards of up to 64 cells", spec.name)));
        }
        let nodes = spec.number.take().unwrap_or(NODES);
        if nodes == 0 {
            return Err(whole.wrong("solver3 needs at least one position"));
        }
        let memory_mib = spec.take_as("memory", "a number of MiB")?.unwrap_or(MEMORY);
        let evaluation = spec.take_evaluation()?;
        Ok(Self { solver, nodes, memory_mib, evaluation, random })
    }

    /// Returns what the solver proves about all moves.
    fn prove(&self, course: &Course<'_, G>, budget: &Budget<'_>) -> Result<Answer, PlayerError> {
        let stop = AtomicBool::new(false);
        let memory_bytes = self.memory_mib.saturating_mul(1 << 20);
        let options = Options { nodes: budget.nodes, ..Options::within(memory_bytes) };
        let position = G::pack(course.position());
        let work = || {
            let searcher = self.solver.searcher(options, &stop, &());
            let searcher = searcher.map_err(|error| PlayerError::Gone(error.to_string()))?;
            Ok(searcher.expect("a game that is searched").solve(&position, Goal::Distances)?)
        };
        let found = watched(work, || {
            if budget.is_over() {
                stop.store(true, Relaxed);
            }
        });
        found.map_err(|error| PlayerError::Threads(error.to_string()))?
    }
}

/// Keeps the moves to choose from: the soonest wins, or the latest losses; if the position is a proven draw,
/// the moves proven to draw; otherwise the moves not proven worse than another. Returns what is proven about
/// the position.
fn keep_best<M>(reports: &mut Vec<MoveReport<M>>) -> Bounds {
    let bounds = Bounds {
        lo: reports.iter().map(|report| report.bounds.lo).max().unwrap_or(Score::MIN),
        hi: reports.iter().map(|report| report.bounds.hi).max().unwrap_or(Score::MAX),
    };
    match bounds.wdl() {
        Some(Wdl::Draw) => reports.retain(|report| report.bounds.lo == Score::DRAW),
        Some(_) => {
            let best = reports.iter().map(|report| (report.bounds.lo, report.bounds.hi)).max();
            reports.retain(|report| Some((report.bounds.lo, report.bounds.hi)) == best);
        }
        None => reports.retain(|report| report.bounds.hi >= bounds.lo),
    }
    bounds
}

impl<G: Played> Player<G> for Prover<G> {
    fn choose(&mut self, course: &Course<'_, G>, budget: &Budget<'_>) -> Choice<G::Move> {
        let nodes = self.nodes.min(budget.nodes.unwrap_or(u64::MAX));
        let half = Budget { nodes: Some(nodes.div_ceil(2)), until: budget.half_time(), ..*budget };
        let Answer { moves, searched, .. } = self.prove(course, &half)?;
        let used = searched.map_or(0, |effort| effort.nodes());
        let unpack = |Reply { mv, worth, line, .. }: Reply| MoveReport {
            mv: G::unpack_move(mv),
            bounds: worth.bounds,
            line: line.into_iter().map(G::unpack_move).collect(),
        };
        let mut reports: Vec<_> = moves.into_iter().map(unpack).collect();
        for MoveReport { mv, bounds, line } in &mut reports {
            if let Some(ending) = course.ending_after(*mv) {
                let after = course.game().play(course.position(), *mv);
                let outcome = ending.value_for(course.game().side_to_move(&after));
                *bounds = Bounds::exact(Score::of_outcome(outcome).lift());
                *line = vec![*mv];
            }
        }
        let bounds = keep_best(&mut reports);
        let is_decided = bounds.lo >= Score::WIN || bounds.hi <= Score::LOSS;
        if is_decided || reports.len() == 1 {
            let MoveReport { mv, line, .. } = reports.swap_remove(self.random.below(reports.len()));
            let estimate = if bounds.wdl().is_some() { Estimate::Proven(bounds) } else { Estimate::Unknown };
            let line = if line.is_empty() { vec![mv] } else { line };
            return Ok(Thought { mv, estimate, line, nodes: used });
        }
        let rest = Budget { nodes: Some(nodes.saturating_sub(used).max(1)), ..*budget };
        let mut lookahead = Lookahead::new(course.game(), self.evaluation, Pruning::AlphaBeta, rest);
        let open: Vec<G::Move> = reports.iter().map(|report| report.mv).collect();
        let best = lookahead.best(course, &open, budget.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH));
        let (mv, line) = best.choose(&mut self.random);
        let estimate = match bounds.wdl() {
            Some(Wdl::Draw) => Estimate::Proven(bounds),
            _ => best.estimate(),
        };
        Ok(Thought { mv, estimate, line, nodes: used + lookahead.nodes() })
    }
}
