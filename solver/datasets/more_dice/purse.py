"""The data set of the throws that perfect play has saved; to follow it through the game takes minutes: recorded."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.workshop import Workshop
from solver.rules.games import find_ruleset
from solver.solving.solution import Solution, find_solution

GAME = "scandinavian-saved"


@recorded_table(rules=GAME)
def purse_turns(_workshop: Workshop) -> pd.DataFrame:
    """Sum up the purses of perfect play of Yatzy with saved throws; one row per turn, and one for the end.

    Columns
    -------
    turn : int, turns
        Turn of the game, from 1, before its first throw; one more than there are turns for the end.
    mean : float, throws
        Saved throws in hand, on average.
    none : float, probability
        Of no saved throw.
    largest : int, throws
        Most that perfect play ever has then.
    """
    return summed_up(visits_of_purse(find_solution(find_ruleset(GAME))[0]))


def visits_of_purse(solution: Solution) -> Floats:
    """Return how likely perfect play has each number of saved throws, by filled boxes: float64[n_layers, n_extras]."""
    from solver.play.long_walk import long_walk  # compiles
    from solver.play.player import TablePlayer

    way, space = long_walk(solution.game, TablePlayer("optimal", solution.value_of_state)), solution.game.space
    visits: Floats = np.zeros((len(way.stops), space.n_pages // space.n_sets))
    for filled, stop in enumerate(way.stops):
        np.add.at(visits[filled], stop.page // space.n_sets, stop.visits)
    return visits


def summed_up(visits: Floats) -> pd.DataFrame:
    """Return the rows of purse_turns."""
    sizes = np.arange(visits.shape[1])
    largest = [int(sizes[chances > 0].max()) for chances in visits]
    turns = np.arange(1, len(visits) + 1)
    return pd.DataFrame({"turn": turns, "mean": visits @ sizes, "none": visits[:, 0], "largest": largest})
