"""Data sets on where perfect play goes: the states it comes to, and the first decision of all."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.advising.choices import Choice, choices
from solver.advising.turn import solve_turn
from solver.arrays import Floats
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import optimal_statistics
from solver.game.dice import dice_text


def heat_map(visits: Floats, with_bonus: Floats, first_column: str) -> pd.DataFrame:
    """Return the cells of a map that games come to, with the chance of the bonus there."""
    row, upper_total = np.nonzero(visits)
    seen = visits[row, upper_total]
    chance = np.minimum(with_bonus[row, upper_total] / seen, 1.0)
    return pd.DataFrame({first_column: row, "upper_total": upper_total, "visits": seen, "bonus_chance": chance})


@table()
def state_heat_map(workshop: Workshop) -> pd.DataFrame:
    """Tell how the upper total of a perfect game grows; one row per number of filled categories and upper total.

    Columns
    -------
    filled : int, categories
        Categories filled; the turn that begins is one more.
    upper_total : int, points
        Points in the upper section, capped at the threshold.
    visits : float, probability
        That a game has this upper total then; sums to 1 for each number of filled categories.
    bonus_chance : float, probability
        Of the bonus, when it has.
    """
    statistics = optimal_statistics(workshop)
    return heat_map(statistics.visits.sum(axis=1), statistics.visits_with_bonus.sum(axis=1), "filled")


@table()
def upper_heat_map(workshop: Workshop) -> pd.DataFrame:
    """Tell how the upper total grows with the upper section; one row per number of filled upper categories and total.

    Columns
    -------
    filled : int, categories
        Upper categories filled.
    upper_total : int, points
        Points in the upper section, capped at the threshold.
    visits : float, scorecards per game
        How many scorecards of a game, the empty and the full one included, are expected to be so.
    bonus_chance : float, probability
        Of the bonus, averaged over these scorecards.
    """
    statistics = optimal_statistics(workshop)
    return heat_map(statistics.visits.sum(axis=0), statistics.visits_with_bonus.sum(axis=0), "filled")


@table()
def visited_by_layer(workshop: Workshop) -> pd.DataFrame:
    """Count the states that perfect play can come to; one row per number of filled categories.

    Columns
    -------
    filled : int, categories
        Categories filled.
    visited : int, states
        States that some perfect game comes to.
    reachable : int, states
        States that some game comes to.
    """
    space = workshop.game.space
    reachable = np.bincount(np.repeat(space.n_filled_of_set, np.diff(space.first_state_of_page)))
    visited = optimal_statistics(workshop).n_visited
    return pd.DataFrame({"filled": np.arange(len(visited)), "visited": visited, "reachable": reachable})


def option_text(choice: Choice) -> str:
    """Return what a choice is about: the dice kept, or the category scored."""
    return dice_text(choice.dice) if choice.action == "keep" else choice.category


@table()
def first_rolls(workshop: Workshop) -> pd.DataFrame:
    """Tell what to do with the very first roll of a game; one row per roll, in lexicographic order.

    Columns
    -------
    dice : str
        The roll.
    probability : float, probability
        Of the roll.
    action : str
        What perfect play does: keep or score.
    option : str
        The dice kept, empty for none; or the category scored.
    value : float, points
        Expected final score then.
    second_action : str
        The next best that can be done: keep or score.
    second_option : str
        The dice kept, or the category scored.
    second_value : float, points
        Expected final score then.
    gap : float, points
        What the next best loses.
    """
    game = workshop.game
    turn = solve_turn(game, 0, 0, workshop.solution.value_of_state)
    rows = []
    for roll, dice in enumerate(game.lattice.rolls):
        best, second = choices(turn, roll, game.ruleset.n_rerolls)[:2]
        rows.append(
            {
                "dice": dice_text(dice),
                "probability": game.lattice.prob_of_roll[roll],
                "action": best.action,
                "option": option_text(best),
                "value": best.value,
                "second_action": second.action,
                "second_option": option_text(second),
                "second_value": second.value,
                "gap": second.regret,
            }
        )
    return pd.DataFrame(rows)
