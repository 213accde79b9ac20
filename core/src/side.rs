//! The two players.

use std::fmt;

/// A player. In all games here Black and White alternate; which of them begins is the game's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Black, who moves first in Nex and Hex.
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

    /// The side as the one letter of records and diagrams: `B` or `W`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// The side in lower case, as machine output spells it.
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
