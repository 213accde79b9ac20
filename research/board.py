"""A board of Nex with the values of its database, and positions of near-best play."""

from pathlib import Path
from typing import NamedTuple

import nexsolve
import numpy as np
from numba import njit, prange

from nex import MOST_MOVES, connected_sets, is_stuck, masks, moves


class Part(NamedTuple):
    """Positions that play can reach and that are not over: one of each symmetric pair."""

    ply: int
    #: The number of neutral stones; -1 in a mixture.
    neutral: int
    codes: np.ndarray
    #: 2 for one of a symmetric pair, 1 for a position that is symmetric itself.
    copies: np.ndarray


class Board:
    """A board with the values of its database."""

    def __init__(self, databases, name):
        self.db = nexsolve.open(Path(databases) / f"nex-{name}")
        self.rows, self.cols = self.db.game.size
        self.title, self.cells = name.replace("x", "×"), self.rows * self.cols
        self.connected = connected_sets(self.rows, self.cols)
        self.values = np.zeros(1 << 2 * self.cells, np.uint8)
        self.parts = [part for layer in self.db.layers() for part in self._read(layer.name)]

    def _read(self, layer):
        reach = self.db.layer(layer, "reach")
        for part in self.db.iter_layer(layer):
            if len(part.ranks):
                cells = part.cells.reshape(len(part.ranks), -1)
                codes, copies = _store(self.values, cells, part.scores)
                ply, neutral = int((cells[0] % 3 > 0).sum()), int((cells[0] == 3).sum())
                is_full = self.cells - ply - neutral < 2 and neutral < 2
                # A side that is connected has won: a loss in no plies for the other.
                going = (reach[part.ranks] == 1) & (part.scores != -16384) & (not is_full)
                yield Part(ply, neutral, codes[going], copies[going])

    def openings(self):
        """The codes after each first move: for each cell of the stone, each cell of the neutral one."""
        cells = range(self.cells)
        return [1 << 2 * stone | 3 << 2 * neutral for stone in cells for neutral in cells if neutral != stone]

    def cell(self, cell):
        """The name of a cell, such as `a1`."""
        return "abcdefgh"[cell // self.cols] + str(cell % self.cols + 1)

    def text(self, code):
        """The position in the notation of the command."""
        signs = [".BW?"[code >> 2 * cell & 3] for cell in range(self.cells)]
        return "/".join("".join(signs[row * self.cols :][: self.cols]) for row in range(self.rows))


@njit(cache=True, parallel=True)
def _store(values, cells, scores):
    """Writes the values of positions and of the same turned by 180°; returns the codes, and 2 for positions that turning changes."""
    codes, copies = np.zeros(len(cells), np.uint32), np.ones(len(cells), np.uint8)
    for number in prange(len(cells)):
        code, turned, last = 0, 0, cells.shape[1] - 1
        for cell in range(last + 1):
            piece = np.int64(cells[number, cell])
            code |= piece << 2 * cell
            turned |= piece << 2 * (last - cell)
        value = 2 + np.sign(scores[number])
        values[code], values[turned] = value, value
        codes[number] = code
        copies[number] += code != turned
    return codes, copies


def near_best(board, games=20000, seed=1):
    """Positions of games from the start, as parts: on average seven of eight moves are chosen at random among those that keep the value,
    and one among all legal moves. Each position counts as often as it occurs."""
    codes = _play(board.values, board.connected, board.cells, games, seed)
    there = [row[row >= 0] for row in codes]
    return [Part(ply, -1, row, np.ones(len(row), np.uint8)) for ply, row in enumerate(there) if len(row)]


@njit(cache=True)
def _play(values, connected, cells, games, seed):
    np.random.seed(seed)
    codes = np.full((cells, games), -1, np.int64)
    after, kept = np.zeros(MOST_MOVES, np.int64), np.zeros(MOST_MOVES, np.int64)
    for game in range(games):
        code, ply = 0, 0
        while True:
            side = ply & 1
            black, white, neutral = masks(code, cells)
            if connected[1 - side, black if side else white] or is_stuck(black, white, neutral, side, cells):
                break
            codes[ply, game] = code
            _, count = moves(code, side, cells, after)
            is_any, keeping = np.random.randint(8) == 0, 0
            for move in range(count):
                if is_any or 4 - (values[after[move]] & 3) == values[code] & 3:
                    kept[keeping] = after[move]
                    keeping += 1
            code, ply = kept[np.random.randint(keeping)], ply + 1
    return codes
