"""Kernels that solve a turn in single precision, each step rounded as a program with 32-bit numbers rounds it.

Rows hold float64, and every result is rounded to float32 at once. For additions and multiplications of float32 numbers
that gives the very number that 32-bit arithmetic gives: rounding twice does no harm where the longer format has more
than twice the digits (Figueroa 1995).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from numba import config
from numba.extending import intrinsic

from solver.kernels.compile import kernel, part
from solver.kernels.rows import (
    LLVM_ROW,
    LLVM_SHORT_ROW,
    N_LANES,
    Floats,
    Ints,
    Row,
    add_rows,
    aligned_rows,
    fill_row,
    load_row,
    multiply_rows,
    row_type,
    store_row,
)
from solver.kernels.turn import Blocks, Exits, Lattice, Table, exit_rolls, max_sweep, share_first_values


class Chances(NamedTuple):
    """What a turn is weighed with, as float32 holds it.

    sixth : float
        The factor of the mean over six extensions.
    prob_of_roll : float64[n_rolls]
        Chances of the first roll.
    first_entry, rolls, probs : int32[n_short_keeps + 1], int32[n_entries], float64[n_entries]
        The table of chances: the rolls that each short keep can become. Empty where the lattice is used.
    rounds : bool
        Round every sum and product to float32.
    """

    sixth: float
    prob_of_roll: Floats
    first_entry: Ints
    rolls: Ints
    probs: Floats
    rounds: bool


@intrinsic
def round_row(typing_context: Any, row: Any) -> Any:
    """Return a row rounded to float32."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.fpext(builder.fptrunc(arguments[0], LLVM_SHORT_ROW), LLVM_ROW)

    return row_type(row_type), generate


if config.DISABLE_JIT:
    from solver.kernels.drift_twins import round_row


@part
def rounded(row: Row, rounds: bool) -> Row:
    """Return a row, rounded to float32 if that is asked for."""
    return round_row(row) if rounds else row


@part
def drifting_mean_sweep(extensions_of_keep: Ints, chances: Chances, values: Floats) -> None:
    """Value every short keep by the mean of its six extensions, as ``turn.mean_sweep`` does."""
    sixth, rounds = fill_row(chances.sixth), chances.rounds
    for keep in range(extensions_of_keep.shape[0] - 1, -1, -1):
        total = load_row(values, extensions_of_keep[keep, 0] * N_LANES)
        for face in range(1, 6):
            total = rounded(add_rows(total, load_row(values, extensions_of_keep[keep, face] * N_LANES)), rounds)
        store_row(values, keep * N_LANES, rounded(multiply_rows(sixth, total), rounds))


@part
def drifting_products(first_roll: int, chances: Chances, values: Floats) -> None:
    """Value every short keep by its row of the table of chances, term by term."""
    for keep in range(first_roll):
        total = fill_row(0.0)
        for entry in range(chances.first_entry[keep], chances.first_entry[keep + 1]):
            row = load_row(values, (first_roll + chances.rolls[entry]) * N_LANES)
            term = rounded(multiply_rows(fill_row(chances.probs[entry]), row), chances.rounds)
            total = rounded(add_rows(total, term), chances.rounds)
        store_row(values, keep * N_LANES, total)


@part
def drifting_weigh(first_roll: int, chances: Chances, values: Floats) -> Row:
    """Return the mean over the first roll of a turn."""
    total = fill_row(0.0)
    for roll in range(chances.prob_of_roll.shape[0]):
        row = load_row(values, (first_roll + roll) * N_LANES)
        term = rounded(multiply_rows(fill_row(chances.prob_of_roll[roll]), row), chances.rounds)
        total = rounded(add_rows(total, term), chances.rounds)
    return total


@kernel
def solve_drifting_blocks(
    lattice: Lattice, exits: Exits, n_rerolls: int, chances: Chances, where: tuple[Blocks, int, int], table: Table
) -> None:
    """Solve one turn for rows, as ``turn.solve_blocks`` does; ``where`` holds blocks, the first and past the last.

    Throws cannot be saved. ``table`` is float64 or float32; into the latter everything is rounded once more.
    """
    blocks, start, stop = where
    first_roll = lattice.extensions_of_keep.shape[0]
    values = aligned_rows(first_roll + lattice.prob_of_roll.shape[0])
    for block in range(start, stop):
        page, lane = blocks.page[block], blocks.lane[block]
        exit_rolls(exits, table, (page, lane, blocks.filled[block]), 0, first_roll, values)
        if chances.rounds:
            for keep in range(first_roll, values.shape[0]):
                store_row(values, keep * N_LANES, round_row(load_row(values, keep * N_LANES)))
        for _ in range(n_rerolls):
            if chances.rolls.shape[0] > 0:
                drifting_products(first_roll, chances, values)
            else:
                drifting_mean_sweep(lattice.extensions_of_keep, chances, values)
            max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
        store_row(table.values, table.first_slot[page] + lane, drifting_weigh(first_roll, chances, values))
        share_first_values(blocks, block, page, table)
