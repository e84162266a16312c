"""Build a site in memory: from the files of a project to the bytes of every page."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from site_builder.problems.problem import Problem, SiteError

if TYPE_CHECKING:
    from site_builder.cache.results import Memo
    from site_builder.data.manifest import Manifest
    from site_builder.pipeline.background import Behind
    from site_builder.pipeline.context import Build, Ingredients
    from site_builder.reading.library import Library
    from site_builder.rendering.bodies import Body

# Folders of what authors write, and the endings of files with text.
WRITTEN = ("content", "static", "templates", "words")
TEXTS = frozenset({".md", ".toml", ".bib", ".json", ".py", ".css", ".js", ".mjs", ".ts", ".html", ".svg", ".xml"})


@dataclass(frozen=True)
class BuildResult:
    """A site that was built, or why it was not.

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
    is_unfinished: bool = False,
    with_drafts: bool = False,
    manifest: Manifest | None = None,
    begin: Callable[[Mapping[str, bytes]], None] | None = None,
    behind: Behind | None = None,
    say: Callable[[str], None] = lambda sentence: None,
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
    is_unfinished
        Whether the data are being made meanwhile: then pages have gaps where theirs are not there yet.
    with_drafts
        Whether to make pages of drafts, too.
    manifest
        The data, where they have just been looked at.
    begin
        Gets the files that are made before the search index is, of a site in which no error was found so far.
    behind
        What evaluates explorables while their opening states are shown; without it, all of them are waited for.
    say
        Gets a sentence now and then on explorables that take long.
    """
    from site_builder.assets.packages import find_engine, find_packages
    from site_builder.charts import worker
    from site_builder.locales import use_language
    from site_builder.settings.site_toml import read_settings

    memo.begin()
    project = project.resolve()
    try:
        refuse_unfinished_merges(project, memo)
        settings = read_settings(project).standing_at(url)
        use_language(settings.config.language)
        # First of all, so that Altair is there when the charts are known; what is imported here takes its time, too.
        if settings.config.charts and memo.is_empty:
            worker.PROCESS.start()
        from site_builder.drawing import directives

        if memo.is_empty and (project / directives.FOLDER).is_dir():
            directives.PROCESS.start()
        from site_builder.pipeline.context import Build

        node_modules = memo.get("packages", str(project), lambda: find_packages(project))
        build = Build(project, find_engine(), node_modules, settings, memo, is_unfinished, with_drafts)
        build = replace(build, manifest=manifest, begin=begin, behind=behind, say=say)
        return run(build, complete)
    except SiteError as error:
        return BuildResult(problems=error.problems)
    finally:
        use_language("en")


def refuse_unfinished_merges(project: Path, memo: Memo) -> None:
    """Look for marks of a merge with conflicts; files for download may have them.

    Raises
    ------
    SiteError
        With an error for each file that holds some. Nothing else is checked: most other errors come from the marks.
    """
    from site_builder.cache.results import identity_of
    from site_builder.problems.source import load_source, unfinished_merge
    from site_builder.project_files import walk_entries

    def found_in(path: str) -> Problem | None:
        return unfinished_merge(load_source(project, Path(path).relative_to(project).as_posix()))

    downloads = os.path.join(project, "content", "files", "")
    found = []
    for entry in (entry for name in WRITTEN for entry in walk_entries(project / name)):
        if os.path.splitext(entry.name)[1] in TEXTS and not entry.path.startswith(downloads):
            key = (entry.path, identity_of(entry))
            found.append(memo.get("merge", key, partial(found_in, entry.path)))
    if problems := [problem for problem in found if problem]:
        raise SiteError(problems)


def run(build: Build, complete: bool) -> BuildResult:
    """Take a build through its steps; nothing is assembled while there are errors."""
    from site_builder.checks.site import check_names, held_back
    from site_builder.checks.weights import check_budget_names
    from site_builder.data.tables import Tables
    from site_builder.pipeline.context import (
        Ingredients,
        begin_kernels,
        begin_scripts,
        directives_of,
        read_data,
        with_kernels,
        with_texts,
    )
    from site_builder.pipeline.explorables import add_numbers, begin_explorables, finish_explorables, with_explorables
    from site_builder.reading.library import read_library
    from site_builder.settings.words import read_words

    if problems := check_names(build.project):  # else each step would fail at them in its own way
        return BuildResult(problems=tuple(problems))
    build = with_typography(with_explorables(build))
    build.problems.extend([*build.settings.problems, *check_budget_names(build.settings)])
    own = directives_of(build)
    if own.problems:  # a chapter that uses them cannot be read
        return BuildResult(problems=build.sorted_problems())
    words, problems = read_words(build.project, build.settings)
    build.problems.extend(problems)
    bundling, compiling = begin_scripts(build, words), begin_kernels(build)
    manifest = read_data(build)
    tables = Tables(manifest.sets)
    evaluating = begin_explorables(build, manifest)
    dialect = replace(own.dialect, quotes=build.settings.config.quotes)
    library = read_library(build.project, build.settings, build.memo, dialect, build.with_drafts)
    build.problems.extend(library.problems)
    evaluated = finish_explorables(build, evaluating)
    add_numbers(build, evaluated, tables)
    manifest = with_texts(build, with_kernels(build, manifest, compiling))
    given = Ingredients(manifest, tables, bundling, own, words, evaluated, evaluating.keys)
    result = write(build, library, given, complete)
    return replace(result, problems=held_back(result.problems, library))


def with_typography(build: Build) -> Build:
    """Set the quotation marks and dashes in the title and the description of a site that asks for them."""
    from site_builder.syntax.markdown import printed

    config = build.settings.config
    if not config.quotes:
        return build
    texts = {key: printed(getattr(config, key), config.quotes) for key in ("title", "description")}
    return replace(build, settings=replace(build.settings, config=config.model_copy(update=texts)))


def write(build: Build, library: Library, given: Ingredients, complete: bool) -> BuildResult:
    """Write what was read."""
    from site_builder.checks.prose import check_explorable_words, check_listings, check_words
    from site_builder.checks.site import check_downloads, check_listed, check_uses
    from site_builder.checks.weights import check_pictures
    from site_builder.drawing.cached import Workshop
    from site_builder.pages.addresses import read_moved
    from site_builder.pages.search import known_file, read_known
    from site_builder.pipeline.bodies import gather_site, write_bodies
    from site_builder.pipeline.context import scripts_of
    from site_builder.pipeline.explorables import read_out
    from site_builder.pipeline.files import add_index, assemble, page_sources, report_on, weigh
    from site_builder.rendering.site import Templates

    manifest = given.manifest
    # An error of a figure leaves its place empty; any other may change how pages are read.
    is_readable = all(problem.severity == "warning" or problem.code == "explorable" for problem in build.problems)
    scripts = scripts_of(build, given.bundling)
    bundle = scripts.still_bundle if scripts else ""
    explorables = read_out(build, library, given.evaluated, given.keys)
    make = Workshop(build.project, build.node_modules, build.settings, given.tables, bundle, build.memo, explorables)
    templates = Templates(build.engine, build.project, given.words, build.memo)
    build.problems.extend(templates.problems)
    site = gather_site(build, library, given, make, templates, scripts.urls if scripts else {})
    moved, problems = read_moved(site)
    build.problems.extend(problems)
    known, problems = read_known(site)
    build.problems.extend(problems)
    bodies = write_bodies(build, site, library)
    build.problems.extend(check_words(build.settings, library, build.memo))
    build.problems.extend(check_explorable_words(build.project, build.settings, library.dialect))
    texts = [chapter.text for chapter in library.chapters.values()]
    texts += [concept.text for concept in library.concepts.values()]
    build.problems.extend(
        [*check_pictures(build.project, build.settings, texts), *check_listings(build.project, texts)]
    )
    if scripts is None or build.has_errors():
        errors = build.sorted_problems()
        if scripts is None or build.behind is None or not is_readable:
            return BuildResult(problems=errors)
        with suppress(Exception):  # what comes next may rely on what is missing
            files = assemble(build, site, bodies, scripts, manifest, moved)
            return BuildResult(
                files, page_sources(bodies), errors, asked=asked_by(bodies), has_old_data=manifest.is_old
            )
        return BuildResult(problems=errors)
    build.problems.extend([*check_uses(build.settings, library, bodies), *check_listed(site, library, bodies)])
    build.problems.extend(check_downloads(site, bodies))
    files = {**assemble(build, site, bodies, scripts, manifest, moved), **known_file(known)}
    sources, asked = page_sources(bodies), asked_by(bodies)
    if build.has_errors():
        return BuildResult(problems=build.sorted_problems())
    if not complete:
        return BuildResult(files, sources, build.sorted_problems(), asked=asked, has_old_data=manifest.is_old)
    with ThreadPoolExecutor(max_workers=1) as threads:  # the index is made by another program
        indexing = threads.submit(add_index, build, files, list(sources))
        if build.begin is not None:
            build.begin(files)
        scale, weights = weigh(build, files, sources, site, bodies)
        files = indexing.result()
    if build.has_errors():
        return BuildResult(problems=build.sorted_problems())
    report = report_on(files, bodies, manifest, scale, weights)
    return BuildResult(files, sources, build.sorted_problems(), report, asked)


def asked_by(bodies: Sequence[Body]) -> dict[str, Mapping[str, bool]]:
    """Return the data sets that each page needs, and whether they are there."""
    return {body.info.file: body.asked for body in bodies}
