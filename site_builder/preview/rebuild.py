"""Rebuild a site for the preview after each edit, and run its data commands in the background."""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from html import escape
from pathlib import Path
from subprocess import Popen
from threading import Event, Thread

from site_builder.assets.packages import find_engine
from site_builder.cache.fingerprint import (
    DATA,
    command_files,
    data_files,
    data_inputs,
    digest_files,
    explorable_sources,
    listed_files,
)
from site_builder.cache.results import Memo
from site_builder.charts import worker
from site_builder.data.files import FOLDER
from site_builder.data.manifest import read_manifest
from site_builder.drawing import directives
from site_builder.pages.search import FOLDER as SEARCH
from site_builder.pipeline.background import BackgroundEvaluator
from site_builder.pipeline.build import build_files
from site_builder.pipeline.refresh import refresh_data, scripts_named, why_any_stale
from site_builder.preview.app import Shown
from site_builder.problems.problem import Problem, SiteError, describe_omitted, fault_of, reported
from site_builder.project_files import walk_files
from site_builder.publishing.inputs import input_files
from site_builder.settings.site_toml import Data, command_words, read_settings

LOOK_SECONDS = 0.2
# Builds slow down the data commands: a build that completes no page waits until several data sets are there.
PATIENCE_SECONDS = 5.0
NICENESS = 5  # added to that of the commands: an author waits for pages first
SECONDS_TO_END = 3.0

Asked = Mapping[str, Mapping[str, bool]]


class DataRun:
    """Runs the data commands of a project in background threads; a failed command is not repeated with the same inputs.

    ``since`` is the start time in seconds, 0 if nothing runs; ``is_old`` means that existing data are recomputed.
    ``news`` is called, in one of these threads, when pages can show more data, and when the commands have ended. Set
    ``asked`` after each build: the data sets that each page needs, and whether they were there.
    """

    def __init__(self, project: Path) -> None:
        self.project = project
        self.news: Callable[[], None] = lambda: None
        self.asked: Asked = {}
        self.failed: tuple[str, SiteError] | None = None
        self.since = 0.0
        self.is_old = False
        self.patience = PATIENCE_SECONDS
        self._ended = Event()
        self._ended.set()
        self._is_stopped = False
        self._process: Popen[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Return whether the commands run."""
        return not self._ended.is_set()

    def begin(self, inputs: str, is_old: bool = False) -> None:
        """Start the commands; ``inputs`` is a digest of everything that decides whether they fail."""
        self.failed, self.since, self.is_old = None, time.time(), is_old
        self._ended.clear()
        listed = sets_listed(self.project)
        for work in (lambda: self._run(inputs), lambda: self._look(listed)):
            Thread(target=work, daemon=True).start()

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the commands; return whether they have ended."""
        return self._ended.wait(seconds)

    def stop(self) -> None:
        """Terminate the commands if they run, and do not start any again."""
        self._is_stopped, self.news = True, lambda: None
        if self._process is not None and self.is_running:
            self._process.terminate()
            if not self.wait(SECONDS_TO_END):
                self._process.kill()
                self.wait(SECONDS_TO_END)

    def _run(self, inputs: str) -> None:
        """Run the commands to their end."""
        try:
            refresh_data(self.project, self._note)
        except SiteError as error:
            self.failed = inputs, error
        except Exception as error:  # an internal error must not end the preview
            self.failed = inputs, SiteError([fault_of(error)])
        self.since, self.is_old = 0.0, False
        self._ended.set()
        self.news()

    def _note(self, process: Popen[bytes]) -> None:
        """Store the process of a command; terminate it at once if the preview was stopped meanwhile."""
        self._process = process
        if sys.platform != "win32":
            own = os.getpriority(os.PRIO_PROCESS, process.pid)
            os.setpriority(os.PRIO_PROCESS, process.pid, own + NICENESS)
        if self._is_stopped:
            process.terminate()

    def _look(self, known: frozenset[str]) -> None:
        """Poll the manifest for new data sets until the commands have ended; ``known`` were there before."""
        reported_at = time.monotonic()
        while not self._ended.wait(LOOK_SECONDS):
            listed = sets_listed(self.project)
            known |= listed
            urgent, less_urgent = changes(self.asked, listed, known)
            if urgent or (less_urgent and time.monotonic() - reported_at > self.patience):
                self.asked, reported_at = {}, time.monotonic()  # the requested build sets it again
                self.news()


def changes(asked: Asked, listed: frozenset[str], known: frozenset[str]) -> tuple[bool, bool]:
    """Return whether a page could be complete now, or is no longer; and whether a page could show more data.

    ``known`` are the data sets that were listed at any time: pages also need programs that the builder compiles
    itself, which no manifest lists.
    """
    awaited = [{name for name, is_there in needs.items() if not is_there} for needs in asked.values()]
    shown = {name for needs in asked.values() for name, is_there in needs.items() if is_there}
    is_whole = any(names and names <= listed for names in awaited)
    return is_whole or not shown & known <= listed, any(names & listed for names in awaited)


def sets_listed(project: Path) -> frozenset[str]:
    """Return the data sets that the manifest lists, without checking their files; none if it cannot be read."""
    try:
        return frozenset(json.loads((project / FOLDER / "manifest.json").read_bytes())["sets"])
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return frozenset()


MOST_NAMED = 4
END = b"</body>"
OLD = "The numbers of this page are old: its data are being recomputed."


def notice(asked: Mapping[str, bool], is_old: bool) -> str:
    """Return the notice of a page that needs these data sets; "" if they are all there and up to date."""
    awaited = [name for name, is_there in asked.items() if not is_there]
    if not awaited:
        return OLD if asked and is_old else ""
    named, n_others = awaited[:MOST_NAMED], len(awaited) - MOST_NAMED
    others = f" and {n_others} other{'s' if n_others > 1 else ''}" if n_others > 0 else ""
    return f"This page waits for {len(awaited)} of {len(asked)} data sets: {', '.join(named)}{others}."


def with_notice(page: bytes, asked: Mapping[str, bool], is_old: bool, since: float) -> bytes:
    """Append a notice of missing or old data to a page, with a progress bar; scripts fix it to the window.

    ``since`` is when the data commands were started, in seconds, for the page's clock; 0 if none runs.
    """
    words = notice(asked, is_old and since > 0)
    if not words:
        return page
    there = f'<progress value="{sum(asked.values())}" max="{len(asked)}"></progress>' if not all(asked.values()) else ""
    clock = f'<span data-since="{1000 * since:.0f}" aria-hidden="true"></span>' if since else ""
    written = f'<p class="data-notice" role="status" data-pagefind-ignore>{escape(words)}{clock}{there}</p>\n'.encode()
    start, end, rest = page.rpartition(END)
    return start + written + end + rest if end else page


PROSE = ".md"


class Rebuilder:
    """Builds a project in memory while its data commands run in the background.

    The search index is that of the first complete build: to rebuild it would double the time of a build.
    """

    def __init__(self, project: Path, say: Callable[[str], None]) -> None:
        self.project, self.say = project.resolve(), say
        self.memo = Memo()
        self.index: Mapping[str, bytes] = {}
        self.warned: frozenset[Problem] = frozenset()
        self.data = DataRun(self.project)
        self.background = BackgroundEvaluator()

    def build(self) -> Shown:
        """Build the site; return its files, or the errors. Errors of any kind are returned and do not end the preview.

        Pages whose data are not there yet show what they wait for.
        """
        try:
            self.refresh_data()
            return self.build_site()
        except SiteError as error:
            return Shown({}, reported(error.problems)[0])
        except Exception as error:  # an internal error must not end the preview
            return Shown({}, [fault_of(error)])

    def on_news(self, ask: Callable[[], None]) -> None:
        """Set the callback that requests a build, from any thread, when it would show more data."""
        self.data.news = self.background.news = ask

    def stop(self) -> None:
        """Terminate all processes of the project; a build in progress may start others."""
        self.data.stop()
        self.background.stop()
        worker.PROCESS.end()
        directives.PROCESS.end()

    def refresh_data(self) -> None:
        """Start the data commands if data are stale; after a failure only if something other than prose was edited."""
        if self.data.is_running:
            return
        settings = read_settings(self.project)
        manifest = read_manifest(self.project, csv=settings.config.csv_options)
        stale = why_any_stale(self.project, settings, manifest)
        if not stale or not settings.config.data:
            self.data.failed = None
            return
        content = [path for path in walk_files(self.project / "content") if path.suffix != PROSE]
        inputs = digest_files([*content, *self.command_sources()])
        if self.data.failed is None or self.data.failed[0] != inputs:
            self.say(f"{stale}; running the data command{'s' if len(settings.config.data) > 1 else ''}")
            self.data.begin(inputs, is_old=bool(manifest.sets) and stale != manifest.stale)

    def commands(self) -> list[Data]:
        """Return the data commands; none if ``site.toml`` cannot be read."""
        try:
            return read_settings(self.project).config.data
        except SiteError:
            return []

    def script_folders(self) -> list[Path]:
        """Return the folders of the scripts of the data commands, except the project itself."""
        scripts = (script for data in self.commands() for script in scripts_named(self.project, data.command))
        return sorted({script.parent for script in scripts} - {self.project})

    def command_sources(self) -> list[Path]:
        """Return the files that data commands may read: files they name, files beside these, and recorded inputs.

        The manifest records what its scripts have read; of a package that a command names, all files count.
        """
        found = [*data_inputs(self.project), *command_files(self.project)[1:]]
        for data in self.commands():
            found += scripts_named(self.project, data.command)
            for word in command_words(data.command):
                package = self.project / word.replace(".", "/")
                found += walk_files(package) if (package / "__init__.py").is_file() else []
            for wanted in data.inputs:
                with suppress(FileNotFoundError):  # another command writes it, or an error is reported elsewhere
                    found += input_files(self.project, [wanted])
        found += [path for folder in self.script_folders() for path in walk_files(folder)]
        return sorted({path for path in found if path.is_file()})

    def build_site(self) -> Shown:
        """Build the site; return its files, or its errors and those of the data commands. New warnings are printed."""
        is_unfinished, failed = self.data.is_running, self.data.failed
        if not is_unfinished and failed is None:
            result = build_files(
                self.project, self.memo, complete=not self.index, with_drafts=True, background=self.background
            )
        else:
            result = build_files(
                self.project,
                self.memo,
                complete=False,
                is_unfinished=True,
                with_drafts=True,
                background=self.background,
            )
            self.data.asked = result.asked
        warnings = frozenset(problem for problem in result.problems if problem.severity == "warning")
        shown, omitted = reported(sorted(warnings - self.warned))
        for warning in shown:
            self.say(f"{warning}\n")
        if omitted:
            self.say(describe_omitted(omitted))
        self.warned = warnings
        if not self.index:  # it stays empty until the data are complete
            # Exclude the contents of the memo from garbage collection, which would take as long as an edit.
            gc.freeze()
            self.index = {path: content for path, content in result.files.items() if path.startswith(f"{SEARCH}/")}
        pages = {
            page: with_notice(result.files[page], asked, result.has_old_data or self.data.is_old, self.data.since)
            for page, asked in result.asked.items()
        }
        files = {**self.index, **result.files, **pages} if result.files else {}
        return Shown(files, (*reported(result.errors)[0], *(failed[1].problems if failed else ())))

    def watched(self) -> Iterable[Path]:
        """Return the files and folders from which a site is built."""
        engine = find_engine()
        folders = [self.project / name for name in ("content", "static", "templates", "words")]
        folders += [engine / "templates", engine / "static"]
        data = [path for path in data_files(self.project) if path != self.project]
        if self.data.is_running:  # it polls the manifest itself
            data = [path for path in data if self.project / DATA not in path.parents]
        sources = [*explorable_sources(self.project, self.memo.known), *self.command_sources(), *self.script_folders()]
        return [*folders, *data, *listed_files(self.project), *sources]
