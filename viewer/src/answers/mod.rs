//! The routes: what each is asked, and what it answers.

mod audit;
mod batch;
mod explain;
mod line;
mod lists;
mod play;
mod players;
mod position;
mod read;
mod values;
mod write;

pub(crate) use audit::audit;
pub(crate) use batch::batch;
pub(crate) use line::line;
pub(crate) use lists::{databases, games};
pub(crate) use play::play;
pub(crate) use players::players;
pub(crate) use position::position;
pub(crate) use read::read;
pub(crate) use values::values;
pub(crate) use write::write;

use crate::app::App;
use crate::asked::Asked;
use crate::problem::{Kind, Problem};
use crate::work::{Share, Threads};
use nexsolve_games::Board;
use std::sync::Arc;
use std::time::Duration;
use values::worth;

/// The time of what is quick: it has none, but for tables that lie on a slow disk.
const QUICK: Duration = Duration::from_mins(1);

/// The time of a search if nothing else is said.
const SECONDS: f64 = 2.0;

/// The time that a request asks for.
fn time(app: &App, seconds: Option<f64>) -> Result<Duration, Problem> {
    let most = app.limits.search;
    let Some(seconds) = seconds else { return Ok(Duration::from_secs_f64(SECONDS).min(most)) };
    let wrong = || {
        let message = format!("seconds are a number from 0 to {}, not {seconds}", most.as_secs_f64());
        Problem::new(Kind::Limit, message)
    };
    let time = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
    if time <= most { Ok(time) } else { Err(wrong()) }
}

/// Of more moves than these none is told.
const MOST_MOVES: usize = 5_000;

/// Does what takes no time to speak of.
async fn quick<R: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> Result<R, Problem> + Send + 'static,
) -> Result<R, Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.quick.run(QUICK, Threads::One, move |_| work(&app)).await
}

/// Does what takes time, for so long at most.
async fn slow<R: Send + 'static>(
    app: &Arc<App>,
    time: Duration,
    threads: Threads,
    work: impl FnOnce(&App, &Share) -> Result<R, Problem> + Send + 'static,
) -> Result<R, Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.slow.run(time, threads, move |share| work(&app, share)).await
}

/// The time for a small database, which takes a few seconds at most where nothing else is going on.
const MAKE: Duration = Duration::from_mins(1);

/// Makes a small database, one at a time: the threads are left to other requests.
async fn make(app: &Arc<App>, board: Board) -> Result<(), Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.slow.run_alone(MAKE, Threads::Some, move |share| app.make(board, share)).await
}

/// Makes the small database that a game needs where it stands, if there is one and it is not there.
async fn prepare(app: &Arc<App>, asked: &Arc<Asked>) -> Result<(), Problem> {
    let asked = Arc::clone(asked);
    let missing = quick(app, move |app| {
        let (oracle, course) = asked.open(app)?;
        Ok(app.missing(asked.board, oracle.game().count(course.position())))
    });
    match missing.await? {
        Some(board) => make(app, board).await,
        None => Ok(()),
    }
}
