//! What stands where on a board, for programs that learn.

use super::picture::Piece;
use nexsolve_core::{Game, Side};

/// Shows a board as a grid of cells, each with what stands on it.
pub trait Observed: Game {
    /// Returns the numbers of rows and columns. Cells are numbered row by row from the top, like the places
    /// of the picture.
    fn grid(&self) -> (u32, u32);

    /// Returns whether the grid turns by half with every move, so that the side to move always sits at the
    /// same edge.
    fn turns(&self) -> bool {
        false
    }

    /// Returns what stands on a cell; `None` if it is empty, or no piece can stand there.
    ///
    /// # Panics
    /// Possibly, if there is no such cell.
    fn piece(&self, position: &Self::Position, cell: u32) -> Option<Piece>;
}

/// The planes of an observation: what can stand on a cell, as the side to move sees it.
pub const PLANES: [&str; 6] =
    ["own stones or men", "the opponent's", "own kings", "the opponent's kings", "neutral stones", "seeds"];

impl Piece {
    /// Returns the plane of [`PLANES`] on which `own` sees the piece, and the number that stands there: of
    /// seeds, how many, else 1. `None` for no seeds.
    ///
    /// ```
    /// use nexsolve_core::Side;
    /// use nexsolve_catalogue::picture::Piece;
    /// assert_eq!(Piece::Stone(Side::White).plane(Side::White), Some((0, 1)));
    /// assert_eq!(Piece::King(Side::White).plane(Side::Black), Some((3, 1)));
    /// assert_eq!(Piece::Seeds(4).plane(Side::Black), Some((5, 4)));
    /// ```
    pub fn plane(self, own: Side) -> Option<(usize, u8)> {
        Some(match self {
            Self::Stone(side) => (usize::from(side != own), 1),
            Self::King(side) => (2 + usize::from(side != own), 1),
            Self::Neutral | Self::Sign(_) => (4, 1),
            Self::Seeds(0) => return None,
            Self::Seeds(seeds) => (5, seeds),
        })
    }
}
