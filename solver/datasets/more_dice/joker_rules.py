"""Data sets on American Yahtzee: what each reading of the rules on further Yahtzees is worth, and where they go."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Arrays, Workshop
from solver.rules.games import find_ruleset
from solver.solving.solution import Solution

if TYPE_CHECKING:
    from solver.play.distribution import Distribution
    from solver.play.habits import Habits

GAME = "yahtzee"
READINGS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "free": {},
        "forced": {"joker": "forced"},
        "none": {"joker": "none"},
        "unpaid": {"extra_yahtzee_bonus": "0"},
        "plain": {"joker": "none", "extra_yahtzee_bonus": "0"},
    }
)


class Reading(NamedTuple):
    """Perfect play under one reading: the scores, and how turns end."""

    distribution: Distribution
    habits: Habits


def habits_of_optimum(solution: Solution) -> Arrays:
    """Return the distribution of the score of perfect play, and its habits."""
    from solver.play.distribution import score_distribution  # compiles
    from solver.play.habits import habits
    from solver.play.player import TablePlayer
    from solver.play.walk import walk

    way = walk(solution.game, TablePlayer("optimal", solution.value_of_state))
    return {"prob_of_score": score_distribution(way).prob_of_score, **habits(way).arrays()}


def reading_of(workshop: Workshop) -> Reading:
    """Return perfect play of a workshop's game."""
    from solver.play.distribution import Distribution
    from solver.play.habits import Habits

    arrays = workshop.kept(habits_of_optimum)
    return Reading(Distribution(arrays["prob_of_score"]), Habits.of_arrays(workshop.game, arrays))


def readings(_workshop: Workshop) -> dict[str, Reading]:
    """Return perfect play of every reading."""
    return {name: reading_of(Workshop(find_ruleset(GAME, options))) for name, options in READINGS.items()}


@table(ruleset=GAME)
def joker_rules(workshop: Workshop) -> pd.DataFrame:
    """Tell what each reading of the rules on further Yahtzees is worth; one row per reading, the free joker first.

    Columns
    -------
    reading : str
        Free, forced: the kind of joker, each further Yahtzee paid. None: no joker, but paid. Unpaid: a free joker,
        not paid. Plain: neither.
    mean : float, points
        Expected final score of perfect play under it.
    less : float, points
        How far it lies below the free joker.
    sd : float, points
        Standard deviation of the final score.
    skewness : float
        Skewness of the final score.
    top_rate : float, probability
        Of games with points in the Yahtzee box.
    """
    found = workshop.once(readings)
    best = found["free"].distribution.mean
    top = find_ruleset(GAME).category_names.index("yahtzee")
    return pd.DataFrame(
        [
            {
                "reading": name,
                "mean": play.distribution.mean,
                "less": best - play.distribution.mean,
                "sd": play.distribution.sd,
                "skewness": play.distribution.skewness,
                "top_rate": 1 - float(play.habits.zero_rates[top]),
            }
            for name, play in found.items()
        ]
    )


@table(ruleset=GAME)
def extra_yahtzees(workshop: Workshop) -> pd.DataFrame:
    """Tell where paid further Yahtzees are written; one row per reading that pays for them.

    Columns
    -------
    reading : str
        As in joker_rules.
    per_game : float, Yahtzees
        Expected number in a game.
    games : float, games
        Games that one plays for one of them, on average.
    own_share : float, share
        Of those written into the upper box of their face.
    lower_share : float, share
        Of those written into a lower box.
    nothing_share : float, share
        Of those written into an upper box of another face, for nothing.
    """
    paid = {name: play for name, play in workshop.once(readings).items() if play.habits.game.has_extra_bonus}
    return pd.DataFrame([{"reading": name} | places_of_extras(play) for name, play in paid.items()])


def places_of_extras(play: Reading) -> dict[str, float]:
    """Return how many paid Yahtzees a game has, and the shares of the places where they are written."""
    game, ways = play.habits.game, play.habits.game.outcomes
    chance = play.habits.prob * (ways.gain > ways.points)
    upper = ways.category < sum(category.is_upper for category in game.ruleset.categories)
    per_game = float(chance.sum())
    return {
        "per_game": per_game,
        "games": 1 / per_game,
        "own_share": float(chance[upper & (ways.points > 0)].sum()) / per_game,
        "lower_share": float(chance[~upper].sum()) / per_game,
        "nothing_share": float(chance[upper & (ways.points == 0)].sum()) / per_game,
    }
