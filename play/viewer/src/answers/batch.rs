//! `POST /api/v1/batch`: values of many positions of one board, from rules and tables only.

use super::lanes::{make, quick};
use super::worth;
use crate::app::App;
use crate::asked::read_position;
use crate::problem::{Problem, ProblemKind};
use nexsolve_core::{Bounds, Contest, Game, Notation, Score};
use nexsolve_db::json::joined;
use nexsolve_games::{AnyPosition, Board};
use nexsolve_oracle::Worth;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// Positions of a board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `board` and `positions`")]
pub(crate) struct BatchRequest {
    board: String,
    positions: Vec<String>,
}

/// Answers for each position, in order.
pub(crate) async fn batch(app: Arc<App>, request: BatchRequest) -> Result<Value, Problem> {
    let BatchRequest { board, positions } = request;
    let board = app.board(&board)?;
    let most = app.limits.positions;
    if positions.len() > most {
        let message = format!("{} positions exceed the limit of {most} per request", positions.len());
        return Err(Problem::new(ProblemKind::Limit, message));
    }
    let positions = Arc::new(positions);
    loop {
        let asked = Arc::clone(&positions);
        match quick(&app, Some(board), move |app| look_up(app, board, &asked)).await? {
            Ok(results) => return Ok(json!({ "results": results })),
            Err(board) => make(&app, board).await?,
        }
    }
}

/// The answers, or the small database that they need.
fn look_up(app: &App, board: Board, positions: &[String]) -> Result<Result<Value, Board>, Problem> {
    let oracle = app.oracle(board)?;
    let game = oracle.game();
    let read = |text: &String| {
        app.check_text(ProblemKind::Position, text)?;
        read_position(game, text)
    };
    let read: Vec<_> = positions.iter().map(read).collect();
    let good: Vec<AnyPosition> = read.iter().filter_map(|read| read.as_ref().ok().copied()).collect();
    let by_rules = |position: &AnyPosition| {
        let ending = game.ending(&game.begin(position), position)?;
        let outcome = ending.value_for(game.side_to_move(position));
        Some(Worth::of(Bounds::exact(Score::of_outcome(outcome))))
    };
    let mut worths = Vec::with_capacity(good.len());
    for (position, worth) in good.iter().zip(oracle.worths(&good)?) {
        let worth = by_rules(position).unwrap_or(worth);
        if worth == Worth::UNKNOWN
            && let Some(board) = app.missing(board, game.count(position))
        {
            return Ok(Err(board));
        }
        worths.push(worth);
    }
    let mut worths = worths.into_iter();
    let result = |(text, read): (&String, Result<AnyPosition, Problem>)| match read {
        Ok(position) => joined([
            json!({
                "position": game.format_position(&position),
                "to_move": game.side_to_move(&position).word(),
            }),
            worth::worth(worths.next().unwrap_or(Worth::UNKNOWN)),
            json!({ "error": null }),
        ]),
        Err(problem) => json!({ "position": text, "error": problem.document() }),
    };
    Ok(Ok(positions.iter().zip(read).map(result).collect()))
}
