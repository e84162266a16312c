r"""Players who maximize points minus price.

The price is the loss of points still to come by filling a box, without the points scored. With V for the expected
points to come, bonus included, and C for the card,

.. math:: p(c, s) = V(C) - V(C \text{ with } s \text{ written in } c)

so a lower box has one price, and an upper box one for each number of its face. Such a player uses the prices of the
current turn only, and keeps the dice with the greatest expected difference.
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
USUAL = 3  # dice of a face assumed by the single price of an upper box


@dataclass(frozen=True, eq=False)
class PricePlayer:
    """The player who maximizes points minus price when scoring, and its expectation when keeping.

    Attributes
    ----------
    value_of_state : float64[n_states]
        Points still to come, used only to compute the prices.
    price_list : str
        ``written``: the price of the points scored. ``crossed_out``: that of a zero in the box, whatever is scored.
        ``three_of_face``: an upper box has one price, as if three of its face were scored.
    """

    name: str
    game: Game
    value_of_state: Floats
    price_list: PriceList = "written"

    @cached_property
    def value_of_slot(self) -> Floats:
        """Return the values by page and upper total, 0 for unreachable slots: float64[n_pages, n_totals]."""
        table = np.zeros((self.game.space.n_pages, self.game.space.n_totals))
        table[self.game.space.reachable_slots] = self.value_of_state
        return table

    @cached_property
    def shift_of_outcome(self) -> Longs:
        """Return the increase of the upper total in the price of each outcome: int64[n_outcomes]."""
        ways_out = self.game.outcomes
        if self.price_list == "written":
            return ways_out.shift
        if self.price_list == "crossed_out":
            return np.zeros_like(ways_out.shift)
        # Every upper box can contain one die of its face; only a zero has fewer points.
        faces = {
            category: int(ways_out.points[(ways_out.category == category) & (ways_out.points > 0)].min())
            for category in np.unique(ways_out.category[ways_out.shift > 0]).tolist()
        }
        return np.array([USUAL * faces.get(category, 0) for category in ways_out.category.tolist()], dtype=np.int64)

    def prices(self, pages: Longs, totals: Longs) -> Floats:
        """Return the price of every outcome on some pages, at some upper totals each.

        Prices of outcomes whose box is filled are undefined.

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
        """Return the probability of each outcome of a turn, see ``Player``."""
        prices = self.prices(rows.page, rows.lane[:, None] + np.arange(N_LANES))
        return follow_worths(tables, rows, tables.outcomes.gain[:, None] - prices, N_LANES)


@dataclass(frozen=True, eq=False)
class GreedyPlayer:
    """The greedy player, ``turn.greedy``, without prices, using the kernels of price players."""

    name: str = "greedy"

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return the probability of each outcome of a turn, see ``Player``; computed once per page."""
        pages, place = np.unique(rows.page, return_inverse=True)
        beginnings = Places(pages, np.zeros_like(pages), pages % tables.game.space.n_sets)
        worths = np.broadcast_to(tables.outcomes.gain[:, None], (len(pages), len(tables.outcomes.gain), N_LANES))
        prob: Floats = np.repeat(follow_worths(tables, beginnings, worths, 1)[place, :1], N_LANES, axis=1)
        return prob


def follow_worths(tables: Tables, rows: Places, worth_of_outcome: Floats, n_lanes: int) -> Floats:
    """Return the probability of each outcome, given values of outcomes: float64[n_rows, N_LANES, n_outcomes].

    The kernels are those of perfect play, so that the data of the first chapter need no others to be compiled.

    Parameters
    ----------
    worth_of_outcome : float64[n_rows, n_outcomes, N_LANES]
    n_lanes : int
        Number of lanes of each row that are computed; the others are undefined.
    """
    lattice, exits, choices, n_rerolls, tie = tables.arrays
    numbers = np.arange(len(rows.page))
    runs = Runs(numbers, *rows, first=np.zeros_like(numbers), stop=np.full_like(numbers, n_lanes))
    worths = np.ascontiguousarray(worth_of_outcome)
    prob_of_outcome = np.empty((len(numbers), N_LANES, len(exits.category)))
    follow_runs(lattice, exits, choices, n_rerolls, False, Ties(1.0, -tie), runs, worths, prob_of_outcome)
    return prob_of_outcome


def price_maker(price_list: PriceList) -> Callable[[Game], Player]:
    """Return the function that creates the player of a price list for a game."""

    def make(game: Game) -> Player:
        return PricePlayer(f"prices-{price_list}", game, find_solution(game.ruleset)[0].value_of_state, price_list)

    make.__module__ = __name__
    return make


def greedy_player(_game: Game) -> Player:
    """Return the player without prices."""
    return GreedyPlayer()
