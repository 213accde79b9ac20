//! A game in progress, with some methods of OpenSpiel.

use crate::arguments::{Number, each};
use crate::error::wrong;
use crate::game::{Game, load_game};
use nexsolve_core::{Course, Game as _, Notation as _, Side, Symmetric as _};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Numbered as _, Observed as _, PLANES};
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The current player of a finished game, as in OpenSpiel.
const TERMINAL: i32 = -4;

/// A game in progress. Player 0 is the one who moved first, or would move first in a position that was set
/// up.
///
/// States are equal, and have the same hash, if the board, the pieces and the side to move are the same;
/// earlier moves do not matter.
#[pyclass(module = "nexsolve", skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct State {
    #[pyo3(get)]
    game: Game,
    course: Course<'static, AnyGame>,
}

/// How a state is pickled: the function that rebuilds it, with the board, the first position and the moves.
type Reduced<'py> = (Bound<'py, PyAny>, (String, String, Vec<String>));

impl State {
    pub(crate) fn course(&self) -> &Course<'static, AnyGame> {
        &self.course
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        self.course.position()
    }

    pub(crate) fn of(&self) -> &Game {
        &self.game
    }

    pub(crate) fn rules(&self) -> &AnyGame {
        self.course.game()
    }

    /// The player who has a colour now.
    fn player(&self, side: Side) -> usize {
        let first = self.rules().side_to_move(&self.course.positions()[0]);
        usize::from((side != first) ^ self.course.has_changed_colours())
    }

    /// The legal move with this number.
    fn numbered(&self, action: Number<u32>) -> PyResult<AnyMove> {
        let Number(action) = action;
        let found = self.course.legal().into_iter().find(|&mv| self.rules().number(mv) == Some(action));
        found.ok_or_else(|| self.refused(&format!("action {action} is not legal here")))
    }

    fn refused(&self, message: &str) -> PyErr {
        if self.is_terminal() { wrong("the game is over") } else { wrong(message) }
    }

    pub(crate) fn read(&self, text: &str) -> PyResult<AnyMove> {
        let mv = self.rules().read_move(self.position(), text).map_err(wrong)?;
        if self.course.allows(mv) { Ok(mv) } else { Err(self.refused(&format!("{text} is not legal here"))) }
    }

    fn texts(&self, moves: &[AnyMove]) -> Vec<String> {
        self.course.positions().iter().zip(moves).map(|(at, &mv)| self.rules().format_move(at, mv)).collect()
    }
}

impl Game {
    /// A game that begins with `position`.
    pub(crate) fn begin(&self, position: AnyPosition) -> State {
        State { game: self.clone(), course: Course::shared(Arc::clone(&self.game), position) }
    }
}

#[pymethods]
impl Game {
    /// The start position.
    fn new_initial_state(&self) -> State {
        self.begin(self.game.start())
    }

    /// A position in the notation of the command: the moves that lead to it, or the pieces on the board.
    fn state(&self, position: &str) -> PyResult<State> {
        Ok(self.begin(self.game.read_position(position).map_err(wrong)?))
    }
}

#[pymethods]
impl State {
    /// 0 or 1; -4 if the game is over.
    fn current_player(&self) -> i32 {
        if self.is_terminal() { TERMINAL } else { self.player(self.course.side()) as i32 }
    }

    /// The colour to move, `black` or `white`, also in a finished game.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.course.side().word()
    }

    /// The numbers of the legal moves, in ascending order; none if the game is over. Raises ValueError if the
    /// numbering has no room for one.
    fn legal_actions(&self) -> PyResult<Vec<u32>> {
        let legal = self.course.legal().into_iter();
        let mut actions = legal.map(|mv| self.game.action(mv)).collect::<PyResult<Vec<_>>>()?;
        actions.sort_unstable();
        Ok(actions)
    }

    /// The legal moves in notation, in the order of the rules.
    fn legal_moves(&self) -> Vec<String> {
        let written = |mv| self.rules().format_move(self.position(), mv);
        self.course.legal().into_iter().map(written).collect()
    }

    /// A legal move in notation, by its number.
    fn action_to_string(&self, action: Number<u32>) -> PyResult<String> {
        Ok(self.rules().format_move(self.position(), self.numbered(action)?))
    }

    /// The number of a legal move in notation.
    fn string_to_action(&self, text: &str) -> PyResult<u32> {
        self.game.action(self.read(text)?)
    }

    /// Plays the legal move with this number.
    fn apply_action(&mut self, action: Number<u32>) -> PyResult<()> {
        let mv = self.numbered(action)?;
        self.course.play(mv);
        Ok(())
    }

    /// Plays a legal move in notation.
    fn apply_move(&mut self, text: &str) -> PyResult<()> {
        let mv = self.read(text)?;
        self.course.play(mv);
        Ok(())
    }

    /// Takes back the last move. Raises ValueError if there is none.
    fn undo(&mut self) -> PyResult<()> {
        self.course.take_back().map(|_| ()).ok_or_else(|| wrong("no move has been made"))
    }

    /// The state after the legal move with this number.
    fn child(&self, action: Number<u32>) -> PyResult<Self> {
        let mut child = self.clone();
        child.apply_action(action)?;
        Ok(child)
    }

    /// A copy, which shares nothing that can change.
    #[pyo3(name = "clone")]
    fn copy(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Whether the game is over, by any rule that holds over the board.
    pub(crate) fn is_terminal(&self) -> bool {
        self.course.ending().is_some()
    }

    /// The results of players 0 and 1: 1 for a win, -1 for a loss, 0 for a draw and while the game goes on.
    fn returns(&self) -> [f64; 2] {
        let mut returns = [0.0; 2];
        if let Some(winner) = self.course.ending().and_then(|ending| ending.winner) {
            let player = self.player(winner);
            returns[player] = 1.0;
            returns[1 - player] = -1.0;
        }
        returns
    }

    /// Why the game is over; None while it goes on.
    fn reason(&self) -> Option<String> {
        self.course.ending().map(|ending| ending.reason)
    }

    /// The numbers of the moves so far.
    fn history(&self) -> PyResult<Vec<u32>> {
        self.course.moves().iter().map(|&mv| self.game.action(mv)).collect()
    }

    /// The moves so far, in notation.
    fn moves(&self) -> Vec<String> {
        self.texts(self.course.moves())
    }

    /// The pieces and the side to move, in a form that `Game.state` and the command read.
    #[pyo3(name = "position")]
    fn text(&self) -> String {
        self.rules().format_position(self.position())
    }

    /// The same for all positions that symmetries of the board turn into each other.
    fn canonical(&self) -> Self {
        self.game.begin(self.rules().canonical(self.position()))
    }

    fn __str__(&self) -> String {
        self.rules().diagram(self.position())
    }

    fn __repr__(&self) -> String {
        format!("nexsolve.load_game({:?}).state({:?})", self.game.name(), self.text())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.game == other.game && self.position() == other.position()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.name(), self.position()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let first = self.rules().format_position(&self.course.positions()[0]);
        let restore = py.import("nexsolve._nexsolve")?.getattr("_restore")?;
        Ok((restore, (self.game.name(), first, self.moves())))
    }

    /// What stands on the board, seen by the side to move: the planes of `Game.observation_tensor_shape`, one
    /// after the other, each row by row.
    fn observation_tensor(&self) -> Vec<f32> {
        let (rules, own) = (self.rules(), self.course.side());
        let (rows, cols) = rules.grid();
        let cells = (rows * cols) as usize;
        let mut planes = vec![0.0; PLANES.len() * cells];
        for cell in 0..cells {
            let piece = rules.piece(self.position(), cell as u32);
            if let Some((plane, number)) = piece.and_then(|piece| piece.plane(own)) {
                planes[plane * cells + cell] = f32::from(number);
            }
        }
        planes
    }
}

/// Rebuilds a pickled state.
#[pyfunction(name = "_restore")]
pub(crate) fn restore(name: &str, position: &str, moves: &Bound<'_, PyAny>) -> PyResult<State> {
    let game = load_game(name, None, None)?;
    let position = game.game.read_position(position).map_err(wrong)?;
    let mut state = game.begin(position);
    each(moves, |text| state.apply_move(text.extract()?))?;
    Ok(state)
}
