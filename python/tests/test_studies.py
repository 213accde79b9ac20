"""The studies of the folder `research` run on small databases, and print the figures that their documents have."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import nexsolve

RESEARCH = Path(__file__).resolve().parents[2] / "research"
SMALL = ["3x3", "3x4", "4x3"]
sys.path.insert(0, str(RESEARCH))
from compare import STUDIES, differences, numbers, rows  # noqa: E402

try:
    import matplotlib  # noqa: F401
    import numba  # noqa: F401
except ImportError as error:
    print(f"== SKIPPED: the studies, since {error.name} cannot be imported")
    pytest.skip(f"{error.name} cannot be imported", allow_module_level=True)


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    folder = tmp_path_factory.mktemp("databases")
    for board in SMALL:
        nexsolve.generate(f"nex:{board}", folder / f"nex-{board}", metric="dtw").close()
    nexsolve.generate("draughts:5", folder / "draughts-5", metric="dtw").close()
    return folder


def run(name, databases, out, *more):
    return subprocess.run(
        [sys.executable, RESEARCH / f"{name}.py", "--databases", databases, "--out", out, *more], capture_output=True, text=True, encoding="utf-8"
    )


@pytest.mark.parametrize("name", STUDIES)
def test_documents_have_the_figures_of_the_studies(name, databases, tmp_path):
    done = run(name, databases, tmp_path, "--boards", ",".join(SMALL))
    assert done.returncode == 0, done.stderr
    said = rows(name, SMALL)
    assert said and not differences(said, done.stdout)


def test_kings_are_those_of_the_document(databases, tmp_path):
    done = run("kings", databases, tmp_path)
    assert done.returncode == 0, done.stderr
    said = [line for line in (RESEARCH / "results" / "kings.md").read_text(encoding="utf-8").splitlines() if line.startswith("| ") and "plies" not in line]
    assert len(said) == 8 and not numbers("".join(said)) - numbers(done.stdout)


def test_pictures_are_the_same_bytes_in_every_run(databases, tmp_path):
    for out in ("first", "second"):
        assert run("holding", databases, tmp_path / out, "--boards", "3x3,3x4").returncode == 0
    first = sorted((tmp_path / "first").glob("*.svg"))
    assert len(first) == 2
    for picture in first:
        assert picture.read_bytes() == (tmp_path / "second" / picture.name).read_bytes()


def test_a_missing_database_is_named(tmp_path):
    done = run("tree", tmp_path, tmp_path, "--boards", "3x3")
    assert done.returncode == 2 and "no database nex-3x3" in done.stderr
