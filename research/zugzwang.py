"""Zugzwang: how often would White, to move, rather pass? And what is the right to pass once worth?"""

import matplotlib.pyplot as plt
import numpy as np
from numba import njit, prange

from board import Board, near_best
from nex import LOSS, WHITE_PASSED
from paper import arguments, draw, picture, save, table
from sweep import sweep

KINDS = ["loss → draw", "loss → win", "draw → win"]
WORDS = ["unknown", "loss", "draw", "win"]
#: The examples that the document shows.
SHOWN = [("3x3", 0), ("3x3", 1), ("4x4", 1), ("4x3", 2)]
#: The bit of the values with White's right to pass once.
WITH_RIGHT = 6


@njit(cache=True, parallel=True)
def zugzwangs(values, codes, copies, blocks=64):
    """How many positions are zugzwangs of each of `KINDS`, and the one with the lowest code."""
    counts, examples = np.zeros((blocks, 3), np.int64), np.full((blocks, 3), 1 << 62, np.int64)
    for block in prange(blocks):
        for number in range(block, len(codes), blocks):
            code = np.int64(codes[number])
            value, passing = values[code] & 3, 4 - (values[code] >> 2 & 3)
            if passing > value:
                kind = (2 if value > LOSS else 0) + (passing - value - 1 if value == LOSS else 0)
                counts[block, kind] += copies[number]
                examples[block, kind] = min(examples[block, kind], code)
    return counts.sum(0), examples


def study(args, name):
    board = Board(args.databases, name)
    sweep(board, WHITE_PASSED)
    counts, plies, examples = np.zeros(3, np.int64), {}, [None] * 3
    positions = 0
    for part in board.parts:
        if part.ply % 2:
            here, found = zugzwangs(board.values, part.codes, part.copies)
            size = int(part.copies.sum(dtype=np.int64))
            positions += size
            counts += here
            ply = plies.setdefault(part.ply, np.zeros(2, np.int64))
            ply += size, here.sum()
            for kind in range(3):
                if examples[kind] is None and here[kind]:
                    examples[kind] = board.text(int(found[:, kind].min()))
    games = near_best(board)
    met = sum(int(zugzwangs(board.values, part.codes, part.copies)[0].sum()) for part in games if part.ply % 2)
    # A right of White's to pass once: the values with it go to the highest bits.
    sweep(board, (0, WITH_RIGHT), owner=1, other=2)
    openings = [[4 - (board.values[code] >> shift & 3) for code in board.openings()] for shift in (0, WITH_RIGHT)]
    won, still = (sum(value == 3 for value in values) for values in openings)
    for kind, example in enumerate(examples):
        if (name, kind) in SHOWN:
            figure, axes = plt.subplots(figsize=(2.2, 2))
            draw(axes, example, title=f"White to move: {KINDS[kind]}")
            picture(args, f"zugzwang-{name}-{KINDS[kind].replace(' → ', '-')}", figure)
    return {
        "white_to_move": positions,
        "zugzwangs": dict(zip(KINDS, map(int, counts), strict=True)),
        "percent_by_ply": {str(ply): round(100 * int(some) / int(all_), 1) for ply, (all_, some) in sorted(plies.items()) if all_},
        "first_ply": min((ply for ply, (_, some) in plies.items() if some), default=None),
        "near_best": {"positions": sum(len(part.codes) for part in games), "zugzwangs": met},
        "one_pass": {"openings": len(openings[0]), "won": won, "won_if_white_may_pass": still, "start": [WORDS[board.values[0] >> shift & 3] for shift in (0, WITH_RIGHT)]},
        "examples": examples,
    }


def main():
    args = arguments(__doc__, ["2x2", "3x3", "3x4", "4x3", "3x5", "5x3", "4x4"])
    figures = {name: study(args, name) for name in args.boards}
    save(args, "zugzwang", figures)
    rows = [(name.replace("x", "×"), f["white_to_move"], sum(f["zugzwangs"].values()), f["zugzwangs"]) for name, f in figures.items()]
    table(["board", "White to move", "zugzwangs", "share, %", *KINDS], *[(n, all_, some, 100 * some / all_, *kinds.values()) for n, all_, some, kinds in rows])
    table(
        ["board", "positions of near-best play", "zugzwangs", "winning openings", "if White may pass once"],
        *[(name.replace("x", "×"), *f["near_best"].values(), f["one_pass"]["won"], f["one_pass"]["won_if_white_may_pass"]) for name, f in figures.items()],
    )
    for name, f in figures.items():
        shares = ", ".join(f"{ply}: {share}" for ply, share in f["percent_by_ply"].items())
        before, after = f["one_pass"]["start"]
        print(f"{name.replace('x', '×')} by ply, %: {shares}; first at ply {f['first_ply']}; the start: {before}, and if White may pass once: {after}")


if __name__ == "__main__":
    main()
