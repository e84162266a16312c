"""Build a site again and again for the preview, each time only what an edit touches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from site_builder.build import build_files
from site_builder.errors import Problem
from site_builder.inputs import data_files
from site_builder.memo import Memo
from site_builder.packages import find_engine
from site_builder.preview_app import Built
from site_builder.search import FOLDER as SEARCH


class Rebuilder:
    """Builds a project in memory. The search index is that of the first good build: it would double the time."""

    def __init__(self, project: Path, say: Callable[[str], None]) -> None:
        self.project, self.say = project.resolve(), say
        self.memo = Memo()
        self.index: Mapping[str, bytes] = {}
        self.warned: frozenset[Problem] = frozenset()

    def build(self) -> Built:
        """Return the site as it is now, or what is wrong with it; new warnings are said."""
        result = build_files(self.project, self.memo, complete=not self.index)
        warnings = frozenset(problem for problem in result.problems if problem.severity == "warning")
        for warning in sorted(warnings - self.warned):
            self.say(f"{warning}\n")
        self.warned = warnings
        if not self.index:
            self.index = {path: content for path, content in result.files.items() if path.startswith(f"{SEARCH}/")}
        return Built({**self.index, **result.files}, result.errors)

    def watched(self) -> Iterable[Path]:
        """Return the files and folders that a site is made from."""
        engine = find_engine()
        folders = [self.project / "content", self.project / "static", engine / "templates", engine / "static"]
        return [*folders, *data_files(self.project)]
