"""What notebooks display: pictures with values, tables of moves."""

import re

import pytest

import nexsolve


@pytest.fixture(scope="module")
def solved():
    state = nexsolve.load_game("nex:3x3").state("Bb2?c3")
    return state, nexsolve.solve(state)


def texts(svg):
    """The texts of a picture."""
    return [text.strip() for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def test_a_picture_without_values_is_that_of_the_state(solved):
    state, _ = solved
    assert state.svg() == state._repr_svg_() == state.svg()._repr_svg_()


def test_cells_show_the_best_value_of_their_moves(solved):
    state, solution = solved
    best = {}
    for move, value in solution.moves:
        # A move of two stones begins with the letter of the player and the cell of the stone.
        if move.count("W") == 1:
            best[move[1:3]] = max(best.get(move[1:3], -20000), value.score)
    marks = sorted(f"-{score + 16384}" for score in best.values())
    assert sorted(text for text in texts(state.svg(values=solution)) if text.startswith("-")) == marks and len(marks) == 7


def test_a_stone_shows_the_cells_of_its_neutral_stone():
    state = nexsolve.load_game("nex:2x2").new_initial_state()
    solution = nexsolve.solve(state)
    marks = [str(value.distance) if value.sign == 1 else "=" for move, value in solution.moves if move.startswith("Ba1?")]
    found = [text for text in texts(state.svg(values=solution, stone="a1")) if text in ("3", "=")]
    assert sorted(marks) == sorted(found) == ["3", "=", "="]


@pytest.mark.parametrize(("board", "metric"), [("awari:4", None), ("draughts:2", "dtw"), ("connect4:3x4", "dtw"), ("hex:3x3", "wdl")])
def test_every_game_shows_values(tmp_path, board, metric):
    with nexsolve.generate(board, tmp_path, metric=metric) as db:
        shown = 0
        for layer in db.layers():
            for state in db.unrank(layer.name, range(min(layer.size, 20))):
                if state is not None and not state.is_terminal():
                    picture = state.svg(values=db)
                    assert picture.startswith("<svg") and len(picture) > len(state.svg())
                    assert state.svg(values=db.moves(state)) == picture
                    shown += 1
        assert shown > 10


@pytest.mark.parametrize(
    ("options", "kind", "message"),
    [
        ({"values": 5}, TypeError, "values is"),
        ({"values": [1, 2]}, TypeError, "values is"),
        ({"values": "moves"}, TypeError, "values is"),
        ({"stone": "a1"}, ValueError, "stone needs values"),
        ({"values": [], "stone": "z9"}, ValueError, "no cell"),
        ({"values": [], "stone": "a1"}, ValueError, "no move"),
    ],
)
def test_wrong_values_are_refused(solved, options, kind, message):
    with pytest.raises(kind, match=message):
        solved[0].svg(**options)


def test_values_of_another_position_are_refused(solved):
    state, solution = solved
    with pytest.raises(ValueError, match="b2"):
        state.svg(values=[("Wb2?a1", solution.value)])


def test_moves_are_a_list_that_displays_as_a_table(solved):
    _, solution = solved
    moves = solution.moves
    assert isinstance(moves, list) and moves == list(moves) and dict(moves)
    html = moves._repr_html_()
    assert html.count("<tr>") == len(moves) + 1 and "<th>plies</th>" in html
    assert type(moves)([("<b>", solution.value)])._repr_html_().count("&lt;b&gt;") == 1
    assert "<tbody></tbody>" in type(moves)()._repr_html_()


def test_unproven_moves_show_their_bounds():
    found = nexsolve.solve(nexsolve.load_game("nex:5x5").new_initial_state(), goal="value", time=0.05, memory=64 << 20)
    assert "loss to win" in found.moves._repr_html_() or not found.moves


def test_a_game_with_points_shows_points(tmp_path):
    with nexsolve.generate("awari:4", tmp_path) as db:
        states = [state for layer in db.layers() for state in db.unrank(layer.name, range(min(layer.size, 30))) if state is not None]
        html = [db.moves(state)._repr_html_() for state in states if len(state.legal_moves()) > 1]
    assert html and all("<th>points</th>" in table for table in html)
