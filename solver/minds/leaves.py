"""Trees of values whose leaves are fitted: the splits are given, what each leaf says is a number."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats, Longs
from solver.kernels.tree import Nodes
from solver.minds.cards import Cards
from solver.minds.trees import n_leaves, values_of_tree

STRIDE = 0.3  # points


@dataclass(frozen=True, eq=False)
class Leaves:
    """The family of trees with the splits of one tree; its numbers are what the leaves say, in their order there."""

    cards: Cards
    nodes: Nodes

    @cached_property
    def is_leaf(self) -> Longs:
        """Return the nodes that are leaves."""
        return np.flatnonzero(self.nodes.feature < 0)

    @property
    def n_numbers(self) -> int:
        """Return how many numbers are fitted; the splits are none of them."""
        return n_leaves(self.nodes)

    @property
    def strides(self) -> Floats:
        """Return by how much each number may move in one step of a fit."""
        return np.full(self.n_numbers, STRIDE)

    @property
    def said(self) -> Floats:
        """Return what the leaves of the tree itself say."""
        return self.nodes.label[self.is_leaf]

    @cached_property
    def leaf_of_state(self) -> Longs:
        """Return the leaf that each state falls into; finished scorecards fall into none, -1."""
        labels = np.full(len(self.nodes.feature), -1.0)
        labels[self.is_leaf] = np.arange(self.n_numbers)
        found = values_of_tree(self.cards, self.nodes._replace(label=labels)).astype(np.int64)
        return np.where(self.cards.layers == self.cards.game.ruleset.n_categories, -1, found)

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, given by page and upper total; finished scorecards have theirs."""
        states = self.cards.game.space.states(pages, totals)
        leaves = self.leaf_of_state[states]
        found: Floats = np.where(leaves < 0, self.cards.value_of_state[states], numbers[leaves])
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each number."""
        leaves = self.leaf_of_state[self.cards.game.space.states(pages, totals)]
        return np.bincount(leaves + 1, weights, len(numbers) + 1)[1:].astype(np.float64)
