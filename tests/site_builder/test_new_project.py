"""A blank project has little in it, and builds without a word."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from site_builder.new_project import STARTER, new_project
from site_builder.problems.problem import SiteError
from tests.site_builder.conftest import Build


def test_a_blank_project_builds_without_messages(tmp_path: Path, build: Build) -> None:
    project = tmp_path / "essay"
    files = sorted(path.as_posix() for path in new_project(project, is_blank=True))
    assert files == [".gitignore", "content/chapters/index.md", "content/explorables/first.py", "content/site.toml"]
    result = build(project)
    assert result.problems == ()
    page = result.files["index.html"].decode()
    assert "A side of 3 makes an area of <strong>9</strong>." in page
    assert "<rect" in page


@pytest.mark.parametrize("command", ["site-builder", "python -m site_builder"])
def test_the_next_command_has_the_name_that_was_called(tmp_path: Path, command: str) -> None:
    program = tmp_path / "site-builder"
    program.write_text("from site_builder.cli import main\nmain()\n")
    called = [str(program)] if command == "site-builder" else ["-m", "site_builder"]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, *called, "new", str(tmp_path / "essay")], env=environment, capture_output=True, text=True
    )
    assert f"; next: {command} serve --project {tmp_path / 'essay'}\n" in done.stderr
    readme = (tmp_path / "essay" / "README.md").read_text(encoding="utf-8")
    assert next(line for line in readme.splitlines() if "#" in line[1:]).startswith(f"{command} serve    #")


def test_starting_twice_in_one_folder_is_refused(tmp_path: Path) -> None:
    files = new_project(tmp_path / "essay")
    assert Path(".gitignore") in files
    assert Path("content/site.toml") in files
    assert all((tmp_path / "essay" / path).is_file() for path in files)
    with pytest.raises(SiteError, match="not empty"):
        new_project(tmp_path / "essay")


def test_the_starter_does_not_mention_the_game() -> None:
    for path in STARTER.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            text = path.read_text().lower()
            assert not {"yatzy", "dice", "solver", "scorecard"} & set(text.split())
