"""Projects that tests build: each has a folder below ``build/tests``, whose caches serve the next run of the tests."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from site_builder.pipeline.publish import build_site
from tests.browser.server import static_host

FOLDER = Path(__file__).parents[2] / "build" / "tests"


@contextlib.contextmanager
def locked(name: str) -> Iterator[None]:
    """Let one process at a time do what has this name."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def once_a_run(name: str, make: Callable[[], object]) -> None:
    """Let one of the processes that share a run of the tests make what has this name: the others serve it meanwhile."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    made_by = FOLDER / f"{name}.run"
    with locked(name):
        if run is None or not made_by.exists() or made_by.read_text() != run:
            make()
            made_by.write_text(run or "")


def write_files(project: Path, files: Mapping[str, str]) -> None:
    """Write files of a project, by their paths in it."""
    for path, text in files.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, encoding="utf-8")


def site_of(name: str, write: Callable[[Path], object]) -> Path:
    """Let ``write`` make a project in a new folder, build it with the caches of the last time, and return its site."""
    project, new = FOLDER / name, FOLDER / f"{name}.new"

    def make() -> None:
        shutil.rmtree(new, ignore_errors=True)
        write(new)
        if (project / "build").exists():
            (project / "build").rename(new / "build")
        shutil.rmtree(project, ignore_errors=True)
        new.rename(project)
        build_site(project, project / "build" / "site")

    once_a_run(name, make)
    return project / "build" / "site"


@contextlib.contextmanager
def hosted(name: str, files: Mapping[str, str]) -> Iterator[str]:
    """Build a project of these files, serve it, and yield the address of its first page."""
    with static_host(site_of(name, lambda project: write_files(project, files))) as address:
        yield address
