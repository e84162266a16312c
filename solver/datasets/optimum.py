"""All that the data sets say of perfect play, from one walk through the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.datasets.workshop import Arrays, Workshop
from solver.solution import Solution

if TYPE_CHECKING:
    from solver.play.distribution import Distribution
    from solver.play.events import JointEvents
    from solver.play.statistics import Statistics


def play_of_optimum(solution: Solution) -> Arrays:
    """Return the distribution of the score of perfect play and its statistics; of all but large games, joint events."""
    from solver.play.distribution import score_distribution  # compiles
    from solver.play.events import joint_events
    from solver.play.long_passes import long_distribution, long_statistics
    from solver.play.long_walk import long_walk
    from solver.play.players import TablePlayer
    from solver.play.statistics import statistics
    from solver.play.walk import is_long, walk

    player = TablePlayer("optimal", solution.value_of_state)
    if is_long(solution.game):
        long = long_walk(solution.game, player)
        return {"prob_of_score": long_distribution(long).prob_of_score, **long_statistics(long).arrays()}
    way = walk(solution.game, player)
    joint = joint_events(way).prob_of_score
    return {"prob_of_score": score_distribution(way).prob_of_score, "joint": joint, **statistics(way).arrays()}


def optimal_distribution_of(workshop: Workshop) -> Distribution:
    """Return the distribution of the score of perfect play."""
    from solver.play.distribution import Distribution

    return Distribution(workshop.kept(play_of_optimum)["prob_of_score"])


def optimal_events(workshop: Workshop) -> JointEvents:
    """Return the joint events of perfect play, of a game that is not large."""
    from solver.play.events import BONUS, JointEvents, told_categories

    names = (BONUS, *told_categories(workshop.ruleset))
    return JointEvents(names, workshop.kept(play_of_optimum)["joint"])


def optimal_statistics(workshop: Workshop) -> Statistics:
    """Return the statistics of perfect play."""
    from solver.play.statistics import Statistics

    arrays = workshop.kept(play_of_optimum)
    return Statistics(
        workshop.game, **{name: arrays[name] for name in arrays if name not in ("prob_of_score", "joint")}
    )
