"""Databases made, verified and read from Python: generation, verification, layers as arrays, ranks."""

import os
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import nexsolve
from test_games import play
from test_values import COMMAND

BOARDS = [("nex:3x3", "dtw"), ("nex:2x3", "wdl"), ("hex:3x3", "dtw"), ("hex:swap:2x3", "dtw"), ("awari:5", "score"), ("draughts:2", "dtw"), ("connect4:4x4", "dtw")]


@pytest.fixture(scope="module", params=BOARDS, ids=lambda param: param[0])
def made(request, tmp_path_factory):
    board, metric = request.param
    folder = tmp_path_factory.mktemp("made")
    with nexsolve.generate(board, folder, metric=metric) as db:
        yield db, folder, metric


def some_ranks(layer, most=300):
    """All ranks of a small layer, or some of them."""
    return np.arange(layer.size) if layer.size <= most else np.random.default_rng(1).integers(0, layer.size, most)


def test_layers_agree_with_probes_and_ranks_with_states(made):
    db, _, metric = made
    compared = 0
    for number, layer in enumerate(db.layers()):
        scores, ranks = db.layer(layer.name), some_ranks(layer)
        assert scores.shape == (layer.size,) and scores.dtype == np.int16 and metric in layer.metrics
        states = db.unrank(layer.name, ranks)
        assert [state is None for state in states] == list(scores[ranks] == nexsolve.NO_SCORE)
        there = [(rank, state) for rank, state in zip(ranks, states, strict=True) if state is not None]
        found = db.rank([state for _, state in there])
        assert (found.layers == number).all() and list(found.ranks) == [rank for rank, _ in there]
        for rank, state in there:
            score = db.probe(state).score
            # Tables of wins, draws and losses have no distance, but a finished game has one.
            assert scores[rank] == (np.sign(score) if metric == "wdl" else score), state.position()
        compared += len(there)
    assert compared > 100


def test_symmetric_positions_have_the_same_rank(made):
    db, _, _ = made
    if db.game.name in ("awari", "draughts"):
        pytest.skip("tables have the ends of games only")
    states = [state for seed in range(20) for state in play(db.game.name, seed)]
    found, canonical = db.rank(states), db.rank([state.canonical() for state in states])
    assert (found.ranks == canonical.ranks).all() and (found.layers == canonical.layers).all()


def test_many_probes_are_single_probes(made):
    db, _, _ = made
    states = [state for layer in db.layers() for state in db.unrank(layer.name, some_ranks(layer, 50)) if state is not None]
    many = db.probe_many(states[::-1])
    for state, sign, distance in zip(states[::-1], *many, strict=True):
        value = db.probe(state)
        number = value.points if value.points is not None else value.distance
        assert (value.sign, -1 if number is None else number) == (sign, distance)


def test_an_array_owns_its_memory(made):
    db, _, _ = made
    name = db.layers()[-1].name
    one, other = db.layer(name), db.layer(name)
    one[:] = 7
    assert not np.shares_memory(one, other) and (other != 7).all()


def test_verification_finds_nothing_wrong(made):
    db, folder, _ = made
    told = []
    found = nexsolve.verify(folder, progress=lambda done, total: told.append((done, total)))
    assert found and found.right and found.wrong == 0 and found.first_wrong == [] and found.missing == []
    assert found.tables >= len(db.layers()) and told[-1][0] == told[-1][1] > 0
    sample = nexsolve.verify(folder, sample=5, seed=1, threads=1)
    assert sample and 0 < sample.values <= found.values


@pytest.mark.skipif(not COMMAND, reason="set NEXSOLVE to the command")
@pytest.mark.parametrize(("board", "options"), [("nex:2x3", {}), ("hex:2x3", {"metric": "dtw", "raw": True}), ("nex:2x2", {"reach": False}), ("awari:3", {})])
def test_the_files_are_those_of_the_command(tmp_path, board, options):
    flags = {"metric": lambda value: ["--metric", value], "raw": lambda _: ["--raw"], "reach": lambda _: ["--no-reach"]}
    args = [arg for name, value in options.items() for arg in flags[name](value)]
    subprocess.run([COMMAND, "generate", board, "--out", tmp_path / "command", *args], check=True, capture_output=True)
    nexsolve.generate(board, tmp_path / "python", **options).close()
    files = sorted(path.name for path in (tmp_path / "command").iterdir())
    assert files == sorted(path.name for path in (tmp_path / "python").iterdir()) and len(files) > 2
    for name in files:
        assert (tmp_path / "command" / name).read_bytes() == (tmp_path / "python" / name).read_bytes(), name


def test_progress_ends_with_everything(tmp_path):
    told = []
    nexsolve.generate("nex:3x3", tmp_path, progress=lambda done, total: told.append((done, total))).close()
    assert told == sorted(told) and told[-1][0] == told[-1][1] > 10_000


def test_an_exception_of_progress_ends_the_run(tmp_path):
    def fail(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        nexsolve.generate("nex:3x3", tmp_path / "made", progress=fail)
    nexsolve.generate("nex:3x3", tmp_path / "made").close()
    with pytest.raises(RuntimeError, match="enough"):
        nexsolve.verify(tmp_path / "made", progress=fail)


def test_threads_generate_side_by_side(tmp_path):
    with ThreadPoolExecutor(3) as pool:
        databases = list(pool.map(lambda number: nexsolve.generate("nex:2x3", tmp_path / str(number), metric="dtw", threads=1), range(6)))
    start = databases[0].game.new_initial_state()
    assert len({db.probe(start).score for db in databases}) == 1


def generate(*args, **options):
    return lambda folder: nexsolve.generate(*args, folder / "new", **options)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (generate("chess"), ValueError, "no such game"),
        (generate("awari"), ValueError, "awari:12"),
        (generate("hex:11x11"), ValueError, "121 cells"),
        (generate("nex:3x3", metric="score"), ValueError, "only games played for points"),
        (generate("nex:3x3", metric="reach"), ValueError, "not a metric"),
        (generate("awari:3", reach=True), ValueError, "start"),
        (generate("nex:4x4", memory=1000), nexsolve.NexsolveError, "memory"),
        (generate("nex:3x3", threads=0), ValueError, "threads"),
        (generate("nex:3x3", progress=5), TypeError, "progress"),
        (generate(5), TypeError, "board"),
        (lambda folder: nexsolve.generate("nex:3x3", folder / "file" / "x"), nexsolve.NexsolveError, "cannot be created"),
        (lambda folder: nexsolve.generate("nex:2x3", folder / "made"), ValueError, "tables of dtw, but none of wdl"),
        (lambda folder: nexsolve.generate("nex:2x2", folder / "made", metric="dtw"), nexsolve.NexsolveError, "nex:2x3"),
        (lambda folder: nexsolve.verify(folder), nexsolve.NexsolveError, "not a database"),
        (lambda folder: nexsolve.verify(folder / "made", layers=["x"]), ValueError, "no layer"),
        (lambda folder: nexsolve.verify(folder / "made", sample=0), ValueError, "sample"),
        (lambda folder: nexsolve.verify(folder / "made", sample=-1), ValueError, "out of range"),
    ],
)
def test_wrong_runs_are_refused(tmp_path, call, kind, message):
    (tmp_path / "file").write_text("")
    nexsolve.generate("nex:2x3", tmp_path / "made", metric="dtw").close()
    with pytest.raises(kind, match=message):
        call(tmp_path)


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda db: db.layer("x"), ValueError, "the layers are"),
        (lambda db: db.layer("p01n1", "depth"), ValueError, "not a metric"),
        (lambda db: db.layer("p01n1", "wdl"), KeyError, "no table of wdl"),
        (lambda db: db.unrank("x", [0]), ValueError, "the layers are"),
        (lambda db: db.unrank("p01n1", [-1]), ValueError, "at least 0"),
        (lambda db: db.unrank("p01n1", [10**9]), ValueError, "less than"),
        (lambda db: db.unrank("p01n1", np.array([2**64 - 1], np.uint64)), ValueError, "at least 0"),
        (lambda db: db.unrank("p01n1", [2**70]), TypeError, "integers"),
        (lambda db: db.unrank("p01n1", [0.5]), TypeError, "integers"),
        (lambda db: db.unrank("p01n1", [[0]]), TypeError, "integers"),
        (lambda db: db.unrank("p01n1", None), TypeError, "integers"),
        (lambda db: db.rank([None]), TypeError, "State"),
        (lambda db: db.rank([nexsolve.load_game("hex:3x3").new_initial_state()]), ValueError, "hex:3x3"),
    ],
)
def test_wrong_ranks_are_refused(tmp_path, call, kind, message):
    with nexsolve.generate("nex:2x3", tmp_path, metric="dtw") as db:
        with pytest.raises(kind, match=message):
            call(db)
        assert db.unrank("p01n1", []) == [] and len(db.rank([]).ranks) == 0
    with pytest.raises((ValueError, TypeError)):
        call(db)
    with pytest.raises(ValueError, match="closed"):
        db.layers()


def test_states_without_a_rank_have_none(tmp_path):
    with nexsolve.generate("draughts:2", tmp_path) as db:
        found = db.rank([db.game.new_initial_state()])
        assert (found.layers[0], found.ranks[0]) == (-1, -1)


def test_a_damaged_table_is_an_error(tmp_path):
    with nexsolve.generate("nex:3x3", tmp_path, metric="dtw") as db:
        layer = max(db.layers(), key=lambda layer: layer.size)
    table = tmp_path / f"{layer.name}.dtw"
    data = bytearray(table.read_bytes())
    data[len(data) // 2] ^= 0xFF
    table.write_bytes(data)
    with nexsolve.open(tmp_path) as db, pytest.raises(nexsolve.NexsolveError, match="changed"):
        db.layer(layer.name)
    with pytest.raises(nexsolve.NexsolveError, match="is damaged"):
        nexsolve.verify(tmp_path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signal")
def test_ctrl_c_ends_a_generation_which_can_be_resumed(tmp_path):
    code = f"import nexsolve; nexsolve.generate('nex:4x4', {str(tmp_path)!r}, progress=lambda done, total: print('begun', flush=True))"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=120)
    assert "KeyboardInterrupt" in errors
    shutil.rmtree(tmp_path)


def test_ranks_of_a_layer_are_probed_together(made):
    db, _, metric = made
    for layer in db.layers():
        ranks = some_ranks(layer).astype(np.uint64)
        for name in (None, *layer.metrics):
            scores = db.probe_many(ranks, layer=layer.name, metric=name)
            assert scores.dtype == np.int16 and (scores == db.layer(layer.name, name)[ranks]).all()
        assert (db.probe_many(list(map(int, ranks[::-1])), layer.name) == db.probe_many(ranks, layer.name)[::-1]).all()
    assert db.probe_many([], layer=layer.name).shape == (0,)


def test_ranks_that_do_not_exist_are_refused(made):
    db, _, _ = made
    layer = db.layers()[-1]
    for ranks in ([layer.size], [-1], np.array([2**64 - 1], np.uint64)):
        with pytest.raises(ValueError, match="a rank of layer"):
            db.probe_many(ranks, layer=layer.name)
    for ranks in ([0.5], [[0]], "no", [db.game.new_initial_state()]):
        with pytest.raises(TypeError):
            db.probe_many(ranks, layer=layer.name)
    with pytest.raises(ValueError, match="no layer"):
        db.probe_many([0], layer="none")
    with pytest.raises(ValueError, match="is not a metric"):
        db.probe_many([0], layer=layer.name, metric="none")
    with pytest.raises(ValueError, match="only with a layer"):
        db.probe_many([db.game.new_initial_state()], metric="wdl")
    with pytest.raises(TypeError):
        db.probe_many([0])
