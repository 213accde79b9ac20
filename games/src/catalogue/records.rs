//! Recorded games of all kinds behind one interface, each kind in its game's own form.

pub use super::tree::{Beside, Branch, MoveTree};

use super::{Board, Card};
use crate::GAMES;
use crate::any::{AnyMove, AnyPosition};
use crate::record::RecordFault;
use nexsolve_core::Side;
use std::borrow::Cow;
use std::fmt::Debug;

/// A game whose moves are legal, as it is written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// What it is played on.
    pub board: Board,
    /// Who began as Black and who as White, where that is known.
    pub names: [Option<String>; 2],
    /// What the game began with.
    pub start: AnyPosition,
    /// Moves before it, from the start of the rules, where they are known. They were nobody's choice.
    pub prelude: Vec<AnyMove>,
    /// The moves of the players.
    pub moves: Vec<AnyMove>,
    /// How it ended.
    pub verdict: Verdict,
    /// The number that the record gives the game.
    pub number: Option<u32>,
    /// The line of the file on which it begins, or on which its moves stand; from 1.
    pub line: usize,
    /// Variations, comments, and what else it tells.
    pub beside: Beside,
    /// Of a record that does not tell its board: `board`, and others on which it reads as well. Empty where it tells.
    pub fits: Vec<Board>,
}

impl GameRecord {
    /// The moves with all variations and comments.
    pub fn tree(&self) -> MoveTree {
        MoveTree::of(&self.moves, &self.beside)
    }

    /// The same game with the main line, the variations and the comments of a tree.
    #[must_use]
    pub fn with_tree(self, tree: &MoveTree) -> Self {
        let (moves, beside) = tree.parts();
        Self { moves, beside: Beside { tags: self.beside.tags, ..beside }, ..self }
    }
}

/// The board of games whose record does not tell theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// Nobody has said one.
    Nothing,
    /// This one and no other.
    Is(Board),
    /// This one where the moves are legal on it; otherwise the least on which they are.
    Perhaps(Board),
}

impl Given {
    /// The board that was said.
    pub const fn board(self) -> Option<Board> {
        match self {
            Self::Nothing => None,
            Self::Is(board) | Self::Perhaps(board) => Some(board),
        }
    }

    /// The same for games of this kind alone.
    pub(crate) fn of_game(self, word: &str) -> Self {
        if self.board().is_some_and(|board| board.game_word() == word) { self } else { Self::Nothing }
    }
}

impl From<Option<Board>> for Given {
    fn from(board: Option<Board>) -> Self {
        board.map_or(Self::Nothing, Self::Is)
    }
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The colour on the board that has won; `None` for a draw, and for a game that was broken off.
    pub winner: Option<Side>,
    /// Why it ended.
    pub how: How,
}

/// Why a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// By the rules, or the record tells no other way.
    Rules,
    /// The loser was out of time.
    Time,
    /// The loser made no legal move, or none at all.
    Forfeit,
    /// The loser has resigned.
    Resigned,
    /// It was drawn for its length.
    Length,
    /// It was broken off.
    BrokenOff,
}

impl Verdict {
    /// A game that was broken off.
    pub const BROKEN_OFF: Self = Self { winner: None, how: How::BrokenOff };

    /// A game that ended by its rules; `None` for a draw.
    pub const fn by_rules(winner: Option<Side>) -> Self {
        Self { winner, how: How::Rules }
    }
}

/// What stands for a result in a form.
pub(crate) type Results = [(&'static str, Verdict); 4];

/// How a form writes a verdict: a game that the rules have not ended is one that was broken off.
pub(crate) fn result_of(results: &Results, verdict: Verdict) -> &'static str {
    let verdict = if verdict.how == How::Rules { verdict } else { Verdict::BROKEN_OFF };
    results.iter().find(|(_, of)| *of == verdict).map_or("!", |(word, _)| word)
}

/// What is found in a file of records: a game, or a fault.
pub type ReadGame = Result<GameRecord, RecordFault>;

/// Why a game cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// The form knows no positions to begin with, only moves.
    #[error(
        "records of this game begin with moves: an opening that is given as a position cannot be written"
    )]
    NoPrelude,
}

/// How games of one kind are written down and read.
pub trait RecordForm: Debug + Send + Sync {
    /// What the names of such files end with, without the dot.
    fn extension(&self) -> &'static str;

    /// Whether a file that begins so, leading space apart, is certainly of this form.
    fn claims(&self, head: &str) -> bool;

    /// A text of games with the mark of a game that is not over behind the last one, if nobody has written how it ended and the
    /// form wants to know.
    fn ended<'a>(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        Cow::Borrowed(bytes)
    }

    /// Whether lines that tell no form may be a drawing of a position, rather than moves.
    fn may_be_drawing(&self, _text: &str) -> bool {
        true
    }

    /// Whether words that tell no form may be moves of this game.
    fn may_be_moves(&self, _text: &str) -> bool {
        true
    }

    /// Whether a move may be written with spaces in it.
    fn has_spaces(&self) -> bool {
        false
    }

    /// Reads a file of games: each game, or what is wrong with it, in the order of the file. `given` is the board of games whose
    /// record doesn't tell theirs.
    fn read(&self, bytes: &[u8], given: Given) -> Vec<ReadGame>;

    /// Writes games of one board; [`RecordForm::read`] gives them back, but for their lines and what the form has no place for.
    ///
    /// # Errors
    /// If the form has no place for what a game begins with.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable>;
}

/// Bytes of a file that tell its form.
const HEAD: usize = 4_096;

/// The form in which a file begins, by the game whose form it is; the main game's where no other claims it.
pub fn form_of(bytes: &[u8]) -> &'static Card {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD)]);
    let head = text.trim_start_matches('\u{feff}').trim_start();
    GAMES.into_iter().find(|card| card.records.claims(head)).unwrap_or(GAMES[0])
}

/// Reads a file of games of whatever kind; `given` is the board of games whose record doesn't tell theirs.
pub fn read(bytes: &[u8], given: impl Into<Given>) -> Vec<ReadGame> {
    form_of(bytes).records.read(bytes, given.into())
}
