//! `POST /api/v1/batch`: many positions of one board, by the rules and the tables alone.

use super::values::WorthAnswer;
use super::{QUICK, make};
use crate::app::{App, Task};
use crate::asked::read_position;
use crate::games::Viewed;
use crate::known::Worth;
use crate::problem::{Document, Kind, Problem};
use crate::tables::Stack;
use crate::work::Threads;
use nexsolve_boards::Board;
use nexsolve_core::{Bounds, Score};
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
    let arena = app.arena(&board)?;
    let most = app.limits.positions;
    if positions.len() > most {
        let message = format!("{} positions are more than the {most} of a request", positions.len());
        return Err(Problem::new(Kind::Limit, message));
    }
    let positions = Arc::new(positions);
    loop {
        let (lane, app, positions) = (Arc::clone(&app), Arc::clone(&app), Arc::clone(&positions));
        let look = {
            let app = Arc::clone(&app);
            move |_: &_| {
                let missing = |size| app.missing(arena, size);
                app.with(arena, LookUp { app: &app, positions: &positions, missing: &missing })
            }
        };
        match lane.quick.run(QUICK, Threads::One, look).await? {
            Ok(results) => return Ok(BatchAnswer { results }),
            Err(board) => make(&app, board).await?,
        }
    }
}

struct LookUp<'a> {
    app: &'a App,
    positions: &'a [String],
    missing: &'a dyn Fn(u32) -> Option<Board>,
}

impl Task for LookUp<'_> {
    /// The answers, or the small database that has to be made for them.
    type Done = std::result::Result<Vec<Result>, Board>;

    fn on<G: Viewed>(self, game: &G, tables: &Stack<'_, G>) -> std::result::Result<Self::Done, Problem> {
        let read = |text: &String| {
            self.app.check_text(Kind::Position, text)?;
            read_position(game, text)
        };
        let read: Vec<_> = self.positions.iter().map(read).collect();
        let worth_by_rules = |position: &G::Position| {
            let ending = game.ending(&game.begin(position), position)?;
            let outcome = ending.value_for(game.side_to_move(position));
            Some(Worth::of(Bounds::exact(Score::of_outcome(outcome))))
        };
        let mut worths: Vec<Option<Worth>> =
            read.iter().map(|read| read.as_ref().ok().and_then(worth_by_rules)).collect();
        let good = |i: &usize| read[*i].as_ref().ok().copied();
        let open: Vec<usize> = (0..read.len()).filter(|&i| worths[i].is_none() && read[i].is_ok()).collect();
        let asked: Vec<G::Position> = open.iter().filter_map(good).collect();
        for ((i, position), found) in open.into_iter().zip(&asked).zip(tables.look(&asked)?) {
            match found {
                Some(found) => {
                    let points = found.points.zip(game.points(position));
                    worths[i] = Some(Worth {
                        bounds: found.bounds,
                        points: found.points,
                        margin: points.map(|(points, here)| here.lead + points),
                    });
                }
                None => {
                    if let Some(board) = (self.missing)(game.extent(position)) {
                        return Ok(Err(board));
                    }
                }
            }
        }
        let result = |((text, read), worth): ((&String, _), Option<Worth>)| match read {
            Ok(position) => Result::Known {
                position: game.format_position(&position),
                to_move: game.side_to_move(&position).word(),
                worth: WorthAnswer::of(worth.unwrap_or(Worth::UNKNOWN)),
                error: None,
            },
            Err(problem) => Result::wrong(text, &problem),
        };
        Ok(Ok(self.positions.iter().zip(read).zip(worths).map(result).collect()))
    }
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
