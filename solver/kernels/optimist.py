"""Kernels of the optimist: what a player who hopes believes in, and what it does; see ``baselines/optimist.py``."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.baselines import Options, best_worths, prefer, throw_value, value_rerolls
from solver.kernels.choices import Ties, prefer_categories
from solver.kernels.compile import kernel
from solver.kernels.keeping import Leaders, empty_leaders, prefer_keeps
from solver.kernels.play import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Row,
    add_rows,
    aligned_rows,
    best_row,
    choose_row,
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
    exit_rolls,
    max_sweep,
    mean_sweep,
    share_first_values,
    weigh_rolls,
)


class Hope(NamedTuple):
    """A player who hopes.

    hope : from 0, the mean, to 1, the best of a throw; tie : points that count for nothing; order : see ``prefer``, or
    no rows for the project's order, which is found faster.
    """

    hope: float
    tie: float
    order: Ints


class Room(NamedTuple):
    """Room for a turn.

    keeps, rolls : see ``value_rerolls``; hoped : float64[n_keeps, N_LANES]; worths : float64[n_outcomes, N_LANES];
    scores, bars : float64[n_rolls, N_LANES].
    """

    keeps: Floats
    rolls: Floats
    hoped: Floats
    worths: Floats
    scores: Floats
    bars: Floats


@kernel
def empty_room(lattice: Lattice, n_rerolls: int, n_outcomes: int) -> Room:
    """Return room for a turn."""
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    return Room(
        np.empty((n_rerolls, n_keeps, N_LANES)),
        np.empty((n_rerolls + 1, n_keeps, N_LANES)),
        aligned_rows(n_keeps),
        aligned_rows(n_outcomes),
        aligned_rows(n_rolls),
        aligned_rows(n_rolls),
    )


@kernel
def believe_first_throw(lattice: Lattice, hope: float, values: Floats) -> Row:
    """Return what a turn is worth before its first throw, by what every roll is worth after it."""
    first_roll = lattice.extensions_of_keep.shape[0]
    mean, best = weigh_rolls(lattice.prob_of_roll, first_roll, values), fill_row(-np.inf)
    for roll in range(first_roll, values.shape[0]):
        best = best_row(load_row(values, roll * N_LANES), best)
    return add_rows(multiply_rows(fill_row(1.0 - hope), mean), multiply_rows(fill_row(hope), best))


@kernel
def solve_hopeful(
    lattice: Lattice, exits: Exits, n_rerolls: int, hope: float, blocks: Blocks, bounds: tuple[int, int], table: Table
) -> None:
    """Solve one turn for a player who hopes: ``turn.solve_blocks`` with another value of a throw."""
    first_roll = lattice.extensions_of_keep.shape[0]
    n_keeps = first_roll + lattice.prob_of_roll.shape[0]
    values, hoped = np.empty((n_keeps, N_LANES)), np.empty((n_keeps, N_LANES))
    for block in range(bounds[0], bounds[1]):
        page, lane = blocks.page[block], blocks.lane[block]
        exit_rolls(exits, table, (page, lane, blocks.filled[block]), 0, first_roll, values)
        for _ in range(n_rerolls):
            throw_value(lattice, hope, values, hoped)
            max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
        store_row(table.values, table.first_slot[page] + lane, believe_first_throw(lattice, hope, values))
        share_first_values(blocks, block, page, table)


@kernel
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
def hope_in_order(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    hope: Hope,
    where: tuple[int, int, int],
    room: Room,
    leaders: Leaders,
    options: Options,
) -> None:
    """Decide a turn in the project's order of ties; ``room.rolls[0]`` and ``worths`` are known, the others found."""
    first_roll, ties = lattice.extensions_of_keep.shape[0], Ties(1.0, -hope.tie)
    room.scores[:] = room.rolls[0, first_roll:]
    prefer_categories(exits, choices, where, room.worths, ties, room.scores, room.bars, options[0])
    for reroll in range(room.keeps.shape[0]):
        means, best = room.keeps[reroll], room.rolls[reroll + 1]
        means[first_roll:] = room.rolls[reroll, first_roll:]
        throw_value(lattice, hope.hope, means, room.hoped)
        prefer_keeps(lattice, choices, means, ties, room.scores, options[0], leaders, best, options[reroll + 1])


@kernel
def hope_turn(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    hope: Hope,
    where: tuple[int, int, int],
    table: Table,
    room: Room,
    leaders: Leaders,
    options: Options,
) -> None:
    """Find what a player who hopes does in every situation of a turn, for a row of states.

    Parameters
    ----------
    table : Table
        The points still to come that the player believes in, see ``solve_hopeful``.
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken. ``room.rolls`` holds what the rolls are believed to be worth.
    """
    page, _lane, filled = where
    first_roll = lattice.extensions_of_keep.shape[0]
    successor_worths(exits, 1.0, table, where, room.worths)
    best_worths(exits, room.worths, page, filled, first_roll, room.rolls[0])
    if hope.order.shape[0] == 0:
        hope_in_order(lattice, exits, choices, hope, where, room, leaders, options)
        return
    value_rerolls(lattice, hope.hope, room.hoped, room.keeps, room.rolls)
    prefer(choices, hope.order, room.worths, page, filled, hope.tie, room.keeps, room.rolls, options)


@kernel
def hope_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    hope: Hope,
    places: Places,
    table: Table,
    options: Options,
) -> None:
    """Find what a player who hopes does, for rows of states; ``options`` have one more axis than in ``hope_turn``."""
    room, leaders = empty_room(lattice, n_rerolls, exits.category.shape[0]), empty_leaders(lattice)
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        hope_turn(lattice, exits, choices, hope, where, table, room, leaders, options[row])


@kernel
def hope_blocks(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    hope: Hope,
    blocks: Blocks,
    bounds: tuple[int, int],
    table: Table,
    options: Options,
) -> None:
    """Find at once what a player who hopes believes in and what it does, for the rows ``bounds`` of ``blocks``.

    ``table`` is complete for the next layer, and becomes so for these rows: ``solve_hopeful`` and ``hope_rows`` in one.
    """
    room, leaders = empty_room(lattice, n_rerolls, exits.category.shape[0]), empty_leaders(lattice)
    for block in range(bounds[0], bounds[1]):
        page, lane = blocks.page[block], blocks.lane[block]
        where = (page, lane, blocks.filled[block])
        hope_turn(lattice, exits, choices, hope, where, table, room, leaders, options[block - bounds[0]])
        believed = believe_first_throw(lattice, hope.hope, room.rolls[n_rerolls])
        store_row(table.values, table.first_slot[page] + lane, believed)
        share_first_values(blocks, block, page, table)


class Judged(NamedTuple):
    """Room for a turn of the optimist who takes the truly best of what it believes equal.

    true : float64[n_keeps, N_LANES], what truly comes of each keep, times the sign; worths : float64[n_outcomes,
    N_LANES], of each outcome; best, taken : float64[n_rolls, N_LANES], of each roll, and the number of its option.
    """

    true: Floats
    worths: Floats
    best: Floats
    taken: Floats


@kernel
def empty_judged(lattice: Lattice, n_outcomes: int) -> Judged:
    """Return room for a turn."""
    n_rolls, n_keeps = lattice.prob_of_roll.shape[0], lattice.first_removal_of_keep.shape[0] - 1
    return Judged(aligned_rows(n_keeps), aligned_rows(n_outcomes), aligned_rows(n_rolls), aligned_rows(n_rolls))


@kernel
def judge_turn(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    tie: float,
    sign: float,
    where: tuple[int, int, int],
    tables: tuple[Table, Table],
    room: Room,
    judged: Judged,
    options: Options,
) -> None:
    """Find what the optimist does in a row of states if, of all that it believes equal, it takes the truly best.

    Parameters
    ----------
    sign : float
        1 to take the truly best of equal options, -1 the truly worst.
    tables : Table, twice
        The largest points still to come, complete; and the true expectation, times ``sign``, of such a player, complete
        for the next layer.
    options : int16[n_rerolls + 1, n_rolls, N_LANES]
        Out: number of the option taken. ``judged`` holds what the rolls then truly bring.
    """
    page, _lane, filled = where
    first_roll, n_rolls = lattice.extensions_of_keep.shape[0], lattice.prob_of_roll.shape[0]
    outcome_of_roll, nothing = choices.outcome_of_roll[choices.class_of_page[page]], fill_row(-np.inf)
    keeps, rolls, true = room.keeps, room.rolls, judged.true
    successor_worths(exits, 1.0, tables[0], where, room.worths)
    successor_worths(exits, sign, tables[1], where, judged.worths)
    best_worths(exits, room.worths, page, filled, first_roll, rolls[0])
    value_rerolls(lattice, 1.0, room.hoped, keeps, rolls)
    for rerolls in range(options.shape[0]):
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
                    value = choose_row(load_row(room.worths, at), bar, load_row(judged.worths, at), nothing)
                    taken = choose_row(value, best, fill_row(float(n_choices + category)), taken)
                    best = best_row(value, best)
            if rerolls > 0:
                for number in range(n_choices):
                    at = choices.keeps[first + number] * N_LANES
                    value = choose_row(load_row(keeps[rerolls - 1], at), bar, load_row(true, at), nothing)
                    taken = choose_row(value, best, fill_row(float(number)), taken)
                    best = best_row(value, best)
            store_row(judged.best, roll * N_LANES, best)
            store_row(judged.taken, roll * N_LANES, taken)
        true[first_roll:] = judged.best
        options[rerolls] = judged.taken


@kernel
def judge_rows(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    sign: float,
    places: Places,
    tables: tuple[Table, Table],
    options: Options,
) -> None:
    """Find what such an optimist does, for rows of states; ``options`` have one more axis than in ``judge_turn``."""
    room = empty_room(lattice, n_rerolls, exits.category.shape[0])
    judged = empty_judged(lattice, exits.category.shape[0])
    for row in range(places.page.shape[0]):
        where = (places.page[row], places.lane[row], places.filled[row])
        judge_turn(lattice, exits, choices, tie, sign, where, tables, room, judged, options[row])


@kernel
def judge_blocks(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    n_rerolls: int,
    tie: float,
    sign: float,
    blocks: Blocks,
    bounds: tuple[int, int],
    tables: tuple[Table, Table],
    options: Options,
) -> None:
    """Find at once what such an optimist does and what it truly brings, for the rows ``bounds`` of ``blocks``.

    The second table becomes complete for these rows.
    """
    room = empty_room(lattice, n_rerolls, exits.category.shape[0])
    judged = empty_judged(lattice, exits.category.shape[0])
    for block in range(bounds[0], bounds[1]):
        page, lane = blocks.page[block], blocks.lane[block]
        where, decided = (page, lane, blocks.filled[block]), options[block - bounds[0]]
        judge_turn(lattice, exits, choices, tie, sign, where, tables, room, judged, decided)
        mean = weigh_rolls(lattice.prob_of_roll, lattice.extensions_of_keep.shape[0], judged.true)
        store_row(tables[1].values, tables[1].first_slot[page] + lane, mean)
        share_first_values(blocks, block, page, tables[1])
