"""Dodgem: two cars each; the first player drives right, the second up; who has no car left wins (C. Vout, 1972)."""

import nexsolve


class Dodgem(nexsolve.Rules):
    sides, repeats, size = ("Right", "Up"), True, 3

    def start(self): return (frozenset((row, 0) for row in range(self.size - 1)), frozenset((self.size - 1, col) for col in range(1, self.size)), 0)

    def moves(self, s):
        ways = [(0, 1), (-1, 0), (1, 0)] if s[2] == 0 else [(-1, 0), (0, -1), (0, 1)]
        moves = [(row, col, row + down, col + right) for row, col in s[s[2]] for down, right in ways]
        inside = [move for move in moves if {*move[2:]} <= {*range(self.size)} and move[2:] not in s[0] | s[1]]
        return inside + [move for move in moves if self.is_off(move, s[2])]

    def is_off(self, move, player): return move[3] == self.size if player == 0 else move[2] < 0

    def play(self, s, move):
        own = s[s[2]] - {move[:2]} | (set() if self.is_off(move, s[2]) else {move[2:]})
        return (own, s[1], 1) if s[2] == 0 else (s[0], own, 0)

    def outcome(self, s):
        return "loss" if not s[1 - s[2]] else None if self.moves(s) else "win"  # it is wrong to shut in all cars

    def to_move(self, s): return s[2]


if __name__ == "__main__":
    print(nexsolve.tabulate(Dodgem(), "dodgem").probe())
