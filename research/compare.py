"""Compares the documents with what the studies print: python research/compare.py FOLDER, where FOLDER has NAME.txt of each study."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
RESULTS = ROOT / "research" / "results"
STUDIES = ["tree", "theorems", "transform", "neutral", "holding", "zugzwang", "openings"]
#: Studies without boards: all rows of these documents are compared.
WHOLE = {
    "kings": ["research/results/kings.md"],
    "endings": ["docs/guide/draughts-for-players.md", "docs/guide/draughts-for-players.ru.md"],
}
#: Nodes of trees that `nexsolve solve BOARD --goal value --tree` counts.
SEARCHED = {"824,174,393,400,659,835,283", "886,726,476,769,870,353,811", "5,751,795,236,932,490,613,450,673"}


def numbers(text):
    """The numbers with at least two digits."""
    return {word.rstrip(",") for word in re.findall(r"\d[\d,]*(?:\.\d+)?", text) if len(re.findall(r"\d", word)) > 1}


def rows(name, boards):
    """The rows of a document that are about some of these boards."""
    titles = {board.replace("x", "×") for board in boards}
    return [row for row in all_rows(RESULTS / f"{name}.md") if set(row[2:].split(" |")[0].split(", ")) <= titles]


def all_rows(document):
    """The rows of all tables of a document; those in Russian with commas between thousands and points before decimals."""
    text = document.read_text(encoding="utf-8")
    if document.name.endswith(".ru.md"):
        text = re.sub(r"(?<=\d)\u00a0(?=\d{3})", ",", re.sub(r"(?<=\d),(?=\d)", ".", text))
    return [line for line in text.splitlines() if line.startswith("| ")]


def differences(rows, printed):
    """The rows with numbers that the study does not print."""
    known = numbers(printed) | SEARCHED
    return [(row, sorted(numbers(row) - known)) for row in rows if numbers(row) - known]


if __name__ == "__main__":
    folder, wrong = Path(sys.argv[1]), []
    # `research/make --small` leaves out the endings.
    for study in [*STUDIES, *(study for study in WHOLE if (folder / f"{study}.txt").exists())]:
        printed = (folder / f"{study}.txt").read_text(encoding="utf-8")
        if study in WHOLE:
            compared = [row for document in WHOLE[study] for row in all_rows(ROOT / document)]
        else:
            compared = rows(study, set(re.findall(r"\d×\d", printed)))
        wrong += differences(compared, printed)
    for row, missing in wrong:
        print(f"not printed: {', '.join(missing)} of {row}")
    # The positions that a study found, which documents show.
    stale = [drawn.name for drawn in sorted(folder.glob("endings-*.svg")) if drawn.read_bytes() != (RESULTS / "pictures" / drawn.name).read_bytes()]
    for name in stale:
        print(f"not as drawn: research/results/pictures/{name}")
    sys.exit(bool(wrong or stale))
