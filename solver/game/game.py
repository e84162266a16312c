"""A game: its rules, its states between turns, the outcomes of a turn, and the tables that all computations use."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Floats, Ints, Longs
from solver.game.dice import KeepLattice, keep_lattice
from solver.rules.ruleset import Roll, Ruleset, Situation
from solver.store.results import sha256


@dataclass(frozen=True, eq=False)
class StateSpace:
    """The reachable states of a ruleset and their numbering.

    Attributes
    ----------
    upper_points : tuple of tuples
        For each upper category, in scorecard order, all points that some roll gives.
    reachable_of_upper_set : bool[n_upper_sets, threshold + 1]
        Whether some game has filled exactly these upper categories (bit i: the i-th upper category) with this upper
        total.
    upper_set_of_filled : int32[n_sets]
        The upper categories among the filled ones.
    n_extras_of_set : int32[n_sets]
        Number of values of the extra for each set of filled categories.
    """

    ruleset: Ruleset
    upper_points: tuple[tuple[int, ...], ...]
    reachable_of_upper_set: Bools
    upper_set_of_filled: Ints
    n_extras_of_set: Ints

    @property
    def n_sets(self) -> int:
        """Return the number of sets of filled categories."""
        return len(self.upper_set_of_filled)

    @cached_property
    def n_pages(self) -> int:
        """Return the number of pages, including those with extras that their set cannot have."""
        return self.n_sets * int(self.n_extras_of_set.max())

    @cached_property
    def exists_page(self) -> Bools:
        """Return whether the extra of a page is possible in its set: bool[n_pages]."""
        extras = np.arange(self.n_pages // self.n_sets)
        return (extras[:, None] < self.n_extras_of_set).ravel()

    @cached_property
    def finished_pages(self) -> Longs:
        """Return the pages on which the scorecard is full."""
        return np.arange(self.n_sets - 1, self.n_pages, self.n_sets, dtype=np.int64)

    @property
    def n_upper_sets(self) -> int:
        """Return the number of sets of filled upper categories."""
        return len(self.reachable_of_upper_set)

    @property
    def n_totals(self) -> int:
        """Return the number of distinct upper totals: 0 to the threshold."""
        return int(self.reachable_of_upper_set.shape[1])

    @cached_property
    def n_states(self) -> int:
        """Return the number of reachable states."""
        n_totals_of_upper_set = self.reachable_of_upper_set.sum(axis=1)
        return int((n_totals_of_upper_set[self.upper_set_of_filled] * self.n_extras_of_set).sum())

    @cached_property
    def first_state_of_page(self) -> Longs:
        """Return the index of the first state of each page, followed by the number of states."""
        n_totals_of_upper_set = self.reachable_of_upper_set.sum(axis=1)
        n_states = n_totals_of_upper_set[self.upper_set_of_page] * self.exists_page
        return np.concatenate(([0], np.cumsum(n_states)))

    @cached_property
    def upper_set_of_page(self) -> Ints:
        """Return the set of filled upper categories of each page: int32[n_pages]."""
        return np.tile(self.upper_set_of_filled, self.n_pages // self.n_sets)

    @cached_property
    def rank_of_total(self) -> Ints:
        """Return the rank of each upper total among the reachable ones of its upper set; -1 if it is unreachable."""
        ranks = np.cumsum(self.reachable_of_upper_set, axis=1, dtype=np.int32) - 1
        return np.where(self.reachable_of_upper_set, ranks, np.int32(-1))

    @cached_property
    def reachable_slots(self) -> Bools:
        """Return which (page, upper total) slots are reachable states: bool[n_pages, n_totals]."""
        return self.reachable_of_upper_set[self.upper_set_of_page] & self.exists_page[:, None]

    @cached_property
    def n_filled_of_set(self) -> npt.NDArray[np.uint8]:
        """Return the number of filled categories of each set."""
        return np.bitwise_count(np.arange(self.n_sets, dtype=np.uint32))

    def page(self, filled: int, extra: int = 0) -> int:
        """Return the page of a set of filled categories and an extra."""
        if not 0 <= extra < self.n_extras_of_set[filled]:
            raise ValueError(f"no game fills set {filled} with an extra of {extra}")
        return extra * self.n_sets + filled

    def state(self, page: int, upper_total: int) -> int:
        """Return the number of a reachable state."""
        rank = self.rank_of_total[self.upper_set_of_page[page], upper_total]
        if rank < 0 or not self.exists_page[page]:
            raise ValueError(f"no game fills set {page % self.n_sets} with an upper total of {upper_total}")
        return int(self.first_state_of_page[page] + rank)

    def states(self, page: Ints | Longs, upper_total: Ints | Longs) -> Longs:
        """Return the numbers of reachable states."""
        rank = self.rank_of_total[self.upper_set_of_page[page], upper_total]
        numbers: Longs = self.first_state_of_page[page] + rank
        return numbers

    @cached_property
    def best_upper_total_of_set(self) -> Ints:
        """Return the largest sum of each set of upper categories, not capped."""
        return subset_sums([max(points) for points in self.upper_points])

    @cached_property
    def first_live_total_of_set(self) -> Ints:
        """Return the lowest upper total from which the bonus can still be earned, for each upper set.

        All lower totals are dead: the upper points no longer matter, so these states share one value.
        """
        best = self.best_upper_total_of_set
        first_live: Ints = np.maximum(0, self.ruleset.threshold - (best[-1] - best))
        return first_live

    @cached_property
    def last_dead_total_of_set(self) -> Ints:
        """Return the upper total that represents all dead ones, for each upper set; 0 if none is dead."""
        total: Ints = np.clip(self.first_live_total_of_set - 1, 0, self.ruleset.threshold)
        return total


def subset_sums(parts: list[int]) -> Ints:
    """Return the sum of every subset of ``parts``, indexed by bit mask."""
    sums = np.zeros(1, dtype=np.int32)
    for part in parts:
        sums = np.concatenate((sums, sums + np.int32(part)))
    return sums


def close_upper_pairs(upper_points: tuple[tuple[int, ...], ...], threshold: int) -> Bools:
    """Return the reachable (upper set, upper total) pairs by forward closure from the empty scorecard.

    A pair is reachable if a smaller one leads to it: (U + c, min(m + s, threshold)) from (U, m), for every number of
    points s that category c can give. The minimum matters: some sets exceed the threshold but cannot meet it exactly,
    and a recurrence that requires exactly the threshold misses them.
    """
    reachable = np.zeros((2 ** len(upper_points), threshold + 1), dtype=np.bool_)
    reachable[0, 0] = True
    for upper_set in range(len(reachable)):
        totals = np.flatnonzero(reachable[upper_set])
        for category, points_of_category in enumerate(upper_points):
            if not upper_set >> category & 1:
                for points in points_of_category:
                    reachable[upper_set | 1 << category, np.minimum(totals + points, threshold)] = True
    return reachable


def state_space(ruleset: Ruleset) -> StateSpace:
    """Return the states of ``ruleset``: 1,430,528 for Scandinavian Yatzy."""
    rolls = keep_lattice(ruleset.n_dice).rolls
    upper_points = tuple(
        tuple(sorted({category.points(roll) for roll in rolls})) for category in ruleset.categories if category.is_upper
    )
    upper_bits = [
        1 << sum(earlier.is_upper for earlier in ruleset.categories[:place]) if category.is_upper else 0
        for place, category in enumerate(ruleset.categories)
    ]
    return StateSpace(
        ruleset=ruleset,
        upper_points=upper_points,
        reachable_of_upper_set=close_upper_pairs(upper_points, ruleset.threshold),
        upper_set_of_filled=subset_sums(upper_bits),
        n_extras_of_set=n_extras_of_set(ruleset),
    )


def n_extras_of_set(ruleset: Ruleset) -> Ints:
    """Return the number of values of the extra for each set of filled categories; 0 if no game fills it."""
    sets = np.arange(2**ruleset.n_categories, dtype=np.uint32)
    can_be = (sets & (sets + 1) == 0) if ruleset.in_order else np.ones(len(sets), dtype=np.bool_)
    if ruleset.extra_yahtzees is None and not ruleset.saves_throws:
        return can_be.astype(np.int32)
    if ruleset.saves_throws:
        return (ruleset.n_rerolls * np.bitwise_count(sets).astype(np.int32) + 1) * can_be
    return np.array([ruleset.n_extras(filled) for filled in range(len(sets))], dtype=np.int32)


Shorts = npt.NDArray[np.int16]


@dataclass(frozen=True, eq=False)
class Outcomes:
    """All outcomes of a ruleset, by category in scorecard order, then by points; and the exits of each class of pages.

    Attributes
    ----------
    category, step, shift, points, gain : int64[n_outcomes], gain float64
        Category that is filled; pages and lanes from the state to its successor; points scored in the box, and with
        bonus points included.
    first_way_of_class : int64[n_classes + 1]
        Index of a class's first exit in the next two; a class lists its outcomes in order.
    first_way_of_category : int64[n_classes, n_categories + 1]
        Index of the first exit by each category, in each class.
    outcome_of_way : int64[n_ways]
    first_roll_entry : int64[n_ways + 1]
        Index of the first roll of an exit in ``rolls``. With one class, exits and outcomes are the same.
    rolls : int32[...]
        Keeps (indices into the lattice).
    may_take_any : bool[n_classes]
        Whether every roll may be scored in every open category.
    class_of_page : int16[n_pages]
    outcome_of_roll : int32[n_classes, n_rolls, n_categories]
        The outcome of scoring each roll in each category; -1 if not allowed.
    saved_step : int
        Pages from one number of saved throws to the next; 0 if throws are not saved.
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
    """Return the points of every roll in every category, without jokers: int32[n_rolls, n_categories]."""
    return np.array(
        [[category.points(roll) for category in ruleset.categories] for roll in lattice.rolls], dtype=np.int32
    )


class PageClass(NamedTuple):
    """A class of pages with the same exits: their situation, and the only box that may be filled.

    ``box`` is -1 if every open box may be filled.
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


def effects_of_scoring(ruleset: Ruleset, rolls: Sequence[Roll], situation: Situation | None) -> Longs:
    """Return gain, points and extra raised by scoring rolls in every category: int64[n_rolls, n_categories, 3].

    The gain is -1 if scoring is not allowed.
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
    written = np.repeat(effects_of_scoring(ruleset, lattice.rolls, found[0].situation)[None], len(found), axis=0)
    # Classes differ only in rolls of equal dice, and in the boxes that may be filled.
    equal = [place for place, roll in enumerate(lattice.rolls) if len(set(roll)) == 1]
    for later, one in enumerate(found[1:], start=1):
        written[later, equal] = effects_of_scoring(ruleset, [lattice.rolls[roll] for roll in equal], one.situation)
    for later, one in enumerate(found):
        if one.box >= 0:
            written[later, :, np.arange(ruleset.n_categories) != one.box] = (-1, -1, 0)

    # Sort key: category, gain, points and extra, in this order.
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
    """Return the exits of each class, by class, outcome and roll, as the fields of ``Outcomes``."""
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


@dataclass(frozen=True, eq=False)
class Game:
    """A ruleset with its tables: dice, states, points."""

    ruleset: Ruleset

    @cached_property
    def lattice(self) -> KeepLattice:
        """Return the keeps of the game's dice."""
        return keep_lattice(self.ruleset.n_dice)

    @cached_property
    def space(self) -> StateSpace:
        """Return the reachable states."""
        return state_space(self.ruleset)

    @cached_property
    def points_of_roll(self) -> Ints:
        """Return the points of every roll in every category: int32[n_rolls, n_categories]."""
        return points_table(self.ruleset, self.lattice)

    @cached_property
    def outcomes(self) -> Outcomes:
        """Return the outcomes of a turn."""
        return outcomes(self.ruleset, self.lattice, self.space)

    @property
    def has_extra_bonus(self) -> bool:
        """Return whether extra Yahtzees earn points."""
        return self.ruleset.extra_yahtzees is not None and self.ruleset.extra_yahtzees.bonus > 0

    @property
    def identity(self) -> dict[str, Any]:
        """Return all rules that a value can depend on, for the keys of stored results."""
        ruleset = self.ruleset
        return {
            "ruleset": ruleset.name,
            "options": dict(ruleset.options),
            "dice": ruleset.n_dice,
            "rerolls": ruleset.n_rerolls,
            "categories": list(ruleset.category_names),
            "upper": [category.is_upper for category in ruleset.categories],
            "bonus": ruleset.bonus,
            "threshold": ruleset.threshold,
            "points": sha256(self.points_of_roll.tobytes()),
            "saves_throws": ruleset.saves_throws,
            "in_order": ruleset.in_order,
            "extra_yahtzees": ruleset.extra_yahtzees and asdict(ruleset.extra_yahtzees),
        }

    @cached_property
    def best_final_score(self) -> int:
        """Return the largest final score: the best roll in every category, and the bonus if it is earned."""
        best = self.points_of_roll.max(axis=0)
        upper = [category.is_upper for category in self.ruleset.categories]
        best_gain = [self.outcomes.gain[self.outcomes.category == place].max() for place in range(len(best))]
        return int(sum(best_gain)) + self.ruleset.bonus_at(int(best[upper].sum()))
