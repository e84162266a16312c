r"""Kernels for exponential utility: the turn of ``turn.py`` with another exit.

The value table holds certainty equivalents in points. Within a turn a row holds utilities, measured from a reference of
its own, see ``objectives.Objective``: the two sweeps are as for the mean, for a mean of utilities is what the player
wants most of; at the end one logarithm per state leads back to points.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import config
from numba.extending import intrinsic

from solver.kernels.compile import kernel, part
from solver.kernels.rows import (
    LLVM_ROW,
    N_LANES,
    Floats,
    Row,
    add_rows,
    aligned_rows,
    best_row,
    fill_row,
    load_row,
    multiply_rows,
    row_type,
    store_row,
)
from solver.kernels.turn import Blocks, Exits, Lattice, Table, max_sweep, mean_sweep, share_first_values, weigh_rolls

LOG2_E = 1.4426950408889634
LN2_HIGH = 0.6931471803691238  # ln 2 to 32 bits, so that its product with a small whole number is exact
LN2_LOW = 1.9082149292705877e-10  # the rest
TO_WHOLE = 6755399441055744.0  # 1.5 * 2^52: adding it leaves the nearest whole number in the low bits
SMALLEST_EXPONENT = -708.0  # of e, such that the power is no denormal number
TAYLOR = [1 / 6227020800, 1 / 479001600, 1 / 39916800, 1 / 3628800, 1 / 362880, 1 / 40320, 1 / 5040, 1 / 720]
TAYLOR += [1 / 120, 1 / 24, 1 / 6, 1 / 2]  # 1/13! to 1/2!


class Utility(NamedTuple):
    """An objective as the kernels read it.

    theta, sign, shift : see ``objectives.Objective``; factor_of_outcome, offset_of_outcome : what the points of each
    outcome make of the utility u of its successor: factor * u + offset, that is e^(theta * gain) and
    sign * shift * (e^(theta * gain) - 1).
    """

    theta: float
    sign: float
    shift: float
    factor_of_outcome: Floats
    offset_of_outcome: Floats


@intrinsic
def exponential_row(typing_context: Any, exponents: Any, shift: Any) -> Any:
    r"""Return e to the power of each lane, less ``shift``, which is 0 or 1.

    .. math:: e^x - s = 2^n (e^r - 1) + (2^n - s), \qquad x = n \ln 2 + r, \quad |r| \le \tfrac{1}{2} \ln 2

    The last unit of the result can be wrong, no more, also near zero where the shift is 1. Exponents below -708 count
    as -708; those above 709 must not occur.
    """

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        def same(number: float) -> Any:
            return ir.Constant(LLVM_ROW, [number] * N_LANES)

        longs = ir.VectorType(ir.IntType(64), N_LANES)
        smallest = same(SMALLEST_EXPONENT)
        exponent = builder.select(builder.fcmp_ordered("<", arguments[0], smallest), smallest, arguments[0])
        rounded = builder.fadd(builder.fmul(exponent, same(LOG2_E)), same(TO_WHOLE))
        whole = builder.fsub(rounded, same(TO_WHOLE))
        rest = builder.fsub(exponent, builder.fmul(whole, same(LN2_HIGH)))
        rest = builder.fsub(rest, builder.fmul(whole, same(LN2_LOW)))
        series = same(TAYLOR[0])
        for coefficient in TAYLOR[1:]:
            series = builder.fadd(builder.fmul(series, rest), same(coefficient))
        less_one = builder.fadd(rest, builder.fmul(builder.fmul(rest, rest), series))
        biased = builder.add(builder.bitcast(rounded, longs), ir.Constant(longs, [1023] * N_LANES))
        power = builder.bitcast(builder.shl(biased, ir.Constant(longs, [52] * N_LANES)), LLVM_ROW)
        empty, lanes = ir.Constant(LLVM_ROW, ir.Undefined), ir.VectorType(ir.IntType(32), N_LANES)
        one_shift = builder.insert_element(empty, arguments[1], ir.Constant(ir.IntType(32), 0))
        shift_row = builder.shuffle_vector(one_shift, empty, ir.Constant(lanes, [0] * N_LANES))
        return builder.fadd(builder.fmul(power, less_one), builder.fsub(power, shift_row))

    return row_type(row_type, shift), generate


if config.DISABLE_JIT:
    from solver.kernels.row_twins import exponential_row


@part
def find_reference(exits: Exits, utility: Utility, where: tuple[int, int, int], table: Table, throws: int) -> Row:
    """Return, for a row of states, the points to come of the outcome with the largest exponential.

    ``throws`` is the largest number of throws that can be left over, 0 where none can be saved.
    """
    page, lane, filled = where
    ways = exits.class_of_page[page]
    sign, key = fill_row(utility.sign), fill_row(-np.inf)
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            # More saved throws are never worth less, so the first or the last page has the largest exponential.
            for after in (page + exits.step[outcome], page + exits.step[outcome] + throws * exits.saved_step):
                successor = table.first_slot[after] + lane + exits.shift[outcome]
                points = add_rows(load_row(table.values, successor), fill_row(exits.gain[outcome]))
                key = best_row(multiply_rows(sign, points), key)
    return multiply_rows(sign, key)


@part
def score_outcomes(
    exits: Exits, utility: Utility, where: tuple[int, int, int], table: Table, reference: Row, scores: Floats
) -> None:
    r"""Set ``scores``, float64[n_outcomes, N_LANES], to the utility of each open outcome.

    .. math::

        \sigma \left(e^{\theta (s + V - \rho)} - \delta\right)
            = e^{\theta s} \cdot \sigma \left(e^{\theta (V - \rho)} - \delta\right)
            + \sigma \delta \left(e^{\theta s} - 1\right)

    with s the points, V the certainty equivalent of the successor, rho the reference, sigma the sign, delta the shift.
    Outcomes with the same successor share the exponential: one row per open category, six per upper one.
    """
    page, lane, filled = where
    sign, theta = fill_row(utility.sign), fill_row(utility.theta)
    minus_reference = multiply_rows(fill_row(-1.0), reference)
    last_successor, exponential = -1, sign
    ways = exits.class_of_page[page]
    for way in range(exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]):
        outcome = exits.outcome_of_way[way]
        if not filled >> exits.category[outcome] & 1:
            successor = table.first_slot[page + exits.step[outcome]] + lane + exits.shift[outcome]
            if successor != last_successor:
                exponent = multiply_rows(theta, add_rows(load_row(table.values, successor), minus_reference))
                exponential = multiply_rows(sign, exponential_row(exponent, utility.shift))
                last_successor = successor
            score = multiply_rows(fill_row(utility.factor_of_outcome[outcome]), exponential)
            store_row(scores, outcome * N_LANES, add_rows(score, fill_row(utility.offset_of_outcome[outcome])))


@part
def exit_by_scores(
    exits: Exits, page: int, filled: int, throws: int, scores: Floats, first_roll: int, values: Floats
) -> None:
    """Value every roll by the best score of an open category; shortcut, throws and values are those of ``exit_rolls``.

    Parameters
    ----------
    scores : float64[n_outcomes, N_LANES]
        What each open outcome is worth.
    """
    ways = exits.class_of_page[page]
    first_way, last_way = exits.first_way_of_class[ways], exits.first_way_of_class[ways + 1]
    has_floor = exits.may_take_any[ways]
    floor = fill_row(-np.inf)
    for way in range(first_way, last_way):
        outcome = exits.outcome_of_way[way]
        if has_floor and exits.gain[outcome] == 0.0 and not filled >> exits.category[outcome] & 1:
            floor = best_row(load_row(scores, outcome * N_LANES), floor)
    for roll in range(first_roll, values.shape[0]):
        if throws > 0:
            store_row(values, roll * N_LANES, best_row(floor, load_row(values, roll * N_LANES)))
        else:
            store_row(values, roll * N_LANES, floor)
    for way in range(first_way, last_way):
        outcome = exits.outcome_of_way[way]
        if (exits.gain[outcome] > 0.0 or not has_floor) and not filled >> exits.category[outcome] & 1:
            score = load_row(scores, outcome * N_LANES)
            for entry in range(exits.first_roll_entry[way], exits.first_roll_entry[way + 1]):
                first = exits.rolls[entry] * N_LANES
                store_row(values, first, best_row(score, load_row(values, first)))


@part
def store_points(utility: Utility, worth: Floats, reference: Row, table: Table, slot: int) -> None:
    """Store the certainty equivalents of a row of utilities, float64[N_LANES], from ``slot`` on; change the row."""
    for place in range(N_LANES):
        exponential = utility.sign * worth[place]
        if exponential + utility.shift > 0.0:  # not so in lanes that no game reaches
            logarithm = np.log1p(exponential) if utility.shift > 0.0 else np.log(exponential)
            worth[place] = logarithm / utility.theta
    store_row(table.values, slot, add_rows(reference, load_row(worth, 0)))


@kernel
def solve_utility_blocks(
    lattice: Lattice,
    exits: Exits,
    n_rerolls: int,
    utility: Utility,
    blocks: Blocks,
    start: int,
    stop: int,
    later: Table,
    table: Table,
) -> None:
    r"""Solve one turn for every row of ``blocks[start:stop]``, and write certainty equivalents into ``table``.

    .. math:: V = \rho + \frac{\ln(\sigma u + \delta)}{\theta}

    with u the mean utility of the turn; letters as in ``score_outcomes``, parameters as in ``turn.solve_blocks``.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    values = aligned_rows(first_roll + lattice.prob_of_roll.shape[0])
    scores = aligned_rows(exits.category.shape[0])
    worth = aligned_rows(1)
    for block in range(start, stop):
        page, lane, filled = blocks.page[block], blocks.lane[block], blocks.filled[block]
        most_throws = n_rerolls + blocks.n_pages[block] - 1
        reference = find_reference(exits, utility, (page, lane, filled), later, most_throws)
        for throws in range(most_throws + 1):
            if throws > 0:
                mean_sweep(lattice.extensions_of_keep, values)
                max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
            if throws == 0 or exits.saved_step > 0:
                left_over = page + throws * exits.saved_step
                score_outcomes(exits, utility, (left_over, lane, filled), later, reference, scores)
                exit_by_scores(exits, page, filled, throws, scores, first_roll, values)
            if throws >= n_rerolls:
                store_row(worth, 0, weigh_rolls(lattice.prob_of_roll, first_roll, values))
                solved = page + (throws - n_rerolls) * exits.saved_step
                store_points(utility, worth[0], reference, table, table.first_slot[solved] + lane)
                share_first_values(blocks, block, solved, table)
