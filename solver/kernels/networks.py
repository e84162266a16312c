"""Small networks with one hidden layer, and the sums and curves of other small policies.

Sums have a fixed order, because libraries sum in an order that depends on the machine. The numbers of a network are the
weights of the inputs, float64[n_inputs, n_hidden], the shifts of the hidden units, their weights, and a base. A player
has one network for the box, and one for the dice to keep with each number of remaining throws.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.following import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    Row,
    Shorts,
    add_to,
    aligned_rows,
    best_row,
    choose_row,
    choose_shorts,
    fill_row,
    fill_shorts,
    get_row,
    load_row,
    set_row,
    store_row,
    store_shorts,
    tangent_row,
)


@part
def hidden_output(numbers: Floats, n_hidden: int, one: int, inputs: Floats, first: int) -> Row:
    """Return the output of a hidden unit for a row of states."""
    n_inputs, n_states = inputs.shape
    total = fill_row(numbers[n_inputs * n_hidden + one])
    for place in range(n_inputs):
        weight = fill_row(numbers[place * n_hidden + one])
        total = total + weight * load_row(inputs, place * n_states + first)
    return tangent_row(total)


@kernel
def network_values(numbers: Floats, n_hidden: int, inputs: Floats, values: Floats) -> None:
    """Set ``values`` to the output of a network; ``inputs`` are float64[n_inputs, n_states], whole rows."""
    outer, base = inputs.shape[0] * n_hidden + n_hidden, numbers[numbers.shape[0] - 1]
    for first in range(0, inputs.shape[1], N_LANES):
        total = fill_row(base)
        for one in range(n_hidden):
            weight = fill_row(numbers[outer + one])
            total = total + weight * hidden_output(numbers, n_hidden, one, inputs, first)
        store_row(values, first, total)


@kernel
def network_slopes(
    numbers: Floats, n_hidden: int, inputs: Floats, weights: Floats, sums: Floats, slopes: Floats
) -> None:
    """Set ``slopes`` to the derivative of a weighted sum of a network's outputs by each of its numbers.

    ``weights`` are those of the states; ``sums``, float64[n_numbers, N_LANES], is scratch that contains zeros.
    """
    n_inputs, n_states = inputs.shape
    shift, outer = n_inputs * n_hidden, n_inputs * n_hidden + n_hidden
    for first in range(0, n_states, N_LANES):
        weight = load_row(weights, first)
        for one in range(n_hidden):
            says = hidden_output(numbers, n_hidden, one, inputs, first)
            bent = weight * (1.0 - says * says)
            back = numbers[outer + one] * bent
            add_to(sums, (shift + one) * N_LANES, back)
            add_to(sums, (outer + one) * N_LANES, weight * says)
            for place in range(n_inputs):
                share = back * load_row(inputs, place * n_states + first)
                add_to(sums, (place * n_hidden + one) * N_LANES, share)
        add_to(sums, (numbers.shape[0] - 1) * N_LANES, weight)
    for number in range(numbers.shape[0]):
        slopes[number] = 0.0
        for lane in range(N_LANES):
            slopes[number] += sums[number, lane]


class Weights(NamedTuple):
    """A network of one hidden layer, for all states of some rows.

    of_lanes : float64[n_rows, n_hidden, N_LANES], the contribution of the states to each hidden unit, its shift
    included; of_rolls : float64[n_rolls, n_hidden], that of the rolls; of_points : float64[n_categories, n_hidden],
    that of a point in each open box; outer : float64[n_outputs, n_hidden]; base : float64[n_outputs].
    """

    of_lanes: Floats
    of_rolls: Floats
    of_points: Floats
    outer: Floats
    base: Floats


@part
def load_rolls(weights: Weights, filled: int, points: Ints, brought: Floats) -> None:
    """Set ``brought``, float64[n_rolls, n_hidden], to the contribution of rolls and points to the hidden units."""
    for roll in range(points.shape[0]):
        for place in range(brought.shape[1]):
            brought[roll, place] = weights.of_rolls[roll, place]
        for category in range(points.shape[1]):
            if not filled >> category & 1 and points[roll, category] > 0:
                for place in range(brought.shape[1]):
                    brought[roll, place] += points[roll, category] * weights.of_points[category, place]


@part
def activate_hidden(weights: Weights, row: int, roll: int, brought: Floats, hidden: Floats) -> None:
    """Set ``hidden``, float64[n_hidden, N_LANES], to the rectified inputs of the hidden units."""
    zero, n_hidden = fill_row(0.0), brought.shape[1]
    for place in range(n_hidden):
        of_lanes = get_row(weights.of_lanes, row * n_hidden + place)
        set_row(hidden, place, best_row(zero, of_lanes + brought[roll, place]))


@part
def weigh_output(weights: Weights, output: int, hidden: Floats) -> Row:
    """Return the value of an output."""
    total = fill_row(weights.base[output])
    for place in range(hidden.shape[0]):
        ours = weights.outer[output, place] * get_row(hidden, place)
        total = total + ours
    return total


@kernel
def follow_networks(
    choices: Choices,
    places: Places,
    points: Ints,
    masks: tuple[Longs, Longs, Shorts],
    box: Weights,
    keeps: tuple[Weights, ...],
    options: Shorts,
) -> None:
    """Compute the decisions of networks in every situation of a turn, see ``deciding.decide_turn`` for ``options``.

    Parameters
    ----------
    points : int32[n_rolls, n_categories]
    masks : int64[n_rolls + 1], int64[n_entries], int16[n_entries]
        Index of the first way to keep dice of each roll; the output that represents each way; and the option, -1 to
        stop.
    box, keeps : Weights
        The network for the box, whose outputs are the categories; and those for the dice, fewest remaining throws
        first.

    Notes
    -----
    Only outputs of allowed options are compared: open boxes, and each distinct keep once.
    """
    first, output_of_entry, option_of_entry = masks
    n_rolls, n_categories = points.shape
    scratch, n_levels = aligned_rows(box.outer.shape[1]), options.shape[1]
    brought = np.empty((n_levels, n_rolls, box.outer.shape[1]))
    for row in range(places.page.shape[0]):
        filled = places.filled[row]
        if row == 0 or places.page[row] != places.page[row - 1]:
            load_rolls(box, filled, points, brought[0])
            for rerolls in range(1, n_levels):
                load_rolls(keeps[rerolls - 1], filled, points, brought[rerolls])
        for roll in range(n_rolls):
            n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
            activate_hidden(box, row, roll, brought[0], scratch)
            most, written = fill_row(-np.inf), fill_shorts(n_keeps)
            for category in range(n_categories):
                if not filled >> category & 1:
                    ours = weigh_output(box, category, scratch)
                    written = choose_shorts(ours, most, fill_shorts(n_keeps + category), written)
                    most = choose_row(ours, most, ours, most)
            store_shorts(options, (row * n_levels * n_rolls + roll) * N_LANES, written)
            for rerolls in range(1, n_levels):
                weights = keeps[rerolls - 1]
                activate_hidden(weights, row, roll, brought[rerolls], scratch)
                most, chosen = fill_row(-np.inf), written
                for entry in range(first[roll], first[roll + 1]):
                    option, ours = option_of_entry[entry], weigh_output(weights, output_of_entry[entry], scratch)
                    done = written if option < 0 else fill_shorts(option)
                    chosen = choose_shorts(ours, most, done, chosen)
                    most = choose_row(ours, most, ours, most)
                store_shorts(options, ((row * n_levels + rerolls) * n_rolls + roll) * N_LANES, chosen)


@kernel
def normal_curve(steps: Floats, heights: Floats, slopes: Floats) -> None:
    """Set ``heights`` to the normal distribution function of ``steps``, and ``slopes`` to its derivative."""
    for place in range(steps.shape[0]):
        step = steps[place]
        heights[place] = 0.5 * math.erfc(-step / math.sqrt(2.0))
        slopes[place] = math.exp(-0.5 * step * step) / math.sqrt(2.0 * math.pi)


@kernel
def sum_columns(columns: Floats, pages: Longs, numbers: Floats, sums: Floats) -> None:
    """Set ``sums`` to the weighted sums of some pages: numbers times ``columns``, float64[n_pages, n_numbers]."""
    for place in range(pages.shape[0]):
        total = 0.0
        for number in range(numbers.shape[0]):
            total += columns[pages[place], number] * numbers[number]
        sums[place] = total


@kernel
def share_columns(columns: Floats, pages: Longs, weights: Floats, shares: Floats) -> None:
    """Add to ``shares`` the columns of some pages, float64[n_pages, n_numbers], times the weights of the pages."""
    for place in range(pages.shape[0]):
        for number in range(shares.shape[0]):
            shares[number] += weights[place] * columns[pages[place], number]
