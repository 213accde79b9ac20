//! A game in progress. Its methods that only OpenSpiel's algorithms use are in [`crate::spiel`].

use crate::arguments::{Number, Player, each};
use crate::error::wrong;
use crate::game::{Game, load_game};
use nexsolve_core::{Course, Game as _, Notation as _, Side, Symmetric as _};
use nexsolve_games::{AnyGame, AnyMove, AnyPosition, Numbered as _, Observed as _, PLANES};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyTuple};
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
    /// The game.
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
    pub(crate) fn player(&self, side: Side) -> usize {
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

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: AnyMove) {
        self.course.play(mv);
    }

    /// The legal move that an answer means, its notation or its number.
    pub(crate) fn chosen(&self, answer: &Bound<'_, PyAny>) -> PyResult<AnyMove> {
        match answer.extract::<String>() {
            Ok(text) => self.read(&text),
            Err(_) => self.numbered(answer.extract()?),
        }
    }

    /// A position in notation.
    pub(crate) fn written(&self, position: &AnyPosition) -> String {
        self.rules().format_position(position)
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
    pub(crate) fn new_initial_state(&self) -> State {
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
    pub(crate) fn current_player(&self) -> i32 {
        if self.is_terminal() { TERMINAL } else { self.player(self.course.side()) as i32 }
    }

    /// The colour to move, `black` or `white`, also in a finished game.
    #[getter]
    fn to_move(&self) -> &'static str {
        self.course.side().word()
    }

    /// The numbers of the legal moves, in ascending order; none if the game is over, or for the player who is
    /// not to move. Raises ValueError if the numbering has no room for one.
    #[pyo3(signature = (player=None))]
    pub(crate) fn legal_actions(&self, player: Option<Player>) -> PyResult<Vec<u32>> {
        if player.is_some_and(|player| player.0 as i32 != self.current_player()) {
            return Ok(Vec::new());
        }
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

    /// A legal move in notation, by its number: `action_to_string(action)` or, as in OpenSpiel,
    /// `action_to_string(player, action)`.
    #[pyo3(signature = (*arguments), text_signature = "(self, *arguments)")]
    fn action_to_string(&self, arguments: &Bound<'_, PyTuple>) -> PyResult<String> {
        let action = last(arguments)?.extract()?;
        Ok(self.rules().format_move(self.position(), self.numbered(action)?))
    }

    /// The number of a legal move in notation: `string_to_action(text)` or `string_to_action(player, text)`.
    #[pyo3(signature = (*arguments), text_signature = "(self, *arguments)")]
    fn string_to_action(&self, arguments: &Bound<'_, PyTuple>) -> PyResult<u32> {
        self.game.action(self.read(last(arguments)?.extract()?)?)
    }

    /// Plays the legal move with this number.
    pub(crate) fn apply_action(&mut self, action: Number<u32>) -> PyResult<()> {
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
    pub(crate) fn undo(&mut self) -> PyResult<()> {
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
    pub(crate) fn returns(&self) -> [f64; 2] {
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
    pub(crate) fn history(&self) -> PyResult<Vec<u32>> {
        self.course.moves().iter().map(|&mv| self.game.action(mv)).collect()
    }

    /// The moves so far, in notation.
    pub(crate) fn moves(&self) -> Vec<String> {
        self.texts(self.course.moves())
    }

    /// The pieces and the side to move, in a form that `Game.state` and the command read.
    #[pyo3(name = "position")]
    pub(crate) fn text(&self) -> String {
        self.written(self.position())
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
        let first = self.written(&self.course.positions()[0]);
        let restore = py.import("nexsolve._nexsolve")?.getattr("_restore")?;
        Ok((restore, (self.game.name(), first, self.moves())))
    }

    /// What stands on the board, seen by a player, by default by the one to move: a float32 array of the
    /// shape `Game.observation_tensor_shape`.
    #[pyo3(signature = (player=None))]
    fn observation_tensor<'py>(
        &self,
        py: Python<'py>,
        player: Option<Player>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (rules, side) = (self.rules(), self.course.side());
        let own = if player.is_none_or(|player| player.0 == self.player(side)) { side } else { side.other() };
        let (rows, cols) = rules.grid();
        let cells = (rows * cols) as usize;
        let mut planes = vec![0.0_f32; PLANES.len() * cells];
        for cell in 0..cells {
            let piece = rules.piece(self.position(), cell as u32);
            if let Some((plane, number)) = piece.and_then(|piece| piece.plane(own)) {
                planes[plane * cells + cell] = f32::from(number);
            }
        }
        let bytes: Vec<u8> = planes.iter().flat_map(|number| number.to_ne_bytes()).collect();
        let array =
            py.import("numpy")?.getattr("frombuffer")?.call1((PyByteArray::new(py, &bytes), "float32"))?;
        array.call_method1("reshape", (self.game.observation_tensor_shape(),))
    }
}

/// A copy of a state, which other threads may change meanwhile; of a game or the name of a board, its start.
pub(crate) fn start_or_state(object: &Bound<'_, PyAny>) -> PyResult<State> {
    if let Ok(state) = object.cast::<State>() {
        return Ok(state.try_borrow()?.clone());
    }
    if let Ok(game) = object.extract::<Game>() {
        return Ok(game.new_initial_state());
    }
    let name: String = object
        .extract()
        .map_err(|_| PyTypeError::new_err("a State, a Game or the name of a board is expected"))?;
    Ok(load_game(&name, None, None)?.new_initial_state())
}

/// The last of one or two arguments; the first of two is a player, who does not matter.
fn last<'py>(arguments: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    match arguments.len() {
        1 => arguments.get_item(0),
        2 => {
            arguments.get_item(0)?.extract::<Player>()?;
            arguments.get_item(1)
        }
        more => Err(PyTypeError::new_err(format!("1 or 2 arguments are expected, not {more}"))),
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
