"""The examples in the documents."""

import doctest
from pathlib import Path

import pytest

import nexsolve

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("document", ["python/README.md", "docs/guide/python.md"])
def test_examples_print_what_they_say(document, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = doctest.testfile(str(ROOT / document), module_relative=False, encoding="utf-8")
    assert found.failed == 0 and found.attempted > 4


def test_the_example_of_the_package_prints_what_it_says():
    assert doctest.testmod(nexsolve).failed == 0
