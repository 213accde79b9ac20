//! Games and faults as the answer lists them.

use crate::beside::Beside;
use crate::problem::Problem;
use nexsolve_core::{Game, Notation};
use nexsolve_games::record::RecordFault;
use nexsolve_games::{AnyGame, AnyPosition, Board};
use serde::Serialize;

/// A game, as other routes take it.
#[derive(Serialize)]
pub(super) struct GameLine {
    pub(super) board: String,
    pub(super) title: String,
    pub(super) start: String,
    pub(super) moves: Vec<String>,
    pub(super) black: Option<String>,
    pub(super) white: Option<String>,
    pub(super) result: Option<&'static str>,
    /// The way in which the game ended, if not by its rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) how: Option<&'static str>,
    pub(super) line: usize,
    #[serde(flatten)]
    pub(super) beside: Beside,
    /// If the text names no board: the board that it is read on, then others that fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) fits: Vec<Fit>,
    /// What the reader assumed or could not use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) notes: Vec<NoteLine>,
}

/// A note about a line of the text.
#[derive(Serialize)]
pub(super) struct NoteLine {
    pub(super) line: usize,
    pub(super) text: String,
}

/// A board on which a text can be read.
#[derive(Clone, Serialize)]
pub(super) struct Fit {
    pub(super) board: String,
    pub(super) title: String,
}

impl Fit {
    pub(super) fn of(board: Board) -> Self {
        Self { board: board.to_string(), title: board.game_title() }
    }
}

/// An error and its place.
#[derive(Serialize)]
pub(super) struct FaultLine {
    pub(super) line: usize,
    pub(super) column: usize,
    pub(super) reason: String,
    /// The line, shortened around the fault.
    pub(super) text: String,
    /// The characters of it at fault.
    pub(super) from: usize,
    pub(super) to: usize,
}

impl GameLine {
    /// A game without names or a result.
    pub(super) fn new(board: Board, start: String, moves: Vec<String>) -> Self {
        let (board, title) = (board.to_string(), board.game_title());
        Self {
            board,
            title,
            start,
            moves,
            black: None,
            white: None,
            result: None,
            how: None,
            line: 1,
            beside: Beside::default(),
            fits: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// A position as a game's start is written.
pub(super) fn start(game: &AnyGame, position: &AnyPosition) -> String {
    if *position == game.start() { "start".to_owned() } else { game.format_position(position) }
}

/// A game of a text, or an error in it.
pub(super) type ReadLine = Result<GameLine, FaultLine>;

impl From<RecordFault> for FaultLine {
    fn from(fault: RecordFault) -> Self {
        let RecordFault { line, column, text, caret, reason } = fault;
        Self { line, column, reason, text, from: caret.start, to: caret.end }
    }
}

impl FaultLine {
    /// A fault of a whole game.
    pub(super) fn of_game(line: usize, reason: impl Into<String>) -> Self {
        Self { line, column: 1, reason: reason.into(), text: String::new(), from: 0, to: 0 }
    }

    /// An error of a text that is one game.
    pub(super) fn of_text(problem: Problem) -> Self {
        let (text, place) = problem.place.unwrap_or_default();
        let reason = match problem.hint {
            Some(hint) => format!("{}; {hint}", problem.message),
            None => problem.message,
        };
        Self { text, from: place.start, to: place.end, ..Self::of_game(1, reason) }
    }
}
