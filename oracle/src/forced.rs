//! Forced wins, where no search covers the board.

use crate::search::Searcher;
use nexsolve_core::{Bounds, ForcedWin, Forcing, Plies, ProbeError, Score, Side};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Played};
use nexsolve_solver::{Goal, MoveReport, Options, PlyStats, ProofEntry, Solution, Stats, Strategy};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The positions that a search for a forced win visits if nothing else limits it: some seconds of work.
pub(crate) const NODES: u64 = 1_000_000;

/// The bounds of a position with this win.
pub(crate) fn bounds(found: &ForcedWin<AnyMove>) -> Bounds {
    Bounds { lo: Score::win_in(found.plies), hi: Score::win_in(Plies(1)) }
}

/// A search that proves forced wins and nothing else.
pub(crate) struct ForcedSearch<'a, G: Played> {
    pub(crate) game: &'a G,
    pub(crate) forcing: &'a dyn Forcing<G::Position, G::Move>,
    pub(crate) options: Options,
    pub(crate) stop: &'a AtomicBool,
}

impl<G: Played> Searcher for ForcedSearch<'_, G> {
    /// Proves the value of the position if it finds a forced win, and otherwise nothing.
    fn solve(&mut self, position: &AnyPosition, goal: Goal) -> Result<Solution<AnyMove>, ProbeError> {
        let position = G::unpack(position);
        let unknown = |mv| MoveReport { mv: G::pack_move(mv), bounds: Bounds::UNKNOWN, line: Vec::new() };
        let mut solution = Solution {
            bounds: Bounds::UNKNOWN,
            moves: self.game.legal_moves(&position).into_iter().map(unknown).collect(),
            complete: false,
            exhausted: false,
            stats: Stats::default(),
        };
        if let Some(outcome) = self.game.outcome(&position) {
            solution.bounds = Bounds::exact(Score::of_outcome(outcome));
            solution.complete = true;
            return Ok(solution);
        }
        let (nodes, stop) = (self.options.nodes.unwrap_or(NODES), self.stop);
        let is_over = || stop.load(Relaxed);
        let Some(found) = self.forcing.forced_win(&position, nodes, &is_over) else { return Ok(solution) };
        let ForcedWin { line, plies, nodes } = found;
        let found = ForcedWin { line: line.into_iter().map(G::pack_move).collect(), plies, nodes };
        solution.bounds = bounds(&found);
        solution.complete = goal == Goal::Value;
        solution.stats.plies.push(PlyStats { nodes, ..PlyStats::default() });
        if let Some(report) = solution.moves.iter_mut().find(|report| report.mv == found.line[0]) {
            report.bounds = solution.bounds;
            report.line = found.line;
        }
        Ok(solution)
    }

    fn strategy(
        &mut self,
        _position: &AnyPosition,
        _side: Side,
        _score: Score,
    ) -> Result<Option<Strategy<AnyGame>>, ProbeError> {
        Ok(None)
    }

    fn proofs(&self) -> Option<Box<dyn Iterator<Item = ProofEntry> + '_>> {
        None
    }

    fn restore(&mut self, _entries: &mut dyn Iterator<Item = ProofEntry>) {}

    fn deduce(&self, _position: &AnyPosition) -> Option<Vec<String>> {
        None
    }
}
