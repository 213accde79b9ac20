"""Nex on boards of at most 16 cells: the values of all arrangements of stones, in one array.

A *code* numbers an arrangement: two bits for each cell, row by row from the lowest bits: 0 empty, 1 black, 2 white, 3 neutral. The array
`values` has a byte for each code. Two bits of it are the value for the side to move (1 loss, 2 draw, 3 win; 0 unknown): bits 0 and 1 those of
the game, where Black has as many stones as White when Black moves. Bits 2 and 3 are those after White has passed once, bits 4 and 5 those
after Black has: there the numbers of stones differ by one more.
"""

import numpy as np
from numba import njit

LOSS, DRAW, WIN = 1, 2, 3
#: More than a position has on 16 cells.
MOST_MOVES = 1024
#: By how much Black has more stones than White when Black moves, and the lowest bit of the values.
GAME, WHITE_PASSED, BLACK_PASSED = (0, 0), (1, 2), (-1, 4)


def neighbours_of(rows, cols):
    """For each cell, the set of its neighbours."""
    sets = np.zeros(rows * cols, np.int64)
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        for r, c in [(row, col - 1), (row, col + 1), (row - 1, col), (row + 1, col), (row - 1, col + 1), (row + 1, col - 1)]:
            if 0 <= r < rows and 0 <= c < cols:
                sets[cell] |= 1 << r * cols + c
    return sets


def connected_sets(rows, cols):
    """For each side and each set of cells, whether it joins the side's edges: Black's are the top and the bottom."""
    sets = np.zeros((2, 1 << rows * cols), np.bool_)
    top, left = (1 << cols) - 1, sum(1 << row * cols for row in range(rows))
    _join(sets, neighbours_of(rows, cols), np.array([[top, top << (rows - 1) * cols], [left, left << cols - 1]]))
    return sets


@njit(cache=True)
def _join(sets, neighbours, edges):
    for side in range(2):
        for stones in range(sets.shape[1]):
            reached, before = stones & edges[side, 0], 0
            while reached != before:
                before = reached
                for cell in range(len(neighbours)):
                    if reached >> cell & 1:
                        reached |= neighbours[cell] & stones
            sets[side, stones] = reached & edges[side, 1] != 0


@njit(cache=True)
def popcount(bits):
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


@njit(cache=True)
def masks(code, cells):
    """The sets of black, white and neutral stones."""
    black = white = neutral = 0
    for cell in range(cells):
        piece = code >> 2 * cell & 3
        black |= (piece == 1) << cell
        white |= (piece == 2) << cell
        neutral |= (piece == 3) << cell
    return black, white, neutral


@njit(cache=True)
def after_generate(code, side, stone, neutral):
    return code | (side + 1) << 2 * stone | 3 << 2 * neutral


@njit(cache=True)
def after_transform(code, side, first, second, given):
    """An own stone (side + 1) and a neutral one (3) differ in the bits 2 - side."""
    return code ^ (2 - side) << 2 * first ^ (2 - side) << 2 * second ^ (2 - side) << 2 * given


@njit(cache=True)
def is_stuck(black, white, neutral, side, cells):
    """Whether the side to move has no move."""
    own = white if side else black
    return cells - popcount(black | white | neutral) < 2 and (popcount(neutral) < 2 or own == 0)


@njit(cache=True)
def moves(code, side, cells, after):
    """Writes the codes after all moves to `after`, those of generate moves first. Returns the number of these and of all."""
    count = 0
    for stone in range(cells):
        if code >> 2 * stone & 3 == 0:
            for neutral in range(cells):
                if neutral != stone and code >> 2 * neutral & 3 == 0:
                    after[count] = after_generate(code, side, stone, neutral)
                    count += 1
    generates = count
    for first in range(cells):
        if code >> 2 * first & 3 == 3:
            for second in range(first):
                if code >> 2 * second & 3 == 3:
                    for given in range(cells):
                        if code >> 2 * given & 3 == side + 1:
                            after[count] = after_transform(code, side, first, second, given)
                            count += 1
    return generates, count
