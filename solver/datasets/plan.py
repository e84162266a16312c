"""The plan of a run: which data sets are made first, and about how much work each is.

What the first chapter waits for is made first, then what the title page shows, so that a reader can begin. Several
data sets at a time keep all processors busy: while one is in Python or compiles, another computes. Those that need much
memory are made one after the other, by one of the workers; that worker takes of the others when they are done. The
others follow in the order of the chapters, but for those that take long and stand at the end of the essay: begun last,
one of them would keep one worker at work when the others have nothing left to do.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock

# All that the first chapter waits for. What is quick stands before the second of the two that take long: meanwhile the
# first compiles the one kernel with which it can begin, and runs it while the second compiles those of a walk.
FIRST = (
    "decision_examples", "values-scandinavian", "prices", "solved", "price_players", "decision_outcomes",
    "throw_options", "box_means",
)  # fmt: skip

# The rooms of the data sets in the order in which they are wanted. The first holds three, of which one is wanted
# soonest; the title page takes from the walk that the first chapter needs anyway.
ROOMS = (
    ("geometry", "title", "prices"), ("solving",), ("perfect",), ("failures",), ("risk",), ("targets",), ("more_dice",),
    ("minds", "trained_minds"), ("machine",), ("advisor",), ("methods",),
)  # fmt: skip

# Sets that need half a gigabyte or more while they are made; the first two compute what others about perfect play use.
LARGE = ("score_curve", "category_points", "rough-endings", "policies", "values-maxi", "browser_games", "vectors-maxi")

# About how much work a set is, with what it makes for others where it comes first, in solves of the essay's game; all
# that are not named are less than 4.
WORK = {
    "values-maxi": 80, "policies": 70, "rough-endings": 60, "score_curve": 30,
    "decision_examples": 30, "float32_drift": 30, "saved_game": 20, "optimal_tie_rules": 20, "sigma_distribution": 20,
    "habit_players": 20, "counter": 14, "values-scandinavian-saved": 12, "habit_questions": 10, "minds_right": 10,
    "sample_games": 8, "game_ranges": 8, "vectors": 8, "vectors-scandinavian-saved": 8, "throw_curves": 6,
    "minds_moments": 5, "duel_games": 5, "luck_shares": 5,
}  # fmt: skip


def place_of(module: str) -> tuple[int, int]:
    """Return when a reader wants what this module makes: its place in ``ROOMS``, and in what is made first."""
    parts = module.split(".")
    found = ((place, rooms.index(room)) for place, rooms in enumerate(ROOMS) for room in rooms if room in parts)
    return next(found, (len(ROOMS), 0))


class Plan:
    """Data sets that are still to be made; several workers may ask at once."""

    def __init__(self, module_of: Mapping[str, str]) -> None:
        """Plan to make these, by the modules that make them: room by room, in each the most work first."""
        self._work = {name: WORK.get(name, 1) for name in module_of}
        place = {name: place_of(module) for name, module in module_of.items()}
        in_order = sorted(module_of, key=lambda name: (*place[name], -self._work[name]))
        self.total = sum(self._work.values())
        soon = [name for name in in_order if place[name][0] == 0 and name not in {*FIRST, *LARGE}]
        self._first = [*(name for name in FIRST if name in module_of), *soon]
        self._large = [name for name in LARGE if name in module_of]
        self._others = [name for name in in_order if name not in {*self._first, *LARGE}]
        self._lock, self.done, self.is_stopped = Lock(), 0, False
        self._module_of, self._in_work = module_of, set[str]()

    def next(self, takes_large: bool) -> str | None:
        """Return the next data set for a worker, who makes the large ones or does not; None if there is none.

        The sets of one module are made from the same things: who begins a second one while the first is being made
        would only wait for it. So they are passed over as long as there are others; the large ones keep their order,
        because what the first two make for others is not to be made beside the third.
        """
        with self._lock:
            queues = (self._first, self._large if takes_large else [], self._others)
            waiting = next(filter(None, queues), None)
            if not waiting or self.is_stopped:
                return None
            busy = {self._module_of[name] for name in self._in_work}
            free = [name for name in waiting if self._module_of[name] not in busy or waiting is self._large]
            name = (free or waiting)[0]
            waiting.remove(name)
            self._in_work.add(name)
            return name

    def finish(self, name: str) -> int:
        """Note that a data set is made; return how much of ``total`` is done."""
        with self._lock:
            self._in_work.discard(name)
            self.done += self._work[name]
            return self.done

    def unfinished(self) -> list[str]:
        """Return the data sets that are not made yet."""
        with self._lock:
            return [*self._first, *self._large, *self._others, *self._in_work]

    def stop(self) -> None:
        """Give out no more."""
        with self._lock:
            self.is_stopped = True
