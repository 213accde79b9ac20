//! `POST /api/v1/batch`: many positions of one board, by the rules and the tables alone.

use super::values::WorthAnswer;
use super::{make, quick};
use crate::app::App;
use crate::asked::read_position;
use crate::problem::{Document, Kind, Problem};
use nexsolve_core::{Bounds, Contest, Game, Notation, Score};
use nexsolve_games::{AnyPosition, Board};
use nexsolve_oracle::Worth;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Positions of a board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatchRequest {
    board: String,
    positions: Vec<String>,
}

/// An answer for each, in their order.
#[derive(Serialize)]
pub(crate) struct BatchAnswer {
    results: Vec<Result>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Result {
    Known {
        position: String,
        to_move: &'static str,
        #[serde(flatten)]
        worth: WorthAnswer,
        error: Option<()>,
    },
    Wrong {
        position: String,
        error: serde_json::Value,
    },
}

/// Answers.
pub(crate) async fn batch(app: Arc<App>, request: BatchRequest) -> std::result::Result<BatchAnswer, Problem> {
    let BatchRequest { board, positions } = request;
    let board = app.board(&board)?;
    let most = app.limits.positions;
    if positions.len() > most {
        let message = format!("{} positions are more than the {most} of a request", positions.len());
        return Err(Problem::new(Kind::Limit, message));
    }
    let positions = Arc::new(positions);
    loop {
        let asked = Arc::clone(&positions);
        match quick(&app, move |app, _| look_up(app, board, &asked)).await? {
            Ok(results) => return Ok(BatchAnswer { results }),
            Err(board) => make(&app, board).await?,
        }
    }
}

/// The answers, or the small database that has to be made for them.
type LookedUp = std::result::Result<Vec<Result>, Board>;

fn look_up(app: &App, board: Board, positions: &[String]) -> std::result::Result<LookedUp, Problem> {
    let oracle = app.oracle(board)?;
    let game = oracle.game();
    let read = |text: &String| {
        app.check_text(Kind::Position, text)?;
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
    let result = |(text, read): (&String, std::result::Result<AnyPosition, Problem>)| match read {
        Ok(position) => Result::Known {
            position: game.format_position(&position),
            to_move: game.side_to_move(&position).word(),
            worth: WorthAnswer::of(worths.next().unwrap_or(Worth::UNKNOWN)),
            error: None,
        },
        Err(problem) => Result::wrong(text, &problem),
    };
    Ok(Ok(positions.iter().zip(read).map(result).collect()))
}

impl Result {
    fn wrong(text: &str, problem: &Problem) -> Self {
        let error: Document<'_> = problem.document();
        Self::Wrong {
            position: text.to_owned(),
            error: serde_json::to_value(error).expect("text and numbers"),
        }
    }
}
