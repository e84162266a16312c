"""Numpy twin of the row operation of ``drift.py``, for ``NUMBA_DISABLE_JIT=1``."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def round_row(row: Floats) -> Floats:
    """Return a row rounded to float32."""
    return row.astype(np.float32).astype(np.float64)
