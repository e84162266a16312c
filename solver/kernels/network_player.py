"""Kernels of who plays by networks: one for the box, one for the dice to keep with each number of rerolls."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.play import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Ints,
    Longs,
    Row,
    aligned_rows,
    best_row,
    choose_row,
    fill_row,
    get_row,
    set_row,
)
from solver.kernels.short_rows import Shorts, choose_shorts, fill_shorts, store_shorts


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
def bring_rolls(weights: Weights, filled: int, points: Ints, brought: Floats) -> None:
    """Set ``brought``, float64[n_rolls, n_hidden], to what rolls and points bring to the hidden places on a page."""
    for roll in range(points.shape[0]):
        for place in range(brought.shape[1]):
            brought[roll, place] = weights.of_rolls[roll, place]
        for category in range(points.shape[1]):
            if not filled >> category & 1 and points[roll, category] > 0:
                for place in range(brought.shape[1]):
                    brought[roll, place] += points[roll, category] * weights.of_points[category, place]


@part
def light_hidden(weights: Weights, row: int, roll: int, brought: Floats, hidden: Floats) -> None:
    """Set ``hidden``, float64[n_hidden, N_LANES]: what each hidden place passes on, nothing if that is negative."""
    zero, n_hidden = fill_row(0.0), brought.shape[1]
    for place in range(n_hidden):
        of_lanes = get_row(weights.of_lanes, row * n_hidden + place)
        set_row(hidden, place, best_row(zero, of_lanes + brought[roll, place]))


@part
def weigh_output(weights: Weights, output: int, hidden: Floats) -> Row:
    """Return what speaks for an output."""
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
    room, n_levels = aligned_rows(box.outer.shape[1]), options.shape[1]
    brought = np.empty((n_levels, n_rolls, box.outer.shape[1]))
    for row in range(places.page.shape[0]):
        filled = places.filled[row]
        if row == 0 or places.page[row] != places.page[row - 1]:
            bring_rolls(box, filled, points, brought[0])
            for rerolls in range(1, n_levels):
                bring_rolls(keeps[rerolls - 1], filled, points, brought[rerolls])
        for roll in range(n_rolls):
            n_keeps = choices.first_keep_of_roll[roll + 1] - choices.first_keep_of_roll[roll]
            light_hidden(box, row, roll, brought[0], room)
            most, written = fill_row(-np.inf), fill_shorts(n_keeps)
            for category in range(n_categories):
                if not filled >> category & 1:
                    ours = weigh_output(box, category, room)
                    written = choose_shorts(ours, most, fill_shorts(n_keeps + category), written)
                    most = choose_row(ours, most, ours, most)
            store_shorts(options, (row * n_levels * n_rolls + roll) * N_LANES, written)
            for rerolls in range(1, n_levels):
                weights = keeps[rerolls - 1]
                light_hidden(weights, row, roll, brought[rerolls], room)
                most, chosen = fill_row(-np.inf), written
                for entry in range(first[roll], first[roll + 1]):
                    option, ours = option_of_entry[entry], weigh_output(weights, output_of_entry[entry], room)
                    done = written if option < 0 else fill_shorts(option)
                    chosen = choose_shorts(ours, most, done, chosen)
                    most = choose_row(ours, most, ours, most)
                store_shorts(options, ((row * n_levels + rerolls) * n_rolls + roll) * N_LANES, chosen)
