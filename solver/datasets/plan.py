"""Order of a run: which data sets are built first, and how much work each is.

Data sets of the first chapter and the title page come first, so that these pages can be read early. Several data sets
are built in parallel, because single-threaded phases (Python, compilation) of one overlap with computations of another.
Sets that need much memory are built one after the other by one worker, which then helps with the others. The remaining
sets follow in the order of the chapters, except that long ones come first within a chapter: started last, one of them
would leave the other workers idle.
"""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock

# Data sets of the first chapter and the title page. The first one compiles its kernel while the others are computed.
# The quick ones come before the table of values, which completes a page, so that the preview then shows them all.
FIRST = (
    "decision_examples", "prices", "solved", "price_players", "values-scandinavian", "decision_outcomes",
    "throw_options", "sample_games", "box_means", "throw_curves", "game_ranges", "half_way_curves", "game-curves",
)  # fmt: skip

# Modules of data sets, in the order in which they are needed.
MODULE_ORDER = (
    ("title", "prices"), ("solving",), ("perfect",), ("failures",), ("risk",), ("targets",),
    ("more_dice", "other_rules"), ("minds", "trained_minds"), ("machine",), ("advisor",), ("methods",),
)  # fmt: skip

# Data sets that need 0.5 GB or more while they are built; the first two compute shared results of optimal play.
LARGE = (
    "score_curve", "category_points", "rough-endings", "vectors-scandinavian-saved", "policies", "values-maxi",
    "browser_games", "vectors-maxi", "win_rates", "past_score", "worst_share",
)  # fmt: skip

# Estimated work of a data set, shared results included, in solves of the default game; unlisted sets are below 4.
WORK = {
    "values-maxi": 80, "policies": 70, "rough-endings": 60, "score_curve": 30,
    "penalty_scale": 15, "float32_drift": 30, "saved_game": 20, "optimal_tie_rules": 20, "sigma_distribution": 20,
    "habit_players": 20, "counter": 14, "values-scandinavian-saved": 12, "habit_questions": 10, "minds_right": 10,
    "sample_games": 8, "game_ranges": 8, "vectors": 8, "vectors-scandinavian-saved": 8, "throw_curves": 6,
    "minds_moments": 5, "duel_games": 5, "luck_shares": 5,
}  # fmt: skip

# The same of computed records, unless they are read.
WORK_OF_RECORDS = {
    "theta_frontier": 230, "win_rates": 110, "past_score": 40, "optimist_dial": 65, "worst_share": 60, "dial_loss": 60,
    "theta_way": 40, "max_tie_rules": 25, "joker_rules": 20, "lessons": 30, "price_players": 12,
}  # fmt: skip


def place_of(module: str) -> tuple[int, int]:
    """Return the position of a module in ``MODULE_ORDER``: that of its group, and that in its group."""
    parts = module.split(".")
    found = ((place, group.index(name)) for place, group in enumerate(MODULE_ORDER) for name in group if name in parts)
    return next(found, (len(MODULE_ORDER), 0))


class Plan:
    """Data sets that are still to be built; thread-safe."""

    def __init__(self, module_of: Mapping[str, str], work: Mapping[str, int] = WORK) -> None:
        """Plan data sets, given the module of each and ``work``: by group and module, most work first."""
        self._work = {name: work.get(name, 1) for name in module_of}
        place = {name: place_of(module) for name, module in module_of.items()}
        in_order = sorted(module_of, key=lambda name: (*place[name], -self._work[name]))
        self.total = sum(self._work.values())
        self._first = [name for name in FIRST if name in module_of]
        self._large = [name for name in LARGE if name in module_of]
        self._others = [name for name in in_order if name not in {*self._first, *LARGE}]
        self._lock, self.done, self.is_stopped = Lock(), 0, False
        self._module_of, self._in_work = module_of, set[str]()

    def next(self, takes_large: bool) -> str | None:
        """Return the next data set for a worker; None if there is none.

        Sets of one module share results, so a second worker would wait for the first. Sets of modules in progress are
        therefore skipped while there are others. The large ones keep their order, because the first two compute results
        that need much memory.
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
        """Mark a data set as finished; return the work done so far."""
        with self._lock:
            self._in_work.discard(name)
            self.done += self._work[name]
            return self.done

    def unfinished(self) -> list[str]:
        """Return the unfinished data sets."""
        with self._lock:
            return [*self._first, *self._large, *self._others, *self._in_work]

    def stop(self) -> None:
        """Return no more data sets from ``next``."""
        with self._lock:
            self.is_stopped = True
