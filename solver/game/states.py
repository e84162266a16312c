"""States between turns: which categories are filled, how many upper points are written, and what a ruleset adds.

A state is a triple (filled, upper total, extra). ``filled`` is a bit mask, bit i for the i-th category of the
scorecard; the upper total is capped at the bonus threshold, past which it changes nothing; the extra is 0 unless the
ruleset remembers more (see ``rules.Ruleset``). The page of a state is extra * n_sets + filled, so filling a category
always leads the same number of pages on. States are numbered by page, then by upper total, skipping what no game can
reach: in a game without extras by ``filled``, then by upper total.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Ints, Longs
from solver.game.dice import keep_lattice
from solver.rules.ruleset import Ruleset


@dataclass(frozen=True, eq=False)
class StateSpace:
    """The reachable states of a ruleset and their numbering.

    Attributes
    ----------
    upper_points : tuple of tuples
        For each upper category, in scorecard order, every number of points that some roll gives.
    reachable_of_upper_set : bool[n_upper_sets, threshold + 1]
        Whether some game has filled exactly these upper categories (bit i: the i-th upper category) and holds this
        upper total.
    upper_set_of_filled : int32[n_sets]
        The upper categories among the filled ones.
    n_extras_of_set : int32[n_sets]
        How many values the extra can have when these categories are filled.
    """

    ruleset: Ruleset
    upper_points: tuple[tuple[int, ...], ...]
    reachable_of_upper_set: Bools
    upper_set_of_filled: Ints
    n_extras_of_set: Ints

    @property
    def n_sets(self) -> int:
        """Return the number of sets of filled categories."""
        return len(self.upper_set_of_filled)

    @cached_property
    def n_pages(self) -> int:
        """Return the number of pages, among them those with extras that their set cannot have."""
        return self.n_sets * int(self.n_extras_of_set.max())

    @cached_property
    def exists_page(self) -> Bools:
        """Return whether the extra of a page is possible in its set: bool[n_pages]."""
        extras = np.arange(self.n_pages // self.n_sets)
        return (extras[:, None] < self.n_extras_of_set).ravel()

    @cached_property
    def finished_pages(self) -> Longs:
        """Return the pages on which the scorecard is full."""
        return np.arange(self.n_sets - 1, self.n_pages, self.n_sets, dtype=np.int64)

    @property
    def n_upper_sets(self) -> int:
        """Return the number of sets of filled upper categories."""
        return len(self.reachable_of_upper_set)

    @property
    def n_totals(self) -> int:
        """Return the number of upper totals that are told apart: 0 to the threshold."""
        return int(self.reachable_of_upper_set.shape[1])

    @cached_property
    def n_states(self) -> int:
        """Return the number of reachable states."""
        n_totals_of_upper_set = self.reachable_of_upper_set.sum(axis=1)
        return int((n_totals_of_upper_set[self.upper_set_of_filled] * self.n_extras_of_set).sum())

    @cached_property
    def first_state_of_page(self) -> Longs:
        """Return where the states of each page begin; one entry more than there are pages."""
        n_totals_of_upper_set = self.reachable_of_upper_set.sum(axis=1)
        n_states = n_totals_of_upper_set[self.upper_set_of_page] * self.exists_page
        return np.concatenate(([0], np.cumsum(n_states)))

    @cached_property
    def upper_set_of_page(self) -> Ints:
        """Return the upper categories among those filled on each page: int32[n_pages]."""
        return np.tile(self.upper_set_of_filled, self.n_pages // self.n_sets)

    @cached_property
    def rank_of_total(self) -> Ints:
        """Return the place of each upper total among the reachable ones of its upper set; -1 if it is unreachable."""
        ranks = np.cumsum(self.reachable_of_upper_set, axis=1, dtype=np.int32) - 1
        return np.where(self.reachable_of_upper_set, ranks, np.int32(-1))

    @cached_property
    def reachable_slots(self) -> Bools:
        """Return which (page, upper total) slots are reachable states: bool[n_pages, n_totals]."""
        return self.reachable_of_upper_set[self.upper_set_of_page] & self.exists_page[:, None]

    @cached_property
    def n_filled_of_set(self) -> npt.NDArray[np.uint8]:
        """Return how many categories each set holds."""
        return np.bitwise_count(np.arange(self.n_sets, dtype=np.uint32))

    def page(self, filled: int, extra: int = 0) -> int:
        """Return the page of a set of filled categories and an extra."""
        if not 0 <= extra < self.n_extras_of_set[filled]:
            raise ValueError(f"no game fills set {filled} with an extra of {extra}")
        return extra * self.n_sets + filled

    def state(self, page: int, upper_total: int) -> int:
        """Return the number of a reachable state."""
        rank = self.rank_of_total[self.upper_set_of_page[page], upper_total]
        if rank < 0 or not self.exists_page[page]:
            raise ValueError(f"no game fills set {page % self.n_sets} with an upper total of {upper_total}")
        return int(self.first_state_of_page[page] + rank)

    def states(self, page: Longs, upper_total: Longs) -> Longs:
        """Return the numbers of reachable states."""
        rank = self.rank_of_total[self.upper_set_of_page[page], upper_total]
        numbers: Longs = self.first_state_of_page[page] + rank
        return numbers

    @cached_property
    def best_upper_total_of_set(self) -> Ints:
        """Return the largest sum that each set of upper categories can hold, not capped."""
        return subset_sums([max(points) for points in self.upper_points])

    @cached_property
    def first_live_total_of_set(self) -> Ints:
        """Return the lowest upper total from which the bonus can still be earned, for each upper set.

        All lower totals are dead: the upper points no longer matter, so these states share one value.
        """
        best = self.best_upper_total_of_set
        first_live: Ints = np.maximum(0, self.ruleset.threshold - (best[-1] - best))
        return first_live

    @cached_property
    def last_dead_total_of_set(self) -> Ints:
        """Return the upper total that stands for all dead ones, for each upper set; 0 where none is dead."""
        total: Ints = np.clip(self.first_live_total_of_set - 1, 0, self.ruleset.threshold)
        return total


def subset_sums(parts: list[int]) -> Ints:
    """Return the sum of every subset of ``parts``, indexed by bit mask."""
    sums = np.zeros(1, dtype=np.int32)
    for part in parts:
        sums = np.concatenate((sums, sums + np.int32(part)))
    return sums


def close_upper_pairs(upper_points: tuple[tuple[int, ...], ...], threshold: int) -> Bools:
    """Return the reachable (upper set, upper total) pairs by forward closure from the empty scorecard.

    A pair is reachable if a smaller one leads to it: (U + c, min(m + s, threshold)) from (U, m), for every number of
    points s that category c can give. Taking the minimum matters: some sets pass the threshold without ever hitting
    it, and a recurrence that asks for exactly the threshold misses them.
    """
    reachable = np.zeros((2 ** len(upper_points), threshold + 1), dtype=np.bool_)
    reachable[0, 0] = True
    for upper_set in range(len(reachable)):
        totals = np.flatnonzero(reachable[upper_set])
        for category, points_of_category in enumerate(upper_points):
            if not upper_set >> category & 1:
                for points in points_of_category:
                    reachable[upper_set | 1 << category, np.minimum(totals + points, threshold)] = True
    return reachable


def state_space(ruleset: Ruleset) -> StateSpace:
    """Return the states of ``ruleset``: 1,430,528 for Scandinavian Yatzy."""
    rolls = keep_lattice(ruleset.n_dice).rolls
    upper_points = tuple(
        tuple(sorted({category.points(roll) for roll in rolls})) for category in ruleset.categories if category.is_upper
    )
    upper_bits = [
        1 << sum(earlier.is_upper for earlier in ruleset.categories[:place]) if category.is_upper else 0
        for place, category in enumerate(ruleset.categories)
    ]
    return StateSpace(
        ruleset=ruleset,
        upper_points=upper_points,
        reachable_of_upper_set=close_upper_pairs(upper_points, ruleset.threshold),
        upper_set_of_filled=subset_sums(upper_bits),
        n_extras_of_set=n_extras_of_set(ruleset),
    )


def n_extras_of_set(ruleset: Ruleset) -> Ints:
    """Return how many values the extra can have for each set of filled categories; none where no game fills it."""
    sets = np.arange(2**ruleset.n_categories, dtype=np.uint32)
    can_be = (sets & (sets + 1) == 0) if ruleset.in_order else np.ones(len(sets), dtype=np.bool_)
    if ruleset.extra_yahtzees is None and not ruleset.saves_throws:
        return can_be.astype(np.int32)
    if ruleset.saves_throws:
        return (ruleset.n_rerolls * np.bitwise_count(sets).astype(np.int32) + 1) * can_be
    return np.array([ruleset.n_extras(filled) for filled in range(len(sets))], dtype=np.int32)
