"""Build a site in memory: from the files of a project to the files of its site."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from site_builder.pipeline.context import Build, BuildResult, Stopwatch
from site_builder.problems.problem import Problem, SiteError

if TYPE_CHECKING:
    from site_builder.cache.results import Memo
    from site_builder.data.manifest import Manifest
    from site_builder.pipeline.background import BackgroundEvaluator

# Folders that authors write, and the extensions of text files in them.
WRITTEN = ("content", "static", "templates", "words")
TEXTS = frozenset({".md", ".toml", ".bib", ".json", ".py", ".css", ".js", ".mjs", ".ts", ".html", ".svg", ".xml"})


def build_files(
    project: Path,
    memo: Memo,
    complete: bool = True,
    url: str | None = None,
    is_unfinished: bool = False,
    with_drafts: bool = False,
    manifest: Manifest | None = None,
    begin: Callable[[Mapping[str, bytes]], None] | None = None,
    background: BackgroundEvaluator | None = None,
    say: Callable[[str], None] = lambda sentence: None,
    stopwatch: Stopwatch | None = None,
    is_offline: bool = False,
) -> BuildResult:
    """Read a project and return every file of its site. Nothing is written, and problems are returned, not raised.

    Parameters
    ----------
    project
        Folder that holds ``content/site.toml``.
    memo
        Results of earlier builds of the same project. It changes the time of the build, never its result.
    complete
        Whether to make the search index and to compare the pages with their budgets. This takes half of the time of a
        build in which little has changed.
    url
        Address of the site; it replaces that of ``site.toml``.
    is_unfinished
        Whether data commands are still running: pages have gaps where data sets are missing.
    with_drafts
        Whether to build drafts, too.
    manifest
        The data sets, if they have just been read.
    begin
        Receives the files that are complete before the search index is, if no error was found so far.
    background
        Evaluates explorables while pages show their opening states. Without it, the build waits for all of them.
    say
        Receives progress messages on explorables that take long.
    stopwatch
        Measures the steps.
    is_offline
        Whether to build a site that works when it is opened from disk.
    """
    from site_builder.assets.packages import find_engine, find_packages
    from site_builder.charts import worker
    from site_builder.locales import use_language
    from site_builder.settings.site_toml import read_settings

    memo.begin()
    is_first, project = memo.is_empty, project.resolve()
    try:
        refuse_unfinished_merges(project, memo)
        settings = read_settings(project).published_at(url)
        use_language(settings.config.language)
        # Start these processes before the modules below are imported: both take about half a second.
        if settings.config.charts and is_first:
            worker.PROCESS.start()
        from site_builder.drawing import directives

        if is_first and (project / directives.FOLDER).is_dir():
            directives.PROCESS.start()
        from site_builder.pipeline.steps import run_steps

        node_modules = memo.get("packages", str(project), lambda: find_packages(project))
        build = Build(
            *(project, find_engine(), node_modules, settings, memo, is_unfinished, with_drafts, manifest, begin),
            background=background,
            is_offline=is_offline,
            say=say,
            stopwatch=stopwatch or Stopwatch(),
        )
        return run_steps(build, complete)
    except SiteError as error:
        return BuildResult(problems=error.problems)
    finally:
        use_language("en")


def refuse_unfinished_merges(project: Path, memo: Memo) -> None:
    """Report an error for each file with the marks of a merge conflict; files for download may contain them.

    Raises
    ------
    SiteError
        With an error for each such file. Nothing else is checked, because most other errors would come from the marks.
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
