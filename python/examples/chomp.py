"""Chomp: eat a square of the bar and all below and to the right; who eats the poisoned corner loses (D. Gale, 1974)."""

import nexsolve


class Chomp(nexsolve.Rules):
    rows, cols = 4, 5

    def start(self):
        return (self.cols,) * self.rows

    def moves(self, bar):
        return [(row, col) for row, length in enumerate(bar) for col in range(length)]

    def play(self, bar, move):
        row, col = move
        return tuple(min(length, col) if number >= row else length for number, length in enumerate(bar))

    def outcome(self, bar):
        return None if any(bar) else "win"  # the opponent has eaten the poisoned corner

    def show(self, bar):
        return "\n".join("#" * length + "." * (self.cols - length) for length in bar)


if __name__ == "__main__":
    db = nexsolve.tabulate(Chomp(), "chomp")
    print(db.probe(), [move for move, value in db.moves() if value.sign == 1])
