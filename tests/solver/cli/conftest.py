"""Fixtures of the command line."""

import pytest


@pytest.fixture
def solved(monkeypatch, solution):
    """Answer from the solution of the session instead of solving again."""
    monkeypatch.setattr("solver.solving.solution.find_solution", lambda *_arguments, **_options: (solution, True))
