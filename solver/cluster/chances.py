"""Parts of layers of chances: the largest probabilities of all targets, solved by the kernel that solves a whole game.

What is kept of a part is, for each of its states, the last standing that is not settled, and the float64 values up to
it. Where windows begin is known from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from solver.arrays import Bools, Floats, Ints, Longs
from solver.cluster.split import Split
from solver.cluster.values import Part, check_whole
from solver.game.game import Game
from solver.kernels.packed_standings import pack_windows
from solver.kernels.rows import N_LANES
from solver.kernels.standings import Layer
from solver.targets.board import Board, Packed, bounds, own_of_total, own_totals
from solver.targets.standings import (
    finished,
    kernel_arrays,
    kernel_cards,
    solve_slice,
    target_utility,
    unpack,
    values_at,
    windows,
)


def cards_of_pages(game: Game, is_own: Bools, pages: Longs) -> tuple[Longs, Longs]:
    """Return page and upper total of the states of pages, by page, then by upper total."""
    place, total = np.nonzero(is_own[game.space.upper_set_of_filled[pages % game.space.n_sets]])
    return pages[place], total


def rank_of_lane(game: Game, is_own: Bools) -> Ints:
    """Return the place of the state that each upper total, not capped, belongs to on its page; -1 if to none.

    int32[n_upper_sets, n_totals + largest shift]
    """
    space, own = game.space, own_of_total(game)
    n_lanes = space.n_totals + max((max(points) for points in space.upper_points), default=0)
    rank = np.where(is_own, np.cumsum(is_own, axis=1) - 1, -1)
    place = own[:, np.minimum(np.arange(n_lanes), space.n_totals - 1)]
    return np.take_along_axis(rank, place, axis=1).astype(np.int32)


def width_sums(game: Game) -> tuple[Longs, Longs, Longs]:
    """Return for each set how many states, values and rows it has at most: int64[n_sets] each."""
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
    """Yield page and upper total of all states, those of one upper set at a time, so that they take little room."""
    space = game.space
    for upper_set in range(space.n_upper_sets):
        pages = np.flatnonzero((space.upper_set_of_page == upper_set) & space.exists_page)
        yield cards_of_pages(game, is_own, pages)


class Chances:
    """Solves parts for all targets."""

    def __init__(self, game: Game, split: Split) -> None:
        self.game, self.split, self.space = game, split, game.space
        self.utility, self.arrays = target_utility(), kernel_arrays(game)
        self.own = own_of_total(game)
        self.is_own = own_totals(game, self.own)
        self.rank_of_lane = rank_of_lane(game, self.is_own)

    def part_board(self, n_filled: int, group: int, groups_behind: list[int]) -> Board:
        """Return the board of a part: its own states, and those of the parts behind it."""
        pages = [self.split.pages(n_filled, group)]
        pages += [self.split.pages(n_filled + 1, one) for one in groups_behind]
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
        """Return where the states of the parts behind stand: by page and upper total; of other pages, nothing."""
        places = np.empty((self.space.n_pages, self.rank_of_lane.shape[1]), dtype=np.int32)
        pages, first_card = np.unique(page_of_card, return_index=True)
        rank = self.rank_of_lane[self.space.upper_set_of_filled[pages % self.space.n_sets]]
        places[pages] = np.where(rank < 0, -1, rank + first_card[:, None])
        return places

    def solve(self, n_filled: int, group: int, behind: Mapping[int, Part]) -> Part:
        """Return what is kept of a part; see ``Values.solve``."""
        board = self.part_board(n_filled, group, list(behind))
        if n_filled == self.game.ruleset.n_categories:
            return pack_part(finished(board, self.utility))
        later = self.unpack(windows(board, self.utility, n_filled + 1), behind)
        layer, cards = windows(board, self.utility, n_filled), kernel_cards(board, n_filled)
        solve_slice((*self.arrays, board.card_of_place, cards, self.utility.ends, later, layer), 0, len(cards.page))
        return pack_part(layer)

    def unpack(self, layer: Layer, parts: Mapping[int, Part]) -> Layer:
        """Return parts of a layer, one after the other, as the kernels read them; ``layer`` holds their windows."""
        high = np.concatenate([part["high"] for part in parts.values()]).astype(np.int64)
        values = np.concatenate([part["value"] for part in parts.values()])
        check_whole(len(high), len(layer.low))
        start = np.concatenate(([0], np.cumsum(high - layer.low + 1)))
        check_whole(len(values), int(start[-1]))
        return unpack(Packed(start, layer.low.astype(np.int16), values), self.utility.ends)

    def best_probability(self, part: Part) -> Floats:
        """Return the largest probability of each final score or more, from the part of the empty scorecard."""
        first = self.unpack(windows(self.part_board(0, 0, []), self.utility, 0), {0: part})
        return values_at(first, -np.arange(self.game.best_final_score + 1), 0.0, 1.0)


def pack_part(layer: Layer) -> Part:
    """Return what is kept of solved windows."""
    start = np.cumsum(layer.high - layer.low + 1)
    values = np.empty(int(start[-1]) if len(start) else 0)
    pack_windows(layer, layer.low, layer.high + 1, start - (layer.high - layer.low + 1), values)
    return {"high": layer.high.astype(np.int32), "value": values}
