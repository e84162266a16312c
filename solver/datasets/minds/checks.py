"""Small minds followed anew when the data are made, one of each kind, beside what is recorded of them."""

from __future__ import annotations

import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds import mat, numbers, trees, values  # noqa: F401 - the records that the players come from

PLAYERS = ("par-17", "curves-264", "tables-868", "net-577", "rank-4", "values-1000", "tree-1000", "mat-7")


@table(ruleset="scandinavian")
def minds_checks(workshop: Workshop) -> pd.DataFrame:
    """Follow small minds anew, one of each kind, and compare with the records; one row per player.

    Columns
    -------
    player : str
        Name of the player.
    kind : str
        What it is.
    numbers : int
        How many numbers it holds.
    recorded : float, points
        Expected final score as it is recorded.
    mean : float, points
        The same, found anew.
    mean_of_scores : float, points
        The mean of its exact distribution, found in another pass.
    bonus_rate : float, probability
        Of the bonus, found anew.
    """
    from solver.minds.cards import perfect_cards
    from solver.minds.following import told_by
    from solver.minds.players import all_minds
    from solver.minds.records import recorded_scores
    from solver.play.distribution import score_distribution
    from solver.play.walk import walk

    cards, minds, rows = perfect_cards(workshop.game), all_minds(), []
    scores = {score.name: score for score in recorded_scores()}
    for name in PLAYERS:
        way = walk(cards.game, minds[name].make(cards), is_passing=True)
        found, mean = told_by(cards, way), score_distribution(way).mean
        score = scores[name]
        rows.append((name, score.kind, score.numbers, score.mean, found.mean, mean, found.bonus_rate))
    columns = ["player", "kind", "numbers", "recorded", "mean", "mean_of_scores", "bonus_rate"]
    return pd.DataFrame(rows, columns=columns)
