//! Hex over the board, and by chance.

use super::{Hex, HexMove, HexPosition};
use crate::rhombus::CellSet;
use nexsolve_core::{Chance, Contest, Wdl};

impl<S: CellSet> Contest for Hex<S> {
    type Memory = ();

    fn begin(&self, _position: &HexPosition<S>) {}

    fn changes_colours(&self, mv: HexMove) -> bool {
        mv == HexMove::Swap
    }

    fn reason(&self, _outcome: Wdl) -> &'static str {
        "the edges are joined"
    }
}

impl<S: CellSet> Chance for Hex<S> {}
