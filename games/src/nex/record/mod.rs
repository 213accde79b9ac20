//! Records of Nex games, as the old program wrote them.
//!
//! A game is its moves, each ended by `;`, and a result: `B` or `W` who won, `#` a draw, `!` broken off by an
//! error. It stands on one line; one line can hold several. The early form is that and no more. The later form
//! has a header for the file and one for each game:
//!
//! ```text
//! Black:solver1.0
//! White:pseudoRand
//! #games:1;
//!
//! Game#1
//! Board:r3-c3
//! Init_State:;
//! Ba3?b1;Wa1?a2;Bc1?c2;Wb2?b3;Bb3Bc2?c1;B
//! ```
//!
//! [`read`] plays every game again by the rules and tells what is wrong where; a fault costs the game it is in and
//! no other. A header's names hold until the next `Black:`, `White:` or `#games:` that begins a header, its board
//! until the next `Game#` or `Board:`.

mod line;
mod reader;

use super::NexMove;
use super::notation::format_move;
use crate::rhombus::BoardError;
use nexsolve_core::{Fault, Side};

/// How a game ended, by its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// A draw.
    Draw,
    /// The game was broken off by an error, perhaps after its last move.
    BrokenOff,
}

impl GameResult {
    /// The result as records write it.
    pub const fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
            Self::Draw => '#',
            Self::BrokenOff => '!',
        }
    }
}

/// A game whose moves are legal and lead to its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub cols: u32,
    /// Who was Black, where the file tells.
    pub black: Option<String>,
    /// Who was White, where the file tells.
    pub white: Option<String>,
    /// The game's number, where the file tells.
    pub number: Option<u32>,
    /// The moves that lead from the empty board to where the game began.
    pub init: Vec<NexMove>,
    /// The moves of the game.
    pub moves: Vec<NexMove>,
    /// How it ended.
    pub result: GameResult,
    /// The line on which the moves stand, from 1.
    pub line: usize,
}

/// What is wrong in a file of records, and where.
pub type RecordFault = crate::record::RecordFault<RecordReason>;

/// What can be wrong in a file of records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordReason {
    /// There is nothing to read.
    #[error("no game here: expected moves such as `Ba1?a2;`, or a header")]
    Empty,
    /// The bytes are no text.
    #[error("this is not UTF-8 text")]
    NotText,
    /// A mark of a version-control system.
    #[error("a conflict mark that a version-control system left; remove it, and one of the two versions")]
    ConflictMark,
    /// A header line that cannot be read.
    #[error("expected {expected}")]
    Header {
        /// What was expected.
        expected: &'static str,
    },
    /// There is no such board.
    #[error(transparent)]
    Board(BoardError),
    /// The header's number of games is not that of the games under it.
    #[error("the header says {said} games, but {found} follow it")]
    Count {
        /// The header's number.
        said: u64,
        /// How many follow, faulty ones included.
        found: u64,
    },
    /// A move that cannot be read or is not legal.
    #[error("{0}")]
    Move(Fault),
    /// A result with no game before it. (A game with a `Board:` header of its own may have no moves.)
    #[error("a result, but no moves before it")]
    NoMoves,
    /// A game without a result.
    #[error("the line ends without a result: expected a move or one of B, W, # and !")]
    Unfinished,
    /// The last position has another result than the record claims.
    #[error("the record claims {}, but on {rows}x{cols} {}", claim(*claimed), fact(*actual, *claimed))]
    Contradiction {
        /// The record's result.
        claimed: GameResult,
        /// The result of the last position; none if the game is not over.
        actual: Option<GameResult>,
        /// Rows of the board.
        rows: u32,
        /// Columns of the board.
        cols: u32,
    },
}

fn claim(result: GameResult) -> &'static str {
    match result {
        GameResult::Black => "that Black won",
        GameResult::White => "that White won",
        GameResult::Draw => "a draw",
        GameResult::BrokenOff => "nothing",
    }
}

fn fact(actual: Option<GameResult>, claimed: GameResult) -> &'static str {
    match (actual, claimed) {
        (Some(GameResult::Black), _) => "Black has joined top and bottom",
        (Some(GameResult::White), _) => "White has joined left and right",
        (Some(GameResult::Draw), _) => "neither side is connected and no move is left: a draw",
        (_, GameResult::Black) => "Black has not joined top and bottom, and the game goes on",
        (_, GameResult::White) => "White has not joined left and right, and the game goes on",
        (_, _) => "the game goes on",
    }
}

/// Reads a file of games, in either form: each game, or the fault in it, in the order of the file. Games without a
/// `Board:` header are played on a board of `size`, rows and columns; without `size`, on the smallest square board
/// that has all their cells and bears out their result, so of a faulty game the fault on the smallest is told.
///
/// Time is linear in the length of the file.
pub fn read(bytes: &[u8], size: Option<(u32, u32)>) -> Vec<Result<Record, RecordFault>> {
    reader::read(bytes, size)
}

/// Writes games in the later form; [`read`] gives them back (but for the lines they stand on). Line breaks in names
/// become spaces, spaces around names are lost, and of a name over 200 characters [`read`] keeps the first 200.
pub fn write(records: &[Record]) -> String {
    let mut lines = Vec::new();
    let name = |name: &str| name.replace(['\n', '\r'], " ").trim().to_owned();
    for group in records.chunk_by(|a, b| a.black == b.black && a.white == b.white) {
        lines.extend(group[0].black.iter().map(|black| format!("Black:{}", name(black))));
        lines.extend(group[0].white.iter().map(|white| format!("White:{}", name(white))));
        lines.push(format!("#games:{};\n", group.len()));
        for record in group {
            lines.extend(record.number.map(|number| format!("Game#{number}")));
            lines.push(format!("Board:r{}-c{}", record.rows, record.cols));
            let init = moves_text(record, 0, &record.init);
            lines.push(format!("Init_State:{}", if init.is_empty() { ";" } else { &init }));
            let moves = moves_text(record, record.init.len(), &record.moves);
            lines.push(format!("{moves}{}\n", record.result.letter()));
        }
    }
    if records.is_empty() {
        lines.push("#games:0;".to_owned());
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

fn moves_text(record: &Record, ply: usize, moves: &[NexMove]) -> String {
    let side = |i: usize| if i.is_multiple_of(2) { Side::Black } else { Side::White };
    let text = |(i, &mv)| format_move(record.cols, side(ply + i), mv) + ";";
    moves.iter().enumerate().map(text).collect()
}
