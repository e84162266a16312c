"""The games of a player with exponential utility, for one theta at a time: each result small, and kept."""

from __future__ import annotations

from dataclasses import dataclass

from solver.game.game import Game
from solver.play.distribution import Distribution, score_distribution
from solver.play.habits import Habits, habits
from solver.play.player import TablePlayer
from solver.play.shared_walk import shared_walk
from solver.play.walk import Walk, walk
from solver.risk.thetas import ThetaPlayer
from solver.rules.ruleset import Ruleset
from solver.solving.objectives import Objective
from solver.solving.solution import Solution, find_solution
from solver.store.format import Result
from solver.store.results import recall


@dataclass(frozen=True, eq=False)
class ThetaGames:
    """What is to be told of the games of a player: the certainty equivalent wanted, and what becomes of it."""

    theta: float
    certainty_equivalent: float
    distribution: Distribution
    habits: Habits


def way_of_theta(solution: Solution) -> Walk:
    """Return the passing walk of the player for a theta; that of perfect play, for 0, is likely to be at hand."""
    if solution.objective.is_mean:
        return shared_walk(solution.game, TablePlayer("optimal", solution.value_of_state))
    return walk(solution.game, ThetaPlayer(solution), is_passing=True)


def find_theta_games(ruleset: Ruleset, theta: float, way: Walk | None = None) -> ThetaGames:
    """Return the games of best play for ``theta``, kept from before or played out exactly now.

    Parameters
    ----------
    way : Walk, optional
        The walk of the player for this theta, if it is at hand; otherwise it is made where it is needed.

    Notes
    -----
    Scandinavian Yatzy: 3 s on two cores, 0.2 MB kept.
    """
    game, theta = Game(ruleset), Objective(theta).theta

    def compute() -> Result:
        solution = find_solution(ruleset, theta)[0]
        steps = way_of_theta(solution) if way is None else way
        arrays = {"prob_of_score": score_distribution(steps).prob_of_score, **habits(steps).arrays()}
        return Result(arrays, {"theta": solution.theta, "certainty_equivalent": solution.start_value})

    result, _ = recall("theta-games", game.identity | {"theta": theta}, compute)
    distribution = Distribution(result.arrays["prob_of_score"])
    return ThetaGames(distribution=distribution, habits=Habits.of_arrays(game, result.arrays), **result.facts)
