"""Runs notebooks without Jupyter. `python notebooks.py FILE…` stores their outputs, without times and other numbers that differ from run to run."""

import ast
import contextlib
import io
import json
import os
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "guide" / "notebooks"


def lines(text):
    """A text in the form of the file: a list of lines with their ends."""
    return text.splitlines(keepends=True)


def displayed(value):
    """What a notebook shows of the value of a cell's last expression."""
    if value is None:
        return []
    forms = {"image/svg+xml": "_repr_svg_", "text/html": "_repr_html_"}
    data = {kind: lines(getattr(value, name)()) for kind, name in forms.items() if hasattr(value, name)}
    return [{"data": {**data, "text/plain": lines(f"<{type(value).__name__}>" if data else repr(value))}, "metadata": {}, "output_type": "display_data"}]


@contextlib.contextmanager
def inside(folder):
    """Makes a folder the current one for a while."""
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run(notebook):
    """Runs the code of a notebook in an empty folder. Returns the outputs of each cell of code."""
    names, outputs = {"__name__": "__main__"}, []
    with tempfile.TemporaryDirectory() as folder, inside(folder):
        for number, cell in enumerate(notebook["cells"]):
            if cell["cell_type"] != "code":
                continue
            tree = ast.parse("".join(cell["source"]))
            last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(tree, f"cell {number}", "exec"), names)
                value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names) if last else None
            text = printed.getvalue()
            stream = [{"name": "stdout", "output_type": "stream", "text": lines(text)}] if text else []
            outputs.append(stream + displayed(value))
        # Files of databases stay open, and Windows does not delete open files.
        for value in names.values():
            if hasattr(value, "close") and hasattr(value, "probe"):
                value.close()
    return outputs


def varies(cell):
    """Whether the output of a cell depends on versions of libraries, so that it is not stored."""
    return "varies" in cell["metadata"].get("tags", [])


def main():
    for file in map(Path, sys.argv[1:]):
        notebook = json.loads(file.read_text(encoding="utf-8"))
        code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
        for cell, outputs in zip(code, run(notebook), strict=True):
            cell["outputs"] = [] if varies(cell) else outputs
        file.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
