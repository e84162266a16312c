"""The JavaScript packages are found in a checkout, and fetched once where they are missing."""

from __future__ import annotations

import json
import os
import runpy
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from site_builder.assets import packages
from site_builder.cache.results import Memo
from site_builder.pipeline.build import build_files
from site_builder.problems.problem import SiteError

ROOT = Path(__file__).resolve().parents[3]
FIND = """
import sys
from pathlib import Path
from site_builder.assets.packages import find_packages
from site_builder.problems.problem import SiteError

try:
    print(find_packages(Path(sys.argv[1])))
except SiteError as error:
    print(error)
"""
REFUSE = """#!/bin/sh
echo "npm error: no route to host" >&2
exit 1
"""
FETCH = """#!/bin/sh
cmp package-lock.json "$LOCK" && cp -r "$PACKAGES" node_modules && echo fetched >> "$LOG"
"""


def write_packages(folder: Path, change: str | None = None) -> None:
    """Write the description of each package, of which one may have another version than the lock."""
    for name, version in packages.locked_versions(ROOT).items():
        (folder / name).mkdir(parents=True)
        described = json.dumps({"version": "0.0.0" if name == change else version})
        (folder / name / "package.json").write_text(described)


def test_the_engine_and_the_packages_of_a_checkout_are_the_repository() -> None:
    assert packages.find_engine() == ROOT
    assert packages.find_packages(ROOT) == ROOT / "node_modules"


def test_a_site_is_built_from_the_files_that_a_wheel_contains(
    make_project: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = make_project("explore-good")
    with (project / "content/chapters/tides.md").open("a", encoding="utf-8") as chapter:
        chapter.write("\nOf $x^2 + \\sqrt{y}$.\n")
    packer = runpy.run_path(str(ROOT / "site_builder" / ".packaging" / "hatch_build.py"))
    for file in packer["needed"](ROOT, ROOT / "node_modules"):
        copy = project / file.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, copy)
    assert packages.find_packages(project) == project / "node_modules"
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))  # which might contain what other packages made
    built = build_files(project, Memo())
    assert built.errors == ()
    assert any("stix-two-math" in path for path in built.files)


def test_an_installation_without_packages_fetches_them_once(tmp_path: Path) -> None:
    """A copy of the builder runs with its own npm, an empty cache and a project with outdated packages."""
    for name in ("assets", "cache", "output", "problems"):
        shutil.copytree(ROOT / "site_builder" / name, tmp_path / "lib" / "site_builder" / name)
    for path in (ROOT / "site_builder").glob("*.py"):
        shutil.copy(path, tmp_path / "lib" / "site_builder")
    (tmp_path / "lib" / "templates").mkdir()
    for name in packages.ENGINE_FILES:
        shutil.copy(ROOT / name, tmp_path / "lib")
    write_packages(tmp_path / "project" / "node_modules", change="temml")
    write_packages(tmp_path / "fetched")
    (tmp_path / "bin").mkdir()
    environment = {
        "PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(tmp_path / "lib"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "LOCK": str(ROOT / "package-lock.json"),
        "PACKAGES": str(tmp_path / "fetched"),
        "LOG": str(tmp_path / "log"),
    }

    def find(npm: str) -> str:
        for name, script in (("npm", npm), ("node", "#!/bin/sh\n")):
            (tmp_path / "bin" / name).write_text(script)
            (tmp_path / "bin" / name).chmod(0o755)
        command = [sys.executable, "-c", FIND, str(tmp_path / "project")]
        return subprocess.run(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, text=True).stdout.strip()

    assert "no route to host" in find(REFUSE)
    assert list((tmp_path / "cache" / "site-builder").iterdir()) == []
    found = find(FETCH)
    assert Path(found).is_relative_to(tmp_path / "cache" / "site-builder")
    assert find(FETCH) == found
    assert (tmp_path / "log").read_text() == "fetched\n"
    shutil.rmtree(Path(found) / "temml")
    assert find(FETCH) == found
    assert (tmp_path / "log").read_text() == "fetched\nfetched\n"
    write_packages(tmp_path / "lib" / "node_modules")
    assert find(REFUSE) == str(tmp_path / "lib" / "node_modules")


def test_npm_comes_from_the_wheel_if_the_system_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    command, environment = packages.npm()
    assert Path(command[0]).is_file()
    assert (Path(environment["PATH"].split(":")[0]) / "node").is_file()


def test_a_machine_without_esbuild_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SiteError, match="esbuild is not installed for this machine"):
        packages.esbuild_program(tmp_path)
