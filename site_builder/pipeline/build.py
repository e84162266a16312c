"""Build a site in memory: from the files of a project to the bytes of every page."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from site_builder.problems.problem import Problem, SiteError

if TYPE_CHECKING:
    from site_builder.pipeline.given import Build, Ingredients
    from site_builder.reading.library import Library
    from site_builder.reuse.memo import Memo


@dataclass(frozen=True)
class BuildResult:
    """A site that was built, or why it was not.

    Attributes
    ----------
    files : mapping
        Bytes by path in the site; empty if an error was found.
    pages : mapping
        The author's file of each page.
    problems : tuple
        Errors and warnings.
    report : mapping
        Sizes of the pages and of the site.
    asked : mapping
        Of each page the data sets that it needs, and whether they are there.
    has_old_data : bool
        Whether what the data were computed from has changed since.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    report: Mapping[str, Any] = field(default_factory=dict)
    asked: Mapping[str, Mapping[str, bool]] = field(default_factory=dict)
    has_old_data: bool = False

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Return the problems that forbid publishing."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


def build_files(
    project: Path,
    memo: Memo,
    complete: bool = True,
    url: str | None = None,
    beside: bool = False,
    is_unfinished: bool = False,
) -> BuildResult:
    """Read a project and make every file of its site; nothing is written, and problems are returned, not raised.

    Parameters
    ----------
    project
        Folder that holds ``content/site.toml``.
    memo
        Results of earlier builds of the same project; the site is the same with an empty one.
    complete
        Whether to make the search index, and to weigh the pages against their budgets: half of the time of a build in
        which little has changed.
    url
        Address of the site, if it is not that of ``site.toml``.
    beside
        Whether charts may be drawn in a process of their own: sooner for one build, later for the next ones.
    is_unfinished
        Whether the data are being made meanwhile: then pages have gaps where theirs are not there yet.
    """
    from site_builder.assets.packages import find_engine, find_packages
    from site_builder.pipeline.given import Build
    from site_builder.settings.site_toml import read_settings

    memo.begin()
    project = project.resolve()
    try:
        settings = read_settings(project).standing_at(url)
        node_modules = memo.get("packages", str(project), lambda: find_packages(project))
        return run(Build(project, find_engine(), node_modules, settings, memo, is_unfinished), complete, beside)
    except SiteError as error:
        return BuildResult(problems=error.problems)


def run(build: Build, complete: bool, beside: bool) -> BuildResult:
    """Take a build through its steps; nothing is assembled while there are errors."""
    from site_builder.checks.budgets import check_budget_names
    from site_builder.data.tables import Tables
    from site_builder.drawing.makers import drawing_beside
    from site_builder.pipeline.given import Ingredients, begin_scripts, directives_of, read_data
    from site_builder.reading.library import read_library
    from site_builder.settings.words import read_words

    build.problems.extend([*build.settings.problems, *check_budget_names(build.settings)])
    own = directives_of(build)
    if own.problems:  # a chapter that uses them cannot be read
        return BuildResult(problems=build.sorted_problems())
    words, problems = read_words(build.project, build.settings)
    build.problems.extend(problems)
    bundling = begin_scripts(build, words)
    manifest = read_data(build)
    tables = Tables(manifest.sets)
    with drawing_beside(build.project, build.settings, tables, build.memo) if beside else nullcontext() as process:
        library = read_library(build.project, build.settings, build.memo, own.dialect)
        build.problems.extend(library.problems)
        return write(build, library, Ingredients(manifest, tables, bundling, process, own, words), complete)


def write(build: Build, library: Library, given: Ingredients, complete: bool) -> BuildResult:
    """Write what was read."""
    from site_builder.checks.prose import check_numbers
    from site_builder.checks.site import check_listed, check_uses
    from site_builder.drawing.makers import Workshop
    from site_builder.pipeline.bodies import gather_site, write_bodies
    from site_builder.pipeline.files import add_index, assemble, page_sources, report_on, weigh
    from site_builder.pipeline.given import scripts_of
    from site_builder.rendering.templates import Templates

    manifest = given.manifest
    scripts = scripts_of(build, given.bundling)
    bundle = scripts.still_bundle if scripts else ""
    make = Workshop(build.project, build.node_modules, build.settings, given.tables, bundle, build.memo, given.process)
    templates = Templates(build.engine, build.project, given.words, build.memo)
    build.problems.extend(templates.problems)
    site = gather_site(build, library, given, make, templates, scripts.urls if scripts else {})
    bodies = write_bodies(build, site, library)
    build.problems.extend(check_numbers(build.settings, library, build.memo))
    if scripts is None or build.has_errors():
        return BuildResult(problems=build.sorted_problems())
    build.problems.extend([*check_uses(build.settings, library, bodies), *check_listed(site, library, bodies)])
    files = assemble(build, site, bodies, scripts, manifest)
    sources, asked = page_sources(bodies), {body.info.file: body.asked for body in bodies}
    if build.has_errors():
        return BuildResult(problems=build.sorted_problems())
    if not complete:
        return BuildResult(files, sources, build.sorted_problems(), asked=asked, has_old_data=manifest.is_old)
    files = add_index(build, files, list(sources))
    weigh(build, files, sources)
    if build.has_errors():
        return BuildResult(problems=build.sorted_problems())
    return BuildResult(files, sources, build.sorted_problems(), report_on(files, bodies), asked)
