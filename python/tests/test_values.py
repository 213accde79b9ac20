"""Values from databases and searches, compared with each other and with the command."""

import inspect
import json
import os
import pickle
import random
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import nexsolve
from test_games import play

COMMAND = os.environ.get("NEXSOLVE") or shutil.which("nexsolve")


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Databases of 3×3 Nex and 3×3 Hex, made by the command."""
    if not COMMAND:
        pytest.skip("set NEXSOLVE to the command")
    root = tmp_path_factory.mktemp("databases")
    for board in ["nex:3x3", "hex:3x3"]:
        subprocess.run([COMMAND, "generate", board, "--metric", "dtw", "--out", root / board.replace(":", "")], check=True, capture_output=True)
    return root


def test_the_search_knows_the_facts():
    assert str(nexsolve.solve(nexsolve.load_game("nex:2x2").new_initial_state()).value) == "win in 3"
    found = nexsolve.solve(nexsolve.load_game("nex:3x3").new_initial_state(), goal="moves")
    signs = [value.sign for _, value in found.moves]
    assert found.complete and (signs.count(1), signs.count(0), signs.count(-1)) == (42, 30, 0)


def test_bounds_are_bounds():
    state = nexsolve.load_game("nex:5x5").new_initial_state()
    found = nexsolve.solve(state, goal="value", time=0.1, memory=64 << 20)
    assert not found.complete and found.value.value is None and found.value.sign is None
    assert found.value.bounds[0][0] == "loss" and found.value.bounds[1][0] == "win"


@pytest.mark.parametrize(
    ("options", "message"),
    [({"goal": "all"}, "not a goal"), ({"time": -1.0}, "time"), ({"time": float("nan")}, "time"), ({"threads": 0}, "threads"), ({"threads": 10**6}, "threads"), ({"time": float("inf")}, "time"), ({"memory": "4G"}, "such as"), ({"memory": "GiB"}, "such as")],
)
def test_wrong_options_are_refused(options, message):
    with pytest.raises(ValueError, match=message):
        nexsolve.solve(nexsolve.load_game("nex:3x3").new_initial_state(), **options)


@pytest.mark.parametrize("board", ["nex:3x3", "hex:3x3"])
def test_tables_searches_and_the_command_agree(folder, board):
    states = [state for seed in range(40) for state in play(board, seed) if not state.is_terminal()]
    place = folder / board.replace(":", "")
    query = "\n".join(state.position() for state in states) + "\n"
    run = subprocess.run([COMMAND, "query", place, "-", "--json"], input=query, capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    with nexsolve.open(place) as db:
        many = db.probe_many(states)
        assert many.values.dtype == np.int8 and many.distances.dtype == np.int16
        for state, answer, sign, plies in zip(states, answers, many.values, many.distances, strict=True):
            value = db.probe(state)
            assert (value.value, value.distance) == (answer["value"], answer["distance"])
            assert (value.sign, -1 if value.distance is None else value.distance) == (sign, plies)
            best = db.moves(state)[0][1]
            assert (best.value, best.distance) == (value.value, value.distance)
        for state in random.Random(5).sample(states, 10):
            assert nexsolve.solve(state, memory=16 << 20).value == db.probe(state)
        line = db.line(states[0])
        assert len(line) == db.probe(states[0]).distance


def test_a_closed_database_and_other_boards_are_refused(folder):
    db = nexsolve.open(folder / "nex3x3")
    other = nexsolve.load_game("nex:4x4").new_initial_state()
    with pytest.raises(ValueError, match="database of nex:3x3"):
        db.probe(other)
    db.close()
    with pytest.raises(ValueError, match="closed"):
        db.probe(db.game.new_initial_state())
    with pytest.raises(ValueError, match="hex"):
        nexsolve.open(folder / "nex3x3", folder / "hex3x3")
    with pytest.raises(ValueError, match="at least one"):
        nexsolve.open()
    for call in [nexsolve.open, nexsolve.verify]:
        with pytest.raises(FileNotFoundError, match="missing"):
            call(folder / "missing")
    with pytest.raises(nexsolve.NexsolveError):
        nexsolve.open(folder)


def test_values_are_ordered_as_a_player_prefers_them(folder):
    with nexsolve.open(folder / "nex3x3") as db:
        values = {db.probe(state) for seed in range(40) for state in play("nex:3x3", seed)}
        moves = db.moves(db.game.new_initial_state())
    assert len({(value.value, value.distance) for value in values}) == len(values) > 5
    ordered = sorted(values)
    assert [value.score for value in ordered] == sorted(value.score for value in values)
    # The opponent prefers them the other way round.
    assert sorted((-value for value in values), reverse=True) == [-value for value in ordered]
    assert all(-(-value) == value and pickle.loads(pickle.dumps(value)) == value for value in values)
    assert max(moves, key=lambda move: move.value).value == moves[0].value
    assert min(moves, key=lambda move: move.value).value == moves[-1].value
    with pytest.raises(TypeError):
        ordered[0] < 1


def test_what_is_not_proven_is_between_what_is_possible():
    state = nexsolve.load_game("nex:5x5").new_initial_state()
    unknown = nexsolve.solve(state, goal="value", nodes=1, memory=1 << 20).value
    win = nexsolve.solve("nex:3x3").value
    assert (repr(unknown), unknown.value) == ("<Value: not proven>", None)
    assert -win < unknown < win and -win < -unknown < win and -(-unknown) == unknown


def test_points_are_ordered(tmp_path):
    with nexsolve.generate("awari:5", tmp_path) as db:
        values = [db.probe(state) for layer in db.layers() for state in db.unrank(layer.name, range(layer.size)) if state]
    assert [value.margin for value in sorted(values)] == sorted(value.margin for value in values)
    assert {(-value).points for value in values} == {-value.points for value in values} and len(set(values)) > 2


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_moves_and_layers_are_data_frames(folder, library):
    pytest.importorskip(library)
    with nexsolve.open(folder / "nex3x3") as db:
        moves = db.moves(db.game.new_initial_state())
        table = getattr(moves, f"to_{library}")()
        assert list(table.columns) == ["move", "value", "distance"] and list(table["move"]) == [move for move, _ in moves]
        assert int(table["distance"][0]) == moves[0].distance == 7 and moves[0].score == 16384 - 7
        name = db.layers()[3].name
        scores = db.layer(name)
        table = getattr(db, f"to_{library}")(name)
        assert list(table.columns) == ["rank", "score", "value", "distance"]
        assert list(scores[np.array(table["rank"])]) == list(table["score"]) and len(table) == (scores != nexsolve.NO_SCORE).sum()
        found = db.probe_many(db.unrank(name, np.array(table["rank"])))
        assert list(found.values) == list(table["value"]) and list(found.distances) == list(table["distance"])
    for words in ["wdl", "reach"]:
        with pytest.raises((KeyError, ValueError)):
            getattr(db, f"to_{library}")("no layer", words)


def test_a_database_is_asked_like_a_dictionary(folder):
    with nexsolve.open(folder / "hex3x3", cache="1MiB") as db:
        start = db.game.new_initial_state()
        assert start in db and db[start] == db.probe(start) == nexsolve.solve("hex:3x3", memory="64MiB").value


def test_signatures_are_readable():
    for call in [nexsolve.open, nexsolve.solve, nexsolve.generate, nexsolve.verify]:
        assert "Ellipsis" not in str(inspect.signature(call)) and "..." not in str(inspect.signature(call))


def test_what_no_table_has_is_a_key_error(tmp_path):
    """A table of draughts endings has no position with more pieces."""
    if not COMMAND:
        pytest.skip("set NEXSOLVE to the command")
    subprocess.run([COMMAND, "generate", "draughts:2", "--out", tmp_path / "two"], check=True, capture_output=True)
    with nexsolve.open(tmp_path / "two") as db:
        start = db.game.new_initial_state()
        with pytest.raises(KeyError):
            db.probe(start)
        assert db.get(start) is None and db.get(start, "nothing") == "nothing" and start not in db
        assert db.probe_many([start]).values[0] == nexsolve.UNKNOWN
        ending = db.game.state("W:WKa1:BKh8")
        assert db.get(ending).is_proven


def test_the_best_move_comes_first_in_a_game_with_points(tmp_path):
    if not COMMAND:
        pytest.skip("set NEXSOLVE to the command")
    subprocess.run([COMMAND, "generate", "awari:6", "--out", tmp_path / "awari"], check=True, capture_output=True)
    with nexsolve.open(tmp_path / "awari") as db:
        last = [state for seed in range(300) for state in play("awari", seed, 2000)]
        compared = 0
        for state in last:
            moves = [] if state.is_terminal() or db.get(state) is None else db.moves(state)
            if len(moves) > 1 and all(value.margin is not None for _, value in moves):
                margins = [value.margin for _, value in moves]
                assert margins == sorted(margins, reverse=True)
                compared += 1
        assert compared > 0


def test_a_damaged_table_is_an_error_and_not_a_value(folder, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(folder / "nex3x3", copy)
    for table in copy.glob("*.dtw"):
        data = bytearray(table.read_bytes())
        data[len(data) // 2] ^= 0xFF
        table.write_bytes(data)
    with nexsolve.open(folder / "nex3x3") as whole:
        states = [state for seed in range(20) for state in play("nex:3x3", seed) if not state.is_terminal()]
        right = {state: whole.probe(state) for state in states}
    try:
        with nexsolve.open(copy) as db:
            errors = 0
            for state in states:
                try:
                    assert db.probe(state) == right[state]
                except nexsolve.NexsolveError:
                    errors += 1
            assert errors > 0
    except nexsolve.NexsolveError:
        pass


def test_threads_share_a_database(folder):
    states = [state for seed in range(20) for state in play("nex:3x3", seed)]
    with nexsolve.open(folder / "nex3x3") as db, ThreadPoolExecutor(4) as pool:
        expected = [db.probe(state) for state in states]
        for found in pool.map(lambda _: [db.probe(state) for state in states], range(8)):
            assert found == expected


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_ctrl_c_ends_a_search():
    code = "import nexsolve; print('begun', flush=True); nexsolve.solve(nexsolve.load_game('nex:5x5').new_initial_state(), memory=64 << 20)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    assert "KeyboardInterrupt" in errors


def test_probes_do_not_keep_memory(folder):
    resource = pytest.importorskip("resource")
    states = [state for seed in range(200) for state in play("nex:3x3", seed)]
    with nexsolve.open(folder / "nex3x3") as db:
        def probe(times):
            for _ in range(times):
                db.probe_many(states)
                [db.probe(state) for state in states]

        probe(20)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        probe(1_000_000 // (2 * len(states)))
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < before * 1.2
