"""Rows that several data sets share: how a player's games come out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.play.distribution import Distribution
    from solver.play.statistics import Statistics


def score_row(distribution: Distribution) -> dict[str, Any]:
    """Return the numbers that sum up a distribution, by the names of the columns that hold them."""
    return {
        "mean": distribution.mean,
        "sd": distribution.sd,
        "skewness": distribution.skewness,
        "kurtosis": distribution.kurtosis,
        **{f"percentile_{percent}": score for percent, score in distribution.percentiles.items()},
        "worst_1_mean": distribution.mean_of_worst(0.01),
        "worst_5_mean": distribution.mean_of_worst(0.05),
        "best_5_mean": distribution.mean_of_best(0.05),
        "best_1_mean": distribution.mean_of_best(0.01),
    }


def play_row(statistics: Statistics) -> dict[str, Any]:
    """Return how often a player earns what is worth telling, by the names of the columns that hold it."""
    zero_rates = dict(zip(statistics.game.ruleset.category_names, statistics.zero_rates, strict=True))
    return {
        "bonus_rate": statistics.bonus_rate,
        **{f"{name}_rate": 1 - zero_rates[name] for name in ("yatzy", "small_straight", "large_straight")},
        "visited_states": int(statistics.n_visited.sum()),
    }
