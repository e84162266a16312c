"""Layout of the stored values of a layer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from solver.arrays import Ints, Longs
from solver.game.game import StateSpace

Singles = npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class StoredLayout:
    """Positions of the stored values of a layer: by set of filled categories, extra, and upper total."""

    space: StateSpace

    @cached_property
    def stored_totals(self) -> tuple[Longs, ...]:
        """Return, for each upper set, the totals whose values are stored: one for all dead ones, and all live ones."""
        space = self.space
        return tuple(
            np.concatenate(([dead], dead + 1 + np.flatnonzero(reachable[dead + 1 :])))
            for dead, reachable in zip(space.last_dead_total_of_set, space.reachable_of_upper_set, strict=True)
        )

    @cached_property
    def n_stored_of_set(self) -> Ints:
        """Return the number of stored totals for each set of filled categories."""
        n_kept = np.array([len(totals) for totals in self.stored_totals], dtype=np.int32)
        return n_kept[self.space.upper_set_of_filled]

    @cached_property
    def rank_of_total(self) -> Ints:
        """Return the rank of each upper total among the stored ones of each upper set."""
        ranks = np.zeros(self.space.reachable_of_upper_set.shape, dtype=np.int32)
        for upper_set, totals in enumerate(self.stored_totals):
            ranks[upper_set, totals] = np.arange(len(totals))
        return ranks

    @cached_property
    def first_place_of_set(self) -> Longs:
        """Return the position of the first value of each set of filled categories in its layer."""
        space = self.space
        order = np.argsort(space.n_filled_of_set, kind="stable")
        size = (self.n_stored_of_set * space.n_extras_of_set.astype(np.int64))[order]
        start = np.cumsum(size) - size
        first_of_layer = start[np.searchsorted(space.n_filled_of_set[order], np.arange(256))[: self.n_layers]]
        places = np.empty(space.n_sets, dtype=np.int64)
        places[order] = start - first_of_layer[space.n_filled_of_set[order]]
        return places

    @property
    def n_layers(self) -> int:
        """Return the number of layers, including that of full scorecards."""
        return self.space.ruleset.n_categories + 1

    def n_values(self, n_filled: int) -> int:
        """Return the number of stored values of a layer."""
        sets = self.space.n_filled_of_set == n_filled
        return int((self.n_stored_of_set[sets] * self.space.n_extras_of_set[sets].astype(np.int64)).sum())

    def place(self, page: Longs, total: Longs) -> Longs:
        """Return the positions of states in their layers."""
        extra, filled = page // self.space.n_sets, page % self.space.n_sets
        rank = self.rank_of_total[self.space.upper_set_of_filled[filled], total]
        return np.asarray(self.first_place_of_set[filled] + extra * self.n_stored_of_set[filled] + rank, dtype=np.int64)
