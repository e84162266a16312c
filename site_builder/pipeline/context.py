"""The context of one build, made once and passed to every step, and its result."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from site_builder.problems.problem import Problem

if TYPE_CHECKING:
    from site_builder.cache.results import Memo
    from site_builder.data.manifest import Manifest
    from site_builder.pipeline.background import BackgroundEvaluator
    from site_builder.settings.site_toml import Settings


Made = TypeVar("Made")


def ignore_message(_message: str) -> None:
    """Do nothing: the default receiver of progress messages."""


def in_thread(function: Callable[..., Made], *arguments: Any) -> Future[Made]:
    """Call a function in a thread of its own, and return its future result."""
    threads = ThreadPoolExecutor(max_workers=1)
    future = threads.submit(function, *arguments)
    threads.shutdown(wait=False)
    return future


class Stopwatch:
    """Measures the seconds of the steps of a build, one after the other."""

    def __init__(self) -> None:
        """Start without steps."""
        self.seconds: dict[str, float] = {}
        self._step, self._start = "", 0.0

    def begin(self, step: str) -> None:
        """End the running step and begin another one; several of one name are added up."""
        now = time.perf_counter()
        if self._step:
            self.seconds[self._step] = self.seconds.get(self._step, 0.0) + now - self._start
        self._step, self._start = step, now

    def longest(self, number: int) -> list[tuple[str, float]]:
        """Return the longest steps that have ended, and their seconds."""
        return sorted(self.seconds.items(), key=lambda step: -step[1])[:number]


@dataclass(frozen=True)
class BuildResult:
    """A site, or the errors because of which there is none.

    Attributes
    ----------
    files : mapping
        Bytes by path in the site; empty if an error was found, unless the preview can show pages with gaps.
    pages : mapping
        The author's file of each page.
    problems : tuple
        Errors and warnings.
    report : mapping
        Sizes of the pages and of the site.
    asked : mapping
        The data sets that each page needs, and whether they exist.
    has_old_data : bool
        Whether inputs of the data have changed since they were computed.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    report: Mapping[str, Any] = field(default_factory=dict)
    asked: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    has_old_data: bool = False

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Return the errors; a site with errors is not published."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


@dataclass(frozen=True)
class Build:
    """One build: paths, settings, cache, and the problems found so far.

    Attributes
    ----------
    project, engine, node_modules : Path
        Folders of the project, of the builder's templates, scripts and styles, and of the JavaScript packages.
    memo : Memo
        Results of earlier builds of the same project.
    is_unfinished : bool
        Whether data commands are still running: pages wait for data sets that are missing.
    with_drafts : bool
        Whether drafts are built, too.
    manifest : Manifest or None
        The data sets, if they have just been read.
    begin : callable or None
        Receives the files that are complete before the search index is.
    problems : list
        Errors and warnings; every step appends to it.
    background : BackgroundEvaluator or None
        Evaluates explorables while pages show their opening states. Without it, the build waits for all of them.
    is_offline : bool
        Whether the site is built to be opened from disk.
    say : callable
        Receives progress messages.
    stopwatch : Stopwatch
        Measures the steps.
    """

    project: Path
    engine: Path
    node_modules: Path
    settings: Settings
    memo: Memo
    is_unfinished: bool = False
    with_drafts: bool = False
    manifest: Manifest | None = None
    begin: Callable[[Mapping[str, bytes]], None] | None = None
    problems: list[Problem] = field(default_factory=list)
    background: BackgroundEvaluator | None = None
    is_offline: bool = False
    say: Callable[[str], None] = ignore_message
    stopwatch: Stopwatch = field(default_factory=Stopwatch)

    def has_errors(self) -> bool:
        """Return whether a problem found so far forbids publishing."""
        return any(problem.severity == "error" for problem in self.problems)

    def sorted_problems(self) -> tuple[Problem, ...]:
        """Return all problems, each once, in the order of files and lines."""
        return tuple(sorted(set(self.problems)))
