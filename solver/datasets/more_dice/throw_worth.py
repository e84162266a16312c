"""Data sets on saved throws, small enough to travel with a page: what one more is worth."""

from __future__ import annotations

import pandas as pd

from solver.datasets.contract.records import read_record
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.more_dice.saved_throws import maxi_saved_worth, saved_throw_worth

MOST_SAVED = 20  # that a figure shows


@table(most=MOST_SAVED)
def throw_worth(workshop: Workshop) -> pd.DataFrame:
    """Tell what one more saved throw is worth in two games, rounded; one row per game, filled boxes and saved throws.

    As in saved_throw_worth and maxi_saved_worth, but for few saved throws only.

    Columns
    -------
    game : str
        Name of the ruleset.
    filled : int, boxes
        Boxes filled before this turn.
    saved : int, throws
        Saved throws already in hand.
    worth : float, points
        What one more adds to the points still to come; mean over all scorecards.
    least : float, points
        The same on the scorecard on which it adds least.
    most : float, points
        The same on the scorecard on which it adds most.
    """
    frame = pd.concat([saved_throw_worth(workshop), read_record(maxi_saved_worth.__name__)])
    frame = frame[frame["saved"] < MOST_SAVED]
    return pd.DataFrame(
        {
            "game": frame["ruleset"].to_numpy(),
            "filled": frame["filled"].to_numpy(),
            "saved": frame["saved"].to_numpy(),
            "worth": frame["mean"].to_numpy().round(3),
            "least": frame["smallest"].to_numpy().round(2),
            "most": frame["largest"].to_numpy().round(2),
        }
    )
