"""The rules, from Python: counts, numbering, pickles, and wrong arguments."""

import copy
import pickle
import random

import pytest

import nexsolve

BOARDS = ["nex:2x2", "nex:3x3", "nex:swap:3x3", "nex:final:3x3", "nex:9x9", "hex:3x3", "hex:swap:4x4", "hex:11x11", "awari", "draughts",
          "connect4:6x7", "tictactoe:3x3"]


def play(board, seed, most=60):
    """Yields the states of a random game."""
    rng = random.Random(seed)
    state = nexsolve.load_game(board).new_initial_state()
    for _ in range(most):
        yield state
        if state.is_terminal():
            return
        state = state.child(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(("board", "count"), [("nex:3x3", 72), ("awari", 6), ("draughts", 7), ("connect4:6x7", 7), ("hex:5x5", 25)])
def test_openings_are_counted(board, count):
    assert len(nexsolve.load_game(board).new_initial_state().legal_actions()) == count


@pytest.mark.parametrize("board", BOARDS)
def test_actions_and_moves_correspond(board):
    game = nexsolve.load_game(board)
    for state in play(board, 1):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert all(0 <= action < game.num_distinct_actions() for action in actions)
        texts = [state.action_to_string(action) for action in actions[:200]]
        assert sorted(texts) == sorted(set(texts))
        assert [state.string_to_action(text) for text in texts] == actions[:200]
        assert sorted(texts) == sorted(state.legal_moves()) or len(actions) > 200
        assert state.is_terminal() == (not actions)


@pytest.mark.parametrize("board", BOARDS)
def test_a_game_ends_with_results_that_add_up(board):
    *_, last = play(board, 2, 2000)
    assert last.is_terminal() and last.current_player() == -4
    assert sum(last.returns()) == 0 and last.reason()
    with pytest.raises(ValueError, match="the game is over"):
        last.apply_action(0)


@pytest.mark.parametrize("board", BOARDS)
def test_copies_and_pickles_are_equal(board):
    *_, state = play(board, 3, 8)
    for other in [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]:
        assert other == state and hash(other) == hash(state)
        assert (other.moves(), other.current_player(), str(other)) == (state.moves(), state.current_player(), str(state))
    assert state.game.state(state.position()) == state
    assert pickle.loads(pickle.dumps(state.game)) == state.game


def test_a_copy_does_not_change_with_the_original():
    state = nexsolve.load_game("hex:3x3").new_initial_state()
    other = state.clone()
    state.apply_move("b2")
    assert other.moves() == [] and state.moves() == ["b2"]
    state.undo()
    assert state == other


def test_players_swap():
    state = nexsolve.load_game("hex:swap:3x3").new_initial_state()
    state.apply_move("b2")
    assert (state.current_player(), state.to_move) == (1, "white")
    state.apply_move("swap")
    assert (state.current_player(), state.to_move) == (0, "white")


@pytest.mark.parametrize("board", BOARDS)
def test_observations_have_their_shape(board):
    game = nexsolve.load_game(board)
    planes, rows, cols = game.observation_tensor_shape()
    assert len(game.observation_planes()) == planes
    for state in play(board, 4, 6):
        array = state.observation_tensor()
        assert (array.shape, array.dtype) == ((planes, rows, cols), "float32") and array.size == game.observation_tensor_size()
        one, other = state.observation_tensor(0), state.observation_tensor(1)
        assert (one[[1, 0, 3, 2, 4, 5]] == other).all()
        assert state.is_terminal() or (array == [one, other][state.current_player()]).all()


def test_pictures_are_svg():
    assert nexsolve.load_game("nex:4x4").state("Bb2?c3")._repr_svg_().startswith("<svg")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: nexsolve.load_game("chess"), "no such game"),
        (lambda: nexsolve.load_game("nex3x3"), "did you mean nex:3x3"),
        (lambda: nexsolve.solve("hexx:3x3"), "did you mean hex:3x3"),
        (lambda: nexsolve.load_game("nex:0x3"), "1 to"),
        (lambda: nexsolve.load_game("nex", rows=3), "both"),
        (lambda: nexsolve.load_game("nex:3x3", rows=3, cols=3), "already"),
        (lambda: nexsolve.load_game("hex:3x3").state("zz"), "expected|not|no "),
        (lambda: nexsolve.load_game("hex:3x3").new_initial_state().apply_action(99), "action 99 is not legal"),
        (lambda: nexsolve.load_game("hex:3x3").new_initial_state().apply_move("e9"), "off the board"),
        (lambda: nexsolve.load_game("hex:3x3").new_initial_state().undo(), "no move"),
    ],
)
def test_wrong_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("wrong", [None, "5", -1, 2**40, 1.5])
def test_wrong_types_raise(wrong):
    state = nexsolve.load_game("hex:3x3").new_initial_state()
    with pytest.raises((TypeError, ValueError)):
        state.apply_action(wrong)
