"""Build a site: from the files of a project to the bytes of every page, and only then to the folder."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from site_builder import output
from site_builder.errors import Problem, SiteError
from site_builder.inputs import fingerprint

if TYPE_CHECKING:
    from site_builder.gather import Work
    from site_builder.memo import Memo


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
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    report: Mapping[str, Any] = field(default_factory=dict)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """Return the problems that forbid publishing."""
        return tuple(problem for problem in self.problems if problem.severity == "error")


def build_files(project: Path, memo: Memo, complete: bool = True, url: str | None = None) -> BuildResult:
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
    """
    from site_builder.config import read_settings
    from site_builder.gather import Work
    from site_builder.packages import find_engine, find_packages

    memo.begin()
    project = project.resolve()
    try:
        settings = read_settings(project).standing_at(url)
        node_modules = memo.get("packages", str(project), lambda: find_packages(project))
        return run(Work(project, find_engine(), node_modules, settings, memo), complete)
    except SiteError as error:
        return BuildResult(problems=error.problems)


def run(work: Work, complete: bool) -> BuildResult:
    """Take a build through its steps; nothing is assembled while there are errors."""
    from site_builder.assemble import add_index, assemble, page_sources, report_on, weigh
    from site_builder.chapters import read_library
    from site_builder.checks import check_budget_names, check_listed, check_numbers, check_templates, check_uses
    from site_builder.data import Tables
    from site_builder.gather import gather_site, read_data, scripts_of, write_bodies
    from site_builder.templates import Templates
    from site_builder.workshop import Workshop

    work.problems.extend([*work.settings.problems, *check_budget_names(work.settings)])
    work.problems.extend(check_templates(work.project, work.engine))
    manifest = read_data(work)
    scripts = scripts_of(work)
    tables = Tables(manifest.sets)
    still_bundle = scripts.still_bundle if scripts else ""
    make = Workshop(work.project, work.node_modules, work.settings, tables, still_bundle, work.memo)
    templates = Templates(work.engine / "templates", work.memo)
    library = read_library(work.project, work.settings, work.memo)
    work.problems.extend(library.problems)
    site = gather_site(work, library, manifest, tables, make, templates, scripts.urls if scripts else {})
    bodies = write_bodies(work, site, library)
    work.problems.extend(check_numbers(work.settings, library, work.memo))
    if scripts is None or work.has_errors():
        return BuildResult(problems=work.sorted_problems())
    work.problems.extend([*check_uses(work.settings, library, bodies), *check_listed(site, library, bodies)])
    files = assemble(work, site, bodies, scripts, manifest)
    sources = page_sources(bodies)
    if work.has_errors():
        return BuildResult(problems=work.sorted_problems())
    if not complete:
        return BuildResult(files, sources, work.sorted_problems())
    files = add_index(work, files, list(sources))
    weigh(work, files, sources)
    if work.has_errors():
        return BuildResult(problems=work.sorted_problems())
    return BuildResult(files, sources, work.sorted_problems(), report_on(files, list(sources)))


@dataclass(frozen=True)
class Built:
    """A site in its folder; ``report`` is what ``build --json`` prints."""

    report: Mapping[str, Any]
    problems: tuple[Problem, ...]
    is_fresh: bool


def build_site(project: Path, out: Path, url: str | None = None) -> Built:
    """Build a site into ``out``, unless what is there was made from the same inputs.

    The data command runs first where its results are stale.

    Raises
    ------
    SiteError
        With every problem that was found; what lay in ``out`` stays.
    """
    from site_builder.packages import find_engine

    started = time.monotonic()
    project = project.resolve()
    engine = find_engine()
    before = fingerprint(project, engine)
    record = output.read_record(out)
    if record is not None and (record.get("inputs"), record.get("url")) == (before, url) and is_complete(record, out):
        warnings = tuple(Problem(**problem) for problem in record["problems"])
        return Built({**record["report"], "seconds": elapsed(started), "fresh": True}, warnings, True)
    refresh_data(project)
    from site_builder.memo import Memo

    result = build_files(project, Memo(), url=url)
    if not result.files:
        raise SiteError(result.problems)
    problems = [vars(problem) for problem in result.problems]
    sizes = {path: len(content) for path, content in sorted(result.files.items())}
    made_from = {"inputs": fingerprint(project, engine), "url": url, "sizes": sizes}
    output.publish(result.files, out, {**made_from, "report": dict(result.report), "problems": problems})
    return Built({**result.report, "seconds": elapsed(started), "fresh": False}, result.problems, False)


def elapsed(started: float) -> float:
    """Return seconds since ``started``."""
    return round(time.monotonic() - started, 3)


def is_complete(record: Mapping[str, Any], out: Path) -> bool:
    """Tell whether the folder still holds every file of its site, each of its size."""
    for path, size in record.get("sizes", {}).items():
        try:
            if (out / path).stat().st_size != size:
                return False
        except OSError:
            return False
    return bool(record.get("sizes"))


def refresh_data(project: Path) -> None:
    """Run the data command of a project where its results are stale.

    Raises
    ------
    SiteError
        If the command fails, or its results are not fresh afterwards.
    """
    from site_builder.config import read_settings
    from site_builder.data import read_manifest
    from site_builder.data_command import run_command

    settings = read_settings(project)
    data = settings.config.data
    if data is None or not read_manifest(project).stale:
        return
    run_command(settings, project)
    manifest = read_manifest(project)
    if manifest.problems:
        raise SiteError(manifest.problems)
    if stale := manifest.stale:
        place = settings.place("data", "command", value=True)
        message = f"the data are stale after {data.command!r} has run: {stale}"
        raise SiteError([settings.source.problem("data-stale", message, place, length=len(data.command))])
