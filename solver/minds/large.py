"""Matrices fitted to choose: they take too many numbers to be recorded, so one seed finds them, once on each machine.

Of each the record tells the SHA-256 of its numbers and what it scores.
"""

from __future__ import annotations

from hashlib import sha256

import numpy as np

from solver.arrays import Floats
from solver.minds.cards import Cards
from solver.minds.fitting import Stage, fit
from solver.minds.formulas import SEED
from solver.minds.ranks import Matrix, Ranks, in_thousandths, plain_fit, same_everywhere
from solver.store.format import Result
from solver.store.results import recall

NEAR = Stage(1200, 300, strides=(0.3, 0.01))  # to be right, where each begins
CHOOSING_RANKS = {
    "rank-1-choose": (1, Stage(250, 60, (0.5, 0.05), (2.0, 0.05))),
    "rank-2-choose": (2, Stage(350, 100, (0.5, 0.05), (2.0, 0.03))),
    "rank-3-choose": (3, Stage(350, 100, (0.2, 0.03), (1.0, 0.03))),
    "rank-4-choose": (4, Stage(250, 100, (0.2, 0.02), (1.0, 0.02))),
    "rank-6-choose": (6, Stage(250, 100, (0.1, 0.02), (0.5, 0.01))),
}


def numbers_to_choose(cards: Cards, name: str, fresh: bool = False) -> Floats:
    """Return the numbers of a matrix, in thousandths, found from the seed or kept on this machine from before.

    The fit begins at the nearest matrix, rounded: so it is the same on every machine, whatever its library of linear
    algebra. From there it is fitted to be right, then to choose.
    """
    rank, stage = CHOOSING_RANKS[name]
    family = Ranks(Matrix(cards.game), rank)

    def compute() -> Result:
        start = same_everywhere(family, plain_fit(cards, rank))
        near = fit(cards, family, start, (NEAR,), SEED, "be_right")
        return Result({"numbers": in_thousandths(fit(cards, family, near, (stage,), SEED))}, {})

    found = recall("numbers_to_choose", cards.game.identity | {"mind": name}, compute, fresh)[0].arrays["numbers"]
    return np.asarray(found)


def values_to_choose(name: str, cards: Cards) -> Floats:
    """Return the values of a matrix."""
    family = Ranks(Matrix(cards.game), CHOOSING_RANKS[name][0])
    return family.values(numbers_to_choose(cards, name), cards.pages, cards.totals)


def digest_of(cards: Cards, name: str) -> str:
    """Return the SHA-256 of the numbers of a matrix; nothing for minds whose numbers are recorded."""
    return sha256(numbers_to_choose(cards, name).tobytes()).hexdigest() if name in CHOOSING_RANKS else ""
