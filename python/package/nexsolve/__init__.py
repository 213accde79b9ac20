"""Exact answers for small board games: rules, databases of perfect play, and proofs by search.

    >>> import nexsolve
    >>> game = nexsolve.load_game("nex:2x2")
    >>> state = game.new_initial_state()
    >>> str(nexsolve.solve(state).value)
    'win in 3'
"""

from typing import NamedTuple

import numpy as np

from ._nexsolve import UNKNOWN, Database, Game, NexsolveError, Solution, State, Value, __version__, load_game, open, solve

__all__ = [
    "Database", "Game", "NexsolveError", "Probed", "Solution", "State", "Value", "__version__", "load_game", "open",
    "solve", "UNKNOWN",
]


class Probed(NamedTuple):
    """The answers of `Database.probe_many`, in the order of the states."""

    #: int8: 1 for a win of the side to move, 0 for a draw, -1 for a loss, `UNKNOWN` if no table has the value.
    values: np.ndarray
    #: int16: plies to the end, -1 if none are known or the value is a draw; in a game with points, the points from here on.
    distances: np.ndarray

