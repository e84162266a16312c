r"""Objectives that look at the points so far: any utility of the final score, and all targets in one run.

.. math::

    V(C, m, z) = \sum_r P(r) V_2(r, z), \qquad
    V_0(r, z) = \max_{c \notin C} V(C + c, \min(m + u_c(r), T), z + s_c(r)), \qquad
    V(\text{full}, m, z) = g(z + \text{bonus})

The standing z is the points so far, or for targets the points so far less the target: then V(C, m, -y) is the largest
probability of at least y more points, whatever the target. Each state has a window of standings; below and above it
the value is settled, because g does not change over anything that can still be reached. Upper totals from which the
bonus can no longer be reached are one state. Rows are float64.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.dice import Floats, Ints
from solver.exits import outcomes
from solver.kernels import N_LANES
from solver.solution import Game
from solver.solve import Progress, kernel_exits, kernel_lattice, n_processors, no_progress, run_slices
from solver.standing_kernels import Cards, Ends, Layer, pack_windows, solve_standings, unpack_windows, unsettled_width
from solver.states import Longs, subset_sums

SETTLED = 1e-13  # a standing worth within this of the value above its window counts as settled


@dataclass(frozen=True, eq=False)
class Utility:
    """What a final standing is worth.

    Attributes
    ----------
    first, values : int, float64[n]
        The worth of the final standings ``first``, ``first + 1`` ...
    below, above : float or None
        The worth of all lower and all higher standings; None if none occur.
    is_relative : bool
        Whether standings are points less a target, so that every one must be solved; else they are points so far, and
        only those that a game can have.
    """

    first: int
    values: Floats
    below: float | None
    above: float | None
    is_relative: bool = False

    @property
    def ends(self) -> Ends:
        """Return the settled values as the kernels read them."""
        steps = np.diff([*(() if self.below is None else (self.below,)), *self.values])
        is_monotone = bool((steps >= 0).all())
        if self.above is None or not is_monotone:
            enough = np.inf
        else:
            enough = self.above - SETTLED
            is_monotone = not len(self.values) or bool(self.values[-1] <= self.above)
        below, above = (np.nan if end is None else end for end in (self.below, self.above))
        return Ends(below, above, enough if is_monotone else np.inf, is_monotone)

    def worth(self, standing: Longs) -> Floats:
        """Return what final standings are worth."""
        ends = self.ends
        padded = np.concatenate(([ends.below], self.values, [ends.above]))
        return padded[np.clip(standing - self.first + 1, 0, len(padded) - 1)]


@dataclass(frozen=True, eq=False)
class Board:
    """The states of a game by layer, dead upper totals being one, with all that bounds their standings.

    Attributes
    ----------
    filled, total, n_filled : int64[n_cards], by layer, then by set of filled categories, then by upper total
    most_to_come, fewest_to_come, most_so_far, fewest_so_far : int64[n_cards]
        Points, bonus included in those to come.
    first_card_of_layer : int64[n_categories + 2]
    card_of_place : int32[n_sets, n_totals + largest shift]
        Place of every state in its layer; -1 where there is none.
    """

    game: Game
    filled: Longs
    total: Longs
    n_filled: Longs
    most_to_come: Longs
    fewest_to_come: Longs
    most_so_far: Longs
    fewest_so_far: Longs
    first_card_of_layer: Longs
    card_of_place: Ints

    def layer(self, n_filled: int) -> slice:
        """Return the states with so many filled categories."""
        return slice(int(self.first_card_of_layer[n_filled]), int(self.first_card_of_layer[n_filled + 1]))

    @cached_property
    def arrays(self) -> tuple[Any, Any, int]:
        """Return the leading arguments of the kernels."""
        ways_out = outcomes(self.game.ruleset, self.game.lattice)
        return kernel_lattice(self.game.lattice), kernel_exits(ways_out), self.game.ruleset.n_rerolls

    def cards(self, n_filled: int) -> Cards:
        """Return the states of a layer as the kernels read them."""
        here = self.layer(n_filled)
        return Cards(self.filled[here], self.total[here], self.filled[here])


def first_own_total(game: Game) -> Longs:
    """Return for each upper set the lowest total that is a state of its own or stands for all dead ones."""
    first_live = game.space.first_live_total_of_set.astype(np.int64)
    return np.minimum(np.maximum(0, first_live - 1), game.ruleset.threshold)


def board(game: Game) -> Board:
    """Return the states of ``game``: 958,976 for Scandinavian Yatzy."""
    space, threshold = game.space, game.ruleset.threshold
    upper = np.array([category.is_upper for category in game.ruleset.categories])
    most, fewest = game.points_of_roll.max(axis=0), game.points_of_roll.min(axis=0)
    first_own = first_own_total(game)

    totals = np.arange(space.n_totals)
    is_own = space.reachable_of_upper_set & (totals >= first_own[:, None])
    is_own[np.arange(space.n_upper_sets), first_own] |= first_own > 0
    filled, total = np.nonzero(is_own[space.upper_set_of_filled])
    order = np.lexsort((total, filled, space.n_filled_of_set[filled]))
    filled, total = filled[order], total[order]
    n_filled = space.n_filled_of_set[filled].astype(np.int64)
    first_card_of_layer = np.searchsorted(n_filled, np.arange(game.ruleset.n_categories + 2))

    upper_set = space.upper_set_of_filled[filled]
    is_dead = (total == first_own[upper_set]) & (first_own[upper_set] < space.first_live_total_of_set[upper_set])
    best_upper = space.best_upper_total_of_set
    most_upper = np.where(total == threshold, best_upper[upper_set], np.minimum(total, best_upper[upper_set]))
    lower_most, lower_fewest = (subset_sums(np.where(upper, 0, points).tolist()) for points in (most, fewest))
    all_most, all_fewest = (subset_sums(points.tolist()) for points in (most, fewest))
    still_open = space.n_sets - 1 - filled
    earned = np.where(total >= threshold, game.ruleset.bonus, 0)
    within = total + best_upper[-1] - best_upper[upper_set] >= threshold
    return Board(
        game,
        filled,
        total,
        n_filled,
        most_to_come=all_most[still_open] + np.where(within, game.ruleset.bonus, 0),
        fewest_to_come=all_fewest[still_open] + earned,
        most_so_far=lower_most[filled] + most_upper,
        fewest_so_far=lower_fewest[filled] + np.where(is_dead, 0, total),
        first_card_of_layer=first_card_of_layer,
        card_of_place=place_cards(game, first_own, filled, total, first_card_of_layer[n_filled]),
    )


def place_cards(game: Game, first_own: Longs, filled: Longs, total: Longs, first_card: Longs) -> Ints:
    """Return the place of every state in its layer: by set of filled categories and upper total, not capped."""
    space = game.space
    n_lanes = space.n_totals + max((max(points) for points in space.upper_points), default=0)
    card_of_place = np.full((space.n_sets, n_lanes), -1, dtype=np.int32)
    card_of_place[filled, total] = np.arange(len(filled)) - first_card
    card_of_place[:, space.n_totals :] = card_of_place[:, space.n_totals - 1 : space.n_totals]
    own = first_own[space.upper_set_of_filled]
    is_dead = np.arange(n_lanes) < own[:, None]
    return np.where(is_dead, card_of_place[np.arange(space.n_sets), own][:, None], card_of_place)


def windows(board: Board, utility: Utility, n_filled: int) -> Layer:
    """Return the windows of a layer, their values not yet filled in."""
    here = board.layer(n_filled)
    low, high = board.fewest_so_far[here], board.most_so_far[here]
    if utility.below is not None:
        change = utility.first - board.most_to_come[here]
        low = change if utility.is_relative else np.maximum(low, change)
    if utility.above is not None:
        change = utility.first + len(utility.values) - 1 - board.fewest_to_come[here]
        high = change if utility.is_relative else np.minimum(high, change)
    return room(low, np.maximum(high, low - 1))


def room(low: Longs, high: Longs) -> Layer:
    """Return a layer with room for windows and what stands beside them."""
    width = high - low + 1 + 3 * N_LANES
    stop = np.cumsum(width)
    start = stop - width + N_LANES
    return Layer(start, low.copy(), high.copy(), np.empty(int(stop[-1]) if len(stop) else 0))


def finished(board: Board, utility: Utility) -> Layer:
    """Return the layer of the full scorecards."""
    layer, ends = windows(board, utility, board.game.ruleset.n_categories), utility.ends
    for card, bonus in enumerate(board.fewest_to_come[board.layer(board.game.ruleset.n_categories)]):
        place, width = layer.start[card], layer.high[card] - layer.low[card] + 1
        layer.values[place - N_LANES : place] = ends.below
        layer.values[place : place + width] = utility.worth(np.arange(layer.low[card], layer.high[card] + 1) + bonus)
        layer.values[place + width : place + width + N_LANES] = ends.above
    return layer


class Packed(NamedTuple):
    """The windows of a layer one after the other without anything beside them; ``start`` has one entry more."""

    start: Longs
    low: npt.NDArray[np.int16]
    values: npt.NDArray[np.float32]


def pack(layer: Layer, least: float, enough: float) -> Packed:
    """Return the layer as float32, without the standings whose values are settled at that precision."""
    first, stop = np.empty_like(layer.low), np.empty_like(layer.low)
    unsettled_width(layer, least, enough, first, stop)
    start = np.concatenate(([0], np.cumsum(stop - first)))
    values = np.empty(int(start[-1]), dtype=np.float32)
    pack_windows(layer, first, stop, start, values)
    return Packed(start, first.astype(np.int16), values)


def unpack(packed: Packed, ends: Ends) -> Layer:
    """Return a packed layer as the kernels read it."""
    low = packed.low.astype(np.int64)
    layer = room(low, low + np.diff(packed.start) - 1)
    unpack_windows(packed.values, packed.start, ends, layer)
    return layer


def solve_layers(
    board: Board,
    utility: Utility,
    keep: Callable[[int, Layer], None],
    n_threads: int | None = None,
    progress: Progress = no_progress,
) -> Layer:
    """Solve all layers from the last to the first, and return the first: that of the empty scorecard.

    Parameters
    ----------
    keep : callable
        Told each layer and its number of filled categories, the full scorecards too; only two are held here.
    """
    n_categories, ends = board.game.ruleset.n_categories, utility.ends
    later = finished(board, utility)
    keep(n_categories, later)
    with ThreadPoolExecutor(n_threads or n_processors()) as pool:
        for n_filled in reversed(range(n_categories)):
            layer, cards = windows(board, utility, n_filled), board.cards(n_filled)
            arrays = (*board.arrays, board.card_of_place, cards, ends, later, layer)
            run_slices(pool, len(cards.page), partial(solve_slice, arrays))
            keep(n_filled, layer)
            later = layer
            progress(n_categories - n_filled, n_categories)
    return later


def solve_slice(arrays: Any, start: int, stop: int) -> None:
    """Solve the states ``start`` to ``stop`` of a layer."""
    solve_standings(*arrays, (start, stop))
