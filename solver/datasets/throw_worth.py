"""Data sets on saved throws, small enough to travel with a page: what one more is worth, and how many there are."""

from __future__ import annotations

import numpy as np
import pandas as pd

from solver.datasets.other_games import plays
from solver.datasets.records import read_record
from solver.datasets.registry import table
from solver.datasets.saved_throws import maxi_saved_worth, saved_throw_worth
from solver.datasets.workshop import Workshop

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


@table()
def purse_sizes(workshop: Workshop) -> pd.DataFrame:
    """Tell how many throws perfect play has saved; one row per game that saves throws, turn and number that comes up.

    Columns
    -------
    game : str
        Name of the ruleset.
    turn : int, turns
        Turn of the game, from 1, before its first throw; one more than there are turns for the end.
    saved : int, throws
        Saved throws in hand.
    chance : float, probability
        Of so many, rounded to six decimals.
    """
    frames = []
    for name, play in workshop.once(plays).items():
        if play.workshop.ruleset.saves_throws:
            filled, saved = np.nonzero(play.visits_of_extra)
            chance = play.visits_of_extra[filled, saved].round(6)
            frames.append(pd.DataFrame({"game": name, "turn": filled + 1, "saved": saved, "chance": chance}))
    return pd.concat(frames, ignore_index=True)


@table()
def purse_facts(workshop: Workshop) -> pd.DataFrame:
    """Sum up the purses of perfect play; one row per game that saves throws and turn.

    Columns
    -------
    game : str
        Name of the ruleset.
    turn : int, turns
        Turn of the game, from 1, before its first throw; one more than there are turns for the end.
    mean : float, throws
        Saved throws in hand, on average.
    none : float, probability
        Of no saved throw.
    largest : int, throws
        Most that perfect play ever has then.
    """
    rows = []
    for name, play in workshop.once(plays).items():
        for filled, chances in enumerate(play.visits_of_extra if play.workshop.ruleset.saves_throws else ()):
            sizes = np.arange(len(chances))
            mean, largest = float(sizes @ chances), int(sizes[chances > 0].max())
            rows.append({"game": name, "turn": filled + 1, "mean": mean, "none": chances[0], "largest": largest})
    return pd.DataFrame(rows)
