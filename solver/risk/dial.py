"""The best theta for a target, compared with the best possible policy.

Exponential utility ignores the points so far, so a player with one theta falls short of a player who plays for the
target. Both are computed exactly; the best theta is searched on a grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats
from solver.play.distribution import Distribution


@dataclass(frozen=True)
class Setting:
    """The best theta for a target, nearest to zero of equal ones, and its result."""

    theta: float
    achieved: float


@dataclass(frozen=True, eq=False)
class Dial:
    """Players that differ by theta, and the distributions of their scores.

    Attributes
    ----------
    thetas : tuple of float
        The grid.
    distributions : sequence of Distribution
        One for each theta.
    """

    thetas: tuple[float, ...]
    distributions: Sequence[Distribution]

    @cached_property
    def nearest_first(self) -> tuple[int, ...]:
        """Return the indices of the grid, those nearest to zero first."""
        return tuple(sorted(range(len(self.thetas)), key=lambda place: (abs(self.thetas[place]), self.thetas[place])))

    @cached_property
    def chance_of_target(self) -> Floats:
        """Return the probability of at least t points for each theta: float64[n_thetas, best final score + 1]."""
        chances = [np.cumsum(found.prob_of_score[::-1])[::-1] for found in self.distributions]
        return np.array(chances)

    def best_for_target(self, target: int) -> Setting:
        """Return the theta that reaches ``target`` most often; chances that differ only by rounding are equal."""
        chances = self.chance_of_target[:, target]
        best = chances.max()
        place = next(place for place in self.nearest_first if chances[place] >= best * (1 - 1e-12))
        return Setting(self.thetas[place], float(chances[place]))
