"""Data sets on reaching a score: the best chance of every target, winning, and what the points so far are good for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Arrays, Workshop
from solver.datasets.shared.perfect_play import optimal_distribution_of, play_of_optimum
from solver.solving.solution import Solution

if TYPE_CHECKING:
    from solver.targets.chances import Targets

PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
FOLLOWED = (300,)  # targets whose best play is followed through the game
LEAST_VISITS = 3e-8  # standings that are rarer are not followed


def targets_of(workshop: Workshop) -> Targets:
    """Return the targets of the workshop's ruleset."""
    from solver.targets.chances import find_targets

    return find_targets(workshop.ruleset)[0]


def won_where_ties_count_half(solution: Solution) -> Arrays:
    """Return what is won at most against perfect play: by who knows its final score, and by who knows its chances."""
    from solver.targets.opponents import CREDITS, best_against_each, best_against_unknown  # compiles

    game, prob_of_score = solution.game, Workshop(solution.game.ruleset).kept(play_of_optimum)["prob_of_score"]
    unknown = best_against_unknown(game, prob_of_score, CREDITS["half_a_tie"])
    return {"rates": np.array([prob_of_score @ best_against_each(game), unknown])}


def paths_to_targets(solution: Solution) -> Arrays:
    """Return what the best play for some targets needs to know, by target, turn and rerolls in hand."""
    from solver.targets.past import follow_target  # compiles

    targets = targets_of(Workshop(solution.game.ruleset))
    paths = [follow_target(targets, target, LEAST_VISITS) for target in FOLLOWED]
    return {
        "is_open": np.array([path.is_open for path in paths]),
        "decisions": np.array([path.decisions for path in paths]),
        "differs": np.array([path.differs for path in paths]),
        "left_out": np.array([path.left_out for path in paths]),
    }


@table()
def best_percentiles(workshop: Workshop) -> pd.DataFrame:
    """Tell how far a percentile of the final score can be raised at best; one row per percentile.

    Columns
    -------
    percentile : int, %
        The share p of games that may score less.
    best_score : int, points
        The largest t for which some way to play scores at least t in more than 1 - p of its games.
    optimal_score : int, points
        The percentile of perfect play: the smallest score s with P(X <= s) >= p.
    """
    targets, optimal = workshop.once(targets_of), optimal_distribution_of(workshop)
    rows = [(percent, targets.best_percentile(percent), optimal.percentile(percent)) for percent in PERCENTILES]
    return pd.DataFrame(rows, columns=["percentile", "best_score", "optimal_score"])


@table(opponent="perfect play, that of the largest expected score", ties="as many points count half a game")
def win_rates(workshop: Workshop) -> pd.DataFrame:
    """Tell how often a game against perfect play is won, by what is known of its score; one row per player.

    Columns
    -------
    player : str
        knowing: plays best for the opponent's final score, known from the start, a bound for all others;
        against_unknown: plays best for the distribution of that score.
    rate : float, games
        Won on average; perfect play itself wins half.
    """
    rates = workshop.kept(won_where_ties_count_half)["rates"]
    return pd.DataFrame({"player": ["knowing", "against_unknown"], "rate": rates})


@table(targets=list(FOLLOWED), least_visits=LEAST_VISITS)
def past_score(workshop: Workshop) -> pd.DataFrame:
    """Tell where the best play for a target needs the points so far; one row per target and turn.

    A player who does not look at them does the same with a roll whatever was written before. The best such option is
    the one that is best at most of the visits; the decision needs the points so far at the others. Upper totals from
    which the bonus is out of reach are one.

    Columns
    -------
    target : int, points
        Final score to be reached.
    turn : int, turns
        Turn of the game, from 1.
    open : float, probability
        That the target is neither certain nor out of reach before the turn.
    decisions : float, decisions
        Decisions of the turn a game has on average, while it is open, with more than one option.
    needs_past : float, decisions
        Those of them for which the best option of a player who does not know the points so far is not best.
    share : float
        The second as a share of the first; 0 where there are none.
    left_out : float, probability
        Of the games, up to this turn, that came to points so far too rare to be followed; they count no further.
    """
    paths = workshop.kept(paths_to_targets)
    decisions, differs = paths["decisions"].sum(axis=2), paths["differs"].sum(axis=2)
    n_targets, n_turns = decisions.shape
    return pd.DataFrame(
        {
            "target": np.repeat(FOLLOWED, n_turns),
            "turn": np.tile(np.arange(1, n_turns + 1), n_targets),
            "open": paths["is_open"].ravel(),
            "decisions": decisions.ravel(),
            "needs_past": differs.ravel(),
            "share": np.divide(differs, decisions, out=np.zeros_like(differs), where=decisions > 0).ravel(),
            "left_out": np.cumsum(paths["left_out"], axis=1).ravel(),
        }
    )
