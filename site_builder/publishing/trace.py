"""What the running program has read: files that Python opened, and the files of its modules."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

Identity = tuple[int, int, int]
WRITES = os.O_WRONLY | os.O_RDWR


def identity_of(path: Path) -> Identity | None:
    """Return what changes when a file does (number of its place, size, time), or None if there is no such file."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


class Trace:
    """Files that were read, with what they were then, and files that were written; hears until the program ends.

    Python tells of what it opens itself. What libraries open below it, as Arrow, Parquet and memory maps do, it does
    not; of databases of sqlite it tells that they were opened, but not for what.
    """

    def __init__(self) -> None:
        self.read: dict[Path, Identity | None] = {}
        self.written: set[Path] = set()
        self.databases: set[Path] = set()
        self.is_paused = False
        self.note_modules()

    def note_modules(self) -> None:
        """Note the files of the modules that are there now, the script's own among them."""
        for module in list(sys.modules.values()):
            file = getattr(module, "__file__", None)
            if isinstance(file, str) and file.endswith(".py"):
                path = Path(os.path.abspath(file))
                if path not in self.read:
                    self.read[path] = identity_of(path)

    def hear(self, event: str, given: tuple[Any, ...]) -> None:
        """Note an event of Python's audit; must never raise."""
        if self.is_paused or event not in {"open", "sqlite3.connect"}:
            return
        try:
            path = Path(os.path.abspath(os.fsdecode(given[0])))
        except (TypeError, ValueError, OSError):  # a number of an open file, or no path
            return
        if event == "sqlite3.connect":
            self.databases.add(path)
        elif is_writing(given[1], given[2]):
            self.written.add(path)
        elif path not in self.read:
            self.read[path] = identity_of(path)


def is_writing(mode: object, flags: object) -> bool:
    """Tell whether a file is opened to be written."""
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return isinstance(flags, int) and bool(flags & WRITES)
