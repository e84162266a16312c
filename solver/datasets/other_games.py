"""What data sets of several games share: a workshop for each game, and perfect play followed through it once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solver.datasets.optimum import optimal_distribution_of, optimal_statistics
from solver.datasets.workshop import Arrays, Workshop
from solver.rules import find_ruleset
from solver.solution import Solution

if TYPE_CHECKING:
    from solver.distribution import Distribution
    from solver.statistics import Statistics

COMPARED = ("scandinavian", "yahtzee")


class Play(NamedTuple):
    """Perfect play of one game: its workshop, the distribution of its score, and its statistics."""

    workshop: Workshop
    distribution: Distribution
    statistics: Statistics


def plays(workshop: Workshop) -> dict[str, Play]:
    """Return perfect play of every game that is compared; the workshop's own game comes first."""
    names = [workshop.ruleset.name, *(name for name in COMPARED if name != workshop.ruleset.name)]
    return {name: play_in(workshop if name == names[0] else Workshop(find_ruleset(name))) for name in names}


def play_in(workshop: Workshop) -> Play:
    """Return perfect play of a workshop's game."""
    from solver.distribution import Distribution  # compiles
    from solver.statistics import Statistics

    if workshop.ruleset.name == find_ruleset().name:
        return Play(workshop, optimal_distribution_of(workshop), optimal_statistics(workshop))
    arrays = dict(workshop.kept(play_of_game))
    return Play(workshop, Distribution(arrays.pop("prob_of_score")), Statistics(workshop.game, **arrays))


def play_of_game(solution: Solution) -> Arrays:
    """Return the distribution of the score of perfect play, and its statistics."""
    from solver.distribution import score_distribution  # compiles
    from solver.players import TablePlayer
    from solver.statistics import statistics
    from solver.walk import walk

    way = walk(solution.game, TablePlayer("optimal", solution.value_of_state))
    return {"prob_of_score": score_distribution(way).prob_of_score, **statistics(way).arrays()}


def top_box(workshop: Workshop) -> str:
    """Return the category for all dice equal, by whatever name the game has for it."""
    return next(name for name in workshop.ruleset.category_names if name.endswith(("yatzy", "yahtzee")))
