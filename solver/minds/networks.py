"""Small networks of values and of decisions."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Floats, Longs
from solver.game.game import Game
from solver.kernels.following import Places
from solver.kernels.networks import Weights, follow_networks, network_slopes, network_values
from solver.kernels.rows import N_LANES
from solver.minds.features import USUAL, Bytes, faces_open, features_of_rolls, features_of_states, open_boxes, places_of
from solver.minds.fitting import Adam, between
from solver.minds.trees import Decisions
from solver.play.player import Decided, Options, Tables
from solver.rules.ruleset import FACES, Roll
from solver.threads import n_processors

LIKE_NORMAL = 0.8  # (1 + tanh(0.8 x)) / 2 is nearly the normal distribution function
OUTPUT_SCALE = 20.0  # points; scales parameters of order one to values of a game


EDGES = (0.8, 7.6)  # widths of the sharpest and the flattest edge, in points of the upper total
STEEPER = 8.0  # factor of the step size of the total's weights, if there are edges


@dataclass(frozen=True, eq=False)
class Network:
    """The family of networks with ``n_hidden`` hidden units; its parameters are u, row by row, then c, v and b.

    Attributes
    ----------
    n_edges : int
        Number of units initialized as edges: smooth steps over the distance of the upper total, plus three of a face in
        every open upper box, from the threshold, with widths from sharp to flat. The others are initialized at random.
    steep : float
        Scale of the input for the share of the threshold. A larger scale lets random units form an edge with smaller
        changes of their weights.
    nothing_at : float
        The share at which that input is 0, where random units are most nonlinear.
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
        """Return the number of inputs."""
        return int(self.boxes.shape[1]) + 1

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters."""
        return self.n_hidden * (self.n_inputs + 2) + 1

    @property
    def strides(self) -> Floats:
        """Return the step size of each parameter."""
        found = np.full(self.n_numbers, 0.02)
        if self.n_edges > 0:
            found[(self.n_inputs - 1) * self.n_hidden : self.n_inputs * self.n_hidden] *= STEEPER
        return found

    def start(self, seed: int) -> Floats:
        """Return initial parameters: small and random, except for the edges."""
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
        """Return the input of upper totals."""
        return self.steep * (totals / self.game.ruleset.threshold - self.nothing_at)

    def inputs(self, pages: Longs, totals: Longs) -> Floats:
        """Return the inputs of some states, padded to whole rows: float64[n_inputs, n_rows * N_LANES]."""
        found = np.zeros((self.n_inputs, -(-len(pages) // N_LANES) * N_LANES))
        found[:-1, : len(pages)] = self.boxes.T[:, pages]
        found[-1, : len(pages)] = self.seen_of(totals)
        return found

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, by page and upper total."""
        inputs = self.inputs(pages, totals)
        found = np.empty(inputs.shape[1])
        network_values(numbers, self.n_hidden, inputs, found)
        return OUTPUT_SCALE * found[: len(pages)]

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each parameter."""
        inputs = self.inputs(pages, totals)
        shares, found = np.zeros(inputs.shape[1]), np.empty(self.n_numbers)
        shares[: len(pages)] = OUTPUT_SCALE * weights
        network_slopes(numbers, self.n_hidden, inputs, shares, np.zeros((self.n_numbers, N_LANES)), found)
        return found


Shorts = npt.NDArray[np.float32]
Numbers = TypeVar("Numbers", Shorts, Floats)

BATCH = 256  # decisions per step
STRIDES = 0.01, 0.0001  # first and last, falling geometrically
ROUNDS = 30  # epochs
TINY = 1e-8


@dataclass(frozen=True, eq=False)
class PolicyNetwork:
    """A network; ``inner`` is float64[n_inputs, n_hidden], ``outer`` float64[n_hidden, n_outputs]."""

    inner: Floats
    shift: Floats
    outer: Floats
    base: Floats

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters."""
        return sum(part.size for part in vars(self).values())

    def outputs(self, seen: Floats) -> Floats:
        """Return the values of the outputs: [n_situations, n_outputs]."""
        found: Floats = np.maximum(seen @ self.inner + self.shift, 0.0) @ self.outer + self.base
        return found


@lru_cache
def scale(game: Game) -> Floats:
    """Return the largest value of each input, those of states first, then those of rolls and of points."""
    faces = [int(FACES[place]) for place, category in enumerate(game.ruleset.categories) if category.is_upper]
    n_boxes, threshold = game.ruleset.n_categories, game.ruleset.threshold
    of_state = [*[1] * n_boxes, threshold, n_boxes, len(faces), threshold + USUAL * sum(faces)]
    of_roll = features_of_rolls(game).max(axis=0)
    most = np.concatenate([of_state, of_roll, game.points_of_roll.max(axis=0)])
    found: Floats = np.maximum(1.0, most)
    return found


@dataclass(frozen=True, eq=False)
class Masks:
    """The keeps of each roll as outputs of a network: a bit for each die that is kept, the first lowest.

    Attributes
    ----------
    first, output, option : int64[n_rolls + 1], int64[n_entries], int16[n_entries]
        Index of each roll's first keep; the output that represents each keep; and its option, -1 to stop.
    of_keep : int64[n_rolls, n_keeps + 1]
        The output of each keep of a roll, the last for stopping; -1 if the roll does not contain it.
    """

    first: Longs
    output: Longs
    option: npt.NDArray[np.int16]
    of_keep: Longs

    @property
    def can_be(self) -> Bools:
        """Return the possible outputs of each roll: bool[n_rolls, n_outputs]."""
        found = np.zeros((len(self.of_keep), int(self.output.max()) + 1), dtype=np.bool_)
        found[np.repeat(np.arange(len(found)), np.diff(self.first)), self.output] = True
        return found


@lru_cache
def masks_of(game: Game) -> Masks:
    """Return the keeps of a game as outputs."""
    lattice, everything = game.lattice, (1 << game.ruleset.n_dice) - 1
    of_keep = np.full((len(lattice.rolls), lattice.n_keeps + 1), -1)
    first, output, option = [0], [], []
    for roll, dice in enumerate(lattice.rolls):
        for number, keep in enumerate(lattice.choices_of_roll[roll]):
            of_keep[roll, keep] = mask_of(dice, lattice.keeps[keep])
            output.append(int(of_keep[roll, keep]))
            option.append(number)
        of_keep[roll, -1] = everything
        output.append(everything)
        option.append(-1)
        first.append(len(output))
    return Masks(np.array(first), np.array(output), np.array(option, dtype=np.int16), of_keep)


def mask_of(dice: Roll, kept: Roll) -> int:
    """Return which dice are kept, the first of equal ones, as bits."""
    left, mask = list(kept), 0
    for place, die in enumerate(dice):
        if die in left:
            left.remove(die)
            mask |= 1 << place
    return mask


def rolls_of(game: Game, values: Bytes) -> Longs:
    """Return the rolls of situations, given their features."""
    counts = features_of_rolls(game)[:, : len(FACES)].astype(np.int64)
    seen = values[-len(game.ruleset.categories) - features_of_rolls(game).shape[1] :][: len(FACES)]
    powers = (game.ruleset.n_dice + 1) ** np.arange(len(FACES))
    roll_of_code = np.full((game.ruleset.n_dice + 1) ** len(FACES), -1)
    roll_of_code[counts @ powers] = np.arange(len(counts))
    found: Longs = roll_of_code[powers @ seen.astype(np.int64)]
    return found


def trained_network(game: Game, decisions: Decisions, rerolls: int, n_hidden: int, seed: int) -> PolicyNetwork:
    """Return a network that imitates decisions: Adam on the cross-entropy.

    A decision is weighted by its range of values, the best option minus the worst.
    """
    matters = np.flatnonzero(decisions.stakes > 0)
    labels, can_be = labels_of(game, decisions, rerolls)
    labels, can_be = labels[matters], can_be[matters]
    seen = decisions.values[:, matters].T.astype(np.float32) * (1.0 / scale(game)).astype(np.float32)
    weights = (decisions.stakes[matters] / decisions.stakes[matters].mean()).astype(np.float32)
    random = np.random.default_rng(seed)
    parts = start(random, seen.shape[1], n_hidden, can_be.shape[1])
    optimizer = Adam(parts, TINY)
    n_in_round = len(matters) // BATCH
    for step in range(ROUNDS * n_in_round):
        if step % n_in_round == 0:
            order = random.permutation(len(matters))
        ours = order[step % n_in_round * BATCH :][:BATCH]
        slopes = slopes_of(parts, seen[ours], labels[ours], can_be[ours], weights[ours])
        optimizer.move(slopes, between(STRIDES, step / (ROUNDS * n_in_round)))
    return PolicyNetwork(*(part.astype(np.float64) for part in parts))


def labels_of(game: Game, decisions: Decisions, rerolls: int) -> tuple[Longs, Bools]:
    """Return the output of the decision taken, and the possible outputs, for each decision."""
    if rerolls == 0:
        return decisions.taken.astype(np.int64), decisions.values[: game.ruleset.n_categories].T > 0
    rolls, masks = rolls_of(game, decisions.values), masks_of(game)
    return masks.of_keep[rolls, decisions.taken.astype(np.int64)], masks.can_be[rolls]


def start(random: np.random.Generator, n_inputs: int, n_hidden: int, n_outputs: int) -> list[Shorts]:
    """Return initial parameters of a network."""
    inner = random.normal(0.0, np.sqrt(2.0 / n_inputs), (n_inputs, n_hidden))
    outer = random.normal(0.0, np.sqrt(1.0 / n_hidden), (n_hidden, n_outputs))
    parts = inner, np.zeros(n_hidden), outer, np.zeros(n_outputs)
    return [part.astype(np.float32) for part in parts]


def slopes_of(parts: list[Numbers], seen: Numbers, labels: Longs, can_be: Bools, weights: Numbers) -> list[Numbers]:
    """Return the gradient, by each part of a network, of the weighted cross-entropy."""
    inner, shift, outer, base = parts
    hidden = np.maximum(seen @ inner + shift, 0)
    outputs = np.where(can_be, hidden @ outer + base, -np.inf)
    likely = np.exp(outputs - outputs.max(axis=1, keepdims=True))
    likely /= likely.sum(axis=1, keepdims=True)
    likely[np.arange(len(labels)), labels] -= 1
    likely *= weights[:, None] / len(labels)
    back = likely @ outer.T * (hidden > 0)
    return [seen.T @ back, back.sum(axis=0), hidden.T @ likely, likely.sum(axis=0)]


def agreement(game: Game, networks: tuple[PolicyNetwork, ...], decisions: list[Decisions]) -> list[float]:
    """Return the share of decisions in which each network agrees with perfect play."""
    found = []
    for rerolls, (network, shown) in enumerate(zip(networks, decisions, strict=True)):
        labels, can_be = labels_of(game, shown, rerolls)
        outputs = network.outputs(shown.values.T / scale(game))
        found.append(float((np.where(can_be, outputs, -np.inf).argmax(axis=1) == labels).mean()))
    return found


@dataclass(frozen=True, eq=False)
class NetworkPlayer(Decided):
    """The player with one network for the box and one for the dice for each number of remaining throws."""

    name: str
    game: Game
    networks: tuple[PolicyNetwork, ...]

    def decide(self, tables: Tables, rows: Places) -> Options:
        """Return the decision in every situation, see ``Decided``."""
        game, masks = self.game, masks_of(self.game)
        shape = len(rows.page), game.ruleset.n_rerolls + 1, len(game.lattice.rolls), N_LANES
        options = np.zeros(shape, np.int16)
        totals = np.minimum(rows.lane[:, None] + np.arange(N_LANES), game.ruleset.threshold)
        of_state = features_of_states(game, np.repeat(rows.page, N_LANES), totals.ravel())
        box, *keeps = (self.weights(network, of_state) for network in self.networks)
        points = game.points_of_roll.astype(np.int32)
        ways = masks.first, masks.output, masks.option
        follow_networks(tables.choices, rows, points, ways, box, tuple(keeps), options)
        return options

    def weights(self, network: PolicyNetwork, of_state: Bytes) -> Weights:
        """Return a network for the kernel, for some states."""
        of_roll, n_of_state = features_of_rolls(self.game), of_state.shape[1]
        inner = network.inner / scale(self.game)[:, None]
        states, rolls, points = np.split(inner, [n_of_state, n_of_state + of_roll.shape[1]])
        of_lanes = (of_state @ states + network.shift).reshape(-1, N_LANES, len(network.shift))
        outer = np.ascontiguousarray(network.outer.T)
        return Weights(
            np.ascontiguousarray(of_lanes.transpose(0, 2, 1)), of_roll @ rolls, np.ascontiguousarray(points),
            outer, network.base,
        )  # fmt: skip


def trained_player(name: str, game: Game, decisions: list[Decisions], n_hidden: int, seed: int) -> NetworkPlayer:
    """Return the player whose networks, with ``n_hidden`` hidden units each, imitate decisions by remaining throws."""
    with ThreadPoolExecutor(n_processors()) as pool:
        networks = pool.map(
            lambda rerolls: trained_network(game, decisions[rerolls], rerolls, n_hidden, seed), range(len(decisions))
        )
        return NetworkPlayer(name, game, tuple(networks))
