"""What the studies share: their arguments, tables, JSON, and boards for matplotlib."""

import argparse
import json
from pathlib import Path

import matplotlib
import numpy as np

matplotlib.use("svg")
matplotlib.rcParams |= {"svg.hashsalt": "nexsolve", "svg.fonttype": "none", "font.size": 9}
import matplotlib.pyplot as plt  # noqa: E402

SMALL = ["3x3", "3x4", "4x3"]
BOARDS = [*SMALL, "3x5", "5x3", "4x4"]
PIECES = {"B": "#222222", "W": "#ffffff", "?": "#d62728"}


def arguments(about, boards=BOARDS):
    """The folders and the boards that the command line names."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--databases", type=Path, required=True, help="the folder with a database in each of its folders, such as nex-3x3")
    parser.add_argument("--out", type=Path, required=True, help="the folder for figures (JSON) and pictures (SVG)")
    parser.add_argument("--boards", default=",".join(boards), help="the boards, such as 3x3,4x4")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    args.boards = args.boards.split(",")
    missing = [board for board in args.boards if "x" in board and not (args.databases / f"nex-{board}" / "manifest.json").exists()]
    if missing:
        parser.error(f"{args.databases} has no database nex-{missing[0]}; make it with nexsolve generate nex:{missing[0]} --metric dtw --out FOLDER")
    return args


def save(args, name, figures):
    """Writes the figures to NAME.json."""
    (args.out / f"{name}.json").write_text(json.dumps(figures, indent=1, ensure_ascii=False, default=lambda number: number.item()) + "\n")


def table(head, *rows):
    """Prints a table as the documents have it: thousands with commas, other numbers with one decimal."""
    print("| " + " | ".join(head) + " |\n|" + ":---|" + "---:|" * (len(head) - 1))
    for row in rows:
        words = [f"{cell:,}" if isinstance(cell, int | np.integer) else f"{cell:.1f}" if isinstance(cell, float) else cell for cell in row]
        print("| " + " | ".join(words) + " |")
    print()


def picture(args, name, figure):
    """Writes NAME.svg, the same bytes in every run."""
    figure.savefig(args.out / f"{name}.svg", metadata={"Date": None, "Creator": None}, bbox_inches="tight")
    plt.close(figure)


def draw(axes, position, colours=None, labels=None, title="", crosses=()):
    """Draws a position such as `B?/W.`, with a colour for each cell and labels such as {"a1": "3"}."""
    rows = position.split("/")
    for row, signs in enumerate(rows):
        for col, sign in enumerate(signs):
            name, x, y = "abcdefgh"[row] + str(col + 1), col + row / 2, -row * 0.866
            corners = [(x + np.sin(k * np.pi / 3) / 3**0.5, y + np.cos(k * np.pi / 3) / 3**0.5) for k in range(6)]
            axes.add_patch(plt.Polygon(corners, facecolor=(colours or {}).get(name, "#f2ead8"), edgecolor="#777777", lw=0.7))
            if sign in PIECES:
                axes.add_patch(plt.Circle((x, y), 0.36, facecolor=PIECES[sign], edgecolor="#222222", lw=0.7))
            label = (labels or {}).get(name, "×" if name in crosses else "")
            axes.text(x, y, label, ha="center", va="center", color="white" if sign == "B" else "black")
    height, width = len(rows), len(rows[0])
    # Black's edges are dark, White's light.
    for row in (0, height - 1):
        axes.plot([row / 2 - 0.4, row / 2 + width - 0.6], 2 * [0.62 if row == 0 else -row * 0.866 - 0.62], color="#222222", lw=2)
    for col in (-0.62, width - 0.38):
        axes.plot([col, col + (height - 1) / 2], [0, (1 - height) * 0.866], color="#bbbbbb", lw=2)
    for row in range(height):
        axes.text(row / 2 - 1, -row * 0.866, "abcdefgh"[row], ha="center", va="center", color="#777777")
    for col in range(width):
        axes.text(col - 0.3, 0.95, str(col + 1), ha="center", va="center", color="#777777")
    axes.set(xlim=(-1.3, width + height / 2), ylim=(-height * 0.866 - 0.2, 1.2), aspect="equal", title=title)
    axes.axis("off")
