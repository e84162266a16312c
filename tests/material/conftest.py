"""Projects with authors' material, tested through the command line and the built page."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from site_builder.cli import run
from tests.site_builder.conftest import keep_apart

SITE = 'title = "Trial"\nlanguage = "en"\nchapters = ["index.md"]\n'
# The first lines of a data script. PyArrow would import pandas, which takes longer than all else that the script does.
PUBLISH = "import sys\nsys.modules |= {'numpy': None, 'pandas': None}\nfrom site_builder import publish\n"
CHAPTER = "---\ntitle: Trial\ndescription: A trial.\n---\n"


@dataclass(frozen=True)
class Outcome:
    """The result of a run of a command: exit code, both streams and the files of the site."""

    code: int
    out: str
    err: str
    site: Path

    @property
    def problems(self) -> list[dict[str, Any]]:
        """Return the problems that ``--json`` printed."""
        assert self.out, (self.code, self.err)
        return list(json.loads(self.out)["problems"])

    def codes(self) -> list[str]:
        """Return the code of each problem."""
        return [problem["code"] for problem in self.problems]

    def page(self, name: str = "index.html") -> str:
        """Return a page of the site."""
        return (self.site / name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class Author:
    """A project of one chapter, and the commands that its author runs."""

    project: Path
    capfd: pytest.CaptureFixture[str]

    def write(self, files: Mapping[str, str | bytes]) -> None:
        """Write files of the project; folders are created."""
        for path, content in files.items():
            target = self.project / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.encode() if isinstance(content, str) else content)

    def chapter(self, body: str, name: str = "index.md") -> None:
        """Write the text of a chapter behind a front matter."""
        self.write({f"content/chapters/{name}": CHAPTER + body})

    def settings(self, more: str) -> None:
        """Add keys and tables to ``site.toml``."""
        self.write({"content/site.toml": SITE + more})

    def run(self, command: str, *options: str) -> Outcome:
        """Run a command of the builder on the project."""
        codes: list[int] = []
        run([command, "--project", str(self.project), *options], codes.append)
        captured = self.capfd.readouterr()
        assert "Traceback" not in captured.err + captured.out, captured.err
        return Outcome(codes[-1], captured.out, captured.err, self.project / "build" / "site")

    def build(self, *options: str) -> Outcome:
        """Build the site; problems are in ``Outcome.problems``."""
        return self.run("build", "--json", *options)


@pytest.fixture
def make_author(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Callable[[str], Author]:
    """Return a function that begins an author's project in a folder of a given name."""
    keep_apart(monkeypatch, tmp_path / "cache")

    def make(folder: str = "project") -> Author:
        project = tmp_path / folder
        project.mkdir(parents=True)
        author = Author(project, capfd)
        author.settings("")
        author.chapter("\nA first sentence.\n")
        return author

    return make


@pytest.fixture
def author(make_author: Callable[[str], Author]) -> Author:
    """Return an author's project with one chapter and nothing else."""
    return make_author("project")
