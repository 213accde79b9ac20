"""Makes the databases in this folder: games that are not in the program, as people write them, and as a stranger might."""

import nexsolve

HOSTILE = "<script>window.top.ran = true; alert('ran')</script><image href='http://203.0.113.1/a.png'/><style>@import url(http://203.0.113.1/a.css);</style>"


class Heaps(nexsolve.Rules):
    """Pictures with scripts, and text where a heap is empty."""

    def start(self):
        return (2, 3)

    def moves(self, s):
        return [(heap, chips) for heap, size in enumerate(s) for chips in range(1, size + 1)]

    def play(self, s, move):
        heap, chips = move
        return tuple(size - chips if number == heap else size for number, size in enumerate(s))

    def outcome(self, s):
        return None if any(s) else "loss"

    def show(self, s):
        chips = "".join(f"<circle cx='{20 * heap + 10}' cy='{10 * chip + 10}' r='4' fill='#1d5c8c'/>" for heap, size in enumerate(s) for chip in range(size))
        frame = "<rect width='40' height='40' fill='none' stroke='#1d5c8c' onload='window.top.ran = true' onclick='window.top.ran = true'/>"
        return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 40 40'>{HOSTILE}{frame}{chips}</svg>" if all(s) else ""


class Apart(nexsolve.Rules):
    """A board of cells, passes, and a sign that is not a player's."""

    sides = ("X", "O")

    def start(self):
        return ("....#", 0)

    def cells(self, row, side):
        return [cell for cell, sign in enumerate(row) if sign == "." and "XO"[side] not in row[max(0, cell - 1) : cell + 2]]

    def moves(self, s):
        return [f"a{cell + 1}" for cell in self.cells(*s)]

    def play(self, s, move):
        cell, side = int(move[1]) - 1, s[1]
        row = s[0][:cell] + "XO"[side] + s[0][cell + 1 :]
        return (row, 1 - side) if self.cells(row, 1 - side) or not self.cells(row, side) else (row, side)

    def outcome(self, s):
        more = s[0].count("XO"[s[1]]) - s[0].count("XO"[1 - s[1]])
        return None if self.cells(*s) else "win" if more > 0 else "loss" if more < 0 else "draw"

    def to_move(self, s):
        return s[1]

    def show(self, s):
        return s[0]


if __name__ == "__main__":
    for rules in (Heaps(), Apart()):
        nexsolve.tabulate(rules, type(rules).__name__.lower())
