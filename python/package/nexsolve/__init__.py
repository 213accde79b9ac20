"""Exact answers for small board games: rules, databases of perfect play, and proofs by search.

    >>> import nexsolve
    >>> game = nexsolve.load_game("nex:2x2")
    >>> state = game.new_initial_state()
    >>> str(nexsolve.solve(state).value)
    'win in 3'
"""

from ._nexsolve import (
    NO_PIECE, NO_SCORE, UNKNOWN, Database, Game, NexsolveError, Solution, State, Value, Verified, WrongValue, __version__, generate,
    load_game, open, solve, verify,
)
from .arrays import Layer, Part, Probed, Ranked, Successors

__all__ = [
    "Database", "Game", "Layer", "NexsolveError", "NO_PIECE", "NO_SCORE", "Part", "Probed", "Ranked", "Solution", "State", "Successors",
    "UNKNOWN", "Value", "Verified", "WrongValue", "__version__", "generate", "load_game", "open", "solve", "verify",
]
