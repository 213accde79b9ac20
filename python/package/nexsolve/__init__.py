"""Exact answers for small board games: rules, databases of perfect play, and proofs by search.

    >>> import nexsolve
    >>> game = nexsolve.load_game("nex:2x2")
    >>> state = game.new_initial_state()
    >>> str(nexsolve.solve(state).value)
    'win in 3'
"""

from typing import NamedTuple

import numpy as np

from ._nexsolve import (
    NO_SCORE, UNKNOWN, Database, Game, NexsolveError, Solution, State, Value, Verified, WrongValue, __version__, generate, load_game, open,
    solve, verify,
)

__all__ = [
    "Database", "Game", "Layer", "NexsolveError", "NO_SCORE", "Probed", "Ranked", "Solution", "State", "UNKNOWN", "Value", "Verified",
    "WrongValue", "__version__", "generate", "load_game", "open", "solve", "verify",
]


class Layer(NamedTuple):
    """Positions that are numbered together."""

    name: str
    #: The number of ranks, free ones included.
    size: int
    #: The metrics of its tables.
    metrics: list[str]


class Ranked(NamedTuple):
    """The answers of `Database.rank`, in the order of the states."""

    #: int32: indices into `Database.layers()`, -1 for a state that the tables do not number.
    layers: np.ndarray
    #: int64: the rank in the layer, or -1.
    ranks: np.ndarray


class Probed(NamedTuple):
    """The answers of `Database.probe_many`, in the order of the states."""

    #: int8: 1 for a win of the side to move, 0 for a draw, -1 for a loss, `UNKNOWN` if no table has the value.
    values: np.ndarray
    #: int16: plies to the end, -1 if none are known or the value is a draw; in a game with points, the points from here on.
    distances: np.ndarray

