//! Generation of databases.

use crate::arguments::{Memory, Number};
use crate::database::{Database, open};
use crate::error::{failed, wrong};
use crate::game::Game;
use crate::wait::{CallableProgress, attended, check_callable, pool};
use nexsolve_db::{Form, Metric};
use nexsolve_games::{Board, Measure};
use nexsolve_tablegen::{GenerateError, GenerateObserver, Plan, Reach, TableChoice, check_metric};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

impl GenerateObserver for CallableProgress {
    fn planned(&self, plan: &Plan) {
        self.set(0, plan.entries);
    }

    fn progress(&self, progress: nexsolve_tablegen::GenerateProgress) {
        self.set(progress.done, progress.total);
    }
}

/// The metric with this name.
pub(crate) fn metric(word: &str) -> PyResult<Metric> {
    let found = Metric::parse(word).filter(|metric| *metric != Metric::Reach);
    found.ok_or_else(|| wrong(format!("{word:?} is not a metric: wdl, dtw or score")))
}

/// The board with a name, or of a game.
fn board_of(board: &Bound<'_, PyAny>) -> PyResult<Board> {
    let name = match (board.extract::<String>(), board.cast::<Game>()) {
        (Ok(name), _) => name,
        (_, Ok(game)) => game.get().name(),
        _ => {
            return Err(PyTypeError::new_err("board is the name of a board or a Game"));
        }
    };
    nexsolve_games::board(&name).map_err(|error| {
        match nexsolve_games::played(&name, None).map(|board| board.card().measure) {
            Ok(Measure::Count { what, example, .. }) => {
                wrong(format!("tables hold up to a number of {what}: {example}"))
            }
            Ok(Measure::Sides { .. }) => wrong(error),
            // What is wrong with a name at all, rather than as an argument of the command.
            Err(unknown) => wrong(unknown),
        }
    })
}

/// Generates the database of a board in the folder `out`, or the rest of it after an interruption, and opens
/// it.
///
/// `board` is a name that the command reads (`nex:4x4`, `awari:6`) or a game. `metric` is `wdl` (win, draw or
/// loss), `dtw` (also the plies to the end) or `score` (points); the default is `score` in a game with
/// points, else `wdl`. `raw` does not compress, for faster look-ups; `reach=False` does not record the
/// positions that play can reach. `memory` is in bytes, or such as `"4GiB"`. `progress` is called with the
/// entries done and all entries, from the calling thread. Ctrl-C ends the run with KeyboardInterrupt;
/// finished tables stay, and the same call resumes.
///
/// The files have the same bytes as those of `nexsolve generate`. Raises ValueError for a board or a metric
/// without tables, and NexsolveError if the folder cannot be used or the memory is too small.
#[pyfunction]
#[pyo3(signature = (board, out, *, metric=None, raw=false, reach=None, memory=Memory(1 << 30), threads=None, progress=None),
    text_signature = "(board, out, *, metric=None, raw=False, reach=None, memory='1GiB', threads=None, progress=None)")]
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn generate(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    out: PathBuf,
    metric: Option<&str>,
    raw: bool,
    reach: Option<bool>,
    memory: Memory,
    threads: Option<Number<usize>>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Database> {
    check_callable(py, progress.as_ref())?;
    let Memory(memory) = memory;
    let board = board_of(board)?;
    let tables = nexsolve_kernels::tables(board).map_err(wrong)?;
    let tables = tables.ok_or_else(|| wrong(format!("{} has no tables", board.title())))?;
    let choice = TableChoice {
        metric: metric.map(self::metric).transpose()?,
        reach: reach.map(|reach| if reach { Reach::Counted } else { Reach::Left }),
        form: if raw { Form::Raw } else { Form::Compressed },
        memory_bytes: memory,
    };
    let settings = tables.chosen(board, &choice).map_err(wrong)?;
    if choice.metric.is_none() {
        check_metric(&out, board, settings.metric)
            .map_err(|error| wrong(format!("{error}: name the metric to resume or to add tables")))?;
    }
    let (stop, state, mut last) = (Arc::new(AtomicBool::new(false)), CallableProgress::default(), (0, 0));
    let pool = pool(threads)?;
    let work = || nexsolve_tablegen::generate(&*tables, &out, &settings, &stop, &state);
    let made = attended(py, &pool, &stop, || state.tell(py, progress.as_ref(), &mut last), work)?;
    let refused = |error: GenerateError| match error {
        GenerateError::Plan(nexsolve_tablegen::PlanError::NeedsMemory { .. }) => failed(error),
        GenerateError::Plan(_) => wrong(format!("{} cannot be generated: {error}", board.title())),
        _ => failed(error),
    };
    made.map_err(refused)?;
    state.end(py, progress.as_ref(), &mut last)?;
    open(py, vec![out], Memory(memory / 2))
}
