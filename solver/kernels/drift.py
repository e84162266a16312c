"""Solve turns in single precision, rounding each step as 32-bit arithmetic does.

Rows are float64, and every result is rounded to float32. For sums and products of float32 numbers this gives exactly
the result of 32-bit arithmetic: double rounding is harmless if the longer format has more than twice the digits
(Figueroa 1995).
"""

from __future__ import annotations

from typing import NamedTuple

from solver.kernels.compile import kernel, part
from solver.kernels.rows import Floats, Ints, Row, fill_row, get_row, round_row, set_row
from solver.kernels.turn import Blocks, Exits, Lattice, Table, Where, score_points, scored, solve_rows


class Chances(NamedTuple):
    """Constants of a turn, rounded to float32.

    sixth : float
        The factor of the mean over six extensions.
    prob_of_roll : float64[n_rolls]
        Probabilities of the first roll.
    first_entry, rolls, probs : int32[n_short_keeps + 1], int32[n_entries], float64[n_entries]
        The transition table: the rolls that each short keep can become. Empty if the lattice is used.
    rounds : bool
        Round every sum and product to float32.
    """

    sixth: float
    prob_of_roll: Floats
    first_entry: Ints
    rolls: Ints
    probs: Floats
    rounds: bool


@part
def rounded(row: Row, rounds: bool) -> Row:
    """Return a row, rounded to float32 if ``rounds``."""
    return round_row(row) if rounds else row


@part
def score_drifting(
    rule: tuple[Chances, Table], exits: Exits, where: Where, throws: int, most_throws: int, scores: Floats
) -> None:
    """Set ``scores`` to points plus points still to come, rounded, see ``solve_rows``."""
    chances, table = rule
    score_points(table, exits, where, throws, most_throws, scores)
    if chances.rounds:
        for outcome in range(scores.shape[0]):
            set_row(scores, outcome, round_row(get_row(scores, outcome)))


@part
def throw_drifting(rule: tuple[Chances, Table], lattice: Lattice, values: Floats) -> None:
    """Value every short keep by the mean of its six extensions, or by its row of the transition table, term by term."""
    chances, first_roll, rounds = rule[0], lattice.extensions_of_keep.shape[0], rule[0].rounds
    for keep in range(first_roll - 1, -1, -1):
        if chances.rolls.shape[0] > 0:
            total = fill_row(0.0)
            for entry in range(chances.first_entry[keep], chances.first_entry[keep + 1]):
                row = get_row(values, first_roll + chances.rolls[entry])
                total = rounded(total + rounded(chances.probs[entry] * row, rounds), rounds)
        else:
            total = get_row(values, lattice.extensions_of_keep[keep, 0])
            for face in range(1, 6):
                total = rounded(total + get_row(values, lattice.extensions_of_keep[keep, face]), rounds)
            total = rounded(chances.sixth * total, rounds)
        set_row(values, keep, total)


@part
def weigh_drifting(rule: tuple[Chances, Table], lattice: Lattice, values: Floats) -> Row:
    """Return the mean over the first roll of a turn, see ``solve_rows``."""
    chances, first_roll, total = rule[0], lattice.extensions_of_keep.shape[0], fill_row(0.0)
    for roll in range(chances.prob_of_roll.shape[0]):
        term = rounded(chances.prob_of_roll[roll] * get_row(values, first_roll + roll), chances.rounds)
        total = rounded(total + term, chances.rounds)
    return total


@kernel
def solve_drifting_blocks(
    lattice: Lattice, exits: Exits, n_rerolls: int, chances: Chances, where: tuple[Blocks, int, int], table: Table
) -> None:
    """Solve one turn for rows, see ``solve_rows``; ``where`` contains blocks and their bounds.

    Throws cannot be saved. ``table`` is float64 or float32; values are also rounded when stored in the latter.
    """
    (blocks, start, stop), rule = where, (chances, table)
    rows = (blocks, (start, stop), table)
    solve_rows(score_drifting, scored, throw_drifting, weigh_drifting, rule, True, lattice, exits, n_rerolls, rows)
