"""Parts of a walk: the turns from some of its states, and all parts as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.arrays import Floats, Ints, Longs
from solver.kernels.walk import Shorts, Steps
from solver.threads import ROOMS

ENTRIES_OF_STATE = 10  # outcomes that are kept for each reachable state, about


@dataclass(frozen=True, eq=False)
class Part:
    """Some visited states of one layer and their turns; attributes as in ``walk.Walk``."""

    page: Ints
    total: Ints
    turn_of_state: Ints
    first_entry_of_turn: Longs
    outcome_of_entry: Shorts
    prob_of_entry: Floats


def steps_of_part(part: Part) -> Steps:
    """Return a part as the kernels read it; it knows no places."""
    return Steps(**vars(part), place_of_slot=np.empty((0, 0), np.int32))


class Growing:
    """An array that is filled from its begin."""

    def __init__(self, n_most: int, dtype: npt.DTypeLike, name: str | None) -> None:
        """Lay out an array for about so many numbers, in the thread's room of a name if one is given."""
        self.room = np.empty(n_most, dtype) if name is None else ROOMS.room(name, n_most, dtype)
        self.name, self.n_filled = name, 0

    def add(self, numbers: npt.NDArray[Any]) -> None:
        """Append some numbers; if there is no room left, all move to a larger one."""
        stop = self.n_filled + len(numbers)
        if stop > len(self.room):
            before, self.room = self.filled, np.empty(2 * stop, self.room.dtype)
            self.room[: self.n_filled] = before
            if self.name is not None:
                ROOMS.rooms[self.name] = self.room
        self.room[self.n_filled : stop] = numbers
        self.n_filled = stop

    @property
    def filled(self) -> npt.NDArray[Any]:
        """Return all that was added, in its order."""
        return self.room[: self.n_filled]


class Joined:
    """The parts of a walk as one, in their order, each copied as soon as it is known."""

    def __init__(self, n_reachable: int, is_passing: bool) -> None:
        """Begin a walk through a game with so many states, in the thread's room if it is a passing one."""

        def growing(name: str, dtype: npt.DTypeLike, n_of_state: int = 1) -> Growing:
            return Growing(n_of_state * n_reachable + 1, dtype, f"walk.{name}" if is_passing else None)

        self.page, self.total, self.turn = (growing(name, np.int32) for name in ("page", "total", "turn"))
        self.first_entry = growing("first_entry", np.int64)
        self.outcome = growing("outcome", np.int16, ENTRIES_OF_STATE)
        self.prob = growing("prob", np.float64, ENTRIES_OF_STATE)
        self.first_entry.add(np.zeros(1, np.int64))

    @property
    def n_states(self) -> int:
        """Return the number of states that were added."""
        return self.page.n_filled

    def add(self, part: Part) -> None:
        """Append the states of a part, and its turns."""
        turn, first_entry = part.turn_of_state + (self.first_entry.n_filled - 1), part.first_entry_of_turn[1:]
        self.page.add(part.page)
        self.total.add(part.total)
        self.turn.add(turn)
        self.first_entry.add(first_entry + self.outcome.n_filled)
        self.outcome.add(part.outcome_of_entry)
        self.prob.add(part.prob_of_entry)

    @property
    def whole(self) -> Part:
        """Return all that was added."""
        states = self.page.filled, self.total.filled, self.turn.filled
        return Part(*states, self.first_entry.filled, self.outcome.filled, self.prob.filled)
