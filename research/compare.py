"""Compares the documents with what the studies print: python research/compare.py FOLDER, where FOLDER has NAME.txt of each study."""

import re
import sys
from pathlib import Path

RESULTS = Path(__file__).parent / "results"
STUDIES = ["tree", "theorems", "transform", "neutral", "holding", "zugzwang", "openings"]
#: Nodes of trees that `nexsolve solve BOARD --goal value --tree` counts.
SEARCHED = {"824,174,393,400,659,835,283", "886,726,476,769,870,353,811", "5,751,795,236,932,490,613,450,673"}


def numbers(text):
    """The numbers with at least two digits."""
    return {word for word in re.findall(r"\d[\d,]*(?:\.\d+)?", text) if len(re.findall(r"\d", word)) > 1}


def rows(name, boards):
    """The rows of a document that are about some of these boards."""
    lines = (RESULTS / f"{name}.md").read_text(encoding="utf-8").splitlines()
    titles = {board.replace("x", "×") for board in boards}
    return [line for line in lines if line.startswith("| ") and set(line[2:].split(" |")[0].split(", ")) <= titles]


def differences(name, printed, boards):
    """The rows with numbers that the study does not print."""
    known = numbers(printed) | SEARCHED
    return [(row, sorted(numbers(row) - known)) for row in rows(name, boards) if numbers(row) - known]


if __name__ == "__main__":
    wrong = []
    for study in STUDIES:
        printed = (Path(sys.argv[1]) / f"{study}.txt").read_text(encoding="utf-8")
        wrong += differences(study, printed, set(re.findall(r"\d×\d", printed)))
    for row, missing in wrong:
        print(f"not printed: {', '.join(missing)} of {row}")
    sys.exit(bool(wrong))
