"""A family of small minds: a shape, and numbers that are fitted.

A mind of this kind counts both throws of its turn exactly and reads what each scorecard is worth from a formula of few
numbers. The family knows the formula, and how it answers to its numbers.
"""

from __future__ import annotations

from typing import Protocol

from solver.arrays import Floats, Longs


class Family(Protocol):
    """A formula for the points to come, with numbers to be fitted."""

    @property
    def n_numbers(self) -> int:
        """Return how many numbers are fitted or chosen, shapes aside."""

    @property
    def strides(self) -> Floats:
        """Return by how much each number may move in one step of a fit: float64[n_numbers]."""

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, given by page and upper total."""

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each number: float64[n_numbers]."""
