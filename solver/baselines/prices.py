r"""Players who go by prices alone: they write where points minus price is greatest.

A price is what closing a box takes from everything still to come, the points written aside. With V for the points that
can be expected, the bonus in them, and C for the card,

.. math:: p(c, s) = V(C) - V(C \text{ with } s \text{ written in } c)

so a lower box has one price, and an upper box one for each number of its face. Such a player has the prices of this
turn, subtracts, and keeps the dice from which the difference is greatest on average; it reads nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.kernels.deciding import Ties
from solver.kernels.following import Places
from solver.kernels.rows import N_LANES
from solver.kernels.walk import Runs, follow_runs
from solver.play.player import Player, Tables
from solver.solving.solution import find_solution

PriceList = Literal["written", "crossed_out", "three_of_face"]
USUAL = 3  # dice of a face that one price for an upper box takes for granted


@dataclass(frozen=True, eq=False)
class PricePlayer:
    """Who writes where points minus price is greatest, and keeps the dice from which that is greatest on average.

    Attributes
    ----------
    value_of_state : float64[n_states]
        Points still to come, from which the prices are made; for nothing else is it read.
    price_list : str
        ``written``: a price is that of what is written. ``crossed_out``: that of a zero in the box, whatever is
        written. ``three_of_face``: an upper box has one price, as if three of its face were written.
    """

    name: str
    game: Game
    value_of_state: Floats
    price_list: PriceList = "written"

    @cached_property
    def value_of_slot(self) -> Floats:
        """Return the values by page and upper total, 0 where no game comes: float64[n_pages, n_totals]."""
        table = np.zeros((self.game.space.n_pages, self.game.space.n_totals))
        table[self.game.space.reachable_slots] = self.value_of_state
        return table

    @cached_property
    def shift_of_outcome(self) -> Longs:
        """Return by how much the upper total grows in the price of each outcome: int64[n_outcomes]."""
        ways_out = self.game.outcomes
        if self.price_list == "written":
            return ways_out.shift
        if self.price_list == "crossed_out":
            return np.zeros_like(ways_out.shift)
        # Every upper box can hold one die of its face, and no fewer points but none.
        faces = {
            category: int(ways_out.points[(ways_out.category == category) & (ways_out.points > 0)].min())
            for category in np.unique(ways_out.category[ways_out.shift > 0]).tolist()
        }
        return np.array([USUAL * faces.get(category, 0) for category in ways_out.category.tolist()], dtype=np.int64)

    def prices(self, pages: Longs, totals: Longs) -> Floats:
        """Return the price of every outcome on some pages, at some upper totals each.

        Outcomes whose box is filled have no price; what stands there means nothing.

        Parameters
        ----------
        pages, totals : int64[n_pages], int64[n_pages, n_totals]

        Returns
        -------
        prices : float64[n_pages, n_outcomes, n_totals]
        """
        ways_out, n_totals = self.game.outcomes, self.game.space.n_totals
        is_open = pages[:, None] >> ways_out.category & 1 == 0
        after = np.where(is_open, pages[:, None] + ways_out.step, pages[:, None])
        shifted = np.minimum(totals[:, None, :] + self.shift_of_outcome[:, None], n_totals - 1)
        before = self.value_of_slot[pages[:, None], np.minimum(totals, n_totals - 1)]
        found: Floats = before[:, None, :] - self.value_of_slot.ravel()[after[:, :, None] * n_totals + shifted]
        return found

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return how likely a turn ends in each outcome, see ``Player``."""
        prices = self.prices(rows.page, rows.lane[:, None] + np.arange(N_LANES))
        return follow_worths(tables, rows, tables.outcomes.gain[:, None] - prices, N_LANES)


@dataclass(frozen=True, eq=False)
class GreedyPlayer:
    """Who asks no price: ``turn.greedy``, played by the kernels that price players need anyway."""

    name: str = "greedy"

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return how likely a turn ends in each outcome, see ``Player``; found once a page."""
        pages, place = np.unique(rows.page, return_inverse=True)
        beginnings = Places(pages, np.zeros_like(pages), pages % tables.game.space.n_sets)
        worths = np.broadcast_to(tables.outcomes.gain[:, None], (len(pages), len(tables.outcomes.gain), N_LANES))
        prob: Floats = np.repeat(follow_worths(tables, beginnings, worths, 1)[place, :1], N_LANES, axis=1)
        return prob


def follow_worths(tables: Tables, rows: Places, worth_of_outcome: Floats, n_lanes: int) -> Floats:
    """Return how likely each outcome is to whom outcomes are worth so much: float64[n_rows, N_LANES, n_outcomes].

    These kernels are those of perfect play, so that what the first chapter tells of players need not wait for others.

    Parameters
    ----------
    worth_of_outcome : float64[n_rows, n_outcomes, N_LANES]
    n_lanes : int
        How many lanes of each row are followed; the others mean nothing.
    """
    lattice, exits, choices, n_rerolls, tie = tables.arrays
    numbers = np.arange(len(rows.page))
    runs = Runs(numbers, *rows, first=np.zeros_like(numbers), stop=np.full_like(numbers, n_lanes))
    worths = np.ascontiguousarray(worth_of_outcome)
    prob_of_outcome = np.empty((len(numbers), N_LANES, len(exits.category)))
    follow_runs(lattice, exits, choices, n_rerolls, False, Ties(1.0, -tie), runs, worths, prob_of_outcome)
    return prob_of_outcome


def price_maker(price_list: PriceList) -> Callable[[Game], Player]:
    """Return the function that makes the player of a price list for a game."""

    def make(game: Game) -> Player:
        return PricePlayer(f"prices-{price_list}", game, find_solution(game.ruleset)[0].value_of_state, price_list)

    make.__module__ = __name__
    return make


def greedy_player(_game: Game) -> Player:
    """Return who asks no price."""
    return GreedyPlayer()
