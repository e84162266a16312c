"""One turn of the game for a row of neighbouring states: its tables, and how it is solved by any rule.

A row contains one number for each of ``N_LANES`` neighbouring states (upper totals m, m + 1, ...). Every step of a turn
is the same for all of them, so every step is an operation on whole rows, see ``rows.py``. Objectives and players differ
in the value of an outcome, in the value of a throw and in the value of a turn: the rules of ``solve_rows``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import ZERO, kernel, part, skeleton
from solver.kernels.rows import (
    Floats,
    FloatsOrShorter,
    Ints,
    Longs,
    Row,
    aligned_rows,
    best_row,
    copy_rows,
    fill_row,
    get_row,
    load_row,
    number_at,
    set_row,
    store_row,
)

Where = tuple[int, int, int]  # page and lane of a row, and the filled categories as a bit mask


class Lattice(NamedTuple):
    """The keep lattice for kernels; the fields are those of ``dice.KeepLattice``."""

    extensions_of_keep: Ints
    first_removal_of_keep: Ints
    removals: Ints
    prob_of_roll: Floats


class Exits(NamedTuple):
    """The exits of a turn; the fields are those of ``game.Outcomes``."""

    category: Longs
    step: Longs
    shift: Longs
    gain: Floats
    first_way_of_class: Longs
    first_way_of_category: npt.NDArray[np.int64]
    outcome_of_way: Longs
    first_roll_entry: Longs
    rolls: Ints
    may_take_any: npt.NDArray[np.bool_]
    class_of_page: npt.NDArray[np.int16]
    saved_step: int


class Table(NamedTuple):
    """Values of states.

    values : float64[n_slots], or float32 to halve the memory; first_slot : int64[n_pages], slot of lane 0 of each page.
    Pages can have different widths; slots beyond the end of a page belong to others, and no game reaches them from
    there.
    """

    values: FloatsOrShorter
    first_slot: Longs


class Blocks(NamedTuple):
    """Rows of the value table to be solved, one after the other.

    page, lane : start of the row; filled : its filled categories; n_same_below : number of lanes below the row with its
    first value; first_same_above : lane whose value the rest of the page shares, -1 if it is not in this row; width :
    lanes of the page; n_pages : the number of numbers of saved throws for which the row is solved, 1 if none can be
    saved.
    """

    page: Longs
    lane: Longs
    filled: Longs
    n_same_below: Longs
    first_same_above: Longs
    width: Longs
    n_pages: Longs


@kernel
def mean_sweep(extensions_of_keep: Ints, values: Floats) -> None:
    r"""Value every short keep by the mean of its six extensions.

    .. math:: Q(k) = \frac{1}{6} \sum_{f=1}^{6} Q(k + f)

    Parameters
    ----------
    extensions_of_keep : int32[n_short_keeps, 6]
        Keep reached by adding one die of each face; keeps are ordered by size, so every extension comes later than the
        keep itself.
    values : float64[n_keeps, N_LANES]
        In: points still to come in the rows of the rolls. Out: in every row.

    Notes
    -----
    Throwing the missing dice one at a time gives the same mean as throwing them together. Cost: six row operations per
    short keep; five dice have 210.
    """
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        low = get_row(values, extensions_of_keep[keep, 0]) + get_row(values, extensions_of_keep[keep, 1])
        middle = get_row(values, extensions_of_keep[keep, 2]) + get_row(values, extensions_of_keep[keep, 3])
        high = get_row(values, extensions_of_keep[keep, 4]) + get_row(values, extensions_of_keep[keep, 5])
        set_row(values, keep, 1.0 / 6.0 * (low + middle + high))


@kernel
def max_sweep(first_removal_of_keep: Ints, removals: Ints, values: Floats) -> None:
    r"""Raise every keep to the best value among its sub-keeps, itself included.

    .. math:: B(k) = \max\left(Q(k), \max_{f \in k} B(k - f)\right)

    Parameters
    ----------
    first_removal_of_keep, removals : int32[n_keeps + 1], int32[n_removals]
        Keeps with one die less, one per distinct face; they come earlier than the keep itself.
    values : float64[n_keeps, N_LANES]
        In: value of keeping exactly these dice. Out: value of the best choice among them; for a roll, the value of the
        roll with one more remaining throw.

    Notes
    -----
    Cost: one comparison per removal; five dice have 1,260.
    """
    for keep in range(1, values.shape[0]):
        best = get_row(values, keep)
        for entry in range(first_removal_of_keep[keep], first_removal_of_keep[keep + 1]):
            best = best_row(get_row(values, number_at(removals, entry)), best)
        set_row(values, keep, best)


@part
def ways_of_page(exits: Exits, page: int) -> range:
    """Return the exits of a page, in the order of their categories, open or not."""
    ways = exits.class_of_page[page]
    return range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1])


@part
def successor_slot(exits: Exits, table: Table, where: Where, outcome: int) -> int:
    """Return the slot of the row of successors that an outcome leads to."""
    return int(table.first_slot[where[0] + exits.step[outcome]] + where[1] + exits.shift[outcome])


@part
def points_after(table: Table, _scores: Floats, exits: Exits, where: Where, outcome: int) -> Row:
    r"""Return an outcome's points plus points still to come: its value for the mean, see ``exit_turn``.

    .. math:: s_c(r) + V(\text{successor})
    """
    return load_row(table.values, successor_slot(exits, table, where, outcome)) + exits.gain[outcome]


@part
def score_points(table: Table, exits: Exits, where: Where, _throws: int, _most: int, scores: Floats) -> None:
    """Set ``scores`` to ``points_after``, see ``solve_rows``."""
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if not where[2] >> exits.category[outcome] & 1:
            set_row(scores, outcome, points_after(table, scores, exits, where, outcome))


@part
def score_nothing(_rule: Any, _exits: Exits, _where: Where, _throws: int, _most: int, _scores: Floats) -> None:
    """Leave the scores unchanged: ``worth`` computes the value of an outcome on demand, see ``solve_rows``."""


@part
def scored(_rule: Any, scores: Floats, _exits: Exits, _where: Where, outcome: int) -> Row:
    """Return the score of an outcome as its value, see ``exit_turn``."""
    return get_row(scores, outcome)


@skeleton
def exit_turn(
    worth: Any,
    rule: Any,
    exits: Exits,
    where: Where,
    is_raising: bool,
    has_floor: bool,
    scores: Floats,
    first_roll: int,
    values: Floats,
) -> None:
    r"""Value every roll by the best open category.

    .. math:: V_0(r) = \max_{c \notin C} \text{worth}_c(r)

    Parameters
    ----------
    worth(rule, scores, exits, where, outcome) : Row
        Value of an open outcome.
    where : int, int, int
        Page and lane of the row, and the filled categories.
    is_raising : bool
        Raise the rows of the rolls where scoring is better than their value of throwing on; else set them.
    has_floor : bool
        More points never lower the value, see the notes.
    scores : float64[n_outcomes, N_LANES]
        Value of each open outcome, unless ``worth`` computes it.
    first_roll : int
        Index of the first roll among the keeps.
    values : float64[n_keeps, N_LANES]
        The rows of the rolls.

    Notes
    -----
    Zero points shortcut: a category's value is never below that of zero points in it. So the best of all zeros is a
    floor for every roll, and only outcomes with points are compared roll by roll; unless some roll may not take every
    category.
    """
    ways, filled, floor = exits.class_of_page[where[0]], where[2], fill_row(-np.inf)
    first_way, has_floor = exits.first_way_of_category[ways], has_floor and exits.may_take_any[ways]
    for category in range(first_way.shape[0] - 1):
        if has_floor and not filled >> category & 1:
            outcome = exits.outcome_of_way[first_way[category]]  # the fewest points come first
            if exits.gain[outcome] == 0.0:
                floor = best_row(worth(rule, scores, exits, where, outcome), floor)
    for roll in range(first_roll, values.shape[0]):
        set_row(values, roll, best_row(floor, get_row(values, roll)) if is_raising else floor)
    for category in range(first_way.shape[0] - 1):
        if filled >> category & 1:
            continue
        for way in range(first_way[category], first_way[category + 1]):
            outcome = exits.outcome_of_way[way]
            if exits.gain[outcome] > 0.0 or not has_floor:
                row = worth(rule, scores, exits, where, outcome)
                for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                    roll = number_at(exits.rolls, entry)
                    set_row(values, roll, best_row(row, get_row(values, roll)))


@part
def exit_rolls(exits: Exits, where: Where, has_floor: bool, scores: Floats, first_roll: int, values: Floats) -> None:
    """Value every roll by the best score of an open category, see ``exit_turn``."""
    exit_turn(scored, ZERO, exits, where, False, has_floor, scores, first_roll, values)


@kernel
def weigh_rolls(prob_of_roll: Floats, first_roll: int, values: Floats) -> Row:
    """Return the mean over the first roll of a turn: the rows of the rolls weighted by their probabilities."""
    mean = fill_row(0.0)
    for roll in range(prob_of_roll.shape[0]):
        row = get_row(values, first_roll + roll)
        mean = mean + prob_of_roll[roll] * row
    return mean


@part
def share_first_values(blocks: Blocks, block: int, page: int, table: Table) -> None:
    """Copy a solved row's values to the lanes that share them: dead totals below, totals beyond the threshold above."""
    first = table.first_slot[page]
    if blocks.n_same_below[block] > 0:
        lane = first + blocks.lane[block]
        table.values[lane - blocks.n_same_below[block] : lane] = table.values[lane]
    if blocks.first_same_above[block] >= 0:
        lane = first + blocks.first_same_above[block]
        table.values[lane : first + blocks.width[block]] = table.values[lane]


@skeleton
def solve_rows(
    score: Any,
    worth: Any,
    throw: Any,
    finish: Any,
    rule: Any,
    has_floor: bool,
    lattice: Lattice,
    exits: Exits,
    n_rerolls: int,
    rows: tuple[Blocks, tuple[int, int], Table],
) -> None:
    """Solve one turn for rows of blocks, and write the values into a table.

    Parameters
    ----------
    score(rule, exits, where, throws, most_throws, scores)
        Sets ``scores``, float64[n_outcomes, N_LANES], to the value of each open outcome in a row, ``where``: its page,
        lane and filled categories. ``throws`` of at most ``most_throws`` are saved; the page is that after saving. The
        first call for a row saves none.
    worth
        See ``exit_turn``.
    throw(rule, lattice, values)
        Values every short keep, given the rows of the rolls.
    finish(rule, lattice, values) : Row
        Value of the turn, given the rows of the rolls with all remaining throws.
    rule, has_floor
        The argument ``rule`` of these functions; whether more points never lower the value.
    n_rerolls : int
        Throws after the first, without saved ones.
    rows : Blocks, (int, int), Table
        The blocks; the bounds between which they are solved; out: their rows, and the lanes that share a value with
        them: dead totals below the row, totals beyond the threshold above it.
    """
    (blocks, bounds, table), first_roll = rows, lattice.extensions_of_keep.shape[0]
    values = aligned_rows(first_roll + lattice.prob_of_roll.shape[0])
    scores = aligned_rows(exits.category.shape[0])
    for block in range(bounds[0], bounds[1]):
        page, lane, filled = blocks.page[block], blocks.lane[block], blocks.filled[block]
        most_throws = n_rerolls + blocks.n_pages[block] - 1
        for throws in range(most_throws + 1):
            if throws > 0:
                throw(rule, lattice, values)
                max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
            if throws == 0 or exits.saved_step > 0:
                where = (page + throws * exits.saved_step, lane, filled)
                score(rule, exits, where, throws, most_throws, scores)
                exit_turn(worth, rule, exits, where, throws > 0, has_floor, scores, first_roll, values)
            if throws >= n_rerolls:
                solved = page + (throws - n_rerolls) * exits.saved_step
                store_row(table.values, table.first_slot[solved] + lane, finish(rule, lattice, values))
                share_first_values(blocks, block, solved, table)


@part
def throw_evenly(_rule: Any, lattice: Lattice, values: Floats) -> None:
    """Value every keep by the mean of its throws, see ``solve_rows``."""
    mean_sweep(lattice.extensions_of_keep, values)


@part
def mean_of_turn(_rule: Any, lattice: Lattice, values: Floats) -> Row:
    """Return the mean over the first roll of a turn, see ``solve_rows``."""
    return weigh_rolls(lattice.prob_of_roll, lattice.extensions_of_keep.shape[0], values)


@kernel
def solve_blocks(
    lattice: Lattice, exits: Exits, n_rerolls: int, blocks: Blocks, start: int, stop: int, later: Table, table: Table
) -> None:
    """Solve one turn for every row of ``blocks[start:stop]``, see ``solve_rows``.

    ``later`` contains all pages with one more category filled; it may be the same table.
    """
    rows = (blocks, (start, stop), table)
    solve_rows(score_nothing, points_after, throw_evenly, mean_of_turn, later, True, lattice, exits, n_rerolls, rows)


@skeleton
def value_rerolls(throw: Any, rule: Any, lattice: Lattice, worths: Floats) -> None:
    """Value everything in a turn whose last rolls are valued; ``throw`` and ``rule`` as in ``solve_rows``.

    ``worths`` are float64[n_rerolls + 1, n_keeps, N_LANES], in row t: for rolls, the best choice with t remaining
    throws, given in row 0; for short keeps, keeping exactly these dice in a throw that leaves t. Short keeps of the
    last row are undefined.
    """
    for rerolls in range(1, worths.shape[0]):
        throw(rule, lattice, worths[rerolls - 1])
        copy_rows(worths[rerolls - 1], ZERO, worths.shape[1], worths[rerolls], ZERO)
        max_sweep(lattice.first_removal_of_keep, lattice.removals, worths[rerolls])


@kernel
def gather_pages(
    pages: Longs,
    upper_set_of_page: Ints,
    reachable: npt.NDArray[np.bool_],
    first_state_of_page: Longs,
    table: Table,
    values: Floats,
) -> None:
    """Copy the values of the states of some pages to ``values``, float64[n_states].

    ``reachable`` is bool[n_upper_sets, n_totals]: the reachable totals of each upper set.
    """
    for page in pages:
        state, first = first_state_of_page[page], table.first_slot[page]
        totals = reachable[upper_set_of_page[page]]
        for total in range(totals.shape[0]):
            if totals[total]:
                values[state] = table.values[first + total]
                state += 1
