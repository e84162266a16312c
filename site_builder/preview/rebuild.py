"""Build a site again and again for the preview, each time only what an edit touches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from site_builder.assets.packages import find_engine
from site_builder.data.manifest import read_manifest
from site_builder.pages.search import FOLDER as SEARCH
from site_builder.pipeline.build import build_files
from site_builder.pipeline.refresh import refresh_data
from site_builder.preview.app import Built
from site_builder.problems.problem import Problem, SiteError, fault_of
from site_builder.reuse.fingerprint import data_files, digest_folder, listed_files
from site_builder.reuse.memo import Memo, digest_of
from site_builder.settings.command import command_words
from site_builder.settings.site_toml import read_settings


class Rebuilder:
    """Builds a project in memory. The search index is that of the first good build: it would double the time."""

    def __init__(self, project: Path, say: Callable[[str], None]) -> None:
        self.project, self.say = project.resolve(), say
        self.memo = Memo()
        self.index: Mapping[str, bytes] = {}
        self.warned: frozenset[Problem] = frozenset()
        self.failed: tuple[str, SiteError] | None = None

    def build(self) -> Built:
        """Return the site as it is now, or what is wrong with it; whatever goes wrong is shown, and ends nothing."""
        try:
            self.refresh_data()
            return self.build_good_data()
        except SiteError as error:
            return Built({}, error.problems)
        except Exception as error:  # a fault of the builder must not end the preview
            return Built({}, [fault_of(error)])

    def refresh_data(self) -> None:
        """Run the data command where its results are stale; one that failed runs again only after an edit."""
        stale = read_manifest(self.project).stale
        if not stale or read_settings(self.project).config.data is None:
            return
        sources = self.command_sources()
        scripts = [path.read_bytes() for path in sources if path.is_file()]
        folders = [path for path in sources if path.is_dir()]
        inputs = digest_of(digest_folder(self.project / "content", *folders), *scripts)
        if self.failed is not None and self.failed[0] == inputs:
            raise self.failed[1]
        self.say(f"{stale}; running the data command")
        try:
            refresh_data(self.project)
        except SiteError as error:
            self.failed = (inputs, error)
            raise

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

    def build_good_data(self) -> Built:
        """Return the site, or the mistakes in it; new warnings are said."""
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
        return [*folders, *data_files(self.project), *listed_files(self.project), *self.command_sources()]
