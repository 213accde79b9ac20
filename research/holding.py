"""When a broken chain holds: gaps such as bridges against generates and transforms.

A gap is a pair of empty cells, either of which completes the chain of the side that waits. With two gaps the chain needs one cell of each. A
stone is spare if the chain does not need it. The theorem is that with a spare stone and enough empty cells the waiting side wins.
"""

import matplotlib.pyplot as plt
import numpy as np
from numba import njit, prange

from board import Board
from nex import LOSS, masks, popcount
from paper import arguments, draw, picture, save, table

KINDS = ["one gap", "one gap, 2 or 3 empty cells", "one gap, no spare stone", "two gaps", "two gaps, 4 or 5 empty cells", "two gaps, no spare stone"]
FAILING = [kind for kind in KINDS if "," in kind]


@njit(cache=True)
def has_gaps(gaps, joins, own, empty, cells):
    """Whether the chain is complete except for one gap, or for two."""
    partners, closing = np.zeros(16, np.int64), 0
    for first in range(cells):
        if empty >> first & 1 and joins[own | 1 << first]:
            closing += 1
        for second in range(first):
            pair = 1 << first | 1 << second
            if empty & pair == pair and joins[own | pair]:
                partners[first] |= 1 << second
                partners[second] |= 1 << first
    if gaps == 1:
        return closing >= 2
    for first in range(cells):
        for second in range(first):
            if popcount(partners[first] & partners[second] & ~(1 << first | 1 << second)) >= 2:
                return True
    return False


@njit(cache=True)
def kind_of(joins, own, empty, cells):
    """The index of the chain in `KINDS`, or -1. One gap goes before two, and a chain with a spare stone before one without."""
    for gaps in range(1, 3):
        if has_gaps(gaps, joins, own, empty, cells):
            is_roomy = popcount(empty) >= 2 + 2 * gaps
            for stone in range(cells):
                if own >> stone & 1 and has_gaps(gaps, joins, own & ~(1 << stone), empty, cells):
                    return 3 * gaps - 3 if is_roomy else 3 * gaps - 2
            return 3 * gaps - 1 if is_roomy else -1
    return -1


@njit(cache=True, parallel=True)
def held(values, connected, cells, codes, copies, side, blocks=64):
    """For each of `KINDS`, how many positions there are, and how many the waiting side wins; and a position that it does not win."""
    counts, examples = np.zeros((blocks, 6, 2), np.int64), np.full((blocks, 6), 1 << 62, np.int64)
    for block in prange(blocks):
        for number in range(block, len(codes), blocks):
            code = np.int64(codes[number])
            black, white, neutral = masks(code, cells)
            empty = (1 << cells) - 1 & ~(black | white | neutral)
            kind = kind_of(connected[1 - side], black if side else white, empty, cells)
            if kind >= 0:
                won = values[code] & 3 == LOSS
                counts[block, kind, 0] += copies[number]
                counts[block, kind, 1] += copies[number] * won
                if not won:
                    examples[block, kind] = min(examples[block, kind], code)
    return counts.sum(0), examples


def main():
    args = arguments(__doc__)
    figures = {}
    for name in args.boards:
        board = Board(args.databases, name)
        total, examples = np.zeros((6, 2), np.int64), [None] * 6
        for part in board.parts:
            counts, found = held(board.values, board.connected, board.cells, part.codes, part.copies, part.ply % 2)
            total += counts
            for kind in range(6):
                if examples[kind] is None and found[:, kind].min() < 1 << 62:
                    examples[kind] = [part.ply, board.text(int(found[:, kind].min()))]
        figures[name] = {kind: {"of": int(row[0]), "won": int(row[1]), "not_won": example} for kind, row, example in zip(KINDS, total, examples, strict=True)}
    save(args, "holding", figures)

    def won(of, kind):
        return f"{of[kind]['won']:,} of {of[kind]['of']:,} ({100 * of[kind]['won'] / max(of[kind]['of'], 1):.1f} %)"

    for kinds in (["one gap", "two gaps"], FAILING):
        table(["board", *kinds], *[(name.replace("x", "×"), *(won(of, kind) for kind in kinds)) for name, of in figures.items()])
    for name, kind in [("3x3", "two gaps, 4 or 5 empty cells"), ("3x4", "one gap, no spare stone")]:
        if name in figures:
            ply, position = figures[name][kind]["not_won"]
            figure, axes = plt.subplots(figsize=(2.4, 2))
            draw(axes, position, title=f"{kind}: {'White' if ply % 2 == 0 else 'Black'} waits")
            picture(args, f"holding-{name}", figure)


if __name__ == "__main__":
    main()
