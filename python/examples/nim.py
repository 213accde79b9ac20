"""Nim: take any number of chips from one heap; who takes the last chip wins (C. Bouton, 1901)."""

import nexsolve


class Nim(nexsolve.Rules):
    def start(self):
        return (3, 5, 7)

    def moves(self, heaps):
        return [(heap, chips) for heap, size in enumerate(heaps) for chips in range(1, size + 1)]

    def play(self, heaps, move):
        heap, chips = move
        return tuple(size - chips if number == heap else size for number, size in enumerate(heaps))

    def outcome(self, heaps):
        return None if any(heaps) else "loss"


if __name__ == "__main__":
    db = nexsolve.tabulate(Nim(), "nim")
    print(db.probe(), db.line(), db.counts())
