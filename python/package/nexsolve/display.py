"""Moves with their values, pictures and layers, as notebooks and data frames show them."""

from __future__ import annotations

from html import escape
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas
    import polars

    from . import Value


class Svg(str):
    """An SVG picture: its text, displayed as the picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class Move(NamedTuple):
    """A move in notation (of an own game, the move itself), and its value for the mover."""

    move: Any
    value: Value

    @property
    def distance(self) -> int | None:
        """Plies to the end under best play, as `Value.distance`."""
        return self.value.distance

    @property
    def score(self) -> int | None:
        """The value and the distance as one number, as `Value.score`."""
        return self.value.score


class Moves(list[Move]):
    """Moves, each with its value for the mover: a list of pairs, displayed as a table."""

    def __init__(self, pairs: Iterable[tuple[Any, Value]] = ()):
        super().__init__(Move(*pair) for pair in pairs)

    def columns(self) -> dict[str, list[Any]]:
        """Returns the move, the value as a word and the distance of each move, in a game with points also the points; None where unknown."""
        columns: dict[str, list[Any]] = {
            "move": [move for move, _ in self],
            "value": [value.value for _, value in self],
            "distance": [value.distance for _, value in self],
        }
        if any(value.points is not None for _, value in self):
            columns["points"] = [value.points for _, value in self]
        return columns

    def to_pandas(self) -> pandas.DataFrame:
        """Returns a pandas DataFrame of `columns`."""
        return import_module("pandas").DataFrame(self.columns())

    def to_polars(self) -> polars.DataFrame:
        """Returns a polars DataFrame of `columns`."""
        return import_module("polars").DataFrame(self.columns())

    def _repr_html_(self) -> str:
        """Returns a table with one row for each move. The last column has points in a game with points, and otherwise plies."""
        points = any(value.points is not None for _, value in self)
        head = ["move", "value", "points" if points else "plies"]
        rows = []
        for move, value in self:
            low, high = (end[0] for end in value.bounds)
            number = value.points if points else value.distance
            rows.append([move, value.value or f"{low} to {high}", "" if number is None else str(number)])
        cells = [f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows]
        titles = "".join(f"<th>{title}</th>" for title in head)
        return f"<table><thead><tr>{titles}</tr></thead><tbody>{''.join(cells)}</tbody></table>"


def frame_of_layer(library: str, scores: np.ndarray) -> Any:
    """Returns the DataFrame of `Database.to_pandas` or `to_polars`."""
    from . import NO_SCORE

    ranks = np.flatnonzero(scores != NO_SCORE)
    scores = scores[ranks]
    plies = 16384 - np.abs(scores)
    # Short scores are values without a distance, or points.
    distances = np.where(np.abs(scores) > 8192, plies, -1).astype(np.int16)
    columns = {"rank": ranks, "score": scores, "value": np.sign(scores).astype(np.int8), "distance": distances}
    return import_module(library).DataFrame(columns)
