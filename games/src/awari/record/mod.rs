//! Records of Awari games.
//!
//! A game stands on one line: its moves, each ended by `;`, and what the first and the second player have in the end, `!` if the game
//! was broken off. Moves are written as everywhere (`C4 x 2`), and may be joined by commas as well. When the third
//! occurrence of a position has ended the game, an odd seed counts half each.
//!
//! ```text
//! First:solver
//! Second:random
//! Start:0 0 0 0 0 1 | 1 0 0 0 0 3 | 24 19
//! f1 x 2;26-19
//! c4;A5;d5;!
//! ```
//!
//! `First:` and `Second:` tell who plays from there on, `Start:` what the next game begins with if not with four seeds in each pit.
//! [`read`] plays every game again by the rules and tells what is wrong where; a fault costs the game it is in and
//! no other.

mod reader;

use super::history::{HalfSeeds, History};
use super::{Awari, AwariPosition, Ending, Pit};
use nexsolve_core::{Fault, Game, Notation};
use std::fmt::{self, Write};

/// How a game ended, by its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// The game was over, and the first and the second player had so much.
    Over([HalfSeeds; 2]),
    /// The game was broken off.
    BrokenOff,
}

/// As records write it: `25-18`, `24½-23½` or `!`.
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over([first, second]) => write!(f, "{first}-{second}"),
            Self::BrokenOff => f.write_str("!"),
        }
    }
}

/// A game whose moves are legal and lead to its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Who played first, where the file tells.
    pub first: Option<String>,
    /// Who played second, where the file tells.
    pub second: Option<String>,
    /// The position that the game began with.
    pub start: AwariPosition,
    /// The moves.
    pub moves: Vec<Pit>,
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
    #[error("no game here: expected moves such as `c4;A5;` and a result such as `25-18`")]
    Empty,
    /// The bytes are no text.
    #[error("this is not UTF-8 text")]
    NotText,
    /// A header tells a position, but no game follows it.
    #[error("no game begins with this position: expected its moves on a line below")]
    NoGame,
    /// The position that a game begins with, or a move, cannot be read or is not legal.
    #[error("{0}")]
    Text(Fault),
    /// Moves after the game has ended.
    #[error("no move can follow: {}", ended(*.0))]
    Over(Ending),
    /// A result that cannot be read.
    #[error("expected a result such as `25-18` or `24½-23½`, or `!` for a game broken off")]
    Result,
    /// A game without a result.
    #[error(
        "the line ends without a result: expected a move, the seeds of both players such as `25-18`, or `!`"
    )]
    Unfinished,
    /// The last position has another result than the record claims.
    #[error("the record claims {claimed}, but {}", .actual.map_or("the game goes on".to_owned(), ended))]
    Contradiction {
        /// The record's result.
        claimed: GameResult,
        /// The end of the game; none if it is not over.
        actual: Option<Ending>,
    },
}

fn ended(ending: Ending) -> String {
    format!("{}: {}", ending.reason, GameResult::Over(ending.seeds))
}

/// Reads a file of games: each game, or the fault in it, in the order of the file. Time is linear in its length but for
/// games that go on long without a capture.
pub fn read(bytes: &[u8]) -> Vec<Result<Record, RecordFault>> {
    reader::read(bytes)
}

/// Writes games; [`read`] gives them back (but for the lines they stand on). Line breaks in names become spaces, spaces
/// around names are lost, an empty name is none, and of a name over 200 characters [`read`] keeps the first 200.
pub fn write(records: &[Record]) -> String {
    let mut text = String::new();
    let (mut first, mut second) = (String::new(), String::new());
    for record in records {
        for (key, last, name) in
            [("First", &mut first, &record.first), ("Second", &mut second, &record.second)]
        {
            let name = name.as_deref().unwrap_or_default().replace(['\n', '\r'], " ").trim().to_owned();
            if name != *last {
                let _ = writeln!(text, "{key}:{name}");
                *last = name;
            }
        }
        if record.start != Awari.start() {
            let _ = writeln!(text, "Start:{}", Awari.format_position(&record.start));
        }
        let mut game = History::new(record.start);
        for &mv in &record.moves {
            text += &Awari.format_move(game.position(), mv);
            text.push(';');
            game.play(mv);
        }
        let _ = writeln!(text, "{}", record.result);
    }
    text
}
