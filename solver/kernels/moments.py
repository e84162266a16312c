"""Kernels that take expectations backwards: what a player's decisions bring on average, whatever they are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel
from solver.kernels.play import Choices
from solver.kernels.rows import N_LANES, Floats, add_rows, aligned_rows, fill_row, load_row, multiply_rows, store_row
from solver.kernels.short_rows import Shorts, differ_anywhere, fill_shorts, load_shorts, where_differ
from solver.kernels.turn import Blocks, Exits, Lattice, Table, mean_sweep, share_first_values, weigh_rolls


class Tracks(NamedTuple):
    """Expectations from every state: of the points still to come, of their square, and of whether there is the bonus.

    Of finished scorecards: the bonus, its square, and 1 or 0.
    """

    points: Table
    square: Table
    bonus: Table


@kernel
def expect_outcomes(
    exits: Exits, where: tuple[int, int, int], tracks: Tracks, points: Floats, square: Floats, bonus: Floats
) -> None:
    """Set the last three, float64[n_outcomes, N_LANES], to the expectations after each open outcome."""
    page, lane, filled = where
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            after = tracks.points.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
            at, gain = outcome * N_LANES, exits.gain[outcome]
            to_come = load_row(tracks.points.values, after)
            mixed = add_rows(multiply_rows(fill_row(2.0 * gain), to_come), fill_row(gain * gain))
            store_row(points, at, add_rows(to_come, fill_row(gain)))
            store_row(square, at, add_rows(load_row(tracks.square.values, after), mixed))
            store_row(bonus, at, load_row(tracks.bonus.values, after))


@kernel
def expect_level(choices: Choices, page: int, first_roll: int, options: Shorts, ended: Floats, values: Floats) -> None:
    """Set the rows of the rolls to what comes of the options taken, those of the short keeps being known.

    ``options`` are int16[n_rolls, N_LANES]; ``ended`` and ``values`` float64[n_tracks, n_outcomes or n_keeps, N_LANES].
    """
    outcome_of_roll, everywhere = choices.outcome_of_roll[choices.class_of_page[page]], fill_shorts(1)
    n_tracks, size, size_ended = values.shape[0], values.shape[1] * N_LANES, ended.shape[1] * N_LANES
    for roll in range(options.shape[0]):
        first, taken, to = choices.first_keep_of_roll[roll], int(options[roll, 0]), (first_roll + roll) * N_LANES
        n_keeps, chosen = choices.first_keep_of_roll[roll + 1] - first, load_shorts(options, roll * N_LANES)
        n_lanes = N_LANES if differ_anywhere(chosen, taken, everywhere) else 1
        for lane in range(n_lanes):
            option = int(options[roll, lane])
            if lane > 0 and option == taken:
                continue
            taken, here = option, fill_shorts(option)
            for track in range(n_tracks):
                if option < n_keeps:
                    ours = load_row(values, track * size + choices.keeps[first + option] * N_LANES)
                else:
                    outcome = outcome_of_roll[roll, option - n_keeps]
                    ours = load_row(ended, track * size_ended + outcome * N_LANES)
                if lane > 0:
                    ours = where_differ(chosen, here, load_row(values, track * size + to), ours)
                store_row(values, track * size + to, ours)


@kernel
def expect_turn(lattice: Lattice, choices: Choices, page: int, options: Shorts, ended: Floats, values: Floats) -> None:
    """Set the rows of the rolls to the expectations when all rerolls are in hand; ``values`` are of all keeps."""
    first_roll = lattice.extensions_of_keep.shape[0]
    for rerolls in range(options.shape[0]):
        if rerolls > 0:
            for track in range(values.shape[0]):
                mean_sweep(lattice.extensions_of_keep, values[track])
        expect_level(choices, page, first_roll, options[rerolls], ended, values)


@kernel
def expect_blocks(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    blocks: Blocks,
    bounds: tuple[int, int],
    options: Shorts,
    tracks: Tracks,
) -> None:
    """Take the expectations over one turn for the rows ``bounds`` of ``blocks``.

    Parameters
    ----------
    options : int16[n_rows, n_rerolls + 1, n_rolls, N_LANES]
        What the player does in these rows; in lanes that are no reachable state, any option that there is.
    tracks : Tracks
        In: all pages with one more category filled. Out: the rows of the blocks, and the lanes that share a value.
    """
    first_roll, n_outcomes = lattice.extensions_of_keep.shape[0], exits.category.shape[0]
    n_keeps = first_roll + lattice.prob_of_roll.shape[0]
    values = aligned_rows(3 * n_keeps).reshape(3, n_keeps, N_LANES)
    ended = np.zeros((3, n_outcomes, N_LANES))
    for block in range(bounds[0], bounds[1]):
        page, lane = blocks.page[block], blocks.lane[block]
        expect_outcomes(exits, (page, lane, blocks.filled[block]), tracks, ended[0], ended[1], ended[2])
        expect_turn(lattice, choices, page, options[block - bounds[0]], ended, values)
        slot = tracks.points.first_slot[page] + lane
        store_row(tracks.points.values, slot, weigh_rolls(lattice.prob_of_roll, first_roll, values[0]))
        store_row(tracks.square.values, slot, weigh_rolls(lattice.prob_of_roll, first_roll, values[1]))
        store_row(tracks.bonus.values, slot, weigh_rolls(lattice.prob_of_roll, first_roll, values[2]))
        share_first_values(blocks, block, page, tracks.points)
        share_first_values(blocks, block, page, tracks.square)
        share_first_values(blocks, block, page, tracks.bonus)
