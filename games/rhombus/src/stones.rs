//! Stones on the rhombus.

use super::cells::{Cell, CellSet};
use nexsolve_catalogue::picture::Piece;
use nexsolve_core::Side;
use std::hash::{Hash, Hasher};

/// The stones of both sides and the neutral ones, all other cells being empty, and whether the players may
/// change colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Stones<S> {
    /// Black's stones.
    pub black: S,
    /// White's stones.
    pub white: S,
    /// The neutral stones.
    pub neutral: S,
    /// Whether the next move may be a swap: only with the swap rule, directly after the first move.
    pub may_swap: bool,
}

impl<S: Hash> Hash for Stones<S> {
    /// Without the swap rule, hashes are those of the stones alone: the order in which a search builds a
    /// strategy, and so the bytes of its certificate, depend on them.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.black, &self.white, &self.neutral).hash(state);
        if self.may_swap {
            state.write_u8(1);
        }
    }
}

impl<S: CellSet> Stones<S> {
    /// Returns the side to move in games where Black begins and each move adds one own stone: Black if both
    /// sides have equally many.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        if self.black.count() == self.white.count() { Side::Black } else { Side::White }
    }

    /// Returns the number of coloured stones: the moves made so far, where each move adds one.
    pub fn ply(&self) -> u32 {
        self.black.count() + self.white.count()
    }

    /// Creates a position in which `own` are the stones of `side`, and no swap may follow.
    #[inline]
    pub fn of(side: Side, own: S, others: S, neutral: S) -> Self {
        let (black, white) = match side {
            Side::Black => (own, others),
            Side::White => (others, own),
        };
        Self { black, white, neutral, may_swap: false }
    }

    /// Returns the cells that are not empty.
    #[inline]
    pub fn occupied(&self) -> S {
        self.black | self.white | self.neutral
    }

    /// Returns the stones; `shown_on_the_rhombus` calls this on the positions of either game.
    pub fn both(&self) -> Self {
        *self
    }

    /// Returns the same stones over other sets, which must hold their cells.
    pub fn over<T: CellSet>(&self) -> Stones<T> {
        let convert = |set: S| {
            let words: [u64; 6] = std::array::from_fn(|place| set.word(place));
            T::of_words(&words)
        };
        let [black, white, neutral] = [self.black, self.white, self.neutral].map(convert);
        Stones { black, white, neutral, may_swap: self.may_swap }
    }

    /// Returns the stones of `side`.
    #[inline]
    pub fn stones(&self, side: Side) -> S {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// Returns the piece on a cell, if any.
    pub fn at(&self, cell: Cell) -> Option<Piece> {
        let pieces = [
            (self.black, Piece::Stone(Side::Black)),
            (self.white, Piece::Stone(Side::White)),
            (self.neutral, Piece::Neutral),
        ];
        pieces.into_iter().find(|(set, _)| set.has(cell)).map(|(_, piece)| piece)
    }

    /// Describes in words what stands on a cell.
    pub fn holds(&self, cell: Cell) -> &'static str {
        self.at(cell).map_or("empty", stone_in_words)
    }
}

/// Describes a stone in words.
pub fn stone_in_words(piece: Piece) -> &'static str {
    match piece {
        Piece::Stone(Side::Black) => "a black stone",
        Piece::Stone(Side::White) => "a white stone",
        _ => "a neutral stone",
    }
}
