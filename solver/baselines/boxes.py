"""Players who look at the boxes that are filled and never at the upper total.

What such a player does is found once for every page, a set of filled boxes and what else the ruleset remembers, and
holds for all upper totals.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solver.arrays import Floats, Ints, Longs
from solver.game.dice import keep_lattice
from solver.kernels.baselines import weigh_pages
from solver.kernels.play import Places, follow_rows
from solver.kernels.rows import N_LANES
from solver.play.player import Decided, Options
from solver.play.tables import Tables


class BoxPlayer(Decided):
    """A player whose decisions depend on the filled boxes only, and on what a Yahtzee may do there."""

    @abstractmethod
    def decide_pages(self, tables: Tables, pages: Longs) -> Options:
        """Return what is done on some pages: int16[n_pages, n_rerolls + 1, n_rolls, N_LANES], lane 0 meant."""

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return what is done in every situation, see ``Decided``."""
        pages, place = np.unique(rows.page, return_inverse=True)
        options: Options = np.repeat(self.decide_pages(tables, pages)[..., :1], N_LANES, axis=3)[place]
        return options

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return how likely a turn ends in each outcome: float64[n_rows, N_LANES, n_outcomes]."""
        lattice, exits, choices, n_rerolls, _tie = tables.arrays
        pages, place = np.unique(rows.page, return_inverse=True)
        lane, first_lane = np.zeros(len(pages), dtype=np.int64), np.ones((tables.game.space.n_pages, 1), dtype=np.bool_)
        prob = np.zeros((len(pages), N_LANES, len(exits.category)))
        options, filled = self.decide_pages(tables, pages), pages % tables.game.space.n_sets
        follow_rows(lattice, choices, n_rerolls, Places(pages, lane, filled), first_lane, options, prob)
        return np.repeat(prob[place, :1], N_LANES, axis=1)


def empty_options(tables: Tables, n_rows: int) -> Options:
    """Return room for the options of rows or pages: int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]."""
    game = tables.game
    return np.zeros((n_rows, game.ruleset.n_rerolls + 1, len(game.lattice.rolls), N_LANES), dtype=np.int16)


@lru_cache
def project_order(n_dice: int, n_categories: int) -> Ints:
    """Return the options of every roll in the project's order of ties: int32[n_rolls, n_options].

    Scoring comes before keeping, then scorecard order, then lexicographic dice; -1 fills up.
    """
    n_choices = [len(keeps) for keeps in keep_lattice(n_dice).choices_of_roll]
    order = np.full((len(n_choices), max(n_choices) + n_categories), -1, dtype=np.int32)
    for roll, n_keeps in enumerate(n_choices):
        order[roll, : n_categories + n_keeps] = [*range(n_keeps, n_keeps + n_categories), *range(n_keeps)]
    return order


@dataclass(frozen=True, eq=False)
class WorthPlayer(BoxPlayer):
    """A player to whom every outcome has a fixed worth, and who looks no further than the end of this turn.

    Attributes
    ----------
    worth_of_outcome : float64[n_outcomes]
        What filling a box with these points is worth.
    n_rerolls_ahead : int
        How many rerolls are counted on; a player who counts on fewer than are in hand treats them as so many.
    """

    name: str
    worth_of_outcome: Floats
    n_rerolls_ahead: int = 2

    def decide_pages(self, tables: Tables, pages: Longs) -> Options:
        """Return what is done on some pages, see ``BoxPlayer``."""
        lattice, exits, choices, n_rerolls, tie = tables.arrays
        worths = np.repeat(self.worth_of_outcome[None, :, None], N_LANES, axis=2)
        options, n_ahead = empty_options(tables, len(pages)), min(n_rerolls, self.n_rerolls_ahead)
        ahead = np.ascontiguousarray(options[:, : n_ahead + 1])
        filled = pages % tables.game.space.n_sets
        weigh_pages(lattice, exits, choices, n_ahead, tie, worths, pages, filled, ahead)
        options[:, : n_ahead + 1] = ahead
        options[:, n_ahead + 1 :] = ahead[:, -1:]
        return options
