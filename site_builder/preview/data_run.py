"""The data command beside the preview: it runs while pages are shown already, and tells when they can show more."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from subprocess import Popen
from threading import Event, Thread

from site_builder.data.folder import FOLDER
from site_builder.pipeline.refresh import refresh_data
from site_builder.problems.problem import SiteError, fault_of

LOOK_SECONDS = 0.2
# A build takes from the processors that make the data: pages that do not become whole by it can wait for a few sets.
PATIENCE_SECONDS = 5.0
SECONDS_TO_END = 3.0

Asked = Mapping[str, Mapping[str, bool]]


def nothing() -> None:
    """Tell nobody."""


class DataRun:
    """The data commands of a project, run in threads of their own; one that failed is not run again as things are.

    ``since`` is when they were started, in seconds, 0 while none runs; ``is_old`` tells that all data are made anew.
    ``news`` is called, in one of these threads, when pages have more to show, and when the command has ended. ``asked``
    is to be told what the pages of the last build need, and what of it they had.
    """

    def __init__(self, project: Path) -> None:
        self.project = project
        self.news: Callable[[], None] = nothing
        self.asked: Asked = {}
        self.failed: tuple[str, SiteError] | None = None
        self.since = 0.0
        self.is_old = False
        self._ended = Event()
        self._ended.set()
        self._is_stopped = False
        self._process: Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Tell whether the command runs."""
        return not self._ended.is_set()

    def begin(self, inputs: str, is_old: bool = False) -> None:
        """Start the commands; ``inputs`` names all that decides whether they fail."""
        self.failed, self.since, self.is_old = None, time.time(), is_old
        self._ended.clear()
        listed = sets_listed(self.project)
        for work in (lambda: self._run(inputs), lambda: self._look(listed)):
            Thread(target=work, daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait for the command's end; return whether it has come."""
        return self._ended.wait(seconds)

    def stop(self) -> None:
        """End the command, if it runs, and start none again."""
        self._is_stopped, self.news = True, nothing
        if self._process is not None and self.is_running:
            self._process.terminate()
            if not self.wait(SECONDS_TO_END):
                self._process.kill()
                self.wait(SECONDS_TO_END)

    def _run(self, inputs: str) -> None:
        """Run the command to its end."""
        try:
            refresh_data(self.project, self._note)
        except SiteError as error:
            self.failed = inputs, error
        except Exception as error:  # a fault of the builder must not end the preview
            self.failed = inputs, SiteError([fault_of(error)])
        self.since, self.is_old = 0.0, False
        self._ended.set()
        self.news()

    def _note(self, process: Popen[bytes]) -> None:
        """Remember the command, or end it at once if that was wanted meanwhile."""
        self._process = process
        if self._is_stopped:
            process.terminate()

    def _look(self, known: frozenset[str]) -> None:
        """Look again and again which data sets are there, until the command has ended; ``known`` were there before."""
        told = time.monotonic()
        while not self._ended.wait(LOOK_SECONDS):
            listed = sets_listed(self.project)
            known |= listed
            urgent, less_urgent = changes(self.asked, listed, known)
            if urgent or (less_urgent and time.monotonic() - told > PATIENCE_SECONDS):
                self.asked, told = {}, time.monotonic()  # until the build that is asked for has told it anew
                self.news()


def changes(asked: Asked, listed: frozenset[str], known: frozenset[str]) -> tuple[bool, bool]:
    """Return whether some page could be whole now, or is no longer; and whether some page could show more.

    ``known`` are the data sets that have been listed at any time: pages need things besides that no list ever names,
    such as kernels, which the builder compiles itself.
    """
    awaited = [{name for name, is_there in needs.items() if not is_there} for needs in asked.values()]
    shown = {name for needs in asked.values() for name, is_there in needs.items() if is_there}
    is_whole = any(names and names <= listed for names in awaited)
    return is_whole or not shown & known <= listed, any(names & listed for names in awaited)


def sets_listed(project: Path) -> frozenset[str]:
    """Return the data sets that the manifest lists now, without a look at their files; none if it cannot be read."""
    try:
        return frozenset(json.loads((project / FOLDER / "manifest.json").read_bytes())["sets"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return frozenset()
