"""PDN that `nexsolve replay --write` writes, read by pydraughts, whose rules are the referee.

pydraughts and py-draughts (`test_hub.py`) have the same module name, so pydraughts is in a folder of its own and runs in a process of its own.
"""

import json
import os
import shutil
import subprocess
import sys

import pytest

COMMAND = os.environ.get("NEXSOLVE") or shutil.which("nexsolve")
FOLDER = os.environ.get("PYDRAUGHTS")
GAMES = 30

pytestmark = [
    pytest.mark.skipif(not COMMAND, reason="set NEXSOLVE to the command"),
    pytest.mark.skipif(not FOLDER, reason="set PYDRAUGHTS to a folder with the package pydraughts"),
]

# Replays every game of a file; a move that pydraughts does not know is an error.
READER = """
import json, sys
from draughts import Board, Move
from draughts.PDN import PDNReader

games = []
for game in PDNReader(filename=sys.argv[1]).games:
    fen = game.tags.get("FEN", "startpos")
    board = Board(game.variant, fen)
    # Version 0.6 lists the first move of Black twice.
    moves = game.moves[1:] if fen.startswith("B") else game.moves
    for move in moves:
        board.push(Move(board, pdn_move=move))
    legal = len(list(board.legal_moves()))
    games.append({"variant": game.variant, "plies": len(moves), "result": game.game_ending, "legal": legal, "has_fen": "FEN" in game.tags})
print(json.dumps(games))
"""
RESULTS = {"2-0": "white", "0-2": "black", "1-1": "draw", "*": "broken off"}


def run(*args, **options):
    return subprocess.run(args, check=True, capture_output=True, text=True, **options).stdout


def read_by_pydraughts(file):
    return json.loads(run(sys.executable, "-c", READER, str(file), env={**os.environ, "PYTHONPATH": FOLDER}).splitlines()[-1])


@pytest.mark.parametrize("board", ["draughts", "draughts:brazilian"])
@pytest.mark.parametrize("players", ["random pseudorand", "alphabeta(2) alphabeta(2)"])
@pytest.mark.parametrize("opening", [0, 8, 9])
def test_pydraughts_reads_what_is_written(board, players, opening, tmp_path):
    played, written = tmp_path / "played.txt", tmp_path / "written.pdn"
    # Random openings are written as positions.
    match = ["match", board, *players.split(), "--games", str(GAMES), "--random-plies", str(opening), "--seed", "7", "--quiet"]
    run(COMMAND, *match, "--records", str(played))
    run(COMMAND, "replay", str(played), "--write", str(written))
    expected = json.loads(run(COMMAND, "replay", str(written), "--json"))["files"][0]["games"]
    games = read_by_pydraughts(written)
    assert len(games) == len(expected) == GAMES
    assert sum("x" in line for line in written.read_text().splitlines()) > GAMES
    for game, mine in zip(games, expected):
        assert game["variant"] == board.partition(":")[2] or board == "draughts" and game["variant"] == "russian"
        assert (game["plies"], RESULTS[game["result"]]) == (mine["plies"], mine["result"])
        assert game["has_fen"] == (opening > 0)
        # A game is won if the loser has no move left.
        assert (game["legal"] == 0) == (mine["result"] in ("white", "black"))


def test_pydraughts_reads_draws_and_unfinished_games(tmp_path):
    source, written = tmp_path / "source.pdn", tmp_path / "written.pdn"
    position = '[GameType "26"]\n[FEN "{}:WKg1,a3:BKb8,h4"]\n'
    games = [position.format("W") + '[Result "1-1"]\n\n1. a3-b4 b8-a7 2. b4-a5 a7-b8 1/2-1/2', position.format("B") + "\n1... b8-a7 *"]
    source.write_text("\n\n".join(games))
    run(COMMAND, "replay", str(source), "--write", str(written))
    assert [(game["plies"], game["result"]) for game in read_by_pydraughts(written)] == [(4, "1-1"), (1, "*")]
