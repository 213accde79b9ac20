//! Positions and moves of Nex.

use nexsolve_rhombus::{Cell, CellSet, Stones};

/// A position: the stones of both sides and the neutral ones, and whether the next move may be a swap. The
/// numbers of stones determine the side to move.
pub type NexPosition<S> = Stones<S>;

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NexMove {
    /// Places an own stone and a neutral one on empty cells.
    Generate {
        /// The cell of the own stone.
        stone: Cell,
        /// The cell of the neutral stone.
        neutral: Cell,
    },
    /// Turns two neutral stones into own ones, and an own stone into a neutral one.
    Transform {
        /// The neutral stones that become own ones, the lesser cell first.
        gained: [Cell; 2],
        /// The own stone that becomes neutral.
        given: Cell,
    },
    /// A final move: places an own stone on the only empty cell.
    Fill(Cell),
    /// A final move: turns the only neutral stone into an own one.
    Turn(Cell),
    /// The players exchange colours.
    Swap,
}

impl NexMove {
    /// Returns the mover's stones and the neutral ones after the move.
    #[inline]
    pub fn played<S: CellSet>(self, own: S, neutrals: S) -> (S, S) {
        match self {
            Self::Generate { stone, neutral } => (own | S::one(stone), neutrals | S::one(neutral)),
            Self::Transform { gained: [i, j], given } => {
                let (gained, given) = (S::one(i) | S::one(j), S::one(given));
                ((own | gained).without(given), neutrals.without(gained) | given)
            }
            Self::Fill(cell) => (own | S::one(cell), neutrals),
            Self::Turn(cell) => (own | S::one(cell), neutrals.without(S::one(cell))),
            Self::Swap => (own, neutrals),
        }
    }
}
