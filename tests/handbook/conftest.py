"""The handbook and the steps of its tutorial, built in memory."""

from __future__ import annotations

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
from tests.browser.projects import locked

HANDBOOK = Path(__file__).parents[2] / "handbook"
STEPS = sorted((HANDBOOK / "tutorial").iterdir())


def plain(words: str) -> str:
    """Return words without what the page puts into spaces."""
    return " ".join(words.replace("\N{NO-BREAK SPACE}", " ").split())


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
def handbook(build: Build) -> Built:
    """Build the handbook with the data and the caches of the last time; other workers may want to, too."""
    with locked("handbook"):
        return build(HANDBOOK)
