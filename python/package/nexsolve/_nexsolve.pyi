"""The part of the package that is written in Rust."""

from collections.abc import Callable, Iterator, Sequence
from os import PathLike
from types import TracebackType
from typing import Any, Literal, TypeAlias, TypeVar, final, overload

import numpy as np
from numpy.typing import ArrayLike

import pandas
import polars
import pyspiel

from .arrays import Layer, Part, Probed, Ranked, Successors
from .display import Moves, Svg
from .players import Matched, Thought

__version__: str
UNKNOWN: int
NO_PIECE: int
NO_SCORE: int
PLAYERS: dict[str, str]

T = TypeVar("T")
#: A description, a player, or a function that chooses a move by its number or in notation.
AnyPlayer: TypeAlias = "str | Player | Callable[[State], str | int]"
Progress: TypeAlias = Callable[[int, int], object]

class NexsolveError(Exception):
    """A database could not be opened or read, or a search could not begin."""

@final
class Game:
    """A game on a board, such as `nex:4x4`: its rules. Games are equal if their boards are."""
    @property
    def name(self) -> str:
        """The name of the board, which `load_game` and the command read."""
    @property
    def title(self) -> str:
        """The name for people, such as `4×4 Nex`."""
    @property
    def size(self) -> tuple[int, int] | None:
        """The rows and columns; None for a game with one board only."""
    @staticmethod
    def num_players() -> int:
        """The number of players: two."""
    def num_distinct_actions(self) -> int:
        """The number of action numbers. Some may belong to no move that can occur."""
    def new_initial_state(self) -> State:
        """The start position."""
    def new_initial_states(self) -> list[State]:
        """A list with the start position alone."""
    def state(self, position: str) -> State:
        """A position in the notation of the command: the moves that lead to it, or the pieces on the board."""
    def observation_tensor_shape(self) -> tuple[int, int, int]:
        """Planes, rows and columns of `State.observation_tensor`."""
    @staticmethod
    def observation_planes() -> list[str]:
        """What each plane of an observation shows."""
    def observation_tensor_size(self) -> int:
        """The number of numbers of an observation."""
    @staticmethod
    def get_type() -> pyspiel.GameType:
        """The `pyspiel.GameType`, which says that two players move in turn, see everything, and that one wins
        what the other loses. Needs OpenSpiel."""
    def get_parameters(self) -> dict[str, str]:
        """The parameters with which `pyspiel.load_game("nexsolve", …)` loads this game."""
    def max_game_length(self) -> int:
        """A bound on the plies of a game; 2147483647 in a game whose positions can repeat."""
    @staticmethod
    def min_utility() -> float:
        """The result of a loss."""
    @staticmethod
    def max_utility() -> float:
        """The result of a win."""
    @staticmethod
    def utility_sum() -> float:
        """The sum of both results."""
    @staticmethod
    def max_chance_outcomes() -> int:
        """The most outcomes of a chance node, of which there are none."""
    def deserialize_state(self, text: str) -> State:
        """The state that `State.serialize` wrote."""

@final
class State:
    """A game in progress. Player 0 is the one who moved first, or would move first in a position that was set
    up."""
    @property
    def game(self) -> Game:
        """The game."""
    @property
    def to_move(self) -> Literal["black", "white"]:
        """The colour to move, `black` or `white`, also in a finished game."""
    def current_player(self) -> int:
        """0 or 1; -4 if the game is over."""
    def legal_actions(self, player: int | None = None) -> list[int]:
        """The numbers of the legal moves, in ascending order; none if the game is over, or for the player who is
        not to move. Raises ValueError if the numbering has no room for one."""
    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """For each action number, 1 if the move is legal and otherwise 0."""
    def legal_moves(self) -> list[str]:
        """The legal moves in notation, in the order of the rules."""
    @overload
    def action_to_string(self, action: int, /) -> str:
        """A legal move in notation, by its number: `action_to_string(action)` or, as in OpenSpiel,
        `action_to_string(player, action)`."""
    @overload
    def action_to_string(self, player: int, action: int, /) -> str: ...
    @overload
    def string_to_action(self, text: str, /) -> int:
        """The number of a legal move in notation: `string_to_action(text)` or `string_to_action(player, text)`."""
    @overload
    def string_to_action(self, player: int, text: str, /) -> int: ...
    def apply_action(self, action: int) -> None:
        """Plays the legal move with this number."""
    def apply_actions(self, actions: Sequence[int]) -> None:
        """Plays the moves with these numbers, one after the other."""
    def apply_move(self, text: str) -> None:
        """Plays a legal move in notation."""
    def undo(self) -> None:
        """Takes back the last move. Raises ValueError if there is none."""
    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last move, which a player made with this number. Raises ValueError if it is another."""
    def child(self, action: int) -> State:
        """The state after the legal move with this number."""
    def clone(self) -> State:
        """A copy, which shares nothing that can change."""
    def is_terminal(self) -> bool:
        """Whether the game is over, by any rule that holds over the board."""
    def is_player_node(self) -> bool:
        """Whether a player has to move."""
    def is_initial_state(self) -> bool:
        """Whether no move has been made."""
    @staticmethod
    def is_chance_node() -> bool:
        """No: nothing is left to chance."""
    @staticmethod
    def is_simultaneous_node() -> bool:
        """No: the players move in turn."""
    @staticmethod
    def is_mean_field_node() -> bool:
        """No."""
    def returns(self) -> list[float]:
        """The results of players 0 and 1: 1 for a win, -1 for a loss, 0 for a draw and while the game goes on."""
    def rewards(self) -> list[float]:
        """What the last move brought the players: the results at the end of the game, and otherwise nothing."""
    def player_return(self, player: int) -> float:
        """The result of a player."""
    def player_reward(self, player: int) -> float:
        """What the last move brought a player."""
    def reason(self) -> str | None:
        """Why the game is over; None while it goes on."""
    def history(self) -> list[int]:
        """The numbers of the moves so far."""
    def history_str(self) -> str:
        """The numbers of the moves so far, as text."""
    def move_number(self) -> int:
        """The number of moves so far."""
    def get_game(self) -> Game:
        """The game."""
    @staticmethod
    def num_players() -> int:
        """Two."""
    def num_distinct_actions(self) -> int:
        """The number of action numbers, as of the game."""
    def information_state_string(self, player: int | None = None) -> str:
        """What a player knows: all moves so far, after the first position if that is not the start."""
    def observation_string(self, player: int | None = None) -> str:
        """What a player sees: the position."""
    def serialize(self) -> str:
        """The first position and the moves, for `Game.deserialize_state`."""
    def moves(self) -> list[str]:
        """The moves so far, in notation."""
    def position(self) -> str:
        """The pieces and the side to move, in a form that `Game.state` and the command read."""
    def canonical(self) -> State:
        """The same for all positions that symmetries of the board turn into each other."""
    def observation_tensor(self, player: int | None = None) -> np.ndarray:
        """What stands on the board, seen by a player, by default by the one to move: a float32 array of the
        shape `Game.observation_tensor_shape`."""
    def connections(self, *, time: float = 10.0) -> dict[str, Any]:
        """The proven connections of both sides that are found within `time` seconds, in Hex: a dictionary with
        `own` and `other`, the connections of the side to move and of the other between its edges; `key`, a
        cell that connects the side to move; `must_play`, the cells outside of which every move loses; and
        `complete`, whether the time sufficed. A connection has a `strength`, `full` if it holds whoever moves
        first and `semi` if its side must, and the empty `cells` that it needs. None where there is none."""
    def svg(self, values: Database | Solution | Sequence[tuple[str, Value]] | None = None, stone: str | None = None) -> Svg:
        """The board as an SVG picture: a string, which notebooks display as the picture."""

@final
class Value:
    """What is proven about a position, for the side to move, or about a move, for its mover."""
    @property
    def value(self) -> Literal["win", "draw", "loss"] | None:
        """`win`, `draw` or `loss`; None if it is not proven."""
    @property
    def sign(self) -> Literal[1, 0, -1] | None:
        """1 for a win, 0 for a draw, -1 for a loss; None if it is not proven."""
    @property
    def distance(self) -> int | None:
        """Plies to the end under best play; None for a draw, in a game with points, and if it is not proven."""
    @property
    def score(self) -> int | None:
        """The value and the distance as one number, as `Database.layer` has it: 16384 - plies for a win in so
        many plies, plies - 16384 for a loss, 0 for a draw; 1 or -1 if the distance is unknown. In a game with
        points, the points from here on. None if it is not proven."""
    @property
    def points(self) -> int | None:
        """Points from here on, in a game with points; otherwise None."""
    @property
    def margin(self) -> int | None:
        """Points at the end of the game; None if the points so far are unknown."""
    @property
    def is_proven(self) -> bool:
        """Whether win, draw or loss is proven."""
    @property
    def bounds(self) -> tuple[tuple[str, int | None], tuple[str, int | None]]:
        """The worst and the best that is still possible, each a value with its distance, or None where no
        distance is known."""
    def __neg__(self) -> Value: ...
    def __lt__(self, other: Value) -> bool: ...
    def __le__(self, other: Value) -> bool: ...
    def __gt__(self, other: Value) -> bool: ...
    def __ge__(self, other: Value) -> bool: ...

@final
class Database:
    """One database or several of the same game; the most informative answer wins. Threads may share it. As a
    context manager it closes at the end."""
    @property
    def game(self) -> Game:
        """The game."""
    def probe(self, state: State) -> Value:
        """The value of a state for the side to move, by rules and tables; earlier moves do not count."""
    def __getitem__(self, state: State) -> Value: ...
    def __contains__(self, state: State) -> bool: ...
    @overload
    def get(self, state: State) -> Value | None:
        """The same, but `default` for a state that no table stores."""
    @overload
    def get(self, state: State, default: T) -> Value | T: ...
    @overload
    def probe_many(self, states: Sequence[State]) -> Probed:
        """The values of many states at once, looked up on all threads: `Probed`, two arrays in the order of the
        states."""
    @overload
    def probe_many(
        self, states: ArrayLike, layer: str, metric: Literal["wdl", "dtw", "score", "reach"] | None = None
    ) -> np.ndarray: ...
    def moves(self, state: State) -> Moves:
        """Every legal move in notation with its value for the mover, the best first: a list, which notebooks
        display as a table."""
    def line(self, state: State) -> list[str]:
        """A line of best play in notation, as far as the tables go."""
    def layers(self) -> list[Layer]:
        """The layers of the database, in their order: `Layer(name, size, metrics)`. Of several databases, those
        of the most informative one."""
    def layer(self, name: str, metric: Literal["wdl", "dtw", "score", "reach"] | None = None) -> np.ndarray:
        """The scores of a layer by rank, an int16 array: entry `rank` is `Value.score` of the position with that
        rank, and `NO_SCORE` where a rank is free."""
    def to_pandas(self, layer: str, metric: Literal["wdl", "dtw", "score", "reach"] | None = None) -> pandas.DataFrame:
        """A layer as a pandas DataFrame: the columns `rank`, `score`, `value` (1, 0, -1) and `distance` (in
        plies, -1 for draws and if unknown), without free ranks. `metric` is as for `layer`."""
    def to_polars(self, layer: str, metric: Literal["wdl", "dtw", "score", "reach"] | None = None) -> polars.DataFrame:
        """The same as a polars DataFrame."""
    def rank(self, states: Sequence[State]) -> Ranked:
        """The layer and the rank of each state, computed on all threads: `Ranked`, an array of indices into
        `layers()` and one of ranks; -1 for a state that the tables do not number."""
    def unrank(self, name: str, ranks: ArrayLike) -> list[State | None]:
        """The states with these ranks in a layer, computed on all threads; None where a rank is free. Symmetric
        positions share a rank, so this is one of them. In Awari, whose tables leave out stores, the captured
        seeds are shared evenly."""
    def cells(self, layer: str, ranks: ArrayLike | None = None) -> np.ndarray:
        """What stands on each cell of the position with each rank of a layer, or with each of `ranks`: a uint8
        array of shape (ranks, rows, columns), computed on all threads. 0 is an empty cell, 1 a black stone or
        man, 2 a white one, 3 a neutral stone, 4 a black king, 5 a white one; in Awari, the number of seeds,
        with the pits of the side to move in the last row. All cells of a free rank are `NO_PIECE`. Symmetric
        positions share a rank; this is the one that `unrank` returns."""
    def successors(self, layer: str, ranks: ArrayLike | None = None) -> Successors:
        """The moves of the position with each rank of a layer, or with each of `ranks`, and where they lead:
        `Successors`, computed on all threads."""
    def iter_layer(
        self, layer: str, metric: Literal["wdl", "dtw", "score", "reach"] | None = None, size: int = ...
    ) -> Iterator[Part]:
        """The positions of a layer in rank order, without free ranks, in parts of up to `size` ranks: an
        iterator over `Part`. `metric` is as for `layer`."""
    def close(self) -> None:
        """Closes the database: later calls raise ValueError."""
    def __enter__(self) -> Database: ...
    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None: ...

@final
class Solution:
    """What a search has proven."""
    @property
    def value(self) -> Value:
        """The value of the position, for the side to move."""
    @property
    def moves(self) -> Moves:
        """Every move in notation with what is proven about it for the mover, in the order of the rules: a list,
        which notebooks display as a table."""
    @property
    def complete(self) -> bool:
        """Whether everything that was asked for is proven."""
    @property
    def nodes(self) -> int:
        """Positions visited."""

@final
class Player:
    """A player that the package has, such as `uct(1000)`. It keeps what it has learned in a game for its next
    moves in the same game."""
    def choose(
        self,
        state: State,
        *,
        time: float | None = None,
        nodes: int | None = None,
        playouts: int | None = None,
        depth: int | None = None,
    ) -> str:
        """Chooses a move, in notation. `time` is in seconds; `nodes`, `playouts` and `depth` are limits that the
        player understands."""
    def think(
        self,
        state: State,
        *,
        time: float | None = None,
        nodes: int | None = None,
        playouts: int | None = None,
        depth: int | None = None,
    ) -> Thought:
        """Chooses a move, as `choose` does, and tells why: `Thought`, with the move in notation, the player's
        estimate of it, the line that it expects, and the positions that it has visited."""
    def step(self, state: State) -> int:
        """Chooses a move by its number, as the bots of OpenSpiel do."""

@final
class Record:
    """A recorded game."""
    def __init__(self, state: State, *, black: str | None = None, white: str | None = None) -> None: ...
    @property
    def board(self) -> str:
        """The name of the board."""
    @property
    def black(self) -> str | None:
        """The name of the player who began as Black; None if it is unknown."""
    @property
    def white(self) -> str | None:
        """The name of the player who began as White; None if it is unknown."""
    @property
    def result(self) -> Literal["black", "white", "draw"] | None:
        """The colour that won, `black` or `white`, or `draw`; None for a game that was broken off."""
    @property
    def how(self) -> str:
        """Why it ended: `rules`, `time`, `forfeit`, `resigned`, `length` or `broken off`."""
    @property
    def moves(self) -> list[str]:
        """The moves in notation."""
    @property
    def notes(self) -> list[str]:
        """What the reader assumed or could not use."""
    def start(self) -> State:
        """The state in which the moves begin."""
    def state(self) -> State:
        """The state after the last move, which knows all moves."""

@final
class Verified:
    """The findings of `verify`. It is true if no value and no count is wrong."""
    @property
    def right(self) -> bool:
        """Whether no value and no count is wrong. Tables in `missing` and `ungrounded` were not checked, or not
        in full."""
    @property
    def tables(self) -> int:
        """The number of tables checked."""
    @property
    def values(self) -> int:
        """The number of values derived again: positions up to symmetry."""
    @property
    def omitted(self) -> int:
        """The number of positions whose values the tables omit."""
    @property
    def wrong(self) -> int:
        """The number of values that differ from the tables."""
    @property
    def first_wrong(self) -> list[WrongValue]:
        """The first of those."""
    @property
    def wrong_counts(self) -> list[str]:
        """The files whose counts in the manifest are wrong."""
    @property
    def missing(self) -> list[str]:
        """The tables that the database lacks, though it has the metric for other layers."""
    @property
    def ungrounded(self) -> list[str]:
        """The tables in which a sample did not check whether wins depend only on each other."""
    def __bool__(self) -> bool: ...

@final
class WrongValue:
    """A value that differs from what the rules say."""
    @property
    def layer(self) -> str:
        """The layer."""
    @property
    def metric(self) -> str:
        """The metric of the table."""
    @property
    def rank(self) -> int:
        """The rank of the position."""
    @property
    def position(self) -> str:
        """The position in notation."""
    @property
    def stored(self) -> str:
        """The value in the table, in words."""
    @property
    def derived(self) -> str | None:
        """The value by the rules; None if the stored value depends only on itself."""

def load_game(name: str, rows: int | None = None, cols: int | None = None) -> Game:
    """Returns the game on a board: `load_game("nex:4x4")`, `load_game("nex", rows=4, cols=4)`,
    `load_game("awari")`."""
def open(*folders: str | PathLike[str], cache: int | str = ...) -> Database:
    """Opens the databases in these folders, which must be of one game; `cache` is the memory for the blocks of
    each: a number of bytes or a text such as `4GiB`."""
def solve(
    state: State | Game | str,
    *,
    goal: Literal["value", "moves", "distances"] = "distances",
    time: float | None = None,
    nodes: int | None = None,
    memory: int | str = ...,
    threads: int | None = None,
) -> Solution:
    """Proves the value of a state, or of the start of a board (`solve("nex:3x3")`): the value alone
    (`goal="value"`), that of each move (`"moves"`), or also the plies to the end
    (`"distances"`), by search alone."""
def generate(
    board: str | Game,
    out: str | PathLike[str],
    *,
    metric: Literal["wdl", "dtw", "score"] | None = None,
    raw: bool = False,
    reach: bool | None = None,
    memory: int | str = ...,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Database:
    """Generates the database of a board in the folder `out`, or the rest of it after an interruption, and opens
    it."""
def verify(
    folder: str | PathLike[str],
    *,
    layers: Sequence[str] | None = None,
    sample: int | None = None,
    seed: int = 0,
    memory: int | str = ...,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Verified:
    """Checks the checksums of the database in a folder, then derives its values again with code that shares only
    the rules and the ranking with generation."""
def player(description: str, *, seed: int = 0, db: Database | None = None) -> Player:
    """Returns a player by its description, one of `nexsolve.PLAYERS`: `player("uct(1000)").choose(state)`."""
def match(
    players: Sequence[AnyPlayer],
    board: str | Game | Database,
    *,
    games: int = 2,
    random_plies: int = 0,
    openings: Sequence[str] | None = None,
    seed: int = 0,
    longest: int = 2000,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Matched:
    """Plays a match between two or more players: `games` games for each pair, with alternating colours."""
def exam(
    player: AnyPlayer,
    db: Database,
    *,
    sample: int | None = None,
    worst: int = 5,
    seed: int = 0,
    memory: int | str = ...,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Examines the moves of a player in all positions of a board that play can reach, or in `sample` random
    ones, by the values of a database: how much value it gives away, and its `worst` mistakes."""
def exploit(
    player: AnyPlayer,
    board: str | Game | Database,
    *,
    colour: Literal["black", "white"] | None = None,
    seed: int = 0,
    memory: int | str = ...,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Finds the worst result of a player over all ways to play against it, as `"black"`, `"white"`, or both."""
def audit(db: Database, records: Sequence[Record | State], *, threads: int | None = None) -> list[list[dict[str, Any]]]:
    """Judges the moves of recorded games by a database: for each game a list with the fields of `moves` of
    `nexsolve audit --moves --json`, among them the values `before` and `after`, and a move `instead` that
    would have kept the value."""
def puzzles(
    board: str | Game | Database,
    *,
    count: int = 10,
    goal: Literal["win", "draw"] = "win",
    least_plies: int = 3,
    nodes: int = 100000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress | None = None,
) -> list[dict[str, Any]]:
    """Finds positions in which exactly one move keeps the value, and all others fail: puzzles, each with its
    solution and with refutations, as `nexsolve puzzles --json` has them."""
def read_records(file: str | PathLike[str] | bytes, *, board: str | None = None, skip_faults: bool = False) -> list[Record]:
    """Reads the games of a file, or of its bytes: PDN, SGF, old Nex records, or the format of all games of
    `nexsolve match`. `board` is the board of games that do not name theirs."""
def write_records(records: Sequence[Record | State], file: str | PathLike[str]) -> None:
    """Writes games of one game to a file: in its customary format if the name ends with its extension (`.pdn`,
    `.sgf`), otherwise in the format of all games. `records` are Records or states."""
