"""What a site is made from."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from site_builder.reuse import fingerprint
from site_builder.reuse.fingerprint import PACKAGES, Known, installed_versions, read_large, sha256_of


def test_versions_are_those_that_the_packages_tell() -> None:
    found = installed_versions()
    assert {name: found[name] for name in PACKAGES} == {name: version(name) for name in PACKAGES}


def test_of_two_installations_the_one_that_is_imported_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder, name in (
        ("first", "Some_Thing-2.0.dist-info"),
        ("second", "some_thing-1.0.dist-info"),
        ("second", "old-thing-0.3-py3.11.egg-info"),
    ):
        (tmp_path / folder / name).mkdir(parents=True)
    monkeypatch.setattr("sys.path", [str(tmp_path / name) for name in ("none", "first", "second")])
    assert installed_versions() == {"some-thing": "2.0", "old-thing": "0.3"}


def test_large_files_have_their_own_numbers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "LARGE", 9)
    paths = [tmp_path / f"{number}.bin" for number in range(40)]
    for number, path in enumerate(paths):
        path.write_bytes(bytes([number]) * number)
    known: Known = {}
    read_large([*paths, tmp_path / "missing.bin", tmp_path], known)
    assert set(paths[10:]) <= set(known)
    assert {path: sha256_of(path, known) for path in paths} == {path: sha256_of(path, {}) for path in paths}
