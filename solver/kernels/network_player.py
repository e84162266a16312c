"""Kernels of who plays by networks: one for the box, one for the dice to keep with each number of rerolls."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices, Places
from solver.kernels.rows import N_LANES, Floats, Ints, Longs
from solver.kernels.short_rows import Shorts


class Weights(NamedTuple):
    """A network of one hidden layer, for all states of some rows.

    of_lanes : float64[n_rows, n_hidden, N_LANES], what the states bring to each hidden place, its shift included;
    of_rolls : float64[n_rolls, n_hidden], what the rolls bring; of_points : float64[n_categories, n_hidden], what a
    point of each open box brings; outer : float64[n_outputs, n_hidden]; base : float64[n_outputs].
    """

    of_lanes: Floats
    of_rolls: Floats
    of_points: Floats
    outer: Floats
    base: Floats


@part
def light_hidden(weights: Weights, row: int, roll: int, filled: int, points: Ints, hidden: Floats) -> None:
    """Set ``hidden``, float64[n_hidden, N_LANES]: what each hidden place passes on, nothing if that is negative."""
    for place in range(hidden.shape[0]):
        common = weights.of_rolls[roll, place]
        for category in range(points.shape[1]):
            if not filled >> category & 1:
                common += points[roll, category] * weights.of_points[category, place]
        for lane in range(N_LANES):
            hidden[place, lane] = max(0.0, weights.of_lanes[row, place, lane] + common)


@part
def weigh_output(weights: Weights, output: int, hidden: Floats, sums: Floats) -> None:
    """Set ``sums``, float64[N_LANES], to what speaks for an output."""
    sums[:] = weights.base[output]
    for place in range(hidden.shape[0]):
        weight = weights.outer[output, place]
        for lane in range(N_LANES):
            sums[lane] += weight * hidden[place, lane]


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
    """Find what networks say in every situation of a turn, see ``deciding.decide_rows`` for ``options``.

    Parameters
    ----------
    points : int32[n_rolls, n_categories]
    masks : int64[n_rolls + 1], int64[n_entries], int16[n_entries]
        Where the ways to keep dice begin for each roll; the output that stands for each; and the option, -1 to stop.
    box, keeps : Weights
        The network for the box, whose outputs are the categories; and those for the dice, fewest rerolls first.

    Notes
    -----
    Of the outputs only those count that can be done: open boxes, and each way to keep dice once.
    """
    first, output_of_entry, option_of_entry = masks
    n_rolls, n_categories = points.shape
    room = np.empty((box.outer.shape[1], N_LANES))
    sums, most, box_of_lane = np.empty(N_LANES), np.empty(N_LANES), np.empty(N_LANES, np.int64)
    for row in range(places.page.shape[0]):
        filled = places.filled[row]
        for roll in range(n_rolls):
            n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
            light_hidden(box, row, roll, filled, points, room)
            most[:] = -np.inf
            for category in range(n_categories):
                if filled >> category & 1:
                    continue
                weigh_output(box, category, room, sums)
                for lane in range(N_LANES):
                    if sums[lane] > most[lane]:
                        most[lane], box_of_lane[lane] = sums[lane], category
            for lane in range(N_LANES):
                options[row, 0, roll, lane] = n_keeps + box_of_lane[lane]
            for rerolls in range(1, options.shape[1]):
                weights = keeps[rerolls - 1]
                light_hidden(weights, row, roll, filled, points, room)
                most[:] = -np.inf
                for entry in range(first[roll], first[roll + 1]):
                    weigh_output(weights, output_of_entry[entry], room, sums)
                    for lane in range(N_LANES):
                        if sums[lane] > most[lane]:
                            option = option_of_entry[entry]
                            most[lane] = sums[lane]
                            options[row, rerolls, roll, lane] = n_keeps + box_of_lane[lane] if option < 0 else option
