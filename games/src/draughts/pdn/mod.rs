//! Games as PDN, the portable draughts notation.
//!
//! ```text
//! [White "Ivanov"]
//! [Black "Petrov"]
//! [GameType "25,W,8,8,A0,0"]
//! [Result "2-0"]
//!
//! 1. c3-d4 b6-c5 2. d4:b6 {a comment} a7:c5 2-0
//! ```
//!
//! A file holds any number of games, each tags and moves, or moves alone. Moves are in letters or in numbers. A `FEN` tag tells
//! where the game began, `GameType` by which rules (25 Russian, 26 Brazilian) and how squares are numbered. Variations and
//! marks such as `$1` and `!` are passed over; comments are kept.
//!
//! [`read`] plays every game by the rules and tells what is wrong where; a fault costs the game it is in and no other.

mod reader;

use super::{Draughts, Move, Naming, Position, Rules, Variant, fen};
use crate::record::RecordFault;
use nexsolve_core::{Fault, Game, Notation, Side};
use std::fmt::Write;

/// How a game ended, by its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// White won: `2-0`, or `1-0`.
    White,
    /// Black won: `0-2`, or `0-1`.
    Black,
    /// A draw: `1-1`, or `1/2-1/2`.
    Draw,
    /// The record does not say: `*`.
    Unknown,
}

impl GameResult {
    /// The result as records of draughts-64 write it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::White => "2-0",
            Self::Black => "0-2",
            Self::Draw => "1-1",
            Self::Unknown => "*",
        }
    }

    /// The result in any of its spellings.
    pub fn from_text(text: &str) -> Option<Self> {
        match text {
            "2-0" | "1-0" => Some(Self::White),
            "0-2" | "0-1" => Some(Self::Black),
            "1-1" | "1/2-1/2" => Some(Self::Draw),
            "*" => Some(Self::Unknown),
            _ => None,
        }
    }
}

/// A remark in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment {
    /// After how many moves it stands.
    pub after: usize,
    /// What it says, on one line.
    pub text: String,
}

/// A game whose moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Names and values in the order of the file, but for `GameType`, `SetUp`, `FEN` and `Result`, which the rest tells.
    pub tags: Vec<(String, String)>,
    /// By which rules.
    pub rules: Rules,
    /// How its squares are named where it is written.
    pub naming: Naming,
    /// Where it began.
    pub start: Position,
    /// The moves of both sides in turn.
    pub moves: Vec<Move>,
    /// Remarks between them.
    pub comments: Vec<Comment>,
    /// How it ended.
    pub result: GameResult,
    /// The line on which the game begins, from 1.
    pub line: usize,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// What is wrong in a file of games, and where.
pub type PdnFault = RecordFault<PdnReason>;

/// What can be wrong in a file of games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdnReason {
    /// There is nothing to read.
    #[error("no game here: expected tags such as `[White \"…\"]`, or moves")]
    Empty,
    /// The bytes are no text.
    #[error("this is not UTF-8 text; save the file as UTF-8")]
    NotText,
    /// A tag that cannot be read.
    #[error("expected {expected}")]
    Tag {
        /// What was expected.
        expected: &'static str,
    },
    /// A game that is not played by rules known here.
    #[error("game type {number} is not known: Russian draughts are 25, Brazilian 26")]
    GameType {
        /// The type's number.
        number: String,
    },
    /// The position that the game begins with.
    #[error("{0}")]
    Start(Fault),
    /// A move that cannot be read or is not legal.
    #[error("{0}")]
    Move(Fault),
    /// A comment or a variation that is opened and not closed, or the other way round.
    #[error("`{open}` and `{close}` do not match")]
    Unmatched {
        /// What opens it.
        open: char,
        /// What closes it.
        close: char,
    },
    /// A game without a result.
    #[error("the game ends without a result: expected a move or one of 2-0, 1-1, 0-2 and *")]
    Unfinished,
    /// The `Result` tag and the end of the moves differ.
    #[error("the moves end with {moves}, but the tag says {tag}", moves = .moves.text(), tag = .tag.text())]
    TwoResults {
        /// The result in the tag.
        tag: GameResult,
        /// The result after the moves.
        moves: GameResult,
    },
    /// The side that cannot move has not lost by the record.
    #[error("the record says {claimed}, but {loser} cannot move and has lost", claimed = .claimed.text())]
    Contradiction {
        /// The record's result.
        claimed: GameResult,
        /// Who cannot move.
        loser: Side,
    },
}

/// Reads a file of games: each game, or the first fault in it, in the order of the file. `default` is what a game without a
/// `GameType` is played by and numbered as.
///
/// Time is linear in the length of the file.
pub fn read(bytes: &[u8], default: &Draughts) -> Vec<Result<Record, PdnFault>> {
    reader::read(bytes, default)
}

/// Lines of moves are no longer than this, but for comments.
const WIDTH: usize = 80;

/// Writes games; [`read`] gives them back (but for the lines they stand on). Line breaks in tags and comments, and braces
/// in comments, become spaces.
///
/// # Panics
/// If a record's moves are not legal.
pub fn write(records: &[Record]) -> String {
    records.iter().map(write_one).collect::<Vec<_>>().join("\n")
}

fn write_one(record: &Record) -> String {
    let mut out = String::new();
    let mut tag = |name: &str, value: &str| {
        let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(out, "[{name} \"{value}\"]");
    };
    for (name, value) in &record.tags {
        tag(name, value);
    }
    tag("GameType", &game_type(record.rules.variant, record.naming));
    if record.start != Position::START {
        tag("SetUp", "1");
        tag("FEN", &fen::format(&record.start, record.naming));
    }
    tag("Result", record.result.text());
    out.push('\n');
    let mut column = 0;
    let mut word = |text: &str| {
        let length = text.chars().count();
        if column > 0 {
            let breaks = column + 1 + length > WIDTH;
            out.push(if breaks { '\n' } else { ' ' });
            column = if breaks { 0 } else { column + 1 };
        }
        out += text;
        column += length;
    };
    let game = Draughts::new(record.rules).named(record.naming);
    let mut position = record.start;
    let mut number = 1;
    for (ply, &mv) in record.moves.iter().enumerate() {
        let commented = write_comments(record, ply, &mut word);
        match position.side() {
            Side::White => word(&format!("{number}.")),
            Side::Black if ply == 0 || commented => word(&format!("{number}...")),
            Side::Black => {}
        }
        word(&game.format_move(&position, mv));
        number += u32::from(position.side() == Side::Black);
        position = game.play(&position, mv);
    }
    write_comments(record, record.moves.len(), &mut word);
    word(record.result.text());
    out.push('\n');
    out
}

/// Writes the comments after so many moves. Returns whether there are some.
fn write_comments(record: &Record, ply: usize, word: &mut impl FnMut(&str)) -> bool {
    let mut any = false;
    for comment in record.comments.iter().filter(|comment| comment.after == ply) {
        word(&format!("{{{}}}", one_line(&comment.text.replace(['{', '}'], " "))));
        any = true;
    }
    any
}

/// The text with its spaces and line breaks as single spaces.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The tag that tells rules and numbering: squares are lettered, or numbered from the top left (b8) or the bottom left (a1).
fn game_type(variant: Variant, naming: Naming) -> String {
    let number = match variant {
        Variant::Russian => 25,
        Variant::Brazilian => 26,
    };
    let squares = match naming {
        Naming::Algebraic => "A0",
        Naming::Numeric => "N2",
        Naming::NumericFromA1 => "N0",
    };
    format!("{number},W,8,8,{squares},0")
}
