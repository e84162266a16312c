"""The value of a saved throw: how much one more of them raises the value of a scorecard."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.solving.layer_layout import StoredLayout
from solver.solving.layers import Layers, Values, look_up
from solver.solving.solution import Solution


@dataclass(frozen=True)
class Worth:
    """The value of one more saved throw, over all scorecards with ``filled`` boxes filled.

    Attributes
    ----------
    saved : int
        Saved throws before.
    mean, smallest, largest : float, points
        Over the reachable (set of filled categories, upper total), each counted once.
    scorecards : int
        Number of these.
    """

    filled: int
    saved: int
    mean: float
    smallest: float
    largest: float
    scorecards: int


def worth_of_throws(game: Game, values: Values) -> Iterator[Worth]:
    """Yield the value of one more saved throw, by filled categories and saved throws, without full scorecards.

    With n categories filled at most 2 n throws are saved, so the last step is from 2 n - 1.
    """
    for n_filled in range(1, game.ruleset.n_categories):
        n_gains = game.ruleset.n_rerolls * n_filled
        total, smallest, largest = np.zeros(n_gains), np.full(n_gains, np.inf), np.full(n_gains, -np.inf)
        scorecards = 0
        for found, weights in values_of_layer(game, values, n_filled):
            gain = np.diff(found, axis=1)
            scorecards += len(gain) * int(weights.sum())
            total += gain.sum(axis=0) @ weights
            np.minimum(smallest, gain.min(axis=(0, 2)), out=smallest)
            np.maximum(largest, gain.max(axis=(0, 2)), out=largest)
        for saved, mean in enumerate((total / scorecards).tolist()):
            yield Worth(n_filled, saved, mean, float(smallest[saved]), float(largest[saved]), scorecards)


def bound_of_layer(solution: Solution, n_filled: int) -> float:
    """Return the error bound of the values of a layer, in points.

    Errors accumulate from the last turn to the first, so those of float32 count up to this layer only.
    """
    values = solution.values
    stored = values.layer(n_filled).facts["stored_error"] if isinstance(values, Layers) else 0.0
    return solution.error_bound - solution.stored_error + float(stored)


def values_of_layer(game: Game, values: Values, n_filled: int) -> Iterator[tuple[Floats, Longs]]:
    """Yield the values of a layer by upper set: float64[n_sets, n_saved, n_totals], int64[n_totals].

    Dead totals share one value and appear once; the second array contains the number of reachable totals of each.
    """
    space, stored_totals = game.space, StoredLayout(game.space).stored_totals
    sets = np.flatnonzero(space.n_filled_of_set == n_filled)
    n_saved = int(space.n_extras_of_set[sets[0]])
    for upper_set in np.unique(space.upper_set_of_filled[sets]).tolist():
        totals, reachable = stored_totals[upper_set], np.flatnonzero(space.reachable_of_upper_set[upper_set])
        weights = np.ones(len(totals), dtype=np.int64)
        weights[0] = np.count_nonzero(reachable <= totals[0])
        readable = np.concatenate((reachable[:1], totals[1:]))  # the total that represents dead ones can be unreachable
        here = sets[space.upper_set_of_filled[sets] == upper_set]
        pages = here[:, None] + np.arange(n_saved) * space.n_sets
        yield look_up(space, values, pages[:, :, None], readable), weights
