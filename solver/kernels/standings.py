"""Kernels for objectives that look at the points already written: rows hold neighbouring standings.

A standing is where a game has got to on the axis of the final score: the points so far, or, for targets, the points so
far less the target. Writing s points moves it up by s, so a successor is the same row read s lanes further on, and the
two sweeps of ``turn.py`` do the rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.five_dice import N_HALF, load_halves, reroll_halves, store_halves
from solver.kernels.keeps_of_five import N_SHORT_KEEPS
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    Row,
    aligned_rows,
    best_row,
    fill_row,
    load_row,
    set_row,
    store_row,
)
from solver.kernels.turn import Exits, Lattice, max_sweep, mean_sweep


class Layer(NamedTuple):
    """The values of all states of a layer, each a window of neighbouring standings.

    start : int64[n_states], place of the first standing of the window in ``values``; low, high : int64[n_states],
    first and last standing of the window, beyond which the value is settled; values : float64, each window with
    ``N_LANES`` more on either side that hold the settled values there.
    """

    start: Longs
    low: Longs
    high: Longs
    values: Floats


class Cards(NamedTuple):
    """The states of a layer without their standings: page and upper total, the categories filled, a bit mask."""

    page: Longs
    total: Longs
    filled: Longs


class Ends(NamedTuple):
    """What an objective is worth where it is settled.

    below, above : the value of every standing below and above the windows; enough : a value from which on it counts
    as ``above``, infinite if no standing is settled early; is_monotone : whether more points are never worth less.
    """

    below: float
    above: float
    enough: float
    is_monotone: bool


@part
def successor_place(later: Layer, card: int, standing: int) -> int:
    """Return where the row from ``standing`` on stands in a layer; rows that are settled throughout are all alike."""
    standing = max(standing, later.low[card] - N_LANES)
    standing = min(standing, later.high[card] + 1)
    place: int = later.start[card] + standing - later.low[card]
    return place


class Leads(NamedTuple):
    """Where a turn can lead: all that is the same for every row of a page or a state, found out once.

    ways : int64[n_outcomes], the open ways out of a page, those for no points first where they are a floor;
    first_entry, entries : int64[n_rolls + 1], int64[..], for each roll the places in ``rows`` of the others that it can
    take. origin, low, high : int64[n_outcomes], of each way out of a state the place of standing 0 among the values of
    the next layer, and between which standings there are more than settled values. rows : float64[n_outcomes, N_LANES],
    what each is worth in a row of standings.
    """

    ways: Longs
    first_entry: Longs
    entries: Longs
    origin: Longs
    low: Longs
    high: Longs
    rows: Floats


@part
def empty_leads(exits: Exits, n_rolls: int) -> Leads:
    """Return room for where a turn can lead."""
    n_outcomes = exits.category.shape[0]
    longs = np.empty((4, n_outcomes), np.int64)
    first_entry, entries = np.empty(n_rolls + 1, np.int64), np.empty(exits.rolls.shape[0], np.int64)
    return Leads(longs[0], first_entry, entries, longs[1], longs[2], longs[3], aligned_rows(n_outcomes))


@part
def list_ways(
    exits: Exits, page: int, filled: int, is_monotone: bool, first_roll: int, leads: Leads
) -> tuple[int, int]:
    """List the ways out of a page, and those of each roll.

    Parameters
    ----------
    is_monotone : bool
        Points are never worth less than zero points, so the best of all zeros is a floor for every roll.

    Returns
    -------
    n_floors, n_ways : int
        How many are listed: for no points, and in all.
    """
    ways, n_rolls = exits.class_of_page[page], leads.first_entry.shape[0] - 1
    first_way, last_way = exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]
    has_floor, n_floors, n_ways = is_monotone and exits.may_take_any[ways], 0, 0
    leads.first_entry[:] = 0
    for way in range(first_way, last_way):
        outcome = exits.outcome_of_way[way]
        if has_floor and exits.gain[outcome] == 0.0 and not filled >> exits.category[outcome] & 1:
            leads.ways[n_floors] = way
            n_floors += 1
    n_ways = n_floors
    for way in range(first_way, last_way):
        outcome = exits.outcome_of_way[way]
        if (exits.gain[outcome] > 0.0 or not has_floor) and not filled >> exits.category[outcome] & 1:
            leads.ways[n_ways] = way
            n_ways += 1
            for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                leads.first_entry[exits.rolls[entry] - first_roll] += 1
    for roll in range(n_rolls):
        leads.first_entry[roll + 1] += leads.first_entry[roll]  # where the entries of the roll end
    for lead in range(n_floors, n_ways):
        way = leads.ways[lead]
        for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
            roll = exits.rolls[entry] - first_roll
            leads.first_entry[roll] -= 1  # and so, in the end, where they begin
            leads.entries[leads.first_entry[roll]] = lead * N_LANES
    return n_floors, n_ways


@part
def find_leads(
    exits: Exits, card_of_place: Ints, later: Layer, page: int, total: int, n_ways: int, leads: Leads
) -> None:
    """Find where the listed ways out of a state lead; ``card_of_place`` and ``later`` as in ``solve_standings``."""
    for lead in range(n_ways):
        outcome = exits.outcome_of_way[leads.ways[lead]]
        card, gain = card_of_place[page + exits.step[outcome], total + exits.shift[outcome]], int(exits.gain[outcome])
        leads.origin[lead] = later.start[card] - later.low[card] + gain
        leads.low[lead] = later.low[card] - N_LANES - gain
        leads.high[lead] = later.high[card] + 1 - gain


@part
def lead_row(later: Layer, leads: Leads, lead: int, standing: int) -> Row:
    """Return what a way out is worth in the row from ``standing`` on."""
    return load_row(later.values, leads.origin[lead] + min(max(standing, leads.low[lead]), leads.high[lead]))


@part
def exit_standings(
    later: Layer,
    leads: Leads,
    n_listed: tuple[int, int],
    standing: int,
    first_roll: int,
    halves: tuple[int, int],
    values: Floats,
) -> None:
    r"""Value every roll by the best category that is open, in the row from ``standing`` on.

    .. math:: V_0(r, z) = \max_{c \notin C} V(\text{successor}, z + s_c(r))

    Parameters
    ----------
    later : Layer
        The next layer, done.
    leads, n_listed : Leads, (int, int)
        Where the state can lead, and how many ways are listed: for no points, and in all.
    halves : int, int
        How far apart the first halves of the rows of keeps lie in ``values``, and how far the second from the first.
    values : float64[n_keeps, N_LANES]
        Out: the rows of the rolls.
    """
    (n_floors, n_ways), (stride, distance), floor = n_listed, halves, fill_row(-np.inf)
    for lead in range(n_floors):
        floor = best_row(lead_row(later, leads, lead, standing), floor)
    for lead in range(n_floors, n_ways):
        set_row(leads.rows, lead, lead_row(later, leads, lead, standing))
    for roll in range(leads.first_entry.shape[0] - 1):
        best, first = floor, (first_roll + roll) * stride
        for entry in range(leads.first_entry[roll], leads.first_entry[roll + 1]):
            best = best_row(load_row(leads.rows, leads.entries[entry]), best)
        store_halves(values, first, first + distance, best)


@part
def weigh_halves(prob_of_roll: Floats, first_roll: int, halves: tuple[int, int], values: Floats) -> Row:
    """Return the mean over the first roll of a turn, see ``turn.weigh_rolls``; ``halves`` as above.

    Four sums side by side, so that none waits for the one before it.
    """
    n_rolls, (stride, distance) = prob_of_roll.shape[0], halves
    a, b, c, d = fill_row(0.0), fill_row(0.0), fill_row(0.0), fill_row(0.0)
    for roll in range(0, n_rolls - 3, 4):
        first = (first_roll + roll) * stride
        a = a + weighed_half(prob_of_roll[roll], first, distance, values)
        b = b + weighed_half(prob_of_roll[roll + 1], first + stride, distance, values)
        c = c + weighed_half(prob_of_roll[roll + 2], first + 2 * stride, distance, values)
        d = d + weighed_half(prob_of_roll[roll + 3], first + 3 * stride, distance, values)
    for roll in range(n_rolls // 4 * 4, n_rolls):
        a = a + weighed_half(prob_of_roll[roll], (first_roll + roll) * stride, distance, values)
    return a + b + (c + d)


@part
def weighed_half(prob: float, first: int, distance: int, values: Floats) -> Row:
    """Return the row whose halves begin at ``first`` and ``distance`` further on, times a probability."""
    return prob * load_halves(values, first, first + distance)


@kernel
def solve_standings(
    lattice: Lattice,
    exits: Exits,
    n_rerolls: int,
    card_of_place: Ints,
    cards: Cards,
    ends: Ends,
    later: Layer,
    layer: Layer,
    bounds: tuple[int, int],
) -> None:
    """Solve one turn for the windows of the states between ``bounds`` of a layer.

    Parameters
    ----------
    card_of_place : int32[n_pages, n_totals + largest shift]
        Place of every state in its layer.
    later : Layer
        The next layer, done.
    layer : Layer
        In: the windows. Out: their values, and ``high`` lowered to the last standing that is not settled.
    """
    first_roll, n_rolls = lattice.extensions_of_keep.shape[0], lattice.prob_of_roll.shape[0]
    n_keeps, has_five_dice = first_roll + n_rolls, first_roll == N_SHORT_KEEPS
    values, leads, page_before, n_listed = aligned_rows(n_keeps), empty_leads(exits, n_rolls), -1, (0, 0)
    halves = (N_HALF, n_keeps * N_HALF) if has_five_dice else (N_LANES, N_HALF)
    for card in range(bounds[0], bounds[1]):
        page, origin, high = cards.page[card], layer.start[card] - layer.low[card], layer.high[card]
        if page != page_before:
            n_listed = list_ways(exits, page, cards.filled[card], ends.is_monotone, first_roll, leads)
            page_before = page
        find_leads(exits, card_of_place, later, page, cards.total[card], n_listed[1], leads)
        for standing in range(layer.low[card], layer.high[card] + 1, N_LANES):
            exit_standings(later, leads, n_listed, standing, first_roll, halves, values)
            if has_five_dice:
                reroll_halves(n_rerolls, values)
            else:
                for _ in range(n_rerolls):
                    mean_sweep(lattice.extensions_of_keep, values)
                    max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
            mean = weigh_halves(lattice.prob_of_roll, first_roll, halves, values)
            store_row(layer.values, origin + standing, mean)
            if layer.values[origin + standing] >= ends.enough:
                high = min(high, standing - 1)
                break
        while high >= layer.low[card] and layer.values[origin + high] >= ends.enough:
            high -= 1
        layer.high[card] = high
        layer.values[layer.start[card] - N_LANES : layer.start[card]] = ends.below
        layer.values[origin + high + 1 : origin + high + 1 + N_LANES] = ends.above
