"""Games whose rules are written in Python: the examples, and rules that contradict themselves."""

import importlib.util
import itertools
import os
import shutil
import subprocess
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

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


PICTURE = "<svg viewBox='0 0 3 2'>{}<circle r='1'/></svg>"


@pytest.mark.parametrize(
    ("shown", "message"),
    [
        (PICTURE.replace("/>", ">"), r"Broken.show\(3\) returned an SVG picture that is not well formed \(mismatched tag.*close every element"),
        (PICTURE.replace(" viewBox='0 0 3 2'", ""), r"Broken.show\(3\) returned an SVG picture without a size: begin with <svg viewBox="),
        (PICTURE.replace("3 2", "300 2"), r"Broken.show\(3\) returned an SVG picture without a size.*20:1"),
        (PICTURE.replace("<svg", "<svg xmlns='http://www.w3.org/1999/xhtml'"), r"of another namespace: write xmlns=\"http://www.w3.org/2000/svg\""),
        ("\x1b[2J", r"'\\x1b\[2J' cannot be shown as a position or move"),
    ],
)
def test_pictures_that_cannot_be_drawn_are_refused(shown, message, tmp_path):
    with pytest.raises(nexsolve.RulesError, match=message):
        nexsolve.tabulate(broken(show=lambda self, s: shown), tmp_path / "db")


def test_pictures_are_images_in_notebooks_and_text_in_terminals(tmp_path):
    rules = broken(show=lambda self, s: PICTURE.format("<script>alert(1)</script>"))
    state = nexsolve.tabulate(rules, tmp_path / "db").state()
    assert str(state).strip() == "3"
    drawn = state._repr_svg_()
    root = ElementTree.fromstring(drawn)
    (image,) = root.iter("{http://www.w3.org/2000/svg}image")
    assert image.get("href").startswith("data:image/svg+xml,") and "<script" not in drawn
    picture = ElementTree.fromstring(unquote(image.get("href").partition(",")[2]))
    assert picture.tag == "{http://www.w3.org/2000/svg}svg", "the namespace, without which browsers draw no image, is added"


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


class Coins(nexsolve.Rules):
    """A row of coins: each player takes one from either end. The points are the difference of the sums."""

    coins = (3, 9, 1, 2, 7, 4, 8, 5)

    def start(self): return (0, len(self.coins), 0)
    def moves(self, s): return ["left", "right"][: s[1] - s[0]]
    def play(self, s, m):
        low, high, lead = s
        coin = self.coins[low if m == "left" else high - 1]
        return (low + (m == "left"), high - (m == "right"), -lead - coin)
    def outcome(self, s): return s[2] if s[0] == s[1] else None


def points(rules, position):
    """The points of a position by plain recursion."""
    outcome = rules.outcome(position)
    return outcome if outcome is not None else max(-points(rules, rules.play(position, move)) for move in rules.moves(position))


def test_points_are_those_of_plain_recursion(tmp_path):
    rules = Coins()
    db = nexsolve.tabulate(rules, tmp_path / "coins")
    reached, new = {rules.start()}, [rules.start()]
    for position in new:
        after = [rules.play(position, move) for move in rules.moves(position)] if rules.outcome(position) is None else []
        new.extend(one for one in dict.fromkeys(after) if one not in reached)
        reached.update(after)
        assert db.probe(position).points == points(rules, position), position
        assert [(move, value.points) for move, value in db.moves(position)] == sorted(
            ((move, -points(rules, rules.play(position, move))) for move in (rules.moves(position) if after else [])),
            key=lambda pair: -pair[1])
    assert len(db.line()) == len(rules.coins) and str(db.probe()) == f"win by {points(rules, rules.start())}"
    assert nexsolve.verify(tmp_path / "coins", rules=rules)


@pytest.mark.skipif(not COMMAND, reason="set NEXSOLVE to the command")
def test_the_command_knows_points(tmp_path):
    rules = Coins()
    nexsolve.tabulate(rules, tmp_path / "coins")
    start, best = "(0,8,0)", points(rules, rules.start())
    for arguments, said in [(("query", "coins", start), f"the game by {best} point"), (("verify", "coins"), ""), (("info", "coins"), "score"),
                            (("match", "coins", "table", "random", "--games", "2"), ""), (("exam", "coins", "--player", "random"), ""),
                            (("export", "coins", "--format", "csv", "--out", "coins.csv"), ""), (("puzzles", "coins"), ""),
                            (("solve", "coins"), "win")]:
        ran = subprocess.run([COMMAND, *arguments], cwd=tmp_path, capture_output=True, text=True)
        assert ran.returncode == 0 and said in ran.stdout, (arguments, ran.stdout, ran.stderr)


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (dict(outcome=lambda self, s: 128 if s[0] == s[1] else None), r"returned 128; return .*points from -127 to 127"),
        (dict(outcome=lambda self, s: (s[2] if s[2] > 0 else "loss") if s[0] == s[1] else None), "a result of another kind than before"),
        (dict(repeats=True), "counts points, and play can repeat positions"),
    ],
)
def test_points_that_cannot_be_counted_are_refused(kind, message, tmp_path):
    with pytest.raises(nexsolve.RulesError, match=message):
        nexsolve.tabulate(type("Broken", (Coins,), kind)(), tmp_path / "db")


class Calls:
    """How often `Slow.play` was called, and at which call it stops."""

    asked, stop_at = 0, None


class Slow(Coins):
    """Stops in the middle of the walk, once."""

    def plain(self, s):
        return None if s[0] < s[1] else "draw"

    def play(self, s, m):
        Calls.asked += 1
        if Calls.asked == Calls.stop_at:
            raise KeyboardInterrupt
        return super().play(s, m)


def walked(folder, stop_at):
    Calls.asked, Calls.stop_at = 0, stop_at
    try:
        return nexsolve.tabulate(Slow(), folder)
    except KeyboardInterrupt:
        return None


def test_a_walk_goes_on_after_a_stop(tmp_path, monkeypatch):
    monkeypatch.setattr("nexsolve.own.BATCH", 10)
    whole = walked(tmp_path / "whole", None)
    asked = Calls.asked
    monkeypatch.setattr("nexsolve.resume.SECONDS", -1)
    part = tmp_path / "part.walk"
    assert walked(tmp_path / "part", asked // 4) is None and part.stat().st_size > 0
    # What is damaged is walked again.
    kept = part.read_bytes()
    part.write_bytes(kept[:-20] + b"x" + kept[-19:])
    again = walked(tmp_path / "part", None)
    assert Calls.asked < asked and not part.exists()
    assert again.database.game.name == whole.database.game.name and again.counts() == whole.counts()
    assert (tmp_path / "part" / "game.graph").read_bytes() == (tmp_path / "whole" / "game.graph").read_bytes()


def test_a_walk_goes_on_with_one_of_two_that_ran_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr("nexsolve.own.BATCH", 10)
    monkeypatch.setattr("nexsolve.resume.SECONDS", -1)
    assert walked(tmp_path / "db", 60) is None
    lines = (tmp_path / "db.walk").read_bytes().splitlines(keepends=True)
    (tmp_path / "db.walk").write_bytes(b"".join(line for line in lines for _ in range(2)))
    db, asked = walked(tmp_path / "db", None), Calls.asked
    whole = walked(tmp_path / "whole", None)
    assert len(lines) > 2 and asked < Calls.asked and db.database.game.name == whole.database.game.name


@pytest.mark.parametrize("change", [lambda: setattr(Slow, "coins", (1, 2, 3, 4, 5, 6, 7, 9)), lambda: setattr(Slow, "outcome", Slow.plain)])
def test_a_walk_does_not_go_on_if_the_rules_are_changed(change, tmp_path, monkeypatch):
    monkeypatch.setattr("nexsolve.own.BATCH", 10)
    monkeypatch.setattr("nexsolve.resume.SECONDS", -1)
    monkeypatch.setattr(Slow, "coins", Coins.coins)
    monkeypatch.setattr(Slow, "outcome", Coins.outcome)
    assert walked(tmp_path / "db", 60) is None and (tmp_path / "db.walk").exists()
    change()
    again, whole = walked(tmp_path / "db", None), walked(tmp_path / "whole", None)
    assert again.database.game.name == whole.database.game.name


def test_a_walk_does_not_go_on_by_other_rules(tmp_path, monkeypatch):
    monkeypatch.setattr("nexsolve.own.BATCH", 10)
    monkeypatch.setattr("nexsolve.resume.SECONDS", -1)
    assert walked(tmp_path / "db", 60) is None and (tmp_path / "db.walk").exists()
    rules = Ring()
    assert nexsolve.tabulate(rules, tmp_path / "db").counts() == {"win": 3, "draw": 3, "loss": 1}
