"""Operation counts of a solve: the turns to be solved, and the operations of each."""

from __future__ import annotations

from math import comb

import numpy as np

from solver.arrays import Longs
from solver.game.game import Game, StateSpace
from solver.rules.ruleset import FACES
from solver.studies.bench import exit_operations

METHODS = ("grid", "table", "lattice")


def reroll_operations(game: Game, method: str) -> int:
    """Return the operations of one reroll by one of the ``METHODS``.

    - grid: a product and a sum for each pair of short keep and roll, even impossible ones; and a comparison for each
      roll and each of its keeps
    - table: the same for possible pairs only
    - lattice: a mean sweep and a max sweep
    """
    n_dice, lattice = game.ruleset.n_dice, game.lattice
    if method == "lattice":
        return len(FACES) * lattice.first_roll + len(lattice.removals)
    n_pairs = comb(n_dice + 2 * len(FACES) - 1, n_dice) - len(lattice.rolls)  # a roll kept whole costs nothing
    n_products = n_pairs if method == "table" else lattice.first_roll * len(lattice.rolls)
    return 2 * n_products + n_pairs


def operations_of_turn(game: Game, method: str) -> Longs:
    """Return the operations of one turn for each set of filled categories: int64[n_sets - 1], without the full one.

    Additions, multiplications and comparisons. Games that save throws are not supported.
    """
    ruleset, space = game.ruleset, game.space
    sets = np.arange(space.n_sets - 1)
    is_open = sets[:, None] >> np.arange(ruleset.n_categories) & 1 == 0
    exits = (exit_operations(game.outcomes)[game.outcomes.class_of_page[sets]] * is_open).sum(axis=1)
    operations: Longs = exits + ruleset.n_rerolls * reroll_operations(game, method) + 2 * len(game.lattice.rolls)
    return operations


def rows_of_set(space: StateSpace, n_lanes: int, coalesced: bool) -> Longs:
    """Return the number of rows of ``n_lanes`` that cover the upper totals of each set: int64[n_sets - 1].

    With ``coalesced``, totals from which the bonus is out of reach share the row of the last of them.
    """
    first = space.last_dead_total_of_set if coalesced else np.zeros_like(space.last_dead_total_of_set)
    stop = np.minimum(space.best_upper_total_of_set, space.ruleset.threshold) + 1
    rows = np.maximum(1, -(-(stop - first) // n_lanes)).astype(np.int64)
    return np.asarray(rows[space.upper_set_of_filled[: space.n_sets - 1]])


def states_of_set(space: StateSpace, coalesced: bool) -> Longs:
    """Return the number of reachable states of each set with a value of their own: int64[n_sets - 1]."""
    reachable = space.reachable_of_upper_set
    if coalesced:
        lanes = np.arange(space.n_totals)
        states = 1 + (reachable & (lanes > space.last_dead_total_of_set[:, None])).sum(axis=1)
    else:
        states = reachable.sum(axis=1)
    return np.asarray(states[space.upper_set_of_filled[: space.n_sets - 1]], dtype=np.int64)
