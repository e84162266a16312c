"""What data sets of several games share: a workshop for each game, and perfect play followed through it once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from solver.datasets.optimum import optimal_distribution_of, optimal_statistics
from solver.datasets.workshop import Arrays, Workshop
from solver.dice import Floats
from solver.rules import find_ruleset
from solver.solution import Solution

if TYPE_CHECKING:
    from solver.distribution import Distribution
    from solver.statistics import Statistics
    from solver.walk import Walk

COMPARED = ("scandinavian", "yahtzee")


class Play(NamedTuple):
    """Perfect play of one game: its workshop, the distribution of its score, and its statistics.

    visits_of_extra : float64[n_layers, n_extras], how likely each extra of the state is, by filled categories.
    """

    workshop: Workshop
    distribution: Distribution
    statistics: Statistics
    visits_of_extra: Floats


def plays(workshop: Workshop) -> dict[str, Play]:
    """Return perfect play of every game that is compared; the workshop's own game comes first."""
    names = [workshop.ruleset.name, *(name for name in COMPARED if name != workshop.ruleset.name)]
    return {name: play_in(workshop if name == names[0] else Workshop(find_ruleset(name))) for name in names}


def play_in(workshop: Workshop) -> Play:
    """Return perfect play of a workshop's game."""
    from solver.distribution import Distribution  # compiles
    from solver.statistics import Statistics

    if workshop.ruleset.name == find_ruleset().name:
        nothing_else = np.ones((workshop.ruleset.n_categories + 1, 1))
        return Play(workshop, optimal_distribution_of(workshop), optimal_statistics(workshop), nothing_else)
    arrays = dict(workshop.kept(play_of_game))
    distribution, extras = Distribution(arrays.pop("prob_of_score")), arrays.pop("visits_of_extra")
    return Play(workshop, distribution, Statistics(workshop.game, **arrays), extras)


def play_of_game(solution: Solution) -> Arrays:
    """Return the distribution of the score of perfect play, its statistics, and how often it holds each extra."""
    from solver.distribution import score_distribution  # compiles
    from solver.players import TablePlayer
    from solver.statistics import statistics
    from solver.walk import walk

    way = walk(solution.game, TablePlayer("optimal", solution.value_of_state))
    scores, extras = score_distribution(way).prob_of_score, visits_of_extra(way)
    return {"prob_of_score": scores, "visits_of_extra": extras, **statistics(way).arrays()}


def visits_of_extra(walk: Walk) -> Floats:
    """Return how likely each extra of the state is, by the number of filled categories: float64[n_layers, n_extras]."""
    space, n_layers = walk.game.space, len(walk.first_of_layer) - 1
    layer = np.repeat(np.arange(n_layers), np.diff(walk.first_of_layer))
    visits: Floats = np.zeros((n_layers, space.n_pages // space.n_sets))
    np.add.at(visits, (layer, walk.page // space.n_sets), walk.visits)
    return visits


def top_box(workshop: Workshop) -> str:
    """Return the category for all dice equal, by whatever name the game has for it."""
    return next(name for name in workshop.ruleset.category_names if name.endswith(("yatzy", "yahtzee")))
