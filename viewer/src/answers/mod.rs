//! The routes: what each is asked, and what it answers.

mod audit;
mod batch;
mod follow;
mod line;
mod lists;
mod play;
mod position;
mod read;
mod values;
mod way;
mod write;

pub(crate) use audit::audit;
pub(crate) use batch::batch;
pub(crate) use line::line;
pub(crate) use lists::{databases, games};
pub(crate) use play::play;
pub(crate) use position::position;
pub(crate) use read::read;
pub(crate) use values::values;
pub(crate) use write::write;

use crate::app::{App, Task};
use crate::asked::Asked;
use crate::games::Viewed;
use crate::problem::{Kind, Problem};
use crate::tables::Stack;
use crate::work::Threads;
use nexsolve_boards::Board;
use std::sync::Arc;
use std::time::Duration;

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

/// The time for a small database, which takes well under a second where nothing else is going on.
const MAKE: Duration = Duration::from_mins(1);

/// Makes a small database.
async fn make(app: &Arc<App>, board: Board) -> Result<(), Problem> {
    let (lane, app) = (Arc::clone(app), Arc::clone(app));
    lane.slow.run(MAKE, Threads::Some, move |share| app.make(board, share)).await
}

/// Makes the small database that a game needs where it stands, if there is one and it is not there.
async fn prepare(app: &Arc<App>, asked: &Arc<Asked>) -> Result<(), Problem> {
    let (lane, quick, asked) = (Arc::clone(app), Arc::clone(app), Arc::clone(asked));
    let missing = move |_: &_| {
        let size = quick.with(asked.arena, Size(&asked))?;
        Ok(quick.missing(asked.arena, size))
    };
    match lane.quick.run(QUICK, Threads::One, missing).await? {
        Some(board) => make(app, board).await,
        None => Ok(()),
    }
}

/// How large a table has to be that knows where the game stands.
struct Size<'a>(&'a Asked);

impl Task for Size<'_> {
    type Done = u32;

    fn on<G: Viewed>(self, game: &G, _: &Stack<'_, G>) -> Result<u32, Problem> {
        Ok(game.extent(self.0.course(game)?.position()))
    }
}
