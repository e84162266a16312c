"""The cache between builds of a project changes nothing but the time."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from site_builder.cache.results import Memo, stored_entries
from site_builder.pipeline.build import build_files
from site_builder.pipeline.publish import build_site
from tests.site_builder.conftest import SITES, Make

DIRECTIVE = '''
from pathlib import Path


def today(words: str):
    """What the board says; each call is noted beside the project."""
    with (Path(__file__).parents[3] / "calls.txt").open("a") as calls:
        calls.write(".")
    return Path(__file__).with_name("board.txt").read_text(encoding="utf-8")
'''
EDITS = {
    "a concept": ("content/concepts/spring-tide.md", "The highest", "The largest"),
    "a widget's view": ("static/js/harbour/widgets/boat.js", " m${step}", " metres${step}"),
    "a style": ("static/css/harbour/pier.css", "plum", "teal"),
    "what a directive reads": ("content/directives/board.txt", "high", "low"),
}


def test_stored_results_are_read_by_the_next_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    first = Memo(folder="projects/a/ground")
    assert first.is_empty
    made = first.get("body", 1, lambda: first.get("page", 2, lambda: first.get("still", 3, lambda: ["still"])))
    first.get("page", 4, lambda: "not stored")
    assert not Memo(folder="projects/a/ground").knows("body", 1)
    first.store()
    again = Memo(folder="projects/a/ground")
    assert not again.is_empty
    assert (again.knows("body", 1), again.knows("still", 3), again.knows("page", 4)) == (True, True, False)
    assert again.get("body", 1, lambda: pytest.fail("made anew")) == made
    assert not Memo(folder="projects/a/other ground").knows("body", 1)
    for entry in stored_entries():
        entry.path.write_bytes(entry.path.read_bytes()[:-1])
    damaged = Memo(folder="projects/a/ground")
    assert not damaged.knows("body", 1)
    assert damaged.get("body", 1, lambda: "made anew") == "made anew"


def test_a_site_from_the_cache_equals_a_clean_build(make_project: Make, tmp_path: Path) -> None:
    """After any edit, and at another address."""
    index = (SITES / "_base" / "content" / "chapters" / "index.md").read_text() + "\nThe water is ::today[now].\n"
    board = {"content/directives/board.py": DIRECTIVE, "content/directives/board.txt": "high"}
    style = {"static/css/harbour/pier.css": ".pier { color: plum; }"}
    settings = (SITES / "_base" / "content" / "site.toml").read_text() + '[app]\nname = "Tides"\npages = ["tides.md"]\n'
    texts = {"content/chapters/index.md": index, "content/site.toml": settings}
    project = make_project(files={**texts, **board, **style})
    out = tmp_path / "site"
    build_site(project, out)
    for path, old, new in EDITS.values():
        text = (project / path).read_text()
        assert old in text
        (project / path).write_text(text.replace(old, new))
        assert_same(project, out, None)
    assert_same(project, out, "https://example.org/other/")
    # Inputs of a project's directive are unknown: its chapter is rendered again if there is no site.
    before = (tmp_path / "calls.txt").read_text()
    shutil.rmtree(out)
    build_site(project, out, "https://example.org/other/")
    assert (tmp_path / "calls.txt").read_text() == f"{before}."


def assert_same(project: Path, out: Path, url: str | None) -> None:
    """Build a site from the cache, and compare it with a clean build."""
    kept = build_site(project, out, url)
    fresh = build_files(project, Memo(), complete=False, url=url)
    made = {path: (out / path).read_bytes() for path in fresh.files}
    assert [path for path, content in fresh.files.items() if made[path] != content] == []
    assert kept.problems == fresh.problems
