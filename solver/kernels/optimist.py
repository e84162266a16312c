"""Kernels of the optimist: what a player who hopes believes in, and what it does; see ``baselines/optimist.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.baselines import Options, prefer
from solver.kernels.choices import Ties
from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.deciding import decide_states
from solver.kernels.play import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Row,
    aligned_rows,
    aligned_tables,
    best_row,
    choose_row,
    copy_rows,
    fill_row,
    get_row,
    load_row,
    set_row,
    store_row,
)
from solver.kernels.turn import (
    Blocks,
    Exits,
    Lattice,
    Table,
    Where,
    exit_rolls,
    mean_sweep,
    score_points,
    scored,
    solve_rows,
    successor_slot,
    value_rerolls,
    ways_of_page,
    weigh_rolls,
)

SMALLEST = float(np.finfo(np.float64).tiny)  # of options that fall short of nothing, none that does is equal


class Hope(NamedTuple):
    """The rule of a player who hopes, see ``solve_rows``.

    hope : from 0 (a throw is worth its mean) to 1 (its best); highest, short : see ``solve_hopeful``; hoped :
    float64[n_keeps, N_LANES], room.
    """

    hope: float
    highest: Table
    short: Table
    hoped: Floats


@part
def score_hopefully(hope: Hope, exits: Exits, where: Where, _throws: int, _most: int, scores: Floats) -> None:
    """Set ``scores`` to what a turn that ends so falls short of the highest points, see ``solve_rows``.

    The highest points are whole numbers and cancel; what is left keeps all its digits, however little it is.
    """
    highest, short = hope.highest, hope.short
    now = load_row(highest.values, highest.first_slot[where[0]] + where[1])
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        successor = successor_slot(exits, highest, where, outcome)
        then = load_row(highest.values, successor) + exits.gain[outcome]
        set_row(scores, outcome, then - now + load_row(short.values, successor))


@part
def throw_hopefully(hope: Hope, lattice: Lattice, values: Floats) -> None:
    r"""Value every keep that is short of dice between the mean and the best of the throw, see ``solve_rows``.

    .. math:: Q(k) = (1 - w) \, \mathbb{E}[V \mid k] + w \max_{r \supseteq k} V(r)
    """
    first_roll, hoped = lattice.extensions_of_keep.shape[0], hope.hoped
    if hope.hope > 0.0:
        copy_rows(values, first_roll, values.shape[0] - first_roll, hoped, first_roll)
        for keep in range(first_roll - 1, -1, -1):
            best = get_row(hoped, lattice.extensions_of_keep[keep, 0])
            for face in range(1, lattice.extensions_of_keep.shape[1]):
                best = best_row(get_row(hoped, lattice.extensions_of_keep[keep, face]), best)
            set_row(hoped, keep, best)
    mean_sweep(lattice.extensions_of_keep, values)
    if hope.hope > 0.0:
        for keep in range(first_roll):
            set_row(values, keep, (1.0 - hope.hope) * get_row(values, keep) + hope.hope * get_row(hoped, keep))


@part
def hope_for_turn(hope: Hope, lattice: Lattice, values: Floats) -> Row:
    """Return the value of the first throw of a turn, between mean and best, see ``solve_rows``."""
    first_roll, best = lattice.extensions_of_keep.shape[0], fill_row(-np.inf)
    for roll in range(first_roll, values.shape[0]):
        best = best_row(get_row(values, roll), best)
    return (1.0 - hope.hope) * weigh_rolls(lattice.prob_of_roll, first_roll, values) + hope.hope * best


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
    """Solve one turn for a player who hopes, see ``solve_rows``.

    Parameters
    ----------
    highest, short : Table
        The highest points still to come, complete; and by how much what the player believes in falls short of them,
        negative: in, all pages with more categories filled; out, the rows of the blocks.
    """
    rule = Hope(hope, highest, short, aligned_rows(lattice.first_removal_of_keep.shape[0] - 1))
    rows = (blocks, bounds, short)
    solve_rows(score_hopefully, scored, throw_hopefully, hope_for_turn, rule, False, lattice, exits, n_rerolls, rows)


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
    hope : see ``Hope``
    share : float
        Options are equal to the best if they fall short by no more than this share more; 0 if ``tie`` counts.
    highest, short : see ``solve_hopeful``
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken.
    """
    n_keeps, first_roll = lattice.first_removal_of_keep.shape[0] - 1, lattice.extensions_of_keep.shape[0]
    worths, values = aligned_rows(exits.category.shape[0]), aligned_tables(n_rerolls + 1, n_keeps)
    rule = Hope(hope, highest, short, aligned_rows(n_keeps))
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        score_hopefully(rule, exits, where, ZERO, ZERO, worths)
        exit_rolls(exits, where, False, worths, first_roll, values[0])
        value_rerolls(throw_hopefully, rule, lattice, values)
        values[:, first_roll:] *= 1.0 + share  # all are negative, or nothing
        prefer(choices, order, worths, where, SMALLEST if share > 0.0 else tie, values, options[row])


@kernel
def hope_in_order(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    _n_rerolls: int,
    ties: Ties,
    hope: float,
    places: Places,
    highest: Table,
    short: Table,
    options: Options,
) -> None:
    """Find what ``hope_rows`` finds, ties in the project's order: a third of the work, unless nearly all are ties."""
    rule = Hope(hope, highest, short, aligned_rows(lattice.first_removal_of_keep.shape[0] - 1))
    decide_states(score_hopefully, throw_hopefully, rule, False, lattice, exits, choices, ties, places, options)


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
    values, true = aligned_tables(n_rerolls + 1, n_keeps), aligned_rows(n_keeps)
    worths, true_worths = aligned_rows(n_outcomes), aligned_rows(n_outcomes)
    best_of_roll, taken_of_roll = aligned_rows(n_rolls), aligned_rows(n_rolls)
    rule, nothing = Hope(1.0, tables[0], tables[0], aligned_rows(n_keeps)), fill_row(-np.inf)
    for row in range(bounds[0], bounds[1]):
        page, lane, filled = places.page[row], places.lane[row], places.filled[row]
        where, outcome_of_roll = (page, lane, filled), choices.outcome_of_roll[choices.class_of_page[page]]
        score_points(tables[0], exits, where, ZERO, ZERO, worths)
        for way in ways_of_page(exits, page):
            outcome = exits.outcome_of_way[way]
            if filled >> exits.category[outcome] & 1:
                continue
            after = load_row(tables[1].values, successor_slot(exits, tables[1], where, outcome))
            set_row(true_worths, outcome, after + sign * exits.gain[outcome])
        exit_rolls(exits, where, False, worths, first_roll, values[0])
        value_rerolls(throw_hopefully, rule, lattice, values)
        for rerolls in range(n_rerolls + 1):
            if rerolls > 0:
                mean_sweep(lattice.extensions_of_keep, true)
            for roll in range(n_rolls):
                first = choices.first_keep_of_roll[roll]
                n_choices = choices.first_keep_of_roll[roll + 1] - first
                bar = get_row(values[rerolls], first_roll + roll) + -tie
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
                        value = choose_row(load_row(values[rerolls - 1], at), bar, load_row(true, at), nothing)
                        taken = choose_row(value, best, fill_row(float(number)), taken)
                        best = best_row(value, best)
                set_row(best_of_roll, roll, best)
                set_row(taken_of_roll, roll, taken)
            copy_rows(best_of_roll, ZERO, n_rolls, true, first_roll)
            if options.shape[0] > 0:
                for roll in range(n_rolls):
                    for place in range(N_LANES):
                        options[row, rerolls, roll, place] = int(taken_of_roll[roll, place])
        if options.shape[0] == 0:
            mean = weigh_rolls(lattice.prob_of_roll, first_roll, true)
            store_row(tables[1].values, tables[1].first_slot[page] + lane, mean)
