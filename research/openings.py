"""Openings of Nex: which win, why the others lose, and what the pie rule makes of them."""

import re

import matplotlib.pyplot as plt
import nexsolve

from paper import arguments, draw, picture, save, table


def cells_of(move):
    """The cells of a move such as `Ba1?b2` or `Wa1Wb2?c3`: the stones, and the neutral stone."""
    return re.findall("[BW]([a-h][0-9])", move), re.findall("[?]([a-h][0-9])", move)


def place(cell):
    return "abcdefgh".index(cell[0]), int(cell[1]) - 1


def apart(a, b):
    """`beside` for neighbours, `bridge` for two steps with two common neighbours, else `other`."""
    down, right = place(b)[0] - place(a)[0], place(b)[1] - place(a)[1]
    if max(abs(down), abs(right), abs(down + right)) == 1:
        return "beside"
    return "bridge" if (abs(down), abs(right), abs(down + right)) in [(1, 1, 2), (2, 1, 1), (1, 2, 1)] else "other"


def turned(move, rows, cols):
    """The move on the board rotated by 180°."""
    return re.sub("([a-h])([0-9])", lambda m: "abcdefgh"[rows - 1 - place(m[0])[0]] + str(cols - place(m[0])[1]), move)


def values(db, state):
    """The moves with values such as `+7`, `=` or `-12`."""
    return {move: "=" if value.sign == 0 else f"{'+' if value.sign > 0 else '-'}{value.distance}" for move, value in db.moves(state)}


def study(db):
    """The openings, and of one of each pair that a rotation by 180° exchanges: the replies, those that refute it, and best play."""
    rows, cols = db.game.size
    start = db.game.new_initial_state()
    first, found = values(db, start), {}
    for move in sorted(first):
        if move <= turned(move, rows, cols):
            after = start.clone()
            after.apply_move(move)
            replies = values(db, after)
            best = next(iter(replies.values()))[0]
            refuting = [reply for reply, value in replies.items() if value[0] == best and first[move][0] != "+"]
            found[move] = {"value": first[move], "refuting": refuting, "replies": list(replies), "line": [move, *db.line(after)], "after": after}
    return first, found


def narrow(db, found):
    """The winning openings with a reply to which only one move keeps the win."""
    moves = []
    for move, of in found.items():
        if of["value"][0] == "+":
            for reply in of["replies"]:
                after = of["after"].clone()
                after.apply_move(reply)
                if not after.is_terminal() and sum(value.sign > 0 for _, value in db.moves(after)) == 1:
                    moves.append(move)
                    break
    return moves


def refutations(found, rows, cols):
    """Of the replies that refute an opening that does not win, and of all replies to it, where the stones are."""
    weak = [(move, of) for move, of in found.items() if of["value"][0] != "+"]
    blunt = [f"a{cols}", "abcdefgh"[rows - 1] + "1"]
    counts = {}
    for kind in ("refuting", "replies"):
        stones = [(cells_of(move)[0][0], cells_of(reply)[0][0]) for move, of in weak for reply in of[kind]]
        where = [apart(*pair) for pair in stones]
        counts[kind] = {"all": len(stones), "blunt corner": sum(reply in blunt for _, reply in stones), **{to: where.count(to) for to in ("beside", "bridge")}}
    cells = {"stone": {}, "neutral stone": {}}
    for _, of in weak:
        for reply in of["refuting"]:
            for kind, cell in zip(cells, (cells_of(reply)[0][0], cells_of(reply)[1][0]), strict=True):
                cells[kind][cell] = cells[kind].get(cell, 0) + 1
    return counts, cells


def draw_cells(args, name, cells, empty):
    """The shares of the refuting replies that put the stone, and the neutral stone, on each cell."""
    figure, both = plt.subplots(1, 2, figsize=(6, 2.4))
    for axes, (kind, counts) in zip(both, cells.items(), strict=True):
        all_ = sum(counts.values())
        colours = {cell: plt.cm.Reds(0.8 * count / max(counts.values())) for cell, count in counts.items()}
        draw(axes, empty, colours, {cell: f"{100 * count / all_:.0f}" for cell, count in counts.items()}, f"refuting replies, %: {kind}")
    picture(args, f"weak-{name}-cells", figure)


def draw_line(args, name, game, line):
    """A board after each move: the cells that it changed, and a cross on the stone that a transform gave up."""
    columns = 4
    figure, boards = plt.subplots(-(-len(line) // columns), columns, figsize=(2.2 * columns, 1.9 * -(-len(line) // columns)))
    state = game.new_initial_state()
    for axes in boards.flat:
        axes.axis("off")
    for ply, (axes, move) in enumerate(zip(boards.flat, line, strict=False), 1):
        state.apply_move(move)
        stones, neutral = cells_of(move)
        given = neutral if len(stones) == 2 else []
        draw(axes, state.position().split()[0], labels={cell: str(ply) for cell in [*stones, *neutral] if cell not in given}, title=f"{ply}. {move}", crosses=given)
    picture(args, f"weak-{name}-line", figure)


def main():
    args = arguments(__doc__, ["2x2", "2x3", "3x2", "2x4", "4x2", "2x5", "5x2", "2x6", "6x2", "3x3", "3x4", "4x3", "3x5", "5x3", "4x4"])
    figures, rows = {}, []
    for name in args.boards:
        with nexsolve.open(args.databases / f"nex-{name}") as db:
            first, found = study(db)
            empty = db.game.new_initial_state().position().split()[0]
            counts, cells = refutations(found, *db.game.size)
            count = {sign: sum(value[0] == sign for value in first.values()) for sign in "+=-"}
            pie = "draw" if count["="] else "the second player wins"
            rows.append((name.replace("x", "×"), len(first), *count.values(), pie))
            weak = {move: of for move, of in found.items() if of["value"][0] != "+"}
            lengths = [of["value"] for of in found.values()]
            figures[name] = {
                "values": first,
                "openings": count,
                "up_to_rotation": {value: lengths.count(value) for value in sorted(set(lengths))},
                "pie": pie,
                "replies_to_weak": counts,
                "weak": {move: [of["value"], len(of["refuting"]), *of["line"]] for move, of in weak.items()},
            }
            if name in ("3x3", "4x4"):
                draw_cells(args, name, cells, empty)
                print(name.replace("x", "×"), "openings that do not win: value, replies that refute, best line")
                for of in weak.values():
                    print(f"{of['value']:>4} {len(of['refuting']):>3}  {'; '.join(of['line'])}")
                figures[name]["narrow"] = narrow(db, found)
                print(counts, cells, figures[name]["up_to_rotation"], figures[name]["narrow"])
                draw_line(args, name, db.game, next(iter(weak.values()))["line"])
    save(args, "openings", figures)
    table(["board", "openings", "win", "draw", "lose", "with the pie rule"], *rows)


if __name__ == "__main__":
    main()
