"""Kernels for objectives that look at the points already written: rows hold neighbouring standings.

A standing is where a game has got to on the axis of the final score: the points so far, or, for targets, the points so
far less the target. Writing s points moves it up by s, so a successor is the same row read s lanes further on, and the
two sweeps of ``turn.py`` do the rest.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import kernel, part
from solver.kernels.five_dice import N_HALF, N_SHORT_KEEPS, load_halves, reroll_halves, store_halves
from solver.kernels.rows import (
    N_LANES,
    Floats,
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
from solver.kernels.short_rows import exceeds_anywhere
from solver.kernels.turn import Exits, Lattice, max_sweep, mean_sweep

FloatsOrShorter = npt.NDArray[np.float32] | Floats


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


@part
def exit_standings(
    exits: Exits,
    card_of_place: Ints,
    later: Layer,
    where: tuple[int, int, int, int],
    is_monotone: bool,
    rolls: tuple[int, int],
    halves: tuple[int, int],
    values: Floats,
) -> None:
    r"""Value every roll by the best category that is open, in a row of standings.

    .. math:: V_0(r, z) = \max_{c \notin C} V(\text{successor}, z + s_c(r))

    Parameters
    ----------
    card_of_place : int32[n_pages, n_totals + largest shift]
        Place of every state in its layer.
    later : Layer
        The next layer, done.
    where : int, int, int, int
        Page and upper total of the state, the categories filled, first standing of the row.
    is_monotone : bool
        Points are never worth less than zero points, so the best of all zeros is a floor for every roll.
    rolls : int, int
        The first roll among the keeps, and the number of keeps.
    halves : int, int
        How far apart the first halves of the rows of keeps lie in ``values``, and how far the second from the first.
    values : float64[n_keeps, N_LANES]
        Out: the rows of the rolls.
    """
    page, total, filled, standing = where
    stride, distance = halves
    ways = exits.class_of_page[page]
    first_way, last_way = exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]
    is_monotone &= exits.may_take_any[ways]
    floor = fill_row(-np.inf)
    if is_monotone:
        for way in range(first_way, last_way):
            outcome = exits.outcome_of_way[way]
            if exits.gain[outcome] == 0.0 and not filled >> exits.category[outcome] & 1:
                card = card_of_place[page + exits.step[outcome], total]
                floor = best_row(load_row(later.values, successor_place(later, card, standing)), floor)
    for roll in range(rolls[0], rolls[1]):
        store_halves(values, roll * stride, roll * stride + distance, floor)

    for way in range(first_way, last_way):
        outcome = exits.outcome_of_way[way]
        gain = int(exits.gain[outcome])
        if (gain > 0 or not is_monotone) and not filled >> exits.category[outcome] & 1:
            card = card_of_place[page + exits.step[outcome], total + exits.shift[outcome]]
            row = load_row(later.values, successor_place(later, card, standing + gain))
            if not exceeds_anywhere(row, floor):
                continue
            for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                first = exits.rolls[entry] * stride
                second = first + distance
                store_halves(values, first, second, best_row(row, load_halves(values, first, second)))


@part
def weigh_halves(prob_of_roll: Floats, first_roll: int, halves: tuple[int, int], values: Floats) -> Row:
    """Return the mean over the first roll of a turn, see ``turn.weigh_rolls``; ``halves`` as above."""
    mean, (stride, distance) = fill_row(0.0), halves
    for roll in range(prob_of_roll.shape[0]):
        first = (first_roll + roll) * stride
        row = load_halves(values, first, first + distance)
        mean = add_rows(mean, multiply_rows(fill_row(prob_of_roll[roll]), row))
    return mean


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
    card_of_place, later : see ``exit_standings``
    layer : Layer
        In: the windows. Out: their values, and ``high`` lowered to the last standing that is not settled.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    n_keeps, has_five_dice = first_roll + lattice.prob_of_roll.shape[0], first_roll == N_SHORT_KEEPS
    values, rolls = aligned_rows(n_keeps), (first_roll, n_keeps)
    halves = (N_HALF, n_keeps * N_HALF) if has_five_dice else (N_LANES, N_HALF)
    for card in range(bounds[0], bounds[1]):
        origin, high = layer.start[card] - layer.low[card], layer.high[card]
        for standing in range(layer.low[card], layer.high[card] + 1, N_LANES):
            where = (cards.page[card], cards.total[card], cards.filled[card], standing)
            exit_standings(exits, card_of_place, later, where, ends.is_monotone, rolls, halves, values)
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


@kernel
def pack_windows(layer: Layer, first: Longs, stop: Longs, start: Longs, packed: FloatsOrShorter) -> None:
    """Copy the standings from ``first`` to before ``stop`` of every window to ``packed`` from ``start`` on."""
    for card in range(first.shape[0]):
        origin = layer.start[card] - layer.low[card]
        for standing in range(first[card], stop[card]):
            packed[start[card] + standing - first[card]] = layer.values[origin + standing]


@kernel
def unpack_windows(packed: FloatsOrShorter, start: Longs, ends: Ends, layer: Layer) -> None:
    """Copy every window from ``packed``, where they stand one after the other, with its settled ends."""
    for card in range(layer.start.shape[0]):
        place, width = layer.start[card], layer.high[card] - layer.low[card] + 1
        layer.values[place - N_LANES : place] = ends.below
        for lane in range(width):
            layer.values[place + lane] = packed[start[card] + lane]
        layer.values[place + width : place + width + N_LANES] = ends.above


@kernel
def unsettled_width(layer: Layer, least: float, enough: float, first: Longs, stop: Longs) -> None:
    """Find the standings of every window whose values lie above ``least`` and below ``enough``, if they rise."""
    for card in range(first.shape[0]):
        origin = layer.start[card] - layer.low[card]
        low, high = layer.low[card], layer.high[card]
        while low <= high and layer.values[origin + low] <= least:
            low += 1
        while high >= low and layer.values[origin + high] >= enough:
            high -= 1
        first[card], stop[card] = low, high + 1
