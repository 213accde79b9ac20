//! Games of Hex as SGF, the Smart Game Format (`FF[4]`, `GM[11]`; <https://www.red-bean.com/sgf/hex.html>).
//!
//! ```text
//! (;FF[4]GM[11]SZ[3]PB[mcts(100)]PW[random]RE[B+];B[b2];W[swap-sides];W[a3];B[c1])
//! ```
//!
//! **Cells are not written as everywhere else here**: in these files the letter is the column and the number the row, so that `c2`
//! is what [`Hex`] calls `b3`. Black joins top and bottom; on a board whose Black joins left and right
//! ([`super::Convention::Course`]) all is read and written as seen in the mirror of its main diagonal.
//!
//! Two swaps are read. `swap-sides` (or `swap`) is the one of this game: the players change colours, and the same colour is to
//! move. With `swap-pieces` the first stone becomes a white one at the place that it has in the mirror, and Black is to move;
//! that is the same game seen in the mirror with the colours exchanged, and is read as such, its result too.
//!
//! Of variations the main line is read, and of all else names, result, board and stones set up before the first move. [`read`]
//! plays every game by the rules and tells what is wrong where; a fault costs the game it is in and no other.

mod reader;
mod tree;

use super::{Convention, Hex, HexMove, HexPosition, Variant};
use crate::record::RecordFault;
use crate::rhombus::{BoardError, Cell, CellSet};
use nexsolve_core::{Fault, Side};
use std::fmt::Write;

/// How a game ended, by its record.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A colour has won.
    Won {
        /// The colour on the board at the end.
        winner: Side,
        /// How, if not by the rules of the game: `Resign`, `Time`, `Forfeit`; else empty.
        how: String,
    },
    /// The record does not say.
    Unknown,
}

/// A game whose moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
    /// Who began as Black (`PB`).
    pub black: Option<String>,
    /// Who began as White (`PW`).
    pub white: Option<String>,
    /// Black stones that the game began with.
    pub black_stones: Vec<Cell>,
    /// White stones that the game began with.
    pub white_stones: Vec<Cell>,
    /// The moves, a swap among them. With none set up, Black begins.
    pub moves: Vec<HexMove>,
    /// How it ended.
    pub result: GameResult,
    /// The line on which the game begins, from 1.
    pub line: usize,
}

impl Record {
    /// The position that the game began with. In a game with the swap rule, one black stone alone may be taken over.
    pub fn start<S: CellSet>(&self, variant: Variant) -> HexPosition<S> {
        let set = |cells: &[Cell]| cells.iter().fold(S::EMPTY, |set, &cell| set | S::one(cell));
        let (black, white) = (set(&self.black_stones), set(&self.white_stones));
        let may_swap = variant.swap == super::Swap::On && black.count() == 1 && white.is_empty();
        HexPosition { black, white, may_swap }
    }

    /// Whether a swap was made.
    pub fn has_swap(&self) -> bool {
        self.moves.contains(&HexMove::Swap)
    }
}

/// What is wrong in a file of games, and where.
pub type SgfFault = RecordFault<SgfReason>;

/// What can be wrong in a file of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SgfReason {
    /// There is nothing to read.
    #[error("no game here: expected `(;GM[11]SZ[11]` and moves such as `;B[c2];W[d4])`")]
    Empty,
    /// The bytes are no text.
    #[error("this is not UTF-8 text; save the file as UTF-8")]
    NotText,
    /// Something else was expected.
    #[error("expected {expected}")]
    Expected {
        /// What was expected.
        expected: &'static str,
    },
    /// Another game.
    #[error("this is a record of game {number}; Hex is GM[11]")]
    Game {
        /// The game's number.
        number: String,
    },
    /// There is no such board.
    #[error(transparent)]
    Board(BoardError),
    /// A cell, a move, or the stones that the game begins with.
    #[error("{0}")]
    Text(Fault),
    /// The player to move has passed.
    #[error("a move without a cell: nobody can pass in Hex")]
    Pass,
    /// Stones set up in the middle of a game.
    #[error("stones are set up after the first move: this is no game that was played")]
    SetUpLate,
    /// Swapped pieces have no place on such a board.
    #[error("swap-pieces on {rows} rows and {cols} columns: it needs as many of both")]
    NoMirror {
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
    /// Moves after a player has given up.
    #[error("no move can follow: {loser} has given up")]
    GivenUp {
        /// Who has.
        loser: Side,
    },
    /// The last position has another result than the record claims.
    #[error("the record claims that {claimed} won, but {} has joined the edges", claimed.other())]
    Contradiction {
        /// The record's winner, as colours are on the board.
        claimed: Side,
    },
}

/// Reads a file of games: each game, or the first fault in it, in the order of the file. Cells are told as on a board of this
/// convention.
///
/// Time is linear in the length of the file.
pub fn read(bytes: &[u8], convention: Convention) -> Vec<Result<Record, SgfFault>> {
    reader::read(bytes, convention)
}

/// Lines of moves are no longer than this.
const WIDTH: usize = 80;

/// Writes games of boards of this convention; [`read`] gives them back (but for the lines they stand on). Line breaks in names
/// become spaces, spaces around names are lost.
pub fn write(records: &[Record], convention: Convention) -> String {
    records.iter().map(|record| write_one(record, convention)).collect::<Vec<_>>().join("\n")
}

fn write_one(record: &Record, convention: Convention) -> String {
    let sides = match convention {
        Convention::Standard => (record.cols, record.rows),
        Convention::Course => (record.rows, record.cols),
    };
    let mut out = match sides {
        (cols, rows) if cols == rows => format!("(;FF[4]GM[11]SZ[{cols}]"),
        (cols, rows) => format!("(;FF[4]GM[11]SZ[{cols}:{rows}]"),
    };
    for (key, name) in [("PB", &record.black), ("PW", &record.white)] {
        if let Some(name) = name {
            let _ = write!(out, "{key}[{}]", escaped(name));
        }
    }
    if record.has_swap() {
        out += "RU[swap]";
    }
    let _ = match &record.result {
        GameResult::Won { winner, how } => write!(out, "RE[{}+{}]", winner.letter(), escaped(how)),
        GameResult::Unknown => write!(out, "RE[?]"),
    };
    let cell = |cell: Cell| cell_text(record.cols, convention, cell);
    for (key, stones) in [("AB", &record.black_stones), ("AW", &record.white_stones)] {
        if !stones.is_empty() {
            out += key;
        }
        for &stone in stones {
            let _ = write!(out, "[{}]", cell(stone));
        }
    }
    let mut side = record.start::<crate::rhombus::Wide>(Variant::default()).side_to_move();
    let mut column = WIDTH;
    for &mv in &record.moves {
        let text = match mv {
            HexMove::Place(place) => format!(";{}[{}]", side.letter(), cell(place)),
            HexMove::Swap => format!(";{}[swap-sides]", side.letter()),
        };
        if column + text.len() > WIDTH {
            out.push('\n');
            column = 0;
        }
        column += text.len();
        out += &text;
        if mv != HexMove::Swap {
            side = side.other();
        }
    }
    out += ")\n";
    out
}

/// A cell as these files write it.
pub fn cell_text(cols: u32, convention: Convention, cell: Cell) -> String {
    let (row, col) = (u32::from(cell.0) / cols.max(1), u32::from(cell.0) % cols.max(1));
    let (row, col) = match convention {
        Convention::Standard => (row, col),
        Convention::Course => (col, row),
    };
    format!("{}{}", char::from(b'a' + col as u8), row + 1)
}

/// The text on one line, with what would end it marked.
fn escaped(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.replace('\\', "\\\\").replace(']', "\\]").replace(':', "\\:")
}

/// The game that these records are played by: with the swap, which a record that has none leaves out.
fn game<S: CellSet>(rows: u32, cols: u32, convention: Convention) -> Result<Hex<S>, BoardError> {
    let variant = Variant { convention, swap: super::Swap::On, ..Variant::default() };
    Hex::new(rows, cols, variant)
}

#[cfg(test)]
mod tests;
