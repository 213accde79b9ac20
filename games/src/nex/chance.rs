//! Nex over the board, and by chance.

use super::{Nex, NexMove, NexPosition};
use crate::rhombus::CellSet;
use nexsolve_core::{Chance, Contest, Wdl};

impl<S: CellSet> Contest for Nex<S> {
    type Memory = ();

    /// Generate moves, transform moves.
    const KINDS: usize = 2;

    fn begin(&self, _position: &NexPosition<S>) {}

    fn kind(&self, mv: NexMove) -> usize {
        match mv {
            NexMove::Generate { .. } => 0,
            NexMove::Transform { .. } => 1,
        }
    }

    fn reason(&self, outcome: Wdl) -> &'static str {
        if outcome == Wdl::Draw { "no move is left" } else { "the edges are joined" }
    }
}

impl<S: CellSet> Chance for Nex<S> {}
