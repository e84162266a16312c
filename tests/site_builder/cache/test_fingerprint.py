"""The fingerprint of a site's inputs."""

from __future__ import annotations

import os
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import pytest

from site_builder.cache.fingerprint import PACKAGES, fingerprint, installed_versions
from site_builder.cache.results import DIGESTS, Known, of_project, read_known, write_entry, write_known

ROOT = Path(__file__).parents[3]

LATER = 10**19  # nanoseconds: a build that begins long after all files were written
NOT_NEEDED = ("pandas", "polars")  # which some environments do without


def test_versions_are_those_of_the_packages() -> None:
    found = installed_versions()
    here = [name for name in PACKAGES if find_spec(name) or name not in NOT_NEEDED]
    assert {name: found[name] for name in here} == {name: version(name) for name in here}


def test_of_two_installations_the_one_that_is_imported_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, name in (
        ("first", "Some_Thing-2.0.dist-info"),
        ("second", "some_thing-1.0.dist-info"),
        ("second", "old-thing-0.3-py3.11.egg-info"),
    ):
        (tmp_path / folder / name).mkdir(parents=True)
    for name in ("second", "first", "none"):
        monkeypatch.syspath_prepend(tmp_path / name)
    found = installed_versions()
    assert (found["some-thing"], found["old-thing"]) == ("2.0", "0.3")


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project with an explorable."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "content" / "explorables").mkdir(parents=True)
    (tmp_path / "content" / "site.toml").write_text('title = "Tides"')
    (tmp_path / "content" / "explorables" / "ebb.py").write_text("import tides\nfrom lib import moon")
    (tmp_path / "tides.py").write_text("depth = 1")
    return tmp_path


def test_unchanged_files_are_not_read_by_the_next_build(project: Path) -> None:
    first = Known(begun=LATER)
    number = fingerprint(project, ROOT, first)
    write_known(project, first)
    again = read_known(project)
    assert (again.files, again.imports) == (first.files, first.imports)
    assert fingerprint(project, ROOT, again) == number
    assert not again.is_longer
    (project / "lib").mkdir()
    (project / "lib" / "moon.py").write_text("phase = 0")
    assert fingerprint(project, ROOT, read_known(project)) != number


def test_a_change_with_the_same_size_and_time_is_detected(project: Path) -> None:
    known, tides = Known(begun=LATER), project / "tides.py"
    number = fingerprint(project, ROOT, known)
    write_known(project, known)
    written = tides.stat()
    while tides.stat().st_ctime_ns == written.st_ctime_ns:  # until the clock of the file system has moved on
        tides.write_text("depth = 2")
        os.utime(tides, ns=(written.st_atime_ns, written.st_mtime_ns))
    assert tides.stat().st_mtime_ns == written.st_mtime_ns
    assert fingerprint(project, ROOT, read_known(project)) != number


def test_digests_of_recent_or_removed_files_are_not_stored(project: Path) -> None:
    known = Known(begun=LATER)
    fingerprint(project, ROOT, known)
    (project / "tides.py").unlink()
    write_known(project, known)
    site = str(project / "content" / "site.toml")
    assert site in read_known(project).files
    assert str(project / "tides.py") not in read_known(project).files
    known.begun, known.is_longer = 0, True
    write_known(project, known)
    assert site not in read_known(project).files


@pytest.mark.parametrize("content", [b"", b"[]", b'[[["a"]], {}]', b"null", b"{}"])
def test_digests_of_another_version_are_ignored(project: Path, content: bytes) -> None:
    write_entry(of_project(project, DIGESTS), content)
    assert (read_known(project).files, read_known(project).imports) == ({}, {})
