"""The exports of the command, read by pandas, polars and NumPy, against the arrays of the package."""

import subprocess

import numpy as np
import pytest

import nexsolve
from test_values import COMMAND

pytestmark = pytest.mark.skipif(not COMMAND, reason="set NEXSOLVE to the command")
LAYER = "p03n1"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exports") / "nex33"
    with nexsolve.generate("nex:3x3", folder, metric="dtw") as db:
        scores = db.layer(LAYER)
        ranks = np.flatnonzero(scores != nexsolve.NO_SCORE)
        yield folder, scores, ranks, [state.position() for state in db.unrank(LAYER, ranks)]


def export(folder, form, out):
    run = subprocess.run([COMMAND, "export", folder, "--format", form, "--layer", LAYER, "--metric", "dtw", "--out", out], capture_output=True, text=True)
    if "built without Parquet" in run.stderr:
        pytest.skip("the command was built without Parquet")
    assert run.returncode == 0, run.stderr
    return out


@pytest.mark.parametrize("library", ["pandas", "polars"])
@pytest.mark.parametrize("form", ["csv", "parquet"])
def test_tables_are_read(made, tmp_path, library, form):
    reader = pytest.importorskip(library)
    if (library, form) == ("pandas", "parquet"):
        pytest.importorskip("pyarrow")
    folder, scores, ranks, positions = made
    table = getattr(reader, f"read_{form}")(export(folder, form, tmp_path / f"table.{form}"))
    assert list(table.columns) == ["layer", "rank", "position", "value", "distance"] and len(table) == len(ranks)
    assert list(table["rank"]) == list(ranks) and list(table["position"]) == positions
    signs = {"win": 1, "draw": 0, "loss": -1}
    assert [signs[value] for value in table["value"]] == list(np.sign(scores[ranks]))
    # A draw has no distance, which is NaN or None.
    plies = [-1 if value == "draw" else int(distance) for value, distance in zip(table["value"], table["distance"], strict=True)]
    assert plies == [-1 if score == 0 else 16384 - abs(int(score)) for score in scores[ranks]]


def test_arrays_are_those_of_the_package(made, tmp_path):
    folder, scores, *_ = made
    array = np.load(export(folder, "npy", tmp_path / "arrays") / f"{LAYER}.dtw.npy")
    assert array.dtype == scores.dtype and (array == scores).all()
