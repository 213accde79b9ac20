//! Positions and moves of Hex.

use nexsolve_core::Side;
use nexsolve_rhombus::{Cell, CellSet, Stones};

/// A position: the stones of both sides, which determine the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HexPosition<S> {
    /// Black's stones.
    pub black: S,
    /// White's stones.
    pub white: S,
    /// Whether the next move may be a swap: only with the swap rule, directly after the first stone.
    pub may_swap: bool,
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum HexMove {
    /// Places a stone on an empty cell.
    Place(Cell),
    /// Takes over the first stone: the players exchange colours.
    Swap,
}

impl<S: CellSet> HexPosition<S> {
    /// Returns the position as one with neutral stones, of which it has none.
    #[inline]
    pub(crate) fn both(&self) -> Stones<S> {
        Stones { black: self.black, white: self.white, neutral: S::EMPTY, may_swap: self.may_swap }
    }

    /// Returns the colour to move: Black if both have equally many stones. After a swap the same colour is to
    /// move, played by the other player.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.both().side_to_move()
    }

    /// Returns the stones of a side.
    #[inline]
    pub fn stones(&self, side: Side) -> S {
        self.both().stones(side)
    }

    /// Returns the same position over other sets, which must hold its cells.
    pub(crate) fn over<T: CellSet>(&self) -> HexPosition<T> {
        let Stones { black, white, may_swap, .. } = self.both().over();
        HexPosition { black, white, may_swap }
    }
}
