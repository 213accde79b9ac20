//! `POST /api/v1/values`: what the position and each legal move is worth.

use super::{MOST_MOVES, make, quick, time};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::Problem;
use crate::words;
use crate::work::Threads;
use nexsolve_core::{Bounds, Course, Notation, Score, Wdl};
use nexsolve_games::{AnyGame, Board};
use nexsolve_oracle::{Known, Worth};
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;

request! {
    /// A game, and the time for a search.
    ValuesRequest {
        /// 0 for what the rules and tables tell alone.
        seconds: Option<f64>,
    }
}

/// What the position and its moves are worth.
#[derive(Serialize)]
pub(crate) struct ValuesAnswer {
    position: String,
    to_move: &'static str,
    #[serde(flatten)]
    worth: WorthAnswer,
    sentence: String,
    source: &'static str,
    detail: String,
    left_out: Option<&'static str>,
    moves: Vec<MoveAnswer>,
    moves_left_out: bool,
}

/// A value, in words and numbers.
#[derive(Clone, Serialize)]
pub(crate) struct WorthAnswer {
    pub(crate) value: Option<&'static str>,
    pub(crate) distance: Option<u16>,
    pub(crate) score: Option<i16>,
    pub(crate) margin: Option<i16>,
    /// What is proven of a value that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<&'static str>,
}

#[derive(Serialize)]
struct MoveAnswer {
    #[serde(rename = "move")]
    text: String,
    #[serde(flatten)]
    worth: WorthAnswer,
}

impl WorthAnswer {
    pub(crate) fn of(worth: Worth) -> Self {
        let Bounds { lo, hi } = worth.bounds;
        let is_open = worth.bounds.wdl().is_none();
        let draw = |bound: Score| (is_open && bound.wdl() == Wdl::Draw).then_some(Wdl::Draw.word());
        Self {
            value: worth.bounds.wdl().map(Wdl::word),
            distance: worth.bounds.score().and_then(Score::distance).map(|plies| plies.0),
            score: worth.points,
            margin: worth.margin,
            at_least: draw(lo),
            at_most: draw(hi),
        }
    }
}

/// Answers: at once where rules and tables know all, else after a search.
pub(crate) async fn values(app: Arc<App>, mut request: ValuesRequest) -> Result<ValuesAnswer, Problem> {
    let asked = Arc::new(request.game(&app)?);
    let time = time(&app, request.seconds)?;
    loop {
        let here = Arc::clone(&asked);
        match quick(&app, move |app, _| at_once(app, &here, time)).await? {
            Next::Done(answer) => return Ok(*answer),
            Next::Make(board) => make(&app, board).await?,
            Next::Search => return search(app, asked, time).await,
        }
    }
}

/// What has to be done for an answer.
enum Next {
    /// Nothing: here it is.
    Done(Box<ValuesAnswer>),
    /// A small database has to be made.
    Make(Board),
    /// A search.
    Search,
}

/// What rules and tables tell, if that is all there is to tell.
fn at_once(app: &App, asked: &Asked, time: Duration) -> Result<Next, Problem> {
    let (oracle, course) = asked.open(app)?;
    let known = oracle.know(&course, MOST_MOVES, None)?;
    if known.is_open && known.count <= MOST_MOVES {
        if let Some(board) = app.missing(asked.board, oracle.game().count(course.position())) {
            return Ok(Next::Make(board));
        }
        if oracle.game().is_searched() && !time.is_zero() {
            return Ok(Next::Search);
        }
    }
    Ok(Next::Done(Box::new(answer(asked, &course, &known, None))))
}

async fn search(app: Arc<App>, asked: Arc<Asked>, time: Duration) -> Result<ValuesAnswer, Problem> {
    let lane = Arc::clone(&app);
    let work = move |share: &_| {
        let (oracle, course) = asked.open(&app)?;
        let known = oracle.know(&course, MOST_MOVES, Some(&app.search(share)))?;
        Ok(answer(&asked, &course, &known, Some(time)))
    };
    lane.slow.run(time, Threads::Some, work).await
}

fn answer(
    asked: &Asked,
    course: &Course<'_, AnyGame>,
    known: &Known,
    granted: Option<Duration>,
) -> ValuesAnswer {
    let (game, position) = (course.game(), course.position());
    let sentence = match course.ending() {
        Some(ending) => words::over(game, position, &ending),
        None => words::sentence(game, course.side(), known, granted),
    };
    let of_tables = !known.tables.is_empty() || known.searched.is_some();
    let moves = known.moves.iter().map(|known| MoveAnswer {
        text: game.format_in_full(position, known.mv),
        worth: WorthAnswer::of(known.worth),
    });
    ValuesAnswer {
        position: game.format_position(position),
        to_move: course.side().word(),
        worth: WorthAnswer::of(known.worth),
        sentence,
        source: known.source.word(),
        detail: words::detail(known, granted),
        left_out: asked.left_out().filter(|_| of_tables),
        moves: moves.collect(),
        moves_left_out: known.count > known.moves.len(),
    }
}
