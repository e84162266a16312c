"""Entries of the cache: whole or not there, the oldest removed first, and a command that shows and clears them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from site_builder.cache.results import (
    cache_folder,
    cached,
    clear,
    generation,
    of_project,
    read_entry,
    stored_entries,
    trim,
    write_entry,
)
from tests.site_builder.test_cli import call


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the folder of an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return cache_folder()


def test_an_entry_is_computed_once_and_again_if_it_is_damaged(folder: Path) -> None:
    computed: list[bytes] = []

    def compute() -> bytes:
        computed.append(b"font")
        return b"font"

    for _ in range(2):
        assert cached("fonts", ("a", "b"), compute) == b"font"
    assert cached("fonts", ("a", "c"), compute) == b"font"
    assert len(computed) == 2
    for entry in stored_entries():
        entry.path.write_bytes(entry.path.read_bytes()[:-1] + b"T")
    assert cached("fonts", ("a", "b"), compute) == b"font"
    assert len(computed) == 3


def test_an_unwritable_cache_stores_nothing(folder: Path, tmp_path: Path) -> None:
    folder.write_text("a file, not a folder")
    write_entry("fonts/a", b"content")
    assert read_entry("fonts/a") is None
    assert generation(tmp_path) == ""
    trim()
    clear()
    assert stored_entries() == []


def test_entries_that_were_not_used_for_the_longest_time_are_removed_first(folder: Path) -> None:
    for age, name in enumerate(("new", "used", "old", "oldest")):
        write_entry(f"kind/{name}", bytes(968))
        os.utime(folder / "kind" / name, (1e9 - age, 1e9 - age))
    assert read_entry("kind/oldest") is not None
    trim(3000, every=3600)
    assert sorted(entry.path.name for entry in stored_entries()) == ["new", "oldest", "trimmed"]
    trim(0, every=3600)  # not again at once
    assert read_entry("kind/new") is not None


def test_the_command_shows_and_clears_the_cache(
    folder: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    packages = folder / "0123" / "node_modules" / "esbuild" / "package.json"
    packages.parent.mkdir(parents=True)
    packages.write_text("{}")
    (folder / "0123" / "package-lock.json").write_text("{}")
    write_entry("fonts/a", b"font")
    write_entry(of_project(tmp_path / "one", "digests"), b"one")
    write_entry(of_project(tmp_path / "two", "digests"), b"two")
    one = ("--project", str(tmp_path / "one"))
    assert call(capfd, "cache") == (0, "", f"3 results, 106 bytes in {folder}\n")
    _, out, _ = call(capfd, "cache", *one, "--json")
    here = {"folder": str(folder / of_project(tmp_path / "one")), "entries": 1, "bytes": 35}
    assert json.loads(out) == {"ok": True, "cleared": False, **here}
    assert call(capfd, "cache", "--clear", *one)[2].startswith("1 result, 35 bytes removed from")
    assert read_entry("fonts/a") == b"font"
    assert call(capfd, "cache", "--clear")[2] == f"2 results, 71 bytes removed from {folder}\n"
    assert (stored_entries(), packages.is_file()) == ([], True)
