"""Exits: the ways a finished roll leaves the turn, gathered into outcomes.

An outcome is a number of points in one category. All rolls that give it lead to the same successor state with the same
points, so the kernel reads the successor once for all of them.

States are held in pages of lanes: a page is one set of filled categories, times what else a ruleset adds (see
``states``), a lane one upper total. An outcome leads ``step`` pages and ``shift`` lanes on and writes ``gain`` points;
the kernel knows no more of a game than these three numbers. Which rolls give which outcome can depend on the page:
pages on which it is the same are one class. A way out is an outcome together with the rolls that give it in a class.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.dice import Floats, Ints, KeepLattice
from solver.jokers import Entry, Situation
from solver.rules import Roll, Ruleset
from solver.states import Bools, Longs, StateSpace

Shorts = npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """All outcomes of a ruleset, by category in scorecard order, then by points; and the ways out of each class.

    Attributes
    ----------
    category, step, shift, points, gain : int64[n_outcomes], gain float64
        Category that is filled; pages and lanes from the state to its successor; points written in the box, and with
        what comes on top of them.
    first_way_of_class : int64[n_classes + 1]
        Where the ways out of a class begin in the next two; a class lists its outcomes in their order.
    outcome_of_way : int64[n_ways]
    first_roll_entry : int64[n_ways + 1]
        Where the rolls of a way out begin in ``rolls``. With one class, ways and outcomes are the same.
    rolls : int32[...]
        Keeps (indices into the lattice).
    may_take_any : bool[n_classes]
        Whether every roll may be scored in every open category.
    class_of_page : int16[n_pages]
    outcome_of_roll : int32[n_classes, n_rolls, n_categories]
        The outcome of scoring each roll in each category; -1 where it may not be scored.
    saved_step : int
        Pages from one number of saved throws to the next; 0 where throws are not saved.
    """

    category: Longs
    step: Longs
    shift: Longs
    points: Longs
    gain: Floats
    first_way_of_class: Longs
    outcome_of_way: Longs
    first_roll_entry: Longs
    rolls: Ints
    may_take_any: Bools
    class_of_page: Shorts
    outcome_of_roll: Ints
    saved_step: int


def points_table(ruleset: Ruleset, lattice: KeepLattice) -> Ints:
    """Return the points of every roll in every category, jokers aside: int32[n_rolls, n_categories]."""
    return np.array(
        [[category.points(roll) for category in ruleset.categories] for roll in lattice.rolls], dtype=np.int32
    )


def classes(ruleset: Ruleset, space: StateSpace) -> tuple[list[Situation | None], Shorts]:
    """Return the situations that tell the classes apart, and the class of each page."""
    class_of_page = np.zeros(space.n_pages, dtype=np.int16)
    if ruleset.extra_yahtzees is None:
        return [None], class_of_page
    class_of_situation: dict[Situation | None, int] = {}
    for page in range(space.n_pages):
        extra, filled = divmod(page, space.n_sets)
        situation = ruleset.situation(filled, extra)
        class_of_page[page] = class_of_situation.setdefault(situation, len(class_of_situation))
    return list(class_of_situation), class_of_page


def entries(ruleset: Ruleset, roll: Roll, situation: Situation | None) -> list[Entry | None]:
    """Return what ``roll`` writes in every category."""
    return [ruleset.entry(category, roll, situation) for category in ruleset.categories]


def outcomes(ruleset: Ruleset, lattice: KeepLattice, space: StateSpace) -> Outcomes:
    """Return the outcomes of ``ruleset``: 120 for Scandinavian Yatzy, all of one class."""
    situations, class_of_page = classes(ruleset, space)
    equal = [place for place, roll in enumerate(lattice.rolls) if len(set(roll)) == 1]
    first = [entries(ruleset, roll, situations[0]) for roll in lattice.rolls]
    # Only rolls of equal dice differ from one class to the next.
    later = [[entries(ruleset, lattice.rolls[place], situation) for place in equal] for situation in situations]
    written = {
        (place, entry.points + entry.on_top, entry.points, entry.raises)
        for table in (first, *later)
        for row in table
        for place, entry in enumerate(row)
        if entry is not None
    }
    numbered = sorted(written)
    number = {key: outcome for outcome, key in enumerate(numbered)}

    def numbers(row: list[Entry | None]) -> list[int]:
        return [
            -1 if entry is None else number[place, entry.points + entry.on_top, entry.points, entry.raises]
            for place, entry in enumerate(row)
        ]

    outcome_of_roll = np.repeat(np.array([[numbers(row) for row in first]], dtype=np.int32), len(situations), axis=0)
    outcome_of_roll[:, equal] = [[numbers(row) for row in table] for table in later]
    ways = ways_out(outcome_of_roll, len(numbered), lattice.first_roll)
    is_upper = [category.is_upper for category in ruleset.categories]
    return Outcomes(
        category=np.array([place for place, *_ in numbered], dtype=np.int64),
        step=np.array([(1 << place) + raises * space.n_sets for place, _, _, raises in numbered], dtype=np.int64),
        shift=np.array([points if is_upper[place] else 0 for place, _, points, _ in numbered], dtype=np.int64),
        points=np.array([points for _, _, points, _ in numbered], dtype=np.int64),
        gain=np.array([gain for _, gain, _, _ in numbered], dtype=np.float64),
        first_way_of_class=ways[0],
        outcome_of_way=ways[1],
        first_roll_entry=ways[2],
        rolls=ways[3],
        may_take_any=np.all(outcome_of_roll >= 0, axis=(1, 2)),
        class_of_page=class_of_page,
        outcome_of_roll=outcome_of_roll,
        saved_step=space.n_sets if ruleset.saves_throws else 0,
    )


def ways_out(outcome_of_roll: Ints, n_outcomes: int, first_roll: int) -> tuple[Longs, Longs, Longs, Ints]:
    """Return the ways out of each class: the four arrays of ``Outcomes``, by class, outcome and roll."""
    class_of_entry, roll, category = np.nonzero(outcome_of_roll >= 0)
    way = class_of_entry * n_outcomes + outcome_of_roll[class_of_entry, roll, category]
    order = np.argsort(way, kind="stable")
    found, n_rolls = np.unique(way, return_counts=True)
    first_way = np.searchsorted(found, np.arange(len(outcome_of_roll) + 1) * n_outcomes)
    rolls = (roll[order] + first_roll).astype(np.int32)
    return first_way.astype(np.int64), found % n_outcomes, np.concatenate(([0], np.cumsum(n_rolls))), rolls
