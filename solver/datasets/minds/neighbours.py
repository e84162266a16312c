"""Data sets of the neighbours of the seventeen whole numbers: none of them scores more."""

from __future__ import annotations

import pandas as pd

from solver.datasets.contract.records import recorded_table
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


@recorded_table(ruleset="scandinavian")
def minds_nearest(workshop: Workshop) -> pd.DataFrame:
    """Follow all neighbours of the seventeen whole numbers, and tell how the best does; one row.

    One number is moved by a unit or by two, or two numbers by one unit each.

    Columns
    -------
    tried : int
        Neighbours.
    step : str
        The best of them: what is moved, by how many units.
    mean : float, points
        Expected final score of the best of them.
    loses : float, points
        What it scores less than the seventeen.
    """
    from solver.minds.neighbours import around_seventeen
    from solver.minds.records import recorded_scores

    names = (*workshop.ruleset.category_names, "shift", "spread")
    found = around_seventeen(workshop.game).everyone(lambda *_done: None)
    (own,) = [one.mean for one in recorded_scores() if one.name == "par-17"]
    step = ", ".join(f"{names[place]} {units:+.0f}" for place, units in found[0].step)
    return pd.DataFrame([{"tried": len(found), "step": step, "mean": found[0].mean, "loses": own - found[0].mean}])
