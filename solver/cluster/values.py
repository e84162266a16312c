"""Parts of layers of values: means or certainty equivalents, solved by the kernels that solve a whole game.

A row's result depends on the rows behind it only, so it is the same to the last bit however a layer is split. What is
kept of a part is what differs: one value for all dead totals of a set.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.arrays import Longs
from solver.cluster.split import Split
from solver.errors import StoreError
from solver.game.game import Game
from solver.game.states import StateSpace
from solver.kernels.rows import N_LANES
from solver.kernels.turn import Blocks, Table
from solver.solving.arrays_for_kernels import kernel_exits, kernel_lattice, kernel_utility
from solver.solving.backwards import compile_kernel, solve_slice
from solver.solving.objectives import Objective
from solver.solving.shelf import Shelf
from solver.solving.slots import Layout, count_rows
from solver.solving.solution import LARGEST_TABLE

Array = npt.NDArray[Any]
Part = Mapping[str, Array]


def dtype_of_values(space: StateSpace) -> npt.DTypeLike:
    """Return how values are kept: float64, or as on one machine float32 where a table would be too large."""
    return np.float64 if space.n_states <= LARGEST_TABLE else np.float32


def n_values_of_set(space: StateSpace) -> Longs:
    """Return how many values are kept for each set: int64[n_sets]."""
    return Shelf(space).n_kept_of_set.astype(np.int64) * space.n_extras_of_set


def n_sweeps_of_set(space: StateSpace) -> Longs:
    """Return over how many rows a sweep is made for each set, the exit counted as one: int64[n_sets]."""
    ruleset, n_extras = space.ruleset, space.n_extras_of_set.astype(np.int64)
    n_rows = count_rows(space, space.last_dead_total_of_set)[space.upper_set_of_filled]
    n_sweeps = ruleset.n_rerolls + n_extras if ruleset.saves_throws else (ruleset.n_rerolls + 1) * n_extras
    return np.where(space.n_filled_of_set == ruleset.n_categories, 0, n_rows * n_sweeps)


def check_whole(n_values: int, n_wanted: int) -> None:
    """Check that all of a part could be read.

    Raises
    ------
    StoreError
        If not: a chunk that somebody deleted is read as if it were empty.
    """
    if n_values != n_wanted:
        raise StoreError(
            f"a part of a complete layer holds {n_values} numbers instead of {n_wanted}; delete the store and run again"
        )


class GameValues:
    """What the parts of a game have in common whatever the objective."""

    def __init__(self, game: Game, split: Split) -> None:
        self.game, self.split, self.space = game, split, game.space
        self.layout, self.shelf = Layout(self.space), Shelf(self.space)
        self.dtype = dtype_of_values(self.space)
        self.arrays = kernel_lattice(game.lattice), kernel_exits(game.outcomes), game.ruleset.n_rerolls
        self._blocks: tuple[int, Blocks] | None = None

    @cached_property
    def rank_of_lane(self) -> list[Longs]:
        """Return, for each upper set, the place of each slot's value among those kept of a page."""
        last = self.space.n_totals - 1
        return [
            self.shelf.rank_of_total[upper_set, np.minimum(np.arange(width), last)].astype(np.int64)
            for upper_set, width in enumerate(self.layout.width_of_upper_set)
        ]

    def blocks(self, n_filled: int, group: int) -> Blocks:
        """Return the rows of a part."""
        if self._blocks is None or self._blocks[0] != n_filled:
            self._blocks = n_filled, self.layout.blocks(n_filled)
        blocks = self._blocks[1]
        here = np.flatnonzero(blocks.filled >> self.split.n_low == group)
        return Blocks(*(field[here] for field in blocks))

    def upper_sets(self, pages: Longs) -> list[int]:
        """Return the upper set of each page."""
        found: list[int] = self.space.upper_set_of_filled[pages % self.space.n_sets].tolist()
        return found

    def n_kept(self, pages: Longs) -> Longs:
        """Return how many values are kept of each page."""
        return self.shelf.n_kept_of_set[pages % self.space.n_sets].astype(np.int64)

    def empty(self, pages: Longs) -> Table:
        """Return room for pages, one after the other."""
        width = self.layout.width_of_upper_set[self.upper_sets(pages)].astype(np.int64)
        stop = np.cumsum(width)
        first_slot = np.zeros(self.space.n_pages, dtype=np.int64)
        first_slot[pages] = stop - width
        n_beyond = int(self.layout.width_of_upper_set.max()) + N_LANES  # a row may read as far past the last page
        return Table(np.full(int(stop[-1]) + n_beyond, np.nan, self.dtype), first_slot)

    def pack(self, pages: Longs, table: Table) -> Array:
        """Return what is kept of pages."""
        totals = np.concatenate([self.shelf.kept_totals[upper_set] for upper_set in self.upper_sets(pages)])
        kept: Array = table.values[np.repeat(table.first_slot[pages], self.n_kept(pages)) + totals]
        return kept

    def unpack(self, pages: Longs, kept: Array) -> Table:
        """Return pages as the kernels read them."""
        table, n_kept = self.empty(pages), self.n_kept(pages)
        ranks = [self.rank_of_lane[upper_set] for upper_set in self.upper_sets(pages)]
        first_place = np.repeat(np.cumsum(n_kept) - n_kept, [len(rank) for rank in ranks])
        table.values[: len(first_place)] = kept[first_place + np.concatenate(ranks)]
        return table

    def finished(self, pages: Longs) -> Table:
        """Return the pages of the full scorecards: the bonus, if it is earned."""
        table, ruleset = self.empty(pages), self.space.ruleset
        width = self.layout.width_of_upper_set[-1]
        bonus = [ruleset.bonus_at(total) for total in range(int(width))]
        table.values[: width * len(pages)] = np.tile(np.array(bonus, self.dtype), len(pages))
        return table


class Values:
    """Solves parts for one objective."""

    def __init__(self, game_values: GameValues, theta: float) -> None:
        self.game_values, self.split, self.objective = game_values, game_values.split, Objective(theta)
        compile_kernel(self.objective, game_values.dtype)
        self.utility = kernel_utility(self.objective, game_values.game.outcomes)

    def solve(self, n_filled: int, group: int, behind: Mapping[int, Part]) -> Part:
        """Return what is kept of a part.

        Parameters
        ----------
        behind : mapping
            The parts of the next layer by their groups, as far as turns can lead there.
        """
        tables, split = self.game_values, self.split
        pages = split.pages(n_filled, group)
        if n_filled == tables.space.ruleset.n_categories:
            return {"value": tables.pack(pages, tables.finished(pages))}
        pages_behind = [split.pages(n_filled + 1, one) for one in behind]
        for part, there in zip(behind.values(), pages_behind, strict=True):
            check_whole(len(part["value"]), int(tables.n_kept(there).sum()))
        kept = np.concatenate([part["value"] for part in behind.values()])
        later = tables.unpack(np.concatenate(pages_behind), kept)
        table, blocks = tables.empty(pages), tables.blocks(n_filled, group)
        solve_slice(tables.arrays, self.objective, self.utility, blocks, later, table, 0, len(blocks.page))
        return {"value": tables.pack(pages, table)}
