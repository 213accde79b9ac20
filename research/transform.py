"""When to transform: in how many positions that are not lost do only transforms keep the value, a single one, or only generates?"""

import numpy as np
from numba import njit, prange

from board import Board, near_best
from nex import LOSS, MOST_MOVES, moves
from paper import arguments, save, table

COLUMNS = ["only transforms", "a single transform", "only generates"]


@njit(cache=True, parallel=True)
def needed(values, cells, codes, copies, side, blocks=64):
    """The number of positions with moves of both kinds, and of those that need each of `COLUMNS`."""
    counts = np.zeros((blocks, 4), np.int64)
    for block in prange(blocks):
        after = np.zeros(MOST_MOVES, np.int64)
        for number in range(block, len(codes), blocks):
            code = np.int64(codes[number])
            value = values[code] & 3
            generates, count = moves(code, side, cells, after)
            if value == LOSS or generates == 0 or generates == count:
                continue
            # How many generates keep the value, counted up to one, and transforms, counted as far as it matters.
            by_generate, by_transform = 0, 0
            for move in range(generates):
                if 4 - (values[after[move]] & 3) == value:
                    by_generate = 1
                    break
            for move in range(generates, count):
                if 4 - (values[after[move]] & 3) == value:
                    by_transform += 1
                    if by_transform + by_generate == 2:
                        break
            counts[block, 0] += copies[number]
            counts[block, 1] += copies[number] * (by_generate == 0)
            counts[block, 2] += copies[number] * (by_generate == 0 and by_transform == 1)
            counts[block, 3] += copies[number] * (by_transform == 0)
    return counts.sum(0)


def shares(counts):
    """The number of positions, and the shares in %."""
    return [int(counts[0]), *(100 * counts[1:] / max(counts[0], 1))]


def count(board, parts):
    """The shares over all parts, by ply, and by the number of neutral stones."""
    plies, neutrals = {}, {}
    for part in parts:
        found = needed(board.values, board.cells, part.codes, part.copies, part.ply % 2)
        plies[part.ply] = plies.get(part.ply, 0) + found
        neutrals[part.neutral] = neutrals.get(part.neutral, 0) + found
    by_ply = {ply: shares(counts) for ply, counts in plies.items() if counts[0]}
    return {"all": shares(sum(plies.values())), "by_ply": by_ply, "by_neutral": {many: shares(neutrals[many]) for many in sorted(neutrals) if neutrals[many][0]}}


def main():
    args = arguments(__doc__)
    figures = {}
    for name in args.boards:
        board = Board(args.databases, name)
        figures[name] = {"all": count(board, board.parts), "near_best": count(board, near_best(board))}
    save(args, "transform", figures)
    for kind, words in [("all", "all positions"), ("near_best", "near-best play")]:
        print(words + ", %")
        table(["board", "positions", *COLUMNS], *[(name.replace("x", "×"), *of[kind]["all"]) for name, of in figures.items()])
    for name, of in figures.items():
        print(f"{name.replace('x', '×')}: only transforms / only generates, %")
        both = [(str(ply), of["near_best"]["by_ply"][ply], of["all"]["by_ply"][ply]) for ply in of["near_best"]["by_ply"]]
        table(["ply", "near-best play", "all positions"], *[(ply, *(f"{s[1]:.1f} / {s[3]:.1f}" for s in pair)) for ply, *pair in both])
        table(["neutral stones", "only transforms"], *[(str(n), s[1]) for n, s in of["all"]["by_neutral"].items()])


if __name__ == "__main__":
    main()
