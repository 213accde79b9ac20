"""Russian draughts: kings against a lone king, by who is on the main road, and the counts that were published.

Won, drawn and lost are for the stronger side; the rules for draws by repetition and move counts are ignored.
"""

import matplotlib.pyplot as plt
import nexsolve
import numpy as np

from paper import arguments, picture, save, table

HOLDERS = ["the stronger side", "nobody", "the lone king", "both sides"]


def ending(db, kings, lone_moves):
    """The figures of kings against a lone king, with one side to move: White, as in all layers."""
    name = "Kv" + kings * "K" if lone_moves else kings * "K" + "vK"
    scores, cells = db.layer(name), db.cells(name)
    layers = [layer.name for layer in db.layers()]
    moves = db.successors(name)
    # A move that captures leaves fewer pieces, and if one can capture, it must.
    other = layers.index(name[::-1])
    captures = np.bincount(moves.sources()[moves.layers != other], minlength=len(scores)) > 0
    road = cells[:, range(7, -1, -1), range(8)]
    white, black = (road == 5).any(1), (road == 4).any(1)
    strong, lone = (black, white) if lone_moves else (white, black)
    for_stronger = np.sign(scores) * (-1 if lone_moves else 1)
    plies = 16384 - np.abs(scores)
    found = {}
    for holder, there in zip(HOLDERS, [strong & ~lone, ~strong & ~lone, ~strong & lone, strong & lone], strict=True):
        won = there & (for_stronger == 1)
        found[holder] = {
            "positions": there.sum(),
            **{word: (there & (for_stronger == sign)).sum() for word, sign in [("won", 1), ("drawn", 0), ("lost", -1)]},
            "quiet": (there & ~captures).sum(),
            "quiet won": (won & ~captures).sum(),
            "longest": plies[won].max() if won.any() else 0,
            "wins by plies": {int(length): int(count) for length, count in zip(*np.unique(plies[won], return_counts=True), strict=True)},
        }
    first = np.flatnonzero((strong & ~lone) & (for_stronger == 1) & (plies == found[HOLDERS[0]]["longest"]))[:1]
    return found, db.unrank(name, first)[0]


def lengths(args, found):
    """Draws how long the wins of three kings with the move take."""
    figure, axes = plt.subplots(figsize=(6, 3))
    below = {}
    for holder in HOLDERS:
        counts = found[holder]["wins by plies"]
        axes.bar(list(counts), list(counts.values()), bottom=[below.get(plies, 0) for plies in counts], label=holder)
        below = {plies: below.get(plies, 0) + counts.get(plies, 0) for plies in below | counts}
    axes.set(xlabel="plies to the end", ylabel="positions", title="Three kings against one, the three to move")
    axes.legend(title="on the main road")
    picture(args, "kings-lengths", figure)


def main():
    args = arguments(__doc__, ["draughts-5"])
    figures = {}
    with nexsolve.open(args.databases / args.boards[0]) as db:
        for kings in (3, 2, 4):
            for lone_moves in (False, True):
                found, longest = ending(db, kings, lone_moves)
                figures[f"{kings} kings, {'the lone king' if lone_moves else 'the stronger side'} to move"] = found
                if kings == 3 and not lone_moves:
                    lengths(args, found)
                    figures["longest"] = {"position": longest.position(), "line": db.line(longest)}
                    (args.out / "kings-longest.svg").write_text(longest.svg())
        pieces = {}
        for layer in db.layers():
            # Layers have the positions with White to move; as many have Black to move.
            pieces[len(layer.name) - 1] = pieces.get(len(layer.name) - 1, 0) + 2 * layer.size
        figures["positions"] = {str(count): pieces[count] for count in sorted(pieces)}
    save(args, "kings", figures)
    columns = ["positions", "won", "drawn", "lost", "quiet", "quiet won", "longest"]
    for title, found in figures.items():
        if "kings" in title:
            print(title)
            table(["on the main road", *columns, "quiet won, %"], *[(h, *(of[c] for c in columns), 100 * of["quiet won"] / max(of["quiet"], 1)) for h, of in found.items()])
    of = figures["3 kings, the stronger side to move"][HOLDERS[0]]["wins by plies"]
    print(f"With the road held, {sum(n for plies, n in of.items() if plies <= 23):,} wins take at most 23 plies.")
    held = [figures["3 kings, the lone king to move"][holder]["wins by plies"] for holder in HOLDERS[2:]]
    print(f"With the lone king on the road and to move, {sum(n for of in held for plies, n in of.items() if plies > 10):,} wins take more than 10.")
    print(figures["longest"]["position"], *figures["longest"]["line"])
    print("Positions by pieces:", figures["positions"])


if __name__ == "__main__":
    main()
