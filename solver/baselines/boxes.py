"""Players whose decisions ignore the upper total, and their means and bonus rates."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solver.arrays import Floats, Ints, Longs
from solver.game.dice import keep_lattice
from solver.game.game import Game
from solver.kernels.following import Places, follow_rows
from solver.kernels.players import weigh_pages
from solver.kernels.rows import N_LANES
from solver.kernels.statistics import expect_pages
from solver.play.player import Decided, Options, Tables
from solver.store.results import Result, recall
from solver.store.sources import sources_of_module
from solver.threads import n_processors


class BoxPlayer(Decided):
    """A player whose decisions depend on the filled boxes only, and on the joker rules."""

    @abstractmethod
    def decide_pages(self, tables: Tables, pages: Longs) -> Options:
        """Return the decisions on some pages: int16[n_pages, n_rerolls + 1, n_rolls, N_LANES], in lane 0."""

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
        pages, place = np.unique(rows.page, return_inverse=True)
        options: Options = np.repeat(self.decide_pages(tables, pages)[..., :1], N_LANES, axis=3)[place]
        return options

    def prob_of_outcome(self, tables: Tables, rows: Places) -> Floats:
        """Return the probability of each outcome of a turn: float64[n_rows, N_LANES, n_outcomes]."""
        lattice, exits, choices, n_rerolls, _tie = tables.arrays
        pages, place = np.unique(rows.page, return_inverse=True)
        lane, first_lane = np.zeros(len(pages), dtype=np.int64), np.ones((tables.game.space.n_pages, 1), dtype=np.bool_)
        prob = np.zeros((len(pages), N_LANES, len(exits.category)))
        options, filled = self.decide_pages(tables, pages), pages % tables.game.space.n_sets
        follow_rows(lattice, choices, n_rerolls, Places(pages, lane, filled), first_lane, options, prob)
        return np.repeat(prob[place, :1], N_LANES, axis=1)


def empty_options(tables: Tables, n_rows: int) -> Options:
    """Allocate the options of rows or pages: int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]."""
    game = tables.game
    return np.zeros((n_rows, game.ruleset.n_rerolls + 1, len(game.lattice.rolls), N_LANES), dtype=np.int16)


@lru_cache
def project_order(n_dice: int, n_categories: int) -> Ints:
    """Return the options of every roll in the project's order of ties: int32[n_rolls, n_options].

    Scoring comes before keeping, then scorecard order, then lexicographic dice; padded with -1.
    """
    n_choices = [len(keeps) for keeps in keep_lattice(n_dice).choices_of_roll]
    order = np.full((len(n_choices), max(n_choices) + n_categories), -1, dtype=np.int32)
    for roll, n_keeps in enumerate(n_choices):
        order[roll, : n_categories + n_keeps] = [*range(n_keeps, n_keeps + n_categories), *range(n_keeps)]
    return order


@dataclass(frozen=True, eq=False)
class WorthPlayer(BoxPlayer):
    """A player with a fixed value of every outcome, whose horizon is the end of the turn.

    Attributes
    ----------
    worth_of_outcome : float64[n_outcomes]
        Value of filling a box with these points.
    n_rerolls_ahead : int
        Number of rerolls taken into account; if there are more, the player decides as with this number.
    """

    name: str
    worth_of_outcome: Floats
    n_rerolls_ahead: int = 2

    def decide_pages(self, tables: Tables, pages: Longs) -> Options:
        """Return the decisions on some pages, see ``BoxPlayer``."""
        lattice, exits, choices, n_rerolls, tie = tables.arrays
        worths = np.repeat(self.worth_of_outcome[None, :, None], N_LANES, axis=2)
        options, n_ahead = empty_options(tables, len(pages)), min(n_rerolls, self.n_rerolls_ahead)
        ahead = np.ascontiguousarray(options[:, : n_ahead + 1])
        filled = pages % tables.game.space.n_sets
        weigh_pages(lattice, exits, choices, n_ahead, tie, worths, pages, filled, ahead)
        options[:, : n_ahead + 1] = ahead
        options[:, n_ahead + 1 :] = ahead[:, -1:]
        return options


Facts = Mapping[str, float]


def cached_facts(game: Game, name: str, find: Callable[[Game], list[Facts]]) -> list[Facts]:
    """Return the facts that ``find`` computes about some players, cached on disk.

    Parameters
    ----------
    name : str
        Key of these players.
    find : callable
        A function of the module whose imports are all that the players depend on.
    """
    sources = dict(sources_of_module(find.__module__))

    def compute() -> Result:
        return Result({}, {"facts": [dict(facts) for facts in find(game)]})

    key = game.identity | {"player": name, "sources": sources}
    found: list[Facts] = recall("player-facts", key, compute)[0].facts["facts"]
    return found


N_PAGES = 64  # pages decided at a time


def facts_of_worths(game: Game, worths: Floats) -> list[Facts]:
    """Return mean and bonus rate of players with fixed values of outcomes and exact probabilities of a turn.

    Parameters
    ----------
    worths : float64[n_players, n_outcomes]
        Value of filling a box with these points, for each player.
    """
    found: list[Facts] = []
    for first in range(0, len(worths), N_LANES):
        found += facts_of_lanes(Tables(game), worths[first : first + N_LANES])
    return found


def facts_of_lanes(tables: Tables, worths: Floats) -> list[Facts]:
    """Return the same for at most as many players as lanes; unused lanes repeat the first one."""
    game, exits = tables.game, tables.arrays[1]
    space, threshold = game.space, game.ruleset.threshold
    lanes = np.vstack([worths, np.repeat(worths[:1], N_LANES - len(worths), axis=0)])
    width = -(-space.n_totals // N_LANES) * N_LANES + int(exits.shift.max(initial=0)) + N_LANES
    page_of_layer = [np.flatnonzero(space.exists_page & (layer == n)) for layer, n in layers_of(tables)]
    place_of_page = np.zeros(space.n_pages, dtype=np.int64)
    for pages in page_of_layer:
        place_of_page[pages] = np.arange(len(pages))
    n_finished = len(page_of_layer[-1])
    earned = (np.arange(width) >= threshold).astype(np.float64)
    later = np.zeros((n_finished, N_LANES)), np.tile(earned, (n_finished, N_LANES, 1))
    with ThreadPoolExecutor(n_processors()) as pool:
        for pages in reversed(page_of_layer[:-1]):
            here = np.empty((len(pages), N_LANES)), np.empty((len(pages), N_LANES, width))

            def expect(start: int, pages: Longs = pages, later: Arrays = later, here: Arrays = here) -> None:
                some = pages[start : start + N_PAGES]
                prob = outcomes_of_pages(tables, np.ascontiguousarray(lanes.T), some)
                expect_pages(exits, space.n_totals, some, place_of_page, prob, later, here)

            list(pool.map(expect, range(0, len(pages), N_PAGES)))
            later = here
    means, rates = later[0][0], later[1][0, :, 0]
    return [
        {"mean": float(mean) + game.ruleset.bonus * float(rate), "bonus_rate": float(rate)}
        for mean, rate in zip(means[: len(worths)], rates[: len(worths)], strict=True)
    ]


Arrays = tuple[Floats, Floats]


def layers_of(tables: Tables) -> list[tuple[Longs, int]]:
    """Return the distinct numbers of filled categories of all pages."""
    space = tables.game.space
    n_filled = np.tile(space.n_filled_of_set, space.n_pages // space.n_sets).astype(np.int64)
    return [(n_filled, n) for n in range(tables.game.ruleset.n_categories + 1)]


def outcomes_of_pages(tables: Tables, worths: Floats, pages: Longs) -> Floats:
    """Return the probability of each outcome of a turn: float64[n_pages, N_LANES, n_outcomes]; one player per lane."""
    lattice, exits, choices, n_rerolls, tie = tables.arrays
    game = tables.game
    filled, options = pages % game.space.n_sets, empty_options(tables, len(pages))
    weigh_pages(lattice, exits, choices, n_rerolls, tie, worths[None], pages, filled, options)
    prob, first = np.zeros((len(pages), N_LANES, len(exits.category))), np.zeros(len(pages), dtype=np.int64)
    everyone = np.ones((game.space.n_pages, N_LANES), dtype=np.bool_)
    follow_rows(lattice, choices, n_rerolls, Places(pages, first, filled), everyone, options, prob)
    return prob
