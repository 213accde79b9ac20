//! Forced wins, where no search covers the board.

use crate::answer::{Answer, Effort, Reply};
use crate::search::Searcher;
use crate::worth::Worth;
use nexsolve_core::{Bounds, ForcedWin, Forcing, Plies, ProbeError, Score, Side};
use nexsolve_games::{AnyGame, AnyPosition, Played};
use nexsolve_solver::{Goal, Options, ProofEntry, Strategy};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

/// The positions that a search for a forced win visits if nothing else limits it: some seconds of work.
pub(crate) const NODES: u64 = 1_000_000;

/// The bounds of a position with a forced win in at most this many plies.
pub(crate) fn bounds(plies: Plies) -> Bounds {
    Bounds { lo: Score::win_in(plies), hi: Score::win_in(Plies(1)) }
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
    fn solve(&mut self, position: &AnyPosition, goal: Goal) -> Result<Answer, ProbeError> {
        let position = G::unpack(position);
        let unknown = |mv| Reply::new(G::pack_move(mv), Worth::UNKNOWN);
        let mut moves: Vec<Reply> = self.game.legal_moves(&position).into_iter().map(unknown).collect();
        if let Some(outcome) = self.game.outcome(&position) {
            let bounds = Bounds::exact(Score::of_outcome(outcome));
            return Ok(Answer::of_search(bounds, moves, Effort { complete: true, ..Effort::default() }));
        }
        let (nodes, stop) = (self.options.nodes.unwrap_or(NODES), self.stop);
        let Some(ForcedWin { line, plies, nodes }) =
            self.forcing.forced_win(&position, nodes, &|| stop.load(Relaxed))
        else {
            return Ok(Answer::of_search(Bounds::UNKNOWN, moves, Effort::default()));
        };
        let first = G::pack_move(line[0]);
        if let Some(reply) = moves.iter_mut().find(|reply| reply.mv == first) {
            reply.worth = Worth::of(bounds(plies));
            reply.line = line.into_iter().map(G::pack_move).collect();
        }
        let effort = Effort { complete: goal == Goal::Value, ..Effort::of_nodes(nodes) };
        Ok(Answer::of_search(bounds(plies), moves, effort))
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
