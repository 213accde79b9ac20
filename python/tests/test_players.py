"""Players, matches, exams, exploits, audits, puzzles and connections, compared with the command."""

import json
import random
import subprocess
import warnings

import pytest

import nexsolve
from test_games import play
from test_values import COMMAND, folder  # noqa: F401


def first(state):
    return state.legal_actions()[0]


def last(state):
    return state.legal_moves()[-1]


@pytest.fixture
def db(folder):  # noqa: F811
    with nexsolve.open(folder / "nex3x3") as db:
        yield db


def command(*words):
    run = subprocess.run([COMMAND, *words, "--json"], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


@pytest.mark.parametrize("board", ["nex:4x4", "hex:5x5", "awari", "draughts", "connect4:6x7"])
def test_players_choose_legal_moves(board):
    uct, alphabeta = nexsolve.player("uct(50)", seed=1), nexsolve.player("alphabeta(2)")
    for state in play(board, 1, 12):
        if not state.is_terminal():
            assert {uct.choose(state), alphabeta.choose(state, depth=1)} <= set(state.legal_moves())
            thought = uct.think(state)
            assert thought.move in state.legal_moves() and thought.line[0] == thought.move
            assert uct.step(state) in state.legal_actions()


def test_the_same_seed_chooses_the_same_moves():
    state = nexsolve.load_game("hex:9x9").new_initial_state()
    assert len({nexsolve.player("random", seed=7).choose(state) for _ in range(5)}) == 1
    assert len({nexsolve.player("random", seed=seed).choose(state) for seed in range(20)}) > 5


def test_a_player_with_a_database_keeps_the_value(db):
    player = nexsolve.player("table", db=db)
    for state in play("nex:3x3", 3):
        if not state.is_terminal():
            move = player.choose(state)
            assert dict(db.moves(state))[move] == db.moves(state)[0].value
            assert player.think(state).estimate is None or player.think(state).estimate.sign == db[state].sign
    with pytest.raises(ValueError, match="of nex:3x3, not of nex:4x4"):
        player.choose(nexsolve.load_game("nex:4x4").new_initial_state())


def test_a_match_is_that_of_the_command(tmp_path):
    if not COMMAND:
        pytest.skip("set NEXSOLVE to the command")
    ours = nexsolve.match(["uct(50)", "random"], "nex:3x3", games=6, seed=3)
    theirs = command("match", "nex:3x3", "uct(50)", "random", "--games", "6", "--seed", "3", "--records", tmp_path / "games.txt")
    lines = [(line["player"], line["won"], line["drawn"], line["lost"]) for line in theirs["scores"]]
    assert [tuple(line) for line in ours.standings] == lines
    assert [round(line.share, 4) for line in ours.standings] == [line["score"] for line in theirs["scores"]]
    assert nexsolve.read_records(tmp_path / "games.txt") == ours.records


def test_functions_play_matches():
    seen, progress = [], []

    def watching(state):
        seen.append(state.current_player())
        return random.Random(len(seen)).choice(state.legal_moves())

    found = nexsolve.match([first, last, watching], "hex:3x3", games=4, progress=lambda *numbers: progress.append(numbers))
    assert [line.player for line in found.standings] == ["first", "last", "watching"] and set(seen) == {0, 1}
    assert sum(line.won for line in found.standings) == sum(line.lost for line in found.standings) == len(found.records) == 12
    assert progress[-1] == (12, 12)
    opened = nexsolve.match([first, last], "hex:3x3", openings=["b2;a1"])
    assert {record.start().position() for record in opened.records} == {nexsolve.load_game("hex:3x3").state("b2;a1").position()}
    nexsolve.match(["random", "random"], "hex:3x3", random_plies=2)


def faulty(answer):
    return lambda state: answer if state.current_player() == 0 else first(state)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: nexsolve.player("utc(10)"), ValueError, "did you mean uct"),
        (lambda: nexsolve.player("uct(10"), ValueError, "expected"),
        (lambda: nexsolve.match(["random", lambda state: 1 / 0], "hex:3x3"), ZeroDivisionError, "zero"),
        (lambda: nexsolve.match(["random", faulty("zz")], "hex:3x3"), ValueError, "answers 'zz' in the position"),
        (lambda: nexsolve.match(["random", faulty(None)], "hex:3x3"), ValueError, "answers None"),
        (lambda: nexsolve.match(["random", faulty(99)], "hex:3x3"), ValueError, "action 99 is not legal"),
        (lambda: nexsolve.match(["random"], "hex:3x3"), ValueError, "two players"),
        (lambda: nexsolve.match(["random", 5], "hex:3x3"), TypeError, "a player is"),
        (lambda: nexsolve.match(["table", "random"], "hex:3x3"), ValueError, "needs a database"),
        (lambda: nexsolve.exploit(faulty("zz"), "hex:2x2"), ValueError, "answers 'zz'"),
        (lambda: nexsolve.exploit("random", "awari"), ValueError, "can repeat"),
        (lambda: nexsolve.exploit("random", "hex:2x2", colour="red"), ValueError, "not a colour"),
        (lambda: nexsolve.puzzles("hex:3x3", goal="loss"), ValueError, "not a goal"),
        (lambda: nexsolve.load_game("nex:3x3").new_initial_state().connections(), ValueError, "not won by connections"),
    ],
)
def test_faults_are_the_authors(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_exams_and_exploits_are_those_of_the_command(folder, db):  # noqa: F811
    place = folder / "nex3x3"
    for options in [["--sample", "50"], []]:
        theirs = command("exam", "nex:3x3", "--player", "uct(20)", "--db", place, "--seed", "5", *options)
        ours = nexsolve.exam("uct(20)", db, seed=5, sample=int(options[1]) if options else None)
        assert ours | {"databases": None} == theirs | {"databases": None}
    theirs = command("exploit", "nex:3x3", "--player", "uct(20)", "--db", place)
    ours = nexsolve.exploit("uct(20)", db)
    for colour in theirs["colours"]:
        assert colour.pop("certificate") is None
    assert ours | {"databases": None} == theirs | {"databases": None}


def test_functions_are_examined(db):
    found = nexsolve.exam(last, db)
    states = [state for layer in db.layers() for state in db.unrank(layer.name, range(layer.size)) if state]
    assert found["player"] == "last" and found["examined"] == found["positions"] <= len(states) and 0 < found["gave"] < found["could"]

    def perfect(state):
        return db.moves(state)[0].move

    assert nexsolve.exam(perfect, db)["gave"] == 0
    held = nexsolve.exploit(perfect, db)
    assert held["exploitability"] == 0 and [colour["held"] for colour in held["colours"]] == ["win", "loss"]
    held = nexsolve.exploit(last, "nex:3x3", colour="black")["colours"]
    state = db.game.new_initial_state()
    for move in held[0]["line"]:
        if state.to_move == "black":
            # It was asked in the canonical form of the position.
            canonical = state.canonical()
            canonical.apply_move(last(canonical))
            after = state.clone()
            after.apply_move(move)
            assert after.canonical() == canonical.canonical()
        state.apply_move(move)
    assert state.is_terminal() and [colour["colour"] for colour in held] == ["black"]


def test_an_audit_judges_each_move(db):
    played = nexsolve.match([last, "random"], db, games=4)
    for record, judged in zip(played.records, nexsolve.audit(db, played.records), strict=True):
        state = record.start()
        for move in judged:
            before, value = db[state], dict(db.moves(state))[move["move"]]
            assert (move["before"], move["after"]) == (before.value, value.value)
            if value.sign < before.sign:
                assert dict(db.moves(state))[move["instead"]].sign == before.sign
            state.apply_move(move["move"])
        assert state == record.state() and len(judged) == len(record.moves)
    assert nexsolve.audit(db, [record.state() for record in played.records[:1]])[0][0]["player"] == "?"
    with pytest.raises(ValueError, match="a game of hex:3x3"):
        nexsolve.audit(db, nexsolve.match(["random", first], "hex:3x3").records)


def test_puzzles_have_one_solution(db):
    for puzzle in nexsolve.puzzles(db, count=4, seed=1):
        state = db.game.state(puzzle["position"])
        wins = {move for move, value in db.moves(state) if value.sign == 1}
        assert wins == set(puzzle["solution"]) and db[state].distance == puzzle["distance"] >= 3


def test_connections_are_proven():
    game = nexsolve.load_game("hex:3x3")
    after = game.state("b2").connections()
    assert (after["own"], after["other"]["strength"], after["must_play"], after["complete"]) == (None, "full", [], True)
    start = game.new_initial_state().connections()
    assert nexsolve.solve(game.state(start["key"])).value.sign == -1
    with pytest.raises(ValueError, match="over"):
        game.state("B.W/B.W/B..").connections()


@pytest.mark.parametrize(("board", "name"), [("hex:5x5", "games.sgf"), ("draughts", "games.pdn"), ("awari", "games.txt"), ("nex:4x4", "games.txt")])
def test_records_are_read_as_written(tmp_path, board, name):
    records = nexsolve.match(["random", first], board).records
    nexsolve.write_records(records, tmp_path / name)
    for found in [nexsolve.read_records(tmp_path / name), nexsolve.read_records((tmp_path / name).read_bytes())]:
        assert [record.moves for record in found] == [record.moves for record in records]
        assert [(record.board, record.black, record.white, record.result) for record in found] == [
            (record.board, record.black, record.white, record.result) for record in records
        ]
        assert [record.state() for record in found] == [record.state() for record in records]


def test_states_become_records(tmp_path):
    state = nexsolve.load_game("hex:3x3").new_initial_state()
    state.apply_move("b2")
    record = nexsolve.Record(state, black="anna", white="bo")
    assert (record.moves, record.result, record.how, record.black) == (["b2"], None, "broken off", "anna")
    nexsolve.write_records([record, state], tmp_path / "one.txt")
    assert nexsolve.read_records(tmp_path / "one.txt")[0] == record


def test_faults_in_records_have_a_place(tmp_path):
    text = b"Board:r2-c2\nBa1?a2;Wb1?b9;!\nBoard:r2-c2\nBa1?a2;Wb1?b2;Ba2Bb2?a1;!\n"
    with pytest.raises(ValueError, match="line 2, column 12: b9 is off the board"):
        nexsolve.read_records(text)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert len(nexsolve.read_records(text, skip_faults=True)) == 1
    assert "b9" in str(warned[0].message)
    with pytest.raises(FileNotFoundError, match="nothing.sgf"):
        nexsolve.read_records(tmp_path / "nothing.sgf")
    with pytest.raises(ValueError, match="different boards"):
        nexsolve.write_records([nexsolve.load_game(board).new_initial_state() for board in ["hex:3x3", "hex:4x4"]], tmp_path / "x.sgf")
