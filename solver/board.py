"""Boards: the states of a game without what it does not matter for objectives that count the points so far.

Upper totals from which the bonus can no longer be reached are one state. Each state knows between which bounds the
points so far and the points still to come lie. Nothing here imports numba.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.dice import Floats, Ints
from solver.errors import SolverError
from solver.solution import Game
from solver.states import Longs, subset_sums

SETTLED = 1e-13  # while solving, a standing worth within this of the value above its window counts as settled
FLOAT32 = 2.0**-25  # what rounding to float32 changes a number from 0 to 1 by, at most


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


def first_own_total(game: Game) -> Longs:
    """Return for each upper set the lowest total that is a state of its own or stands for all dead ones."""
    first_live = game.space.first_live_total_of_set.astype(np.int64)
    return np.minimum(np.maximum(0, first_live - 1), game.ruleset.threshold)


def refuse_extras(game: Game) -> None:
    """Refuse games that remember more than the scorecard."""
    if game.space.n_pages > game.space.n_sets:
        raise SolverError(
            f"ruleset {game.ruleset.name!r}: final scores can be aimed at in games whose state is the scorecard alone"
        )


def board(game: Game) -> Board:
    """Return the states of ``game``: 958,976 for Scandinavian Yatzy.

    Raises
    ------
    SolverError
        If the game remembers more than the scorecard.
    """
    refuse_extras(game)
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
    best_upper = space.best_upper_total_of_set.astype(np.int64)
    most_upper = np.where(total == threshold, best_upper[upper_set], np.minimum(total, best_upper[upper_set]))
    lower_most, lower_fewest, all_most, all_fewest = (
        subset_sums(points.tolist()).astype(np.int64)
        for points in (np.where(upper, 0, most), np.where(upper, 0, fewest), most, fewest)
    )
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


@dataclass(frozen=True, eq=False)
class Packed:
    """The values of a layer at the standings where they are not settled.

    Attributes
    ----------
    start : int64[n_cards + 1]
        Where the values of each state begin; they stand one after the other.
    low : int16[n_cards]
        The first standing of each state.
    values : float32[n_values]
    """

    start: Longs
    low: npt.NDArray[np.int16]
    values: npt.NDArray[np.float32]

    def look_up(self, card: Longs, standing: Longs, below: float, above: float) -> Floats:
        """Return the values of states, by their places in the layer, at standings that may also be settled."""
        first, stop = self.start[card], self.start[np.asarray(card) + 1]
        place = first + standing - self.low[card]
        inside = (place >= first) & (place < stop)
        values = np.where(place < first, below, above)
        values[inside] = self.values[place[inside]]
        return values
