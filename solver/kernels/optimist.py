"""Kernels of the optimist: what a player who hopes believes in, and what it does; see ``baselines/optimist.py``."""

from __future__ import annotations

import numpy as np

from solver.kernels.baselines import Options, best_worths, prefer, throw_value, value_rerolls
from solver.kernels.choices import Ties, empty_room, prefer_categories
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.keeping import empty_leaders, prefer_keeps
from solver.kernels.play import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    add_rows,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_row,
    copy_rows,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.turn import (
    Blocks,
    Exits,
    Lattice,
    Table,
    max_sweep,
    mean_sweep,
    share_first_values,
    weigh_rolls,
)

SMALLEST = float(np.finfo(np.float64).tiny)  # of options that fall short of nothing, none that does is equal


@kernel
def solve_hopeful(
    lattice: Lattice,
    exits: Exits,
    n_rerolls: int,
    hope: float,
    highest: Table,
    blocks: Blocks,
    bounds: tuple[int, int],
    short: Table,
) -> None:
    """Solve one turn for a player who hopes: ``turn.solve_blocks`` with another value of a throw.

    Parameters
    ----------
    highest, short : Table
        The highest points still to come, complete; and by how much what the player believes in falls short of them,
        negative: in, all pages with more categories filled; out, the rows of the blocks.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    n_keeps = first_roll + lattice.prob_of_roll.shape[0]
    values, hoped, worths = aligned_rows(n_keeps), aligned_rows(n_keeps), aligned_rows(exits.category.shape[0])
    for block in range(bounds[0], bounds[1]):
        page, lane, filled = blocks.page[block], blocks.lane[block], blocks.filled[block]
        hopeful_worths(exits, highest, short, (page, lane, filled), worths)
        best_worths(exits, worths, page, filled, first_roll, values)
        for _ in range(n_rerolls):
            throw_value(lattice, hope, values, hoped)
            max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
        mean = weigh_rolls(lattice.prob_of_roll, first_roll, values)
        best = fill_row(-np.inf)
        for roll in range(first_roll, n_keeps):
            best = best_row(load_row(values, roll * N_LANES), best)
        mixed = add_rows(multiply_rows(fill_row(1.0 - hope), mean), multiply_rows(fill_row(hope), best))
        store_row(short.values, short.first_slot[page] + lane, mixed)
        share_first_values(blocks, block, page, short)


@part
def hopeful_worths(exits: Exits, highest: Table, short: Table, where: tuple[int, int, int], worths: Floats) -> None:
    """Set ``worths``, float64[n_outcomes, N_LANES], to what a turn that ends so falls short of the highest points.

    The highest points are whole numbers and cancel; what is left keeps all its digits, however little it is.
    """
    page, lane, filled = where
    now = multiply_rows(fill_row(-1.0), load_row(highest.values, highest.first_slot[page] + lane))
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            successor = highest.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
            then = add_rows(load_row(highest.values, successor), fill_row(exits.gain[outcome]))
            store_row(worths, outcome * N_LANES, add_rows(add_rows(then, now), load_row(short.values, successor)))


@part
def successor_worths(exits: Exits, sign: float, table: Table, where: tuple[int, int, int], worths: Floats) -> None:
    """Set ``worths``, float64[n_outcomes, N_LANES], to each open outcome's points times ``sign``, and what follows."""
    page, lane, filled = where
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            successor = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
            row = add_rows(load_row(table.values, successor), fill_row(sign * exits.gain[outcome]))
            store_row(worths, outcome * N_LANES, row)


@kernel
def hope_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    order: Ints,
    hope: float,
    share: float,
    places: Places,
    highest: Table,
    short: Table,
    options: Options,
) -> None:
    """Find what a player who hopes does in every situation of a turn, for rows of states.

    Parameters
    ----------
    order : see ``prefer``
    hope : see ``throw_value``
    share : float
        Options are equal to the best if they fall short by no more than this share more; 0 if ``tie`` counts.
    highest, short : see ``solve_hopeful``
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    n_keeps = first_roll + n_rolls
    keeps, rolls = aligned_tables(n_rerolls, n_keeps), aligned_tables(n_rerolls + 1, n_keeps)
    hoped, worths = aligned_rows(n_keeps), aligned_rows(exits.category.shape[0])
    for row in range(places.page.shape[0]):
        page, lane, filled = places.page[row], places.lane[row], places.filled[row]
        hopeful_worths(exits, highest, short, (page, lane, filled), worths)
        best_worths(exits, worths, page, filled, first_roll, rolls[0])
        value_rerolls(lattice, hope, hoped, keeps, rolls)
        rolls[:, first_roll:] *= 1.0 + share  # all are negative, or nothing
        prefer(choices, order, worths, page, filled, SMALLEST if share > 0.0 else tie, keeps, rolls, options[row])


@kernel
def hope_in_order(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    ties: Ties,
    hope: float,
    places: Places,
    highest: Table,
    short: Table,
    options: Options,
) -> None:
    """Find what ``hope_rows`` finds, ties in the project's order: a third of the work, unless nearly all are ties."""
    first_roll, room, leaders = lattice.extensions_of_keep.shape[0], empty_room(lattice), empty_leaders(lattice)
    worths, hoped = aligned_rows(exits.category.shape[0]), aligned_rows(room.values.shape[0])
    for row in range(places.page.shape[0]):
        where, values, best = (places.page[row], places.lane[row], places.filled[row]), room.values, room.others
        hopeful_worths(exits, highest, short, where, worths)
        best_worths(exits, worths, where[0], where[2], first_roll, values)
        copy_rows(values, first_roll, options.shape[2], room.first_best, ZERO)
        scored = options[row, 0]
        prefer_categories(exits, choices, where, worths, ties, room.first_best, room.bars, scored)
        for rerolls in range(1, n_rerolls + 1):
            throw_value(lattice, hope, values, hoped)
            ours = options[row, rerolls]
            prefer_keeps(lattice, choices, values, ties, room.first_best, scored, leaders, best, ours)
            values, best = best, values


@kernel
def judge_ties(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    sign: float,
    places: Places,
    bounds: tuple[int, int],
    tables: tuple[Table, Table],
    options: Options,
) -> None:
    """Find what the optimist does in rows of states if, of all that it believes equal, it takes the truly best.

    Parameters
    ----------
    sign : float
        1 to take the truly best of equal options, -1 the truly worst.
    tables : Table, twice
        The largest points still to come, complete; and the true expectation, times ``sign``, of such a player: in,
        all pages with more categories filled; out, the rows of the places, unless options are wanted.
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken; of no row if it has none.
    """
    n_rolls, first_roll = lattice.prob_of_roll.shape[0], lattice.extensions_of_keep.shape[0]
    n_keeps, n_outcomes = first_roll + n_rolls, exits.category.shape[0]
    keeps, rolls = aligned_tables(n_rerolls, n_keeps), aligned_tables(n_rerolls + 1, n_keeps)
    hoped, true = aligned_rows(n_keeps), aligned_rows(n_keeps)
    worths, true_worths = aligned_rows(n_outcomes), aligned_rows(n_outcomes)
    best_of_roll, taken_of_roll = aligned_rows(n_rolls), aligned_rows(n_rolls)
    nothing = fill_row(-np.inf)
    for row in range(bounds[0], bounds[1]):
        page, lane, filled = places.page[row], places.lane[row], places.filled[row]
        outcome_of_roll = choices.outcome_of_roll[choices.class_of_page[page]]
        successor_worths(exits, 1.0, tables[0], (page, lane, filled), worths)
        successor_worths(exits, sign, tables[1], (page, lane, filled), true_worths)
        best_worths(exits, worths, page, filled, first_roll, rolls[0])
        value_rerolls(lattice, 1.0, hoped, keeps, rolls)
        for rerolls in range(n_rerolls + 1):
            if rerolls > 0:
                mean_sweep(lattice.extensions_of_keep, true)
            for roll in range(n_rolls):
                first = choices.first_keep_of_roll[roll]
                n_choices = choices.first_keep_of_roll[roll + 1] - first
                bar = add_rows(load_row(rolls[rerolls], (first_roll + roll) * N_LANES), fill_row(-tie))
                best, taken = nothing, fill_row(-1.0)
                for category in range(outcome_of_roll.shape[1]):
                    if outcome_of_roll[roll, category] >= 0 and not filled >> category & 1:
                        at = outcome_of_roll[roll, category] * N_LANES
                        value = choose_row(load_row(worths, at), bar, load_row(true_worths, at), nothing)
                        taken = choose_row(value, best, fill_row(float(n_choices + category)), taken)
                        best = best_row(value, best)
                if rerolls > 0:
                    for number in range(n_choices):
                        at = choices.keeps[first + number] * N_LANES
                        value = choose_row(load_row(keeps[rerolls - 1], at), bar, load_row(true, at), nothing)
                        taken = choose_row(value, best, fill_row(float(number)), taken)
                        best = best_row(value, best)
                store_row(best_of_roll, roll * N_LANES, best)
                store_row(taken_of_roll, roll * N_LANES, taken)
            copy_rows(best_of_roll, ZERO, n_rolls, true, first_roll)
            if options.shape[0] > 0:
                for roll in range(n_rolls):
                    for place in range(N_LANES):
                        options[row, rerolls, roll, place] = int(taken_of_roll[roll, place])
        if options.shape[0] == 0:
            mean = weigh_rolls(lattice.prob_of_roll, first_roll, true)
            store_row(tables[1].values, tables[1].first_slot[page] + lane, mean)
