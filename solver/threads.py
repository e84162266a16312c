"""Run slices of work on all processors."""

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

N_SLICES = 16  # of a layer: several per thread, so that one that is held up does not hold up the others


class Rooms(local):
    """Room for numbers that the passes of a thread share, one after the other, until it is released.

    Room that is new to the process must be cleared by the system first, which takes as long as many a pass.
    """

    def __init__(self) -> None:
        """Begin without room, in each thread."""
        self.rooms: dict[str, npt.NDArray[Any]] = {}

    def room(self, name: str, n_numbers: int, dtype: npt.DTypeLike = np.float64) -> npt.NDArray[Any]:
        """Return the room of a name, for so many numbers or more, which hold anything: what was in it is lost."""
        if name not in self.rooms or len(self.rooms[name]) < n_numbers:
            self.rooms.pop(name, None)
            self.rooms[name] = np.empty(n_numbers, dtype)
        return self.rooms[name]

    def take(self, n_rooms: int, n_numbers: int) -> list[Floats]:
        """Return rooms for so many numbers; they hold anything, and those that were taken before are lost."""
        return list(self.room("passes", n_rooms * n_numbers)[: n_rooms * n_numbers].reshape(n_rooms, n_numbers))

    def release(self) -> None:
        """Give all room back."""
        self.rooms.clear()


ROOMS = Rooms()


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
