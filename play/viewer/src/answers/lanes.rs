//! Runs the work of the routes: in which lane, and for how long.

use crate::app::App;
use crate::asked::Asked;
use crate::problem::{Problem, ProblemKind};
use crate::work::{Share, Threads};
use nexsolve_games::Board;
use std::sync::Arc;
use std::time::Duration;

/// The time limit of quick work. Only tables on a slow disk come near it.
pub(super) const QUICK: Duration = Duration::from_mins(1);

/// The time of a search if the request does not say.
const SECONDS: f64 = 2.0;

/// The time that a request asks for.
pub(super) fn time(app: &App, seconds: Option<f64>) -> Result<Duration, Problem> {
    let most = app.limits.search;
    let Some(seconds) = seconds else { return Ok(Duration::from_secs_f64(SECONDS).min(most)) };
    let wrong = || {
        let message = format!("`seconds` must be a number from 0 to {}, not {seconds}", most.as_secs_f64());
        Problem::new(ProblemKind::Limit, message)
    };
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    if time <= most { Ok(time) } else { Err(wrong()) }
}

/// Runs work that takes next to no time. `board` is that of the tables that it needs.
pub(super) async fn quick<R: Send + 'static>(
    app: &Arc<App>,
    board: Option<Board>,
    work: impl FnOnce(&App) -> Result<R, Problem> + Send + 'static,
) -> Result<R, Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.lanes(board).quick.run(QUICK, Threads::One, move |_| work(&app)).await
}

/// Runs work that takes time, for at most `time`. `board` is that of the tables that it needs.
#[cfg(not(feature = "tables-only"))]
pub(super) async fn slow<R: Send + 'static>(
    app: &Arc<App>,
    board: Option<Board>,
    time: Duration,
    threads: Threads,
    work: impl FnOnce(&App, &Share) -> Result<R, Problem> + Send + 'static,
) -> Result<R, Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.lanes(board).slow.run(time, threads, move |share| work(&app, share)).await
}

/// Refuses work that takes time, so that the searches and players that it needs are not in the program.
#[cfg(feature = "tables-only")]
pub(super) async fn slow<R>(
    _app: &Arc<App>,
    _board: Option<Board>,
    _time: Duration,
    _threads: Threads,
    _work: impl FnOnce(&App, &Share) -> Result<R, Problem>,
) -> Result<R, Problem> {
    Err(Problem::elsewhere())
}

/// The time limit for making a small database, which takes a few seconds on an idle machine.
const MAKE: Duration = Duration::from_mins(1);

/// Makes a small database; only one is made at a time, so that other requests find free threads.
#[cfg(not(feature = "tables-only"))]
pub(super) async fn make(app: &Arc<App>, board: Board) -> Result<(), Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.lanes(None).slow.run_alone(MAKE, Threads::Some, move |share| app.make(board, share)).await
}

/// Refuses to make a small database.
#[cfg(feature = "tables-only")]
pub(super) async fn make(_app: &Arc<App>, _board: Board) -> Result<(), Problem> {
    Err(Problem::elsewhere())
}

/// Makes the small database for the game's current position, if it can be made and does not exist yet.
pub(super) async fn prepare(app: &Arc<App>, asked: &Arc<Asked>) -> Result<(), Problem> {
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
