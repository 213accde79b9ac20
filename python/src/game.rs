//! A game on a board.

use crate::arguments::Number;
use crate::error::wrong;
use nexsolve_games::{AnyGame, AnyMove, Numbered as _, Observed as _, PLANES, typos};
use pyo3::prelude::*;
use std::fmt::Display;
use std::sync::Arc;

/// A game on a board, such as `nex:4x4`: its rules. Games are equal if their boards are.
#[pyclass(module = "nexsolve", frozen, eq, hash, from_py_object)]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) game: Arc<AnyGame>,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        self.game.board() == other.game.board()
    }
}

impl Eq for Game {}

impl std::hash::Hash for Game {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name().hash(state);
    }
}

impl Game {
    /// The number of a move.
    pub(crate) fn action(&self, mv: AnyMove) -> PyResult<u32> {
        self.game.number(mv).ok_or_else(|| wrong("a move of this position has no action number"))
    }
}

#[pymethods]
impl Game {
    /// The name of the board, which `load_game` and the command read.
    #[getter]
    pub(crate) fn name(&self) -> String {
        self.game.board().to_string()
    }

    /// The name for people, such as `4×4 Nex`.
    #[getter]
    fn title(&self) -> String {
        self.game.board().title()
    }

    /// The number of players: two.
    #[staticmethod]
    fn num_players() -> u32 {
        2
    }

    /// The number of action numbers. Some may belong to no move that can occur.
    pub(crate) fn num_distinct_actions(&self) -> u32 {
        self.game.numbers()
    }

    /// The rows and columns; None for a game with one board only.
    #[getter]
    fn size(&self) -> Option<(u32, u32)> {
        match self.game.board().extent {
            nexsolve_games::Extent::Sides { rows, cols } => Some((rows, cols)),
            _ => None,
        }
    }

    /// Planes, rows and columns of `State.observation_tensor`.
    pub(crate) fn observation_tensor_shape(&self) -> (usize, usize, usize) {
        let (rows, cols) = self.game.grid();
        (PLANES.len(), rows as usize, cols as usize)
    }

    /// What each plane of an observation shows.
    #[staticmethod]
    fn observation_planes() -> [&'static str; 6] {
        PLANES
    }

    fn __repr__(&self) -> String {
        format!("nexsolve.load_game({:?})", self.name())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((py.import("nexsolve")?.getattr("load_game")?, (self.name(),)))
    }
}

/// Returns the game on a board: `load_game("nex:4x4")`, `load_game("nex", rows=4, cols=4)`,
/// `load_game("awari")`.
///
/// Raises ValueError if there is no such game or board.
#[pyfunction]
#[pyo3(signature = (name, rows=None, cols=None))]
pub(crate) fn load_game(name: &str, rows: Option<Number<u32>>, cols: Option<Number<u32>>) -> PyResult<Game> {
    let size = match (rows, cols) {
        (Some(Number(rows)), Some(Number(cols))) => Some((rows, cols)),
        (None, None) => None,
        _ => return Err(wrong("give both rows and cols, or neither")),
    };
    if size.is_some() && name.contains(':') && name.ends_with(|last: char| last.is_ascii_digit()) {
        return Err(wrong("the name has the size already; leave out rows and cols"));
    }
    let board = nexsolve_games::played(name, size).map_err(|error| misnamed(name, error))?;
    Ok(Game { game: Arc::new(AnyGame::on(board).map_err(wrong)?) })
}

/// The exception for a name that no board has, with the board that it may mean.
fn misnamed(name: &str, error: impl Display) -> PyErr {
    let meant = typos::board(name, |meant| nexsolve_games::played(meant, None).is_ok());
    wrong(meant.map_or_else(|| error.to_string(), |meant| format!("{error}; did you mean {meant}?")))
}
