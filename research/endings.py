"""Russian draughts for players: which classes are won, the hardest drawn positions, quiet only moves, and the longest wins.

All figures are of quiet positions, those without a compulsory capture; the rules for draws by repetition and move counts are ignored. With up to
five pieces every quiet position is counted; with six, those of the classes in `SIX`.
"""

import nexsolve
import numpy as np
from numba import njit, prange

from paper import arguments, save, table

#: The score of a win is this minus the plies to the end.
WIN = 16384
#: The least number of moves of an only move.
CHOICES = 4
SIX = ["KKKKvKK", "KKvKKKK", "KKKvKKK"]
#: The pictures: a class and a kind.
SHOWN = {
    "kings-2": ("KKvK", "quiet win"),
    "kings-3": ("KKKvK", "quiet win"),
    "king-men": ("Kvmm", "sharp win"),
    "men": ("mmvmm", "sharp win"),
    "men-king": ("mmmvK", "sharp win"),
    "draw-king": ("Kvmmm", "hardest draw"),
    "draw-men": ("mmmvm", "hardest draw"),
}


@njit(cache=True)
def jumps(board, row, col):
    """Returns whether the white piece on a square can capture."""
    for down in (-1, 1):
        for right in (-1, 1):
            y, x = row + down, col + right
            while board[row, col] == 5 and 0 <= y < 8 and 0 <= x < 8 and board[y, x] == 0:
                y, x = y + down, x + right
            if 0 <= y + down < 8 and 0 <= x + right < 8 and board[y, x] in (1, 4) and board[y + down, x + right] == 0:
                return True
    return False


@njit(cache=True, parallel=True)
def is_quiet(cells):
    """Returns for each position whether White, to move, has no capture."""
    quiet = np.ones(len(cells), np.bool_)
    for i in prange(len(cells)):
        for square in range(64):
            if cells[i, square // 8, square % 8] in (2, 5) and jumps(cells[i], square // 8, square % 8):
                quiet[i] = False
    return quiet


class Tables:
    def __init__(self, db):
        self.db, self.names, self.scores = db, [layer.name for layer in db.layers()], {}

    def moves(self, name, ranks):
        """For each move of these positions: the position's index, the layer that the move leads to, and its score for the mover."""
        found = self.db.successors(name, ranks.astype(np.uint64))
        scores = np.empty(len(found.ranks), np.int32)
        for layer in np.unique(found.layers):
            there = found.layers == layer
            if layer >= 0 and layer not in self.scores:
                self.scores[layer] = self.db.layer(self.names[layer])
            scores[there] = -WIN * found.ranks[there] if layer < 0 else -self.scores[layer][found.ranks[there]].astype(np.int32)
        return found.sources(), found.layers, scores

    def study(self, name):
        """The figures of a class, White to move."""
        counts, longest, best, only = np.zeros(3, np.int64), {"won": 0, "lost": 0}, {}, {"draws": 0, "wins": 0}
        same = self.names.index("v".join(reversed(name.split("v"))))

        def keep(kind, those, first, second, ranks):
            """Keeps the position with the greatest `first`, of these with the greatest `second`, of these with the lowest rank."""
            for i in those[np.lexsort((-second[those], -first[those]))][:1]:
                if (first[i], second[i]) > best.get(kind, ((0, 0),))[0]:
                    best[kind] = ((int(first[i]), int(second[i])), int(ranks[i]))

        for part in self.db.iter_layer(name, size=1 << 18):
            quiet = is_quiet(part.cells)
            ranks, scores = part.ranks[quiet], part.scores[quiet]
            value, plies = np.sign(scores), WIN - np.abs(scores.astype(np.int32))
            counts += [(value == sign).sum() for sign in (1, 0, -1)]
            longest = {word: max(longest[word], int(plies[value == sign].max(initial=0))) for word, sign in (("won", 1), ("lost", -1))}
            keep("longest win", np.flatnonzero(value == 1), plies, plies, ranks)
            if name in SIX:
                continue
            source, layer, after = self.moves(name, ranks)
            count = {sign: np.bincount(source[np.sign(after) == sign], minlength=len(ranks)) for sign in (1, 0, -1)}
            choices = count[1] + count[0] + count[-1]
            # The plies, with the move itself, of the move that loses soonest; whether a winning move promotes no man.
            punished, stays = np.full(len(ranks), WIN, np.int32), np.zeros(len(ranks), bool)
            np.minimum.at(punished, source[after < 0], WIN + 1 + after[after < 0])
            stays[source[(after > 0) & (layer == same)]] = True
            draws = (value == 0) & (count[0] == 1) & (choices >= CHOICES)
            wins = (value == 1) & (count[1] == 1) & (choices >= CHOICES) & stays
            only["draws"], only["wins"] = only["draws"] + int(draws.sum()), only["wins"] + int(wins.sum())
            keep("hardest draw", np.flatnonzero(draws), punished, choices, ranks)
            keep("quiet win", np.flatnonzero(wins), plies, choices, ranks)
            keep("sharp win", np.flatnonzero(wins & (count[0] == 0)), plies, choices, ranks)
        found = {"quiet": int(counts.sum()), **dict(zip(("won", "drawn", "lost"), map(int, counts), strict=True)), "longest": longest, "only": only}
        for kind, ((plies, choices), rank) in best.items():
            state = self.db.unrank(name, np.array([rank], np.uint64))[0]
            found[kind] = {"position": state.position(), "plies": plies, "moves": choices, "line": self.line(state), "as counted": len(self.db.line(state))}
        return found

    def line(self, state):
        """Best play by the tables alone, and the first move of a draw. Lines of a database end where the draw rules of play end the game."""
        line, best = [], None
        while not state.is_terminal() and (not best or best.value.sign):
            best = self.db.moves(state)[0]
            line.append(best.move)
            state = self.db.game.state(state.child(state.string_to_action(best.move)).position())
        return line

    def opposition(self):
        """Two men that have yet to meet, two rows or more apart, White to move: won, drawn and lost by files apart."""
        cells, value = self.db.cells("mvm"), np.sign(self.db.layer("mvm"))
        white, black = (np.argwhere(cells == side)[:, 1:].astype(int) for side in (2, 1))
        meet, files = (white[:, 0] - black[:, 0] > 1) & is_quiet(cells), np.abs(white[:, 1] - black[:, 1])
        return {apart: [int((meet & (files == apart) & (value == sign)).sum()) for sign in (1, 0, -1)] for apart in (0, 1)}


def main():
    args = arguments(__doc__, ["draughts-6"])
    with nexsolve.open(args.databases / args.boards[0]) as db:
        tables = Tables(db)
        figures = {name: tables.study(name) for name in tables.names if len(name) < 7 or name in SIX}
        for title, (name, kind) in SHOWN.items():
            (args.out / f"endings-{title}.svg").write_text(db.game.state(figures[name][kind]["position"]).svg())
        save(args, "endings", {"classes": figures, "opposition": (opposition := tables.opposition())})
    rows, settled = [], {"won": [], "drawn": []}
    for name, of in figures.items():
        other = figures["v".join(reversed(name.split("v")))]
        share = {word: [100 * there[key] / max(there["quiet"], 1) for there, key in ((of, word), (other, {"won": "lost"}.get(word, word)))] for word in settled}
        rows.append((name, of["quiet"], *share["won"], *share["drawn"], max(of["longest"]["won"], other["longest"]["lost"])))
        for word, names in settled.items():
            names += [name] * (min(share[word]) >= 99)
    table(["class", "quiet", "won, %", "won by the same side, the other to move, %", "drawn, %", "drawn, the other to move, %", "longest, plies"], *rows)
    print(*[f"At least 99 % {word}, whoever moves: {' '.join(names)}" for word, names in settled.items()], sep="\n")
    for kind in ("longest win", "hardest draw", "quiet win", "sharp win"):
        found = [(name, of[kind], of["only"]) for name, of in figures.items() if kind in of]
        columns = [kind, "plies", "moves", "only draws", "only wins", "plies by the draw rules of play", "position", "line"]
        table(columns, *[(name, of["plies"], of["moves"], *only.values(), of["as counted"], of["position"], " ".join(of["line"])) for name, of, only in found])
    table(["files apart", "won", "drawn", "lost"], *[(str(files), *counts) for files, counts in opposition.items()])


if __name__ == "__main__":
    main()
