"""Kernels of the shapes that a bonus can have in a small mind."""

from __future__ import annotations

import math

from solver.kernels.compile import kernel
from solver.kernels.rows import Floats


@kernel
def normal_curve(steps: Floats, heights: Floats, slopes: Floats) -> None:
    """Set ``heights`` to the normal distribution function of ``steps``, and ``slopes`` to its derivative."""
    for place in range(steps.shape[0]):
        step = steps[place]
        heights[place] = 0.5 * math.erfc(-step / math.sqrt(2.0))
        slopes[place] = math.exp(-0.5 * step * step) / math.sqrt(2.0 * math.pi)
