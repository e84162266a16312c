"""Kernels of the sums and shapes of a small mind, with sums in one order on every machine, as no library has them."""

from __future__ import annotations

import math

from solver.kernels.compile import kernel
from solver.kernels.rows import Floats, Longs


@kernel
def normal_curve(steps: Floats, heights: Floats, slopes: Floats) -> None:
    """Set ``heights`` to the normal distribution function of ``steps``, and ``slopes`` to its derivative."""
    for place in range(steps.shape[0]):
        step = steps[place]
        heights[place] = 0.5 * math.erfc(-step / math.sqrt(2.0))
        slopes[place] = math.exp(-0.5 * step * step) / math.sqrt(2.0 * math.pi)


@kernel
def sum_columns(columns: Floats, pages: Longs, numbers: Floats, sums: Floats) -> None:
    """Set ``sums`` to those of some pages: numbers times ``columns``, float64[n_pages, n_numbers]."""
    for place in range(pages.shape[0]):
        total = 0.0
        for number in range(numbers.shape[0]):
            total += columns[pages[place], number] * numbers[number]
        sums[place] = total


@kernel
def share_columns(columns: Floats, pages: Longs, weights: Floats, shares: Floats) -> None:
    """Add to ``shares`` the columns of some pages, float64[n_pages, n_numbers], times the weights of these."""
    for place in range(pages.shape[0]):
        for number in range(shares.shape[0]):
            shares[number] += weights[place] * columns[pages[place], number]
