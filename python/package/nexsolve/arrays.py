"""Layers of a database as arrays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ._nexsolve import NO_PIECE

if TYPE_CHECKING:
    from ._nexsolve import Database


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


class Successors(NamedTuple):
    """The answers of `Database.successors`: the moves of all positions in one list, in the order of the ranks."""

    #: int64: the moves of position i have the indices from offsets[i] to offsets[i + 1]; a finished game and a free rank have none.
    offsets: np.ndarray
    #: int32: the action number of each move, -1 for a move without one.
    actions: np.ndarray
    #: int32: the layer that the move leads to, an index into `Database.layers()`, or -1 if the game ends in a position without a rank.
    layers: np.ndarray
    #: int64: the rank in that layer; without one, the result for the side whose turn it would be: 1, 0, or -1.
    ranks: np.ndarray

    def sources(self) -> np.ndarray:
        """For each move, the index of its position."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))


class Part(NamedTuple):
    """Some positions of a layer, as `Database.iter_layer` returns them."""

    #: int64
    ranks: np.ndarray
    #: int16, as from `Database.layer`.
    scores: np.ndarray
    #: uint8, as from `Database.cells`.
    cells: np.ndarray


def parts(db: Database, name: str, metric: str | None, size: int) -> Iterator[Part]:
    """See `Database.iter_layer`."""
    if size < 1:
        raise ValueError("size is at least 1")
    scores = db.layer(name, metric)

    def walk() -> Iterator[Part]:
        for first in range(0, len(scores), size):
            ranks = np.arange(first, min(first + size, len(scores)))
            cells = db.cells(name, ranks)
            there = cells[:, 0, 0] != NO_PIECE
            yield Part(ranks[there], scores[ranks[there]], cells[there])

    return walk()
