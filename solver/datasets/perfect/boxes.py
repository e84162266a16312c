"""Data sets on the boxes of perfect games, rounded and small enough to travel with a page."""

from __future__ import annotations

import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.perfect.categories import (
    category_conditional_means,
    category_covariance,
    category_points,
    fill_turns,
)


@table()
def fill_map(workshop: Workshop) -> pd.DataFrame:
    """Tell when perfect play fills each category, rounded; one row per category and turn.

    Columns
    -------
    category : str
        The category.
    turn : int, turns
        Turn of the game, from 1.
    probability : float, probability
        That the category is filled in this turn.
    given_bonus : float, probability
        The same among the games with the bonus.
    given_no_bonus : float, probability
        The same among the games without it.
    zero_rate : float, probability
        Of no points, when it is filled in this turn.
    points : float, points
        Expected points in it, when it is filled in this turn.
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
            "points": (frame["points"] / filled).round(2),
        }
    )


@table()
def pair_shifts(workshop: Workshop) -> pd.DataFrame:
    """Tell how points in one box move what to expect in another, to two decimals; one row per outcome and other box.

    Columns
    -------
    category : str
        The category whose points are known, or "bonus".
    points : int, points
        Its points.
    other : str
        Another category, or "bonus".
    shift : float, points
        How many more points than on average there are in it then.
    """
    frame = category_conditional_means(workshop)
    frame = frame[frame["category"] != frame["other"]]
    return pd.DataFrame(
        {
            "category": frame["category"].to_numpy(),
            "points": frame["points"].to_numpy(),
            "other": frame["other"].to_numpy(),
            "shift": frame["shift"].round(2).to_numpy(),
        }
    )


@table()
def pair_ties(workshop: Workshop) -> pd.DataFrame:
    """Tell how the points of two boxes vary together, rounded; one row per unordered pair, each box with itself too.

    Columns
    -------
    category : str
        A category, or "bonus".
    other : str
        The same, or one further down the card.
    covariance : float, squared points
        To two decimals.
    correlation : float
        To four decimals.
    """
    frame = category_covariance(workshop)
    place = {name: row for row, name in enumerate(dict.fromkeys(frame["category"]))}
    frame = frame[frame["category"].map(place) <= frame["other"].map(place)]
    return pd.DataFrame(
        {
            "category": frame["category"].to_numpy(),
            "other": frame["other"].to_numpy(),
            "covariance": frame["covariance"].round(2).to_numpy(),
            "correlation": frame["correlation"].round(4).to_numpy(),
        }
    )


@table()
def box_points(workshop: Workshop) -> pd.DataFrame:
    """Tell how likely perfect play writes each number of points, rounded; one row per category and number.

    Columns
    -------
    category : str
        The category.
    points : int, points
        Points written in it.
    probability : float, probability
        To six decimals.
    """
    frame = category_points(workshop)
    return pd.DataFrame(
        {
            "category": frame["category"],
            "points": frame["points"],
            "probability": frame["probability"].round(6),
        }
    )
