"""The values of Nex after a pass. No database has them, because in a game the numbers of stones determine the side to move."""

import numpy as np
from numba import njit, prange

from nex import DRAW, LOSS, WIN, after_generate, after_transform, is_stuck, popcount


@njit(cache=True)
def value_by_moves(values, shift, code, side, cells, best):
    """The value for `side`, whose turn it is in an unfinished game, from the values of the next ply; `best` is known already."""
    for stone in range(cells):
        if code >> 2 * stone & 3 == 0:
            for neutral in range(cells):
                if neutral != stone and code >> 2 * neutral & 3 == 0:
                    best = max(best, 4 - (values[after_generate(code, side, stone, neutral)] >> shift & 3))
                    if best == WIN:
                        return WIN
    for first in range(cells):
        if code >> 2 * first & 3 == 3:
            for second in range(first):
                if code >> 2 * second & 3 == 3:
                    for given in range(cells):
                        if code >> 2 * given & 3 == side + 1:
                            best = max(best, 4 - (values[after_transform(code, side, first, second, given)] >> shift & 3))
                            if best == WIN:
                                return WIN
    return best


@njit(cache=True, parallel=True)
def _sweep(values, shift, connected, spread, flipped, ply, side, blacks, whites, cells, owner, other):
    """Finds the values of a ply from those of the next. `owner` may pass instead of moving, with the value at bit `other`."""
    full = (1 << cells) - 1
    for number in prange(len(blacks)):
        black = blacks[number]
        rest = full & ~black
        white = rest
        while True:
            if popcount(white) == whites:
                free = rest & ~white
                neutral = free
                while True:
                    count = popcount(neutral)
                    if (count + ply) % 2 == 0 and count <= ply and ply + count <= cells and (count > 0 or ply == 0):
                        code = spread[black] | spread[white] << 1 | spread[neutral] * 3
                        if connected[1 - side, black if side else white]:
                            value = LOSS
                        elif is_stuck(black, white, neutral, side, cells):
                            value = DRAW
                        else:
                            best = 4 - (values[code] >> other & 3) if owner == side else LOSS
                            value = WIN if best == WIN else value_by_moves(values, shift, code, side, cells, best)
                        values[code] = values[code] & ~(3 << shift) | value << shift
                        if flipped[black] != black:
                            turned = spread[flipped[black]] | spread[flipped[white]] << 1 | spread[flipped[neutral]] * 3
                            values[turned] = values[turned] & ~(3 << shift) | value << shift
                    if neutral == 0:
                        break
                    neutral = (neutral - 1) & free
            if white == 0:
                break
            white = (white - 1) & rest


def sweep(board, which, values=None, owner=-1, other=0):
    """Fills in the values of the game, or of one in which a side has passed."""
    lead, shift = which
    values = board.values if values is None else values
    cells = board.cells
    sets = np.arange(1 << cells)
    counts = sum(sets >> cell & 1 for cell in range(cells))
    spread = sum((sets >> cell & 1) << 2 * cell for cell in range(cells))
    flipped = sum((sets >> cell & 1) << cells - 1 - cell for cell in range(cells))
    for ply in range(cells, -1, -1):
        side = (ply - lead) % 2
        black = (ply + lead + side) // 2
        if 0 <= black <= ply:
            blacks = sets[(counts == black) & (flipped >= sets)]
            _sweep(values, shift, board.connected, spread, flipped, ply, side, np.sort(blacks % 7 * 65536 + blacks) % 65536, ply - black, cells, owner, other)
