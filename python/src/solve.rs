//! Searches.

use crate::arguments::{Memory, Number};
use crate::error::{failed, wrong};
use crate::state::start_or_state;
use crate::value::{Value, moves};
use crate::wait::{attended, pool};
use nexsolve_games::Board;
use nexsolve_oracle::Oracle;
use nexsolve_solver::{Goal, Options};
use pyo3::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// The longest `time`, in seconds.
const LONGEST: f64 = 1e9;

/// What a search has proven.
#[pyclass(module = "nexsolve", frozen, get_all)]
pub(crate) struct Solution {
    /// The value of the position, for the side to move.
    value: Py<Value>,
    /// Every move in notation with what is proven about it for the mover, in the order of the rules: a list,
    /// which notebooks display as a table.
    moves: Py<PyAny>,
    /// Whether everything that was asked for is proven.
    complete: bool,
    /// Positions visited.
    nodes: u64,
}

#[pymethods]
impl Solution {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let value = self.value.bind(py).str()?;
        Ok(format!("<Solution: {value}, {} nodes>", self.nodes))
    }
}

/// Proves the value of a state, or of the start of a board (`solve("nex:3x3")`): the value alone
/// (`goal="value"`), that of each move (`"moves"`), or also the plies to the end
/// (`"distances"`), by search alone.
///
/// A search that ends early, after `time` seconds or `nodes` positions, returns what it has proven: bounds.
/// `memory` is a number of bytes or a text such as `4GiB`. Ctrl-C ends it with KeyboardInterrupt.
///
/// Raises ValueError for a finished game, and where there is no search.
#[pyfunction]
#[pyo3(signature = (state, *, goal="distances", time=None, nodes=None, memory=Memory(1 << 30), threads=None),
    text_signature = "(state, *, goal='distances', time=None, nodes=None, memory='1GiB', threads=None)")]
pub(crate) fn solve(
    py: Python<'_>,
    state: &Bound<'_, PyAny>,
    goal: &str,
    time: Option<Number<f64>>,
    nodes: Option<Number<u64>>,
    memory: Memory,
    threads: Option<Number<usize>>,
) -> PyResult<Solution> {
    let state = start_or_state(state)?;
    let goal = match goal {
        "value" => Goal::Value,
        "moves" => Goal::Moves,
        "distances" => Goal::Distances,
        other => return Err(wrong(format!("{other:?} is not a goal: value, moves or distances"))),
    };
    let limit = match time.map(|Number(seconds)| seconds) {
        Some(seconds) if !(0.0..=LONGEST).contains(&seconds) => {
            return Err(wrong(format!("time is a number of seconds from 0 to {LONGEST}, or None")));
        }
        limit => limit.map(Duration::from_secs_f64),
    };
    if state.is_terminal() {
        return Err(wrong("the game is over"));
    }
    let board: Board = state.of().game.board();
    let oracle = Oracle::new(board, &[]).map_err(wrong)?;
    let pool = pool(threads)?;
    let options = Options { nodes: nodes.map(|Number(nodes)| nodes), ..Options::within(memory.0) };
    let (position, stop, begun) = (*state.position(), Arc::new(AtomicBool::new(false)), Instant::now());
    let beat = || {
        if limit.is_some_and(|limit| begun.elapsed() >= limit) {
            stop.store(true, Relaxed);
        }
        Ok(())
    };
    let work = || match oracle.searcher(options, &stop, &()) {
        Ok(searcher) => Ok(searcher.map(|mut searcher| searcher.solve(&position, goal))),
        Err(error) => Err(error),
    };
    let found = attended(py, &pool, &stop, beat, work)?.map_err(failed)?;
    let solution = found.ok_or_else(|| wrong(format!("no search covers {board}")))?.map_err(failed)?;
    let effort = solution.searched.unwrap_or_default();
    Ok(Solution {
        value: Py::new(py, Value(solution.worth))?,
        moves: moves(py, &state, &solution.moves)?.unbind(),
        complete: effort.complete,
        nodes: effort.nodes(),
    })
}
