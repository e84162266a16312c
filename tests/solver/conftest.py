import sys
from pathlib import Path

import pytest

from solver.cli import main
from solver.datasets.contract import DATASETS
from solver.datasets.fill import fill
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.solving.backwards import Solved, solve
from solver.solving.solution import Solution
from tests.solver.games import TINY

PROJECT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def tiny() -> Solved:
    """One small game with a bonus, solved once."""
    return solve(TINY)


@pytest.fixture(scope="session")
def solution() -> Solution:
    """The full game, solved once."""
    solved = solve(find_ruleset())
    return Solution(Game(solved.space.ruleset), solved.value_of_state, 0.0, 0.0)


@pytest.fixture(scope="session")
def data() -> Path:
    """The contract folder; stale data sets are computed first."""
    out = PROJECT / "build" / "data"
    fill(out)
    return out


@pytest.fixture
def command_line(monkeypatch, capsys):
    """Run a command line in this process; return exit code, stdout and stderr."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["solver", *arguments])
        with pytest.raises(SystemExit) as stop:
            main.run()
        out, err = capsys.readouterr()
        return stop.value.code or 0, out, err

    return run


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache folder of the test's own."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("YATZY_CACHE_DIR", str(folder))
    return folder


@pytest.fixture
def only_sets():
    """Return a function that registers data sets instead of the real ones, for one test."""
    before = dict(DATASETS)

    def register(sets=()):
        DATASETS.clear()
        DATASETS.update({dataset.name: dataset for dataset in sets})
        return DATASETS

    yield register
    DATASETS.clear()
    DATASETS.update(before)
