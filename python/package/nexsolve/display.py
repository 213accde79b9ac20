"""How notebooks display pictures and lists of moves."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import Value


class Svg(str):
    """An SVG picture: its text, displayed as the picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class Moves(list[tuple[str, "Value"]]):
    """Moves in notation, each with its value for the mover: a list of pairs, displayed as a table."""

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
