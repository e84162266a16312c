r"""Small networks: one hidden layer over the open boxes and the upper total, as they are.

.. math:: W(C, m) = b + \sum_i v_i \tanh\left(c_i + \sum_j u_{ij} x_j\right)

with x the open boxes as ones and zeros and, last, the share of the threshold that is written. A network of n hidden
places takes 18 n + 1 numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats, Longs
from solver.game.game import Game
from solver.kernels.network import network_slopes, network_values
from solver.kernels.rows import N_LANES
from solver.minds.curves import USUAL
from solver.minds.features import faces_open, open_boxes, places_of

LIKE_NORMAL = 0.8  # (1 + tanh(0.8 x)) / 2 is nearly the normal distribution function
OUTPUT_SCALE = 20.0  # points; so that numbers of the order of one make values of the order of a game


EDGES = (0.8, 7.6)  # widths of the sharpest and the flattest edge, in points of the upper total
STEEPER = 8.0  # by how much further the weights of the total may move, where there are edges


@dataclass(frozen=True, eq=False)
class Network:
    """The family of networks with so many hidden places; its numbers are u, row by row, then c, v and b.

    Attributes
    ----------
    n_edges : int
        How many of the places begin as edges: they ask how far the upper total is from the threshold, with three of a
        face in every open upper box, the first sharply, the last one hardly. The others begin at random.
    steep : float
        How many times the share of the threshold is seen. A place that begins at random sees no edge in a share from 0
        to 1; in several times that, it does not have so far to go to one.
    nothing_at : float
        The share that is seen as nothing: there, a place that begins at random bends most.
    """

    game: Game
    n_hidden: int
    n_edges: int = 0
    steep: float = 1.0
    nothing_at: float = 0.0

    @cached_property
    def boxes(self) -> Floats:
        """Return which boxes are open on each page."""
        return open_boxes(self.game)

    @property
    def n_inputs(self) -> int:
        """Return how many inputs there are."""
        return int(self.boxes.shape[1]) + 1

    @property
    def n_numbers(self) -> int:
        """Return how many numbers are fitted."""
        return self.n_hidden * (self.n_inputs + 2) + 1

    @property
    def strides(self) -> Floats:
        """Return by how much each number may move in one step of a fit."""
        found = np.full(self.n_numbers, 0.02)
        if self.n_edges > 0:
            found[(self.n_inputs - 1) * self.n_hidden : self.n_inputs * self.n_hidden] *= STEEPER
        return found

    def start(self, seed: int) -> Floats:
        """Return numbers to begin with: small and random, but for the edges."""
        random = np.random.default_rng(seed)
        inner = random.normal(0.0, 1.0 / np.sqrt(self.n_inputs), (self.n_inputs, self.n_hidden))
        outer = random.normal(0.0, 1.0 / np.sqrt(self.n_hidden), self.n_hidden)
        shift, threshold = np.zeros(self.n_hidden), self.game.ruleset.threshold
        for place, width in enumerate(np.geomspace(*EDGES, self.n_edges)):
            slope = LIKE_NORMAL / width
            inner[:, place] = 0.0
            inner[places_of(self.game, True), place] = slope * USUAL * faces_open(self.game)[0]
            inner[-1, place] = slope * threshold / self.steep
            shift[place] = -slope * (threshold * (1.0 - self.nothing_at) - 0.5)
            outer[place] = self.game.ruleset.bonus / 2.0 / OUTPUT_SCALE / self.n_edges
        return np.concatenate([inner.ravel(), shift, outer, [5.0]])

    def seen_of(self, totals: Longs) -> Floats:
        """Return what is seen of upper totals."""
        return self.steep * (totals / self.game.ruleset.threshold - self.nothing_at)

    def inputs(self, pages: Longs, totals: Longs) -> Floats:
        """Return what the network sees of some states, filled up to whole rows: float64[n_inputs, n_rows * N_LANES]."""
        found = np.zeros((self.n_inputs, -(-len(pages) // N_LANES) * N_LANES))
        found[:-1, : len(pages)] = self.boxes.T[:, pages]
        found[-1, : len(pages)] = self.seen_of(totals)
        return found

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, given by page and upper total."""
        inputs = self.inputs(pages, totals)
        found = np.empty(inputs.shape[1])
        network_values(numbers, self.n_hidden, inputs, found)
        return OUTPUT_SCALE * found[: len(pages)]

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each number."""
        inputs = self.inputs(pages, totals)
        shares, found = np.zeros(inputs.shape[1]), np.empty(self.n_numbers)
        shares[: len(pages)] = OUTPUT_SCALE * weights
        network_slopes(numbers, self.n_hidden, inputs, shares, np.zeros((self.n_numbers, N_LANES)), found)
        return found
