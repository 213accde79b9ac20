//! `POST /api/v1/values`: the value of the position and of each legal move.

mod progress;

use super::lanes::{QUICK, make, prepare, quick, slow, time};
use super::worth::{Tell, line, worth};
use crate::app::App;
use crate::asked::{Asked, request};
use crate::problem::Problem;
use crate::words;
use crate::work::{Share, Threads};
use nexsolve_core::{Course, Notation};
use nexsolve_db::json::joined;
use nexsolve_games::{AnyGame, Board};
use nexsolve_judging::hardness::Hardness;
use nexsolve_oracle::{Answer, Reply, Search};
use nexsolve_players::Roster;
use nexsolve_solver::SearchObserver;
use progress::Progress;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// Positions with more legal moves get no per-move values.
pub(super) const MOST_MOVES: usize = 5_000;

request! {
    /// A game, and the time for a search.
    ValuesRequest {
        /// 0 for rules and tables only.
        seconds: Option<f64>,
        /// Whether a search tells what it has proven so far.
        progress: Option<bool>,
        /// Whether to say how hard the position is.
        hardness: Option<bool>,
    }
}

/// Answers at once if rules and tables know all values, otherwise after a search, whose progress `tell`
/// receives if the request asks for it.
pub(crate) async fn values(app: Arc<App>, mut request: ValuesRequest, tell: Tell) -> Result<Value, Problem> {
    let tell = request.progress.unwrap_or(false).then_some(tell);
    let asked = Arc::new(request.game(&app)?);
    let time = time(&app, request.seconds)?;
    let wants_hardness = request.hardness.unwrap_or(false);
    let board = Some(asked.board);
    let (mut document, known) = loop {
        let here = Arc::clone(&asked);
        match quick(&app, board, move |app| at_once(app, &here, time)).await? {
            Next::Done(document, known) => break (document, known),
            Next::Make(board) => make(&app, board).await?,
            Next::Search(known) => {
                let here = Arc::clone(&asked);
                let work = move |app: &App, share: &Share| search(app, share, &here, &known, time, tell);
                break slow(&app, board, time, Threads::Some, work).await?;
            }
        }
    };
    // Without players, the page asks `/hardness` of a program that has them.
    if wants_hardness && cfg!(not(feature = "tables-only")) {
        document["hardness"] = hardness_of(&app, asked, known).await?;
    }
    Ok(document)
}

request! {
    /// A game.
    HardnessRequest {}
}

/// Answers how hard a position is, from rules and tables.
pub(crate) async fn hardness(app: Arc<App>, mut request: HardnessRequest) -> Result<Value, Problem> {
    let asked = Arc::new(request.game(&app)?);
    prepare(&app, &asked).await?;
    let here = Arc::clone(&asked);
    let known = quick(&app, Some(asked.board), move |app| {
        let (oracle, course) = here.open(app)?;
        Ok(oracle.answer(&course, MOST_MOVES, None)?)
    });
    let known = known.await?;
    Ok(json!({ "hardness": hardness_of(&app, asked, known).await? }))
}

async fn hardness_of(app: &Arc<App>, asked: Arc<Asked>, known: Answer) -> Result<Value, Problem> {
    let board = Some(asked.board);
    let work = move |app: &App, _: &Share| judged(app, &asked, &known);
    slow(app, board, QUICK, Threads::One, work).await
}

/// The next step towards an answer.
enum Next {
    /// Nothing: here it is.
    Done(Value, Answer),
    /// A small database has to be made.
    Make(Board),
    /// A search, which continues from this answer.
    Search(Answer),
}

/// The answer by rules and tables, unless a small database or a search can add to it.
fn at_once(app: &App, asked: &Asked, time: Duration) -> Result<Next, Problem> {
    let (oracle, course) = asked.open(app)?;
    let known = oracle.answer(&course, MOST_MOVES, None)?;
    if known.is_open
        && known.count <= MOST_MOVES
        && let Some(board) = app.missing(asked.board, oracle.game().count(course.position()))
    {
        return Ok(Next::Make(board));
    }
    if may_search(oracle.game(), &known) && !time.is_zero() {
        return Ok(Next::Search(known));
    }
    Ok(Next::Done(answer(app, asked, &course, &known, None), known))
}

/// The answer by a search, which continues from what is `known`.
fn search(
    app: &App,
    share: &Share,
    asked: &Asked,
    known: &Answer,
    time: Duration,
    tell: Option<Tell>,
) -> Result<(Value, Answer), Problem> {
    let (oracle, course) = asked.open(app)?;
    let progress = tell.map(|tell| Progress::begin(&course, known, tell));
    let mut listeners: Vec<&dyn SearchObserver> = vec![share];
    listeners.extend(progress.as_ref().map(|progress| progress as &dyn SearchObserver));
    let search = Search { observer: &listeners.as_slice(), ..app.search(share) };
    let found = oracle.answer(&course, MOST_MOVES, Some(&search))?;
    Ok((answer(app, asked, &course, &found, Some(time)), found))
}

/// How hard the position is; null if that is unknown, or if no move gives value away.
fn judged(app: &App, asked: &Asked, known: &Answer) -> Result<Value, Problem> {
    if known.is_open || known.moves.is_empty() {
        return Ok(Value::Null);
    }
    let (oracle, course) = asked.open(app)?;
    let roster = Roster::with_networks(&oracle, &app.networks);
    let found = nexsolve_judging::hardness::hardness(&roster, &course, known)?;
    Ok(found.map_or(
        Value::Null,
        |Hardness { good, moves, errs }| json!({ "good_moves": good, "moves": moves, "levels_err": errs }),
    ))
}

/// Whether a search could add to what is known: a search of all moves, or where there is none, one for a
/// forced win.
fn may_search(game: &AnyGame, known: &Answer) -> bool {
    if game.is_searched() {
        known.is_open && known.count <= MOST_MOVES
    } else {
        !known.worth.is_known() && game.forces()
    }
}

/// The values of the position and its moves, as a document.
fn answer(
    app: &App,
    asked: &Asked,
    course: &Course<'_, AnyGame>,
    known: &Answer,
    granted: Option<Duration>,
) -> Value {
    let (game, position) = (course.game(), course.position());
    let sentence = match course.ending() {
        Some(ending) => words::over(game, position, &ending),
        None => words::sentence(game, course.side(), known, granted),
    };
    let has_asked_all = known.searched.as_ref().is_some_and(|effort| effort.exhausted);
    // A search that ended before its time has nothing more to find.
    let has_more = |time| time < app.limits.search && known.searched.is_some();
    let search_helps = may_search(game, known) && !has_asked_all && granted.is_none_or(has_more);
    let of_tables = !known.tables.is_empty() || known.searched.is_some();
    let line = |known: &Reply| line(&game.format_in_full(position, known.mv), known.worth);
    joined([
        json!({ "position": game.format_position(position), "to_move": course.side().word() }),
        worth(known.worth),
        json!({
            "sentence": sentence,
            "source": known.source.word(),
            "detail": words::detail(game, known, granted),
            "left_out": asked.left_out().filter(|_| of_tables),
            "moves": known.moves.iter().map(line).collect::<Value>(),
            "moves_left_out": known.count > known.moves.len(),
            // Whether a search of more seconds, up to the limit, could find more.
            "search_helps": search_helps,
        }),
    ])
}
