"""Run slices of work on all processors, and reuse buffers between passes."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import local
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats

N_SLICES = 16  # per layer; several per thread balance the load


class Buffers(local):
    """Scratch arrays that successive passes of a thread reuse until they are released.

    Reuse matters because the operating system clears new memory, which takes as long as many a pass.
    """

    def __init__(self) -> None:
        """Start without arrays, in each thread."""
        self.arrays: dict[str, npt.NDArray[Any]] = {}

    def array(self, name: str, n_numbers: int, dtype: npt.DTypeLike = np.float64) -> npt.NDArray[Any]:
        """Return a scratch array of at least ``n_numbers`` entries; its content is undefined."""
        if name not in self.arrays or len(self.arrays[name]) < n_numbers:
            self.arrays.pop(name, None)
            self.arrays[name] = np.empty(n_numbers, dtype)
        return self.arrays[name]

    def take(self, n_arrays: int, n_numbers: int) -> list[Floats]:
        """Return ``n_arrays`` scratch arrays of ``n_numbers`` entries; those of the previous call are overwritten."""
        return list(self.array("passes", n_arrays * n_numbers)[: n_arrays * n_numbers].reshape(n_arrays, n_numbers))

    def release(self) -> None:
        """Free all arrays of this thread."""
        self.arrays.clear()


BUFFERS = Buffers()


def n_processors() -> int:
    """Return the number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_slices(
    pool: ThreadPoolExecutor,
    n_items: int,
    work: Callable[[int, int], None],
    n_slices: int = N_SLICES,
    progress: Callable[[int], None] = lambda _n_done: None,
) -> None:
    """Call ``work(start, stop)`` for slices of ``range(n_items)`` on the threads of ``pool`` and wait for all.

    ``progress`` is called with the number of finished items after each slice.
    """
    bounds = np.linspace(0, n_items, min(n_items, n_slices) + 1).astype(int).tolist()
    slices = [(stop, pool.submit(work, start, stop)) for start, stop in pairwise(bounds)]
    try:
        for stop, done in slices:
            done.result()
            progress(stop)
    except BaseException:
        for _, done in slices:
            done.cancel()
        raise
