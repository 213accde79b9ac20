"""Writes the docstrings of the compiled module into its stub, the first paragraph of each: `python tests/stubs.py`."""

import ast
import inspect
from pathlib import Path
from textwrap import indent

from nexsolve import _nexsolve

STUB = Path(__file__).resolve().parents[1] / "package" / "nexsolve" / "_nexsolve.pyi"


def documented(text: str) -> str:
    """Returns the text of a stub with the docstrings of the module."""
    lines = text.splitlines()
    tree = ast.parse(text)
    owners = [(tree, _nexsolve)] + [(node, getattr(_nexsolve, node.name)) for node in tree.body if isinstance(node, ast.ClassDef)]
    nodes = [(node, owner) for parent, owner in owners for node in parent.body if hasattr(node, "name")]
    for node, owner in sorted(nodes, key=lambda pair: -pair[0].lineno):
        body = node.body[0]
        has_text = ast.get_docstring(node) is not None
        # Of an overloaded function, the first.
        is_first = all(other.lineno >= node.lineno for other, at in nodes if (at, other.name) == (owner, node.name))
        doc = (inspect.getdoc(getattr(owner, node.name)) or "").split("\n\n")[0] if is_first and not node.name.startswith("__") else ""
        new = [indent(f'"""{doc}"""', " " * (node.col_offset + 4))] if doc else []
        if isinstance(node, ast.ClassDef):
            at = node.lineno
            if has_text:
                del lines[body.lineno - 1 : body.end_lineno]
            elif new and lines[at - 1].endswith(" ..."):
                lines[at - 1] = lines[at - 1].removesuffix(" ...")
            lines[at:at] = new
        elif has_text:
            lines[body.lineno - 1 : body.end_lineno] = new or [" " * (node.col_offset + 4) + "..."]
        elif new:
            at = body.lineno - 1
            lines[at] = lines[at].removesuffix(" ...")
            lines[at + 1 : at + 1] = new
    return "\n".join("\n".join(lines).splitlines()) + "\n"


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text()))
