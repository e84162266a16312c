"""Kernels of exact distributions: how likely every number of points still to come is, from every visited state.

The distribution of a state is the mixture of its successors' distributions, each shifted by the points of the outcome
that leads there. Only a window of points, from the fewest to the most that can still come, is held of each; and states
that play alike to the end of the game (twins: dead upper totals) share one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel
from solver.kernels.rows import (
    N_LANES,
    Floats,
    FloatsOrShorter,
    Ints,
    Longs,
    Row,
    add_rows,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.turn import Exits
from solver.kernels.walk import Steps

LARGEST_CARRY = 3e-7  # of a number: what may be added to it


class Windows(NamedTuple):
    """Where the distributions of the visited states lie, each int64[n_visited] unless said otherwise.

    low, high : fewest and most points still to come, int32; twin : the first of the states that play alike from here
    on, often the state itself; first : where its distribution begins among the numbers of its layer.
    """

    low: Ints
    high: Ints
    twin: Longs
    first: Longs


@kernel
def successor(exits: Exits, steps: Steps, state: int, outcome: int) -> int:
    """Return the place of the state that an outcome leads to, among all visited states or those of its layer."""
    total = min(steps.total[state] + exits.shift[outcome], steps.place_of_slot.shape[1] - 1)
    return int(steps.place_of_slot[steps.page[state] + exits.step[outcome], total])


@kernel
def plays_alike(exits: Exits, steps: Steps, twin: Longs, state: int, other: int) -> bool:
    """Return whether two states with some categories open play alike to the end; ``twin`` is that of the next layer."""
    turn = steps.turn_of_state[state]
    if steps.page[state] != steps.page[other] or turn != steps.turn_of_state[other]:
        return False
    for entry in range(steps.first_entry_of_turn[turn], steps.first_entry_of_turn[turn + 1]):
        outcome = int(steps.outcome_of_entry[entry])
        if twin[successor(exits, steps, state, outcome)] != twin[successor(exits, steps, other, outcome)]:
            return False
    return True


@kernel
def find_windows(exits: Exits, steps: Steps, bounds: tuple[int, int], later: Windows, windows: Windows) -> None:
    """Find the windows and twins of the states between ``bounds``, given those of the next layer.

    ``windows.first`` is not touched. If ``steps`` hold all visited states, the two windows are the same.
    """
    low, high, twin, _first = windows
    for state in range(bounds[0], bounds[1]):
        if state > bounds[0] and plays_alike(exits, steps, later.twin, state, state - 1):
            low[state], high[state], twin[state] = low[state - 1], high[state - 1], twin[state - 1]
            continue
        turn = steps.turn_of_state[state]
        fewest, most = 1 << 30, 0
        for entry in range(steps.first_entry_of_turn[turn], steps.first_entry_of_turn[turn + 1]):
            outcome = int(steps.outcome_of_entry[entry])
            after, points = successor(exits, steps, state, outcome), int(exits.gain[outcome])
            fewest = min(fewest, points + later.low[after])
            most = max(most, points + later.high[after])
        low[state], high[state], twin[state] = fewest, most, state


class Sources(NamedTuple):
    """What is mixed for one state, an entry for each outcome of its turn that counts.

    weight : float64, its probability; first : int64, where the successor's distribution begins; offset, stop : int64,
    the first of the state's own numbers that it adds to, and the one after the last.
    """

    weight: Floats
    first: Longs
    offset: Longs
    stop: Longs


@kernel
def list_sources(
    exits: Exits, steps: Steps, state: int, low: int, later: Windows, weight_of_outcome: Floats, sources: Sources
) -> int:
    """Find what is mixed for a state whose fewest points to come are ``low``; return how many there are."""
    turn, n_sources = steps.turn_of_state[state], 0
    for entry in range(steps.first_entry_of_turn[turn], steps.first_entry_of_turn[turn + 1]):
        outcome = int(steps.outcome_of_entry[entry])
        prob = steps.prob_of_entry[entry] * weight_of_outcome[outcome]
        if prob != 0.0:
            after = successor(exits, steps, state, outcome)
            offset = later.low[after] + int(exits.gain[outcome]) - low
            sources.weight[n_sources], sources.first[n_sources] = prob, later.first[after]
            sources.offset[n_sources] = offset
            sources.stop[n_sources] = offset + later.high[after] - later.low[after] + 1
            n_sources += 1
    return n_sources


@kernel
def load_first_row(later: FloatsOrShorter, place: int, row: Floats) -> Row:
    """Return the row from ``place`` on, which lies before the first number; zeros stand there. ``row`` is room."""
    row[:] = 0.0
    for lane in range(-place, N_LANES):
        row[lane] = later[place + lane]
    return load_row(row, 0)


@kernel
def mix_successors(
    exits: Exits,
    steps: Steps,
    bounds: tuple[int, int],
    windows: tuple[Windows, Windows],
    weight_of_outcome: Floats,
    later: FloatsOrShorter,
    numbers: Floats,
) -> None:
    """Find the distributions of the states between ``bounds``, all of one layer.

    Parameters
    ----------
    windows : Windows, twice
        Those of the next layer, and of these states; the same if ``steps`` hold all visited states.
    weight_of_outcome : float64[n_outcomes]
        1, or 0 for outcomes whose games are left out.
    later : float64[..], or float32
        The distributions of the next layer. Behind every window, and so before the next one, there are N_LANES - 1
        zeros.
    numbers : float64[..]
        In: zeros. Out: the distributions of these states.
    """
    later_windows, (low, high, twin, first) = windows
    n_most, row = weight_of_outcome.shape[0], np.empty(N_LANES)
    sources = Sources(
        np.empty(n_most), np.empty(n_most, np.int64), np.empty(n_most, np.int64), np.empty(n_most, np.int64)
    )
    weight, source, offset, stop = sources
    for state in range(bounds[0], bounds[1]):
        if twin[state] != state:
            continue
        n_sources = list_sources(exits, steps, state, low[state], later_windows, weight_of_outcome, sources)
        for start in range(0, high[state] - low[state] + 1, N_LANES):
            mixed = fill_row(0.0)
            for entry in range(n_sources):
                if start + N_LANES > offset[entry] and start < stop[entry]:
                    place = source[entry] + start - offset[entry]
                    theirs = load_row(later, place) if place >= 0 else load_first_row(later, place, row)
                    mixed = add_rows(mixed, multiply_rows(fill_row(weight[entry]), theirs))
            store_row(numbers, first[state] + start, mixed)


@kernel
def round_off(numbers: Floats, packed: FloatsOrShorter) -> None:
    """Copy probabilities, each with what was lost by rounding those before it, where that is small beside it.

    So sum and mean stay nearly what they were.
    """
    carry = 0.0
    for place in range(numbers.shape[0]):
        number = numbers[place]
        packed[place] = number + carry if abs(carry) <= LARGEST_CARRY * number else number
        carry += number - packed[place]


@kernel
def pack_windows(visits: Floats, least: float, windows: Windows, numbers: Floats, packed: FloatsOrShorter) -> int:
    """Copy distributions without the ends that hardly any game sees; return how many numbers were written.

    Parameters
    ----------
    visits : float64[n_states]
        Probability that a game comes to each state.
    least : float
        A number at an end is left out if fewer games than this come to the state, or a twin of it, and then to that.
    windows : Windows
        In: of these states only. Out: as the distributions lie in ``packed``.
    packed : float64[..], or float32
        In: zeros, as many as ``numbers``. Out: the distributions, as ``numbers`` are laid out.
    """
    low, high, twin, first = windows
    weight = np.zeros(low.shape[0])
    for state in range(low.shape[0]):
        weight[twin[state]] += visits[state]
    n_written = 0
    for state in range(low.shape[0]):
        own = twin[state]
        if own != state:
            low[state], high[state], first[state] = low[own], high[own], first[own]
            continue
        start, stop = first[state], first[state] + high[state] - low[state]
        while start < stop and numbers[start] * weight[state] < least:
            start += 1
        while stop > start and numbers[stop] * weight[state] < least:
            stop -= 1
        round_off(numbers[start : stop + 1], packed[n_written : n_written + stop - start + 1])
        low[state] += start - first[state]
        high[state] = low[state] + stop - start
        first[state] = n_written
        n_written += stop - start + N_LANES
    return n_written
