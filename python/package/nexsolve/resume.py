"""The finished part of a long walk, in a file beside the folder of the database, so that the walk goes on after a stop.

Each line is a checksum and what a stretch of the walk found, as JSON. Nothing in the file is executed.
"""

import hashlib
import inspect
import json
import sys
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: The seconds between two additions to the file. A shorter walk has no file.
SECONDS = 10

#: The version of the file.
VERSION = 1

#: What the rules of a game say.
METHODS = ("start", "moves", "play", "outcome", "canonical", "to_move", "show")


class Resume:
    """The file of a walk by these rules."""

    def __init__(self, folder: Path, rules: Any):
        self.path = folder.with_name(f"{folder.name}.walk")
        self.rules = _digest(rules)
        self.latest = time.monotonic()

    def stretches(self) -> Iterator[dict[str, Any]]:
        """What the file has of one walk by the same rules. What is damaged, was being written, or is of another walk, is removed."""
        if not self.path.is_file():
            return
        whole, extent = 0, None
        with self.path.open("rb") as file:
            for line in file:
                check, _, text = line.partition(b" ")
                if check != b"%08x" % zlib.crc32(text):
                    break
                stretch = json.loads(text)
                if stretch.pop("rules") != self.rules or stretch.pop("since") != extent:
                    break
                extent = stretch.pop("extent")
                yield stretch
                whole += len(line)
        with self.path.open("rb+") as file:
            file.truncate(whole)

    def is_due(self) -> bool:
        """Whether it is time to add to the file."""
        return self.rules is not None and time.monotonic() - self.latest > SECONDS

    def add(self, stretch: dict[str, Any], positions: list[Any]) -> None:
        """Adds a stretch, if its positions are built of tuples, strings, numbers and None; others cannot be kept."""
        if not all(map(_is_plain, positions)):
            self.rules = None
            return
        text = json.dumps({"rules": self.rules, **stretch, "positions": positions}, separators=(",", ":")).encode() + b"\n"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write(b"%08x " % zlib.crc32(text) + text)
        self.latest = time.monotonic()

    def done(self) -> None:
        """Removes the file."""
        self.path.unlink(missing_ok=True)


def tuples(value: Any) -> Any:
    """A value that was written, as it was: JSON makes lists of tuples."""
    return tuple(map(tuples, value)) if type(value) is list else value


def _is_plain(value: Any) -> bool:
    return all(map(_is_plain, value)) if type(value) is tuple else value is None or type(value) in (int, str, bool)


def _digest(rules: Any) -> str | None:
    """A digest of the rules' source and settings; None if the source is not known."""
    kinds = [kind for kind in type(rules).__mro__ if kind.__module__ not in ("builtins", "nexsolve.own")]
    methods = [_source(getattr(type(rules), name)) for name in METHODS]
    modules = [_source(sys.modules.get(kind.__module__)) for kind in kinds]
    settings = [(name, value) for name in dir(rules) if not name.startswith("__") and not callable(value := getattr(rules, name))]
    return None if None in methods else hashlib.sha256(repr((VERSION, methods, modules, settings)).encode()).hexdigest()


def _source(of: Any) -> str | None:
    try:
        return inspect.getsource(of)
    except (OSError, TypeError):
        return None
