//! Databases.

use crate::arguments::{Memory, each, reserve};
use crate::error::{check_exists, failed, wrong};
use crate::game::Game;
use crate::state::State;
use crate::value::{Value, moves};
use crate::wait::interruptible;
use nexsolve_core::Notation as _;
use nexsolve_db::is_address;
use nexsolve_games::AnyPosition;
use nexsolve_oracle::{Line, Opened, Oracle, OracleDatabase, Reply, best_first};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

/// One database or several of the same game; the most informative answer wins. Threads may share it. As a
/// context manager it closes at the end.
#[pyclass(module = "nexsolve", frozen)]
pub(crate) struct Database {
    oracle: RwLock<Option<Arc<Oracle>>>,
    game: Game,
    /// Whether looking a position up can be a request to a server.
    is_remote: bool,
}

impl Database {
    pub(crate) fn oracle(&self) -> PyResult<Arc<Oracle>> {
        let oracle = self.oracle.read().unwrap_or_else(PoisonError::into_inner);
        oracle.clone().ok_or_else(|| PyValueError::new_err("the database is closed"))
    }

    /// The first database, the most informative one.
    pub(crate) fn first(&self) -> PyResult<Opened> {
        let oracle = self.oracle()?;
        Ok(oracle.databases().first().expect("at least one").opened.clone())
    }

    pub(crate) fn of(&self) -> &Game {
        &self.game
    }

    /// The positions of these states, which must be of this game.
    pub(crate) fn positions(&self, states: &Bound<'_, PyAny>) -> PyResult<Vec<AnyPosition>> {
        let mut positions = Vec::new();
        each(states, |state| {
            let state: PyRef<'_, State> = state.extract()?;
            self.check(&state)?;
            reserve(&mut positions, 1)?;
            positions.push(*state.position());
            Ok(())
        })?;
        Ok(positions)
    }

    /// Runs `work`, which reads tables, while other Python threads run. Ctrl-C ends the wait for a server.
    pub(crate) fn reading<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        if self.is_remote { interruptible(py, work) } else { Ok(py.detach(work)) }
    }

    fn check(&self, state: &State) -> PyResult<()> {
        if *state.of() == self.game {
            return Ok(());
        }
        Err(wrong(format!(
            "a state of {}, but this is a database of {}",
            state.of().name(),
            self.game.name()
        )))
    }

    /// Every legal move with its value, the best first.
    pub(crate) fn known(&self, py: Python<'_>, state: &State) -> PyResult<Vec<Reply>> {
        self.check(state)?;
        let oracle = self.oracle()?;
        let course = state.course().clone();
        let known = self.reading(py, || oracle.answer(&course, usize::MAX, None))?.map_err(failed)?;
        let mut moves = known.moves;
        best_first(&mut moves);
        Ok(moves)
    }

    /// A layer as a DataFrame of this library.
    fn frame<'py>(
        &self,
        py: Python<'py>,
        library: &str,
        layer: &str,
        metric: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let scores = self.layer(py, layer, metric)?;
        py.import("nexsolve.display")?.getattr("frame_of_layer")?.call1((library, scores))
    }

    /// What rules and tables know; `None` if that is nothing.
    fn stored(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<Option<Value>> {
        // Other threads may change the state while this one waits, so nothing is borrowed from it.
        let position = {
            let state = state.try_borrow()?;
            self.check(&state)?;
            *state.position()
        };
        let oracle = self.oracle()?;
        let worth = self.reading(py, || oracle.worths(&[position]))?.map_err(failed)?[0];
        Ok((worth.says_something() || worth.points.is_some()).then_some(Value(worth)))
    }
}

#[pymethods]
impl Database {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        self.game.clone()
    }

    /// The value of a state for the side to move, by rules and tables; earlier moves do not count.
    ///
    /// Raises KeyError if no table stores it, and NexsolveError if a table is damaged.
    fn probe(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<Value> {
        if let Some(value) = self.stored(py, state)? {
            return Ok(value);
        }
        let text = self.game.game.format_position(state.try_borrow()?.position());
        Err(PyKeyError::new_err(format!("no table stores {text}")))
    }

    fn __getitem__(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<Value> {
        self.probe(py, state)
    }

    /// Whether `probe` knows something about a state.
    fn __contains__(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<bool> {
        Ok(self.stored(py, state)?.is_some())
    }

    /// The same, but `default` for a state that no table stores.
    #[pyo3(signature = (state, default=None))]
    fn get(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        default: Option<Py<PyAny>>,
    ) -> PyResult<Py<PyAny>> {
        match self.stored(py, state)? {
            Some(value) => Ok(value.into_pyobject(py)?.into_any().unbind()),
            None => Ok(default.unwrap_or_else(|| py.None())),
        }
    }

    /// Every legal move in notation with its value for the mover, the best first: a list, which notebooks
    /// display as a table.
    fn moves<'py>(&self, py: Python<'py>, state: &Bound<'py, State>) -> PyResult<Bound<'py, PyAny>> {
        let state = &state.try_borrow()?.clone();
        moves(py, state, &self.known(py, state)?)
    }

    /// A layer as a pandas DataFrame: the columns `rank`, `score`, `value` (1, 0, -1) and `distance` (in
    /// plies, -1 for draws and if unknown), without free ranks. `metric` is as for `layer`.
    #[pyo3(signature = (layer, metric=None))]
    fn to_pandas<'py>(
        &self,
        py: Python<'py>,
        layer: &str,
        metric: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.frame(py, "pandas", layer, metric)
    }

    /// The same as a polars DataFrame.
    #[pyo3(signature = (layer, metric=None))]
    fn to_polars<'py>(
        &self,
        py: Python<'py>,
        layer: &str,
        metric: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.frame(py, "polars", layer, metric)
    }

    /// A line of best play in notation, as far as the tables go.
    fn line(&self, py: Python<'_>, state: &Bound<'_, State>) -> PyResult<Vec<String>> {
        let course = {
            let state = state.try_borrow()?;
            self.check(&state)?;
            state.course().clone()
        };
        let oracle = self.oracle()?;
        self.reading(py, || {
            let known = oracle.answer(&course, usize::MAX, None)?;
            let mut line = Line::new(&oracle, course, None);
            let first = line.first(&known)?;
            if let Some(first) = first {
                line.follow(first)?;
            }
            Ok::<_, nexsolve_oracle::OracleError>(line.written())
        })?
        .map_err(failed)
    }

    /// Closes the database: later calls raise ValueError.
    fn close(&self) {
        *self.oracle.write().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn __enter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _error: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        format!("<nexsolve database of {}>", self.game.name())
    }
}

/// Opens the databases in these folders, which must be of one game; `cache` is the memory for the blocks of
/// each: a number of bytes or a text such as `4GiB`.
///
/// A text that begins with `http://` or `https://` is the address of a published database, of which only the
/// needed parts of tables are read. If the server does not send parts of files, each table is downloaded into
/// a temporary file when it is first needed, with a warning.
///
/// Raises FileNotFoundError if a folder does not exist, and NexsolveError if a folder or an address has no
/// database, it is damaged, or a server does not answer.
#[pyfunction]
#[pyo3(signature = (*folders, cache=Memory(64 << 20)), text_signature = "(*folders, cache='64MiB')")]
pub(crate) fn open(py: Python<'_>, folders: Vec<PathBuf>, cache: Memory) -> PyResult<Database> {
    let Memory(cache) = cache;
    let mut held = Vec::new();
    for folder in &folders {
        let opened = if is_address(folder) {
            interruptible(py, || Opened::open(folder, cache))?
        } else {
            check_exists(py, folder)?;
            py.detach(|| Opened::open(folder, cache))
        };
        let opened = opened.map_err(failed)?;
        held.push(Arc::new(OracleDatabase::in_folder(opened, folder)));
    }
    let Some(first) = held.first() else { return Err(wrong("give at least one folder")) };
    let board = first.opened.board.over_the_board();
    if let Some(other) = held.iter().find(|other| !board.has_tables_of(other.opened.board)) {
        return Err(wrong(format!("{} is a database of {}, not of {board}", other.name, other.opened.board)));
    }
    let oracle = Oracle::new(board, &held).map_err(failed)?;
    let game = Game { game: Arc::new(oracle.game().clone()) };
    let oracle = RwLock::new(Some(Arc::new(oracle)));
    let is_remote = held.iter().any(|held| held.opened.database.is_remote());
    Ok(Database { oracle, game, is_remote })
}
