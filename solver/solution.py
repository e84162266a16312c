"""Solutions: the solved game, computed once and kept.

Nothing here imports numba before something has to be solved, so a kept solution is at hand in a few milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from solver.dice import Floats, Ints, KeepLattice, keep_lattice
from solver.exits import points_table
from solver.rules import Ruleset
from solver.states import StateSpace, state_space
from solver.store import Result, recall, sha256


@dataclass(frozen=True, eq=False)
class Game:
    """A ruleset with its tables: dice, states, points."""

    ruleset: Ruleset

    @cached_property
    def lattice(self) -> KeepLattice:
        """Return the keeps of the game's dice."""
        return keep_lattice(self.ruleset.n_dice)

    @cached_property
    def space(self) -> StateSpace:
        """Return the reachable states."""
        return state_space(self.ruleset)

    @cached_property
    def points_of_roll(self) -> Ints:
        """Return the points of every roll in every category: int32[n_rolls, n_categories]."""
        return points_table(self.ruleset, self.lattice)

    @property
    def identity(self) -> dict[str, Any]:
        """Return all of the rules that a value can depend on, for the keys of kept results."""
        ruleset = self.ruleset
        return {
            "ruleset": ruleset.name,
            "options": dict(ruleset.options),
            "dice": ruleset.n_dice,
            "rerolls": ruleset.n_rerolls,
            "categories": list(ruleset.category_names),
            "upper": [category.is_upper for category in ruleset.categories],
            "bonus": ruleset.bonus,
            "threshold": ruleset.threshold,
            "points": sha256(self.points_of_roll.tobytes()),
        }

    @cached_property
    def best_final_score(self) -> int:
        """Return the largest final score: the best roll in every category, and the bonus if that earns it."""
        best = self.points_of_roll.max(axis=0)
        upper = [category.is_upper for category in self.ruleset.categories]
        return int(best.sum()) + self.ruleset.bonus_at(int(best[upper].sum()))


@dataclass(frozen=True, eq=False)
class Solution:
    """The points still to come from every reachable state under best play.

    Attributes
    ----------
    value_of_state : float64[n_states]
        In points, bonus included, in the order of ``StateSpace``.
    solve_seconds, compile_seconds : float
        What the solve took when it was done.
    """

    game: Game
    value_of_state: Floats
    solve_seconds: float
    compile_seconds: float

    @property
    def start_value(self) -> float:
        """Return the expected final score of a game."""
        return float(self.value_of_state[0])

    @property
    def error_bound(self) -> float:
        """Return how far a value can be from the real number that it stands for, in points.

        Notes
        -----
        Let u = 2^-53, M the best final score (no value is larger), and e the error of the successors' values. All
        terms are non-negative, so a sum of n terms, each off by e at most, is off by e + (n - 1) u M to first order,
        and maxima add nothing. A turn adds: one addition in the exit; for each reroll as many means as there are
        dice, each with three roundings in its sum, one in the product and one in the constant 1/6; at the end the
        weighted sum over the rolls, one rounding per addition, product and probability. Errors of a turn are passed
        on undiminished to the turn before. One per cent on top covers the products of errors.
        """
        ruleset = self.game.ruleset
        roundings = 1 + 5 * ruleset.n_dice * ruleset.n_rerolls + len(self.game.lattice.rolls) + 2
        return 1.01 * ruleset.n_categories * roundings * self.game.best_final_score * 2.0**-53


def no_progress(_done: int, _total: int) -> None:
    """Tell nobody."""


def find_solution(
    ruleset: Ruleset, fresh: bool = False, progress: Callable[[int, int], None] = no_progress
) -> tuple[Solution, bool]:
    """Return the solution of ``ruleset`` and whether it was kept from before.

    Parameters
    ----------
    fresh : bool
        Solve anew even if a solution is kept.
    progress : callable
        Told the number of layers done and of all layers while the game is solved.
    """
    game = Game(ruleset)

    def compute() -> Result:
        from solver.solve import solve  # numba is imported only where something is solved

        solved = solve(ruleset, progress=progress)
        timings = solved.timings
        facts = {"solve_seconds": timings.total_seconds, "compile_seconds": timings.compile_seconds}
        return Result({"value_of_state": solved.value_of_state}, facts)

    result, from_cache = recall("values", game.identity | {"theta": 0}, compute, fresh)
    values = np.asarray(result.arrays["value_of_state"], dtype=np.float64)
    return Solution(game, values, **result.facts), from_cache
