"""The functions of the package, as a stranger calls them."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import solver
from solver.errors import SolverError

ROOT = Path(__file__).parents[2]
CHAPTER = "handbook/content/chapters/solver-python.md"


@pytest.mark.parametrize(("name", "count"), [("README.md", 3), (CHAPTER, 8)])
def test_the_examples_of_readme_and_handbook_are_correct(name, count):
    sessions = "\n".join(re.findall(r"```pycon\n(.*?)```", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL))
    examples = doctest.DocTestParser().get_doctest(sessions, {}, name, name, 0)
    assert len(examples.examples) == count
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(examples).failed == 0


def test_public_names_are_listed_and_others_are_rejected():
    assert set(solver.PUBLIC) <= set(dir(solver))
    assert all(callable(getattr(solver, name)) for name in solver.PUBLIC)
    with pytest.raises(AttributeError, match="ruleset, solve, advise"):
        solver.simulate  # noqa: B018


def test_importing_costs_nothing_and_advice_loads_no_compiler():
    code = (
        "import sys, solver; assert not {'numpy', 'numba'} & set(sys.modules), 'import'; "
        "print(solver.advise('55566', 0).options[0].value); assert 'numba' not in sys.modules, 'advise'"
    )
    solver.solve()  # to store it
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_house_rules_are_keywords():
    assert solver.solve(bonus=0).start_value < solver.solve().start_value
    rules = solver.ruleset("maxi", bonus=50, threshold=75)
    assert (rules.bonus, rules.threshold) == (50, 75)
    with pytest.raises(SolverError, match="has no option 'bonos'"):
        solver.ruleset(bonos=3)
    with pytest.raises(SolverError, match="unknown ruleset"):
        solver.solve("kniffel")
    with pytest.raises(SolverError, match="unknown policy"):
        solver.distribution("lucky")
