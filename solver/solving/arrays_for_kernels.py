"""A game's tables as the kernels take them."""

from __future__ import annotations

import math

import numpy as np

from solver.game.dice import KeepLattice
from solver.game.exits import Outcomes
from solver.kernels.turn import Exits, Lattice
from solver.kernels.utility import Utility
from solver.solving.objectives import Objective


def kernel_lattice(lattice: KeepLattice) -> Lattice:
    """Return the arrays of the lattice that the kernels read."""
    return Lattice(lattice.extensions_of_keep, lattice.first_removal_of_keep, lattice.removals, lattice.prob_of_roll)


def kernel_exits(ways_out: Outcomes) -> Exits:
    """Return the arrays of the outcomes that the kernels read."""
    return Exits(*(getattr(ways_out, name) for name in Exits._fields))


def kernel_utility(objective: Objective, ways_out: Outcomes) -> Utility:
    """Return exponential utility as the kernels read it."""
    exponents = (objective.theta * ways_out.gain).tolist()
    factor = np.array([math.exp(exponent) for exponent in exponents])  # numpy's are good to a few units only
    offset = np.array([objective.sign * objective.shift * math.expm1(exponent) for exponent in exponents])
    return Utility(objective.theta, objective.sign, objective.shift, factor, offset)
