"""Exits: the ways a finished roll leaves the turn, gathered into outcomes.

An outcome is a number of points in one category together with all the rolls that give it. Every roll of an outcome
leads to the same successor state with the same points, so the kernel reads the successor once for all of them.

States are held in pages of lanes: a page is one set of filled categories (times what else a ruleset adds), a lane one
upper total. An outcome leads ``step`` pages and ``shift`` lanes on and writes ``gain`` points; the kernel knows no more
of a game than these three numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solver.dice import Floats, Ints, KeepLattice
from solver.rules import Ruleset
from solver.states import Longs


@dataclass(frozen=True, eq=False)
class Outcomes:
    """All outcomes of a ruleset, by category in scorecard order, then by points.

    Attributes
    ----------
    category, step, shift, gain : int64[n_outcomes], gain float64
        Category that is filled; pages and lanes from the state to its successor; points written.
    first_roll_entry : int64[n_outcomes + 1]
        Where the rolls of an outcome begin in ``rolls``.
    rolls : int32[n_rolls * n_categories]
        Keeps (indices into the lattice) that give the outcome.
    outcome_of_roll : int32[n_rolls, n_categories]
        The outcome of scoring each roll in each category.
    """

    category: Longs
    step: Longs
    shift: Longs
    gain: Floats
    first_roll_entry: Longs
    rolls: Ints
    outcome_of_roll: Ints


def points_table(ruleset: Ruleset, lattice: KeepLattice) -> Ints:
    """Return the points of every roll in every category: int32[n_rolls, n_categories]."""
    return np.array(
        [[category.points(roll) for category in ruleset.categories] for roll in lattice.rolls], dtype=np.int32
    )


def outcomes(ruleset: Ruleset, lattice: KeepLattice) -> Outcomes:
    """Return the outcomes of ``ruleset``: 120 for Scandinavian Yatzy."""
    points_of_roll = points_table(ruleset, lattice)
    rows = [
        (place, 1 << place, int(points) if category.is_upper else 0, float(points), column == points)
        for place, (category, column) in enumerate(zip(ruleset.categories, points_of_roll.T, strict=True))
        for points in np.unique(column)
    ]
    rolls_of_outcome = [np.flatnonzero(gives) for *_, gives in rows]
    outcome_of_roll = np.empty(points_of_roll.shape, dtype=np.int32)
    for outcome, (row, rolls) in enumerate(zip(rows, rolls_of_outcome, strict=True)):
        outcome_of_roll[rolls, row[0]] = outcome
    return Outcomes(
        category=np.array([row[0] for row in rows], dtype=np.int64),
        step=np.array([row[1] for row in rows], dtype=np.int64),
        shift=np.array([row[2] for row in rows], dtype=np.int64),
        gain=np.array([row[3] for row in rows], dtype=np.float64),
        first_roll_entry=np.cumsum([0] + [len(rolls) for rolls in rolls_of_outcome], dtype=np.int64),
        rolls=np.concatenate(rolls_of_outcome).astype(np.int32) + np.int32(lattice.first_roll),
        outcome_of_roll=outcome_of_roll,
    )
