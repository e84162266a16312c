"""Kernels: one turn of the game for a row of neighbouring states at once.

A row holds one number for each of ``N_LANES`` neighbouring states (upper totals m, m + 1, ...). Every step of a turn is
the same for all of them, so every step is an operation on whole rows, see ``rows.py``.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import kernel, part
from solver.kernels.rows import (
    N_LANES,
    Floats,
    FloatsOrShorter,
    Ints,
    Longs,
    Row,
    add_rows,
    aligned_rows,
    best_row,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)


class Lattice(NamedTuple):
    """The keep lattice as the kernels read it; the fields are those of ``dice.KeepLattice``."""

    extensions_of_keep: Ints
    first_removal_of_keep: Ints
    removals: Ints
    prob_of_roll: Floats


class Exits(NamedTuple):
    """The ways out of a turn; the fields are those of ``exits.Outcomes``."""

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

    values : float64[n_slots], or float32, which takes half the room; first_slot : int64[n_pages], where lane 0 of
    each page lies. Pages can be of different widths; what lies past the end of a page belongs to others, and no game
    reaches it from there.
    """

    values: FloatsOrShorter
    first_slot: Longs


class Blocks(NamedTuple):
    """Rows of the value table to be solved, one after the other.

    page, lane : where the row begins; filled : the categories filled there, a bit mask; n_same_below : how many lanes
    below the row share its first value; first_same_above : lane whose value the rest of the page shares, -1 if it is
    not in this row; width : lanes of the page; n_pages : for how many numbers of saved throws the row is solved, 1 if
    none can be saved.
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
    r"""Value every keep that is short of dice by the mean of its six extensions.

    .. math:: Q(k) = \frac{1}{6} \sum_{f=1}^{6} Q(k + f)

    Parameters
    ----------
    extensions_of_keep : int32[n_short_keeps, 6]
        Keep reached by adding one die of each face; keeps are ordered by size, so every extension comes later than
        the keep itself.
    values : float64[n_keeps, N_LANES]
        In: points still to come in the rows of the rolls. Out: in every row.

    Notes
    -----
    Throwing the missing dice one at a time gives the same mean as throwing them together. Cost: six row operations
    per short keep; five dice have 210.
    """
    sixth = fill_row(1.0 / 6.0)
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        low = add_rows(
            load_row(values, extensions_of_keep[keep, 0] * N_LANES),
            load_row(values, extensions_of_keep[keep, 1] * N_LANES),
        )
        middle = add_rows(
            load_row(values, extensions_of_keep[keep, 2] * N_LANES),
            load_row(values, extensions_of_keep[keep, 3] * N_LANES),
        )
        high = add_rows(
            load_row(values, extensions_of_keep[keep, 4] * N_LANES),
            load_row(values, extensions_of_keep[keep, 5] * N_LANES),
        )
        store_row(values, keep * N_LANES, multiply_rows(sixth, add_rows(add_rows(low, middle), high)))


@kernel
def max_sweep(first_removal_of_keep: Ints, removals: Ints, values: Floats) -> None:
    r"""Raise every keep to the best value among its sub-keeps, itself included.

    .. math:: B(k) = \max\left(Q(k), \max_{f \in k} B(k - f)\right)

    Parameters
    ----------
    first_removal_of_keep, removals : int32[n_keeps + 1], int32[n_removals]
        Keeps with one die less, one per distinct face; they come earlier than the keep itself.
    values : float64[n_keeps, N_LANES]
        In: value of holding exactly these dice. Out: value of the best choice among them; for a roll, the value of
        the roll with one throw more in hand.

    Notes
    -----
    Cost: one comparison per removal; five dice have 1,260.
    """
    for keep in range(1, values.shape[0]):
        best = load_row(values, keep * N_LANES)
        for entry in range(first_removal_of_keep[keep], first_removal_of_keep[keep + 1]):
            best = best_row(load_row(values, removals[entry] * N_LANES), best)
        store_row(values, keep * N_LANES, best)


@kernel
def exit_rolls(
    exits: Exits, table: Table, where: tuple[int, int, int], throws: int, first_roll: int, values: Floats
) -> None:
    r"""Value every roll by the best category that is open: the mean's exit.

    .. math:: V_0(r) = \max_{c \notin C} \left[s_c(r) + V(\text{successor})\right]

    Parameters
    ----------
    exits : Exits
        Outcomes with their rolls.
    table : Table
        Points still to come; the pages of the successors are done.
    where : int, int, int
        Page and lane of the row that is being solved, and the categories filled there.
    throws : int
        Throws left over, to be saved; 0 where none can be saved.
    first_roll : int
        Index of the first roll among the keeps.
    values : float64[n_keeps, N_LANES]
        The rows of the rolls. Without throws left over they are set, with some they are raised where scoring is better
        than what stands there: throwing on.

    Notes
    -----
    Zero points shortcut: a category never gives less than it gives for zero points, and more upper points never
    lower what is to come. So the best of all zeros is a floor for every roll, and only outcomes with points are
    compared roll by roll; unless some roll may not take every category.
    """
    page, lane, filled = where
    ways = exits.class_of_page[page]
    first_way, has_floor = exits.first_way_of_category[ways], exits.may_take_any[ways]
    page += throws * exits.saved_step
    floor = fill_row(-np.inf)
    for category in range(first_way.shape[0] - 1):
        if has_floor and not filled >> category & 1:
            outcome = exits.outcome_of_way[first_way[category]]  # the fewest points come first
            if exits.gain[outcome] == 0.0:
                floor = best_row(load_row(table.values, table.first_slot[page + exits.step[outcome]] + lane), floor)
    for roll in range(first_roll, values.shape[0]):
        if throws > 0:
            store_row(values, roll * N_LANES, best_row(floor, load_row(values, roll * N_LANES)))
        else:
            store_row(values, roll * N_LANES, floor)

    for category in range(first_way.shape[0] - 1):
        if filled >> category & 1:
            continue
        for way in range(first_way[category], first_way[category + 1]):
            outcome = exits.outcome_of_way[way]
            if exits.gain[outcome] > 0.0 or not has_floor:
                slot = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
                row = add_rows(load_row(table.values, slot), fill_row(exits.gain[outcome]))
                for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                    first = exits.rolls[entry] * N_LANES
                    store_row(values, first, best_row(row, load_row(values, first)))


@kernel
def weigh_rolls(prob_of_roll: Floats, first_roll: int, values: Floats) -> Row:
    """Return the mean over the first roll of a turn: the rows of the rolls weighted by their probabilities."""
    mean = fill_row(0.0)
    for roll in range(prob_of_roll.shape[0]):
        row = load_row(values, (first_roll + roll) * N_LANES)
        mean = add_rows(mean, multiply_rows(fill_row(prob_of_roll[roll]), row))
    return mean


@part
def share_first_values(blocks: Blocks, block: int, page: int, table: Table) -> None:
    """Copy a solved row's values to the lanes that share them: dead totals below, totals past the threshold above."""
    first = table.first_slot[page]
    if blocks.n_same_below[block] > 0:
        lane = first + blocks.lane[block]
        table.values[lane - blocks.n_same_below[block] : lane] = table.values[lane]
    if blocks.first_same_above[block] >= 0:
        lane = first + blocks.first_same_above[block]
        table.values[lane : first + blocks.width[block]] = table.values[lane]


@kernel
def solve_blocks(
    lattice: Lattice, exits: Exits, n_rerolls: int, blocks: Blocks, start: int, stop: int, later: Table, table: Table
) -> None:
    """Solve one turn for every row of ``blocks[start:stop]`` and write the values into ``table``.

    Parameters
    ----------
    lattice, exits, blocks : see there
    n_rerolls : int
        Throws after the first, saved ones aside.
    later : Table
        All pages with one more category filled; it may be the same table.
    table : Table
        Out: the rows of the blocks, and the lanes that share their value with a lane of them: dead totals below the
        row, totals past the threshold above it.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    values = aligned_rows(first_roll + lattice.prob_of_roll.shape[0])
    for block in range(start, stop):
        page, lane = blocks.page[block], blocks.lane[block]
        where = (page, lane, blocks.filled[block])
        for throws in range(n_rerolls + blocks.n_pages[block]):
            if throws > 0:
                mean_sweep(lattice.extensions_of_keep, values)
                max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
            if throws == 0 or exits.saved_step > 0:
                exit_rolls(exits, later, where, throws, first_roll, values)
            if throws >= n_rerolls:
                page = blocks.page[block] + (throws - n_rerolls) * exits.saved_step
                mean = weigh_rolls(lattice.prob_of_roll, first_roll, values)
                store_row(table.values, table.first_slot[page] + lane, mean)
                share_first_values(blocks, block, page, table)
