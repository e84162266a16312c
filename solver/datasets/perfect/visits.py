"""Data sets on where perfect play goes: the states it comes to, and the first decision of all."""

from __future__ import annotations

import pandas as pd

from solver.advising.choices import Choice, choices
from solver.advising.turn import solve_turn
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.game.dice import dice_text


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
