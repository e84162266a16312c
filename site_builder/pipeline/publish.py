"""Build a site into its folder, unless it is up to date."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.cache.fingerprint import fingerprint, fingerprints
from site_builder.cache.results import Known, Memo, digest_of, generation, of_project, read_known, trim, write_known
from site_builder.explorables.pool import start_workers
from site_builder.output.files import read_record, replacing
from site_builder.pipeline.build import build_files
from site_builder.pipeline.context import Stopwatch, ignore_message
from site_builder.pipeline.refresh import refresh_data
from site_builder.problems.problem import Problem, SiteError

# Inputs that cached results name in their keys: a change affects only the results that depend on it.
NAMED_BY_PIECES = ("content/chapters/", "content/concepts/", "static/")


@dataclass(frozen=True)
class Built:
    """A site in its folder; ``report`` is what ``build --json`` prints, and ``stopwatch`` has measured the steps."""

    report: Mapping[str, Any]
    problems: tuple[Problem, ...]
    is_fresh: bool
    stopwatch: Stopwatch


def build_site(
    project: Path,
    out: Path,
    url: str | None = None,
    with_drafts: bool = False,
    say: Callable[[str], None] = ignore_message,
    is_offline: bool = False,
) -> Built:
    """Build a site into ``out``, unless it is up to date.

    Data commands run first where their results are stale; ``say`` gets a sentence on each, and of what takes long.
    ``is_offline`` is whether the site is to work when it is opened from disk.

    Raises
    ------
    SiteError
        With every problem that was found; ``out`` is left unchanged.
    """
    from site_builder.assets.packages import find_engine

    started, stopwatch = time.monotonic(), Stopwatch()
    stopwatch.begin("find what has changed")
    project = project.resolve()
    engine = find_engine()
    known, record = read_known(project), read_record(out) or {}
    if not known.files:  # without a cache: these processes take as long to start as the build
        start_workers(project)
    before = fingerprint(project, engine, known)
    # After the cache was cleared, everything is rebuilt.
    asked = {"url": url, "drafts": with_drafts, "cache": generation(project)}
    made_so = {**asked, "offline": is_offline, "inputs": before}
    if made_so.items() <= record.items() and is_complete(record, out, known):
        write_known(project, known)
        warnings = tuple(Problem(**problem) for problem in record["problems"])
        return Built({**record["report"], "seconds": elapsed(started), "fresh": True}, warnings, True, stopwatch)
    stopwatch.begin("run data commands")
    manifest = refresh_data(project, say=say, known=known)
    _, ground = fingerprints(project, engine, known, NAMED_BY_PIECES)
    memo = Memo(known, of_project(project, digest_of(ground, asked)))
    made_from: dict[str, Any] = {**asked, "offline": is_offline}
    ground_at_end = ""
    with replacing(out) as replacement:

        def begin(files: Mapping[str, bytes]) -> None:
            """Write the complete files and their record while the search index is computed."""
            nonlocal ground_at_end
            replacement.begin(files)
            made_from["inputs"], ground_at_end = fingerprints(project, engine, known, NAMED_BY_PIECES)

        result = build_files(
            *(project, memo),
            url=url,
            with_drafts=with_drafts,
            manifest=manifest,
            begin=begin,
            say=say,
            stopwatch=stopwatch,
            is_offline=is_offline,
        )
        stopwatch.begin("write the site and the cache")
        if not result.files:
            raise SiteError(result.problems)
        problems = [vars(problem) for problem in result.problems]
        digests = {path: hashlib.sha256(content).hexdigest() for path, content in sorted(result.files.items())}
        made_from |= {"digests": digests, "report": dict(result.report), "problems": problems}
        replacement.end(result.files, made_from)
    if ground_at_end == ground:  # no input was written meanwhile
        memo.store()
    write_known(project, known)
    trim()
    stopwatch.begin("")
    return Built({**result.report, "seconds": elapsed(started), "fresh": False}, result.problems, False, stopwatch)


def is_complete(record: Mapping[str, Any], out: Path, known: Known) -> bool:
    """Return whether the folder still contains every file of its site unchanged."""
    digests: Mapping[str, str] = record.get("digests", {})
    try:
        return bool(digests) and all(known.sha256_of(f"{out}/{path}") == digest for path, digest in digests.items())
    except OSError:
        return False


def elapsed(started: float) -> float:
    """Return seconds since ``started``."""
    return round(time.monotonic() - started, 3)
