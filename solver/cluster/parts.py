"""Parts of layers, for values or chances: how a layer is split, and how a part is solved."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Floats, Ints, Longs
from solver.errors import StoreError
from solver.game.game import Game, StateSpace
from solver.kernels.rows import N_LANES
from solver.kernels.standings import Layer, pack_windows
from solver.kernels.turn import Blocks, Table
from solver.solving.backwards import (
    Layout,
    compile_kernel,
    count_rows,
    kernel_arrays,
    kernel_utility,
    solve_slice,
)
from solver.solving.layer_layout import StoredLayout
from solver.solving.objectives import Objective
from solver.solving.solution import LARGEST_TABLE
from solver.targets.board import Board, Packed, bounds, own_of_total, own_totals
from solver.targets.standings import (
    finished,
    kernel_cards,
    solve_cards,
    target_utility,
    unpack,
    values_at,
    windows,
)

FEWEST_SPLIT = 5  # categories by which sets are grouped: 32 groups use a few machines
LARGEST_TASK = 2**21  # sweeps of rows: some seconds


@dataclass(frozen=True, eq=False)
class Split:
    """Groups of sets of categories.

    Attributes
    ----------
    n_split : int
        Number of last categories by which sets are grouped.
    """

    space: StateSpace
    n_split: int

    @property
    def n_groups(self) -> int:
        """Return the number of groups."""
        return 1 << self.n_split

    @property
    def n_low(self) -> int:
        """Return the number of categories that do not distinguish groups."""
        return self.space.ruleset.n_categories - self.n_split

    @cached_property
    def n_filled_of_low(self) -> Longs:
        """Return the number of filled categories in each set of the first ones."""
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
        """Return the groups that have sets with ``n_filled`` filled categories."""
        return [group for group in range(self.n_groups) if 0 <= n_filled - group.bit_count() <= self.n_low]

    def next_groups(self, n_filled: int, group: int) -> list[int]:
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
    """Return the coarsest split of a game without too large tasks.

    Parameters
    ----------
    n_sweeps_of_set : int64[n_sets]
        Work: the number of rows swept for all states of each set.
    """
    n_categories = space.ruleset.n_categories
    for n_split in range(min(FEWEST_SPLIT, n_categories), n_categories):
        split = Split(space, n_split)
        if split.sums(n_sweeps_of_set).max() <= LARGEST_TASK:
            return split
    return Split(space, n_categories)


Array = npt.NDArray[Any]
Part = Mapping[str, Array]


def dtype_of_values(space: StateSpace) -> npt.DTypeLike:
    """Return the type of stored values: float64, or float32 if a table would be too large, as on one machine."""
    return np.float64 if space.n_states <= LARGEST_TABLE else np.float32


def n_values_of_set(space: StateSpace) -> Longs:
    """Return the number of stored values of each set: int64[n_sets]."""
    return StoredLayout(space).n_stored_of_set.astype(np.int64) * space.n_extras_of_set


def n_sweeps_of_set(space: StateSpace) -> Longs:
    """Return the number of rows swept for each set, the exit counted as one: int64[n_sets]."""
    ruleset, n_extras = space.ruleset, space.n_extras_of_set.astype(np.int64)
    n_rows = count_rows(space, space.last_dead_total_of_set)[space.upper_set_of_filled]
    n_sweeps = ruleset.n_rerolls + n_extras if ruleset.saves_throws else (ruleset.n_rerolls + 1) * n_extras
    return np.where(space.n_filled_of_set == ruleset.n_categories, 0, n_rows * n_sweeps)


def check_whole(n_values: int, n_wanted: int) -> None:
    """Check that a part was read completely.

    Raises
    ------
    StoreError
        If not: a deleted chunk is read as if it were empty.
    """
    if n_values != n_wanted:
        raise StoreError(
            f"a part of a complete layer has {n_values} numbers instead of {n_wanted}; delete the store and run again"
        )


class GameValues:
    """Common data of the parts of a game, for all objectives."""

    def __init__(self, game: Game, split: Split) -> None:
        self.game, self.split, self.space = game, split, game.space
        self.layout, self.stored_layout = Layout(self.space), StoredLayout(self.space)
        self.dtype = dtype_of_values(self.space)
        self.arrays = kernel_arrays(game)
        self._blocks: tuple[int, Blocks] | None = None

    @cached_property
    def rank_of_lane(self) -> list[Longs]:
        """Return, for each upper set, the index of each slot's value among the stored ones of a page."""
        last = self.space.n_totals - 1
        return [
            self.stored_layout.rank_of_total[upper_set, np.minimum(np.arange(width), last)].astype(np.int64)
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
        """Return the number of stored values of each page."""
        return self.stored_layout.n_stored_of_set[pages % self.space.n_sets].astype(np.int64)

    def empty(self, pages: Longs) -> Table:
        """Allocate pages, one after the other."""
        width = self.layout.width_of_upper_set[self.upper_sets(pages)].astype(np.int64)
        stop = np.cumsum(width)
        first_slot = np.zeros(self.space.n_pages, dtype=np.int64)
        first_slot[pages] = stop - width
        n_beyond = int(self.layout.width_of_upper_set.max()) + N_LANES  # a row can read this far beyond the last page
        return Table(np.full(int(stop[-1]) + n_beyond, np.nan, self.dtype), first_slot)

    def pack(self, pages: Longs, table: Table) -> Array:
        """Return the stored values of pages."""
        totals = np.concatenate([self.stored_layout.stored_totals[upper_set] for upper_set in self.upper_sets(pages)])
        kept: Array = table.values[np.repeat(table.first_slot[pages], self.n_kept(pages)) + totals]
        return kept

    def unpack(self, pages: Longs, kept: Array) -> Table:
        """Return pages for kernels."""
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

    def solve(self, n_filled: int, group: int, next_parts: Mapping[int, Part]) -> Part:
        """Return the stored values of a part.

        Parameters
        ----------
        next_parts : mapping
            The parts of the next layer by group, as far as turns can lead there.
        """
        tables, split = self.game_values, self.split
        pages = split.pages(n_filled, group)
        if n_filled == tables.space.ruleset.n_categories:
            return {"value": tables.pack(pages, tables.finished(pages))}
        next_pages = [split.pages(n_filled + 1, one) for one in next_parts]
        for part, there in zip(next_parts.values(), next_pages, strict=True):
            check_whole(len(part["value"]), int(tables.n_kept(there).sum()))
        kept = np.concatenate([part["value"] for part in next_parts.values()])
        later = tables.unpack(np.concatenate(next_pages), kept)
        table, blocks = tables.empty(pages), tables.blocks(n_filled, group)
        solve_slice(tables.arrays, self.objective, self.utility, blocks, later, table, 0, len(blocks.page))
        return {"value": tables.pack(pages, table)}


def cards_of_pages(game: Game, is_own: Bools, pages: Longs) -> tuple[Longs, Longs]:
    """Return page and upper total of the states of pages, by page, then by upper total."""
    place, total = np.nonzero(is_own[game.space.upper_set_of_filled[pages % game.space.n_sets]])
    return pages[place], total


def rank_of_lane(game: Game, is_own: Bools) -> Ints:
    """Return the index of the state that represents each upper total, not capped, on its page; -1 if none.

    int32[n_upper_sets, n_totals + largest shift]
    """
    space, own = game.space, own_of_total(game)
    n_lanes = space.n_totals + max((max(points) for points in space.upper_points), default=0)
    rank = np.where(is_own, np.cumsum(is_own, axis=1) - 1, -1)
    place = own[:, np.minimum(np.arange(n_lanes), space.n_totals - 1)]
    return np.take_along_axis(rank, place, axis=1).astype(np.int32)


def width_sums(game: Game) -> tuple[Longs, Longs, Longs]:
    """Return upper bounds of the number of states, values and rows of each set: int64[n_sets] each."""
    space, own = game.space, own_of_total(game)
    n_cards, n_values, n_rows = (np.zeros(space.n_sets, np.int64) for _ in range(3))
    for page, total in cards_by_upper_set(game, own_totals(game, own)):
        most_to_come, fewest_to_come = bounds(game, own, page, total)[:2]
        width, filled = np.maximum(most_to_come - fewest_to_come, 0), page % space.n_sets
        n_cards += np.bincount(filled, minlength=space.n_sets)
        n_values += np.bincount(filled, width, space.n_sets).astype(np.int64)
        n_rows += np.bincount(filled, -(-width // N_LANES), space.n_sets).astype(np.int64)
    return n_cards, n_values, n_rows


def cards_by_upper_set(game: Game, is_own: Bools) -> Iterator[tuple[Longs, Longs]]:
    """Yield page and upper total of all states by upper set, to limit memory."""
    space = game.space
    for upper_set in range(space.n_upper_sets):
        pages = np.flatnonzero((space.upper_set_of_page == upper_set) & space.exists_page)
        yield cards_of_pages(game, is_own, pages)


class Chances:
    """Solves parts for all targets."""

    def __init__(self, game: Game, split: Split) -> None:
        self.game, self.split, self.space = game, split, game.space
        self.utility, self.arrays = target_utility(game), kernel_arrays(game)
        self.own = own_of_total(game)
        self.is_own = own_totals(game, self.own)
        self.rank_of_lane = rank_of_lane(game, self.is_own)

    def part_board(self, n_filled: int, group: int, next_groups: list[int]) -> Board:
        """Return the board of a part: its own states, and those of the parts of the next layer."""
        pages = [self.split.pages(n_filled, group)]
        pages += [self.split.pages(n_filled + 1, one) for one in next_groups]
        cards = [cards_of_pages(self.game, self.is_own, some) for some in pages]
        page, total = (np.concatenate(parts) for parts in zip(*cards, strict=True))
        filled = page % self.space.n_sets
        layer = self.space.n_filled_of_set[filled].astype(np.int64)
        return Board(
            self.game,
            page,
            filled,
            total,
            layer,
            *bounds(self.game, self.own, page, total),
            first_card_of_layer=np.searchsorted(layer, np.arange(self.game.ruleset.n_categories + 2)),
            card_of_place=self.card_of_place(page[len(cards[0][0]) :]),
        )

    def card_of_place(self, page_of_card: Longs) -> Ints:
        """Return the index of the states of the next layer's parts by page and upper total."""
        places = np.empty((self.space.n_pages, self.rank_of_lane.shape[1]), dtype=np.int32)
        pages, first_card = np.unique(page_of_card, return_index=True)
        rank = self.rank_of_lane[self.space.upper_set_of_filled[pages % self.space.n_sets]]
        places[pages] = np.where(rank < 0, -1, rank + first_card[:, None])
        return places

    def solve(self, n_filled: int, group: int, next_parts: Mapping[int, Part]) -> Part:
        """Return the stored values of a part; see ``Values.solve``."""
        board = self.part_board(n_filled, group, list(next_parts))
        if n_filled == self.game.ruleset.n_categories:
            return pack_part(finished(board, self.utility))
        later = self.unpack(windows(board, self.utility, n_filled + 1), next_parts)
        layer, cards = windows(board, self.utility, n_filled), kernel_cards(board, n_filled)
        solve_cards((*self.arrays, board.card_of_place, cards, self.utility.ends, later, layer), 0, len(cards.page))
        return pack_part(layer)

    def unpack(self, layer: Layer, parts: Mapping[int, Part]) -> Layer:
        """Return parts of a layer, one after the other, for kernels; ``layer`` contains their windows."""
        high = np.concatenate([part["high"] for part in parts.values()]).astype(np.int64)
        values = np.concatenate([part["value"] for part in parts.values()])
        check_whole(len(high), len(layer.low))
        start = np.concatenate(([0], np.cumsum(high - layer.low + 1)))
        check_whole(len(values), int(start[-1]))
        return unpack(Packed(start, layer.low.astype(np.int16), values), self.utility.ends)

    def best_probability(self, part: Part) -> Floats:
        """Return the largest probability of reaching each final score, from the part of the empty scorecard."""
        first = self.unpack(windows(self.part_board(0, 0, []), self.utility, 0), {0: part})
        return values_at(first, -np.arange(self.game.best_final_score + 1), 0.0, 1.0)


def pack_part(layer: Layer) -> Part:
    """Return the stored values of solved windows."""
    start = np.cumsum(layer.high - layer.low + 1)
    values = np.empty(int(start[-1]) if len(start) else 0)
    pack_windows(layer, layer.low, layer.high + 1, start - (layer.high - layer.low + 1), values)
    return {"high": layer.high.astype(np.int32), "value": values}
