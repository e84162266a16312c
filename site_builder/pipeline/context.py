"""The context of one build, made once and passed to every step, and its result."""

from __future__ import annotations

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
    say : callable
        Receives progress messages.
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
    say: Callable[[str], None] = ignore_message

    def has_errors(self) -> bool:
        """Return whether a problem found so far forbids publishing."""
        return any(problem.severity == "error" for problem in self.problems)

    def sorted_problems(self) -> tuple[Problem, ...]:
        """Return all problems, each once, in the order of files and lines."""
        return tuple(sorted(set(self.problems)))
