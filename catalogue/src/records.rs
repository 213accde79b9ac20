//! Recorded games of all kinds, and the interface of customary formats.

pub use super::tree::{Beside, Branch, MoveTree};

use super::board::{AnyGame, Board};
use super::encoding::{self, Decoded};
use super::name::NameError;
use super::played::Packed;
use super::record::RecordFault;
use super::values::{AnyMove, AnyPosition};
use nexsolve_core::{Contest, Course, Side};
use std::borrow::Cow;
use std::fmt::Debug;

/// Something in a record that its reader assumed or could not use, without harm to the moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordNote {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// What it is, and what the reader did.
    pub text: String,
}

/// A recorded game. All its moves are legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The board.
    pub board: Board,
    /// The names of the players who began as Black and as White, if known.
    pub names: [Option<String>; 2],
    /// The position in which the game began.
    pub start: AnyPosition,
    /// The moves that led to `start`, if known. No player chose them.
    pub prelude: Vec<AnyMove>,
    /// The moves of the players.
    pub moves: Vec<AnyMove>,
    /// How the game ended.
    pub verdict: Verdict,
    /// The number of the game in the record.
    pub number: Option<u32>,
    /// The line of the file on which the game begins, or which holds its moves; counted from 1.
    pub line: usize,
    /// Variations, comments, and other information.
    pub beside: Beside,
    /// For a record that does not name its board: `board` and the other boards on which the moves are legal.
    /// Empty if the record names it.
    pub fits: Vec<Board>,
    /// What the reader assumed or could not use, in the order in which it noticed.
    pub notes: Vec<RecordNote>,
}

impl GameRecord {
    /// Creates the record of a game between unnamed players, on line 1 of its file.
    pub fn new(board: Board, start: AnyPosition, moves: Vec<AnyMove>, verdict: Verdict) -> Self {
        Self {
            board,
            names: [None, None],
            start,
            prelude: Vec::new(),
            moves,
            verdict,
            number: None,
            line: 1,
            beside: Beside::default(),
            fits: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Creates the record of a game played so far.
    pub fn of<G: Packed + Contest>(board: Board, course: &Course<'_, G>, verdict: Verdict) -> Self {
        let moves = course.moves().iter().map(|&mv| G::pack_move(mv)).collect();
        Self::new(board, G::pack(&course.positions()[0]), moves, verdict)
    }

    /// Creates the record of a game between unnamed players, who chose no move before the one at index
    /// `begun`.
    pub fn played(course: &Course<'_, AnyGame>, begun: usize, verdict: Verdict) -> Self {
        let (prelude, moves) = course.moves().split_at(begun);
        let start = course.positions()[begun];
        Self { prelude: prelude.to_vec(), ..Self::new(course.game().board(), start, moves.to_vec(), verdict) }
    }

    /// Replays the game on [`GameRecord::board`].
    ///
    /// # Errors
    /// If the board does not exist.
    pub fn course(&self) -> Result<Course<'static, AnyGame>, NameError> {
        let mut course = Course::shared(AnyGame::on(self.board)?.into(), self.start);
        for &mv in &self.moves {
            course.play(mv);
        }
        Ok(course)
    }

    /// Returns whether names, comments or tags contain letters beyond ASCII.
    pub fn has_foreign_letters(&self) -> bool {
        let tags = self.beside.tags.iter().flat_map(|(name, value)| [name, value]);
        let texts = self.names.iter().flatten().chain(self.beside.comments.values()).chain(tags);
        texts.into_iter().any(|text| !text.is_ascii())
    }

    /// Returns the moves with all variations and comments.
    pub fn tree(&self) -> MoveTree {
        MoveTree::of(&self.moves, &self.beside)
    }

    /// Replaces the main line, the variations and the comments by those of `tree`.
    #[must_use]
    pub fn with_tree(self, tree: &MoveTree) -> Self {
        let (moves, beside) = tree.parts();
        Self { moves, beside: Beside { tags: self.beside.tags, ..beside }, ..self }
    }
}

/// The board of games whose record does not name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// No board is given.
    Nothing,
    /// The games are on this board.
    Is(Board),
    /// The games are on this board if their moves are legal on it, otherwise on the smallest board on which
    /// they are.
    Perhaps(Board),
}

impl Given {
    /// Returns the given board.
    pub const fn board(self) -> Option<Board> {
        match self {
            Self::Nothing => None,
            Self::Is(board) | Self::Perhaps(board) => Some(board),
        }
    }

    /// Returns the same for games of this kind, and [`Given::Nothing`] for others.
    pub fn of_game(self, word: &str) -> Self {
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
    /// The winning colour on the board; `None` for a draw and for a game that was broken off.
    pub winner: Option<Side>,
    /// Why it ended.
    pub how: How,
}

/// Why a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The rules ended it, or the record states no other reason.
    Rules,
    /// The loser exceeded its time.
    Time,
    /// The loser made an illegal move, or none.
    Forfeit,
    /// The loser resigned.
    Resigned,
    /// The game was called a draw because of its length.
    Length,
    /// The game was broken off.
    BrokenOff,
}

impl Verdict {
    /// A game that was broken off.
    pub const BROKEN_OFF: Self = Self { winner: None, how: How::BrokenOff };

    /// Creates the verdict of a game that ended by its rules; `None` for a draw.
    pub const fn by_rules(winner: Option<Side>) -> Self {
        Self { winner, how: How::Rules }
    }
}

/// An entry of a file of records: a game, or a fault.
pub type ReadGame = Result<GameRecord, RecordFault>;

/// Why a game cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unwritable {
    /// The format stores only moves, not a start position.
    #[error(
        "records of this game contain only moves, so an opening that is given as a position cannot be written"
    )]
    NoPrelude,
}

/// A customary format for the recorded games of one kind, which other programs read and write too.
pub trait RecordForm: Debug + Send + Sync {
    /// Returns the file name extension, without the dot.
    fn extension(&self) -> &'static str;

    /// Appends the mark of an unfinished game to the last game of a text, if that game has no result and the
    /// format requires one.
    fn ended<'a>(&self, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }

    /// Decodes a file. A format whose records name their encodings may leave it to [`RecordForm::read`].
    fn decode<'a>(&self, bytes: &'a [u8]) -> Decoded<'a> {
        encoding::decode(bytes)
    }

    /// Returns the name of the field that names the board of a game, for messages: `GameType`.
    fn board_field(&self) -> &'static str;

    /// Reads a file of games: each game or its fault, in the order of the file. `given` supplies the board of
    /// games whose record does not name it.
    fn read(&self, file: &Decoded<'_>, given: Given) -> Vec<ReadGame>;

    /// Writes games of one board. [`RecordForm::read`] returns them again, except for line numbers and
    /// information that the format cannot store.
    ///
    /// # Errors
    /// If the format cannot store the start of a game.
    fn write(&self, records: &[GameRecord]) -> Result<String, Unwritable>;
}
