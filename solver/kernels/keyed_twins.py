"""Numpy twins of the operations on keyed rows, for ``NUMBA_DISABLE_JIT=1``; the tests compare the two."""

from __future__ import annotations

import numpy as np

from solver.kernels.row_twins import Floats, Shorts

N_ROUGH, N_KEY = 36, 12
ROUGH, LAST_KEY = (1 << N_ROUGH) - 1, (1 << N_KEY) - 1


def key_row(row: Floats, key: int) -> Floats:
    """Return a row whose numbers all carry ``key``; see ``keyed_rows``."""
    keyed: Floats = (row.view(np.int64) & ~ROUGH | key).view(np.float64)
    return keyed


def keys_of_row(row: Floats) -> Shorts:
    """Return the keys that a row carries."""
    return (row.view(np.int64) & LAST_KEY).astype(np.int16)


def is_rivalled(score: Floats, bar: Floats, first: Floats, last: Floats) -> bool:
    """Return whether the best of some keyed numbers may not be the only one above a bar, in any lane that matters."""
    keys = (first.view(np.int64) ^ last.view(np.int64)) & LAST_KEY
    above = (first.view(np.int64) ^ bar.view(np.int64)) & ~ROUGH
    return bool(((score <= bar) & ((keys != LAST_KEY) | (above != 0))).any())
