"""Other programs as referees: the rules of OpenSpiel, where they are the same."""

import random
import re

import pytest

import nexsolve

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("hex:5x5", "hex(board_size=5)"),
        ("hex:3x4", "hex(num_rows=3,num_cols=4)"),
        ("connect4:6x7", "connect_four"),
        ("tictactoe:3x3", "tic_tac_toe"),
    ],
)
def test_games_are_those_of_open_spiel(ours, theirs):
    rng = random.Random(1)
    for _ in range(200):
        state, other = nexsolve.load_game(ours).new_initial_state(), pyspiel.load_game(theirs).new_initial_state()
        while not state.is_terminal():
            assert (state.legal_actions(), state.current_player()) == (other.legal_actions(), other.current_player()), state.moves()
            action = rng.choice(state.legal_actions())
            state.apply_action(action)
            other.apply_action(action)
        assert other.is_terminal() and state.returns() == list(other.returns()), state.moves()


def scores(state):
    """The seeds that the players have captured."""
    return re.findall(r"Player (\d) score = (\d+)", str(state))


def test_awari_differs_from_oware_only_where_a_move_captures_everything():
    """OpenSpiel lets a player capture all seeds of the other, without taking them; in Awari such a move is not legal."""
    rng = random.Random(1)
    compared = differ = 0
    for _ in range(200):
        state, other = nexsolve.load_game("awari").new_initial_state(), pyspiel.load_game("oware").new_initial_state()
        while not (state.is_terminal() or other.is_terminal()):
            legal, theirs = state.legal_actions(), other.legal_actions()
            if legal != theirs:
                assert set(legal) < set(theirs), state.moves()
                before = sorted(scores(other))
                for action in set(theirs) - set(legal):
                    assert sorted(scores(other.child(action))) == before, state.moves()
                differ += 1
                break
            compared += 1
            action = rng.choice(legal)
            state.apply_action(action)
            other.apply_action(action)
    assert compared > 1000 and differ > 0
