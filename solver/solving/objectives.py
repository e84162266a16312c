r"""Objectives: the mean of the points X of a game, or exponential utility.

Exponential utility (constant absolute risk aversion) has a risk parameter theta, per point. It is expressed in points
as the certainty equivalent, which grows with theta and is the mean at zero:

.. math:: \text{CE}(X) = \frac{\ln \mathbb{E}[e^{\theta X}]}{\theta}, \qquad \text{CE}(X + x) = \text{CE}(X) + x.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats
from solver.errors import SolverError

TIE = 1e-9  # points; options closer than this are equal, because rounding depends on the order of sums

LARGEST_THETA = 3.0
ZERO_THETA = 1e-20  # below it, certainty equivalents equal means to the last digit
SMALL_THETA = 1e-3  # below it, utilities are stored minus one: all are near one, and few digits would differ


@dataclass(frozen=True)
class Objective:
    """The mean (theta = 0), or exponential utility.

    The utility of x points, measured from a reference, is sign(theta) (exp(theta (x - reference)) - shift). The sign
    makes larger utilities better for both signs of theta; ``shift`` is 1 for a small theta, else 0.
    """

    theta: float = 0.0

    def __post_init__(self) -> None:
        """Check theta.

        Raises
        ------
        SolverError
            If it is not a number from -3 to 3.
        """
        if not abs(self.theta) <= LARGEST_THETA:
            raise SolverError(
                f"theta {self.theta!r}: the risk parameter is a number from {-LARGEST_THETA:g} to {LARGEST_THETA:g}"
            )
        object.__setattr__(self, "theta", float(self.theta) if abs(self.theta) >= ZERO_THETA else 0.0)

    @property
    def is_mean(self) -> bool:
        """Return whether the objective is the mean."""
        return self.theta == 0.0

    @property
    def sign(self) -> float:
        """Return 1 if theta seeks risk, -1 if it avoids risk."""
        return math.copysign(1.0, self.theta)

    @property
    def shift(self) -> float:
        """Return the constant subtracted from exponentials."""
        return 1.0 if abs(self.theta) < SMALL_THETA else 0.0

    def certainty_equivalent(self, points: Floats, weights: Floats) -> Floats:
        """Return the certainty equivalent of lotteries.

        Parameters
        ----------
        points : float64[n_lotteries..., n_prizes]
        weights : float64[n_prizes]
            Probabilities of the prizes; a prize of probability 0 can be any finite number.

        Notes
        -----
        Measured from the prize with the largest exponential, so that nothing overflows: log-sum-exp, or expm1 and log1p
        if theta is small.
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
