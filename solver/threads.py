"""Run slices of work on all processors."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np

N_SLICES = 16  # of a layer: several per thread, so that one that is held up does not hold up the others


def n_processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_slices(
    pool: ThreadPoolExecutor,
    n_items: int,
    work: Callable[[int, int], None],
    n_slices: int = N_SLICES,
    tell: Callable[[int], None] = lambda _n_done: None,
) -> None:
    """Call ``work(start, stop)`` for slices of ``range(n_items)`` on the threads of ``pool``; wait for all.

    ``tell`` is told how many items are done, from time to time.
    """
    bounds = np.linspace(0, n_items, min(n_items, n_slices) + 1).astype(int).tolist()
    slices = [(stop, pool.submit(work, start, stop)) for start, stop in pairwise(bounds)]
    try:
        for stop, done in slices:
            done.result()
            tell(stop)
    except BaseException:
        for _, done in slices:
            done.cancel()
        raise
