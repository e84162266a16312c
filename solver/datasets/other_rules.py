"""Data of the results that need other rules or other aims: worst games, a spare throw, worst dice, two last boxes."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.contract import Arrays, Workshop, table
from solver.datasets.records import FLOAT32, recorded_table
from solver.datasets.targets import dial_of_thetas
from solver.solving.solution import Solution
from solver.targets.opponents import last_boxes

SHARES = (1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75)
TARGETS = 130, 290  # between these lies the largest score of each share


def spare_and_sure(solution: Solution) -> Arrays:
    """Return what a new game is worth with a spare throw, and the points that are sure."""
    from solver.solving.variants import guaranteed_points, values_with_spare_throw  # compiles

    game = solution.game
    values = values_with_spare_throw(game, solution.value_of_state), guaranteed_points(game)
    return {"values": np.array([float(found[0]) for found in values])}


@recorded_table("computed", FLOAT32, shares=list(SHARES))
def worst_share(workshop: Workshop) -> pd.DataFrame:
    """Compare the largest mean score of the worst games with other players; one row per share of games.

    Columns
    -------
    percent (int, %): Share of the games that counts: those with the lowest scores.
    best (float, points): Their largest mean, for a player who sees the points so far.
    dial (float, points): The largest by any theta of theta_frontier.
    theta (float, per point): That theta.
    optimal (float, points): By perfect play for the mean of all games.
    """
    from solver.targets.standings import worst_shares  # compiles

    dial, shares = workshop.once(dial_of_thetas), np.array(SHARES) / 100.0
    rows = []
    for percent, share, best in zip(SHARES, shares, worst_shares(workshop.game, shares, TARGETS), strict=True):
        means = [found.mean_of_worst(float(share)) for found in dial.distributions]
        place = max(dial.nearest_first, key=means.__getitem__)
        rows.append((percent, best, means[place], dial.thetas[place], means[dial.thetas.index(0.0)]))
    return pd.DataFrame(rows, columns=["percent", "best", "dial", "theta", "optimal"])


@table()
def spare_throw(workshop: Workshop) -> pd.DataFrame:
    """Give the worth of one spare throw, which can be used once in a game; one row.

    Columns
    -------
    mean (float, points): Expected score of perfect play with it.
    worth (float, points): More than without.
    """
    mean = float(workshop.kept(spare_and_sure)["values"][0])
    return pd.DataFrame([{"mean": mean, "worth": mean - workshop.solution.start_value}])


@table()
def sure_points(workshop: Workshop) -> pd.DataFrame:
    """Give the score that a player can be sure of, however the dice fall; one row.

    Columns
    -------
    points (int, points): The score.
    """
    return pd.DataFrame([{"points": int(workshop.kept(spare_and_sure)["values"][1])}])


@table()
def last_two_boxes(workshop: Workshop) -> pd.DataFrame:
    """Give the chance of the first of two players with one open box each, cards seen; one row per pair of boxes.

    Of all leads, the row is that where play for the win gains most on play for the mean. The bonuses are among the
    points, a tie counts half, and the second player plays to win.

    Columns
    -------
    mine (str): Open box of the first to play.
    theirs (str): Open box of the other.
    behind (int, points): Points by which the first is behind.
    best (float, probability): Of winning by the best play for the win.
    by_mean (float, probability): By play for the most points.
    gain (float, probability): The difference.
    """
    rows = []
    for mine in workshop.ruleset.category_names:
        for theirs in workshop.ruleset.category_names:
            found = last_boxes(workshop.game, mine, theirs)
            place = int(np.argmax(found.best - found.by_mean))
            best, by_mean = float(found.best[place]), float(found.by_mean[place])
            rows.append((mine, theirs, -(found.first + place), best, by_mean, best - by_mean))
    return pd.DataFrame(rows, columns=["mine", "theirs", "behind", "best", "by_mean", "gain"])
