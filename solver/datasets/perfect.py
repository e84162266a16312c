"""Data of the chapter "What perfect play looks like"."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.advising.advice import Choice, choices, solve_turn
from solver.arrays import Floats
from solver.datasets.contract import Arrays, Workshop, table
from solver.datasets.shared import (
    optimal_distribution_of,
    optimal_events,
    optimal_statistics,
    play_row,
    score_row,
    way_of_optimum,
)
from solver.game.dice import dice_text
from solver.solving.solution import Solution

if TYPE_CHECKING:
    from solver.play.statistics import Statistics


BONUS = "bonus"
DECIMALS = 5  # of points; more than figures show, because rounding twice can change the last digit


def given_bonus(statistics: Statistics, by_bonus: Floats) -> dict[str, Floats]:
    """Return probabilities for all games, and given the bonus and no bonus; the bonus is the last axis."""
    rate = statistics.bonus_rate
    return {
        "probability": by_bonus.sum(axis=-1),
        "given_bonus": by_bonus[..., 1] / rate,
        "given_no_bonus": by_bonus[..., 0] / (1 - rate),
    }


@table()
def category_points(workshop: Workshop) -> pd.DataFrame:
    """Compute the probability of each number of points under perfect play; one row per category and number it can give.

    Columns
    -------
    category (str): The category.
    points (int, points): Points scored in it.
    probability (float, probability): Sums to 1 for each category.
    given_bonus (float, probability): The same among the games with the bonus.
    given_no_bonus (float, probability): The same among the games without it.
    """
    statistics = optimal_statistics(workshop)
    names = np.array(workshop.ruleset.category_names)
    probabilities = given_bonus(statistics, statistics.prob_of_outcome.sum(axis=0))
    return pd.DataFrame({"category": names[statistics.category], "points": statistics.points, **probabilities})


@table()
def category_summary(workshop: Workshop) -> pd.DataFrame:
    """Summarize each category under perfect play; one row per category, in scorecard order.

    Columns
    -------
    category (str): The category.
    mean (float, points): Expected points.
    sd (float, points): Standard deviation of the points.
    most_points (int, points): Largest points of a roll.
    zero_rate (float, probability): Probability of no points.
    zero_rate_given_bonus (float, probability): The same among the games with the bonus.
    zero_rate_given_no_bonus (float, probability): The same among the games without it.
    mean_given_bonus (float, points): Expected points in the games with the bonus.
    mean_given_no_bonus (float, points): Expected points in the games without it.
    mean_turn (float, turns): Average turn in which it is filled, counted from 1.
    covariance_with_score (float, squared points): Covariance with the final score; with that of the bonus they sum to
        the variance of the score.
    """
    statistics, game = optimal_statistics(workshop), workshop.game
    zeros = given_bonus(statistics, statistics.prob_of_outcome[:, statistics.points == 0].sum(axis=0))
    places = statistics.category[statistics.points == 0]
    zero_rates = {name: np.bincount(places, rates, len(places)) for name, rates in zeros.items()}
    n_categories = game.ruleset.n_categories
    turns = np.arange(1, n_categories + 1)
    return pd.DataFrame(
        {
            "category": game.ruleset.category_names,
            "mean": statistics.means[:n_categories],
            "sd": np.sqrt(np.diag(statistics.covariance)[:n_categories]),
            "most_points": game.points_of_roll.max(axis=0),
            "zero_rate": zero_rates["probability"],
            "zero_rate_given_bonus": zero_rates["given_bonus"],
            "zero_rate_given_no_bonus": zero_rates["given_no_bonus"],
            "mean_given_bonus": statistics.conditional_means[-1, :n_categories],
            "mean_given_no_bonus": statistics.conditional_means[-2, :n_categories],
            "mean_turn": statistics.fill_turns.sum(axis=2) @ turns,
            "covariance_with_score": statistics.covariance.sum(axis=1)[:n_categories],
        }
    )


@table()
def fill_turns(workshop: Workshop) -> pd.DataFrame:
    """Compute when perfect play fills each category, and its points; one row per category and turn.

    Columns
    -------
    category (str): The category.
    turn (int, turns): Turn of the game, from 1.
    probability (float, probability): Probability that the category is filled in this turn; sums to 1 for each category
        and for each turn.
    given_bonus (float, probability): The same among the games with the bonus.
    given_no_bonus (float, probability): The same among the games without it.
    zero_probability (float, probability): Probability that it is filled in this turn with no points.
    points (float, points): Expected points in it times whether it is filled in this turn; over probability, the mean
        when it is.
    """
    statistics = optimal_statistics(workshop)
    names = workshop.ruleset.category_names
    by_outcome = statistics.prob_of_outcome.sum(axis=2)
    zeros, points = np.zeros((len(names), len(names))), np.zeros((len(names), len(names)))
    np.add.at(zeros, statistics.category, (by_outcome * (statistics.points == 0)).T)
    np.add.at(points, statistics.category, (by_outcome * statistics.points).T)
    shares = given_bonus(statistics, statistics.fill_turns)
    return pd.DataFrame(
        {
            "category": np.repeat(names, len(names)),
            "turn": np.tile(np.arange(1, len(names) + 1), len(names)),
            **{name: share.ravel() for name, share in shares.items()},
            "zero_probability": zeros.ravel(),
            "points": points.ravel(),
        }
    )


@table()
def category_covariance(workshop: Workshop) -> pd.DataFrame:
    """Compute covariances of the categories and the bonus under perfect play; one row per ordered pair.

    Columns
    -------
    category (str): A category, or "bonus".
    other (str): Another one, or the same.
    covariance (float, squared points): Sums to the variance of the final score.
    correlation (float): The covariance over both standard deviations.
    """
    statistics = optimal_statistics(workshop)
    names = [*workshop.ruleset.category_names, BONUS]
    return pd.DataFrame(
        {
            "category": np.repeat(names, len(names)),
            "other": np.tile(names, len(names)),
            "covariance": statistics.covariance.ravel(),
            "correlation": statistics.correlation.ravel(),
        }
    )


@table()
def category_conditional_means(workshop: Workshop) -> pd.DataFrame:
    """Compute conditional means given the points of one category; one row per outcome and other category.

    Columns
    -------
    category (str): The category whose points are given, or "bonus".
    points (int, points): Its points.
    probability (float, probability): Probability of these.
    other (str): A category, or "bonus".
    mean (float, points): Its expected points in the games with these points.
    shift (float, points): Difference from the mean of all games.
    """
    statistics = optimal_statistics(workshop)
    names = np.array([*workshop.ruleset.category_names, BONUS])
    category = np.append(statistics.category, [len(names) - 1] * 2)
    points = np.append(statistics.points, [0, statistics.bonus_points])
    probability = np.append(statistics.prob, [1 - statistics.bonus_rate, statistics.bonus_rate])
    happens = np.flatnonzero(probability > 0)
    means = statistics.conditional_means[happens]
    return pd.DataFrame(
        {
            "category": np.repeat(names[category[happens]], len(names)),
            "points": np.repeat(points[happens], len(names)),
            "probability": np.repeat(probability[happens], len(names)),
            "other": np.tile(names, len(happens)),
            "mean": means.ravel(),
            "shift": (means - statistics.means).ravel(),
        }
    )


def option_text(choice: Choice) -> str:
    """Return the dice kept or the category scored, as text."""
    return dice_text(choice.dice) if choice.action == "keep" else choice.category


@table()
def first_rolls(workshop: Workshop) -> pd.DataFrame:
    """List the best two options of the first roll of a game; one row per roll, in lexicographic order.

    Columns
    -------
    dice (str): The roll.
    probability (float, probability): Probability of the roll.
    action (str): Action of perfect play: keep or score.
    option (str): The dice kept, empty for none; or the category scored.
    value (float, points): Expected final score then.
    second_action (str): Action of the second best option: keep or score.
    second_option (str): The dice kept, or the category scored.
    second_value (float, points): Expected final score then.
    gap (float, points): Regret of the second best option.
    """
    game = workshop.game
    turn = solve_turn(game, 0, 0, workshop.solution.value_of_state)
    rows = []
    for roll, dice in enumerate(game.lattice.rolls):
        best, second = choices(turn, roll, game.ruleset.n_rerolls)[:2]
        rows.append(
            {
                "dice": dice_text(dice),
                "probability": game.lattice.prob_of_roll[roll],
                "action": best.action,
                "option": option_text(best),
                "value": best.value,
                "second_action": second.action,
                "second_option": option_text(second),
                "second_value": second.value,
                "gap": second.regret,
            }
        )
    return pd.DataFrame(rows)


@table()
def optimal_distribution(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of the final score of perfect play; one row per score that can occur.

    Columns
    -------
    score (int, points): The final score.
    probability (float, probability): Probability of exactly this score; sums to 1.
    at_least (float, probability): Probability of this score or more.
    """
    prob_of_score = optimal_distribution_of(workshop).prob_of_score
    scores = np.flatnonzero(prob_of_score)
    at_least = np.cumsum(prob_of_score[::-1])[::-1]
    return pd.DataFrame({"score": scores, "probability": prob_of_score[scores], "at_least": at_least[scores]})


@table()
def optimal_summary(workshop: Workshop) -> pd.DataFrame:
    """Summarize the final scores of perfect play; one row.

    Columns
    -------
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the final score.
    skewness (float): Third central moment over the cube of the standard deviation.
    kurtosis (float): Fourth central moment over the squared variance; 3 for a normal distribution.
    percentile_1 (int, points): Smallest score s with P(X <= s) >= 1 %; the others likewise.
    percentile_5 (int, points): 5 %.
    percentile_10 (int, points): 10 %.
    percentile_25 (int, points): 25 %.
    percentile_50 (int, points): 50 %, the median.
    percentile_75 (int, points): 75 %.
    percentile_90 (int, points): 90 %.
    percentile_95 (int, points): 95 %.
    percentile_99 (int, points): 99 %.
    worst_1_mean (float, points): Mean of the worst 1 % of the games (CVaR).
    worst_5_mean (float, points): Mean of the worst 5 % of the games (CVaR).
    best_5_mean (float, points): Mean of the best 5 % of the games.
    best_1_mean (float, points): Mean of the best 1 % of the games.
    bonus_rate (float, probability): Probability of the bonus.
    yatzy_rate (float, probability): Probability of points in Yatzy.
    small_straight_rate (float, probability): Probability of points in Small straight.
    large_straight_rate (float, probability): Probability of points in Large straight.
    visited_states (int, states): States that perfect play can reach, finished scorecards included.
    least_score (int, points): Lowest final score of perfect play.
    greatest_score (int, points): Highest final score of perfect play.
    likeliest_score (int, points): Score with the largest probability.
    visited_share (float, share): Share of the reachable states that perfect play can reach.
    """
    distribution, statistics = optimal_distribution_of(workshop), optimal_statistics(workshop)
    scores = np.flatnonzero(distribution.prob_of_score)
    row = score_row(distribution) | play_row(statistics)
    row |= {
        "least_score": int(scores[0]),
        "greatest_score": int(scores[-1]),
        "likeliest_score": int(np.argmax(distribution.prob_of_score)),
        "visited_share": row["visited_states"] / workshop.game.space.n_states,
    }
    return pd.DataFrame([row])


@table()
def joint_events(workshop: Workshop) -> pd.DataFrame:
    """Compute the joint probabilities of four events in perfect games; one row per combination.

    Columns
    -------
    combination (int): Number of the combination: 1 for the bonus, 2 for Yatzy, 4 for Small straight, 8 for Large
        straight, summed.
    bonus (bool): Whether the game earns the bonus.
    yatzy (bool): Whether Yatzy gives points.
    small_straight (bool): Whether Small straight gives points.
    large_straight (bool): Whether Large straight gives points.
    probability (float, probability): Share of the games; sums to 1.
    mean (float, points): Expected final score of these games.
    sd (float, points): Standard deviation of their scores.
    percentile_5 (int, points): Smallest score s with P(X <= s) >= 5 % among them.
    percentile_50 (int, points): Their median.
    percentile_95 (int, points): The same with 95 %.
    """
    events = optimal_events(workshop)
    rows = []
    for combination, happens in enumerate(events.happens.tolist()):
        found = events.distribution(combination)
        rows.append(
            {
                "combination": combination,
                **dict(zip(events.names, happens, strict=True)),
                "probability": events.prob_of_combination[combination],
                "mean": found.mean,
                "sd": found.sd,
                **{f"percentile_{percent}": found.percentile(percent) for percent in (5, 50, 95)},
            }
        )
    return pd.DataFrame(rows)


PROJECT = "project"
COMPARED = PROJECT, "backwards"


def ties_of_optimum(solution: Solution) -> Arrays:
    """Return scores, events and visited states of perfect play under each of the tie rules ``COMPARED``.

    The project's own rule comes from the walk of perfect play, which is computed anyway.
    """
    from solver.baselines.optimist import TIE_RULES, Belief, HopefulPlayer  # compiles
    from solver.play.distribution import score_distribution
    from solver.play.statistics import habits
    from solver.play.walk import walk

    found: list[tuple[object, ...]] = []
    belief = Belief(np.zeros_like(solution.value_of_state), solution.value_of_state)
    for rule in (TIE_RULES[name] for name in COMPARED):
        player = HopefulPlayer(rule.name, 0.0, belief, rule.order(solution.game), share=0.0)
        way = way_of_optimum(solution) if rule.name == PROJECT else walk(solution.game, player)
        habit = habits(way)
        found.append((score_distribution(way).prob_of_score, habit.zero_rates, habit.bonus_rate, habit.n_visited))
    names = "prob_of_score", "zero_rates", "bonus_rate", "n_visited"
    return {name: np.array(column) for name, column in zip(names, zip(*found, strict=True), strict=True)}


@table()
def optimal_tie_rules(workshop: Workshop) -> pd.DataFrame:
    """Compare perfect play under two tie rules; one row per rule, the project's first.

    Columns
    -------
    rule (str): Name of the rule.
    description (str): Which of equally good options it takes.
    mean (float, points): Expected final score: the same for all.
    sd (float, points): Standard deviation.
    skewness (float): Third central moment over the cube of the standard deviation.
    percentile_5 (int, points): Smallest score s with P(X <= s) >= 5 %.
    percentile_95 (int, points): The same with 95 %.
    worst_5_mean (float, points): Mean of the worst 5 % of the games (CVaR).
    bonus_rate (float, probability): Probability of the bonus.
    yatzy_rate (float, probability): Probability of points in Yatzy.
    visited_states (int, states): States that it can reach.
    largest_difference (float, probability): Largest difference of the cumulative distribution from that of the
        project's rule.
    """
    from solver.baselines.optimist import TIE_RULES
    from solver.play.distribution import Distribution

    arrays, yatzy = workshop.kept(ties_of_optimum), workshop.ruleset.category_names.index("yatzy")
    below = np.cumsum(arrays["prob_of_score"], axis=1)
    rows = []
    for place, rule in enumerate(TIE_RULES[name] for name in COMPARED):
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


@table()
def fill_map(workshop: Workshop) -> pd.DataFrame:
    """Compute when perfect play fills each category, rounded; one row per category and turn.

    Columns
    -------
    category (str): The category.
    turn (int, turns): Turn of the game, from 1.
    probability (float, probability): Probability that the category is filled in this turn.
    given_bonus (float, probability): The same among the games with the bonus.
    given_no_bonus (float, probability): The same among the games without it.
    zero_rate (float, probability): Probability of no points, if it is filled in this turn.
    points (float, points): Expected points in it, if it is filled in this turn.
    """
    frame = fill_turns(workshop)
    filled = frame["probability"].where(frame["probability"] > 0, 1.0)
    return pd.DataFrame(
        {
            "category": frame["category"],
            "turn": frame["turn"],
            "probability": frame["probability"].round(5),
            "given_bonus": frame["given_bonus"].round(5),
            "given_no_bonus": frame["given_no_bonus"].round(5),
            "zero_rate": (frame["zero_probability"] / filled).round(5),
            "points": (frame["points"] / filled).round(DECIMALS),
        }
    )


@table()
def pair_shifts(workshop: Workshop) -> pd.DataFrame:
    """Compute how points in one box shift the mean of another, to two decimals; one row per outcome and other box.

    Columns
    -------
    category (str): The category whose points are given, or "bonus".
    points (int, points): Its points.
    other (str): Another category, or "bonus".
    shift (float, points): Difference of its conditional mean from its mean.
    """
    frame = category_conditional_means(workshop)
    frame = frame[frame["category"] != frame["other"]]
    return pd.DataFrame(
        {
            "category": frame["category"].to_numpy(),
            "points": frame["points"].to_numpy(),
            "other": frame["other"].to_numpy(),
            "shift": frame["shift"].round(DECIMALS).to_numpy(),
        }
    )


@table()
def pair_ties(workshop: Workshop) -> pd.DataFrame:
    """Compute covariances of two boxes, rounded; one row per unordered pair, each box with itself included.

    Columns
    -------
    category (str): A category, or "bonus".
    other (str): The same, or a later one in scorecard order.
    covariance (float, squared points): To two decimals.
    correlation (float): To four decimals.
    """
    frame = category_covariance(workshop)
    place = {name: row for row, name in enumerate(dict.fromkeys(frame["category"]))}
    frame = frame[frame["category"].map(place) <= frame["other"].map(place)]
    return pd.DataFrame(
        {
            "category": frame["category"].to_numpy(),
            "other": frame["other"].to_numpy(),
            "covariance": frame["covariance"].round(DECIMALS).to_numpy(),
            "correlation": frame["correlation"].round(4).to_numpy(),
        }
    )


@table()
def box_points(workshop: Workshop) -> pd.DataFrame:
    """Compute the probability of each number of points under perfect play, rounded; one row per category and number.

    Columns
    -------
    category (str): The category.
    points (int, points): Points scored in it.
    probability (float, probability): Probability, to six decimals.
    """
    frame = category_points(workshop)
    return pd.DataFrame(
        {
            "category": frame["category"],
            "points": frame["points"],
            "probability": frame["probability"].round(6),
        }
    )


WINDOWS = (1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21)  # odd widths of the moving averages in which peaks are counted


def significant(values: Floats, digits: int) -> Floats:
    """Round values to ``digits`` significant digits."""
    return np.array([float(f"{value:.{digits}g}") for value in values])


def local_peaks(values: Floats) -> list[int]:
    """Return the indices of values larger than both neighbours."""
    inner = (values[1:-1] > values[:-2]) & (values[1:-1] > values[2:])
    return [int(place) for place in np.flatnonzero(inner) + 1]


@table()
def score_curve(workshop: Workshop) -> pd.DataFrame:
    """Compute the distribution of the final score of perfect play, to six digits; one row per score that can occur.

    Columns
    -------
    score (int, points): The final score.
    probability (float, probability): Probability of exactly this score, to six significant digits.
    """
    prob_of_score = optimal_distribution_of(workshop).prob_of_score
    scores = np.flatnonzero(prob_of_score)
    return pd.DataFrame({"score": scores, "probability": significant(prob_of_score[scores], 6)})


@table()
def score_peaks(workshop: Workshop) -> pd.DataFrame:
    """Find the local peaks of the distribution of perfect play, smoothed by moving averages; one row per peak.

    Columns
    -------
    window (int, points): Neighbouring scores averaged: 1 for none.
    peak (int): Number of the peak, from 1, from the left.
    peaks (int): Number of peaks with this window.
    score (int, points): Score of the peak: likelier than both neighbours.
    probability (float, probability): Averaged probability of the score.
    """
    prob_of_score = optimal_distribution_of(workshop).prob_of_score
    rows = []
    for window in WINDOWS:
        averaged = np.convolve(prob_of_score, np.ones(window) / window, "same")
        peaks = local_peaks(averaged)
        rows += [
            {"window": window, "peak": place + 1, "peaks": len(peaks), "score": score, "probability": averaged[score]}
            for place, score in enumerate(peaks)
        ]
    return pd.DataFrame(rows)


@table()
def score_parts(workshop: Workshop) -> pd.DataFrame:
    """Split mean and variance of the score of perfect play into boxes and bonus; one row each.

    Columns
    -------
    category (str): The category, in scorecard order; last "bonus".
    mean (float, points): Expected points.
    sd (float, points): Standard deviation of the points.
    zero_rate (float, probability): Probability of no points.
    mean_turn (float, turns): Average turn in which it is filled, counted from 1; the number of turns for the bonus.
    mean_share (float, share): Share of the expected score.
    spread (float, squared points): Covariance with the score; these sum to its variance.
    spread_share (float, share): Share of the variance of the score.
    """
    statistics = optimal_statistics(workshop)
    n_categories = workshop.ruleset.n_categories
    spread = statistics.covariance.sum(axis=1)
    return pd.DataFrame(
        {
            "category": [*workshop.ruleset.category_names, BONUS],
            "mean": statistics.means,
            "sd": np.sqrt(np.diag(statistics.covariance)),
            "zero_rate": np.append(statistics.zero_rates, 1 - statistics.bonus_rate),
            "mean_turn": np.append(
                statistics.fill_turns.sum(axis=2) @ np.arange(1, n_categories + 1), float(n_categories)
            ),
            "mean_share": statistics.means / statistics.means.sum(),
            "spread": spread,
            "spread_share": spread / spread.sum(),
        }
    )


@table()
def perfect_facts(workshop: Workshop) -> pd.DataFrame:
    """Compute further facts about perfect games that the text quotes; one row.

    Columns
    -------
    below_mean (float, probability): Probability of a score below the expected score.
    above_mean (float, probability): Probability of a score above it.
    lower_tail (float, probability): Probability of a score further than 50 below the expected score.
    upper_tail (float, probability): Probability of a score further than 50 above it.
    zeros (float, boxes): Expected number of boxes without points.
    variance (float, squared points): Variance of the score.
    own_variance (float, squared points): Sum of the variances of the boxes and of the bonus.
    shared_variance (float, squared points): Sum of the covariances of different boxes, bonus included, each pair twice.
    shared_share (float, share): Share of the variance of the score.
    sd_if_independent (float, points): Standard deviation if the boxes were independent.
    worst_distance (float, points): Distance of the mean of the worst 1 % of games from the expected score.
    best_distance (float, points): The same for the best 1 %.
    outside_fifty (float, probability): Probability of a score further than 50 from the expected score.
    games_for_best (float, games): Expected number of games until one has the greatest score.
    two_largest_spread (float, share): Share of the variance due to Yatzy and the bonus.
    """
    distribution, statistics = optimal_distribution_of(workshop), optimal_statistics(workshop)
    scores, prob_of_score = np.arange(len(distribution.prob_of_score)), distribution.prob_of_score
    distance = scores - distribution.mean
    variance, own = statistics.covariance.sum(), np.trace(statistics.covariance)
    row = {
        "below_mean": prob_of_score[distance < 0].sum(),
        "above_mean": prob_of_score[distance > 0].sum(),
        "lower_tail": prob_of_score[distance < -50].sum(),
        "upper_tail": prob_of_score[distance > 50].sum(),
        "zeros": statistics.zero_rates.sum(),
        "variance": variance,
        "own_variance": own,
        "shared_variance": variance - own,
        "shared_share": (variance - own) / variance,
        "sd_if_independent": np.sqrt(own),
        "worst_distance": distribution.mean - distribution.mean_of_worst(0.01),
        "best_distance": distribution.mean_of_best(0.01) - distribution.mean,
        "outside_fifty": prob_of_score[np.abs(distance) > 50].sum(),
        "games_for_best": 1 / prob_of_score[prob_of_score > 0][-1],
        "two_largest_spread": np.sort(statistics.covariance.sum(axis=1))[-2:].sum() / variance,
    }
    return pd.DataFrame([row])


CLOSE_CALL = 0.25  # points; a smaller gap is a close call
FULL_HOUSE = (1, 1, 1, 6, 6)  # the only full house of which the pair is kept


@table()
def first_roll_calls(workshop: Workshop) -> pd.DataFrame:
    """Group the first rolls with the same two best options, smallest gap first; one row per pair of best options.

    Columns
    -------
    place (int): Rank, from 1 for the smallest gap.
    dice (str): The first of these rolls.
    option (str): The best option: the dice kept, empty for none; or the category scored.
    second_option (str): The second best option.
    gap (float, points): Regret of the second best option; the smallest among these rolls.
    rolls (int, rolls): Number of rolls.
    probability (float, probability): Probability that the first roll is one of them.
    """
    best = ["action", "option", "second_action", "second_option"]
    calls = (
        first_rolls(workshop)
        .groupby(best, as_index=False)
        .agg(dice=("dice", "first"), gap=("gap", "min"), rolls=("dice", "size"), probability=("probability", "sum"))
    )
    calls = calls.sort_values(["gap", "dice"], ignore_index=True)
    calls["place"] = range(1, len(calls) + 1)
    return calls[["place", "dice", "option", "second_option", "gap", "rolls", "probability"]]


@table()
def first_roll_facts(workshop: Workshop) -> pd.DataFrame:
    """Count decisions of perfect play after the first roll; one row.

    Columns
    -------
    close_rolls (int, rolls): Rolls whose second best option loses less than a quarter of a point.
    close_share (float, probability): Probability that the first roll is one of them.
    scored_rolls (int, rolls): Rolls that are scored at once.
    scored_share (float, probability): Probability that the first roll is one of them.
    thrown_rolls (int, rolls): Rolls of which no die is kept.
    full_houses (int, rolls): Rolls that are a full house.
    full_houses_scored (int, rolls): Those of them that are scored at once.
    """
    frame = first_rolls(workshop)
    close, scored = frame["gap"] < CLOSE_CALL, frame["action"] == "score"
    houses = frame["dice"].map(lambda dice: sorted(dice.count(face) for face in set(dice)) == [2, 3])
    row = {
        "close_rolls": int(close.sum()),
        "close_share": frame["probability"][close].sum(),
        "scored_rolls": int(scored.sum()),
        "scored_share": frame["probability"][scored].sum(),
        "thrown_rolls": int((~scored & (frame["option"] == "")).sum()),
        "full_houses": int(houses.sum()),
        "full_houses_scored": int((houses & scored).sum()),
    }
    return pd.DataFrame([row])


@table()
def opening_rolls(workshop: Workshop) -> pd.DataFrame:
    """List the best two options of the first roll, rounded; one row per roll, in lexicographic order.

    Columns
    -------
    dice (str): The roll.
    option (str): The best option: the dice kept, empty for none; or the category scored.
    second_option (str): The second best option.
    value (float, points): Expected final score, to three decimals.
    gap (float, points): Regret of the second best option, to four decimals.
    """
    frame = first_rolls(workshop)
    return pd.DataFrame(
        {
            "dice": frame["dice"],
            "option": frame["option"],
            "second_option": frame["second_option"],
            "value": frame["value"].round(DECIMALS),
            "gap": frame["gap"].round(4),
        }
    )


@table(dice=list(FULL_HOUSE))
def first_roll_options(workshop: Workshop) -> pd.DataFrame:
    """Rank all options of one first roll, a full house; one row per option, best first.

    Columns
    -------
    dice (str): The roll.
    action (str): Keep or score.
    option (str): The dice kept, empty for none; or the category scored.
    points (int, points): Points scored; 0 for a keep.
    value (float, points): Expected final score then, to three decimals.
    loss (float, points): Regret of the option, to four decimals.
    """
    game = workshop.game
    turn = solve_turn(game, 0, 0, workshop.solution.value_of_state)
    return pd.DataFrame(
        {
            "dice": dice_text(FULL_HOUSE),
            "action": choice.action,
            "option": option_text(choice),
            "points": choice.points,
            "value": round(choice.value, 3),
            "loss": round(choice.regret, 4),
        }
        for choice in choices(turn, game.lattice.rolls.index(FULL_HOUSE), game.ruleset.n_rerolls)
    )


GAMES = 1_000_000  # games; unit in which a page shows probabilities


@table()
def score_events(workshop: Workshop) -> pd.DataFrame:
    """Count the expected scores of a million perfect games by joint_events; one row per pair with at least one game.

    Columns
    -------
    combination (int): Number of the combination in joint_events.
    score (int, points): The final score.
    games (int, games): Expected number in a million, rounded.
    """
    games = np.rint(optimal_events(workshop).prob_of_score * GAMES).astype(np.int64)
    combination, score = np.nonzero(games)
    return pd.DataFrame({"combination": combination, "score": score, "games": games[combination, score]})


@table()
def event_groups(workshop: Workshop) -> pd.DataFrame:
    """Group joint_events by some of the events; one row per group of games.

    Columns
    -------
    split (str): Events that split the games: "bonus", "yatzy", "bonus+yatzy" or "all".
    has (str): Those of them that occur in the group, joined by "+"; "none" for none.
    share (float, probability): Share of the games.
    mean (float, points): Expected final score.
    sd (float, points): Standard deviation of the score.
    likeliest (int, points): The score with the largest probability.
    peaks (int): Scores likelier than both their neighbours, among those that at least one in 100,000 of the games has.
    """
    events = optimal_events(workshop)
    happens, prob_of_score = np.array(events.happens, dtype=bool), np.asarray(events.prob_of_score)
    rows = []
    for split in ("bonus", "yatzy", "bonus+yatzy", "all"):
        names = list(events.names) if split == "all" else split.split("+")
        columns = [list(events.names).index(name) for name in names]
        for has in np.unique(happens[:, columns], axis=0):
            joint = prob_of_score[(happens[:, columns] == has).all(axis=1)].sum(axis=0)
            share, scores = joint.sum(), np.arange(len(joint))
            mean = scores @ joint / share
            rows.append(
                {
                    "split": split,
                    "has": "+".join(name for name, met in zip(names, has, strict=True) if met) or "none",
                    "share": share,
                    "mean": mean,
                    "sd": np.sqrt((scores - mean) ** 2 @ joint / share),
                    "likeliest": int(np.argmax(joint)),
                    "peaks": sum(joint[score] / share > 1e-5 for score in local_peaks(joint)),
                }
            )
    return pd.DataFrame(rows)


@table()
def event_steps(workshop: Workshop) -> pd.DataFrame:
    """Compute the effect of the bonus and Yatzy on the score, and the variance that four events explain; one row.

    Columns
    -------
    bonus (float, points): Mean score with the bonus less that without it.
    bonus_surplus (float, points): The same, less the bonus itself.
    yatzy (float, points): Mean score with points in Yatzy less that without.
    within (float, squared points): Variance of the score within the sixteen groups of joint_events, on average.
    between (float, squared points): Variance of the means of these groups.
    between_share (float, share): Share of the variance of the score.
    double_groups (int): Of the sixteen groups, those with more than one peak.
    hit_four (float, points): Expected points in Four of a kind if it is not zero.
    """
    groups, statistics = event_groups(workshop), optimal_statistics(workshop)
    four = workshop.ruleset.category_names.index("four_of_a_kind")
    names = zip(groups["split"], groups["has"], strict=True)
    mean_of = dict(zip(names, groups["mean"].to_numpy(float).tolist(), strict=True))
    sixteen = groups[groups["split"] == "all"]
    share, mean, sd = (sixteen[name].to_numpy(float) for name in ("share", "mean", "sd"))
    within, between = float(share @ sd**2), float(share @ (mean - share @ mean) ** 2)
    bonus = mean_of["bonus", "bonus"] - mean_of["bonus", "none"]
    row = {
        "bonus": bonus,
        "bonus_surplus": bonus - workshop.ruleset.bonus,
        "yatzy": mean_of["yatzy", "yatzy"] - mean_of["yatzy", "none"],
        "within": within,
        "between": between,
        "between_share": between / (within + between),
        "double_groups": int((sixteen["peaks"].to_numpy(int) > 1).sum()),
        "hit_four": statistics.means[four] / (1 - statistics.zero_rates[four]),
    }
    return pd.DataFrame([row])
