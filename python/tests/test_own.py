"""Games whose rules are written in Python: the examples, and rules that contradict themselves."""

import importlib.util
import itertools
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import nexsolve

COMMAND = os.environ.get("NEXSOLVE") or shutil.which("nexsolve")
EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def solved(rules, position, known):
    """The value of a position by plain recursion."""
    if position not in known:
        outcome = rules.outcome(position)
        worth = {"win": 1, "draw": 0, "loss": -1}
        values = [-solved(rules, rules.play(position, move), known) for move in ([] if outcome else rules.moves(position))]
        known[position] = worth[outcome] if outcome else max(values)
    return known[position]


@pytest.mark.parametrize(("name", "kind"), [("nim", "Nim"), ("chomp", "Chomp"), ("ghost", "Ghost")])
def test_values_are_those_of_plain_recursion(name, kind, tmp_path):
    rules, known = getattr(example(name), kind)(), {}
    solved(rules, rules.start(), known)
    db = nexsolve.tabulate(rules, tmp_path / name)
    assert {position: db.probe(position).sign for position in known} == known
    assert sum(db.counts().values()) == len(known) > 40
    assert nexsolve.verify(tmp_path / name, rules=rules)


def test_nim_is_as_bouton_found(tmp_path):
    db = nexsolve.tabulate(example("nim").Nim(), tmp_path / "nim")
    for heaps in itertools.product(range(4), range(6), range(8)):
        assert (db.probe(heaps).sign == 1) == (heaps[0] ^ heaps[1] ^ heaps[2] != 0), heaps


def test_chomp_is_won_by_whoever_begins(tmp_path):
    """The square bar by the cell beside the corner, a bar of two rows by its last cell (D. Gale, 1974)."""
    for rows, cols, opening in [(3, 3, (1, 1)), (4, 4, (1, 1)), (2, 5, (1, 4)), (4, 5, None)]:
        rules = example("chomp").Chomp()
        rules.rows, rules.cols = rows, cols
        db = nexsolve.tabulate(rules, tmp_path / f"{rows}-{cols}")
        wins = [move for move, value in db.moves() if value.sign == 1]
        assert len(wins) == 1 and wins[0] == (opening or wins[0]), (rows, cols)


@pytest.mark.parametrize(("rows", "cols", "value"), [(2, 2, 1), (2, 3, 1), (3, 3, 1), (1, 4, -1), (4, 1, 1), (4, 4, 1)])
def test_domineering_is_as_published(rows, cols, value, tmp_path):
    """D. Breuker, J. Uiterwijk, J. van den Herik, Solving 8×8 Domineering, 2000: table 1."""
    rules = example("domineering").Domineering()
    rules.rows, rules.cols = rows, cols
    assert nexsolve.tabulate(rules, tmp_path / "db").probe().sign == value


def test_dodgem_is_won_by_whoever_begins_and_its_values_are_grounded(tmp_path):
    """E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 22: 3×3 Dodgem."""
    rules = example("dodgem").Dodgem()
    db = nexsolve.tabulate(rules, tmp_path / "dodgem")
    assert db.probe().sign == 1
    assert nexsolve.verify(tmp_path / "dodgem", rules=rules)
    # Retrograde iteration over the rules alone.
    reached, new = {rules.start()}, [rules.start()]
    for position in new:
        after = [] if rules.outcome(position) else [rules.play(position, move) for move in rules.moves(position)]
        new.extend(one for one in dict.fromkeys(after) if one not in reached)
        reached.update(after)
    values = {position: {"win": 1, "loss": -1}.get(rules.outcome(position), 0) for position in reached}
    changed = True
    while changed:
        changed = False
        for position in reached:
            if values[position] == 0 and not rules.outcome(position):
                after = [values[rules.play(position, move)] for move in rules.moves(position)]
                values[position] = 1 if -1 in after else -1 if set(after) == {1} else 0
                changed |= values[position] != 0
    assert {position: db.probe(position).sign for position in reached} == values


@pytest.mark.skipif(not COMMAND, reason="set NEXSOLVE to the command")
def test_the_command_needs_no_python(tmp_path):
    nexsolve.tabulate(example("nim").Nim(), tmp_path / "nim")
    for arguments in [("query", "nim", "(3,5,7)"), ("solve", "nim"), ("verify", "nim"), ("info", "nim"), ("puzzles", "nim"),
                      ("solve", "nim", "--certificate", "nim.cert"), ("check", "nim.cert", "--db", "nim"),
                      ("match", "nim", "table", "random", "--games", "2"), ("exam", "nim", "--player", "random"),
                      ("shrink", "nim", "--out", "small"), ("query", "small", "(3,5,7)"), ("export", "nim", "--format", "csv", "--out", "nim.csv")]:
        ran = subprocess.run([COMMAND, *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0, (arguments, ran.stderr)
    damaged = bytearray((tmp_path / "nim" / "game.graph").read_bytes())
    damaged[-5] ^= 1
    (tmp_path / "nim" / "game.graph").write_bytes(damaged)
    ran = subprocess.run([COMMAND, "query", "nim", "start"], cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 4 and "game.graph" in ran.stderr, ran.stderr


class Ring(nexsolve.Rules):
    """A token on a ring of seven cells moves by one or two; who reaches 0 wins."""

    repeats = True

    def start(self): return 3
    def moves(self, s): return [-1, 1, 2]
    def play(self, s, m): return (s + m) % 7
    def outcome(self, s): return "loss" if s == 0 else None


def broken(**methods):
    return type("Broken", (Ring,), methods)()


calls = itertools.count()


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        (broken(repeats=False), r"play can return to a position: .* → .*`repeats = True` in Broken"),
        (broken(play=lambda self, s, m: [s]), r"Broken.play\(3, -1\) returned \[3\], which is not hashable: use tuples"),
        (broken(play=lambda self, s, m: 1 // 0), r"Broken.play\(3, -1\) raised ZeroDivisionError"),
        (broken(moves=lambda self, s: []), r"Broken.moves\(3\) is empty, but outcome returned None"),
        (broken(moves=lambda self, s: [1, 1]), r"Broken.moves\(3\) has two moves that are written 1"),
        (broken(outcome=lambda self, s: "lost"), r"Broken.outcome\(3\) returned 'lost'; return \"win\""),
        (broken(play=lambda self, s, m: s + m), r"more than 1,000 positions.*raise most="),
        (broken(outcome=lambda self, s: [None, "loss"][next(calls) % 2]), r"Broken.outcome\(\d\) returned another result"),
        (broken(to_move=lambda self, s: s % 2 if s else None), r"Broken.to_move\(0\) returned None: return 0 or 1 in every"),
    ],
)
def test_rules_that_contradict_themselves_are_told_so(rules, message, tmp_path):
    with pytest.raises(nexsolve.RulesError, match=message):
        nexsolve.tabulate(rules, tmp_path / "db", most=1000)


def test_a_player_may_move_again(tmp_path):
    """Take one or two chips; who takes two moves again; who takes the last one wins."""

    class Again(nexsolve.Rules):
        def start(self): return (5, 0)
        def moves(self, s): return [n for n in (1, 2) if n <= s[0]]
        def play(self, s, n): return (s[0] - n, s[1] if n == 2 and s[0] > 2 else 1 - s[1])
        def outcome(self, s): return None if s[0] else "loss"
        def to_move(self, s): return s[1]

    db = nexsolve.tabulate(Again(), tmp_path / "db")
    # 1 and 2 are won, 3 by taking two and then one, 4 by two and two, 5 by two, two and one.
    assert [db.probe((chips, 0)).sign for chips in (5, 3, 1)] == [1, 1, 1]
    assert db.line()[0] in (1, 2) and "pass" in db.database.line(db.state())


def test_workers_find_the_same(tmp_path):
    rules = Ring()
    one, two = (nexsolve.tabulate(rules, tmp_path / str(workers), workers=workers) for workers in (1, 2))
    assert one.database.game.name == two.database.game.name
    assert one.counts() == {"win": 3, "draw": 3, "loss": 1} == two.counts()


def test_other_rules_are_not_those_of_the_database(tmp_path):
    nexsolve.tabulate(Ring(), tmp_path / "ring")
    with pytest.raises(nexsolve.RulesError, match="the database is one of own:ring-.*but these rules make own:broken-"):
        nexsolve.verify(tmp_path / "ring", rules=broken(start=lambda self: 2))
