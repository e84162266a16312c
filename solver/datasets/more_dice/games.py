"""Data sets of the chapter on more dice: the same questions put to several games.

To follow perfect play through Maxi Yatzy takes minutes, so what is told of it is recorded, for all games alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from solver.datasets.contract.records import recorded_table
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.other_games import Play, plays, top_box
from solver.game.game import Game
from solver.rules.games import RULESETS, find_ruleset

PER = 1_000_000  # games that a page counts in
BYTES_OF_VALUE = 8


@table()
def game_sizes(_workshop: Workshop) -> pd.DataFrame:
    """Count the places of every game; one row per ruleset with its usual options.

    Columns
    -------
    game : str
        Name of the ruleset.
    dice : int, dice
        Number of dice.
    boxes : int, categories
        Lines of the scorecard, and so turns.
    rolls : int, rolls
        Ways the dice can fall, order aside.
    keeps : int, keeps
        Ways to hold some, all or none of the dice.
    upper_slots : int, pairs
        Sets of upper categories times upper totals.
    upper_pairs : int, pairs
        Pairs of them that some game reaches.
    upper_share : float, share
        Of the slots that some game reaches.
    lower_sets : int, sets of categories
        Ways to fill some of the lower categories.
    states : int, states
        States between turns that some game reaches.
    per_card : float, states
        States for each pair of a set of filled categories and an upper total: 1 but where more must be remembered.
    gigabytes : float, gigabytes
        Of a table with one value in eight bytes for each state.
    """
    return pd.DataFrame([size_of_game(Game(find_ruleset(name))) for name in RULESETS])


def size_of_game(game: Game) -> dict[str, Any]:
    """Return the row of one game in game_sizes."""
    space = game.space
    lower_sets, pairs = space.n_sets // space.n_upper_sets, int(space.reachable_of_upper_set.sum())
    return {
        "game": game.ruleset.name,
        "dice": game.ruleset.n_dice,
        "boxes": game.ruleset.n_categories,
        "rolls": len(game.lattice.rolls),
        "keeps": game.lattice.n_keeps,
        "upper_slots": space.reachable_of_upper_set.size,
        "upper_pairs": pairs,
        "upper_share": pairs / space.reachable_of_upper_set.size,
        "lower_sets": lower_sets,
        "states": space.n_states,
        "per_card": space.n_states / (pairs * lower_sets),
        "gigabytes": space.n_states * BYTES_OF_VALUE / 1e9,
    }


@recorded_table()
def game_facts(workshop: Workshop) -> pd.DataFrame:
    """Sum up perfect play of several games; one row per game.

    Columns
    -------
    game : str
        Name of the ruleset.
    dice : int, dice
        Number of dice.
    mean : float, points
        Expected final score.
    sd : float, points
        Standard deviation of the final score.
    skewness : float
        Skewness of the final score: negative where the long slope is on the left.
    median : int, points
        Half of the games end at it or below.
    likeliest : int, points
        The score with the largest probability.
    best : int, points
        Largest final score that the rules allow.
    mean_share : float, share
        Expected score, of the largest.
    bonus : int, points
        Points of the bonus.
    threshold : int, points
        Upper points that earn it.
    bonus_rate : float, probability
        Of games with the bonus.
    top_box : str
        The category for all dice equal.
    top_rate : float, probability
        Of games with points in that category.
    zeros : float, categories
        Expected number of categories with no points.
    zero_share : float, share
        Of all categories.
    visited : int, states
        States that perfect play comes to.
    """
    return pd.DataFrame([facts_of_play(play) for play in workshop.once(plays).values()])


def facts_of_play(play: Play) -> dict[str, Any]:
    """Return the row of one game in game_facts."""
    ruleset, statistics, scores = play.workshop.ruleset, play.statistics, play.distribution
    top = top_box(play.workshop)
    zeros = float(statistics.zero_rates.sum())
    return {
        "game": ruleset.name,
        "dice": ruleset.n_dice,
        "mean": scores.mean,
        "sd": scores.sd,
        "skewness": scores.skewness,
        "median": scores.percentile(50),
        "likeliest": int(np.argmax(scores.prob_of_score)),
        "best": play.workshop.game.best_final_score,
        "mean_share": scores.mean / play.workshop.game.best_final_score,
        "bonus": ruleset.bonus,
        "threshold": ruleset.threshold,
        "bonus_rate": statistics.bonus_rate,
        "top_box": top,
        "top_rate": 1 - float(statistics.zero_rates[ruleset.category_names.index(top)]),
        "zeros": zeros,
        "zero_share": zeros / ruleset.n_categories,
        "visited": int(statistics.n_visited.sum()),
    }


@recorded_table(per=PER)
def game_scores(workshop: Workshop) -> pd.DataFrame:
    """Count the scores of a million average perfect games; one row per game and score that comes up in them.

    Columns
    -------
    game : str
        Name of the ruleset.
    score : int, points
        The final score.
    games : int, games
        Of a million, rounded.
    """
    frames = []
    for name, play in workshop.once(plays).items():
        games = np.rint(play.distribution.prob_of_score * PER).astype(np.int64)
        scores = np.flatnonzero(games)
        frames.append(pd.DataFrame({"game": name, "score": scores, "games": games[scores]}))
    return pd.concat(frames, ignore_index=True)


@recorded_table()
def game_boxes(workshop: Workshop) -> pd.DataFrame:
    """Sum up each category of several games, and the bonus, under perfect play; one row per game and category.

    Columns
    -------
    game : str
        Name of the ruleset.
    category : str
        The category, or "bonus".
    mean : float, points
        Expected points, with what comes on top of them.
    most : int, points
        Most points that one roll can bring there, without what comes on top.
    zero_rate : float, probability
        Of no points.
    mean_turn : float, turns
        Turn in which it is filled, on average; for the bonus the number of turns.
    mean_share : float, share
        Of the expected final score.
    spread_share : float, share
        Covariance with the final score, of its variance.
    """
    return pd.concat([boxes_of_play(play) for play in workshop.once(plays).values()], ignore_index=True)


def boxes_of_play(play: Play) -> pd.DataFrame:
    """Return the rows of one game in game_boxes."""
    game, statistics = play.workshop.game, play.statistics
    turns = np.arange(1, game.ruleset.n_categories + 1)
    covariance = statistics.covariance.sum(axis=1)
    return pd.DataFrame(
        {
            "game": game.ruleset.name,
            "category": [*game.ruleset.category_names, "bonus"],
            "mean": statistics.means,
            "most": [*game.points_of_roll.max(axis=0).tolist(), game.ruleset.bonus],
            "zero_rate": [*statistics.zero_rates, 1 - statistics.bonus_rate],
            "mean_turn": [*statistics.fill_turns.sum(axis=-1) @ turns, float(turns[-1])],
            "mean_share": statistics.means / statistics.means.sum(),
            "spread_share": covariance / covariance.sum(),
        }
    )


@recorded_table()
def game_turns(workshop: Workshop) -> pd.DataFrame:
    """Tell when perfect play fills each category of several games, rounded; one row per game, category and turn.

    Columns
    -------
    game : str
        Name of the ruleset.
    category : str
        The category.
    turn : int, turns
        Turn of the game, from 1.
    probability : float, probability
        That the category is filled in this turn, rounded to four decimals.
    """
    frames = []
    for name, play in workshop.once(plays).items():
        chances = play.statistics.fill_turns.sum(axis=-1)
        category, turn = np.indices(chances.shape)
        names = np.array(play.workshop.ruleset.category_names)[category.ravel()]
        rounded = chances.ravel().round(4)
        frames.append(pd.DataFrame({"game": name, "category": names, "turn": turn.ravel() + 1, "probability": rounded}))
    return pd.concat(frames, ignore_index=True)
