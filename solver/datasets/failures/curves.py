"""Data sets of the chapter on two failures: score curves, and the account of one game with the same dice."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.failures.duel import duel_games
from solver.datasets.failures.policies import summaries

PLAYERS = ("optimal", "greedy", "max", "random")
DECIMALS = 6
SEEN = ("dice", "stays", "category")

Decisions = list[dict[Hashable, Any]]


@table(ruleset="scandinavian", decimals=DECIMALS)
def failure_curves(workshop: Workshop) -> pd.DataFrame:
    """Give the distribution of the final score of four players, rounded for drawing; one row per score from 0.

    Columns
    -------
    score : int, points
        Final score.
    optimal : float, probability
        Chance of this score under perfect play, rounded to six decimals.
    greedy : float, probability
        The same for the greedy player.
    max : float, probability
        The same for the optimist.
    random : float, probability
        The same for play at random.
    """
    found = {entry.name: summary.distribution.prob_of_score for entry, summary in workshop.once(summaries)}
    n_scores = 1 + max(int(np.flatnonzero(found[name].round(DECIMALS))[-1]) for name in PLAYERS)
    curves = {name: np.resize(found[name].round(DECIMALS), n_scores) for name in PLAYERS}
    return pd.DataFrame({"score": np.arange(n_scores), **curves})


@table(ruleset="scandinavian")
def duel_accounts(workshop: Workshop) -> pd.DataFrame:
    """Take the game of duel_games apart into price, luck and what decisions gave away; one row per player.

    Columns
    -------
    player : str
        Optimal, greedy or max.
    final_score : int, points
        What the player scores.
    lost : float, points
        Sum of what its decisions give away.
    luck : float, points
        What the dice brought beyond the fair price: final score - price + lost.
    upper_points : int, points
        Points in the upper half of its card at the end.
    parting_turn : int, turns
        Turn in which it first decides otherwise than perfect play; 0 for perfect play itself.
    parting_throw : int, throws
        Throw of that turn; 0 for perfect play.
    parting_cost : float, points
        What that decision gives away.
    dearest_turn : int, turns
        Turn of the decision that gives away most.
    dearest_throw : int, throws
        Throw of that turn.
    dearest_cost : float, points
        What that decision gives away.
    """
    games = workshop.once(duel_games).to_dict("records")
    upper = {category.name for category in workshop.ruleset.categories if category.is_upper}
    names = dict.fromkeys(row["player"] for row in games)
    by_player = {name: [row for row in games if row["player"] == name] for name in names}
    return pd.DataFrame(
        [account(played, by_player["optimal"], upper, workshop.solution.start_value) for played in by_player.values()]
    )


def account(played: Decisions, first: Decisions, upper: set[str], price: float) -> dict[str, Any]:
    """Return the row of one player; ``first`` are the decisions of perfect play, ``upper`` the upper boxes."""
    score, lost = int(played[0]["final_score"]), float(sum(row["regret"] for row in played))
    parted = [mine for mine, best in zip(played, first, strict=False) if any(mine[key] != best[key] for key in SEEN)]
    dearest = max(played, key=lambda row: float(row["regret"]))
    return {
        "player": played[0]["player"],
        "final_score": score,
        "lost": lost,
        "luck": score - price + lost,
        "upper_points": sum(row["points"] for row in played if row["category"] in upper),
        "parting_turn": parted[0]["turn"] if parted else 0,
        "parting_throw": parted[0]["throw"] if parted else 0,
        "parting_cost": parted[0]["regret"] if parted else 0.0,
        "dearest_turn": dearest["turn"],
        "dearest_throw": dearest["throw"],
        "dearest_cost": dearest["regret"],
    }
