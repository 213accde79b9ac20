//! The options of Hex.

use nexsolve_rhombus::Edges;

/// The edges that each side joins, and the notation of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Convention {
    /// Black joins top and bottom; cells are written `b3`, as in Nex.
    #[default]
    Standard,
    /// The course sheet's convention: Black joins left and right; cells are written `row, col`, from 0.
    Course,
}

impl Convention {
    pub(super) fn edges(self) -> Edges {
        match self {
            Self::Standard => Edges::BlackTopBottom,
            Self::Course => Edges::BlackLeftRight,
        }
    }
}

/// Whether the second player may take over the first stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Swap {
    /// No swap.
    #[default]
    Off,
    /// After the first stone, the second player may answer `swap`: the players exchange colours, the board
    /// stays the same, and the player who moved first continues as White.
    On,
}

/// When a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum End {
    /// At the first connection.
    #[default]
    AtConnection,
    /// When the board is full; the connected side has won. Values (without distances) are the same.
    AtFullBoard,
}

/// The options of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Variant {
    /// The edges and the notation.
    pub convention: Convention,
    /// The swap rule.
    pub swap: Swap,
    /// When the game ends.
    pub end: End,
}

impl Variant {
    /// Returns all variants.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|bits| Self {
            convention: [Convention::Standard, Convention::Course][bits & 1],
            swap: [Swap::Off, Swap::On][bits >> 1 & 1],
            end: [End::AtConnection, End::AtFullBoard][bits >> 2],
        })
    }
}
