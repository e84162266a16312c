"""Data sets of the chapter on two failures: score curves, and the account of one game with the same dice."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.baselines import summaries
from solver.datasets.duel import duel_games
from solver.datasets.registry import table
from solver.datasets.workshop import Workshop

PLAYERS = ("optimal", "greedy", "max", "random")
DECIMALS = 6


@table(ruleset="scandinavian", decimals=DECIMALS)
def failure_curves(workshop: Workshop) -> pd.DataFrame:
    """Give the distribution of the final score of four players, rounded for drawing; one row per score from 0.

    The exact probabilities are in policy_distribution.

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
    games = workshop.once(duel_games)
    upper = [category.name for category in workshop.ruleset.categories if category.is_upper]
    by_player = {str(name): rows.reset_index(drop=True) for name, rows in games.groupby("player", sort=False)}
    first = by_player["optimal"]
    rows = []
    for name, played in by_player.items():
        pairs = zip(
            played[["dice", "stays", "category"]].values, first[["dice", "stays", "category"]].values, strict=False
        )
        parted = next((place for place, (mine, best) in enumerate(pairs) if (mine != best).any()), None)
        dearest, lost = played.loc[played["regret"].idxmax()], float(played["regret"].sum())
        score = int(played["final_score"].iloc[0])
        rows.append(
            {
                "player": name,
                "final_score": score,
                "lost": lost,
                "luck": score - workshop.solution.start_value + lost,
                "upper_points": int(played.loc[played["category"].isin(upper), "points"].sum()),
                "parting_turn": 0 if parted is None else int(played.at[parted, "turn"]),
                "parting_throw": 0 if parted is None else int(played.at[parted, "throw"]),
                "parting_cost": 0.0 if parted is None else float(played.at[parted, "regret"]),
                "dearest_turn": int(dearest["turn"]),
                "dearest_throw": int(dearest["throw"]),
                "dearest_cost": float(dearest["regret"]),
            }
        )
    return pd.DataFrame(rows)
