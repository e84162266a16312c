"""What a tree sees of a situation, all whole numbers from 0 to 255: of the state, of the roll, and of both."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from solver.arrays import Longs
from solver.game.game import Game
from solver.minds.curves import USUAL
from solver.minds.features import faces_open, open_boxes
from solver.rules.scoring import FACES

Bytes = npt.NDArray[np.uint8]


def features_of_states(game: Game, pages: Longs, totals: Longs) -> Bytes:
    """Return what is seen of states: uint8[n_states, n_categories + 4].

    Which boxes are open; the upper total; how many boxes are open, how many upper ones; and the upper total with three
    of a face in each of these.
    """
    boxes, faces = open_boxes(game)[pages], faces_open(game)[pages]
    usual = totals + USUAL * faces.sum(axis=1)
    seen = [boxes, totals, boxes.sum(axis=1), (faces > 0).sum(axis=1), usual]
    return np.column_stack(seen).astype(np.uint8)


@lru_cache
def features_of_rolls(game: Game) -> Bytes:
    """Return what is seen of each roll: the dice of each face, most equal dice, different faces, and the sum."""
    counts = np.array([[roll.count(face) for face in FACES] for roll in game.lattice.rolls])
    sums = counts @ np.array(FACES)
    return np.column_stack([counts, counts.max(axis=1), (counts > 0).sum(axis=1), sums]).astype(np.uint8)


def features_of_situations(game: Game, pages: Longs, totals: Longs, rolls: Longs) -> Bytes:
    """Return all that is seen of situations, points of open boxes last: uint8[n_features, n_situations]."""
    points = np.where(open_boxes(game)[pages] > 0, game.points_of_roll[rolls], 0)
    seen = [features_of_states(game, pages, totals), features_of_rolls(game)[rolls], points]
    return np.ascontiguousarray(np.column_stack(seen).astype(np.uint8).T)
