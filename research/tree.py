"""The game tree of Nex: how many positions and nodes there are, how many moves, and how the next cell multiplies them."""

import json
from math import factorial, pi, sqrt

import matplotlib.pyplot as plt
import nexsolve
import numpy as np

from paper import arguments, picture, save, table

#: Nodes are counted from the database on boards of up to so many cells.
MOST_CELLS = 12


def arrangements(cells):
    """Σ: the arrangements with numbers of stones that a game can have: g generates and t transforms, all different."""
    total = 0
    for g in range(cells // 2 + 1):
        for t in range(max(g, 1)):
            stones, neutral = g + t, g - t
            black, white = stones - stones // 2, stones // 2
            total += factorial(cells) // (factorial(black) * factorial(white) * factorial(neutral) * factorial(cells - 2 * g))
    return total


def nodes(db):
    """The sequences of moves from the start, that with no move included: each layer adds its counts to those of the next ply."""
    layers = db.layers()
    paths, total = [None] * len(layers), 0
    paths[0] = np.ones(1, np.uint64)
    for number, layer in enumerate(layers):
        if paths[number] is None:
            continue
        total += int(paths[number].sum())
        ranks = np.flatnonzero(paths[number])
        after = db.successors(layer.name, ranks)
        weights = paths[number][ranks][after.sources()]
        paths[number] = None
        for index in np.unique(after.layers):
            there = after.layers == index
            if paths[index] is None:
                paths[index] = np.zeros(layers[index].size, np.uint64)
            np.add.at(paths[index], after.ranks[there], weights[there])
    return total


def study(folder):
    """The figures of a board, from the counts in the list of its tables."""
    manifest = json.loads((folder / "manifest.json").read_text())
    with nexsolve.open(folder) as db:
        rows, cols = db.game.size
        cells = rows * cols
        positions, going, moves, plies, over = 0, 0, 0, 0, []
        for record in manifest["tables"]:
            if "reachable" not in record["counts"]:
                continue
            ply, neutral = map(int, record["layer"][1:].split("n"))
            counts = dict(zip(record["values"], record["counts"]["reachable"], strict=True))
            here, empty = sum(counts.values()), cells - ply - neutral
            choices = empty * (empty - 1) + neutral * (neutral - 1) // 2 * (ply // 2)
            ended = counts.get(-16384, 0) if choices else here
            positions += here
            going += here - ended
            moves += choices * (here - ended)
            plies = max(plies, ply) if here else plies
            over += [ply] if ended else []
        count = nodes(db) if cells <= MOST_CELLS else None
    share = 100 * positions / arrangements(cells)
    return {"cells": cells, "positions": positions, "percent_of_sum": share, "nodes": count, "moves": moves / going, "shortest": min(over), "longest": plies}


def main():
    args = arguments(__doc__)
    found = {name: study(args.databases / f"nex-{name}") for name in args.boards}
    cells = [9, 16, 25, 36]
    sums = {str(c): [arrangements(c), 100 * arrangements(c) / 4**c, 100 / sqrt(pi * c), arrangements(c + 1) / arrangements(c)] for c in cells}
    save(args, "tree", {"boards": found, "arrangements": sums})
    rows = [(name.replace("x", "×"), *of.values()) for name, of in found.items()]
    table(["board", "positions", "of Σ, %", "nodes", "moves", "plies, least", "most"], *[(n, p, s, f"{t:,}" if t else "–", m, a, z) for n, _, p, s, t, m, a, z in rows])
    table(["cells", "Σ", "Σ / 4^c, %", "1 / √(πc), %", "Σ of c + 1 cells / Σ"], *[(c, f"{s:.3e}", a, b, f"{f:.2f}") for c, (s, a, b, f) in sums.items()])
    figure, axes = plt.subplots(figsize=(5, 3))
    by_cells = sorted((of["cells"], of["positions"], name) for name, of in found.items())
    axes.semilogy([c for c, _, _ in by_cells], [p for _, p, _ in by_cells], "o", label="positions")
    axes.semilogy(range(9, 26), [arrangements(c) for c in range(9, 26)], "-", lw=0.8, label="Σ")
    axes.set(xlabel="cells", ylabel="positions")
    axes.legend()
    picture(args, "growth", figure)


if __name__ == "__main__":
    main()
