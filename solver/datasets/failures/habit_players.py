"""Data sets on four habits of people at the table: what each brings, in every order."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import optimal_distribution_of, optimal_events

if TYPE_CHECKING:
    from solver.baselines.summary import Summary
    from solver.game.game import Game

BIN = 2  # points; scores are drawn so many at once
PERFECT = "perfect"
UNITS = 100_000  # into which chances are cut, to travel as whole numbers


def habit_summaries(workshop: Workshop) -> dict[str, Summary]:
    """Return what the games are like of every player that differs from the others, by its set of habits.

    Some are among the policies, too, under other names.
    """
    from solver.baselines.habit_sets import habit_sets, name_of_set, needed, set_maker
    from solver.baselines.human import rung_maker
    from solver.baselines.summary import kept_summary  # compiles
    from solver.baselines.turn import greedy

    different = dict.fromkeys(needed(habits) for habits in habit_sets())
    makers: dict[tuple[str, ...], tuple[str, Callable[[Game], Any]]]
    makers = {habits: (f"habits-{name_of_set(habits)}", set_maker(habits)) for habits in different}
    makers |= {(): ("casual", rung_maker("casual")), ("chances",): ("greedy", greedy)}
    makers |= {("chances", "pars"): ("par", rung_maker("par"))}
    return {name_of_set(habits): kept_summary(workshop.game, *makers[habits]) for habits in different}


def chance_to_beat(mine: Floats, theirs: Floats) -> float:
    """Return how likely one of two scores that know nothing of each other is the greater one."""
    n_scores = max(len(mine), len(theirs))
    mine, theirs = np.pad(mine, (0, n_scores - len(mine))), np.pad(theirs, (0, n_scores - len(theirs)))
    return float(mine @ (np.cumsum(theirs) - theirs))


def in_bins(prob_of_score: Floats, n_bins: int) -> Floats:
    """Return the chance of each bin of scores."""
    chances: Floats = np.pad(prob_of_score, (0, n_bins * BIN - len(prob_of_score))).reshape(-1, BIN).sum(axis=1)
    return chances


@table(ruleset="scandinavian")
def habit_players(workshop: Workshop) -> pd.DataFrame:
    """Give the casual player any of four habits, each player followed exactly; one row per set.

    Columns
    -------
    habits : str
        The habits, joined by hyphens; "none" for the casual player, "perfect" for perfect play.
        Chances: works out the chances of a turn exactly. Pars: counts a box by what it brings above a printed list.
        Bonus: wants three of a face in each upper box. Top: keeps a low pair or a lone die for its upper box only.
    plays_as : str
        The smallest set of habits that plays alike: who counts chances needs no rule for dice, and pars hold the bonus.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the final score.
    bonus_rate : float, probability
        Chance of the bonus.
    beats : float, probability
        Chance to score more in a game than perfect play in another game, with dice of its own.
    """
    from solver.baselines.habit_sets import habit_sets, name_of_set, needed

    found, perfect = workshop.once(habit_summaries), optimal_distribution_of(workshop)
    plays_as = {name_of_set(habits): name_of_set(needed(habits)) for habits in habit_sets()} | {PERFECT: PERFECT}
    scores = {name: summary.distribution for name, summary in found.items()} | {PERFECT: perfect}
    bonus_rates = {name: summary.bonus_rate for name, summary in found.items()}
    bonus_rates[PERFECT] = float(optimal_events(workshop).prob_of_combination[1::2].sum())
    rows = [
        (
            name,
            like,
            score.mean,
            score.sd,
            bonus_rates[like],
            chance_to_beat(score.prob_of_score, perfect.prob_of_score),
        )
        for name, like, score in ((name, like, scores[like]) for name, like in plays_as.items())
    ]
    return pd.DataFrame(rows, columns=["habits", "plays_as", "mean", "sd", "bonus_rate", "beats"])


@table(ruleset="scandinavian", bin=f"{BIN} points", unit_of_chance=f"1/{UNITS}")
def habit_curves(workshop: Workshop) -> pd.DataFrame:
    """Give the distribution of the final score of the players with habits, for drawing; one row per two scores.

    Columns
    -------
    score : int, points
        The lower of the two scores.
    none : int, 1/100,000
        Chance of these scores for the casual player.
    chances : int, 1/100,000
        The same for who counts chances.
    pars : int, 1/100,000
        For who knows pars.
    bonus : int, 1/100,000
        For who aims for the bonus.
    top : int, 1/100,000
        For who keeps dice for the upper half first.
    chances_pars : int, 1/100,000
        For who counts chances and knows pars.
    chances_bonus : int, 1/100,000
        For who counts chances and aims for the bonus.
    pars_top : int, 1/100,000
        For who knows pars and keeps dice for the upper half first.
    bonus_top : int, 1/100,000
        For who aims for the bonus and keeps dice for the upper half first.
    perfect : int, 1/100,000
        For perfect play.
    """
    found = {name.replace("-", "_"): one.distribution for name, one in workshop.once(habit_summaries).items()}
    found[PERFECT] = optimal_distribution_of(workshop)
    n_bins = 1 + max(len(one.prob_of_score) for one in found.values()) // BIN
    curves = {name: np.rint(UNITS * in_bins(one.prob_of_score, n_bins)) for name, one in found.items()}
    return pd.DataFrame({"score": np.arange(0, n_bins * BIN, BIN), **curves}).astype(int)


@table(ruleset="scandinavian")
def habit_pars(workshop: Workshop) -> pd.DataFrame:
    """List the pars of the players who know them; one row per box, in scorecard order.

    Columns
    -------
    category : str
        Name of the box.
    par : int, points
        What the box is taken to bring.
    weight : int
        How many times a point above or below three of a face counts; 1 in the lower half.
    """
    from solver.baselines.habits import PARS, UPPER_WEIGHT

    boxes = workshop.game.ruleset.categories
    rows = [(box.name, PARS[box.name], UPPER_WEIGHT if box.is_upper else 1) for box in boxes]
    return pd.DataFrame(rows, columns=["category", "par", "weight"])
