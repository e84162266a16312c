"""Kernels that follow a player through one turn of a row of states, and let a judge value everything in it.

The player's decisions are given, and the states have weights: the probability that a game comes there. Throws are told
apart by the rerolls left after them: the first throw of a turn leaves all of them, and keeps no dice. A judge values by
a solution: theta and the certainty equivalents of the points still to come.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import ZERO, part
from solver.kernels.play import Choices, find_lanes, follow_turn
from solver.kernels.rows import N_LANES, Floats, Longs, aligned_rows, aligned_tables, load_row, set_row
from solver.kernels.short_rows import Shorts
from solver.kernels.turn import Exits, Lattice, Table, Where, exit_rolls, score_points, throw_evenly, value_rerolls
from solver.kernels.utility import Utility, UtilityRule, score_utilities


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
    does; flow, thrown : see ``follow_turn``, and in the last row of ``thrown`` the first throw, which keeps none.
    scores : float64[n_outcomes, N_LANES], utility of each outcome; reference : float64[N_LANES], points that utilities
    are measured from; utilities : float64[n_rerolls + 1, n_keeps, N_LANES], in row t: of the rolls, that of the best
    choice with t rerolls in hand, of the short keeps, the mean over the throws of the missing dice, in the last row for
    viewers only; ends : float64[n_outcomes, N_LANES].
    """

    weights: Floats
    wanted: Shorts
    flow: Floats
    thrown: Floats
    scores: Floats
    reference: Floats
    utilities: Floats
    ends: Floats


@part
def empty_turn(n_rerolls: int, n_rolls: int, n_keeps: int, n_outcomes: int) -> Turn:
    """Return room for a turn."""
    return Turn(
        np.empty(N_LANES),
        np.empty(N_LANES, np.int16),
        aligned_tables(n_rerolls + 1, n_keeps),
        aligned_tables(n_rerolls + 1, n_keeps - n_rolls),
        aligned_rows(n_outcomes),
        np.empty(N_LANES),
        aligned_tables(n_rerolls + 1, n_keeps),
        np.zeros((n_outcomes, N_LANES)),
    )


@part
def follow_row(lattice: Lattice, choices: Choices, state: Where, options: Shorts, visits: Floats, turn: Turn) -> Longs:
    """Follow a player through one turn from all states of a row, each with its weight; fill the first half of ``turn``.

    ``options`` are int16[n_rerolls + 1, n_rolls, N_LANES]: the number of the option taken for a roll with t rerolls in
    hand, see ``players.Decided``. Returns the lanes of states with a weight.
    """
    page, first_lane, _filled = state
    lanes = find_lanes(visits, page, first_lane, turn.wanted)
    turn.weights[:], turn.thrown[-1] = 0.0, 0.0
    for lane in lanes:
        turn.weights[lane] = visits[page, first_lane + lane]
    weights = load_row(turn.weights, 0)
    set_row(turn.thrown[-1], 0, weights)
    follow_turn(lattice, choices, page, options, turn.wanted, weights, turn.thrown, turn.flow, turn.ends)
    return lanes


@part
def value_row(lattice: Lattice, exits: Exits, judges: Judges, judge: int, where: Where, turn: Turn) -> None:
    """Let a judge value everything in one turn of a row of states; fill the second half of ``turn``."""
    table = Table(judges.values[judge], judges.first_slot)
    if judges.theta[judge] == 0.0:
        turn.reference[:] = 0.0
        score_points(table, exits, where, ZERO, ZERO, turn.scores)
    else:
        factors, offsets = judges.factor_of_outcome[judge], judges.offset_of_outcome[judge]
        utility = Utility(judges.theta[judge], judges.sign[judge], judges.shift[judge], factors, offsets)
        rule = UtilityRule(utility, table, turn.reference.reshape((1, N_LANES)))
        score_utilities(rule, exits, where, ZERO, ZERO, turn.scores)
    exit_rolls(exits, where, True, turn.scores, lattice.extensions_of_keep.shape[0], turn.utilities[0])
    value_rerolls(throw_evenly, table, lattice, turn.utilities)


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
