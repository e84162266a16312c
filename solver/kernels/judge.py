"""Kernels that follow a player through one turn of a row of states, and let a judge value everything in it.

The player's decisions are given, and the states have weights: the probability that a game comes there. Throws are told
apart by the rerolls left after them: the first throw of a turn leaves all of them, and keeps no dice. A judge values by
a solution: theta and the certainty equivalents of the points still to come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver.kernels.compile import ZERO, part
from solver.kernels.play import Choices, follow_level, throw_rows
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Longs,
    add_rows,
    aligned_rows,
    aligned_tables,
    copy_rows,
    fill_row,
    load_row,
    multiply_rows,
    store_row,
)
from solver.kernels.turn import Exits, Lattice, Table, max_sweep, mean_sweep
from solver.kernels.utility import Utility, exit_by_scores, find_reference, score_outcomes

Shorts = npt.NDArray[np.int16]


class Judges(NamedTuple):
    """Several judges: theta, sign, shift, and the outcomes' factors and offsets as in ``Utility``, one row a judge.

    values : float64[n_judges, n_slots], certainty equivalents of the points to come, means if theta is 0; first_slot :
    see ``Table``.
    """

    theta: Floats
    sign: Floats
    shift: Floats
    factor_of_outcome: Floats
    offset_of_outcome: Floats
    values: Floats
    first_slot: Longs


class Turn(NamedTuple):
    """One turn of a row of states: how it goes, and what a judge holds of it; utilities are points if theta is 0.

    weights, wanted : float64[N_LANES], int16[N_LANES], probability that a game comes to each state, and whether it
    does; chances : float64[n_rerolls + 1, n_rolls, N_LANES], of having to decide on a roll with t rerolls in hand;
    thrown : float64[n_rerolls + 1, n_short_keeps, N_LANES], of keeping just these dice in a throw that leaves t.
    scores : float64[n_outcomes, N_LANES], utility of each outcome; reference : float64[N_LANES], points that utilities
    are measured from; utilities : float64[n_rerolls + 1, n_keeps, N_LANES], in row t: of the rolls, that of the best
    choice with t rerolls in hand, of the short keeps, the mean over the throws of the missing dice, in the last row for
    viewers only; room : float64[n_keeps, N_LANES]; ends : float64[n_outcomes, N_LANES], which nobody reads.
    """

    weights: Floats
    wanted: Shorts
    chances: Floats
    thrown: Floats
    scores: Floats
    reference: Floats
    utilities: Floats
    room: Floats
    ends: Floats


@part
def empty_turn(n_rerolls: int, n_rolls: int, n_keeps: int, n_outcomes: int) -> Turn:
    """Return room for a turn."""
    return Turn(
        np.empty(N_LANES),
        np.empty(N_LANES, np.int16),
        aligned_tables(n_rerolls + 1, n_rolls),
        aligned_tables(n_rerolls + 1, n_keeps - n_rolls),
        aligned_rows(n_outcomes),
        np.empty(N_LANES),
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_rows(n_keeps),
        np.zeros((n_outcomes, N_LANES)),
    )


@part
def find_lanes(visits: Floats, page: int, first_lane: int, turn: Turn) -> Longs:
    """Read the weights of a row's states into ``turn`` and return the lanes where they are not 0."""
    lanes, n_lanes = np.empty(N_LANES, np.int64), 0
    turn.weights[:], turn.wanted[:] = 0.0, 0
    for lane in range(min(N_LANES, visits.shape[1] - first_lane)):
        turn.weights[lane] = visits[page, first_lane + lane]
        if turn.weights[lane] > 0.0:
            lanes[n_lanes], turn.wanted[lane] = lane, 1
            n_lanes += 1
    return lanes[:n_lanes]


@part
def follow_row(lattice: Lattice, choices: Choices, page: int, options: Shorts, turn: Turn) -> None:
    """Follow a player through one turn from all states of a row, each with its weight; fill the first half of ``turn``.

    ``options`` are int16[n_rerolls + 1, n_rolls, N_LANES]: the number of the option taken for a roll with t rerolls in
    hand, see ``players.Decided``.
    """
    first_roll, passing, weights = turn.thrown.shape[1], turn.room, load_row(turn.weights, 0)
    turn.thrown[-1] = 0.0
    store_row(turn.thrown[-1], 0, weights)
    for roll in range(turn.chances.shape[1]):
        store_row(turn.chances[-1], roll * N_LANES, multiply_rows(fill_row(lattice.prob_of_roll[roll]), weights))
    for rerolls in range(turn.chances.shape[0] - 1, 0, -1):
        passing[:first_roll] = 0.0
        chances = turn.chances[rerolls]
        follow_level(choices, page, options[rerolls], turn.wanted, chances, passing, turn.ends)
        copy_rows(passing, ZERO, first_roll, turn.thrown[rerolls - 1], ZERO)
        throw_rows(lattice, passing)
        copy_rows(passing, first_roll, turn.chances.shape[1], turn.chances[rerolls - 1], ZERO)


@part
def value_row(
    lattice: Lattice, exits: Exits, judges: Judges, judge: int, where: tuple[int, int, int], turn: Turn
) -> None:
    """Let a judge value everything in one turn of a row of states; fill the second half of ``turn``."""
    page, lane, filled = where
    first_roll, utilities = lattice.extensions_of_keep.shape[0], turn.utilities
    n_keeps = utilities.shape[1]
    table = Table(judges.values[judge], judges.first_slot)
    if judges.theta[judge] == 0.0:
        turn.reference[:] = 0.0
        ways = exits.class_of_page[page]
        for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
            outcome = exits.outcome_of_way[way]
            if not filled >> exits.category[outcome] & 1:
                successor = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
                row = add_rows(load_row(table.values, successor), fill_row(exits.gain[outcome]))
                store_row(turn.scores, outcome * N_LANES, row)
    else:
        factors, offsets = judges.factor_of_outcome[judge], judges.offset_of_outcome[judge]
        utility = Utility(judges.theta[judge], judges.sign[judge], judges.shift[judge], factors, offsets)
        reference = find_reference(exits, utility, where, table, ZERO)
        store_row(turn.reference, 0, reference)
        score_outcomes(exits, utility, where, table, reference, turn.scores)
    exit_by_scores(exits, page, filled, ZERO, turn.scores, first_roll, utilities[0])
    for rerolls in range(1, utilities.shape[0]):
        mean_sweep(lattice.extensions_of_keep, utilities[rerolls - 1])
        copy_rows(utilities[rerolls - 1], ZERO, n_keeps, turn.room, ZERO)
        max_sweep(lattice.first_removal_of_keep, lattice.removals, turn.room)
        copy_rows(turn.room, first_roll, n_keeps - first_roll, utilities[rerolls], first_roll)


@part
def to_points(theta: float, sign: float, shift: float, reference: float, utility: float) -> float:
    """Return the points that have a utility."""
    if theta == 0.0:
        return utility
    if shift > 0.0:
        return float(reference + np.log1p(sign * utility) / theta)
    return float(reference + np.log(sign * utility) / theta)


@part
def points_between(theta: float, sign: float, shift: float, best: float, utility: float) -> float:
    """Return how many points better the better one of two utilities is."""
    if theta == 0.0:
        return best - utility
    if shift > 0.0:
        return float((np.log1p(sign * best) - np.log1p(sign * utility)) / theta)
    return float(np.log(best / utility) / theta)
