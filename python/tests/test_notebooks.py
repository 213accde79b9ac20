"""The notebooks of the guide run, and print what they store."""

import json

import pytest

from notebooks import FOLDER, run, varies


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.ipynb")), ids=lambda file: file.stem)
def test_notebooks_print_what_they_store(file):
    notebook = json.loads(file.read_text(encoding="utf-8"))
    if "sklearn" in file.read_text(encoding="utf-8"):
        pytest.importorskip("sklearn", reason="scikit-learn is not installed")
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, outputs in zip(code, run(notebook), strict=True):
        assert cell["execution_count"] is None and cell["outputs"] == ([] if varies(cell) else outputs), "".join(cell["source"])


def test_there_are_notebooks():
    assert len(list(FOLDER.glob("*.ipynb"))) == 3
