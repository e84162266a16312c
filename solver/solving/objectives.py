r"""Objectives: what a player wants from the points X of a game.

The mean, or exponential utility (constant absolute risk aversion) with a risk parameter theta, per point. Its worth is
told in points, as the certainty equivalent, which grows with theta and is the mean at zero:

.. math:: \text{CE}(X) = \frac{\ln \mathbb{E}[e^{\theta X}]}{\theta}, \qquad \text{CE}(X + x) = \text{CE}(X) + x.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.errors import SolverError

TIE = 1e-9  # points; options closer than this are equal, for the sweeps round differently along different ways

LARGEST_THETA = 3.0
ZERO_THETA = 1e-20  # nearer to zero, certainty equivalents are means to the last digit
SMALL_THETA = 1e-3  # nearer to zero, utilities are held less one: all of them are near one, and few digits would differ


@dataclass(frozen=True)
class Objective:
    """The mean (theta = 0), or exponential utility.

    The utility of x points, measured from a reference, is sign(theta) (exp(theta (x - reference)) - shift): with the
    sign inside, more is better for both signs; ``shift`` is 1 for a small theta, else 0.
    """

    theta: float = 0.0

    def __post_init__(self) -> None:
        """Check theta.

        Raises
        ------
        SolverError
            If it is no number from -3 to 3.
        """
        if not abs(self.theta) <= LARGEST_THETA:
            raise SolverError(
                f"theta {self.theta!r}: the risk parameter is a number from {-LARGEST_THETA:g} to {LARGEST_THETA:g}"
            )
        object.__setattr__(self, "theta", float(self.theta) if abs(self.theta) >= ZERO_THETA else 0.0)

    @property
    def is_mean(self) -> bool:
        """Return whether the player wants the largest mean."""
        return self.theta == 0.0

    @property
    def sign(self) -> float:
        """Return 1 for a player who seeks risk, -1 for one who avoids it."""
        return math.copysign(1.0, self.theta)

    @property
    def shift(self) -> float:
        """Return what the exponentials are held less."""
        return 1.0 if abs(self.theta) < SMALL_THETA else 0.0

    def certainty_equivalent(self, points: Floats, weights: Floats) -> Floats:
        """Return the sure points that are worth as much as a lottery.

        Parameters
        ----------
        points : float64[n_lotteries..., n_prizes]
        weights : float64[n_prizes]
            Their probabilities; a prize without probability may be anything finite.

        Notes
        -----
        Measured from the prize with the largest exponential, so that nothing overflows: log-sum-exp, and the same with
        expm1 and log1p where theta is small.
        """
        points = np.asarray(points)[..., weights > 0]
        weights = weights[weights > 0]
        if self.is_mean:
            mean: Floats = points @ weights
            return mean
        reference = points.max(axis=-1) if self.theta > 0 else points.min(axis=-1)
        exponents = self.theta * (points - reference[..., None])
        worth = np.log1p(np.expm1(exponents) @ weights) if self.shift else np.log(np.exp(exponents) @ weights)
        sure: Floats = reference + worth / self.theta
        return sure


MEAN = Objective()
