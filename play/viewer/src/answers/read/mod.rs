//! `POST /api/v1/read`: recorded games, or a position, of any game.

mod lines;
mod positions;
mod records;

use super::lanes::{QUICK, slow};
use crate::app::App;
use crate::problem::{Problem, ProblemKind};
use crate::work::Threads;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use lines::{FaultLine, GameLine};
use nexsolve_games::Board;
use nexsolve_games::records::{Given, text_of};
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

impl ReadAnswer {
    /// One game.
    fn of(game: GameLine) -> Self {
        Self { games: vec![game], ..Self::default() }
    }
}

/// Answers.
pub(crate) async fn read(app: Arc<App>, request: ReadRequest) -> Result<ReadAnswer, Problem> {
    let ReadRequest { text, file, board, read_as } = request;
    let file = file.map(|file| BASE64_STANDARD.decode(file)).transpose();
    let file =
        file.map_err(|error| Problem::new(ProblemKind::Request, format!("`file` is not base64: {error}")))?;
    if file.is_some() && !text.is_empty() {
        return Err(Problem::new(ProblemKind::Request, "give `text` or `file`, not both"));
    }
    let text = file.as_ref().map_or(text, |file| text_of(file).into_owned());
    if text.trim().is_empty() {
        return Err(Problem::new(ProblemKind::Record, "the text is empty"));
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
