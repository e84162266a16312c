"""The context of one build: its inputs, the problems found so far, its data and scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from site_builder.assets.kernels import compile_kernels, published_compilers
from site_builder.assets.scripts import Scripts, bundle_scripts, has_explorables
from site_builder.assets.texts import read_texts
from site_builder.cache.fingerprint import digest_folder
from site_builder.cache.results import Memo, digest_of
from site_builder.checks.figures import check_exports
from site_builder.data.files import form_of
from site_builder.data.manifest import Manifest, read_manifest, read_unfinished, with_programs
from site_builder.data.tables import Tables
from site_builder.drawing.directives import FOLDER, OwnDirectives, load_directives
from site_builder.explorables.model import Evaluated
from site_builder.pipeline.background import Behind
from site_builder.pipeline.refresh import said_to_nobody, why_any_stale
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import did_you_mean
from site_builder.settings.site_toml import Settings
from site_builder.settings.words import Words


@dataclass(frozen=True)
class Build:
    """One build: what is given, and the problems found so far.

    ``is_unfinished`` tells that the data are being made beside it: pages wait for those that are not there;
    ``with_drafts`` that chapters are made, too, that are not for readers yet.
    ``manifest`` is given where the data have just been looked at; ``begin`` gets files that are made before all are.
    ``behind`` evaluates explorables while their openings are shown; without it, they are waited for, and ``say`` gets a
    sentence now and then on those that take long.
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
    behind: Behind | None = None
    say: Callable[[str], None] = said_to_nobody

    def has_errors(self) -> bool:
        """Tell whether anything found so far forbids publishing."""
        return any(problem.severity == "error" for problem in self.problems)

    def sorted_problems(self) -> tuple[Problem, ...]:
        """Return all problems, each once, in the order of files and lines."""
        return tuple(sorted(set(self.problems)))


def read_data(build: Build) -> Manifest:
    """Read the manifest; data that cannot be trusted are a problem, unless they are being made."""
    csv = build.settings.config.csv_options
    if build.is_unfinished:
        return read_unfinished(build.project, csv=csv)
    manifest = build.manifest or read_manifest(build.project, csv=csv)
    commands = build.settings.config.data
    if not commands:  # No set is still to come: an unknown name is an error.
        manifest = replace(manifest, is_open=False)
    build.problems.extend(manifest.warnings)
    if manifest.problems:
        build.problems.extend(manifest.problems)
    elif (stale := why_any_stale(build.project, build.settings, manifest)) and (commands or manifest.sets):
        suggestion = (
            f"run 'build', which runs {commands[0].command!r}"
            if commands
            else "name the command that makes them under [data]"
        )
        if len(commands) > 1:
            suggestion = "run 'build', which runs the data commands"
        place = build.settings.place("data", "0", "command", value=True)
        message = f"stale data: {stale}"
        build.problems.append(build.settings.source.problem("data-stale", message, place, suggestion=suggestion))
    build.problems.extend(options_of_nothing(build.settings, manifest))
    return manifest


def options_of_nothing(settings: Settings, manifest: Manifest) -> Iterator[Problem]:
    """Yield an error for each ``[csv.NAME]`` that is about no CSV file; none while there are no data."""
    files = [name for name, found in manifest.sets.items() if found.kind == "table" and form_of(found.file) == "csv"]
    for name in settings.config.csv:
        if manifest.sets and name not in files and not manifest.awaits(name):
            message, place = f"the data have no CSV file {name!r}", settings.place("csv", name)
            suggestion = did_you_mean(name, files, "CSV files")
            yield settings.source.problem("data-set", message, place, length=len(name), suggestion=suggestion)


def directives_of(build: Build) -> OwnDirectives:
    """Return the directives of the project; what is wrong with their code is a problem."""
    digest = digest_folder(build.project / FOLDER)
    own = build.memo.get("directives", digest, lambda: load_directives(build.project, digest))
    build.problems.extend(own.problems)
    for one in own.by_name.values():
        one.ended.clear()
    return own


@dataclass(frozen=True)
class Ingredients:
    """What a build is made from besides the texts: data, scripts to come, directives.

    ``keys`` name what each explorable is made from.
    """

    manifest: Manifest
    tables: Tables
    bundling: Bundling
    own: OwnDirectives
    words: Words
    evaluated: Mapping[str, Evaluated] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)


class Bundling(NamedTuple):
    """Scripts that are being bundled; ``scripts`` is None where the memo has them under ``key``."""

    key: str
    scripts: Future[Scripts] | None


def begin_scripts(build: Build, words: Words) -> Bundling:
    """Begin to bundle the scripts in the background: it takes another program 0.1 s."""
    folders = digest_folder(build.project / "static" / "js", build.engine / "static" / "js" / "engine")
    key = digest_of(folders, has_explorables(build.project), words.digest, published_compilers(build.project))
    if build.memo.knows("scripts", key):
        return Bundling(key, None)
    threads = ThreadPoolExecutor(max_workers=1)
    scripts = threads.submit(bundle_scripts, build.project, build.engine, build.node_modules, words.texts)
    threads.shutdown(wait=False)
    return Bundling(key, scripts)


def scripts_of(build: Build, bundling: Bundling) -> Scripts | None:
    """Return the scripts; code that cannot be bundled is a problem."""

    def wait() -> Scripts:
        assert bundling.scripts is not None
        return bundling.scripts.result()

    try:
        scripts = build.memo.get("scripts", bundling.key, wait)
    except SiteError as error:
        build.problems.extend(error.problems)
        return None
    build.problems.extend(check_exports(build.project, build.settings, scripts.exports))
    return scripts


def begin_kernels(build: Build) -> Future[Mapping[str, bytes]]:
    """Begin to compile, in the background, the kernels that widgets ask for: it takes another program a second."""
    threads = ThreadPoolExecutor(max_workers=1)
    kernels = threads.submit(compile_kernels, build.project, files_asked(build))
    threads.shutdown(wait=False)
    return kernels


def with_kernels(build: Build, manifest: Manifest, kernels: Future[Mapping[str, bytes]]) -> Manifest:
    """Return the manifest with what was compiled; code that does not compile is a problem."""
    try:
        return with_programs(manifest, kernels.result())
    except SiteError as error:
        build.problems.extend(error.problems)
        return manifest


def with_texts(build: Build, manifest: Manifest) -> Manifest:
    """Return the manifest with the project's own texts that widgets ask for; what cannot be read is a problem."""
    try:
        return with_programs(manifest, read_texts(build.project, files_asked(build)))
    except SiteError as error:
        build.problems.extend(error.problems)
        return manifest


def files_asked(build: Build) -> list[str]:
    """Return the files that widgets fetch."""
    return [file for widget in build.settings.config.widgets.values() for file in widget.files]
