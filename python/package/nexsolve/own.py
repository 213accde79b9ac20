"""Games whose rules are written in Python: who wins, in how many plies, and databases that need no Python.

    >>> import nexsolve
    >>> class Nim(nexsolve.Rules):
    ...     def start(self): return (1, 2)
    ...     def moves(self, s): return [(i, n) for i, k in enumerate(s) for n in range(1, k + 1)]
    ...     def play(self, s, m): i, n = m; return tuple(k - n if j == i else k for j, k in enumerate(s))
    ...     def outcome(self, s): return "loss" if not any(s) else None
    >>> import tempfile
    >>> db = nexsolve.tabulate(Nim(), tempfile.mkdtemp())
    >>> str(db.probe((1, 2))), str(db.probe((1, 1)))
    ('win in 3', 'loss in 2')
    >>> db.line()
    [(1, 1), (0, 1), (1, 1)]
"""

import json
import re
from array import array
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

from . import _nexsolve
from .display import Moves
from .resume import Resume, tuples

#: The flags of an outcome, for the side to move.
OUTCOMES = {None: 0, "loss": 2, "draw": 4, "win": 6}

#: The most points with which a game can end.
MOST_POINTS = 127

#: The namespace of SVG, without which a browser draws no image.
SVG = "http://www.w3.org/2000/svg"

#: The positions between two calls of `progress`; also the positions that a worker expands at a time.
BATCH = 4096

SPACE = re.compile(r"\s")

#: One in so many positions is asked about twice, and the first ones.
TWICE = 97


class RulesError(ValueError):
    """Rules that contradict themselves: the message names the method, the position and the remedy."""


class Rules:
    """The rules of a game for two players who alternate. Positions and moves are any hashable values."""

    #: The name for people; by default that of the class.
    name: str | None = None
    #: The names of the players, the first player's first.
    sides = ("First", "Second")
    #: Whether play can return to an earlier position. Endless play is then a draw.
    repeats = False

    def start(self) -> Any:
        """The position in which a game begins."""
        raise NotImplementedError("start")

    def moves(self, position: Any) -> Iterable[Any]:
        """The moves of a position that is not over: at least one, and each once."""
        raise NotImplementedError("moves")

    def play(self, position: Any, move: Any) -> Any:
        """The position after a move."""
        raise NotImplementedError("play")

    def outcome(self, position: Any) -> str | int | None:
        """`"win"`, `"draw"` or `"loss"` for the player to move if the game is over, otherwise None. In a game for points, the points
        of the player to move minus those of the other one, at most 127; values are then points, without distances."""
        raise NotImplementedError("outcome")

    def canonical(self, position: Any) -> Any:
        """The same one of all positions that are symmetric to each other."""
        return position

    def to_move(self, position: Any) -> int | None:
        """0 or 1 if a position says which player is to move. If the same player moves again, the other one passes first,
        which counts as a ply. By default the players alternate, and a position does not say who is to move."""
        return None

    def show(self, position: Any) -> str:
        """How people see a position: some lines, or an SVG picture. Lines of equal length are rows of cells with one sign each."""
        return ""


def text(value: Any) -> str:
    """How a position or a move is written: a string as it is, everything else as `repr` without spaces."""
    if type(value) is int:
        return repr(value)
    if isinstance(value, Pass):
        return f"{text(value.after)}_after_a_pass"
    if isinstance(value, str):
        return SPACE.sub("_", value).replace(";", ",")
    written = repr(value)
    if "frozenset" in written or ",)" in written:
        written = _inside(value)
    return "".join(written.split()).replace(";", ",")


def _inside(value: Any) -> str:
    """`repr`, in which the order of a set does not depend on the run."""
    if type(value) is frozenset:
        return "{" + ",".join(sorted(map(_inside, value))) + "}"
    if type(value) is tuple:
        return "(" + ",".join(map(_inside, value)) + ")"
    return repr(value)


class Pass(NamedTuple):
    """The position before `after`, in which the other player must pass."""

    after: Any
    side: int


class Expansion(NamedTuple):
    """What the rules say about a position."""

    flag: int
    side: int | None
    points: int | None
    shown: str
    moves: list[Any]
    after: list[Any]


def _asked(rules: Rules, method: str, *values: Any) -> Any:
    """Calls a method of the rules."""
    try:
        return getattr(rules, method)(*values)
    except Exception as error:
        raise RulesError(f"{_call(rules, method, *values)} raised {type(error).__name__}: {error}") from error


def _call(rules: Rules, method: str, *values: Any) -> str:
    return f"{type(rules).__name__}.{method}({', '.join(map(repr, values))})"


def _shown(rules: Rules, position: Any) -> str:
    """What `show` returns, if it can be shown: an SVG picture must be one that browsers draw as an image."""
    shown = rules.show(position)
    if not shown:
        return ""
    shown = "\n".join(str(shown).expandtabs().splitlines())
    if not shown.lstrip().startswith("<svg"):
        return shown
    shown, call = shown.strip(), _call(rules, "show", position)
    try:
        tag = ElementTree.fromstring(shown).tag
    except ElementTree.ParseError as error:
        raise RulesError(f"{call} returned an SVG picture that is not well formed ({error}): close every element, and escape & and <") from error
    if tag == "svg":
        shown = shown.replace("<svg", f'<svg xmlns="{SVG}"', 1)
    elif tag != f"{{{SVG}}}svg":
        raise RulesError(f'{call} returned an SVG picture of another namespace: write xmlns="{SVG}"')
    if not _nexsolve._svg_size(shown):
        raise RulesError(f'{call} returned an SVG picture without a size: begin with <svg viewBox="0 0 WIDTH HEIGHT">, of a shape up to 20:1')
    return shown


def _expand(rules: Rules, position: Any) -> Expansion:
    """What the rules say about a position."""
    try:
        return _told(rules, position)
    except RulesError:
        raise
    except Exception:
        # The same calls one by one, so that the error says which of them raised it.
        at = position.after if isinstance(position, Pass) else position
        moves = _asked(rules, "moves", at) if _asked(rules, "outcome", at) is None else ()
        after = [_asked(rules, "canonical", _asked(rules, "play", at, move)) for move in moves]
        for one in [at, *after]:
            _asked(rules, "to_move", one)
        _asked(rules, "show", at)
        raise


def _told(rules: Rules, position: Any) -> Expansion:
    if isinstance(position, Pass):
        return Expansion(position.side, position.side, None, _shown(rules, position.after), ["pass"], [position.after])
    outcome = rules.outcome(position)
    points = outcome if type(outcome) is int else None
    if points is not None and abs(points) <= MOST_POINTS:
        outcome = "win" if points > 0 else "loss" if points < 0 else "draw"
    if outcome not in OUTCOMES:
        remedy = 'return "win", "draw", "loss", points from -127 to 127, or None'
        raise RulesError(f"{_call(rules, 'outcome', position)} returned {outcome!r}; {remedy}")
    moves = list(rules.moves(position)) if outcome is None else []
    if outcome is None and not moves:
        remedy = 'let outcome return "loss", "draw" or "win" there'
        raise RulesError(f"{_call(rules, 'moves', position)} is empty, but outcome returned None, so the game goes on: {remedy}")
    side = rules.to_move(position)
    if side not in (None, 0, 1):
        raise RulesError(f"{_call(rules, 'to_move', position)} returned {side!r}; return 0, 1 or, in every position, None")
    after = [rules.canonical(rules.play(position, move)) for move in moves]
    if side is not None:
        after = [Pass(one, 1 - side) if rules.to_move(one) == side else one for one in after]
    return Expansion(OUTCOMES[outcome] | (side or 0), side, points, _shown(rules, position), moves, after)


def _expand_many(rules: Rules, positions: list[Any]) -> list[Expansion]:
    return [_expand(rules, position) for position in positions]


class Walk:
    """All positions that play can reach, in the order in which they are met."""

    def __init__(
        self, rules: Rules, most: int, workers: int = 1, progress: Callable[[int, int], None] | None = None, resume: Resume | None = None
    ):
        self.rules, self.most, self.progress = rules, most, progress
        self.positions: list[Any] = []
        self.numbers: dict[Any, int] = {}
        #: The texts of the moves, and their numbers.
        self.words: dict[str, int] = {}
        self.texts: list[str] = []
        self.shown: list[str] = []
        self.flags = bytearray()
        #: Points plus `MOST_POINTS`.
        self.points = bytearray()
        #: Whether finished games have points, once one is known.
        self.has_points: bool | None = None
        self.counts, self.edges = array("I"), array("I")
        start = _asked(rules, "canonical", _asked(rules, "start"))
        self.has_sides = _asked(rules, "to_move", start) is not None
        self.number(start, "start")
        for stretch in resume.stretches() if resume else ():
            self.restore(**stretch)
        self.kept = self.extent()
        pool = ProcessPoolExecutor(workers) if workers > 1 else None
        try:
            self.walk(pool, resume)
        finally:
            if pool:
                pool.shutdown(cancel_futures=True)
        self.ask_twice()

    def number(self, position: Any, method: str, *values: Any) -> int:
        """The number of a position, which `method` returned."""
        new = len(self.positions)
        try:
            number = self.numbers.setdefault(position, new)
        except TypeError as error:
            what = f"{_call(self.rules, method, *values)} returned {position!r}, which is not hashable"
            raise RulesError(f"{what}: use tuples instead of lists, and frozensets instead of sets") from error
        if number == new:
            if number == self.most:
                remedy = "raise most=, or let positions hold nothing that grows without end"
                raise RulesError(f"play reaches more than {self.most:,} positions, such as {position!r}: {remedy}")
            self.positions.append(position)
        return number

    def walk(self, pool: ProcessPoolExecutor | None, resume: Resume | None) -> None:
        done = len(self.flags)
        while done < len(self.positions):
            batch = self.positions[done : done + BATCH * (16 if pool else 1)]
            if pool:
                parts = [batch[at : at + BATCH // 4] for at in range(0, len(batch), BATCH // 4)]
                expansions = (one for part in pool.map(_expand_many, [self.rules] * len(parts), parts) for one in part)
            else:
                expansions = (_expand(self.rules, one) for one in batch)
            for position, expansion in zip(batch, expansions):
                self.add(position, expansion)
            done += len(batch)
            if resume and resume.is_due():
                self.keep(resume)
            if self.progress:
                self.progress(done, len(self.positions))

    def add(self, position: Any, expansion: Expansion) -> None:
        if (expansion.side is not None) != self.has_sides:
            raise RulesError(f"{_call(self.rules, 'to_move', position)} returned {expansion.side}: return 0 or 1 in every position, or None")
        if expansion.flag > 1:
            has_points = expansion.points is not None
            if self.has_points not in (None, has_points):
                remedy = "return points at the end of every game, or of none"
                raise RulesError(f"{_call(self.rules, 'outcome', position)} returned a result of another kind than before: {remedy}")
            self.has_points = has_points
        self.texts.append(text(position))
        self.points.append((expansion.points or 0) + MOST_POINTS)
        self.shown.append(expansion.shown)
        self.flags.append(expansion.flag)
        self.counts.append(len(expansion.moves))
        words = [self.words.setdefault(text(move), len(self.words)) for move in expansion.moves]
        if len(set(words)) < len(words):
            move = next(move for move, word in zip(expansion.moves, words) if words.count(word) > 1)
            raise RulesError(f"{_call(self.rules, 'moves', position)} has two moves that are written {text(move)}")
        for move, word, after in zip(expansion.moves, words, expansion.after):
            self.edges.append(word)
            self.edges.append(self.number(after, "play", position, move))

    def extent(self) -> tuple[int, int, int, int]:
        """What is known so far: positions met, positions walked, moves' texts, and entries of moves."""
        return len(self.positions), len(self.flags), len(self.words), len(self.edges)

    def keep(self, resume: Resume) -> None:
        """Writes what was found since the last time. The walk is between two batches."""
        is_first = self.kept[1] == 0
        met, walked, words, edges = (0, 0, 0, 0) if is_first else self.kept
        new = self.positions[met:]
        stretch = {
            "since": None if is_first else self.kept,
            "extent": self.extent(),
            "passes": [at for at, position in enumerate(new) if isinstance(position, Pass)],
            "shown": self.shown[walked:],
            "flags": list(self.flags[walked:]),
            "points": list(self.points[walked:]),
            "has_points": self.has_points,
            "counts": self.counts[walked:].tolist(),
            "words": list(self.words)[words:],
            "edges": self.edges[edges:].tolist(),
        }
        resume.add(stretch, [tuple(position) if isinstance(position, Pass) else position for position in new])
        self.kept = self.extent()

    def restore(self, positions: list[Any], passes: list[int], words: list[str], **found: Any) -> None:
        """Repeats what was found before a stop."""
        positions = list(map(tuples, positions))
        for at in passes:
            positions[at] = Pass(*positions[at])
        for position in positions:
            if self.numbers.setdefault(position, len(self.positions)) == len(self.positions):
                self.positions.append(position)
        for word in words:
            self.words.setdefault(word, len(self.words))
        self.has_points = found["has_points"]
        self.shown += found["shown"]
        self.flags += bytes(found["flags"])
        self.points += bytes(found["points"])
        self.counts.extend(found["counts"])
        self.edges.extend(found["edges"])
        self.texts += map(text, self.positions[len(self.texts) : len(self.flags)])

    def ask_twice(self) -> None:
        """Whether the rules give the same answers again."""
        edge = 0
        names = list(self.words)
        for number, position in enumerate(self.positions):
            end = edge + 2 * self.counts[number]
            if number < TWICE or number % TWICE == 0:
                again = _expand(self.rules, position)
                if again.flag != self.flags[number] or (again.points or 0) + MOST_POINTS != self.points[number]:
                    raise RulesError(f"{_call(self.rules, 'outcome', position)} returned another result when it was called again")
                moves = [names[word] for word in self.edges[edge:end:2]]
                if [text(move) for move in again.moves] != moves:
                    raise RulesError(f"{_call(self.rules, 'moves', position)} returned other moves when it was called again")
                for move, after, before in zip(again.moves, again.after, self.edges[edge + 1 : end : 2]):
                    if self.numbers.get(after) != before:
                        raise RulesError(f"{_call(self.rules, 'play', position, move)} returned another position when it was called again")
            edge = end

    def board(self) -> str:
        """The name of the board, after the game has been made known."""
        rules = self.rules
        title = rules.name or type(rules).__name__
        grids = {(len(lines), len(lines[0])) for lines in (shown.splitlines() for shown in self.shown) if lines}
        is_grid = len(grids) == 1 and all(len(set(map(len, shown.splitlines()))) == 1 for shown in self.shown)
        is_grid = is_grid and all(rows <= 26 and cols <= 99 for rows, cols in grids) and not self.shown[0].startswith("<svg")
        about = {
            "name": re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:60] or "game",
            "title": title,
            "sides": list(rules.sides),
            "repeats": bool(rules.repeats),
            "has_sides": self.has_sides,
            "grid": grids.pop() if is_grid else None,
            "points": bool(self.has_points),
        }
        if self.has_points and rules.repeats:
            raise RulesError(f"{title} counts points, and play can repeat positions: let outcome return \"win\", \"draw\" or \"loss\"")
        what, numbers, name = _nexsolve._own_game(
            json.dumps(about), self.texts, self.shown, bytes(self.flags + self.points), self.counts.tobytes(), self.edges.tobytes(), list(self.words)
        )
        found = [self.positions[number] for number in numbers]
        if what == "circle":
            line = " → ".join(map(repr, [*found[:6], *(["…"] if len(found) > 6 else []), found[0]]))
            kind = type(rules).__name__
            raise RulesError(f"play can return to a position: {line}. Write `repeats = True` in {kind}: endless play is then a draw")
        if what == "same":
            raise RulesError(f"two positions are both written {text(found[0])}: {found[0]!r} and {found[1]!r}; give them different texts")
        if what == "text":
            raise RulesError(f"{name!r} cannot be shown as a position or move: it is empty, or has control characters (a position: a line break)")
        return name


class OwnDatabase:
    """The database of a game whose rules are in Python. Positions and moves are those of the rules."""

    def __init__(self, folder: str | PathLike[str], rules: Rules):
        #: The same database, whose positions and moves are texts.
        self.database = _nexsolve.open(folder)
        self.rules = rules

    def state(self, position: Any = None) -> _nexsolve.State:
        """A position as a `State`; by default the start."""
        position = self.rules.start() if position is None else position
        return self.database.game.state(text(_asked(self.rules, "canonical", position)))

    def probe(self, position: Any = None) -> _nexsolve.Value:
        """The value of a position for the player to move."""
        return self.database.probe(self.state(position))

    def moves(self, position: Any = None) -> Moves:
        """The moves of a position with their values for the player to move, the best first."""
        position = _asked(self.rules, "canonical", self.rules.start() if position is None else position)
        state = self.state(position)
        if state.is_terminal():
            return Moves()
        named = {text(move): move for move in self.rules.moves(position)}
        return Moves((named[move], value) for move, value in self.database.moves(state))

    def line(self, position: Any = None) -> list[Any]:
        """Best play from a position on, without passes. With `canonical`, each move belongs to the canonical form of its position."""
        position, line = _asked(self.rules, "canonical", self.rules.start() if position is None else position), []
        passes = False
        for written in self.database.line(self.state(position)):
            if passes:
                passes = False
                continue
            move = {text(move): move for move in self.rules.moves(position)}[written]
            line.append(move)
            side = self.rules.to_move(position)
            position = _asked(self.rules, "canonical", self.rules.play(position, move))
            passes = side is not None and self.rules.to_move(position) == side
        return line

    def counts(self) -> dict[str, int]:
        """How many positions are won, drawn and lost for the player to move."""
        counts = {"win": 0, "draw": 0, "loss": 0}
        for layer in self.database.layers():
            scores = self.database.layer(layer.name)
            counts["win"] += int((scores > 0).sum())
            counts["draw"] += int((scores == 0).sum())
            counts["loss"] += int(((scores < 0) & (scores != _nexsolve.NO_SCORE)).sum())
        return counts


def tabulate(
    rules: Rules,
    folder: str | PathLike[str],
    *,
    workers: int = 1,
    most: int = 20_000_000,
    memory: Any = 1 << 32,
    progress: Callable[[int, int], None] | None = None,
) -> OwnDatabase:
    """Finds all positions that play can reach, and the value and distance of each, and writes them to a database in `folder`,
    which every command and the page read without these rules.

    `workers` processes walk the positions; with more than one, rules and positions must be picklable. Raises `RulesError` if
    the rules contradict themselves, or if there are more than `most` positions. `progress` is called with what is done and what
    there is to do, first in positions that were walked, then in values. After Ctrl-C, the same call goes on: with the walk
    where it was some seconds before, if positions are built of tuples, strings and numbers, and with the tables that are missing.
    """
    resume = Resume(Path(folder), rules)
    walk = Walk(rules, most, workers, progress, resume)
    _nexsolve.generate(walk.board(), folder, metric="score" if walk.has_points else "dtw", memory=memory, progress=progress)
    resume.done()
    return OwnDatabase(folder, rules)


def verify(folder: str | PathLike[str], *, rules: Rules | None = None, most: int = 20_000_000, **options: Any) -> _nexsolve.Verified:
    """Derives all values of a database again from the rules, by other code than the one that made them.

    For a game in Python, `rules` also checks that the game in the database is the one of these rules; raises `RulesError` if it
    is not. Without it, the values are derived from the positions and moves in the database.
    """
    if rules is not None:
        board, there = Walk(rules, most).board(), _nexsolve.open(folder).game.name
        if board != there:
            raise RulesError(f"the database is one of {there}, but these rules make {board}: positions or moves differ")
    return _nexsolve.verify(folder, **options)
