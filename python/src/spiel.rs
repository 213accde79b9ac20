//! The methods of OpenSpiel that only its algorithms use; [`crate::game`] and [`crate::state`] have the
//! others.

use crate::arguments::{Number, Player, items};
use crate::error::wrong;
use crate::game::Game;
use crate::state::{State, restore};
use nexsolve_core::{Game as _, Plies};
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::collections::HashMap;

#[pymethods]
impl Game {
    /// The `pyspiel.GameType`, which says that two players move in turn, see everything, and that one wins
    /// what the other loses. Needs OpenSpiel.
    #[staticmethod]
    fn get_type(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        py.import("nexsolve.openspiel")?.getattr("GAME_TYPE")
    }

    /// A list with the start position alone.
    fn new_initial_states(&self) -> Vec<State> {
        vec![self.new_initial_state()]
    }

    /// A bound on the plies of a game; 2147483647 in a game whose positions can repeat.
    fn max_game_length(&self) -> i32 {
        match self.game.longest(&self.game.start()) {
            Plies::ENDLESS => i32::MAX,
            Plies(plies) => plies.into(),
        }
    }

    /// The result of a loss.
    #[staticmethod]
    fn min_utility() -> f64 {
        -1.0
    }

    /// The result of a win.
    #[staticmethod]
    fn max_utility() -> f64 {
        1.0
    }

    /// The sum of both results.
    #[staticmethod]
    fn utility_sum() -> f64 {
        0.0
    }

    /// The number of numbers of an observation.
    fn observation_tensor_size(&self) -> usize {
        let (planes, rows, cols) = self.observation_tensor_shape();
        planes * rows * cols
    }

    /// The most outcomes of a chance node, of which there are none.
    #[staticmethod]
    fn max_chance_outcomes() -> u32 {
        0
    }

    /// The parameters with which `pyspiel.load_game("nexsolve", …)` loads this game.
    fn get_parameters(&self) -> HashMap<&'static str, String> {
        HashMap::from([("board", self.name())])
    }

    /// The state that `State.serialize` wrote.
    fn deserialize_state(&self, py: Python<'_>, text: &str) -> PyResult<State> {
        let mut lines = text.lines();
        let first = lines.next().ok_or_else(|| wrong("an empty text is not a state"))?;
        let moves = PyList::new(py, lines.collect::<Vec<_>>())?;
        restore(&self.name(), first, &moves)
    }
}

#[pymethods]
impl State {
    /// The game.
    fn get_game(&self) -> Game {
        self.of().clone()
    }

    /// Two.
    #[staticmethod]
    fn num_players() -> u32 {
        2
    }

    /// The number of action numbers, as of the game.
    fn num_distinct_actions(&self) -> u32 {
        self.of().num_distinct_actions()
    }

    /// For each action number, 1 if the move is legal and otherwise 0.
    #[pyo3(signature = (player=None))]
    fn legal_actions_mask(&self, player: Option<Player>) -> PyResult<Vec<i32>> {
        let mut mask = vec![0; self.of().num_distinct_actions() as usize];
        for action in self.legal_actions(player)? {
            mask[action as usize] = 1;
        }
        Ok(mask)
    }

    /// What the last move brought the players: the results at the end of the game, and otherwise nothing.
    fn rewards(&self) -> [f64; 2] {
        self.returns()
    }

    /// The result of a player.
    fn player_return(&self, player: Player) -> f64 {
        self.returns()[player.0]
    }

    /// What the last move brought a player.
    fn player_reward(&self, player: Player) -> f64 {
        self.returns()[player.0]
    }

    /// No: nothing is left to chance.
    #[staticmethod]
    fn is_chance_node() -> bool {
        false
    }

    /// No: the players move in turn.
    #[staticmethod]
    fn is_simultaneous_node() -> bool {
        false
    }

    /// No.
    #[staticmethod]
    fn is_mean_field_node() -> bool {
        false
    }

    /// Whether a player has to move.
    fn is_player_node(&self) -> bool {
        !self.is_terminal()
    }

    /// Whether no move has been made.
    fn is_initial_state(&self) -> bool {
        self.course().moves().is_empty()
    }

    /// The number of moves so far.
    fn move_number(&self) -> usize {
        self.course().moves().len()
    }

    /// The numbers of the moves so far, as text.
    fn history_str(&self) -> PyResult<String> {
        let history: Vec<String> = self.history()?.iter().map(ToString::to_string).collect();
        Ok(history.join(", "))
    }

    /// What a player knows: all moves so far, after the first position if that is not the start.
    #[pyo3(signature = (player=None))]
    fn information_state_string(&self, player: Option<Player>) -> PyResult<String> {
        let (_, first) = (player, self.course().positions()[0]);
        let history = self.history_str()?;
        Ok(if first == self.rules().start() {
            history
        } else {
            format!("{}: {history}", self.written(&first))
        })
    }

    /// What a player sees: the position.
    #[pyo3(signature = (player=None))]
    fn observation_string(&self, player: Option<Player>) -> String {
        let _ = player;
        self.text()
    }

    /// The first position and the moves, for `Game.deserialize_state`.
    fn serialize(&self) -> String {
        let first = self.written(&self.course().positions()[0]);
        std::iter::once(first).chain(self.moves()).collect::<Vec<_>>().join("\n")
    }

    /// Takes back the last move, which a player made with this number. Raises ValueError if it is another.
    fn undo_action(&mut self, player: Player, action: Number<u32>) -> PyResult<()> {
        let Number(action) = action;
        if self.history()?.last() != Some(&action) {
            return Err(wrong(format!("action {action} of player {} was not the last one", player.0)));
        }
        self.undo()
    }

    /// Plays the moves with these numbers, one after the other.
    fn apply_actions(&mut self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut after = self.clone();
        for action in items(actions)? {
            after.apply_action(action)?;
        }
        *self = after;
        Ok(())
    }
}
