"""Build a site again and again for the preview, each time only what an edit touches."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from site_builder.assets.packages import find_engine
from site_builder.data.manifest import read_manifest
from site_builder.drawing import directives
from site_builder.drawing.charts import beside
from site_builder.pages.search import FOLDER as SEARCH
from site_builder.pipeline.behind import Behind
from site_builder.pipeline.build import build_files
from site_builder.pipeline.records import scripts_named
from site_builder.pipeline.refresh import why_any_stale
from site_builder.preview.app import Shown
from site_builder.preview.data_run import DataRun
from site_builder.preview.notices import with_notice
from site_builder.problems.problem import Problem, SiteError, fault_of, reported, told_of_omitted
from site_builder.project_files import walk_files
from site_builder.publishing.inputs import given_files
from site_builder.reuse.fingerprint import (
    DATA,
    command_files,
    data_files,
    data_inputs,
    digest_files,
    listed_files,
)
from site_builder.reuse.imports import explorable_sources
from site_builder.reuse.memo import Memo
from site_builder.settings.command import command_words
from site_builder.settings.data_commands import Data
from site_builder.settings.site_toml import read_settings

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
        self.behind = Behind()

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
        self.data.news = self.behind.news = ask

    def stop(self) -> None:
        """End all processes that run for the project; a build that goes on may start others."""
        self.data.stop()
        self.behind.stop()
        beside.PROCESS.end()
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
        """Return the files that a data command may read: what it names, what lies beside that, and what was told.

        The manifest tells what its scripts have read; packages that a command names count as a whole.
        """
        found = [*data_inputs(self.project), *command_files(self.project)[1:]]
        for data in self.commands():
            found += scripts_named(self.project, data.command)
            for word in command_words(data.command):
                package = self.project / word.replace(".", "/")
                found += walk_files(package) if (package / "__init__.py").is_file() else []
            for wanted in data.inputs:
                with suppress(FileNotFoundError):  # another command makes it, or it is told as a mistake
                    found += given_files(self.project, [wanted])
        found += [path for folder in self.script_folders() for path in walk_files(folder)]
        return sorted({path for path in found if path.is_file()})

    def build_site(self) -> Shown:
        """Return the site, or the mistakes in it, and why its data cannot be made; new warnings are said."""
        is_unfinished, failed = self.data.is_running, self.data.failed
        if not is_unfinished and failed is None:
            result = build_files(self.project, self.memo, complete=not self.index, with_drafts=True, behind=self.behind)
        else:
            result = build_files(
                self.project, self.memo, complete=False, is_unfinished=True, with_drafts=True, behind=self.behind
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
