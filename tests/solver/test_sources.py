from solver.sources import path_of_module, source_digests, sources_of_module


def test_every_file_of_the_solver_has_a_digest():
    names = set(source_digests())
    assert {"solver/rules.py", "solver/kernels.py", "solver/datasets/fill.py"} <= names
    assert all(name.startswith("solver/") and name.endswith(".py") for name in names)


def test_modules_are_found_as_files_and_as_packages():
    assert path_of_module("solver.rules") == "solver/rules.py"
    assert path_of_module("solver.datasets") == "solver/datasets/__init__.py"
    assert path_of_module("solver.rules.Ruleset") is None
    assert path_of_module("numpy") is None


def test_a_solution_depends_on_what_solves_it_and_on_nothing_else():
    """``solution`` imports ``solve`` inside a function only, and ``solve`` imports the kernels."""
    names = set(sources_of_module("solver.solution"))
    assert {f"solver/{name}.py" for name in ("solution", "solve", "kernels", "rules", "dice", "states")} <= names
    assert not names & {"solver/cli.py", "solver/reports.py", "solver/datasets/fill.py"}


def test_a_module_from_elsewhere_may_use_everything():
    assert sources_of_module("tests.solver.test_sources") == source_digests()
