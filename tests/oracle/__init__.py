"""The game by definition: exact numbers, plain recursion, nothing shared with the solver.

``game`` is the game and its expected total; ``play`` contains legal options and players; ``objectives`` optimal play
for any objective; ``statistics`` all games of a player, one by one, and their statistics. Slow but simple.
"""

from tests.oracle.game import UPPER, OracleGame, score
from tests.oracle.objectives import (
    best_probability,
    certainty_equivalent,
    greedy_player,
    largest_guaranteed,
    largest_reachable,
    max_player,
    optimal_player,
    penalty_player,
    target_player,
    theta_player,
    utility,
)
from tests.oracle.play import Card, Option, Plan, Player, Situation, plan_for, random_player
from tests.oracle.statistics import histories

__all__ = [
    "UPPER",
    "Card",
    "Option",
    "OracleGame",
    "Plan",
    "Player",
    "Situation",
    "best_probability",
    "certainty_equivalent",
    "greedy_player",
    "histories",
    "largest_guaranteed",
    "largest_reachable",
    "max_player",
    "optimal_player",
    "penalty_player",
    "plan_for",
    "random_player",
    "score",
    "target_player",
    "theta_player",
    "utility",
]
