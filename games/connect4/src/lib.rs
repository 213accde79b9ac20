//! Connect Four: stones fall to the lowest empty cell of a column; the first player with four in a line wins.
//! A full board is a draw.
//!
//! The first player is [`Side::Black`], drawn as `X`; the second is [`Side::White`], drawn as `O`. Boards
//! have up to 8 rows and 8 columns. A set of cells is 64 bits: one byte per column, the bottom row in the
//! lowest bit.
//!
//! ```
//! use nexsolve_core::{Game, Notation, Wdl};
//! use nexsolve_connect4::Connect4;
//!
//! let game = Connect4::new(6, 7).expect("a board");
//! let position = game.read_position("1212121")?;
//! assert_eq!(game.outcome(&position), Some(Wdl::Loss)); // the second player is to move, and has lost
//! # Ok::<(), nexsolve_core::ReadError>(())
//! ```

#![cfg_attr(not(test), deny(clippy::disallowed_macros, clippy::disallowed_methods, clippy::disallowed_types))]

mod chance;
pub mod evaluation;
mod follow_up;
mod lines;
mod notation;
mod played;
mod ranking;
mod search;
mod shapes;

pub use played::{CARD, EXTRAS, FORM, visit};

use lines::has_four;
use nexsolve_catalogue::book::{self, Book};
use nexsolve_catalogue::{NameError, bits};
use nexsolve_core::{Game, Layer, Plies, Score, Side, Symmetric, Wdl};
use std::sync::{Arc, OnceLock};

/// The maximum number of rows, and of columns.
pub const MAX_SIDE: u32 = 8;

/// The books that come with the program.
const BOOKS: &[&[u8]] = &[include_bytes!("6x7.book")];

/// The cells of the bottom row.
const BOTTOM: u64 = 0x0101_0101_0101_0101;

/// The game on one board.
#[derive(Clone, Debug)]
pub struct Connect4 {
    rows: u32,
    cols: u32,
    /// All cells.
    board: u64,
    layers: Vec<Layer>,
    shapes: OnceLock<shapes::Shapes>,
    /// The book, read when it is first needed, and the number of stones up to which it knows all scores.
    book: OnceLock<Option<(Arc<Book<Self>>, u32)>>,
}

/// A position: the stones of both sides, which determine the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Connect4Position {
    /// The first player's stones.
    pub black: u64,
    /// The second player's stones.
    pub white: u64,
}

/// A move: the cell that the stone falls to, `8 · column + row`, both from 0, the bottom row first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Connect4Move(u8);

impl Connect4Move {
    /// Returns the column, from 0.
    #[inline]
    pub fn column(self) -> u32 {
        u32::from(self.0 / 8)
    }

    /// Returns the row of the cell that the stone falls to, from 0 at the bottom.
    #[inline]
    pub fn row(self) -> u32 {
        u32::from(self.0 % 8)
    }

    /// Creates the move that places this stone.
    #[inline]
    fn to(stone: u64) -> Self {
        Self(stone.trailing_zeros() as u8)
    }

    #[inline]
    fn stone(self) -> u64 {
        1 << self.0
    }
}

impl Connect4Position {
    /// Returns the side to move: the first player if both have equally many stones.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        if self.black.count_ones() == self.white.count_ones() { Side::Black } else { Side::White }
    }

    /// Returns the stones of a side.
    #[inline]
    pub fn stones(&self, side: Side) -> u64 {
        match side {
            Side::Black => self.black,
            Side::White => self.white,
        }
    }

    /// Returns the owner of the stone on a cell.
    #[inline]
    fn at(&self, cell: u64) -> Option<Side> {
        [Side::Black, Side::White].into_iter().find(|&side| self.stones(side) & cell != 0)
    }

    /// Returns all stones.
    #[inline]
    fn filled(&self) -> u64 {
        self.black | self.white
    }

    /// Returns the position with one stone added or removed.
    #[inline]
    fn toggled(&self, side: Side, stone: u64) -> Self {
        match side {
            Side::Black => Self { black: self.black ^ stone, ..*self },
            Side::White => Self { white: self.white ^ stone, ..*self },
        }
    }

    /// Returns the positions before every possible last move: without one of the topmost stones of the side
    /// that moved last, and not over.
    #[inline]
    fn before(&self) -> impl Iterator<Item = Self> + use<'_> {
        let side = self.side_to_move().other();
        let topmost = self.filled() & !lines::down(self.filled());
        bits(self.stones(side) & topmost)
            .map(move |stone| self.toggled(side, stone))
            .filter(move |before| !has_four(before.stones(side)))
    }

    /// Returns whether some last move leads here from a position that is not over.
    #[inline]
    fn is_possible(&self) -> bool {
        let side = self.side_to_move();
        !has_four(self.stones(side))
            && (!has_four(self.stones(side.other())) || self.before().next().is_some())
    }
}

impl Connect4 {
    /// Creates the game on a board of this size.
    ///
    /// # Errors
    /// If the size is out of range.
    pub fn new(rows: u32, cols: u32) -> Result<Self, NameError> {
        if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
            let limits = format!("a board of Connect Four has 1 to {MAX_SIDE} rows and columns");
            return Err(NameError::new(format!("{limits}, not {rows}x{cols}")));
        }
        let column = (1 << rows) - 1;
        let board = (0..cols).fold(0, |board, col| board | column << (8 * col));
        let layers = shapes::layers(rows, cols);
        let (shapes, book) = (OnceLock::new(), OnceLock::new());
        Ok(Self { rows, cols, board, layers, shapes, book })
    }

    /// Makes a game that searches without the book.
    #[must_use]
    pub fn without_book(self) -> Self {
        Self { book: OnceLock::from(None), ..self }
    }

    /// Returns the book of the board, if one comes with the program.
    pub fn book(&self) -> Option<&Book<Self>> {
        self.book_and_stones().map(|(book, _)| &**book)
    }

    fn book_and_stones(&self) -> Option<&(Arc<Book<Self>>, u32)> {
        let read = || {
            let book = book::shipped(self, &format!("{}:{}x{}", CARD.word, self.rows, self.cols), BOOKS)?;
            let stones = book.complete_plies()?;
            Some((book, stones))
        };
        self.book.get_or_init(read).as_ref()
    }

    /// Returns the score of a position, if the book has it.
    #[inline]
    fn booked(&self, position: &Connect4Position) -> Option<Score> {
        self.book()?.bounds(self, position).score()
    }

    /// Returns the number of rows.
    #[inline]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns.
    #[inline]
    pub fn cols(&self) -> u32 {
        self.cols
    }

    /// Returns the cells that the next stone can fall to: one in each column that is not full.
    #[inline]
    fn landing(&self, filled: u64) -> u64 {
        (filled << 1 | BOTTOM) & !filled & self.board
    }

    /// Mirrors a set of cells: the last column becomes the first.
    #[inline]
    fn mirrored(&self, cells: u64) -> u64 {
        cells.swap_bytes() >> (8 * (MAX_SIDE - self.cols))
    }

    #[inline]
    fn mirror(&self, position: &Connect4Position) -> Connect4Position {
        Connect4Position { black: self.mirrored(position.black), white: self.mirrored(position.white) }
    }
}

impl Game for Connect4 {
    type Position = Connect4Position;
    type Move = Connect4Move;

    #[inline]
    fn start(&self) -> Connect4Position {
        Connect4Position { black: 0, white: 0 }
    }

    #[inline]
    fn side_to_move(&self, position: &Connect4Position) -> Side {
        position.side_to_move()
    }

    #[inline]
    fn outcome(&self, position: &Connect4Position) -> Option<Wdl> {
        if has_four(position.stones(position.side_to_move().other())) {
            Some(Wdl::Loss)
        } else if position.filled() == self.board {
            Some(Wdl::Draw)
        } else {
            None
        }
    }

    fn moves(&self, position: &Connect4Position, moves: &mut Vec<Connect4Move>) {
        moves.clear();
        if self.outcome(position).is_none() {
            let landing = self.landing(position.filled());
            moves.extend(bits(landing).map(Connect4Move::to));
        }
    }

    #[inline]
    fn play(&self, position: &Connect4Position, mv: Connect4Move) -> Connect4Position {
        position.toggled(position.side_to_move(), mv.stone())
    }

    #[inline]
    fn longest(&self, position: &Connect4Position) -> Plies {
        Plies((self.board & !position.filled()).count_ones() as u16)
    }
}

impl Symmetric for Connect4 {
    /// Returns the lesser of the position and its mirror image.
    #[inline]
    fn canonical(&self, position: &Connect4Position) -> Connect4Position {
        self.mirror(position).min(*position)
    }

    /// Returns 1 for a position that is its own mirror image, else 2.
    #[inline]
    fn copies(&self, position: &Connect4Position) -> u64 {
        if self.mirror(position) == *position { 1 } else { 2 }
    }
}
