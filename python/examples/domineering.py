"""Domineering: the first player puts upright dominoes, the second flat ones; who cannot move loses (G. Andersson, 1973)."""

import nexsolve


class Domineering(nexsolve.Rules):
    sides, rows, cols = ("Vertical", "Horizontal"), 4, 4

    def start(self): return (frozenset(), 0)

    def moves(self, s):
        down, right = ((1, 0), (0, 1))[s[1]]
        firsts = [(row, col) for row in range(self.rows - down) for col in range(self.cols - right)]
        return [(row, col) for row, col in firsts if not {(row, col), (row + down, col + right)} & s[0]]

    def play(self, s, move):
        return (s[0] | {move, (move[0] + 1 - s[1], move[1] + s[1])}, 1 - s[1])

    def outcome(self, s):
        return None if self.moves(s) else "loss"

    def to_move(self, s): return s[1]

    def show(self, s):
        return "\n".join("".join("#" if (row, col) in s[0] else "." for col in range(self.cols)) for row in range(self.rows))


if __name__ == "__main__":
    print(nexsolve.tabulate(Domineering(), "domineering").probe())
