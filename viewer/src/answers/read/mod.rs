//! `POST /api/v1/read`: recorded games, or a position, of any game.

mod positions;
mod records;

use super::{QUICK, slow};
use crate::app::App;
use crate::beside::Beside;
use crate::problem::{Kind, Problem};
use crate::work::Threads;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use nexsolve_core::{Game, Notation};
use nexsolve_games::record::RecordFault;
use nexsolve_games::records::{Given, text_of};
use nexsolve_games::{AnyGame, AnyPosition, Board};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A text or a file, and the board to read it on if it names none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `text`")]
pub(crate) struct ReadRequest {
    #[serde(default)]
    text: String,
    /// The bytes of a file in base64, instead of `text`: its records may name their encodings.
    file: Option<String>,
    /// The board that is open.
    board: Option<String>,
    /// The only board to read the text on, if it names none.
    read_as: Option<String>,
}

/// The games in it, and what is wrong with it.
#[derive(Default, Serialize)]
pub(crate) struct ReadAnswer {
    games: Vec<GameLine>,
    faults: Vec<FaultLine>,
    /// The number of games left out because there are too many.
    left_out: usize,
}

/// A game, as other routes take it.
#[derive(Serialize)]
struct GameLine {
    board: String,
    title: String,
    start: String,
    moves: Vec<String>,
    black: Option<String>,
    white: Option<String>,
    result: Option<&'static str>,
    /// The way in which the game ended, if not by its rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<&'static str>,
    line: usize,
    #[serde(flatten)]
    beside: Beside,
    /// If the text names no board: the board that it is read on, then others that fit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fits: Vec<Fit>,
    /// What the reader assumed or could not use.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<NoteLine>,
}

/// A note about a line of the text.
#[derive(Serialize)]
struct NoteLine {
    line: usize,
    text: String,
}

/// A board on which a text can be read.
#[derive(Clone, Serialize)]
struct Fit {
    board: String,
    title: String,
}

impl Fit {
    fn of(board: Board) -> Self {
        Self { board: board.to_string(), title: board.game_title() }
    }
}

/// An error and its place.
#[derive(Serialize)]
struct FaultLine {
    line: usize,
    column: usize,
    reason: String,
    /// The line, shortened around the fault.
    text: String,
    /// The characters of it at fault.
    from: usize,
    to: usize,
}

impl ReadAnswer {
    /// One game.
    fn of(game: GameLine) -> Self {
        Self { games: vec![game], ..Self::default() }
    }
}

impl GameLine {
    /// A game without names or a result.
    fn new(board: Board, start: String, moves: Vec<String>) -> Self {
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
fn start(game: &AnyGame, position: &AnyPosition) -> String {
    if *position == game.start() { "start".to_owned() } else { game.format_position(position) }
}

/// A game of a text, or an error in it.
type ReadLine = Result<GameLine, FaultLine>;

impl From<RecordFault> for FaultLine {
    fn from(fault: RecordFault) -> Self {
        let RecordFault { line, column, text, caret, reason } = fault;
        Self { line, column, reason, text, from: caret.start, to: caret.end }
    }
}

impl FaultLine {
    /// A fault of a whole game.
    fn of_game(line: usize, reason: impl Into<String>) -> Self {
        Self { line, column: 1, reason: reason.into(), text: String::new(), from: 0, to: 0 }
    }

    /// An error of a text that is one game.
    fn of_text(problem: Problem) -> Self {
        let (text, place) = problem.place.unwrap_or_default();
        let reason = match problem.hint {
            Some(hint) => format!("{}; {hint}", problem.message),
            None => problem.message,
        };
        Self { text, from: place.start, to: place.end, ..Self::of_game(1, reason) }
    }
}

/// Answers.
pub(crate) async fn read(app: Arc<App>, request: ReadRequest) -> Result<ReadAnswer, Problem> {
    let ReadRequest { text, file, board, read_as } = request;
    let file = file.map(|file| BASE64_STANDARD.decode(file)).transpose();
    let file = file.map_err(|error| Problem::new(Kind::Request, format!("`file` is not base64: {error}")))?;
    if file.is_some() && !text.is_empty() {
        return Err(Problem::new(Kind::Request, "give `text` or `file`, not both"));
    }
    let text = file.as_ref().map_or(text, |file| text_of(file).into_owned());
    if text.trim().is_empty() {
        return Err(Problem::new(Kind::Record, "the text is empty"));
    }
    let board = board.map(|board| app.board(&board)).transpose()?;
    let read_as = read_as.map(|board| app.board(&board)).transpose()?;
    slow(&app, None, QUICK, Threads::One, move |app, _| answer(app, &text, file.as_deref(), board, read_as))
        .await
}

/// Reads a text, which is that of a `file` if there is one.
fn answer(
    app: &App,
    text: &str,
    file: Option<&[u8]>,
    open: Option<Board>,
    read_as: Option<Board>,
) -> Result<ReadAnswer, Problem> {
    let board = read_as.or(open);
    let given = read_as.map(Given::Is).or(open.map(Given::Perhaps)).unwrap_or(Given::Nothing);
    if let Some(found) = positions::position(app, text, board)? {
        return Ok(ReadAnswer::of(found));
    }
    // Moves of the open game may look like a record of another game.
    let mut of_board = None;
    if let Some(board) = board
        && records::is_foreign(text, board)
    {
        match positions::of_game(app, text, given, board) {
            Ok(game) => return Ok(ReadAnswer::of(game)),
            Err(problem) => of_board = Some(FaultLine::of_text(problem)),
        }
    }
    let mut answer = ReadAnswer::default();
    let most = app.limits.games;
    for found in records::games(text, file, given, app.limits.moves) {
        match found {
            Err(fault) if answer.faults.len() < most => answer.faults.push(fault),
            Ok(game) if answer.games.len() < most => answer.games.push(game),
            _ => answer.left_out += 1,
        }
    }
    if !answer.games.is_empty() {
        return Ok(answer);
    }
    // Moves without a result are not a record, but they are a game.
    if let Some(board) = board
        && let Some(game) = positions::moves(app, text, board)?
    {
        return Ok(ReadAnswer::of(game));
    }
    // Perhaps it fits another game.
    if read_as.is_none()
        && let Some(game) = positions::of_another(app, text, open)
    {
        return Ok(ReadAnswer::of(game));
    }
    // If it fits no other game either, report the errors on the open board.
    Ok(match of_board {
        Some(fault) => ReadAnswer { faults: vec![fault], ..ReadAnswer::default() },
        None => answer,
    })
}
