//! The board: 32 dark squares, and the positions on them.

use super::masks::{self, Squares};
use nexsolve_core::Side;
use std::fmt;

/// One of the 32 dark squares, row by row from White's home: a1 = 0, c1, e1, g1, b2 = 4, …, h8 = 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this number; `None` from 32 on.
    #[inline]
    pub const fn new(index: u32) -> Option<Self> {
        if index < 32 { Some(Self(index as u8)) } else { None }
    }

    /// Returns the square in this column and row, both from 0; `None` if it is light or off the board.
    #[inline]
    pub const fn at(col: u32, row: u32) -> Option<Self> {
        if col < 8 && row < 8 && (col + row).is_multiple_of(2) {
            Some(Self((row * 4 + col / 2) as u8))
        } else {
            None
        }
    }

    /// Returns the number of the square, 0 … 31.
    #[inline]
    pub const fn index(self) -> u32 {
        self.0 as u32
    }

    /// Returns the row, 0 … 7, from White's home.
    #[inline]
    pub const fn row(self) -> u32 {
        self.index() / 4
    }

    /// Returns the column, 0 … 7, from White's left.
    #[inline]
    pub const fn col(self) -> u32 {
        2 * (self.index() % 4) + self.row() % 2
    }

    /// Returns the set that contains only this square.
    #[inline]
    pub const fn bit(self) -> Squares {
        1 << self.0
    }

    /// Returns the squares of a set, in the order of their numbers.
    pub fn all(set: Squares) -> impl Iterator<Item = Self> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let square = Self::new(rest.trailing_zeros())?;
            rest &= rest - 1;
            Some(square)
        })
    }
}

impl fmt::Display for Square {
    /// Formats the square's name: `c3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from_u32(u32::from('a') + self.col()).unwrap_or('?');
        f.pad(&format!("{letter}{}", self.row() + 1))
    }
}

/// The maximum number of pieces of a side.
pub const MOST_PIECES: u32 = 12;

/// A position: the pieces and the side to move. It contains everything that decides the future, except the
/// draw rules over the board ([`super::draws`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    white: Squares,
    black: Squares,
    kings: Squares,
    side: Side,
}

/// Why a position is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct PositionError {
    /// What is wrong.
    pub message: String,
    /// The faulty square, if there is one.
    pub square: Option<Square>,
}

impl Position {
    /// The start: twelve men on three rows each, White to move.
    pub const START: Self = Self { white: 0x0000_0fff, black: 0xfff0_0000, kings: 0, side: Side::White };

    /// Creates a position from White's pieces, Black's pieces, the kings of both, and the side to move.
    ///
    /// # Errors
    /// If the position is impossible in a game and in a study: two pieces on one square, a man on the row
    /// where men become kings, more than [`MOST_PIECES`] pieces of a side, or no pieces of the side that has
    /// just moved.
    pub fn new(white: Squares, black: Squares, kings: Squares, side: Side) -> Result<Self, PositionError> {
        let fault = |square, message| Err(PositionError { message, square });
        let first = |set: Squares| Square::all(set).next();
        if let Some(square) = first(white & black) {
            return fault(Some(square), format!("{square} has two pieces"));
        }
        if let Some(square) = first(kings & !(white | black)) {
            return fault(Some(square), format!("{square} has a king of neither side"));
        }
        for (side, own) in [(Side::White, white), (Side::Black, black)] {
            if let Some(square) = first(own & !kings & masks::far_row(side)) {
                let row = "the row where men become kings";
                return fault(Some(square), format!("{side}'s man on {square} stands on {row}"));
            }
            let count = own.count_ones();
            if count > MOST_PIECES {
                return fault(None, format!("{side} has {count} pieces; a side has at most {MOST_PIECES}"));
            }
        }
        let position = Self { white, black, kings, side };
        if position.other() == 0 {
            let (none, rule) = (side.other(), "a side without pieces has lost when it is to move");
            return fault(None, format!("{none} has no pieces and is not to move; {rule}"));
        }
        Ok(position)
    }

    /// Like [`Position::new`], without checks, for parts that are known to be valid.
    #[inline]
    pub(crate) const fn of_parts(white: Squares, black: Squares, kings: Squares, side: Side) -> Self {
        Self { white, black, kings, side }
    }

    /// Returns White's pieces.
    #[inline]
    pub const fn white(&self) -> Squares {
        self.white
    }

    /// Returns Black's pieces.
    #[inline]
    pub const fn black(&self) -> Squares {
        self.black
    }

    /// Returns the kings of both sides.
    #[inline]
    pub const fn kings(&self) -> Squares {
        self.kings
    }

    /// Returns the side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// Returns the pieces of a side.
    #[inline]
    pub const fn pieces(&self, side: Side) -> Squares {
        match side {
            Side::White => self.white,
            Side::Black => self.black,
        }
    }

    /// Returns the pieces of the side to move.
    #[inline]
    pub const fn own(&self) -> Squares {
        self.pieces(self.side)
    }

    /// Returns the pieces of the side that is not to move.
    #[inline]
    pub const fn other(&self) -> Squares {
        self.pieces(self.side.other())
    }

    /// Returns the pieces of both sides.
    #[inline]
    pub const fn occupied(&self) -> Squares {
        self.white | self.black
    }

    /// Returns the position with the colours exchanged: the board rotated by 180°, and the other side to
    /// move. Its value for the side to move is the same.
    pub const fn mirrored(&self) -> Self {
        Self {
            white: self.black.reverse_bits(),
            black: self.white.reverse_bits(),
            kings: self.kings.reverse_bits(),
            side: self.side.other(),
        }
    }

    /// Returns this position if White is to move, else its mirror image.
    #[inline]
    pub const fn for_white(&self) -> Self {
        match self.side {
            Side::White => *self,
            Side::Black => self.mirrored(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_the_names_of_the_board() {
        let names: Vec<String> = Square::all(!0).map(|square| square.to_string()).collect();
        assert_eq!(names[..8], ["a1", "c1", "e1", "g1", "b2", "d2", "f2", "h2"]);
        assert_eq!(names[31], "h8");
        for square in Square::all(!0) {
            assert_eq!(Square::at(square.col(), square.row()), Some(square));
            // Turning the board by 180 degrees reverses the numbers.
            let turned = Square::at(7 - square.col(), 7 - square.row()).expect("dark");
            assert_eq!(turned.bit(), square.bit().reverse_bits());
        }
        assert_eq!((Square::new(32), Square::at(1, 0), Square::at(8, 0)), (None, None, None));
    }

    #[test]
    fn invalid_positions_are_rejected() {
        let new = |white, black, kings| Position::new(white, black, kings, Side::White);
        let fault = |white, black, kings| new(white, black, kings).expect_err("no position").message;
        assert_eq!(fault(3, 2, 0), "c1 has two pieces");
        assert_eq!(fault(1, 2, 4), "e1 has a king of neither side");
        assert!(fault(1 << 28, 1 << 8, 0).starts_with("White's man on b8"));
        assert!(fault(1 << 8, 1 << 3, 0).starts_with("Black's man on g1"));
        assert_eq!(fault(0x1fff, 1 << 30, 0), "White has 13 pieces; a side has at most 12");
        assert!(fault(1, 0, 0).starts_with("Black has no pieces"));
        assert!(new(0, 1 << 8, 0).is_ok());
        let start = Position::START;
        assert_eq!(new(start.white, start.black, 0), Ok(start));
    }

    #[test]
    fn mirroring_twice_is_the_identity() {
        let position = Position::new(0b1101, 1 << 20, 0b1 | 1 << 20, Side::Black).expect("a position");
        assert_eq!(position.mirrored().mirrored(), position);
        assert_eq!(position.for_white(), position.mirrored());
        assert_eq!(position.mirrored().own(), position.own().reverse_bits());
        assert_eq!(Position::START.mirrored().white, Position::START.white);
    }
}
