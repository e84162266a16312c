"""Data sets of the neighbours of the seventeen whole numbers: none of them scores more."""

from __future__ import annotations

import pandas as pd

from solver.datasets.contract.records import read_record, recorded_table
from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.datasets.minds import numbers as fitted_numbers


@recorded_table(ruleset="scandinavian")
def minds_neighbours(workshop: Workshop) -> pd.DataFrame:
    """Compare neighbours of the seventeen whole numbers, one of which is moved by a unit, best first; one row each.

    Columns
    -------
    number : str
        The number that is moved: the box, or spread or shift.
    units : int
        By how many units: one, up or down; a point for a par, a tenth of one for spread and shift.
    mean : float, points
        Expected final score; where it is not exact, it is at most this.
    exact : bool
        Whether the neighbour was followed everywhere. Else it was followed where the games of the seventeen nearly
        always are, and taken to play perfectly elsewhere.
    """
    _numbers, neighbours = workshop.once(fitted_numbers.settled)
    names = (*workshop.ruleset.category_names, "shift", "spread")
    rows = [(names[place], int(units), one.mean, one.is_exact) for one in neighbours for place, units in one.step]
    return pd.DataFrame(rows, columns=["number", "units", "mean", "exact"])


@table(ruleset="scandinavian")
def minds_nearest(workshop: Workshop) -> pd.DataFrame:
    """Tell how many neighbours of the seventeen whole numbers were followed, and how the best does; one row.

    Columns
    -------
    tried : int
        Neighbours.
    mean : float, points
        Expected final score of the best of them.
    loses : float, points
        What it scores less than the seventeen.
    """
    from solver.minds.records import recorded_scores

    (own,) = [one.mean for one in recorded_scores() if one.name == "par-17"]
    neighbours = read_record("minds_neighbours")
    best = float(neighbours["mean"].max())
    return pd.DataFrame({"tried": [len(neighbours)], "mean": [best], "loses": [own - best]})
