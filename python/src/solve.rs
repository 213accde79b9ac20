//! Searches.

use crate::error::{failed, wrong};
use crate::state::State;
use crate::value::Value;
use nexsolve_core::Notation as _;
use nexsolve_games::Board;
use nexsolve_oracle::{Oracle, Worth};
use nexsolve_solver::{Goal, Options};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often a search looks for Ctrl-C and at the clock.
const BEAT: Duration = Duration::from_millis(20);

/// The longest `time`, in seconds.
const LONGEST: f64 = 1e9;

/// The most `threads`.
const MOST_THREADS: usize = 1024;

/// What a search has proven.
#[pyclass(module = "nexsolve", frozen, get_all)]
pub(crate) struct Solution {
    /// The value of the position, for the side to move.
    value: Py<Value>,
    /// Every move in notation with what is proven about it for the mover, in the order of the rules.
    moves: Vec<(String, Py<Value>)>,
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

/// Proves the value of a state (`goal="value"`), of each move (`"moves"`), or also the plies to the end (`"distances"`), by search alone.
///
/// A search that ends early, after `time` seconds or `nodes` positions, returns what it has proven: bounds. `memory` is in bytes. Ctrl-C ends it with
/// KeyboardInterrupt.
///
/// Raises ValueError for a finished game, and where there is no search.
#[pyfunction]
#[pyo3(signature = (state, *, goal="distances", time=None, nodes=None, memory=1 << 30, threads=None))]
pub(crate) fn solve(
    py: Python<'_>,
    state: &State,
    goal: &str,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: u64,
    threads: Option<usize>,
) -> PyResult<Solution> {
    let goal = match goal {
        "value" => Goal::Value,
        "moves" => Goal::Moves,
        "distances" => Goal::Distances,
        other => return Err(wrong(format!("{other:?} is not a goal: value, moves or distances"))),
    };
    let limit = match time {
        Some(seconds) if !(0.0..=LONGEST).contains(&seconds) => {
            return Err(wrong(format!("time is a number of seconds from 0 to {LONGEST}, or None")));
        }
        limit => limit.map(Duration::from_secs_f64),
    };
    if threads.is_some_and(|threads| !(1..=MOST_THREADS).contains(&threads)) {
        return Err(wrong(format!("threads is a number from 1 to {MOST_THREADS}, or None")));
    }
    if state.is_over() {
        return Err(wrong("the game is over"));
    }
    let board: Board = state.of().game.board();
    let oracle = Oracle::new(board, &[]).map_err(wrong)?;
    let pool = ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0)).build().map_err(failed)?;
    let options = Options { nodes, ..Options::within(memory) };
    let (position, stop, begun) = (*state.position(), AtomicBool::new(false), Instant::now());
    let (sender, receiver) = channel();
    let receiver = Mutex::new(receiver);
    let (found, interrupted) = std::thread::scope(|scope| {
        scope.spawn(|| {
            let found = pool.install(|| {
                oracle.with_search(options, &stop, &(), |searcher| searcher.solve(&position, goal))
            });
            // The receiver waits until this is sent.
            let _ = sender.send(found);
        });
        let mut interrupted = None;
        loop {
            match py.detach(|| receiver.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(BEAT)) {
                Ok(found) => return (Some(found), interrupted),
                Err(RecvTimeoutError::Disconnected) => return (None, interrupted),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if let Err(error) = py.check_signals() {
                interrupted = Some(error);
            }
            if interrupted.is_some() || limit.is_some_and(|limit| begun.elapsed() >= limit) {
                stop.store(true, Relaxed);
            }
        }
    });
    if let Some(error) = interrupted {
        return Err(error);
    }
    let found = found.ok_or_else(|| failed("the search failed"))?;
    let solution = found.ok_or_else(|| wrong(format!("no search covers {board}")))?;
    let solution = solution.map_err(failed)?.map_err(failed)?;
    let mut moves = Vec::with_capacity(solution.moves.len());
    for report in &solution.moves {
        let text = oracle.game().format_move(&position, report.mv);
        moves.push((text, Py::new(py, Value(Worth::of(report.bounds)))?));
    }
    Ok(Solution {
        value: Py::new(py, Value(Worth::of(solution.bounds)))?,
        moves,
        complete: solution.complete,
        nodes: solution.stats.total().nodes,
    })
}
