"""Exponential utility: the turn of ``turn.py`` by another rule.

The value table contains certainty equivalents in points. Within a turn a row contains utilities, measured from its own
reference, see ``objectives.Objective``. The two sweeps are as for the mean, because the player maximizes mean utility;
at the end one logarithm per state converts to points.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from solver.kernels.compile import kernel, part
from solver.kernels.deciding import Ties, decide_states
from solver.kernels.following import Choices, Places
from solver.kernels.rows import (
    N_LANES,
    Floats,
    Row,
    Shorts,
    aligned_rows,
    best_row,
    exponential_row,
    fill_row,
    get_row,
    load_row,
    set_row,
    store_row,
)
from solver.kernels.turn import (
    Blocks,
    Exits,
    Lattice,
    Table,
    Where,
    scored,
    solve_rows,
    successor_slot,
    throw_evenly,
    ways_of_page,
    weigh_rolls,
)


class Utility(NamedTuple):
    """An objective for kernels.

    theta, sign, shift : see ``objectives.Objective``; factor_of_outcome, offset_of_outcome : the utility of an outcome
    is factor * u + offset, with u that of its successor, so they are e^(theta * gain) and sign * shift * (e^(theta *
    gain) - 1).
    """

    theta: float
    sign: float
    shift: float
    factor_of_outcome: Floats
    offset_of_outcome: Floats


@part
def find_reference(exits: Exits, utility: Utility, where: Where, table: Table, most_throws: int) -> Row:
    """Return, for a row of states, the points to come of the outcome with the largest exponential.

    At most ``most_throws`` are saved, 0 if none can be.
    """
    key = fill_row(-np.inf)
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        # More saved throws never lower the value, so the first or the last page has the largest exponential.
        for page in (where[0], where[0] + most_throws * exits.saved_step):
            after = load_row(table.values, successor_slot(exits, table, (page, where[1], where[2]), outcome))
            key = best_row(utility.sign * (after + exits.gain[outcome]), key)
    return utility.sign * key


@part
def score_outcomes(exits: Exits, utility: Utility, where: Where, table: Table, reference: Row, scores: Floats) -> None:
    r"""Set ``scores``, float64[n_outcomes, N_LANES], to the utility of each open outcome.

    .. math::

        \sigma \left(e^{\theta (s + V - \rho)} - \delta\right)
            = e^{\theta s} \cdot \sigma \left(e^{\theta (V - \rho)} - \delta\right)
            + \sigma \delta \left(e^{\theta s} - 1\right)

    with s the points, V the certainty equivalent of the successor, rho the reference, sigma the sign, delta the shift.
    Outcomes with the same successor share the exponential: one row per open category, six per upper one.
    """
    last_successor, exponential = -1, reference
    for way in ways_of_page(exits, where[0]):
        outcome = exits.outcome_of_way[way]
        if where[2] >> exits.category[outcome] & 1:
            continue
        successor = successor_slot(exits, table, where, outcome)
        if successor != last_successor:
            exponent = utility.theta * (load_row(table.values, successor) - reference)
            exponential, last_successor = utility.sign * exponential_row(exponent, utility.shift), successor
        score = utility.factor_of_outcome[outcome] * exponential
        set_row(scores, outcome, score + utility.offset_of_outcome[outcome])


class UtilityRule(NamedTuple):
    """The rule of a player with exponential utility, see ``solve_rows``.

    utility : the objective; table : certainty equivalents of the points to come; scratch : float64[1, N_LANES], the
    reference of utilities.
    """

    utility: Utility
    table: Table
    scratch: Floats


@part
def score_utilities(
    rule: UtilityRule, exits: Exits, where: Where, throws: int, most_throws: int, scores: Floats
) -> None:
    """Set ``scores`` to utilities, see ``solve_rows``."""
    if throws == 0:
        set_row(rule.scratch, 0, find_reference(exits, rule.utility, where, rule.table, most_throws))
    score_outcomes(exits, rule.utility, where, rule.table, get_row(rule.scratch, 0), scores)


@part
def certainty_equivalent(rule: UtilityRule, lattice: Lattice, values: Floats) -> Row:
    """Return the points whose utility is the mean utility of a turn, see ``solve_rows``."""
    utility, worth = rule.utility, np.empty(N_LANES)
    store_row(worth, 0, weigh_rolls(lattice.prob_of_roll, lattice.extensions_of_keep.shape[0], values))
    for place in range(N_LANES):
        exponential = utility.sign * worth[place]
        if exponential + utility.shift > 0.0:  # not in lanes that no game reaches
            logarithm = np.log1p(exponential) if utility.shift > 0.0 else np.log(exponential)
            worth[place] = logarithm / utility.theta
    return get_row(rule.scratch, 0) + load_row(worth, 0)


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

    with u the mean utility of the turn; letters as in ``score_outcomes``, parameters as in ``turn.solve_rows``.
    """
    rule = UtilityRule(utility, later, aligned_rows(1))
    rows = (blocks, (start, stop), table)
    solve_rows(score_utilities, scored, throw_evenly, certainty_equivalent, rule, True, lattice, exits, n_rerolls, rows)


@kernel
def decide_by_utility(
    lattice: Lattice,
    exits: Exits,
    choices: Choices,
    _n_rerolls: int,
    utility: Utility,
    ties: Ties,
    places: Places,
    table: Table,
    options: Shorts,
) -> None:
    """Compute the player's decisions in every situation of a turn, see ``decide_states`` and ``UtilityRule``."""
    rule = UtilityRule(utility, table, aligned_rows(1))
    decide_states(score_utilities, throw_evenly, rule, True, lattice, exits, choices, ties, places, options)
