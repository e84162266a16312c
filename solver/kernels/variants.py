"""Turns under other rules: one spare throw a game, and dice that fall as badly as they can."""

from __future__ import annotations

from typing import Any

from solver.kernels.compile import ZERO, kernel, part
from solver.kernels.rows import Floats, Row, aligned_rows, best_row, get_row, set_row, store_row
from solver.kernels.turn import (
    Blocks,
    Exits,
    Lattice,
    Table,
    exit_turn,
    max_sweep,
    mean_sweep,
    points_after,
    score_nothing,
    share_first_values,
    solve_rows,
    weigh_rolls,
)


@kernel
def solve_spare_blocks(
    lattice: Lattice, exits: Exits, n_rerolls: int, blocks: Blocks, start: int, stop: int, without: Table, table: Table
) -> None:
    """Solve one turn with a spare throw in hand for every row of ``blocks[start:stop]``.

    A spare throw is worth most after all other throws of a turn, so it is considered only there.

    Parameters
    ----------
    without : Table
        Values of all states without a spare throw.
    table : Table
        Values with a spare throw. In: the states with one more category filled. Out: the rows.
    """
    first_roll = lattice.extensions_of_keep.shape[0]
    values, scores = aligned_rows(first_roll + lattice.prob_of_roll.shape[0]), aligned_rows(exits.category.shape[0])
    for block in range(start, stop):
        where = (blocks.page[block], blocks.lane[block], blocks.filled[block])
        exit_turn(points_after, without, exits, where, False, True, scores, first_roll, values)
        mean_sweep(lattice.extensions_of_keep, values)
        max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
        exit_turn(points_after, table, exits, where, True, True, scores, first_roll, values)
        for _ in range(n_rerolls):
            mean_sweep(lattice.extensions_of_keep, values)
            max_sweep(lattice.first_removal_of_keep, lattice.removals, values)
        mean = weigh_rolls(lattice.prob_of_roll, first_roll, values)
        store_row(table.values, table.first_slot[where[0]] + where[1], mean)
        share_first_values(blocks, block, where[0], table)


@part
def worst_row(one: Row, other: Row) -> Row:
    """Return the smaller number of two in every lane."""
    return -1.0 * best_row(-1.0 * one, -1.0 * other)


@part
def throw_worst(_rule: Any, lattice: Lattice, values: Floats) -> None:
    """Value every keep by the worst of its throws, see ``turn.solve_rows``."""
    for keep in range(lattice.extensions_of_keep.shape[0] - 1, -1, -1):
        worst = get_row(values, lattice.extensions_of_keep[keep, 0])
        for face in range(1, lattice.extensions_of_keep.shape[1]):
            worst = worst_row(get_row(values, lattice.extensions_of_keep[keep, face]), worst)
        set_row(values, keep, worst)


@part
def worst_of_turn(_rule: Any, lattice: Lattice, values: Floats) -> Row:
    """Return the worst of all first rolls, see ``turn.solve_rows``."""
    throw_worst(ZERO, lattice, values)
    return get_row(values, ZERO)


@kernel
def solve_worst_blocks(
    lattice: Lattice, exits: Exits, n_rerolls: int, blocks: Blocks, start: int, stop: int, table: Table
) -> None:
    """Solve one turn against the worst dice for every row of ``blocks[start:stop]``, see ``turn.solve_rows``."""
    rows = (blocks, (start, stop), table)
    solve_rows(score_nothing, points_after, throw_worst, worst_of_turn, table, True, lattice, exits, n_rerolls, rows)
