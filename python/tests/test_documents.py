"""The examples in the documents."""

import doctest
from pathlib import Path

import nexsolve


def test_examples_print_what_they_say():
    readme = Path(__file__).parent.parent / "README.md"
    assert doctest.testfile(str(readme), module_relative=False).failed == 0
    assert doctest.testmod(nexsolve).failed == 0
