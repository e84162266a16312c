"""Exits: the ways a finished roll leaves the turn, gathered into outcomes.

An outcome is a number of points in one category. All rolls that give it lead to the same successor state with the same
points, so the kernel reads the successor once for all of them.

States are held in pages of lanes: a page is one set of filled categories, times what else a ruleset adds (see
``states``), a lane one upper total. An outcome leads ``step`` pages and ``shift`` lanes on and writes ``gain`` points;
the kernel knows no more of a game than these three numbers. Which rolls give which outcome can depend on the page:
pages on which it is the same are one class. A way out is an outcome together with the rolls that give it in a class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Floats, Ints, Longs
from solver.game.dice import KeepLattice
from solver.game.states import StateSpace
from solver.rules.jokers import Situation
from solver.rules.ruleset import Ruleset
from solver.rules.scoring import Roll

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
    first_way_of_category : int64[n_classes, n_categories + 1]
        Where the ways out by each category begin, in each class.
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
    first_way_of_category: Longs
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


class PageClass(NamedTuple):
    """What pages have in common whose ways out are the same: their situation, and the one box that may be filled.

    ``box`` is -1 where every open one may be.
    """

    situation: Situation | None
    box: int


def classes(ruleset: Ruleset, space: StateSpace) -> tuple[list[PageClass], Shorts]:
    """Return the classes of pages, and the class of each page."""
    class_of_page = np.zeros(space.n_pages, dtype=np.int16)
    if ruleset.extra_yahtzees is None and not ruleset.in_order:
        return [PageClass(None, -1)], class_of_page
    class_of: dict[PageClass, int] = {}
    for page in range(space.n_pages):
        extra, filled = divmod(page, space.n_sets)
        box = filled.bit_count() if ruleset.in_order else -1
        found = PageClass(ruleset.situation(filled, extra), box)
        class_of_page[page] = class_of.setdefault(found, len(class_of))
    return list(class_of), class_of_page


def write_up(ruleset: Ruleset, rolls: Sequence[Roll], situation: Situation | None) -> Longs:
    """Return what rolls write in every category: gain, points and extra raised, int64[n_rolls, n_categories, 3].

    The gain is -1 where the roll may not be scored.
    """
    if ruleset.extra_yahtzees is None:
        points = np.array([[category.points(roll) for category in ruleset.categories] for roll in rolls])
        return np.stack((points, points, np.zeros_like(points)), axis=-1)
    entries = [[ruleset.entry(category, roll, situation) for category in ruleset.categories] for roll in rolls]
    return np.array(
        [
            [
                (-1, -1, 0) if entry is None else (entry.points + entry.on_top, entry.points, entry.raises)
                for entry in row
            ]
            for row in entries
        ]
    )


def outcomes(ruleset: Ruleset, lattice: KeepLattice, space: StateSpace) -> Outcomes:
    """Return the outcomes of ``ruleset``: 120 for Scandinavian Yatzy, all of one class."""
    found, class_of_page = classes(ruleset, space)
    written = np.repeat(write_up(ruleset, lattice.rolls, found[0].situation)[None], len(found), axis=0)
    # Only rolls of equal dice differ from one class to the next, and the boxes that may be filled.
    equal = [place for place, roll in enumerate(lattice.rolls) if len(set(roll)) == 1]
    for later, one in enumerate(found[1:], start=1):
        written[later, equal] = write_up(ruleset, [lattice.rolls[roll] for roll in equal], one.situation)
    for later, one in enumerate(found):
        if one.box >= 0:
            written[later, :, np.arange(ruleset.n_categories) != one.box] = (-1, -1, 0)

    # One number for category, gain, points and extra, in this order of importance.
    n_gains = int(written.max()) + 2
    sizes = ruleset.n_categories, n_gains, n_gains, 2
    place = np.broadcast_to(np.arange(ruleset.n_categories), written.shape[:-1])
    may_score = written[..., 0] >= 0
    parts = (part[may_score] for part in (place, *np.moveaxis(written, -1, 0)))
    codes, number = np.unique(np.ravel_multi_index(tuple(parts), sizes), return_inverse=True)
    category, gain, points, raises = (part.astype(np.int64) for part in np.unravel_index(codes, sizes))
    outcome_of_roll = np.full(may_score.shape, -1, dtype=np.int32)
    outcome_of_roll[may_score] = number

    is_upper = np.array([one.is_upper for one in ruleset.categories])
    return Outcomes(
        category=category,
        step=(1 << category) + raises * space.n_sets,
        shift=np.where(is_upper[category], points, 0),
        points=points,
        gain=gain.astype(np.float64),
        **ways_out(outcome_of_roll, category, lattice.first_roll, ruleset.n_categories),
        may_take_any=np.all(may_score, axis=(1, 2)),
        class_of_page=class_of_page,
        outcome_of_roll=outcome_of_roll,
        saved_step=space.n_sets if ruleset.saves_throws else 0,
    )


def ways_out(outcome_of_roll: Ints, category: Longs, first_roll: int, n_categories: int) -> dict[str, Any]:
    """Return the ways out of each class, by class, outcome and roll, as the fields of ``Outcomes``."""
    n_classes, n_outcomes = len(outcome_of_roll), len(category)
    class_of_entry, roll, place = np.nonzero(outcome_of_roll >= 0)
    way = class_of_entry * n_outcomes + outcome_of_roll[class_of_entry, roll, place]
    order = np.argsort(way, kind="stable")
    found, n_rolls = np.unique(way, return_counts=True)
    first_outcome = np.searchsorted(category, np.arange(n_categories + 1))
    first_way = np.searchsorted(found, np.arange(n_classes)[:, None] * n_outcomes + first_outcome).astype(np.int64)
    return {
        "first_way_of_class": np.append(first_way[:, 0], len(found)),
        "first_way_of_category": first_way,
        "outcome_of_way": found % n_outcomes,
        "first_roll_entry": np.concatenate(([0], np.cumsum(n_rolls))),
        "rolls": (roll[order] + first_roll).astype(np.int32),
    }
