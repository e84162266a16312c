"""Data sets on perfect games taken apart by the bonus, Yatzy and the straights."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.perfect.curve import local_peaks
from solver.datasets.shared.perfect_play import optimal_events, optimal_statistics

PER = 1_000_000  # games that a page counts in


@table()
def score_events(workshop: Workshop) -> pd.DataFrame:
    """Count the scores of a million average perfect games by joint_events; one row per pair that comes up in them.

    Columns
    -------
    combination : int
        Number of the combination in joint_events.
    score : int, points
        The final score.
    games : int, games
        Of a million, rounded.
    """
    games = np.rint(optimal_events(workshop).prob_of_score * PER).astype(np.int64)
    combination, score = np.nonzero(games)
    return pd.DataFrame({"combination": combination, "score": score, "games": games[combination, score]})


@table()
def event_groups(workshop: Workshop) -> pd.DataFrame:
    """Join joint_events by some of the events; one row per group of games.

    Columns
    -------
    split : str
        Events that split the games: "bonus", "yatzy", "bonus+yatzy" or "all".
    has : str
        Those of them that the group has, joined by "+"; "none" for none.
    share : float, probability
        Of the games.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the score.
    likeliest : int, points
        The score with the largest probability.
    peaks : int
        Scores likelier than both their neighbours, among those that at least one in 100,000 of the games has.
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
    """Tell how far apart games with and without the bonus, or Yatzy, end, and how much all four events settle; one row.

    Columns
    -------
    bonus : float, points
        Mean score with the bonus less that without it.
    bonus_surplus : float, points
        The same, less the bonus itself.
    yatzy : float, points
        Mean score with points in Yatzy less that without.
    within : float, squared points
        Variance of the score within the sixteen groups of joint_events, on average.
    between : float, squared points
        Variance of the means of these groups.
    between_share : float, share
        Of the variance of the score.
    double_groups : int
        Of the sixteen groups, those with more than one peak.
    hit_four : float, points
        Expected points in Four of a kind when it is not nothing.
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
