"""Kernels of exact distributions: how likely every number of points still to come is, from every visited state.

The distribution of a state is the mixture of its successors' distributions, each shifted by the points of the outcome
that leads there. Only a window of points, from the fewest to the most that can still come, is held of each; and states
that play alike to the end of the game (twins: dead upper totals) share one.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.compile_kernels import kernel
from solver.kernels import Exits
from solver.row_kernels import N_LANES, Floats, Ints, Longs, add_rows, fill_row, load_row, multiply_rows, store_row
from solver.walk_kernels import Steps


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
    """Return the place of the state that an outcome leads to."""
    total = min(steps.total[state] + exits.shift[outcome], steps.place_of_slot.shape[1] - 1)
    return int(steps.place_of_slot[steps.page[state] + exits.step[outcome], total])


@kernel
def plays_alike(exits: Exits, steps: Steps, twin: Longs, state: int, other: int) -> bool:
    """Return whether two states with some categories open play alike to the end."""
    turn = steps.turn_of_state[state]
    if steps.page[state] != steps.page[other] or turn != steps.turn_of_state[other]:
        return False
    for entry in range(steps.first_entry_of_turn[turn], steps.first_entry_of_turn[turn + 1]):
        outcome = int(steps.outcome_of_entry[entry])
        if twin[successor(exits, steps, state, outcome)] != twin[successor(exits, steps, other, outcome)]:
            return False
    return True


@kernel
def find_windows(exits: Exits, steps: Steps, layer: tuple[int, int], windows: Windows) -> None:
    """Find the windows and twins of the states of a layer; those of the next layer are found already.

    ``windows.first`` is not touched.
    """
    low, high, twin, _first = windows
    for state in range(layer[0], layer[1]):
        if state > layer[0] and plays_alike(exits, steps, twin, state, state - 1):
            low[state], high[state], twin[state] = low[state - 1], high[state - 1], twin[state - 1]
            continue
        turn = steps.turn_of_state[state]
        fewest, most = 1 << 30, 0
        for entry in range(steps.first_entry_of_turn[turn], steps.first_entry_of_turn[turn + 1]):
            outcome = int(steps.outcome_of_entry[entry])
            after, points = successor(exits, steps, state, outcome), int(exits.gain[outcome])
            fewest = min(fewest, points + low[after])
            most = max(most, points + high[after])
        low[state], high[state], twin[state] = fewest, most, state


@kernel
def mix_successors(
    exits: Exits,
    steps: Steps,
    bounds: tuple[int, int],
    windows: Windows,
    weight_of_outcome: Floats,
    later: Floats,
    numbers: Floats,
) -> None:
    """Find the distributions of the states between ``bounds``, all of one layer.

    Parameters
    ----------
    weight_of_outcome : float64[n_outcomes]
        1, or 0 for outcomes whose games are left out.
    later : float64[..]
        The distributions of the next layer. Behind every window there are N_LANES - 1 zeros.
    numbers : float64[..]
        In: zeros. Out: the distributions of these states.
    """
    low, high, twin, first = windows
    for state in range(bounds[0], bounds[1]):
        if twin[state] != state:
            continue
        turn = steps.turn_of_state[state]
        for entry in range(steps.first_entry_of_turn[turn], steps.first_entry_of_turn[turn + 1]):
            outcome = int(steps.outcome_of_entry[entry])
            prob = steps.prob_of_entry[entry] * weight_of_outcome[outcome]
            if prob == 0.0:
                continue
            after = twin[successor(exits, steps, state, outcome)]
            weight = fill_row(prob)
            target = first[state] + low[after] + int(exits.gain[outcome]) - low[state]
            source, n_numbers = first[after], high[after] - low[after] + 1
            for offset in range(0, n_numbers, N_LANES):
                share = multiply_rows(weight, load_row(later, source + offset))
                store_row(numbers, target + offset, add_rows(share, load_row(numbers, target + offset)))
