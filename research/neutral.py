"""Where should a neutral stone lie? How much more often a cell of a kind keeps the value than the other cells, in percentage points.

A pair of a position and a stone is in question if some neutral cells keep the value and others do not; all pairs count equally.
"""

import matplotlib.pyplot as plt
import numpy as np
from numba import njit, prange

from board import Board, near_best
from nex import LOSS, WIN, after_generate, masks, neighbours_of, popcount
from paper import arguments, draw, picture, save, table

KINDS = ["own direction", "opponent's direction", "three steps", "blunt corner", "touches no own"]
#: Whether a neutral stone of the kind is worse (-1) or better (1) on average on all boards.
RULES = [-1, 1, 1, -1, 1]


def kinds(rows, cols):
    """For each side, stone and neutral stone, a bit for each of the first four of `KINDS`."""
    bits = np.zeros((2, rows * cols, rows * cols), np.int64)
    for side, stone, neutral in np.ndindex(bits.shape):
        down, right = neutral // cols - stone // cols, neutral % cols - stone % cols
        steps = max(abs(down), abs(right), abs(down + right))
        ahead, beside = (right, down) if side else (down, right)
        there = [steps == 1 and beside == 0, steps == 1 and ahead == 0, steps == 3, neutral in (cols - 1, (rows - 1) * cols)]
        bits[side, stone, neutral] = sum(is_kind << kind for kind, is_kind in enumerate(there))
    return bits


@njit(cache=True, parallel=True)
def gains(values, cells, bits, neighbours, codes, copies, side, blocks=64):
    """For each of `KINDS`: the sums of gains g, numbers n of pairs, g², gn and n². In a last row, the pairs in question, and those kept."""
    sums = np.zeros((blocks, 6, 5))
    for block in prange(blocks):
        inside, kept_inside, here = np.zeros(5, np.int64), np.zeros(5, np.int64), np.zeros((6, 2))
        for number in range(block, len(codes), blocks):
            code = np.int64(codes[number])
            black, white, neutrals = masks(code, cells)
            own = white if side else black
            value = values[code] & 3
            if value == LOSS or cells - popcount(black | white | neutrals) < 3:
                continue
            here[:] = 0
            for stone in range(cells):
                if code >> 2 * stone & 3:
                    continue
                all_, kept, inside[:], kept_inside[:] = 0, 0, 0, 0
                for neutral in range(cells):
                    if neutral == stone or code >> 2 * neutral & 3:
                        continue
                    keeps = 4 - (values[after_generate(code, side, stone, neutral)] & 3) == value
                    all_ += 1
                    kept += keeps
                    kind = bits[side, stone, neutral] | (neighbours[neutral] & (own | 1 << stone) == 0) << 4
                    for which in range(5):
                        inside[which] += kind >> which & 1
                        kept_inside[which] += keeps and kind >> which & 1
                here[5, 1] += kept > 0
                if 0 < kept < all_:
                    here[5, 0] += 1
                    for which in range(5):
                        if 0 < inside[which] < all_:
                            here[which, 0] += kept_inside[which] / inside[which] - (kept - kept_inside[which]) / (all_ - inside[which])
                            here[which, 1] += 1
            for which in range(6):
                gain, pairs = here[which]
                for column, term in enumerate((gain, pairs, gain * gain, gain * pairs, pairs * pairs)):
                    sums[block, which, column] += copies[number] * term
    return sums.sum(0)


def figures(sums):
    """For each kind, the gain and its standard error if the positions are a sample, in points; then the share of pairs in question, in %."""
    found = {}
    for kind, (gain, pairs, squares, mixed, pair_squares) in zip(KINDS, sums[:5], strict=True):
        if pairs:
            mean = gain / pairs
            found[kind] = [100 * mean, 100 * max(squares - 2 * mean * mixed + mean**2 * pair_squares, 0) ** 0.5 / pairs]
    return {**found, "in question": 100 * sums[5, 0] / max(sums[5, 1], 1)}


def study(board, parts):
    bits, neighbours, plies = kinds(board.rows, board.cols), neighbours_of(board.rows, board.cols), {}
    for part in parts:
        plies[part.ply] = plies.get(part.ply, 0) + gains(board.values, board.cells, bits, neighbours, part.codes, part.copies, part.ply % 2)
    return {"all": figures(sum(plies.values())), "by_ply": {str(ply): figures(sums) for ply, sums in plies.items() if sums[5, 0]}}


def partners(args, name, board):
    """Draws how many openings win with the neutral stone on each cell, and with the stone there."""
    won = np.zeros((board.cells, board.cells), np.int64)
    pairs = [(stone, neutral) for stone in range(board.cells) for neutral in range(board.cells) if stone != neutral]
    for (stone, neutral), code in zip(pairs, board.openings(), strict=True):
        won[stone, neutral] = 4 - (board.values[code] & 3) == WIN
    figure, both = plt.subplots(1, 2, figsize=(6, 2.4))
    for axes, counts, title in zip(both, (won.sum(0), won.sum(1)), ("neutral stone", "stone"), strict=True):
        colours = {board.cell(cell): plt.cm.Greens(0.7 * count / (board.cells - 1)) for cell, count in enumerate(counts)}
        draw(axes, board.text(0), colours, {board.cell(cell): str(count) for cell, count in enumerate(counts)}, f"winning openings: {title}")
    picture(args, f"partners-{name}", figure)
    return won


def first_moves(board, won):
    """For each stone with which some openings win and others do not, how much more often each kind of neutral stone wins, in points."""
    bits, neighbours, found = kinds(board.rows, board.cols)[0], neighbours_of(board.rows, board.cols), {}
    for stone, row in enumerate(won[: board.cells // 2 + 1]):
        if 0 < row.sum() < board.cells - 1:
            others = np.delete(np.arange(board.cells), stone)
            there = np.array([[bits[stone, cell] >> kind & 1 for cell in others] for kind in range(4)] + [[neighbours[cell] >> stone & 1 ^ 1 for cell in others]]) == 1
            found[board.cell(stone)] = [100 * (row[others][here].mean() - row[others][~here].mean()) for here in there]
    return found


def explained(won):
    """The shares of the variance of the openings' values that the stone's cell, and the neutral stone's, explain, in %."""
    mean = won.sum() / (len(won) * (len(won) - 1))
    return [100 * float(((won.sum(axis) / (len(won) - 1) - mean) ** 2).mean() / (mean * (1 - mean) or 1)) for axis in (1, 0)]


def main():
    args = arguments(__doc__)
    found = {}
    for name in args.boards:
        board = Board(args.databases, name)
        won = partners(args, name, board)
        found[name] = {"all": study(board, board.parts), "near_best": study(board, near_best(board)), "first": first_moves(board, won), "explained": explained(won)}
    save(args, "neutral", found)
    signed = lambda of: [f"{of[kind][0]:+.1f}" if kind in of else "" for kind in KINDS]
    table(["the first move", *KINDS], *[(name.replace("x", "×"), *signed(of["all"]["by_ply"]["0"])) for name, of in found.items() if of["first"]])
    table(["board and stone", *KINDS], *[(f"{name} {stone}", *(f"{gain:+.0f}" for gain in gains)) for name, of in found.items() for stone, gains in of["first"].items()])
    table(["variance explained, %", "by the stone", "by the neutral stone"], *[(name.replace("x", "×"), *of["explained"]) for name, of in found.items()])
    for name, of in found.items():
        table([f"{name.replace('x', '×')}: ply", *KINDS], *[(ply, *signed(gains)) for ply, gains in of["all"]["by_ply"].items()])
    near = [(name.replace("x", "×"), of["near_best"]["all"]) for name, of in found.items()]
    table(["near-best play", "pairs in question, %", *KINDS], *[(name, of["in question"], *signed(of)) for name, of in near])
    print("At how many plies each kind is as on average, the opposite, or, in near-best play, neither by more than three standard errors")
    rows = []
    for kind, sign in zip(KINDS, RULES, strict=True):
        row = [f"*{kind}* is {'better' if sign > 0 else 'worse'}"]
        for which, least in (("all", 0), ("near_best", 3)):
            here = [ply[kind] for of in found.values() for ply in of[which]["by_ply"].values() if kind in ply]
            holds, opposite = (sum(side * sign * gain > least * error for gain, error in here) for side in (1, -1))
            row += [holds, opposite, len(here) - holds - opposite]
        rows.append(row)
    table(["rule", "all positions: holds", "opposite", "neither", "near-best play: holds", "opposite", "neither"], *rows)


if __name__ == "__main__":
    main()
