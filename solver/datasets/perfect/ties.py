"""The data set on ties of perfect play: what depends on which of two equally good options is taken."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Arrays, Workshop
from solver.datasets.shared.perfect_play import way_of_optimum
from solver.solving.solution import Solution

PROJECT = "project"
TOLD = PROJECT, "backwards"


def ties_of_optimum(solution: Solution) -> Arrays:
    """Return what perfect play scores, earns and visits under each of the tie rules ``TOLD``.

    The project's own rule is that of perfect play as it is told everywhere, whose walk is at hand.
    """
    from solver.baselines.optimist import TIE_RULES, Belief, HopefulPlayer  # compiles
    from solver.play.distribution import score_distribution
    from solver.play.habits import habits
    from solver.play.walk import walk

    found: list[tuple[object, ...]] = []
    belief = Belief(np.zeros_like(solution.value_of_state), solution.value_of_state)
    for rule in (TIE_RULES[name] for name in TOLD):
        player = HopefulPlayer(rule.name, 0.0, belief, rule.order(solution.game), share=0.0)
        way = way_of_optimum(solution) if rule.name == PROJECT else walk(solution.game, player)
        habit = habits(way)
        found.append((score_distribution(way).prob_of_score, habit.zero_rates, habit.bonus_rate, habit.n_visited))
    names = "prob_of_score", "zero_rates", "bonus_rate", "n_visited"
    return {name: np.array(column) for name, column in zip(names, zip(*found, strict=True), strict=True)}


@table()
def optimal_tie_rules(workshop: Workshop) -> pd.DataFrame:
    """Tell what perfect play scores under two tie rules; one row per rule, the project's first.

    Columns
    -------
    rule : str
        Name of the rule.
    description : str
        Which of equally good options it takes.
    mean : float, points
        Expected final score: the same for all.
    sd : float, points
        Standard deviation.
    skewness : float
        Third central moment over the cube of the standard deviation.
    percentile_5 : int, points
        Smallest score s with P(X <= s) >= 5 %.
    percentile_95 : int, points
        Accordingly, 95 %.
    worst_5_mean : float, points
        Mean of the worst 5 % of the games (CVaR).
    bonus_rate : float, probability
        Of the bonus.
    yatzy_rate : float, probability
        Of points in Yatzy.
    visited_states : int, states
        States that it can come to.
    largest_difference : float, probability
        The most that the probability of a score or less differs from the project's.
    """
    from solver.baselines.optimist import TIE_RULES
    from solver.play.distribution import Distribution

    arrays, yatzy = workshop.kept(ties_of_optimum), workshop.ruleset.category_names.index("yatzy")
    below = np.cumsum(arrays["prob_of_score"], axis=1)
    rows = []
    for place, rule in enumerate(TIE_RULES[name] for name in TOLD):
        found = Distribution(arrays["prob_of_score"][place])
        rows.append(
            {
                "rule": rule.name,
                "description": rule.description,
                "mean": found.mean,
                "sd": found.sd,
                "skewness": found.skewness,
                "percentile_5": found.percentile(5),
                "percentile_95": found.percentile(95),
                "worst_5_mean": found.mean_of_worst(0.05),
                "bonus_rate": arrays["bonus_rate"][place],
                "yatzy_rate": 1 - arrays["zero_rates"][place, yatzy],
                "visited_states": arrays["n_visited"][place],
                "largest_difference": np.abs(below[place] - below[0]).max(),
            }
        )
    return pd.DataFrame(rows)
