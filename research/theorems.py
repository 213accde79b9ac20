"""The move, free moves and free stones (theorems 2, 5 and 6): is the move ever a disadvantage, and can a gift harm?

Strategy stealing needs that neither happens. All positions are examined, symmetric ones counted separately.
"""

import numpy as np
from numba import njit, prange

from board import Board
from nex import BLACK_PASSED, MOST_MOVES, WHITE_PASSED, WIN, masks, moves, popcount
from paper import arguments, save, table
from sweep import sweep

CHANGES = ["the move", "free generates", "free transforms", "free stone (a)", "free stone (b)", "free stone (c)", "free stone (d)"]


@njit(cache=True)
def note(counts, examples, code, weight, change, before, later):
    kind = 1 + (later > before) - (later < before)
    counts[change, kind] += weight
    if kind == 0 and examples[change] < 0:
        examples[change] = code


@njit(cache=True, parallel=True)
def effects(values, connected, cells, codes, copies, side, blocks=64):
    """For each of `CHANGES`, how often it harms, makes no difference, and helps the side that it favours; and a position in which it harms."""
    counts, examples = np.zeros((blocks, 7, 3), np.int64), np.full((blocks, 7), -1, np.int64)
    for block in prange(blocks):
        after = np.zeros(MOST_MOVES, np.int64)
        for number in range(block, len(codes), blocks):
            code, weight = np.int64(codes[number]), copies[number]
            black, white, neutral = masks(code, cells)
            many = popcount(neutral)
            value = values[code] & 3
            if side == 0:
                waiting = 4 - (values[code] >> 4 & 3)
                note(counts[block], examples[block], code, weight, 0, waiting, value)
                generates, count = moves(code, 0, cells, after)
                for move in range(count):
                    note(counts[block], examples[block], code, weight, 1 if move < generates else 2, waiting, 4 - (values[after[move]] & 3))
            for cell in range(cells):
                if many >= 2 and code >> 2 * cell & 3 == 3:
                    blacks, whites = code ^ 2 << 2 * cell, code ^ 1 << 2 * cell
                    black_joins, white_joins = connected[0, black | 1 << cell], connected[1, white | 1 << cell]
                    if side == 0:
                        note(counts[block], examples[block], code, weight, 3, waiting, WIN if black_joins else 4 - (values[blacks] & 3))
                        note(counts[block], examples[block], code, weight, 5, value, WIN if black_joins else values[blacks] >> 2 & 3)
                    else:
                        note(counts[block], examples[block], code, weight, 4, value, WIN if white_joins else values[whites] >> 4 & 3)
                        note(counts[block], examples[block], code, weight, 6, 4 - value, WIN if black_joins else 4 - (values[blacks] >> 2 & 3))
    return counts.sum(0), examples


def main():
    args = arguments(__doc__)
    figures = {}
    for name in args.boards:
        board = Board(args.databases, name)
        sweep(board, WHITE_PASSED)
        sweep(board, BLACK_PASSED)
        total, first = np.zeros((7, 3), np.int64), [None] * 7
        for part in board.parts:
            counts, examples = effects(board.values, board.connected, board.cells, part.codes, part.copies, part.ply % 2)
            total += counts
            for change in range(7):
                found = examples[:, change][examples[:, change] >= 0]
                if first[change] is None and len(found):
                    first[change] = board.text(int(found.min()))
        figures[name] = {
            change: {"harms": int(row[0]), "same": int(row[1]), "helps": int(row[2]), "of": int(row.sum()), "example": example}
            for change, row, example in zip(CHANGES, total, first, strict=True)
        }
        print(board.title)
        both = zip([*CHANGES, "free stones (a) and (b)"], [*total, total[3] + total[4]], strict=True)
        rows = [(change, row.sum(), *row[::-1], f"{100 * row[0] / max(row.sum(), 1):.2f}") for change, row in both]
        table(["change", "all", "helps", "no difference", "harms", "harms, %"], *rows)
    save(args, "theorems", figures)


if __name__ == "__main__":
    main()
