"""PettingZoo's own test of environments."""

import warnings

import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test  # noqa: E402

from nexsolve.pettingzoo import env  # noqa: E402


@pytest.mark.parametrize("board", ["nex:3x3", "hex:swap:3x3", "connect4:4x4", "awari", "draughts"])
def test_environments_pass(board):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(board), num_cycles=200)
