"""Splits: how the sets of filled categories are divided into groups, so that the parts of a layer are tasks.

A group is the sets that agree in the last categories of the scorecard: group = filled >> n_low. Filling a category
leads from a set to one of the same group, or, for each of the last categories that is open, to one other group. So a
part of a layer, the sets of one group with equally many filled categories, reads at most one part more than there are
categories that tell the groups apart, though there are as many groups as these have subsets.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Longs
from solver.game.states import StateSpace

FEWEST_SPLIT = 5  # categories that tell groups apart: 32 groups keep some machines busy
LARGEST_TASK = 2**21  # sweeps of rows: some seconds


@dataclass(frozen=True, eq=False)
class Split:
    """Groups of sets of categories.

    Attributes
    ----------
    n_split : int
        How many of the last categories tell the groups apart.
    """

    space: StateSpace
    n_split: int

    @property
    def n_groups(self) -> int:
        """Return the number of groups."""
        return 1 << self.n_split

    @property
    def n_low(self) -> int:
        """Return how many categories do not tell groups apart."""
        return self.space.ruleset.n_categories - self.n_split

    @cached_property
    def n_filled_of_low(self) -> Longs:
        """Return how many of the first categories each set of them holds."""
        return np.bitwise_count(np.arange(1 << self.n_low)).astype(np.int64)

    def sets(self, n_filled: int, group: int) -> Longs:
        """Return the sets of a part, ascending."""
        low = np.flatnonzero(self.n_filled_of_low == n_filled - group.bit_count())
        return (group << self.n_low) + low

    def pages(self, n_filled: int, group: int) -> Longs:
        """Return the pages of a part: by set, then by extra."""
        sets = self.sets(n_filled, group)
        n_extras = self.space.n_extras_of_set[sets].astype(np.int64)
        extra = np.arange(n_extras.sum()) - np.repeat(np.cumsum(n_extras) - n_extras, n_extras)
        pages: Longs = np.repeat(sets, n_extras) + extra * self.space.n_sets
        return pages

    def groups(self, n_filled: int) -> list[int]:
        """Return the groups that have sets with so many filled categories."""
        return [group for group in range(self.n_groups) if 0 <= n_filled - group.bit_count() <= self.n_low]

    def groups_behind(self, n_filled: int, group: int) -> list[int]:
        """Return the groups whose parts of the next layer a turn of this part can lead to."""
        after = [group] + [group | 1 << place for place in range(self.n_split) if not group >> place & 1]
        return [one for one in after if 0 <= n_filled + 1 - one.bit_count() <= self.n_low]

    def sums(self, number_of_set: Longs) -> Longs:
        """Return the sum of a number over the sets of each part: int64[n_categories + 1, n_groups]."""
        n_layers = self.space.ruleset.n_categories + 1
        part = self.space.n_filled_of_set.astype(np.int64) * self.n_groups + (
            np.arange(self.space.n_sets) >> self.n_low
        )
        sums = np.bincount(part, number_of_set, n_layers * self.n_groups)
        return sums.astype(np.int64).reshape(n_layers, self.n_groups)


def choose_split(space: StateSpace, n_sweeps_of_set: Longs) -> Split:
    """Return the coarsest split of a game that leaves no task too large.

    Parameters
    ----------
    n_sweeps_of_set : int64[n_sets]
        Work: over how many rows a sweep is made for all states of each set.
    """
    n_categories = space.ruleset.n_categories
    for n_split in range(min(FEWEST_SPLIT, n_categories), n_categories):
        split = Split(space, n_split)
        if split.sums(n_sweeps_of_set).max() <= LARGEST_TASK:
            return split
    return Split(space, n_categories)
