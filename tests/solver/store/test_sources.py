import shutil

import pytest

from solver.datasets.contract import DATASETS
from solver.datasets.fill import digest_of_sources
from solver.store import sources
from solver.store.results import result_key
from solver.store.sources import path_of_module, source_digests, sources_of_module


def test_every_file_of_the_solver_has_a_digest():
    names = set(source_digests())
    assert {"solver/rules/games.py", "solver/kernels/turn.py", "solver/datasets/fill.py"} <= names
    assert all(name.startswith("solver/") and name.endswith(".py") for name in names)


def test_modules_are_found_as_files_and_as_packages():
    assert path_of_module("solver.rules.games") == "solver/rules/games.py"
    assert path_of_module("solver.datasets") == "solver/datasets/__init__.py"
    assert path_of_module("solver.rules.ruleset.Ruleset") is None
    assert path_of_module("numpy") is None


def test_a_solution_depends_only_on_the_modules_that_solve_it():
    """``solution`` imports ``backwards`` inside a function only, and that imports the kernels."""
    names = set(sources_of_module("solver.solving.solution"))
    near = ("solving/solution", "solving/backwards", "rules/ruleset", "game/dice", "game/game")
    assert {f"solver/{name}.py" for name in near} <= names
    assert {f"solver/kernels/{name}.py" for name in ("__init__", "turn", "rows", "compile")} <= names
    assert not names & {"solver/cli/main.py", "solver/cli/reports.py", "solver/datasets/fill.py", "solver/__init__.py"}


def test_a_module_of_another_package_depends_on_all_files():
    assert sources_of_module("tests.solver.store.test_sources") == source_digests()


@pytest.fixture
def copied_sources(monkeypatch, tmp_path):
    """Have the sources read from a copy; return its folder and a function that reads them again."""

    def read_anew():
        for reading in (sources.source_digests, sources.imports_of_file, sources.sources_of_module):
            reading.cache_clear()

    shutil.copytree(sources.PACKAGE, tmp_path / "solver", ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(sources, "PACKAGE", tmp_path / "solver")
    read_anew()
    yield tmp_path / "solver", read_anew
    monkeypatch.undo()
    read_anew()


STALE = {
    "kernels/rows.py": {"values", "score_distribution", "drift"},
    "kernels/__init__.py": {"values", "score_distribution", "drift"},
    "kernels/distribution.py": {"score_distribution"},
    "kernels/drift.py": {"drift"},
    "play/distribution.py": {"score_distribution"},
    "cli/reports.py": set(),
    "library.py": set(),
    "__init__.py": set(),
}


def test_results_that_depend_on_a_changed_file_are_stale(copied_sources):
    """Kernels call kernels of other files, so a result depends on files that its own module never names."""
    package, read_anew = copied_sources

    def keys():
        read_anew()
        return {
            "values": result_key("values", {}, "solver.solving.solution"),
            "score_distribution": digest_of_sources(DATASETS["optimal_distribution"]),
            "drift": result_key("drift", {}, "solver.studies.drift"),
        }

    before = keys()
    for touched, stale in STALE.items():
        with (package / touched).open("a") as file:
            file.write("# touched\n")
        after = keys()
        assert {name for name in before if before[name] != after[name]} == stale, touched
        before = after
