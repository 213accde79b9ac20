"""`nexsolve hub`, driven by the client of py-draughts, whose rules are the referee.

Its `get_best_move` plays on 50 squares only. So the tests send positions of 32 squares themselves, and let the client do the rest.
"""

import os
import random
import shutil
from pathlib import Path

import pytest

COMMAND = os.environ.get("NEXSOLVE") or shutil.which("nexsolve")
ROOT = Path(__file__).parents[2]
LONGEST = 300

pytestmark = pytest.mark.skipif(not COMMAND, reason="set NEXSOLVE to the command")


@pytest.fixture
def draughts():
    """The package py-draughts."""
    package = pytest.importorskip("draughts", reason="py-draughts is not installed")
    pytest.importorskip("draughts.engines.hub", reason="py-draughts has no HubEngine")
    return package


@pytest.fixture
def engine(draughts, monkeypatch):
    from draughts.engines.hub import HubEngine

    # Except on Windows, version 1.10 of the client waits for more output with select, even if the next line is already in its buffer. So it
    # hangs if an engine writes several lines at once, as each does when it introduces itself. This reads as the client does on Windows.
    monkeypatch.setattr(HubEngine, "_read_line", lambda self, timeout=1.0: self.process.stdout.readline().strip() or None)
    with HubEngine(COMMAND, time_limit=0.01) as engine:
        yield engine


def start(engine, **parameters):
    """Sets parameters. HubEngine cannot do this itself."""
    for name, value in parameters.items():
        engine._send(f"set-param name={name} value={value}")
    engine._send("init")
    assert engine._read_line(60) == "ready"


def position(board):
    """A board as the protocol writes it. HubEngine writes boards of 50 squares only."""
    return ("W" if board.turn.value == -1 else "B") + "".join({-1: "w", -2: "W", 1: "b", 2: "B", 0: "e"}[int(piece)] for piece in board.position)


def best(engine, board, level):
    """The engine's move, read by HubEngine, which accepts only what py-draughts takes for a legal move."""
    from draughts.engines.hub import parse_hub_move

    engine._send(f"pos pos={position(board)}")
    engine._send(f"level {level}")
    engine._send("go think")
    result = engine._read_search_result()
    return parse_hub_move(result.move, board.legal_moves), result.info


def test_the_client_of_py_draughts_gets_to_know_the_engine(engine):
    assert engine.info.name == "nexsolve"
    assert engine.params["variant"].values == ["russian", "brazilian"]
    assert engine.params["variant"].value == "russian"
    engine.new_game()
    assert engine.ping()


def test_boards_that_are_too_large_are_refused(engine, draughts):
    with pytest.raises(RuntimeError, match="has 33 letters .* not 51"):
        engine.get_best_move(draughts.StandardBoard())
    # The client refuses smaller boards.
    with pytest.raises(ValueError, match="10x10"):
        engine.get_best_move(draughts.RussianBoard())


@pytest.mark.parametrize(("variant", "name"), [("russian", "RussianBoard"), ("brazilian", "BrazilianBoard")])
def test_every_position_has_the_moves_of_py_draughts(engine, draughts, variant, name):
    from draughts.engines.hub import move_to_hub_notation

    start(engine, variant=variant, player="random")
    rng = random.Random(1)
    positions = 0
    for _ in range(20):
        board = getattr(draughts, name)()
        for _ in range(LONGEST):
            legal = list(board.legal_moves)
            if not legal or board.is_draw:
                break
            for move in legal:
                engine._send(f'pos pos={position(board)} moves="{move_to_hub_notation(move)}"')
            assert engine.ping(), f"a move of {legal} is refused in {board.fen}"
            move, _ = best(engine, board, "nodes=1")
            board.push(rng.choice([move, *legal]))
            positions += 1
    assert positions > 500


@pytest.mark.parametrize(("variant", "name"), [("russian", "RussianBoard"), ("brazilian", "BrazilianBoard")])
def test_games_against_random_moves_are_won(engine, draughts, variant, name):
    start(engine, variant=variant, player="uct")
    rng = random.Random(2)
    board = getattr(draughts, name)()
    for ply in range(LONGEST):
        legal = list(board.legal_moves)
        if not legal or board.is_draw:
            break
        if ply % 2 == 0:
            move, info = best(engine, board, "nodes=500")
            assert info.time is not None and info.pv
        else:
            move = rng.choice(legal)
        board.push(move)
    assert not list(board.legal_moves) and board.turn.value == 1, board.fen


def test_endings_are_exact(engine, draughts):
    start(engine, db=ROOT / "tests/databases/draughts-2-dtw-raw")
    board = draughts.RussianBoard.from_fen("W:W11:B5")
    scores = []
    while list(board.legal_moves):
        move, info = best(engine, board, "depth=1")
        scores.append(info.score)
        board.push(move)
        assert len(scores) < 50
    # The distance shrinks by one ply with each move.
    plies = len(scores)
    assert plies == 7
    assert scores == [pytest.approx((100 - (plies - ply) / 100) * (-1 if (plies - ply) % 2 == 0 else 1)) for ply in range(plies)]
