"""What many data sets need of perfect play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solver.arrays import Floats
from solver.datasets.contract.workshop import Arrays, Workshop
from solver.solving.solution import Solution

if TYPE_CHECKING:
    from solver.play.distribution import Distribution
    from solver.play.events import JointEvents
    from solver.play.statistics import Statistics
    from solver.play.walk import Walk


def way_of_optimum(solution: Solution) -> Walk:
    """Return the walk of perfect play, which several sets need that are made one after the other, or at once."""
    from solver.play.player import TablePlayer  # compiles
    from solver.play.shared_walk import shared_walk

    return shared_walk(solution.game, TablePlayer("optimal", solution.value_of_state))


def visits_of_optimum(solution: Solution) -> Arrays:
    """Return the probability that a perfect game comes to each state: float64[n_states]."""
    return {"visits": way_of_optimum(solution).visits_of_state}


def bonus_chance_of_optimum(solution: Solution) -> Arrays:
    """Return the probability, from every state, that perfect play ends with the bonus: float64[n_states]."""
    from solver.studies.evaluate import bonus_chance_of_policy  # compiles

    return {"bonus_chance": bonus_chance_of_policy(solution.game, solution.value_of_state)}


def perfect_visits(workshop: Workshop) -> Floats:
    """Return the probability that a perfect game comes to each state: float64[n_states]."""
    return workshop.kept(visits_of_optimum)["visits"]


def perfect_bonus_chance(workshop: Workshop) -> Floats:
    """Return the probability, from every state, that perfect play ends with the bonus: float64[n_states]."""
    return workshop.kept(bonus_chance_of_optimum)["bonus_chance"]


def play_of_optimum(solution: Solution) -> Arrays:
    """Return the distribution of the score of perfect play and its statistics; of all but large games, joint events."""
    from solver.play.distribution import score_distribution  # compiles
    from solver.play.events import joint_events
    from solver.play.long_passes import long_distribution, long_statistics
    from solver.play.long_walk import long_walk
    from solver.play.player import TablePlayer
    from solver.play.statistics import statistics
    from solver.play.walk import is_long

    if is_long(solution.game):
        long = long_walk(solution.game, TablePlayer("optimal", solution.value_of_state))
        return {"prob_of_score": long_distribution(long).prob_of_score, **long_statistics(long).arrays()}
    way = way_of_optimum(solution)
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
