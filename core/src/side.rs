//! The two sides of a game.

use std::fmt;

/// One of the two sides. They alternate in every game; each game's rules say which side begins.
///
/// ```
/// use nexsolve_core::Side;
///
/// assert_eq!(Side::Black.other(), Side::White);
/// assert_eq!((Side::White.letter(), Side::White.word()), ('W', "white"));
/// assert_eq!(format!("{}'s turn", Side::Black), "Black's turn");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Black, the side that moves first in Nex and Hex.
    Black,
    /// White.
    White,
}

impl Side {
    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the letter that records and diagrams use: `B` or `W`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// Returns the side's name in lower case, for machine-readable output.
    #[inline]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}
