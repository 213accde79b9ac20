//! The routes: one file for each, with its request and its answer.

mod audit;
mod batch;
mod connections;
mod estimate;
mod explain;
mod line;
mod lists;
mod picture;
mod play;
mod players;
mod position;
mod puzzle;
mod read;
mod values;
mod write;

pub(crate) use audit::audit;
pub(crate) use batch::batch;
pub(crate) use connections::connections;
pub(crate) use estimate::estimate;
pub(crate) use line::line;
pub(crate) use lists::{databases, games};
pub(crate) use play::play;
pub(crate) use players::players;
pub(crate) use position::position;
pub(crate) use puzzle::puzzle;
pub(crate) use read::read;
pub(crate) use values::values;
pub(crate) use write::write;

/// The routes that take a document: calls the macro `$at` with the function that answers the route.
macro_rules! posted {
    ($route:expr, $at:ident, $other:expr) => {
        match $route {
            "position" => $at!($crate::answers::position),
            "values" => $at!($crate::answers::values),
            "line" => $at!($crate::answers::line),
            "connections" => $at!($crate::answers::connections),
            "estimate" => $at!($crate::answers::estimate),
            "batch" => $at!($crate::answers::batch),
            "play" => $at!($crate::answers::play),
            "puzzle" => $at!($crate::answers::puzzle),
            "players" => $at!($crate::answers::players),
            "read" => $at!($crate::answers::read),
            "write" => $at!($crate::answers::write),
            "audit" => $at!($crate::answers::audit),
            _ => $other,
        }
    };
}
pub(crate) use posted;

/// Reads the document of a request, perhaps after a byte-order mark (RFC 8259 lets a reader ignore it).
pub(crate) fn parsed<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    serde_json::from_slice(bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes))
        .map_err(|error| Problem::new(Kind::Request, format!("the document is not valid: {error}")))
}

use crate::app::App;
use crate::asked::Asked;
use crate::problem::{Kind, Problem};
use crate::work::{Share, Threads};
use nexsolve_games::Board;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::Duration;
use values::worth;

/// The time limit of quick work. Only tables on a slow disk come near it.
const QUICK: Duration = Duration::from_mins(1);

/// The time of a search if the request does not say.
const SECONDS: f64 = 2.0;

/// The time that a request asks for.
fn time(app: &App, seconds: Option<f64>) -> Result<Duration, Problem> {
    let most = app.limits.search;
    let Some(seconds) = seconds else { return Ok(Duration::from_secs_f64(SECONDS).min(most)) };
    let wrong = || {
        let message = format!("`seconds` must be a number from 0 to {}, not {seconds}", most.as_secs_f64());
        Problem::new(Kind::Limit, message)
    };
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    if time <= most { Ok(time) } else { Err(wrong()) }
}

/// Positions with more legal moves get no per-move values.
const MOST_MOVES: usize = 5_000;

/// Runs work that takes next to no time. `board` is that of the tables that it needs.
async fn quick<R: Send + 'static>(
    app: &Arc<App>,
    board: Option<Board>,
    work: impl FnOnce(&App) -> Result<R, Problem> + Send + 'static,
) -> Result<R, Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.lanes(board).quick.run(QUICK, Threads::One, move |_| work(&app)).await
}

/// Runs work that takes time, for at most `time`. `board` is that of the tables that it needs.
async fn slow<R: Send + 'static>(
    app: &Arc<App>,
    board: Option<Board>,
    time: Duration,
    threads: Threads,
    work: impl FnOnce(&App, &Share) -> Result<R, Problem> + Send + 'static,
) -> Result<R, Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.lanes(board).slow.run(time, threads, move |share| work(&app, share)).await
}

/// The time limit for making a small database, which takes a few seconds on an idle machine.
const MAKE: Duration = Duration::from_mins(1);

/// Makes a small database; only one is made at a time, so that other requests find free threads.
async fn make(app: &Arc<App>, board: Board) -> Result<(), Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.lanes(None).slow.run_alone(MAKE, Threads::Some, move |share| app.make(board, share)).await
}

/// Makes the small database for the game's current position, if it can be made and does not exist yet.
async fn prepare(app: &Arc<App>, asked: &Arc<Asked>) -> Result<(), Problem> {
    let asked = Arc::clone(asked);
    let missing = quick(app, None, move |app| {
        let (oracle, course) = asked.open(app)?;
        Ok(app.missing(asked.board, oracle.game().count(course.position())))
    });
    match missing.await? {
        Some(board) => make(app, board).await,
        None => Ok(()),
    }
}
