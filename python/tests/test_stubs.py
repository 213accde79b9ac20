"""The stub of the compiled module: it has the docstrings of the module, and all its methods."""

import ast

from nexsolve import _nexsolve
from stubs import STUB, documented


def test_the_stub_has_the_docstrings():
    text = STUB.read_text(encoding="utf-8")
    assert documented(text) == text, "run python tests/stubs.py"


def test_the_stub_has_all_methods():
    classes = {node.name: {item.name for item in node.body if hasattr(item, "name")} for node in ast.parse(STUB.read_text(encoding="utf-8")).body
               if isinstance(node, ast.ClassDef)}
    for name, methods in classes.items():
        public = {method for method in vars(getattr(_nexsolve, name)) if not method.startswith("_")}
        assert public <= methods, name
