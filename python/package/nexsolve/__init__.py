"""Exact answers for small board games: rules, databases of perfect play, and proofs by search.

    >>> import nexsolve
    >>> game = nexsolve.load_game("nex:2x2")
    >>> state = game.new_initial_state()
    >>> str(nexsolve.solve(state).value)
    'win in 3'
"""

from ._nexsolve import (
    NO_PIECE, NO_SCORE, PLAYERS, UNKNOWN, Database, Game, NexsolveError, Player, Record, Solution, State, Value, Verified, WrongValue, __version__,
    audit, exam, exploit, generate, load_game, match, open, player, puzzles, read_records, solve, write_records,
)
from .arrays import Layer, Part, Probed, Ranked, Successors
from .display import Move, Moves
from .own import OwnDatabase, Rules, RulesError, tabulate, verify
from .players import Matched, Standing, Thought

__all__ = [
    "Database", "Game", "Layer", "Matched", "Move", "Moves", "NexsolveError", "NO_PIECE", "NO_SCORE", "OwnDatabase", "PLAYERS", "Part", "Player", "Probed",
    "Ranked", "Record", "Rules", "RulesError", "Solution", "Standing", "State", "Successors", "Thought", "UNKNOWN", "Value", "Verified", "WrongValue", "__version__",
    "audit", "exam", "exploit", "generate", "load_game", "match", "open", "player", "puzzles", "read_records", "solve", "tabulate", "verify",
    "write_records",
]
