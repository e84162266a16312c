"""Boards: the states of a game, merged where an objective that depends on the points so far cannot distinguish them.

Upper totals from which the same points in the open upper boxes earn the bonus are one state: with only the sixes open,
57 and 62 both need one more six. Each state has bounds of the points so far and the points still to come. Nothing here
imports numba.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Floats, Ints, Longs
from solver.errors import SolverError
from solver.game.game import Game, subset_sums

SETTLED = 1e-13  # while solving, a value this close to that above the window counts as settled
FLOAT32 = 2.0**-25  # largest error of rounding a number from 0 to 1 to float32


@dataclass(frozen=True, eq=False)
class Board:
    """The merged states of a game by layer, with the bounds of their standings.

    Attributes
    ----------
    page, filled, total, n_filled : int64[n_cards], by layer, then by page, then by upper total
    most_to_come, fewest_to_come, most_so_far, fewest_so_far : int64[n_cards]
        Points, bonus included in those to come.
    first_card_of_layer : int64[n_categories + 2]
    card_of_place : int32[n_pages, n_totals + largest shift]
        Index of every state in its layer; -1 if there is none.
    """

    game: Game
    page: Longs
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
        """Return the states with ``n_filled`` filled categories."""
        return slice(int(self.first_card_of_layer[n_filled]), int(self.first_card_of_layer[n_filled + 1]))


def own_of_total(game: Game, only_dead: bool = False) -> Longs:
    """Return for each upper set the upper total that represents each one: int64[n_upper_sets, n_totals].

    It is the highest total with the same future: whatever points the open upper boxes still give, all of these totals
    earn the bonus, or none. With ``only_dead`` only those from which the bonus is out of reach are merged.
    """
    space, totals = game.space, np.arange(game.space.n_totals)
    own = np.tile(totals, (space.n_upper_sets, 1))
    for upper_set in range(space.n_upper_sets):
        sums = {0}
        for box, points in enumerate(space.upper_points):
            if not upper_set >> box & 1:
                sums = {before + more for before in sums for more in (0, *points)}
        n_short = np.searchsorted(np.array(sorted(sums)), game.ruleset.threshold - totals)
        alike = n_short[1:] == n_short[:-1]
        if only_dead:
            alike &= n_short[:-1] == len(sums)
        last = np.flatnonzero(np.append(~alike, True))
        own[upper_set] = last[np.searchsorted(last, totals)]
    return own


def own_totals(game: Game, own: Longs) -> Bools:
    """Return which upper totals are states of the board, for each upper set: bool[n_upper_sets, n_totals]."""
    is_own = np.zeros(own.shape, dtype=np.bool_)
    upper_set, total = np.nonzero(game.space.reachable_of_upper_set)
    is_own[upper_set, own[upper_set, total]] = True
    return is_own


def standings_of_layers(game: Game) -> tuple[Longs, Longs]:
    """Return the number of states in each layer of the board, and the sum of their ranges of points to come.

    Nothing is allocated, so it takes no time for games of any size: on a page the states differ in the bonus only.
    """
    space, is_own, totals = game.space, own_totals(game, own_of_total(game)), np.arange(game.space.n_totals)
    best_upper = space.best_upper_total_of_set.astype(np.int64)
    is_within = totals + (best_upper[-1] - best_upper)[:, None] >= game.ruleset.threshold
    n_undecided = (is_own & is_within & (totals < game.ruleset.threshold)).sum(axis=1)
    page = np.flatnonzero(space.exists_page)
    upper_set, still_open = space.upper_set_of_page[page], space.n_sets - 1 - page % space.n_sets
    most, fewest = points_to_come(game, page, still_open)
    n_states = is_own.sum(axis=1)[upper_set]
    apart = n_states * (most - fewest) + n_undecided[upper_set] * game.ruleset.bonus
    n_filled, n_layers = space.n_filled_of_set[page % space.n_sets], game.ruleset.n_categories + 1
    sums = (np.bincount(n_filled, numbers, n_layers).astype(np.int64) for numbers in (n_states, apart))
    return next(sums), next(sums)


def points_to_come(game: Game, page: Longs, still_open: Longs) -> tuple[Longs, Longs]:
    """Return the most and the fewest points that the open categories of some pages can give, without the bonus."""
    most, most_paid, fewest = (subset_sums(points.tolist()).astype(np.int64) for points in ends_of_categories(game))
    is_paid, _n_paid = extra_yahtzees(game, page)
    return np.where(is_paid, most_paid[still_open], most[still_open]), fewest[still_open]


def refuse_saving(game: Game) -> None:
    """Raise an error for games in which throws are saved."""
    if game.ruleset.saves_throws:
        raise SolverError(f"ruleset {game.ruleset.name!r}: targets are not supported with saved throws")


def ends_of_categories(game: Game) -> tuple[Longs, Longs, Longs]:
    """Return for each category the most points, the most with bonus points, and the fewest."""
    ways_out, n_categories = game.outcomes, game.ruleset.n_categories
    most, most_paid, fewest = np.zeros(n_categories), np.zeros(n_categories), np.full(n_categories, np.inf)
    np.maximum.at(most, ways_out.category, ways_out.points)
    np.maximum.at(most_paid, ways_out.category, ways_out.gain)
    np.minimum.at(fewest, ways_out.category, ways_out.gain)
    return most.astype(np.int64), most_paid.astype(np.int64), fewest.astype(np.int64)


def extra_yahtzees(game: Game, page: Longs) -> tuple[Bools, Longs]:
    """Return whether a state's extra Yahtzees can earn points, and at most how many have."""
    if not game.has_extra_bonus:
        return np.zeros(len(page), dtype=np.bool_), np.zeros(len(page), dtype=np.int64)
    filled, pays = page % game.space.n_sets, page >= game.space.n_sets
    has_yahtzee = np.array([game.ruleset.has_yahtzee(int(one)) for one in range(game.space.n_sets)])
    n_others = game.space.n_filled_of_set[filled].astype(np.int64) - 1
    return pays | ~has_yahtzee[filled], np.where(pays, n_others, 0)


def board(game: Game, only_dead: bool = False) -> Board:
    """Return the states of ``game``: 839,680 for Scandinavian Yatzy; with ``only_dead`` 958,976, see ``own_of_total``.

    Raises
    ------
    SolverError
        If throws are saved.
    """
    refuse_saving(game)
    space, own = game.space, own_of_total(game, only_dead)
    page, total = np.nonzero(own_totals(game, own)[space.upper_set_of_page] & space.exists_page[:, None])
    order = np.lexsort((total, page, space.n_filled_of_set[page % space.n_sets]))
    page, total = page[order], total[order]
    filled, n_filled = page % space.n_sets, space.n_filled_of_set[page % space.n_sets].astype(np.int64)
    first_card_of_layer = np.searchsorted(n_filled, np.arange(game.ruleset.n_categories + 2))
    return Board(
        game,
        page,
        filled,
        total,
        n_filled,
        *bounds(game, own, page, total),
        first_card_of_layer=first_card_of_layer,
        card_of_place=place_cards(game, own, page, total, first_card_of_layer[n_filled]),
    )


def bounds(game: Game, own: Longs, page: Longs, total: Longs) -> tuple[Longs, Longs, Longs, Longs]:
    """Return the most and the fewest points to come, and those so far: int64[n_cards] each."""
    space, threshold = game.space, game.ruleset.threshold
    filled, upper_set = page % space.n_sets, space.upper_set_of_page[page]
    fewest_upper, reached = np.full(own.shape, space.n_totals), np.nonzero(space.reachable_of_upper_set)
    np.minimum.at(fewest_upper, (reached[0], own[reached]), reached[1])
    best_upper = space.best_upper_total_of_set.astype(np.int64)
    most_upper = np.where(total == threshold, best_upper[upper_set], np.minimum(total, best_upper[upper_set]))
    upper = np.array([category.is_upper for category in game.ruleset.categories])
    most, most_paid, fewest = ends_of_categories(game)
    lower_most, lower_fewest = (
        subset_sums(np.where(upper, 0, points).tolist()).astype(np.int64) for points in (most, fewest)
    )
    _is_paid, n_paid = extra_yahtzees(game, page)
    within = total + best_upper[-1] - best_upper[upper_set] >= threshold
    most_to_come, fewest_to_come = points_to_come(game, page, space.n_sets - 1 - filled)
    return (
        most_to_come + np.where(within, game.ruleset.bonus, 0),
        fewest_to_come + np.where(total >= threshold, game.ruleset.bonus, 0),
        lower_most[filled] + most_upper + n_paid * (most_paid - most).max(),
        lower_fewest[filled] + fewest_upper[upper_set, total],
    )


def place_cards(game: Game, own: Longs, page: Longs, total: Longs, first_card: Longs) -> Ints:
    """Return the index of every state in its layer: by page and upper total, not capped."""
    space = game.space
    n_lanes = space.n_totals + max((max(points) for points in space.upper_points), default=0)
    card_of_place = np.full((space.n_pages, n_lanes), -1, dtype=np.int32)
    card_of_place[page, total] = np.arange(len(page)) - first_card
    place = own[:, np.minimum(np.arange(n_lanes), space.n_totals - 1)]
    found: Ints = np.take_along_axis(card_of_place, place[space.upper_set_of_page], axis=1)
    return found


@dataclass(frozen=True, eq=False)
class Packed:
    """The values of a layer at the standings that are not settled.

    Attributes
    ----------
    start : int64[n_cards + 1]
        Index of the first value of each state.
    low : int16[n_cards]
        The first standing of each state.
    values : float32[n_values]
    """

    start: Longs
    low: npt.NDArray[np.int16]
    values: npt.NDArray[np.float32]

    def look_up(self, card: Longs, standing: Longs, below: float, above: float) -> Floats:
        """Return the values of states, by index in the layer, at standings that may also be settled."""
        first, stop = self.start[card], self.start[np.asarray(card) + 1]
        place = first + standing - self.low[card]
        inside = (place >= first) & (place < stop)
        values = np.where(place < first, below, above)
        values[inside] = self.values[place[inside]]
        return values
