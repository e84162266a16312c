"""Data sets on the first roll of a game: the closest calls, what the text says of all 252, and all that one offers."""

from __future__ import annotations

import pandas as pd

from solver.advising.choices import choices
from solver.advising.turn import solve_turn
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.perfect.visits import first_rolls, option_text
from solver.game.dice import dice_text

CLOSE = 0.25  # points: less than that is a close call
HOUSE = (1, 1, 1, 6, 6)  # the one full house of which the pair is kept


@table()
def first_roll_calls(workshop: Workshop) -> pd.DataFrame:
    """Join the first rolls that pose the same question, the closest call first; one row per pair of best options.

    Columns
    -------
    place : int
        From 1, the closest.
    dice : str
        The first of these rolls.
    option : str
        What is best: the dice kept, empty for none; or the category scored.
    second_option : str
        What is next best.
    gap : float, points
        What the next best loses; the least among these rolls.
    rolls : int, rolls
        How many rolls there are.
    probability : float, probability
        Of one of them.
    """
    best = ["action", "option", "second_action", "second_option"]
    calls = (
        first_rolls(workshop)
        .groupby(best, as_index=False)
        .agg(dice=("dice", "first"), gap=("gap", "min"), rolls=("dice", "size"), probability=("probability", "sum"))
    )
    calls = calls.sort_values(["gap", "dice"], ignore_index=True)
    calls["place"] = range(1, len(calls) + 1)
    return calls[["place", "dice", "option", "second_option", "gap", "rolls", "probability"]]


@table()
def first_roll_facts(workshop: Workshop) -> pd.DataFrame:
    """Count what perfect play does with its first roll; one row.

    Columns
    -------
    close_rolls : int, rolls
        Rolls whose next best option loses less than a quarter of a point.
    close_share : float, probability
        Of one of them.
    scored_rolls : int, rolls
        Rolls that are scored at once.
    scored_share : float, probability
        Of one of them.
    thrown_rolls : int, rolls
        Rolls of which no die is kept.
    full_houses : int, rolls
        Rolls that are a full house.
    full_houses_scored : int, rolls
        Those of them that are scored at once.
    """
    frame = first_rolls(workshop)
    close, scored = frame["gap"] < CLOSE, frame["action"] == "score"
    houses = frame["dice"].map(lambda dice: sorted(dice.count(face) for face in set(dice)) == [2, 3])
    row = {
        "close_rolls": int(close.sum()),
        "close_share": frame["probability"][close].sum(),
        "scored_rolls": int(scored.sum()),
        "scored_share": frame["probability"][scored].sum(),
        "thrown_rolls": int((~scored & (frame["option"] == "")).sum()),
        "full_houses": int(houses.sum()),
        "full_houses_scored": int((houses & scored).sum()),
    }
    return pd.DataFrame([row])


@table()
def opening_rolls(workshop: Workshop) -> pd.DataFrame:
    """Tell what to do with the very first roll, rounded; one row per roll, in lexicographic order.

    Columns
    -------
    dice : str
        The roll.
    option : str
        What perfect play does: the dice it keeps, empty for none; or the category that it scores.
    second_option : str
        The next best that can be done.
    value : float, points
        Expected final score, to three decimals.
    gap : float, points
        What the next best loses, to four decimals.
    """
    frame = first_rolls(workshop)
    return pd.DataFrame(
        {
            "dice": frame["dice"],
            "option": frame["option"],
            "second_option": frame["second_option"],
            "value": frame["value"].round(3),
            "gap": frame["gap"].round(4),
        }
    )


@table(dice=list(HOUSE))
def first_roll_options(workshop: Workshop) -> pd.DataFrame:
    """Rank all that can be done with one first roll, a full house; one row per option, the best first.

    Columns
    -------
    dice : str
        The roll.
    action : str
        Keep or score.
    option : str
        The dice kept, empty for none; or the category scored.
    points : int, points
        What is scored, nothing for a keep.
    value : float, points
        Expected final score then, to three decimals.
    loss : float, points
        What the option gives away against the best, to four decimals.
    """
    game = workshop.game
    turn = solve_turn(game, 0, 0, workshop.solution.value_of_state)
    return pd.DataFrame(
        {
            "dice": dice_text(HOUSE),
            "action": choice.action,
            "option": option_text(choice),
            "points": choice.points,
            "value": round(choice.value, 3),
            "loss": round(choice.regret, 4),
        }
        for choice in choices(turn, game.lattice.rolls.index(HOUSE), game.ruleset.n_rerolls)
    )
