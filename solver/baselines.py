"""Players to compare with perfect play."""

from __future__ import annotations

import numpy as np

from solver.dice import Floats
from solver.solution import Game


def greedy_values(game: Game) -> Floats:
    """Return the value table that makes the greedy player: nothing still to come counts, only this turn's points.

    Greedy with respect to it, the player expects as many points as possible in this turn, and sees neither the bonus
    nor the boxes that are left.
    """
    return np.zeros(game.space.n_states)
