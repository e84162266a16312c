"""The handbook, built once in a folder of its own: other suites may build it at the same time."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import html5lib
import pytest

from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.pipeline.context import BuildResult
from site_builder.pipeline.refresh import refresh_data

HANDBOOK = Path(__file__).parents[2] / "handbook"


@dataclass(frozen=True)
class Built:
    """A project that was built, and what came of it."""

    project: Path
    result: BuildResult

    def page(self, name: str) -> str:
        """Return the HTML of a page."""
        return self.result.files[f"{name}.html"].decode()

    def words(self, name: str) -> str:
        """Return the words of a page, with single spaces."""
        tree = html5lib.parse(self.page(name), namespaceHTMLElements=False)
        return " ".join(unescape("".join(tree.find("body").itertext())).split())


@pytest.fixture(scope="session")
def memo() -> Memo:
    """Return the memo that the builds share: bundles are made once."""
    return Memo()


Build = Callable[[Path], Built]


@pytest.fixture(scope="session")
def build(memo: Memo) -> Build:
    """Return a function that computes the data of a project, and builds it."""

    def build_one(project: Path) -> Built:
        refresh_data(project)
        return Built(project, build_files(project, memo))

    return build_one


@pytest.fixture(scope="session")
def handbook(tmp_path_factory: pytest.TempPathFactory, build: Build) -> Built:
    """Build a copy of the handbook."""
    project = tmp_path_factory.mktemp("handbook") / "handbook"
    shutil.copytree(HANDBOOK, project, ignore=shutil.ignore_patterns("build", "__pycache__"))
    return build(project)
