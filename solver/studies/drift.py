r"""Drift: what single precision makes of the values, solved again in several ways that programs round.

A float32 number has 24 binary digits. One sixth is none of them: the nearest is larger by :math:`5 \cdot 10^{-9}`,
and every mean over six faces is multiplied by it.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np

from solver.arrays import Floats
from solver.game.dice import KeepLattice
from solver.game.game import Game, outcomes
from solver.kernels.drift import Chances, solve_drifting_blocks
from solver.kernels.turn import Blocks, Exits, Lattice, Table
from solver.rules.ruleset import FACES
from solver.solving.backwards import Layout, kernel_exits, kernel_lattice
from solver.threads import n_processors, run_slices

WAYS = ("stored", "factor", "lattice", "table")


def single(number: float) -> float:
    """Return the float32 nearest to a number."""
    return float(np.float32(number))


def chances_of(lattice: KeepLattice, way: str) -> Chances:
    """Return the constants of a turn in one of the ``WAYS``.

    - stored: all in float64 except the values between turns, which are stored in float32
    - factor: all in float64 except the factor of a sixth
    - lattice: all in float32, one die at a time
    - table: all in float32, by a transition table
    """
    ints, floats, sixth = np.zeros(0, np.int32), np.zeros(0), 1.0 / len(FACES)
    if way == "stored":
        return Chances(sixth, lattice.prob_of_roll, ints, ints, floats, False)
    if way == "factor":
        return Chances(single(sixth), lattice.prob_of_roll, ints, ints, floats, False)
    shorter = lattice.prob_of_roll.astype(np.float32).astype(float)
    if way == "lattice":
        return Chances(single(sixth), shorter, ints, ints, floats, True)
    prob = throws_of_keep(lattice)
    n_rolls_of_keep = np.count_nonzero(prob, axis=1)
    first_entry = np.concatenate(([0], np.cumsum(n_rolls_of_keep))).astype(np.int32)
    keep, roll = np.nonzero(prob)
    entries = prob[keep, roll].astype(np.float32).astype(float)
    return Chances(single(sixth), shorter, first_entry, roll.astype(np.int32), entries, True)


def throws_of_keep(lattice: KeepLattice) -> Floats:
    """Return the transition table from short keeps to rolls: float64[n_short_keeps, n_rolls]."""
    prob = np.zeros((lattice.n_keeps, len(lattice.rolls)))
    prob[lattice.first_roll :] = np.eye(len(lattice.rolls))
    for keep in range(lattice.first_roll - 1, -1, -1):
        prob[keep] = prob[lattice.extensions_of_keep[keep]].mean(axis=0)
    return prob[: lattice.first_roll]


def solve_drifting(game: Game, way: str) -> Floats:
    """Return the value of every reachable state as computed in one of the ``WAYS``: float64[n_states].

    Notes
    -----
    About half a second of two processors each, two for the transition table; games that save throws are not supported.
    """
    space, lattice, layout = game.space, game.lattice, Layout(game.space)
    chances, table = chances_of(lattice, way), layout.empty_table()
    if way == "stored":
        table = Table(table.values.astype(np.float32), table.first_slot)
    arrays = kernel_lattice(lattice), kernel_exits(outcomes(game.ruleset, lattice, space)), game.ruleset.n_rerolls
    with ThreadPoolExecutor(n_processors()) as pool:
        for n_filled in reversed(range(game.ruleset.n_categories)):
            blocks = layout.blocks(n_filled)
            run_slices(pool, len(blocks.page), partial(solve_part, arrays, chances, blocks, table))
    return layout.gather(table)


def solve_part(
    arrays: tuple[Lattice, Exits, int], chances: Chances, blocks: Blocks, table: Table, start: int, stop: int
) -> None:
    """Solve the rows ``start`` to ``stop`` of a layer."""
    solve_drifting_blocks(*arrays, chances, (blocks, start, stop), table)
