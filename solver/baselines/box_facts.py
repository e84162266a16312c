"""Facts of players to whom a box has a fixed worth: sixteen at once, each in a lane, page by page backwards.

What such a player does depends on the filled boxes only, so there are as many turns as sets of them; only the chance
of the bonus asks for the upper total.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from solver.arrays import Floats, Longs
from solver.baselines.boxes import empty_options
from solver.baselines.facts import Facts
from solver.game.game import Game
from solver.kernels.baselines import weigh_pages
from solver.kernels.boxes import expect_pages
from solver.kernels.play import Places, follow_rows
from solver.kernels.rows import N_LANES
from solver.play.tables import Tables
from solver.threads import n_processors

N_PAGES = 64  # that are decided at once


def facts_of_worths(game: Game, worths: Floats) -> list[Facts]:
    """Return what players can expect who weigh both rerolls exactly: mean and bonus rate.

    Parameters
    ----------
    worths : float64[n_players, n_outcomes]
        What filling a box with these points is worth to each.
    """
    found: list[Facts] = []
    for first in range(0, len(worths), N_LANES):
        found += facts_of_lanes(Tables(game), worths[first : first + N_LANES])
    return found


def facts_of_lanes(tables: Tables, worths: Floats) -> list[Facts]:
    """Return the same for at most as many players as there are lanes; lanes that are left repeat the first one."""
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
    """Return the numbers of filled categories of all pages, once for each number that there is."""
    space = tables.game.space
    n_filled = np.tile(space.n_filled_of_set, space.n_pages // space.n_sets).astype(np.int64)
    return [(n_filled, n) for n in range(tables.game.ruleset.n_categories + 1)]


def outcomes_of_pages(tables: Tables, worths: Floats, pages: Longs) -> Floats:
    """Return how likely a turn ends in each outcome: float64[n_pages, N_LANES, n_outcomes]; a lane is a player."""
    lattice, exits, choices, n_rerolls, tie = tables.arrays
    game = tables.game
    filled, options = pages % game.space.n_sets, empty_options(tables, len(pages))
    weigh_pages(lattice, exits, choices, n_rerolls, tie, worths[None], pages, filled, options)
    prob, first = np.zeros((len(pages), N_LANES, len(exits.category))), np.zeros(len(pages), dtype=np.int64)
    everyone = np.ones((game.space.n_pages, N_LANES), dtype=np.bool_)
    follow_rows(lattice, choices, n_rerolls, Places(pages, first, filled), everyone, options, prob)
    return prob
