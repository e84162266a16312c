"""Layout: where the values of states lie while a game is solved.

The values are one array of slots, a slot for each (page, lane) that a row of states can read: every page begins at lane
0 and is as wide as the upper totals that its upper categories can hold. Only a page on which the threshold can be
reached runs past it, by the most upper points that a turn gives: the threshold's value, repeated, so that no reader has
to ask. Maxi Yatzy: 0.6 GB instead of the 1.1 of equal pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.dice import Floats, Ints
from solver.exits import Outcomes
from solver.kernels import N_LANES, Blocks, Table
from solver.states import Longs, StateSpace


@dataclass(frozen=True, eq=False)
class Layout:
    """The slots of all pages of a game, in their order."""

    space: StateSpace

    @cached_property
    def first_lane_of_upper_set(self) -> Ints:
        """Return the lane in which the rows of each upper set begin.

        Lower totals are dead (see ``StateSpace.first_live_total_of_set``): they share the value of this lane.
        """
        return np.clip(self.space.first_live_total_of_set - 1, 0, self.space.ruleset.threshold)

    @cached_property
    def n_rows_of_upper_set(self) -> Ints:
        """Return how many rows cover the totals of each upper set."""
        last = np.minimum(self.space.best_upper_total_of_set, self.space.ruleset.threshold)
        n_rows: Ints = np.maximum(1, -(-(last - self.first_lane_of_upper_set + 1) // N_LANES))
        return n_rows

    @cached_property
    def width_of_upper_set(self) -> Ints:
        """Return the number of slots of a page with each upper set."""
        space, threshold = self.space, self.space.ruleset.threshold
        most_points = max((max(points) for points in space.upper_points), default=0)
        rows_end = self.first_lane_of_upper_set + self.n_rows_of_upper_set * N_LANES
        totals_end = np.where(space.best_upper_total_of_set < threshold, 0, threshold + most_points + 1)
        return np.maximum(rows_end, totals_end)

    @cached_property
    def first_slot_of_page(self) -> Longs:
        """Return the slot of lane 0 of each page; one entry more than there are pages."""
        width = self.width_of_upper_set[self.space.upper_set_of_page] * self.space.exists_page
        return np.concatenate(([0], np.cumsum(width, dtype=np.int64)))

    def empty_table(self) -> Table:
        """Return a table with the finished scorecards filled in; what no game reaches stays NaN, or is overwritten."""
        space = self.space
        n_beyond = int(self.width_of_upper_set.max()) + N_LANES  # a row may read as far past the last page
        values = np.full(int(self.first_slot_of_page[-1]) + n_beyond, np.nan)
        for page in space.finished_pages.tolist():
            first, stop = self.first_slot_of_page[page : page + 2].tolist()
            values[first:stop] = [space.ruleset.bonus_at(total) for total in range(stop - first)]
        return Table(values, self.first_slot_of_page)

    def blocks(self, n_filled: int) -> Blocks:
        """Return the rows that cover all reachable states with ``n_filled`` categories filled, dead totals once."""
        return rows_of_layer(self.space, n_filled, self.first_lane_of_upper_set)

    def gather(self, table: Table) -> Floats:
        """Return the values of the reachable states, in their order.

        Goes through the pages of one upper set at a time, so that what is needed on the way is small.
        """
        space = self.space
        values = np.empty(space.n_states)
        for upper_set in range(space.n_upper_sets):
            pages = np.flatnonzero((space.upper_set_of_page == upper_set) & space.exists_page)
            totals = np.flatnonzero(space.reachable_of_upper_set[upper_set])
            states = space.first_state_of_page[pages, None] + np.arange(len(totals))
            values[states] = table.values[table.first_slot[pages, None] + totals]
        return values


def rows_of_layer(space: StateSpace, n_filled: int, first_lane_of_upper_set: Ints) -> Blocks:
    """Return rows for all totals, from the given lane on, of the sets with ``n_filled`` categories filled.

    Where throws are saved, a row stands for all pages of its set.
    """
    threshold, saves = space.ruleset.threshold, space.ruleset.saves_throws
    filled = np.flatnonzero(space.n_filled_of_set == n_filled)
    n_extras = 1 if saves else int(space.n_extras_of_set[filled].max())
    pages = (np.arange(n_extras)[:, None] * space.n_sets + filled).ravel()
    pages = pages[space.exists_page[pages]]
    upper_set = space.upper_set_of_page[pages]
    first_lane = first_lane_of_upper_set[upper_set].astype(np.int64)
    last_lane = np.minimum(space.best_upper_total_of_set[upper_set], threshold)
    n_rows = np.maximum(1, -(-(last_lane - first_lane + 1) // N_LANES))

    row = np.arange(n_rows.sum()) - np.repeat(np.cumsum(n_rows) - n_rows, n_rows)
    is_first, is_last = row == 0, row == np.repeat(n_rows, n_rows) - 1
    first_lane, last_lane = np.repeat(first_lane, n_rows), np.repeat(last_lane, n_rows)
    page = np.repeat(pages, n_rows)
    filled = page % space.n_sets
    return Blocks(
        page=page,
        lane=first_lane + row * N_LANES,
        filled=filled,
        n_same_below=np.where(is_first, first_lane, 0),
        first_same_above=np.where(is_last & (last_lane == threshold), threshold, -1),
        n_pages=space.n_extras_of_set[filled].astype(np.int64) if saves else np.ones_like(page),
    )


def layer_blocks(space: StateSpace, n_filled: int, coalesce: bool = True) -> Blocks:
    """Return the rows that cover all reachable states with ``n_filled`` categories filled.

    With ``coalesce``, dead totals (see ``StateSpace.first_live_total_of_set``) are solved once, in the lane below the
    first live one.
    """
    first_lane = Layout(space).first_lane_of_upper_set
    return rows_of_layer(space, n_filled, first_lane if coalesce else np.zeros_like(first_lane))


def empty_table(space: StateSpace, ways_out: Outcomes) -> Floats:
    """Return a value table of equal pages with the finished scorecards filled in: float64[n_pages, n_lanes].

    The lanes run past the threshold by the largest step that a row can read beyond it. Lanes that no game reaches
    stay NaN, so a state that wrongly depended on one would show.
    """
    threshold = space.ruleset.threshold
    table = np.full((space.n_pages, threshold + int(ways_out.shift.max(initial=0)) + N_LANES), np.nan)
    table[space.finished_pages] = [space.ruleset.bonus_at(total) for total in range(table.shape[1])]
    return table
