"""The SGF that nexsolve writes, read by sgfmill."""

import json
import os
import random
import shutil
import subprocess

import pytest

import nexsolve

sgf = pytest.importorskip("sgfmill.sgf", reason="sgfmill is not installed")
grammar = pytest.importorskip("sgfmill.sgf_grammar", reason="sgfmill is not installed")
COMMAND = os.environ.get("NEXSOLVE") or shutil.which("nexsolve")
pytestmark = pytest.mark.skipif(not COMMAND, reason="set NEXSOLVE to the command")

NAMES = ["plain", "Gaël", "Иван", r"back\slash", "a ] b", "x: y", "[z]", "黒"]


def trees(tmp_path, text):
    """Returns the games that `replay --write` makes of a text, as sgfmill parses them, and as the command describes them."""
    source, target = tmp_path / "source.sgf", tmp_path / "target.sgf"
    source.write_bytes(text if isinstance(text, bytes) else text.encode())
    run = subprocess.run([COMMAND, "replay", str(source), "--write", str(target), "--json"], capture_output=True, check=True)
    told = json.loads(run.stdout)["files"][0]["games"]
    games = grammar.parse_sgf_collection(target.read_bytes())
    assert len(games) == len(told)
    return games, told


def rewritten(tmp_path, text):
    """Returns the same as games of sgfmill, which have square boards."""
    games, told = trees(tmp_path, text)
    return [sgf.Sgf_game.from_coarse_game_tree(game) for game in games], told


def moves(game):
    """The colours and the raw values of the moves of the main line."""
    line = []
    for node in game.get_main_sequence():
        for colour in "BW":
            if node.has_property(colour):
                line.append((colour, node.get_raw(colour).decode()))
    return line


def escaped(text):
    return text.replace("\\", r"\\").replace("]", r"\]")


def test_random_games_are_read_as_written(tmp_path):
    rng = random.Random(1)
    for _ in range(60):
        size = rng.randint(2, 6)
        state = nexsolve.load_game(f"hex:{size}x{size}").new_initial_state()
        line, colour = [], "B"
        while not state.is_terminal() and rng.random() < 0.95:
            action = rng.choice(state.legal_actions())
            row, column = divmod(action, size)
            line.append((colour, f"{chr(ord('a') + column)}{row + 1}"))
            state.apply_action(action)
            colour = "W" if colour == "B" else "B"
        black, white = rng.choice(NAMES), rng.choice(NAMES)
        comment = rng.choice(["", "one\ntwo", r"a \ and a ]", "Übung ✓"])
        result = "?"
        if state.is_terminal():
            result = "B+" if state.returns()[0] > 0 else "W+"
        elif line and rng.random() < 0.5:
            result = f"{'W' if colour == 'B' else 'B'}+Resign"
        nodes = "".join(f";{side}[{cell}]" for side, cell in line)
        text = f"(;FF[4]GM[11]CA[UTF-8]SZ[{size}]PB[{escaped(black)}]PW[{escaped(white)}]RE[{result}]C[{escaped(comment)}]{nodes})"
        [game], _ = rewritten(tmp_path, text)
        root = game.get_root()
        assert root.get("GM") == 11 and root.get("FF") == 4 and root.get_raw("SZ").decode() == str(size)
        assert (root.get("PB"), root.get("PW"), root.get("RE")) == (black, white, result), text
        assert (root.get("C") if root.has_property("C") else "") == comment
        assert moves(game) == line


def test_swaps_positions_and_variations(tmp_path):
    for text, expected in [
        ("(;GM[11]SZ[3];B[a2];W[swap-sides];W[b2])", [("B", "a2"), ("W", "swap-sides"), ("W", "b2")]),
        ("(;GM[11]SZ[3];B[a2];W[swap-pieces];W[b2])", [("B", "a2"), ("W", "swap-sides"), ("W", "b2")]),
        # A swap of pieces is written as the mirror image with a swap of sides.
        ("(;GM[11]SZ[3];B[a2];W[swap-pieces];B[b3])", [("B", "a2"), ("W", "swap-sides"), ("W", "c2")]),
        ("(;GM[11]SZ[3]AB[a1][b1]AW[c3]PL[W];W[b2])", [("W", "b2")]),
    ]:
        [game], _ = rewritten(tmp_path, text)
        assert moves(game) == expected, text
    [game], _ = rewritten(tmp_path, "(;GM[11]SZ[3]AB[a1][b1]AW[c3]PL[W];W[b2])")
    root = game.get_root()
    assert root.get_raw_list("AB") == [b"a1", b"b1"] and root.get_raw_list("AW") == [b"c3"]
    [tree], _ = trees(tmp_path, "(;GM[11]SZ[4:3];B[d3];W[a1])")
    assert [node.get("SZ", node.get("B", node.get("W"))) for node in tree.sequence] == [[b"4:3"], [b"d3"], [b"a1"]]
    [game], _ = rewritten(tmp_path, "(;GM[11]SZ[3];B[a2](;W[a1]C[or])(;W[b2]))")
    assert [child.get_raw("W") for child in game.get_root()[0]] == [b"a1", b"b2"]


def test_encodings_become_utf_8_and_stay_with_their_game(tmp_path):
    text = b"(;GM[11]CA[windows-1251]SZ[3]PB[\xc8\xe2\xe0\xed];B[b2])\n(;GM[11]CA[ISO-8859-1]SZ[3]PB[Ga\xebl];B[b2])\n(;GM[11]SZ[3]PB[Ga\xebl];B[b2])"
    games, told = rewritten(tmp_path, text)
    assert [game.get_root().get("PB") for game in games] == ["Иван", "Gaël", "Gaël"]
    assert ["notes" in game for game in told] == [False, False, True]
