//! The answers to the first questions of a page, so that a site shows its first board before it can compute.

use crate::answers::{self, parsed};
use crate::app::{App, ViewerSettings};
use crate::asked::Asked;
use nexsolve_games::{Board, GAMES, played};
use nexsolve_oracle::{OpenedError, layers};
use serde_json::{Value, json};
use std::sync::Arc;

/// What a page asks first, with the answers.
pub struct FirstAnswers {
    /// The board, such as `nex:3x3`.
    pub board: String,
    /// The answers by route; no `values` if they would take time.
    pub answers: Value,
}

/// Why there are no first answers.
#[derive(Debug, thiserror::Error)]
pub enum FirstError {
    /// A database cannot be opened.
    #[error(transparent)]
    Opened(#[from] OpenedError),
    /// There is no such board.
    #[error("{0}")]
    Board(String),
    /// The system allows no more threads.
    #[error("no threads: {0}")]
    Threads(std::io::Error),
}

/// A small database with more entries takes longer to make than one wants to wait.
const MOST_ENTRIES: u64 = 200_000;

/// Answers what a page asks when it opens on `board`, by default the board of the first database.
///
/// # Errors
/// If a database cannot be opened, or there is no such board.
///
/// # Panics
/// Never: the documents are those of requests.
pub fn first_answers(settings: ViewerSettings, board: Option<&str>) -> Result<FirstAnswers, FirstError> {
    let app = Arc::new(App::new(settings)?);
    let of_database = || app.shelf.first().map(|held| held.opened.board.over_the_board().to_string());
    let board = board.map(str::to_owned).or_else(of_database).unwrap_or_else(small_board);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(FirstError::Threads)?;
    let mut answers = json!({ "games": answers::games(&app), "databases": answers::databases(&app) });
    let asked = |more: Value| {
        let mut document = json!({ "board": board });
        document.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        serde_json::to_vec(&document).expect("text")
    };
    let position = parsed(&asked(json!({ "picture": true }))).expect("the fields of a request");
    let position = runtime.block_on(answers::position(Arc::clone(&app), position));
    let position = position.map_err(|problem| FirstError::Board(problem.message))?;
    if is_quick(&app, &board) {
        let values = parsed(&asked(json!({ "seconds": 0 }))).expect("the fields of a request");
        // A table that cannot be read is told when the page reads it.
        let values = runtime.block_on(answers::values(Arc::clone(&app), values, Arc::new(|_| ()))).ok();
        if let Some(values) = values.filter(|values| values["search_helps"] == false) {
            answers["values"] = values;
        }
    }
    let players = parsed(&asked(json!({}))).expect("the fields of a request");
    if let Ok(players) = runtime.block_on(answers::players(Arc::clone(&app), players)) {
        answers["players"] = players;
    }
    answers["position"] = position;
    app.close();
    Ok(FirstAnswers { board, answers })
}

/// The board of a site without databases: the greatest square of the first game that is soon solved.
fn small_board() -> String {
    let name = |side: u32| format!("{0}:{side}x{side}", GAMES[0].word);
    let is_soon_solved = |name: &String| played(name, None).is_ok_and(|board| entries(board) <= MOST_ENTRIES);
    [4, 3, 2].map(name).into_iter().find(is_soon_solved).expect("the smallest board")
}

/// The entries of all tables of a board.
fn entries(board: Board) -> u64 {
    layers(board).map_or(u64::MAX, |layers| layers.iter().map(|layer| layer.len).sum())
}

/// Whether the values at the start of a board need no database, or one that is soon made.
fn is_quick(app: &App, board: &str) -> bool {
    let Ok(asked) = Asked::new(app, board, None, Vec::new()) else { return false };
    let Ok((oracle, course)) = asked.open(app) else { return false };
    app.missing(asked.board, oracle.game().count(course.position()))
        .is_none_or(|board| entries(board) <= MOST_ENTRIES)
}
