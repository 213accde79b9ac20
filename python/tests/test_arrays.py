"""Whole layers as arrays: what stands where, where moves lead, and parts in order, all compared with states."""

import numpy as np
import pytest

import nexsolve
from test_layers import made, some_ranks  # noqa: F401

CODES = {"B": 1, "W": 2, "?": 3}


def test_cells_are_those_of_the_states(made):  # noqa: F811
    db, _, _ = made
    _, rows, cols = db.game.observation_tensor_shape()
    for layer in db.layers():
        ranks = some_ranks(layer)
        cells, states = db.cells(layer.name, ranks), db.unrank(layer.name, ranks)
        assert cells.dtype == np.uint8 and cells.shape == (len(ranks), rows, cols)
        for here, state in zip(cells, states, strict=True):
            if state is None:
                assert (here == nexsolve.NO_PIECE).all()
                continue
            planes = np.array(state.observation_tensor()).reshape(-1, rows, cols)
            black, white = (0, 1) if state.to_move == "black" else (1, 0)
            seen = planes[black] + 2 * planes[white] + 3 * planes[4] + 4 * planes[2 + black] + 5 * planes[2 + white] + planes[5]
            assert (here == seen).all(), state.position()


def test_the_signs_of_nex(tmp_path):
    with nexsolve.generate("nex:2x2", tmp_path) as db:
        cells = db.cells("p02n2")
        signs = [state.position() for state in db.unrank("p02n2", range(len(cells))) if state]
        there = cells[cells[:, 0, 0] != nexsolve.NO_PIECE]
        assert ["/".join("".join(".BW?"[code] for code in row) for row in position) for position in there] == signs
        assert db.cells("p02n2", []).shape == (0, 2, 2)


def test_successors_are_those_of_the_states(made):  # noqa: F811
    db, _, _ = made
    moves, ends = 0, 0
    for layer in db.layers():
        ranks = some_ranks(layer, 60)
        found, states = db.successors(layer.name, ranks), db.unrank(layer.name, ranks)
        assert len(found.offsets) == len(ranks) + 1 and found.offsets[-1] == len(found.actions) == len(found.ranks)
        assert list(found.sources()) == [i for i, (a, b) in enumerate(zip(found.offsets, found.offsets[1:], strict=False)) for _ in range(b - a)]
        for number, state in enumerate(states):
            here = slice(found.offsets[number], found.offsets[number + 1])
            actions = list(found.actions[here])
            if state is None or state.is_terminal():
                assert actions == []
                continue
            assert sorted(actions) == state.legal_actions()
            after = [state.child(action) for action in actions]
            places = db.rank(after)
            for child, layer_after, rank, there, place in zip(after, found.layers[here], found.ranks[here], places.layers, places.ranks, strict=True):
                if layer_after < 0:
                    assert child.is_terminal() and rank == db.probe(child).sign
                    ends += 1
                else:
                    assert (layer_after, rank) == (there, place)
                moves += 1
    assert moves > 100 and (ends > 0) == db.game.name.startswith("draughts")


def test_a_layer_in_parts_is_the_whole_layer(made):  # noqa: F811
    db, _, _ = made
    for layer in db.layers():
        scores, cells = db.layer(layer.name), db.cells(layer.name)
        parts = list(db.iter_layer(layer.name, size=1 + layer.size // 3))
        assert len(parts) <= 3
        ranks = np.concatenate([part.ranks for part in parts])
        assert list(ranks) == list(np.flatnonzero(scores != nexsolve.NO_SCORE))
        assert (np.concatenate([part.scores for part in parts]) == scores[ranks]).all()
        assert (np.concatenate([part.cells for part in parts]) == cells[ranks]).all()


@pytest.mark.parametrize("call", [
    lambda db: db.cells("p9"), lambda db: db.cells("p00n0", [1]), lambda db: db.successors("p00n0", [-1]),
    lambda db: db.iter_layer("p9"), lambda db: db.iter_layer("p00n0", size=0), lambda db: db.iter_layer("p00n0", metric="none"),
])
def test_wrong_layers_and_ranks_are_refused(tmp_path, call):
    with nexsolve.generate("nex:2x2", tmp_path) as db, pytest.raises(ValueError):
        call(db)
