"""The workshop: one ruleset, its solution, and what several data sets need, each made once.

It knows nothing of what is made in it, so that what is kept depends on the sources of its maker only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

import numpy.typing as npt

from solver.rules import Ruleset
from solver.solution import Game, Solution, find_solution
from solver.store import Result, recall

Made = TypeVar("Made")
Arrays = Mapping[str, npt.NDArray[Any]]


@dataclass(frozen=True, eq=False)
class Workshop:
    """One ruleset and the results that its data sets are made from."""

    ruleset: Ruleset
    made: dict[Callable[..., Any], Any] = field(default_factory=dict)

    @cached_property
    def solution(self) -> Solution:
        """Return the solved game."""
        return find_solution(self.ruleset)[0]

    @property
    def game(self) -> Game:
        """Return the game's tables."""
        return self.solution.game

    def once(self, function: Callable[[Workshop], Made]) -> Made:
        """Return what ``function`` makes of this workshop; it is called once."""
        if function not in self.made:
            self.made[function] = function(self)
        made: Made = self.made[function]
        return made

    def kept(self, function: Callable[[Solution], Arrays]) -> Arrays:
        """Return the arrays that ``function`` computes from the solution, kept in the store under its name.

        They are computed anew when a source changes that the module of ``function`` uses.
        """

        def compute() -> Result:
            return Result(function(self.solution), {})

        if function not in self.made:
            compute.__module__ = function.__module__
            self.made[function] = recall(function.__name__, self.game.identity, compute)[0].arrays
        arrays: Arrays = self.made[function]
        return arrays
