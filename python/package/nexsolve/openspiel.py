"""The games for OpenSpiel: `load_game("hex:3x3")`, or, after this module is imported, `pyspiel.load_game("nexsolve(board=hex:3x3)")`.

Its algorithms in Python and in C++ run on them. An information state is the moves so far, an observation the position.
"""

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import nexsolve

GAME_TYPE = pyspiel.GameType(
    short_name="nexsolve",
    long_name="Small board games with exact values",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"board": "nex:3x3"},
)


class Game(pyspiel.Game):
    """A game on a board: the rules of `game`, a `nexsolve.Game`."""

    def __init__(self, params=None):
        self.game = nexsolve.load_game((params or {}).get("board", "nex:3x3"))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions(),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.max_game_length(),
        )
        super().__init__(GAME_TYPE, info, {"board": self.game.name})

    def new_initial_state(self, state=None):
        """Returns the start, or the given `nexsolve.State` or position in notation."""
        if isinstance(state, str):
            state = self.game.state(state)
        return State(self, state)

    def make_py_observer(self, iig_obs_type=None, params=None):
        """Returns an observer of positions, or with perfect recall of the moves so far."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.game)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class State(pyspiel.State):
    """A game in progress: `state`, a `nexsolve.State`."""

    def __init__(self, game, state=None):
        super().__init__(game)
        self.state = game.game.new_initial_state() if state is None else state.clone()

    def current_player(self):
        return self.state.current_player()

    def _legal_actions(self, player):
        return self.state.legal_actions(player)

    def _apply_action(self, action):
        self.state.apply_action(action)

    def undo_action(self, player, action):
        self.state.undo_action(player, action)

    def _action_to_string(self, player, action):
        return self.state.action_to_string(player, action)

    def is_terminal(self):
        return self.state.is_terminal()

    def returns(self):
        return self.state.returns()

    def __str__(self):
        # Some algorithms take states with the same text for the same state.
        return self.state.position()


class Observer:
    """Shows positions as arrays and text."""

    def __init__(self, game):
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.observation_tensor_shape())}

    def set_from(self, state, player):
        self.dict["observation"][:] = state.state.observation_tensor(player)

    def string_from(self, state, player):
        return state.state.observation_string(player)


def load_game(board: str) -> pyspiel.Game:
    """Returns a game on a board."""
    return Game({"board": board})


pyspiel.register_game(GAME_TYPE, Game)
