"""What players answer, and the results of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._nexsolve import Record, Value


class Thought(NamedTuple):
    """A move, and what its player thinks: the answer of `Player.think`."""

    move: str
    #: A proven Value, the expected share of points from 0 to 1, the points of an evaluation, or None.
    estimate: Value | float | int | None
    #: The line that the player expects, beginning with the move.
    line: list[str]
    #: The positions visited.
    nodes: int


class Standing(NamedTuple):
    """What a player has reached in a match."""

    player: str
    won: int
    drawn: int
    lost: int

    @property
    def share(self) -> float:
        """The share of points: a win is 1 point, a draw one half."""
        return (self.won + self.drawn / 2) / max(1, self.won + self.drawn + self.lost)


class Matched(NamedTuple):
    """The results of `match`."""

    #: In the order of the players.
    standings: list[Standing]
    #: The games in the order in which they were paired.
    records: list[Record]
