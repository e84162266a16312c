"""Which files of a project an explorable is made from: its own, and the modules that it imports.

Imports nothing heavy: a build that has nothing to do looks here, too.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from site_builder.project_files import composed, content_files, on_disk
from site_builder.reuse.known import Known

EXPLORABLES = "content/explorables"


def find_explorables(project: Path) -> list[str]:
    """Return the names of the explorables of a project; a file that begins with a line is a module of theirs."""
    return [composed(path.stem) for path in content_files(project / EXPLORABLES, "[!_]*.py")]


def explorable_sources(project: Path, known: Known) -> list[Path]:
    """Return all files that explorables of a project are made from, wherever in it they lie."""
    return [on_disk(project / file) for file in Imports(project, known).reached(find_explorables(project))]


class Imports:
    """Which files of a project import which others, each looked at once."""

    def __init__(self, project: Path, known: Known) -> None:
        self._project, self._known = project, known
        self._root, self._folder = os.path.join(project, ""), os.path.join(project, EXPLORABLES, "")
        self._direct: dict[str, list[str]] = {}

    def reached(self, names: Iterable[str]) -> list[str]:
        """Return the files of explorables and of all modules of the project that they import, relative to it."""
        files = (str(on_disk(Path(f"{self._folder}{name}.py"))) for name in names)
        waiting = [path for path in files if os.path.isfile(path)]
        found = set[str]()
        while waiting:
            path = waiting.pop()
            if path not in found:
                found.add(path)
                waiting += self._imported(path)
        return sorted(composed(Path(path).relative_to(self._project).as_posix()) for path in found)

    def _imported(self, path: str) -> list[str]:
        """Return the files that a file imports itself: from beside it, from the explorables, or from the project."""
        if path not in self._direct:
            bases = (self._folder, self._root, os.path.join(os.path.dirname(path), ""))
            parts = [module.split(".") for module in self._known.modules_in(path)]
            stems = dict.fromkeys("/".join(each[:depth]) for each in parts for depth in range(1, len(each) + 1))
            files = (f"{base}{stem}{end}" for stem in stems for base in bases for end in (".py", "/__init__.py"))
            self._direct[path] = [file for file in files if os.path.isfile(file)]
        return self._direct[path]
