"""Times `tabulate` beside OpenSpiel's `value_iteration` and EasyAI's solver on the same rules in Python.

    pip install open_spiel easyAI
    python python/bench_own.py [GAME ...]

prints a row for each game: the positions, and the seconds of processor time of each program, all of which find the same value of the start.
OpenSpiel's states ask the rules whenever they are asked themselves, or remember the outcome. EasyAI's depth-first search with a table
finds only the value of the start. A million positions: `python python/bench_own.py million`, with the memory of the whole process.
"""

import os
import resource
import sys
import tempfile
import time

# NumPy's threads, which nothing here needs, would spin after they start.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import nexsolve  # noqa: E402


class Heaps(nexsolve.Rules):
    """Take up to `most` chips from one heap; who takes the last chip wins."""

    def __init__(self, heaps, most):
        self.heaps, self.most = heaps, most

    def start(self):
        return self.heaps

    def moves(self, s):
        return [(i, n) for i, k in enumerate(s) for n in range(1, min(k, self.most) + 1)]

    def play(self, s, m):
        return tuple(k - m[1] if i == m[0] else k for i, k in enumerate(s))

    def outcome(self, s):
        return None if any(s) else "loss"


class Lines(nexsolve.Rules):
    """`length` in a line on a board of rows and columns, on which stones may fall (Connect Four) or stay (tic-tac-toe)."""

    def __init__(self, rows, cols, length, falls):
        self.rows, self.cols, self.falls = rows, cols, falls
        cells = range(rows * cols)
        step = [(0, 1), (1, 0), (1, 1), (1, -1)]
        lines = [[(c // cols + i * d, c % cols + i * r) for i in range(length)] for c in cells for d, r in step]
        inside = [line for line in lines if all(0 <= row < rows and 0 <= col < cols for row, col in line)]
        self.lines = [tuple(row * cols + col for row, col in line) for line in inside]

    def start(self):
        return (0,) * (self.rows * self.cols)

    def moves(self, s):
        if not self.falls:
            return [cell for cell, stone in enumerate(s) if not stone]
        lowest = (max((row for row in range(self.rows) if not s[row * self.cols + col]), default=-1) for col in range(self.cols))
        return [row * self.cols + col for col, row in enumerate(lowest) if row >= 0]

    def play(self, s, m):
        # The player to move has 1, the other 2.
        return tuple(2 if cell == m else (0, 2, 1)[stone] for cell, stone in enumerate(s))

    def outcome(self, s):
        if any(all(s[cell] == 2 for cell in line) for line in self.lines):
            return "loss"
        return None if 0 in s else "draw"


class Ring(nexsolve.Rules):
    """Two tokens on a ring move by up to two cells; who brings both to 0 wins."""

    repeats = True

    def __init__(self, cells):
        self.cells = cells

    def start(self):
        return (self.cells // 2, self.cells // 3)

    def moves(self, s):
        return [(token, step) for token in (0, 1) for step in (-2, -1, 1, 2)]

    def play(self, s, m):
        token, step = m
        moved = list(s)
        moved[token] = (moved[token] + step) % self.cells
        return tuple(moved)

    def outcome(self, s):
        return "loss" if s == (0, 0) else None


GAMES = {
    "tictactoe": lambda: Lines(3, 3, 3, False),
    "connect4": lambda: Lines(4, 4, 4, True),
    "nim": lambda: Heaps((9, 12, 15), 15),
    "ring": lambda: Ring(60),
}


WORTH = {"win": 1.0, "draw": 0.0, "loss": -1.0, None: 0.0}


def spiel(rules, remembers):
    """The same rules as a game of OpenSpiel, whose states may remember the outcome."""
    import pyspiel

    kind = pyspiel.GameType(
        short_name="rules", long_name="rules", dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=2, min_num_players=2, provides_information_state_string=True,
        provides_information_state_tensor=False, provides_observation_string=True, provides_observation_tensor=False, parameter_specification={},
    )
    info = pyspiel.GameInfo(num_distinct_actions=1000, max_chance_outcomes=0, num_players=2, min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=1000)

    class State(pyspiel.State):
        def __init__(self, game):
            super().__init__(game)
            self.at, self.player = rules.start(), 0
            self.over = rules.outcome(self.at)

        def outcome(self):
            return self.over if remembers else rules.outcome(self.at)

        def current_player(self):
            return self.player if self.outcome() is None else pyspiel.PlayerId.TERMINAL

        def _legal_actions(self, player):
            return list(range(len(rules.moves(self.at))))

        def _apply_action(self, action):
            self.at, self.player = rules.play(self.at, rules.moves(self.at)[action]), 1 - self.player
            if remembers:
                self.over = rules.outcome(self.at)

        def is_terminal(self):
            return self.outcome() is not None

        def returns(self):
            own = WORTH[self.outcome()]
            return [own, -own] if self.player == 0 else [-own, own]

        def _action_to_string(self, player, action):
            return str(action)

        def __str__(self):
            return f"{self.at} {self.player}"

    class Game(pyspiel.Game):
        def __init__(self, params=None):
            super().__init__(kind, info, params or {})

        def new_initial_state(self):
            return State(self)

    return Game()


def processor():
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime


def easy(rules):
    """The same rules as a game of EasyAI, which takes moves back."""
    import easyAI

    class Game(easyAI.TwoPlayerGame):
        def __init__(self):
            self.line, self.players, self.current_player = [rules.start()], [None, None], 1

        def possible_moves(self):
            return list(rules.moves(self.line[-1]))

        def make_move(self, move):
            self.line.append(rules.play(self.line[-1], move))

        def unmake_move(self, move):
            self.line.pop()

        def is_over(self):
            return rules.outcome(self.line[-1]) is not None

        def scoring(self):
            return WORTH[rules.outcome(self.line[-1])]

        def ttentry(self):
            return self.line[-1]

    return Game()


def timed(work):
    begun = processor()
    found = work()
    return processor() - begun, found


def compare(name):
    rules = GAMES[name]()
    with tempfile.TemporaryDirectory() as folder:
        own, (count, value) = timed(lambda: whole(rules, folder))
    row = [f"{count:,}", f"{own:.2f}"]
    from open_spiel.python.algorithms.value_iteration import value_iteration

    for remembers in (False, True):
        game = spiel(rules, remembers)
        spent, values = timed(lambda: value_iteration(game, depth_limit=-1, threshold=0.01, cyclic_game=True))
        assert round(values[str(game.new_initial_state())]) == value.sign
        row.append(f"{spent:.1f} ({spent / own:.0f} ×)")
    if rules.repeats:
        row.append("–")
    else:
        from easyAI import TranspositionTable
        from easyAI.AI.solving import solve_with_depth_first_search

        spent, sign = timed(lambda: solve_with_depth_first_search(easy(rules), 1, tt=TranspositionTable()))
        assert sign == value.sign
        row.append(f"{spent:.2f}")
    print(f"| {name} | " + " | ".join(row) + " |", flush=True)


def whole(rules, folder):
    db = nexsolve.tabulate(rules, folder)
    return sum(db.counts().values()), db.probe()


def million():
    begun, wall = processor(), time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        rules = Heaps((99, 99, 99), 2)
        db = nexsolve.tabulate(rules, folder)
        made = processor() - begun
        assert nexsolve.verify(folder)
        count = sum(db.counts().values())
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / count
    print(f"{count} positions: {made:.1f} s of processor time, {time.monotonic() - wall:.1f} s with verification; {memory:.0f} bytes a position at most")


if __name__ == "__main__":
    # OpenSpiel walks along the longest line.
    sys.setrecursionlimit(1_000_000)
    for word in sys.argv[1:] or GAMES:
        million() if word == "million" else compare(word)
