"""Exact distributions: the probability of every number of points still to come, from every visited state.

The distribution of a state is the mixture of its successors' distributions, each shifted by the points of the outcome
that leads there. Each is stored for a window of points only, from the smallest to the largest number still possible.
States with the same decisions to the end of the game (twins: dead upper totals) share one distribution. Packed
distributions are rounded and truncated at ends with negligible probability.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.rows import N_LANES, Bools, Floats, FloatsOrShorter, Ints, Longs, Row, fill_row, load_row, store_row
from solver.kernels.turn import Exits
from solver.kernels.walk import Steps, entries_of_turn

BLOCK = 4 * N_LANES  # numbers mixed at once


class Windows(NamedTuple):
    """Windows of the distributions of visited states, each int64[n_visited] unless noted.

    low, high : smallest and largest points still to come, int32; twin : the first of the states with the same decisions
    from here on, often the state itself; first : index of its first number among the numbers of its layer.
    """

    low: Ints
    high: Ints
    twin: Longs
    first: Longs


@part
def successor(exits: Exits, steps: Steps, state: int, outcome: int) -> int:
    """Return the index of the state that an outcome leads to, among all visited states or those of its layer."""
    total = min(steps.total[state] + exits.shift[outcome], steps.place_of_slot.shape[1] - 1)
    return int(steps.place_of_slot[steps.page[state] + exits.step[outcome], total])


@part
def plays_alike(exits: Exits, steps: Steps, twin: Longs, state: int, other: int) -> bool:
    """Return whether play from two states is the same to the end of the game; ``twin`` is that of the next layer."""
    turn = steps.turn_of_state[state]
    if steps.page[state] != steps.page[other] or turn != steps.turn_of_state[other]:
        return False
    for entry in entries_of_turn(steps, state):
        outcome = int(steps.outcome_of_entry[entry])
        if twin[successor(exits, steps, state, outcome)] != twin[successor(exits, steps, other, outcome)]:
            return False
    return True


@kernel
def find_windows(exits: Exits, steps: Steps, bounds: tuple[int, int], later: Windows, windows: Windows) -> None:
    """Compute windows and twins of the states between ``bounds``, given those of the next layer.

    ``windows.first`` is not changed. If ``steps`` contain all visited states, the two windows are the same.
    """
    low, high, twin, _first = windows
    for state in range(bounds[0], bounds[1]):
        if state > bounds[0] and plays_alike(exits, steps, later.twin, state, state - 1):
            low[state], high[state], twin[state] = low[state - 1], high[state - 1], twin[state - 1]
            continue
        fewest, most = 1 << 30, 0
        for entry in entries_of_turn(steps, state):
            outcome = int(steps.outcome_of_entry[entry])
            after, points = successor(exits, steps, state, outcome), int(exits.gain[outcome])
            fewest = min(fewest, points + later.low[after])
            most = max(most, points + later.high[after])
        low[state], high[state], twin[state] = fewest, most, state


class Selection(NamedTuple):
    """Selection of the games that count.

    category_of_event : int64[n_events]; filling such a category with points is an event. There is a distribution for
    every combination of events, in which bit i is set if event i happens. Combinations with the bit of a category that
    is already filled are omitted, because they equal those without it. is_possible : bool[n_states], whether a state
    can lead to a game that counts; empty if all can.
    """

    category_of_event: Longs
    is_possible: Bools


class Sources(NamedTuple):
    """Terms of the mixture of one state, one for each outcome of its turn that counts.

    weight : float64, its probability; row, first : int64, the combination of the successor, and the index of its first
    number; offset, stop : int64, the range of the state's own numbers to which it adds.
    """

    weight: Floats
    row: Longs
    first: Longs
    offset: Longs
    stop: Longs


@part
def empty_sources(n_outcomes: int) -> Sources:
    """Allocate the terms of a state's mixture."""
    longs = np.empty((4, n_outcomes), np.int64)
    return Sources(np.empty(n_outcomes), longs[0], longs[1], longs[2], longs[3])


@part
def filled_events(category_of_event: Longs, page: int) -> int:
    """Return the events whose categories are filled on a page, a bit mask."""
    events = 0
    for event in range(category_of_event.shape[0]):
        events |= (page >> category_of_event[event] & 1) << event
    return events


@part
def list_sources(
    exits: Exits,
    steps: Steps,
    state: int,
    combination: int,
    windows: tuple[Windows, Windows],
    selection: Selection,
    sources: Sources,
) -> int:
    """Compute the terms of the mixture of a state and a combination; return their number."""
    later, own = windows
    asked = -1 - filled_events(selection.category_of_event, steps.page[state])
    n_sources = 0
    for entry in entries_of_turn(steps, state):
        outcome, prob = int(steps.outcome_of_entry[entry]), steps.prob_of_entry[entry]
        counts, after_events = True, asked
        for event in range(selection.category_of_event.shape[0]):
            if selection.category_of_event[event] == exits.category[outcome]:
                counts = (exits.gain[outcome] > 0.0) == (combination >> event & 1 == 1)
                after_events &= -1 - (1 << event)
        if not counts:
            continue
        after = successor(exits, steps, state, outcome)
        if selection.is_possible.shape[0] > 0 and not selection.is_possible[after]:
            continue
        offset = later.low[after] + int(exits.gain[outcome]) - own.low[state]
        sources.weight[n_sources], sources.row[n_sources] = prob, combination & after_events
        sources.first[n_sources], sources.offset[n_sources] = later.first[after], offset
        sources.stop[n_sources] = offset + later.high[after] - later.low[after] + 1
        n_sources += 1
    return n_sources


@part
def load_first_row(later: FloatsOrShorter, combination: int, place: int, row: Floats) -> Row:
    """Return the row from ``place`` on, which precedes the first number, with zeros there. ``row`` is scratch."""
    row[:] = 0.0
    for lane in range(-place, N_LANES):
        row[lane] = later[combination, place + lane]
    return load_row(row, 0)


@part
def mix_in(later: FloatsOrShorter, sources: Sources, entry: int, start: int, mixed: Row, scratch: Floats) -> Row:
    """Return ``mixed``, a state's row of numbers from ``start`` on, plus one term; ``scratch`` is a row."""
    if start + N_LANES <= sources.offset[entry] or start >= sources.stop[entry]:
        return mixed
    place = sources.first[entry] + start - sources.offset[entry]
    if place >= 0:
        theirs = load_row(later, sources.row[entry] * later.shape[1] + place)
    else:
        theirs = load_first_row(later, sources.row[entry], place, scratch)
    return mixed + sources.weight[entry] * theirs


@part
def mix_block(
    later: FloatsOrShorter, sources: Sources, n_sources: int, start: int, scratch: Floats, numbers: Floats, place: int
) -> None:
    """Mix four rows of a state's numbers from ``start`` on in parallel, so that no sum waits for the previous one.

    They are stored in ``numbers`` from ``place`` on.
    """
    a, b, c, d = fill_row(0.0), fill_row(0.0), fill_row(0.0), fill_row(0.0)
    for entry in range(n_sources):
        lead = start - sources.offset[entry]
        if lead >= 0 and start + BLOCK - N_LANES < sources.stop[entry]:
            first = sources.row[entry] * later.shape[1] + sources.first[entry] + lead
            weight = fill_row(sources.weight[entry])
            a = a + weight * load_row(later, first)
            b = b + weight * load_row(later, first + N_LANES)
            c = c + weight * load_row(later, first + 2 * N_LANES)
            d = d + weight * load_row(later, first + 3 * N_LANES)
        else:
            a = mix_in(later, sources, entry, start, a, scratch)
            b = mix_in(later, sources, entry, start + N_LANES, b, scratch)
            c = mix_in(later, sources, entry, start + 2 * N_LANES, c, scratch)
            d = mix_in(later, sources, entry, start + 3 * N_LANES, d, scratch)
    store_row(numbers, place, a)
    store_row(numbers, place + N_LANES, b)
    store_row(numbers, place + 2 * N_LANES, c)
    store_row(numbers, place + 3 * N_LANES, d)


@kernel
def mix_successors(
    exits: Exits,
    steps: Steps,
    bounds: tuple[int, int],
    windows: tuple[Windows, Windows],
    selection: Selection,
    later: FloatsOrShorter,
    numbers: Floats,
) -> None:
    """Compute the distributions of the states between ``bounds``, all of one layer.

    Parameters
    ----------
    windows : Windows, twice
        Those of the next layer, and of these states; the same if ``steps`` contain all visited states.
    later : float64[n_combinations, ..], or float32
        The distributions of the next layer, with N_LANES - 1 zeros between windows.
    numbers : float64[n_combinations, ..]
        In: zeros, if any state or combination is omitted. Out: the distributions of these states, separated by zeros.
    """
    _later, (low, high, twin, first) = windows
    sources, scratch = empty_sources(exits.category.shape[0]), np.empty(N_LANES)
    for state in range(bounds[0], bounds[1]):
        if twin[state] != state or (selection.is_possible.shape[0] > 0 and not selection.is_possible[state]):
            continue
        n_numbers = high[state] - low[state] + 1
        filled = filled_events(selection.category_of_event, steps.page[state])
        for combination in range(numbers.shape[0]):
            if combination & filled != 0:
                continue
            n_sources = list_sources(exits, steps, state, combination, windows, selection, sources)
            n_whole, place = n_numbers // BLOCK * BLOCK, combination * numbers.shape[1] + first[state]
            for start in range(0, n_whole, BLOCK):
                mix_block(later, sources, n_sources, start, scratch, numbers, place + start)
            for start in range(n_whole, n_numbers, N_LANES):
                mixed = fill_row(0.0)
                for entry in range(n_sources):
                    mixed = mix_in(later, sources, entry, start, mixed, scratch)
                store_row(numbers, place + start, mixed)
            stop_of_rows = first[state] + -(-n_numbers // N_LANES) * N_LANES
            numbers[combination, stop_of_rows : first[state] + n_numbers + N_LANES - 1] = 0.0


@kernel
def sum_windows(windows: Windows, states: Longs, numbers: Floats, first: Longs, sums: Floats) -> None:
    """Set each row of ``sums`` to the probabilities of at most ``first``, ``first`` + 1, ... points still to come.

    ``numbers`` are those of the layer of the states, and ``first`` has an element for each state.
    """
    for row in range(states.shape[0]):
        own = windows.twin[states[row]]
        start, n_points = windows.first[own] - windows.low[own], windows.low[own]
        total = 0.0
        for column in range(sums.shape[1]):
            while n_points <= min(first[row] + column, windows.high[own]):
                total += numbers[start + n_points]
                n_points += 1
            sums[row, column] = total


@kernel
def find_possible(exits: Exits, steps: Steps, bounds: tuple[int, int], is_possible: Bools) -> None:
    """Compute whether the states between ``bounds`` can lead to a finished scorecard that is possible."""
    for state in range(bounds[0], bounds[1]):
        for entry in entries_of_turn(steps, state):
            outcome = int(steps.outcome_of_entry[entry])
            if is_possible[successor(exits, steps, state, outcome)]:
                is_possible[state] = True
                break


LARGEST_CARRY = 3e-7  # largest relative correction of a number


@part
def round_off(numbers: Floats, packed: FloatsOrShorter) -> None:
    """Round probabilities and carry each rounding error over to the next number, if it is relatively small.

    This keeps sum and mean nearly unchanged.
    """
    carry = 0.0
    for place in range(numbers.shape[0]):
        number = numbers[place]
        packed[place] = number + carry if abs(carry) <= LARGEST_CARRY * number else number
        carry += number - packed[place]


@kernel
def pack_windows(visits: Floats, least: float, windows: Windows, numbers: Floats, packed: FloatsOrShorter) -> int:
    """Copy distributions without ends of negligible probability; return the number of numbers written.

    Parameters
    ----------
    visits : float64[n_states]
        Probability that a game visits each state.
    least : float
        A number at an end is dropped if fewer games than this visit the state, or a twin of it, and then end there.
    windows : Windows
        In: of these states only. Out: positions in ``packed``.
    packed : float64[..], or float32
        In: zeros, as many as ``numbers``. Out: the distributions, in the same layout as ``numbers``.
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
