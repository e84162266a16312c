"""Build a site again and again for the preview, each time only what an edit touches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from site_builder.assets.packages import find_engine
from site_builder.data.manifest import read_manifest
from site_builder.pages.search import FOLDER as SEARCH
from site_builder.pipeline.build import build_files
from site_builder.preview.app import Shown
from site_builder.preview.data_run import DataRun
from site_builder.preview.notices import with_notice
from site_builder.problems.problem import Problem, SiteError, fault_of
from site_builder.reuse.fingerprint import DATA, data_files, digest_files, digest_folder, listed_files, walk_files
from site_builder.reuse.memo import Memo, digest_of
from site_builder.settings.command import command_words
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

    def build(self) -> Shown:
        """Return the site as it is now, or what is wrong with it; whatever goes wrong is shown, and ends nothing.

        Pages whose data are not there yet say what they wait for.
        """
        try:
            self.refresh_data()
            return self.build_site()
        except SiteError as error:
            return Shown({}, error.problems)
        except Exception as error:  # a fault of the builder must not end the preview
            return Shown({}, [fault_of(error)])

    def on_news(self, ask: Callable[[], None]) -> None:
        """Let ``ask`` be called, from any thread, when a build would show more data."""
        self.data.news = ask

    def refresh_data(self) -> None:
        """Start the data command where its results are stale; one that failed only after an edit of more than prose."""
        if self.data.is_running:
            return
        stale = read_manifest(self.project).stale
        if not stale or read_settings(self.project).config.data is None:
            self.data.failed = None
            return
        sources = self.command_sources()
        scripts = [path.read_bytes() for path in sources if path.is_file()]
        folders = [path for path in sources if path.is_dir()]
        content = [path for path in walk_files(self.project / "content") if path.suffix != PROSE]
        inputs = digest_of(digest_files(content), digest_folder(*folders), *scripts)
        if self.data.failed is None or self.data.failed[0] != inputs:
            self.say(f"{stale}; running the data command")
            self.data.begin(inputs)

    def command_sources(self) -> list[Path]:
        """Return the scripts and packages that the data command names; a manifest, once there, tells its inputs."""
        try:
            data = read_settings(self.project).config.data
        except SiteError:
            return []
        words = command_words(data.command) if data else []
        scripts = [self.project / word for word in words]
        packages = [self.project / word.replace(".", "/") for word in words]
        return [
            *(path for path in scripts if path.is_file()),
            *(path for path in packages if (path / "__init__.py").is_file()),
        ]

    def build_site(self) -> Shown:
        """Return the site, or the mistakes in it, and why its data cannot be made; new warnings are said."""
        is_unfinished, failed = self.data.is_running, self.data.failed
        if not is_unfinished and failed is None:
            result = build_files(self.project, self.memo, complete=not self.index)
        else:
            result = build_files(self.project, self.memo, complete=False, is_unfinished=True)
            self.data.asked = result.asked
        warnings = frozenset(problem for problem in result.problems if problem.severity == "warning")
        for warning in sorted(warnings - self.warned):
            self.say(f"{warning}\n")
        self.warned = warnings
        if not self.index:  # it stays empty until the data are whole
            self.index = {path: content for path, content in result.files.items() if path.startswith(f"{SEARCH}/")}
        told = {
            page: with_notice(result.files[page], asked, is_unfinished and result.has_old_data)
            for page, asked in result.asked.items()
        }
        files = {**self.index, **result.files, **told} if result.files else {}
        return Shown(files, (*result.errors, *(failed[1].problems if failed else ())))

    def watched(self) -> Iterable[Path]:
        """Return the files and folders that a site is made from."""
        engine = find_engine()
        folders = [self.project / name for name in ("content", "static", "templates", "words")]
        folders += [engine / "templates", engine / "static"]
        data = list(data_files(self.project))
        if self.data.is_running:  # it tells itself what has come
            data = [path for path in data if self.project / DATA not in path.parents]
        return [*folders, *data, *listed_files(self.project), *self.command_sources()]
