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
from solver.minds.features import open_boxes

OUTPUT_SCALE = 20.0  # points; so that numbers of the order of one make values of the order of a game


@dataclass(frozen=True, eq=False)
class Network:
    """The family of networks with so many hidden places; its numbers are u, row by row, then c, v and b."""

    game: Game
    n_hidden: int

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
        return np.full(self.n_numbers, 0.02)

    def start(self, seed: int) -> Floats:
        """Return numbers to begin with: small and random."""
        random = np.random.default_rng(seed)
        inner = random.normal(0.0, 1.0 / np.sqrt(self.n_inputs), (self.n_inputs, self.n_hidden))
        outer = random.normal(0.0, 1.0 / np.sqrt(self.n_hidden), self.n_hidden)
        return np.concatenate([inner.ravel(), np.zeros(self.n_hidden), outer, [5.0]])

    def layers(self, numbers: Floats) -> tuple[Floats, Floats, Floats, float]:
        """Return u, c, v and b."""
        first = self.n_inputs * self.n_hidden
        inner = numbers[:first].reshape(self.n_inputs, self.n_hidden)
        return inner, numbers[first : first + self.n_hidden], numbers[first + self.n_hidden : -1], float(numbers[-1])

    def inputs(self, pages: Longs, totals: Longs) -> Floats:
        """Return what the network sees of some states."""
        return np.column_stack([self.boxes[pages], totals / self.game.ruleset.threshold])

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, given by page and upper total."""
        inner, shift, outer, base = self.layers(numbers)
        found: Floats = OUTPUT_SCALE * (np.tanh(self.inputs(pages, totals) @ inner + shift) @ outer + base)
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each number."""
        inner, shift, outer, _base = self.layers(numbers)
        seen, weights = self.inputs(pages, totals), OUTPUT_SCALE * weights
        hidden = np.tanh(seen @ inner + shift)
        back = (1.0 - hidden**2) * outer * weights[:, None]
        return np.concatenate([(seen.T @ back).ravel(), back.sum(axis=0), weights @ hidden, [weights.sum()]])
