import json
import sys
from pathlib import Path

import pytest

from site_builder.assets import packages
from site_builder.problems.problem import SiteError

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def bare_engine(tmp_path, monkeypatch):
    """An engine without node_modules, and an empty cache."""
    engine = tmp_path / "engine"
    engine.mkdir()
    for name in packages.ENGINE_FILES:
        (engine / name).write_bytes((ROOT / name).read_bytes())
    monkeypatch.setattr(packages, "find_engine", lambda: engine)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return engine


def install_fake(folder: Path, change: str | None = None) -> None:
    for name, version in packages.locked_versions(ROOT).items():
        package = folder / "node_modules" / name
        package.mkdir(parents=True)
        (package / "package.json").write_text(json.dumps({"version": "0.0.0" if name == change else version}))


def test_the_engine_of_a_checkout_is_the_repository():
    assert packages.find_engine() == ROOT


def test_packages_of_the_checkout_are_found():
    assert packages.find_packages(ROOT) == ROOT / "node_modules"


def test_packages_of_another_version_do_not_count(bare_engine, tmp_path):
    project = tmp_path / "project"
    install_fake(project, change="temml")
    assert not packages.has_packages(project / "node_modules", packages.locked_versions(bare_engine))
    install_fake(bare_engine)
    assert packages.find_packages(project) == bare_engine / "node_modules"


def test_missing_packages_are_fetched_once_into_the_cache(bare_engine, tmp_path, monkeypatch):
    fetched = []

    def install(folder: Path) -> None:
        assert (folder / "package-lock.json").read_bytes() == (ROOT / "package-lock.json").read_bytes()
        fetched.append(folder)
        install_fake(folder)

    monkeypatch.setattr(packages, "install", install)
    found = packages.find_packages(tmp_path)
    assert found.is_relative_to(tmp_path / "cache" / "site-builder")
    assert packages.find_packages(tmp_path) == found
    assert len(fetched) == 1


def test_what_npm_said_is_told_and_nothing_is_left(bare_engine, tmp_path, monkeypatch):
    script = "import sys; print('npm error: no route to host', file=sys.stderr); sys.exit(1)"
    monkeypatch.setattr(packages, "npm", lambda: ([sys.executable, "-c", script], {}))
    with pytest.raises(SiteError, match="no route to host"):
        packages.find_packages(tmp_path)
    assert list((tmp_path / "cache" / "site-builder").iterdir()) == []


def test_npm_comes_from_the_wheel_where_the_system_has_none(monkeypatch):
    monkeypatch.setattr("site_builder.assets.packages.shutil.which", lambda name: None)
    command, environment = packages.npm()
    assert Path(command[0]).is_file()
    assert (Path(environment["PATH"].split(":")[0]) / "node").is_file()


def test_a_machine_without_esbuild_is_told(monkeypatch):
    monkeypatch.setattr("site_builder.assets.packages.platform.machine", lambda: "riscv64")
    with pytest.raises(SiteError, match="riscv64"):
        packages.esbuild_program(ROOT / "node_modules")
