"""A blank project has little in it, and builds without a word."""

from __future__ import annotations

from pathlib import Path

from site_builder.new_project import new_project
from tests.site_builder.conftest import Build


def test_a_blank_project_builds_without_a_word(tmp_path: Path, build: Build) -> None:
    project = tmp_path / "essay"
    files = sorted(path.as_posix() for path in new_project(project, is_blank=True))
    assert files == [".gitignore", "content/chapters/index.md", "content/explorables/first.py", "content/site.toml"]
    result = build(project)
    assert result.problems == ()
    page = result.files["index.html"].decode()
    assert "A side of 3 makes an area of <strong>9</strong>." in page
    assert "<rect" in page
