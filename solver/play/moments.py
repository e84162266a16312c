"""Mean, variance and bonus rate of a player: one pass backwards over the decisions, and nothing else of its games.

Whoever asks for no more need not follow the player through all states with the whole distribution of its scores.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt

import numpy as np

from solver.arrays import Floats
from solver.kernels.moments import Tracks, expect_blocks
from solver.kernels.turn import Blocks, Table
from solver.play.player import Options
from solver.play.tables import Tables
from solver.solving.backwards import layer_blocks
from solver.threads import n_processors

N_ROWS = 128  # that a player is asked for at once


@dataclass(frozen=True)
class Moments:
    """The expected final score of a player, its variance, and the chance of the bonus."""

    mean: float
    variance: float
    bonus_rate: float

    @property
    def sd(self) -> float:
        """Return the standard deviation of the final score."""
        return sqrt(max(0.0, self.variance))


def finished_scorecards(tables: Tables, value_of_total: Floats) -> Table:
    """Return a table that holds nothing but what finished scorecards are worth, by upper total up to the threshold."""
    table, last = tables.layout.nowhere(), len(value_of_total) - 1
    for page in tables.game.space.finished_pages.tolist():
        first, stop = table.first_slot[page : page + 2].tolist()
        table.values[first:stop] = value_of_total[np.minimum(np.arange(stop - first), last)]
    return table


def moments(tables: Tables, decide: Callable[[Blocks, tuple[int, int]], Options], coalesce: bool = False) -> Moments:
    """Return the moments of a player.

    Parameters
    ----------
    decide : callable
        Given the rows of a layer and a range of them, it returns what the player does there, as ``Decided.decide``
        does. The layers are asked for from the last to the first.
    coalesce : bool
        Ask once for all upper totals from which the bonus is out of reach, in the last of them, which no game need come
        to: for those who say what is to be done there, too.
    """
    ruleset = tables.game.ruleset
    lattice, exits, choices, _n_rerolls, _tie = tables.arrays
    totals = np.arange(tables.game.space.n_totals)
    earned = np.array([ruleset.bonus_at(total) for total in totals.tolist()], dtype=np.float64)
    worths = earned, earned**2, (totals >= ruleset.threshold).astype(np.float64)
    tracks = Tracks(*(finished_scorecards(tables, worth) for worth in worths))
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(ruleset.n_categories)):
            blocks = layer_blocks(tables.game.space, n_filled, coalesce)

            def expect(start: int, blocks: Blocks = blocks) -> None:
                bounds = start, min(start + N_ROWS, len(blocks.page))
                expect_blocks(lattice, exits, choices, blocks, bounds, decide(blocks, bounds), tracks)

            list(pool.map(expect, range(0, len(blocks.page), N_ROWS)))
    first = tracks.points.first_slot[0]
    mean, square, bonus_rate = (float(track.values[first]) for track in tracks)
    return Moments(mean, square - mean**2, bonus_rate)
