"""What the table in the browser knows of the bonus while most boxes are open."""

from __future__ import annotations

import gzip
import json

import numpy as np

from solver.datasets.contract.registry import Content, file
from solver.datasets.contract.workshop import Workshop
from solver.datasets.shared.perfect_play import perfect_bonus_chance

N_FILLED = 3  # with more boxes filled, a browser follows all games to their ends
UNITS = 10_000


@file("early-bonus", "early-bonus.json.gz", "asset", ruleset="scandinavian", n_filled=N_FILLED, units=UNITS)
def early_bonus(workshop: Workshop) -> Content:
    """Give the chance of the bonus, played perfectly, from each scorecard with three boxes filled; one row per card.

    A JSON object, gzipped: ``n_filled``, the number of filled boxes, ``units``, of which the chance of one is made,
    and the chances.

    Columns
    -------
    chances : int
        An array, card by card: by the set of filled boxes as a number, then by the upper total, as far as a game can
        come to it.
    """
    space = workshop.game.space
    states = np.flatnonzero(space.n_filled_of_set == N_FILLED)
    chances = perfect_bonus_chance(workshop)
    first = space.first_state_of_page
    found = np.concatenate([chances[first[page] : first[page + 1]] for page in states.tolist()])
    content = {"n_filled": N_FILLED, "units": UNITS, "chances": np.rint(found * UNITS).astype(int).tolist()}
    return Content(gzip.compress(json.dumps(content, separators=(",", ":")).encode(), 9, mtime=0), len(found))
