"""The examples in the documents, and what the documents of the studies refer to."""

import doctest
import json
from pathlib import Path

import pytest

import nexsolve

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "research" / "results"


@pytest.mark.parametrize("document", ["python/README.md", "docs/guide/python.md", "docs/guide/your-own-game.md"])
def test_examples_print_what_they_say(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(ROOT / document), module_relative=False, encoding="utf-8")
    assert found.failed == 0 and found.attempted > 4


def test_the_examples_of_the_package_print_what_they_say():
    assert doctest.testmod(nexsolve).failed == 0 == doctest.testmod(nexsolve.own).failed


#: The winners after each opening of 8×8 Hex in a test of Benzene, the program of P. Henderson, B. Arneson and R. B. Hayward
#: (`regression/dfpn-solve-8x8-db.tst`): rows from Black's top edge. Rotating the board by 180° gives the lower half.
BENZENE = ["-------+", "------++", "-++++++-", "-+++++++"]


def test_openings_of_eight_by_eight_hex_agree_with_benzene():
    compared = {"win": 0, "loss": 0}
    for opening in json.loads((RESULTS / "hex-8x8.json").read_text())["openings"]:
        if opening["value"]:
            row, col = "abcdefgh".index(opening["move"][0]), int(opening["move"][1]) - 1
            wins = (BENZENE[row][col] if row < 4 else BENZENE[7 - row][7 - col]) == "+"
            assert opening["value"] == ("win" if wins else "loss"), opening
            compared[opening["value"]] += 1
    assert compared == {"win": 26, "loss": 26}


def test_documents_show_every_picture_of_the_studies():
    guides = (RESULTS.parent.parent / "docs" / "guide").glob("*.md")
    documents = [*RESULTS.glob("*.md"), RESULTS.parent / "README.md", *guides]
    said = "".join(path.read_text(encoding="utf-8") for path in documents)
    pictures = {path.name for path in (RESULTS / "pictures").iterdir()}
    assert len(pictures) > 9 and {name for name in pictures if f"pictures/{name})" not in said} == set()
