"""Rebuild a site for the preview after each edit, and run its data commands in the background."""

from __future__ import annotations

import gc
import json
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
from site_builder.problems.problem import Problem, SiteError, fault_of, reported, told_of_omitted
from site_builder.project_files import walk_files
from site_builder.publishing.inputs import given_files
from site_builder.settings.site_toml import Data, command_words, read_settings

LOOK_SECONDS = 0.2
# A build takes from the processors that make the data: pages that do not become whole by it can wait for a few sets.
PATIENCE_SECONDS = 5.0
SECONDS_TO_END = 3.0

Asked = Mapping[str, Mapping[str, bool]]


def nothing() -> None:
    """Do nothing."""


class DataRun:
    """The data commands of a project, run in threads of their own; one that failed is not run again as things are.

    ``since`` is when they were started, in seconds, 0 while none runs; ``is_old`` tells that all data are rebuilt.
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
        self.patience = PATIENCE_SECONDS
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
            if urgent or (less_urgent and time.monotonic() - told > self.patience):
                self.asked, told = {}, time.monotonic()  # until the build that is asked for has told it again
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


MOST_NAMED = 4
END = b"</body>"
OLD = "The numbers of this page are old: its data are being recomputed."


def notice(asked: Mapping[str, bool], is_old: bool) -> str:
    """Return the sentence of a page that needs these data sets; nothing if they are all there, and not old."""
    awaited = [name for name, is_there in asked.items() if not is_there]
    if not awaited:
        return OLD if asked and is_old else ""
    named, n_others = awaited[:MOST_NAMED], len(awaited) - MOST_NAMED
    others = f" and {n_others} other{'s' if n_others > 1 else ''}" if n_others > 0 else ""
    return f"This page waits for {len(awaited)} of {len(asked)} data sets: {', '.join(named)}{others}."


def with_notice(page: bytes, asked: Mapping[str, bool], is_old: bool, since: float) -> bytes:
    """Return a page with its sentence, and how much of its data is there, at its end; scripts fix it to the window.

    While the data are being made, ``since`` a second of the clock, they count the seconds there; it is 0 at rest.
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
    """Builds a project in memory, its data being made beside it.

    The search index is that of the first whole build: it would double the time.
    """

    def __init__(self, project: Path, say: Callable[[str], None]) -> None:
        self.project, self.say = project.resolve(), say
        self.memo = Memo()
        self.index: Mapping[str, bytes] = {}
        self.warned: frozenset[Problem] = frozenset()
        self.data = DataRun(self.project)
        self.background = BackgroundEvaluator()

    def build(self) -> Shown:
        """Return the site as it is now, or what is wrong with it; whatever goes wrong is shown, and ends nothing.

        Pages whose data are not there yet say what they wait for.
        """
        try:
            self.refresh_data()
            return self.build_site()
        except SiteError as error:
            return Shown({}, reported(error.problems)[0])
        except Exception as error:  # a fault of the builder must not end the preview
            return Shown({}, [fault_of(error)])

    def on_news(self, ask: Callable[[], None]) -> None:
        """Let ``ask`` be called, from any thread, when a build would show more data."""
        self.data.news = self.background.news = ask

    def stop(self) -> None:
        """End all processes that run for the project; a build that goes on may start others."""
        self.data.stop()
        self.background.stop()
        worker.PROCESS.end()
        directives.PROCESS.end()

    def refresh_data(self) -> None:
        """Start the data commands that are stale; after one that failed only where more than prose was edited."""
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
        """Return the data commands; none while ``site.toml`` cannot be read."""
        try:
            return read_settings(self.project).config.data
        except SiteError:
            return []

    def script_folders(self) -> list[Path]:
        """Return where the scripts of the data commands lie, unless that is the project itself."""
        scripts = (script for data in self.commands() for script in scripts_named(self.project, data.command))
        return sorted({script.parent for script in scripts} - {self.project})

    def command_sources(self) -> list[Path]:
        """Return the files that a data command may read: what it names, what is beside that, and what was reported.

        The manifest tells what its scripts have read; packages that a command names count as a whole.
        """
        found = [*data_inputs(self.project), *command_files(self.project)[1:]]
        for data in self.commands():
            found += scripts_named(self.project, data.command)
            for word in command_words(data.command):
                package = self.project / word.replace(".", "/")
                found += walk_files(package) if (package / "__init__.py").is_file() else []
            for wanted in data.inputs:
                with suppress(FileNotFoundError):  # another command makes it, or it is reported as an error
                    found += given_files(self.project, [wanted])
        found += [path for folder in self.script_folders() for path in walk_files(folder)]
        return sorted({path for path in found if path.is_file()})

    def build_site(self) -> Shown:
        """Return the site, or the errors in it, and why its data cannot be made; new warnings are said."""
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
            self.say(told_of_omitted(omitted))
        self.warned = warnings
        if not self.index:  # it stays empty until the data are whole
            # The garbage collector would look through all that the memo holds, as long as an edit takes.
            gc.freeze()
            self.index = {path: content for path, content in result.files.items() if path.startswith(f"{SEARCH}/")}
        told = {
            page: with_notice(result.files[page], asked, result.has_old_data or self.data.is_old, self.data.since)
            for page, asked in result.asked.items()
        }
        files = {**self.index, **result.files, **told} if result.files else {}
        return Shown(files, (*reported(result.errors)[0], *(failed[1].problems if failed else ())))

    def watched(self) -> Iterable[Path]:
        """Return the files and folders that a site is made from."""
        engine = find_engine()
        folders = [self.project / name for name in ("content", "static", "templates", "words")]
        folders += [engine / "templates", engine / "static"]
        data = [path for path in data_files(self.project) if path != self.project]
        if self.data.is_running:  # it tells itself what has come
            data = [path for path in data if self.project / DATA not in path.parents]
        sources = [*explorable_sources(self.project, self.memo.known), *self.command_sources(), *self.script_folders()]
        return [*folders, *data, *listed_files(self.project), *sources]
