"""Trees of values and of decisions, grown to imitate perfect play."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from solver.arrays import Floats, Ints, Longs
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.rows import N_LANES
from solver.kernels.trees import Nodes, Sample, follow_trees, grow, read_tree
from solver.minds.features import Bytes, features_of_rolls, features_of_situations, features_of_states
from solver.minds.fitting import Cards, Draw, draw_chains
from solver.play.player import Decided, Options, Tables
from solver.play.walk import walk
from solver.threads import n_processors

FIELDS = Nodes._fields


def grow_tree(values: Bytes, labels: Floats, weights: Floats, n_leaves: int, n_classes: int = 0) -> Nodes:
    """Return a tree with at most ``n_leaves`` leaves; labels are numbers, or classes below ``n_classes``.

    A leaf weighs at least as much as the lightest sample.
    """
    sample = Sample(values, labels, weights, n_classes > 0, max(1, n_classes))
    n_nodes = 2 * n_leaves - 1
    nodes = Nodes._make(np.zeros(n_nodes, np.float64 if field == "label" else np.int32) for field in FIELDS)
    n_nodes = grow(sample, n_leaves, float(weights.min()), nodes)
    return Nodes._make(part[:n_nodes].copy() for part in nodes)


def n_leaves(nodes: Nodes) -> int:
    """Return the number of leaves of a tree."""
    return int((nodes.feature < 0).sum())


def tree_size(leaves: int) -> int:
    """Return the number of parameters of a tree: feature and threshold of each split, and answer of each leaf."""
    return 2 * (leaves - 1) + leaves


def pruned(nodes: Nodes, leaves: int) -> Nodes:
    """Return the tree of the first splits, with ``leaves`` leaves."""
    n_nodes = min(2 * leaves - 1, len(nodes.feature))
    first = Nodes._make(part[:n_nodes].copy() for part in nodes)
    first.feature[first.rank >= leaves - 1] = -1
    return first


def answers(nodes: Nodes, values: Bytes) -> Floats:
    """Return the answer of a tree for each sample."""
    found = np.empty(values.shape[1])
    read_tree(nodes, values, found)
    return found


def value_tree(cards: Cards, leaves: int) -> Nodes:
    """Return the tree of the values, by least squares weighted with the visits of perfect play."""
    seen = np.flatnonzero((cards.visits_of_state > 0) & (cards.layers < cards.game.ruleset.n_categories))
    values = features_of_states(cards.game, cards.pages[seen], cards.totals[seen]).T
    weights = cards.visits_of_state[seen]
    return grow_tree(np.ascontiguousarray(values), cards.value_of_state[seen], weights, leaves)


def values_of_tree(cards: Cards, nodes: Nodes) -> Floats:
    """Return a tree's value of every state; finished scorecards are exact."""
    values = np.ascontiguousarray(features_of_states(cards.game, cards.pages, cards.totals).T)
    is_finished = cards.layers == cards.game.ruleset.n_categories
    return np.where(is_finished, cards.value_of_state, answers(nodes, values))


@dataclass(frozen=True, eq=False)
class TreePlayer(Decided):
    """The player with one tree for the box and one for the dice for each number of remaining throws.

    Attributes
    ----------
    trees : tuple of Nodes
        The tree for the box answers with a category, the others with a keep, of which the dice in the roll are kept, or
        to stop.
    """

    name: str
    game: Game
    trees: tuple[Nodes, ...]

    @cached_property
    def joined(self) -> tuple[Nodes, Longs]:
        """Return all trees as one, and the root of each."""
        sizes = [len(tree.feature) for tree in self.trees]
        joined = Nodes._make(np.concatenate(parts) for parts in zip(*self.trees, strict=True))
        return joined, np.cumsum([0, *sizes[:-1]]).astype(np.int64)

    @cached_property
    def option_of_answer(self) -> Ints:
        """Return the option that each keep means for each roll, -1 for stopping: int32[n_rolls, n_keeps + 1]."""
        lattice = self.game.lattice
        found = np.full((len(lattice.rolls), lattice.n_keeps + 1), -1, dtype=np.int32)
        for roll, dice in enumerate(lattice.rolls):
            number = {lattice.keeps[keep]: place for place, keep in enumerate(lattice.choices_of_roll[roll])}
            for keep, wanted in enumerate(lattice.keeps):
                common = tuple(
                    face for face in sorted(set(dice)) for _ in range(min(dice.count(face), wanted.count(face)))
                )
                found[roll, keep] = number.get(common, -1)
        return found

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
        game, (nodes, roots) = self.game, self.joined
        shape = len(rows.page), game.ruleset.n_rerolls + 1, len(game.lattice.rolls), N_LANES
        options = np.zeros(shape, np.int16)
        totals = np.minimum(rows.lane[:, None] + np.arange(N_LANES), game.ruleset.threshold)
        pages = np.repeat(rows.page, N_LANES)
        of_state = features_of_states(game, pages, totals.ravel()).reshape(len(rows.page), N_LANES, -1)
        of_lanes = np.ascontiguousarray(of_state.transpose(0, 2, 1))
        features = of_lanes, features_of_rolls(game), game.points_of_roll.astype(np.uint8)
        gains = tables.outcomes.gain
        follow_trees(tables.choices, gains, rows, nodes, roots, features, self.option_of_answer, options)
        return options


@dataclass(frozen=True, eq=False)
class Decisions:
    """Decisions to imitate, with one number of remaining throws: features, decisions, weights."""

    values: Bytes
    taken: Floats
    stakes: Floats


def decisions_of(cards: Cards, states: Longs, rolls: Longs, taken: Longs, stakes: Floats) -> list[Decisions]:
    """Return the decisions of chains by remaining throws; see ``fitting.Chains`` for the arrays."""
    found = []
    for rerolls in range(rolls.shape[2]):
        place, chain = np.nonzero(rolls[:, :, rerolls] >= 0)
        here = states[place]
        roll = rolls[place, chain, rerolls]
        values = features_of_situations(cards.game, cards.pages[here], cards.totals[here], roll)
        found.append(Decisions(values, taken[place, chain, rerolls].astype(np.float64), stakes[place, chain, rerolls]))
    return found


N_OF_LAYER = 100  # states of each layer drawn at a time


@dataclass(frozen=True)
class TrainingSizes:
    """Sizes of the training: batches of turns for training and for testing; largest number of leaves."""

    n_batches: int
    n_tested: int
    n_leaves: int
    seed: int


def sample_decisions(cards: Cards, n_batches: int, seed: int, visits: Floats | None = None) -> list[Decisions]:
    """Return decisions of perfect play by remaining throws, in turns from states drawn by visits, in random order.

    The visits are those of perfect play by default.
    """
    random, tables = np.random.default_rng(seed), Tables(cards.game)
    draw, drawn = Draw(cards, cards.visits_of_state if visits is None else visits), []
    for _ in range(n_batches):
        chains = draw_chains(cards, tables, draw.shuffled(random, N_OF_LAYER), random)
        drawn.append((chains.states, chains.rolls, chains.taken, chains.stakes))
    return decisions_of(cards, *(np.concatenate(parts) for parts in zip(*drawn, strict=True)))


def joined(first: list[Decisions], second: list[Decisions]) -> list[Decisions]:
    """Concatenate decisions."""
    return [
        Decisions(
            np.concatenate([one.values, other.values], axis=1),
            np.concatenate([one.taken, other.taken]),
            np.concatenate([one.stakes, other.stakes]),
        )
        for one, other in zip(first, second, strict=True)
    ]


def imitate(cards: Cards, decisions: list[Decisions], leaves: int, is_weighted: bool) -> tuple[Nodes, ...]:
    """Return trees grown from decisions: for the box, and for the dice with each number of remaining throws.

    If weighted, a decision counts by its range of values, the best option minus the worst; else all count equally.
    """

    def tree(rerolls: int) -> Nodes:
        game, seen = cards.game, decisions[rerolls]
        n_classes = game.ruleset.n_categories if rerolls == 0 else game.lattice.n_keeps + 1
        matters = seen.stakes > 0
        weights = seen.stakes[matters] if is_weighted else np.ones(int(matters.sum()))
        values = np.ascontiguousarray(seen.values[:, matters])
        return grow_tree(values, seen.taken[matters], weights, leaves, n_classes)

    with ThreadPoolExecutor(n_processors()) as pool:
        return tuple(pool.map(tree, range(len(decisions))))


def agreement(trees: tuple[Nodes, ...], decisions: list[Decisions]) -> list[float]:
    """Return the share of decisions in which each tree agrees with perfect play."""
    return [
        float((answers(tree, seen.values) == seen.taken).mean()) for tree, seen in zip(trees, decisions, strict=True)
    ]


def with_corrections(
    cards: Cards, decisions: list[Decisions], trees: tuple[Nodes, ...], course: TrainingSizes
) -> list[Decisions]:
    """Return the decisions with as many more, from states that the trees' own player visits (DAgger, one iteration)."""
    visits = walk(cards.game, TreePlayer("before", cards.game, trees)).visits_of_state
    return joined(decisions, sample_decisions(cards, course.n_batches, course.seed + 1, visits))


STRIDE = 0.3  # points


@dataclass(frozen=True, eq=False)
class Leaves:
    """The family of trees with the splits of one tree; its parameters are the answers of the leaves, in order."""

    cards: Cards
    nodes: Nodes

    @cached_property
    def is_leaf(self) -> Longs:
        """Return which nodes are leaves."""
        return np.flatnonzero(self.nodes.feature < 0)

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters, without the splits."""
        return n_leaves(self.nodes)

    @property
    def strides(self) -> Floats:
        """Return the step size of each parameter."""
        return np.full(self.n_numbers, STRIDE)

    @property
    def leaf_values(self) -> Floats:
        """Return the answers of the tree's leaves."""
        return self.nodes.label[self.is_leaf]

    @cached_property
    def leaf_of_state(self) -> Longs:
        """Return the leaf of each state; -1 for finished scorecards."""
        labels = np.full(len(self.nodes.feature), -1.0)
        labels[self.is_leaf] = np.arange(self.n_numbers)
        found = values_of_tree(self.cards, self.nodes._replace(label=labels)).astype(np.int64)
        return np.where(self.cards.layers == self.cards.game.ruleset.n_categories, -1, found)

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, by page and upper total; finished scorecards are exact."""
        states = self.cards.game.space.states(pages, totals)
        leaves = self.leaf_of_state[states]
        found: Floats = np.where(leaves < 0, self.cards.value_of_state[states], numbers[leaves])
        return found

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each parameter."""
        leaves = self.leaf_of_state[self.cards.game.space.states(pages, totals)]
        return np.bincount(leaves + 1, weights, len(numbers) + 1)[1:].astype(np.float64)
