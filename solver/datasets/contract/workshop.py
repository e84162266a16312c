"""The workshop: one ruleset, its solution, and what several data sets need, each made once.

It knows nothing of what is made in it, so that what is kept depends on the sources of its maker only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar

import numpy.typing as npt

from solver.datasets.contract.clock import Clock
from solver.game.game import Game
from solver.rules.ruleset import Ruleset
from solver.solving.solution import Solution, find_solution
from solver.store.format import Result
from solver.store.results import recall

Made = TypeVar("Made")
Arrays = Mapping[str, npt.NDArray[Any]]

WAITING = "waiting for what another set needs, too"


@dataclass(frozen=True, eq=False)
class Workshop:
    """One ruleset and the results that its data sets are made from; several threads may work in it.

    Whatever several sets need is a step of its own on the clock.
    """

    ruleset: Ruleset
    clock: Clock = field(default_factory=Clock)
    made: dict[Callable[..., Any], Any] = field(default_factory=dict)
    locks: dict[Callable[..., Any], Lock] = field(default_factory=dict)

    @property
    def solution(self) -> Solution:
        """Return the solved game."""
        return self.once(solution_of)

    @property
    def game(self) -> Game:
        """Return the game's tables."""
        return self.solution.game

    def once(self, function: Callable[[Workshop], Made]) -> Made:
        """Return what ``function`` makes of this workshop; it is called once."""
        return self._make(function, lambda: function(self))

    def kept(self, function: Callable[[Solution], Arrays]) -> Arrays:
        """Return the arrays that ``function`` computes from the solution, kept in the store under its name.

        They are computed anew when a source changes that the module of ``function`` uses.
        """

        def compute() -> Result:
            return Result(function(self.solution), {})

        compute.__module__ = function.__module__
        return self._make(function, lambda: recall(function.__name__, self.game.identity, compute)[0].arrays)

    def _make(self, function: Callable[..., Any], make: Callable[[], Made]) -> Made:
        """Return what was made in the name of a function, else make it; who asks meanwhile waits for it."""
        if function not in self.made:
            lock = self.locks.setdefault(function, Lock())
            with self.clock.step(WAITING):
                lock.acquire()
            try:
                if function not in self.made:
                    with self.clock.step(f"{function.__name__} ({self.ruleset.name})"):
                        self.made[function] = make()
            finally:
                lock.release()
        made: Made = self.made[function]
        return made


def solution_of(workshop: Workshop) -> Solution:
    """Return the solved game of a workshop."""
    return find_solution(workshop.ruleset)[0]
