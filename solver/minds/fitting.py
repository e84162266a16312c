"""Fit the parameters of a family to perfect play or to own games, round them, and evaluate the result exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from solver.arrays import Bools, Floats, Longs
from solver.game.game import Game
from solver.kernels.learning import play_chains
from solver.kernels.rows import N_LANES
from solver.kernels.soft_turn import play_softly
from solver.play.long_walk import player_key
from solver.play.player import Player, TablePlayer, Tables
from solver.play.statistics import habits
from solver.play.walk import Walk, shared_walk, walk
from solver.solving.solution import find_solution
from solver.store.results import Result, recall
from solver.studies.evaluate import mean_of_policy
from solver.threads import n_processors, run_slices


@dataclass(frozen=True, eq=False)
class Cards:
    """The states of a game with their perfect values and visits, all in the order of ``StateSpace``.

    Attributes
    ----------
    value_of_state, visits_of_state : float64[n_states]
        Points to come under perfect play, and the probability that a perfect game visits the state.
    """

    game: Game
    value_of_state: Floats
    visits_of_state: Floats

    @cached_property
    def pages(self) -> Longs:
        """Return the page of each state, its set of filled categories."""
        return np.nonzero(self.game.space.reachable_slots)[0]

    @cached_property
    def totals(self) -> Longs:
        """Return the upper total of each state."""
        return np.nonzero(self.game.space.reachable_slots)[1]

    @cached_property
    def layers(self) -> Longs:
        """Return the number of filled categories of each state."""
        return self.game.space.n_filled_of_set[self.pages].astype(np.int64)

    def successors(self, states: Longs) -> Longs:
        """Return the state after each outcome, -1 if its category is filled: int64[len(states), n_outcomes]."""
        ways_out, space = self.game.outcomes, self.game.space
        pages, totals = self.pages[states, None], self.totals[states, None]
        is_open = (pages >> ways_out.category & 1) == 0
        after = np.where(is_open, pages + ways_out.step, 0)
        reached = np.where(is_open, np.minimum(totals + ways_out.shift, space.ruleset.threshold), 0)
        return np.where(is_open, space.states(after, reached), -1)


def perfect_cards(game: Game) -> Cards:
    """Return the states of a game with cached values and visits."""
    solution = find_solution(game.ruleset)[0]

    def compute() -> Result:
        visits = shared_walk(game, TablePlayer("optimal", solution.value_of_state)).visits_of_state
        return Result({"visits": visits}, {})

    visits = recall("visits_of_perfect_play", game.identity, compute)[0].arrays["visits"]
    return Cards(game, solution.value_of_state, np.asarray(visits))


class Family(Protocol):
    """A parametrized formula for the points to come."""

    @property
    def n_numbers(self) -> int:
        """Return the number of parameters, without fixed shapes."""

    @property
    def strides(self) -> Floats:
        """Return the step size of each parameter: float64[n_numbers]."""

    def values(self, numbers: Floats, pages: Longs, totals: Longs) -> Floats:
        """Return the points to come in some states, by page and upper total."""

    def slopes(self, numbers: Floats, pages: Longs, totals: Longs, weights: Floats) -> Floats:
        """Return the derivative of the weighted sum of ``values`` by each parameter: float64[n_numbers]."""


@dataclass(frozen=True, eq=False)
class PlayerResults:
    """Exact results of a player's games.

    Attributes
    ----------
    mean, bonus_rate : float
        Expected final score and probability of the bonus.
    loss_of_turn : float64[n_turns]
        Loss of each turn in the player's games: the value of the states before, less its points and the value of the
        states after; the sum is the difference of the mean from perfect play.
    """

    mean: float
    bonus_rate: float
    loss_of_turn: Floats


def follow(cards: Cards, player: Player) -> PlayerResults:
    """Evaluate a player's games exactly."""
    return results_of_walk(cards, walk(cards.game, player, is_passing=True))


def results_of_walk(cards: Cards, way: Walk) -> PlayerResults:
    """Return the results of the player of a walk."""
    found = habits(way)
    written = found.prob_of_outcome @ cards.game.outcomes.gain
    states = cards.game.space.states(way.page.astype(np.int64), way.total.astype(np.int64))
    values: Floats = way.visits * cards.value_of_state[states]
    n_turns = cards.game.ruleset.n_categories
    worth = np.array([values[way.layer(n_filled)].sum() for n_filled in range(n_turns + 1)])
    mean = float(written.sum() + cards.game.ruleset.bonus * found.bonus_rate)
    return PlayerResults(mean, found.bonus_rate, worth[:-1] - worth[1:] - written)


def find_results(cards: Cards, player: TablePlayer) -> PlayerResults:
    """Return the results of a player with a value table, cached on disk."""

    def compute() -> Result:
        found = follow(cards, player)
        ones = {"mean": np.array([found.mean]), "bonus_rate": np.array([found.bonus_rate])}
        return Result({**ones, "loss_of_turn": found.loss_of_turn}, {})

    arrays = recall("followed", cards.game.identity | player_key(player), compute)[0].arrays
    return PlayerResults(float(arrays["mean"][0]), float(arrays["bonus_rate"][0]), np.asarray(arrays["loss_of_turn"]))


@dataclass(frozen=True, eq=False)
class Chains:
    """A simulated turn from each of some states, see ``kernels.learning.play_chains``; ``scores`` are true values."""

    states: Longs
    scores: Floats
    rolls: Longs
    taken: Longs
    stakes: Floats
    keeps: Floats
    best: Floats


def draw_chains(cards: Cards, tables: Tables, states: Longs, random: np.random.Generator) -> Chains:
    """Simulate a perfect turn from each of some states."""
    lattice, _exits, choices, n_rerolls, tie = tables.arrays
    game, n_states = cards.game, len(states)
    scores = scores_by(cards, tables, states, cards.value_of_state)
    shape = n_states, 1, n_rerolls + 1
    chances = random.random((*shape, game.ruleset.n_dice))
    found = np.empty(shape, np.int64), np.empty(shape, np.int64), np.empty(shape)
    keeps = np.empty((n_states, n_rerolls, game.lattice.n_keeps))
    best = np.empty((n_states, n_rerolls + 1, len(game.lattice.rolls)))
    filled = cards.pages[states]

    def play(start: int, stop: int) -> None:
        bounds = start, stop
        play_chains(lattice, choices, n_rerolls, tie, filled, scores, chances, bounds, found, keeps, best)

    with ThreadPoolExecutor(n_processors()) as pool:
        run_slices(pool, n_states, play)
    return Chains(states, scores, *found, keeps, best)


def scores_by(cards: Cards, tables: Tables, states: Longs, value_of_state: Floats) -> Floats:
    """Return points plus the value after them by a table, for every open outcome of some states; 0 for the others."""
    successors = cards.successors(states)
    scores: Floats = np.where(successors >= 0, value_of_state[successors] + tables.outcomes.gain, 0.0)
    return scores


Aim = Literal["choose", "be_right"]

DECAY, SQUARE_DECAY = 0.9, 0.99  # of Adam
N_SLICES = 8
OUT_OF_REACH = -1e9  # points, the value of filled boxes


@dataclass(frozen=True)
class Stage:
    """A stage of a fit: steps, states of each layer per step, first and last temperatures and step sizes."""

    n_steps: int
    n_states: int
    temperatures: tuple[float, float] = (1.0, 1.0)
    strides: tuple[float, float] = (1.0, 0.1)


@dataclass(frozen=True, eq=False)
class Draw:
    """A sampler of states by the visits of perfect play, equally many in each layer that is not finished."""

    cards: Cards
    visits: Floats

    def __post_init__(self) -> None:
        """Sort the visited states by layer."""
        layers = [np.flatnonzero((self.cards.layers == n_filled) & (self.visits > 0)) for n_filled in self.unfinished]
        object.__setattr__(self, "_layers", [(states, np.cumsum(self.visits[states])) for states in layers])

    @property
    def unfinished(self) -> range:
        """Return the layers that are not finished."""
        return range(self.cards.game.ruleset.n_categories)

    def states(self, random: np.random.Generator, n_states: int) -> Longs:
        """Return ``n_states`` of each layer, drawn with probabilities proportional to their visits."""
        found = []
        for states, sums in getattr(self, "_layers"):  # noqa: B009 - set after the dataclass was made
            place = np.searchsorted(sums, random.random(n_states) * sums[-1])
            found.append(states[np.minimum(place, len(states) - 1)])
        return np.concatenate(found)

    def shuffled(self, random: np.random.Generator, n_states: int) -> Longs:
        """Return ``n_states`` of each layer in random order."""
        return random.permutation(self.states(random, n_states))


@dataclass(frozen=True, eq=False)
class Loss:
    """The loss of a turn from some states, and its gradient by the parameters."""

    loss: float
    slope: Floats


def soft_turns(
    tables: Tables, filled: Longs, read: Floats, true: Floats, temperature: float, pool: ThreadPoolExecutor
) -> tuple[Floats, Floats]:
    """Return the true mean of soft turns and its gradient by the values read, see ``kernels.soft_turn``.

    ``read`` and ``true`` are points plus the value after them, float64[n_states, n_outcomes]; those of filled boxes are
    ignored.
    """
    lattice, _exits, choices, n_rerolls, _tie = tables.arrays
    n_states, n_rows = len(filled), -(-len(filled) // N_LANES)
    lanes = np.minimum(np.arange(n_rows * N_LANES), n_states - 1)  # pad the last row with the last state
    is_open = (filled[:, None] >> tables.outcomes.category & 1) == 0
    ours, truth = (np.ascontiguousarray(np.where(is_open, part, shut)[lanes].T) for part, shut in
                   ((read, OUT_OF_REACH), (true, 0.0)))  # fmt: skip
    means, slopes = np.empty(len(lanes)), np.zeros_like(ours)

    def play(start: int, stop: int) -> None:
        play_softly(lattice, choices, n_rerolls, ours, truth, temperature, (start, stop), means, slopes)

    run_slices(pool, n_rows, play, N_SLICES)
    return means[:n_states], slopes[:, :n_states].T


@dataclass(frozen=True, eq=False)
class Successors:
    """Successors of some states: each scorecard once, and its index for each open outcome."""

    cards: Cards
    states: Longs

    @cached_property
    def is_open(self) -> Bools:
        """Return the open outcomes of each state: bool[n_states, n_outcomes]."""
        return self.successors >= 0

    @cached_property
    def successors(self) -> Longs:
        """Return the scorecard after each outcome, -1 if it is not open."""
        return self.cards.successors(self.states)

    @cached_property
    def reached(self) -> Longs:
        """Return the distinct successors."""
        is_reached = np.zeros(len(self.cards.pages), dtype=np.bool_)
        is_reached[self.successors[self.is_open]] = True
        return np.flatnonzero(is_reached)

    @cached_property
    def places(self) -> Longs:
        """Return the index of each open outcome's successor in ``reached``."""
        place = np.empty(len(self.cards.pages), dtype=np.int64)
        place[self.reached] = np.arange(len(self.reached))
        return place[self.successors[self.is_open]]

    @cached_property
    def where(self) -> tuple[Longs, Longs]:
        """Return page and upper total of the distinct successors."""
        return self.cards.pages[self.reached], self.cards.totals[self.reached]

    def scores(self, values: Floats) -> Floats:
        """Return points plus the value after them for every outcome; for those that are not open, points only."""
        found = np.zeros(self.successors.shape)
        found[self.is_open] = values[self.places]
        return found + self.cards.game.outcomes.gain

    def summed(self, slopes: Floats) -> Floats:
        """Sum gradients by outcome into gradients by successor, in order."""
        return np.bincount(self.places, slopes[self.is_open], len(self.reached)).astype(np.float64)


def loss_of_choices(
    cards: Cards, tables: Tables, family: Family, numbers: Floats, states: Longs, temperature: float,
    pool: ThreadPoolExecutor,
) -> Loss:  # fmt: skip
    """Return the loss per game of one soft turn in each layer, with perfect play before and after.

    States drawn repeatedly are played once; neighbours are played side by side, because their decisions are similar.
    """
    drawn, times = np.unique(states, return_counts=True)
    by_layer = np.argsort(cards.layers[drawn], kind="stable")
    drawn, times = drawn[by_layer], times[by_layer]
    ahead = Successors(cards, drawn)
    read = ahead.scores(family.values(numbers, *ahead.where))
    true = ahead.scores(cards.value_of_state[ahead.reached])
    means, slopes = soft_turns(tables, cards.pages[drawn], read, true, temperature, pool)
    per_game = cards.game.ruleset.n_categories / len(states)
    loss = per_game * float((times * (cards.value_of_state[drawn] - means)).sum())
    return Loss(loss, family.slopes(numbers, *ahead.where, -per_game * ahead.summed(times[:, None] * slopes)))


def loss_of_values(cards: Cards, family: Family, numbers: Floats, states: Longs) -> Loss:
    """Return the mean square error of the values of some states."""
    pages, totals = cards.pages[states], cards.totals[states]
    off = family.values(numbers, pages, totals) - cards.value_of_state[states]
    return Loss(float((off**2).mean()), family.slopes(numbers, pages, totals, 2.0 * off / len(states)))


def fit(
    cards: Cards, family: Family, numbers: Floats, stages: Sequence[Stage], seed: int, aim: Aim = "choose"
) -> Floats:
    """Return parameters fitted from ``numbers`` with Adam on sampled states; the last tenth of the steps is averaged.

    Notes
    -----
    The result depends on the seed only, bit for bit, not on the number of threads: every state has its own gradient,
    and these are summed in order.
    """
    random, draw, tables = np.random.default_rng(seed), Draw(cards, cards.visits_of_state), Tables(cards.game)
    with ThreadPoolExecutor(n_processors()) as pool:
        learn: Callable[[Floats, Longs, float], Loss]
        for stage in stages:
            if aim == "choose":
                learn = partial(learn_to_choose, cards, tables, family, pool)
            else:
                learn = partial(learn_values, cards, family)
            numbers = descend(numbers, family.strides, stage, partial(draw.states, random, stage.n_states), learn)
    return numbers


def learn_to_choose(
    cards: Cards, tables: Tables, family: Family, pool: ThreadPoolExecutor, numbers: Floats, states: Longs, heat: float
) -> Loss:
    """Return the loss of decisions in some states at a temperature."""
    return loss_of_choices(cards, tables, family, numbers, states, heat, pool)


def learn_values(cards: Cards, family: Family, numbers: Floats, states: Longs, _heat: float) -> Loss:
    """Return the error of values in some states."""
    return loss_of_values(cards, family, numbers, states)


class Adam:
    """Adam, by Kingma and Ba (2015), for arrays of parameters that it changes in place."""

    def __init__(self, arrays: Sequence[npt.NDArray[np.floating]], small: float = 1e-12) -> None:
        """Start with moments of 0; ``small`` is added to the root of the second moment."""
        self.arrays, self.small, self.n_moves = arrays, small, 0
        self.means, self.squares = ([np.zeros_like(array) for array in arrays] for _ in range(2))

    def move(self, slopes: Sequence[npt.NDArray[np.floating]], strides: float | Floats) -> None:
        """Move each array against its gradient, by about ``strides``."""
        self.n_moves += 1
        for array, slope, mean, square in zip(self.arrays, slopes, self.means, self.squares, strict=True):
            mean += (1 - DECAY) * (slope - mean)
            square += (1 - SQUARE_DECAY) * (slope**2 - square)
            size = np.sqrt(square / (1 - SQUARE_DECAY**self.n_moves)) + self.small
            array -= strides / (1 - DECAY**self.n_moves) * mean / size


def descend(
    numbers: Floats,
    strides: Floats,
    stage: Stage,
    draw: Callable[[], Longs],
    learn: Callable[[Floats, Longs, float], Loss],
) -> Floats:
    """Return the parameters after a stage: Adam, with step sizes and temperatures falling geometrically."""
    numbers = numbers.copy()
    optimizer, tail = Adam([numbers]), np.zeros_like(numbers)
    n_tail = max(1, stage.n_steps // 10)
    for step in range(stage.n_steps):
        share = step / max(1, stage.n_steps - 1)
        slope = learn(numbers, draw(), between(stage.temperatures, share)).slope
        optimizer.move([slope], between(stage.strides, share) * strides)
        if step >= stage.n_steps - n_tail:
            tail += numbers / n_tail
    return tail


def between(ends: tuple[float, float], share: float) -> float:
    """Interpolate geometrically between two positive numbers."""
    return float(ends[0] * (ends[1] / ends[0]) ** share)


HARD = 1e-6  # points; at this temperature a soft turn is practically deterministic
N_OF_LAYER = 48  # default number of states in the sample
N_ROUNDS = 4  # largest number of rounds
N_PAIRED = 16  # best single steps that are combined in pairs
N_FOLLOWED = 4  # best steps that are evaluated exactly

Mean = Callable[[Floats], float]


def moved(numbers: Floats, units: Floats, steps: Sequence[int]) -> Floats:
    """Return the parameters after some steps; step 2 n is parameter n minus one unit, step 2 n + 1 plus one."""
    found = numbers.copy()
    for step in steps:
        found[step // 2] += (2 * (step % 2) - 1) * units[step // 2]
    return to_units(found, units)


def to_units(numbers: Floats, units: Floats) -> Floats:
    """Round parameters to multiples of their units; tenths are those written 0.1, 0.2, ..."""
    whole: Floats = np.rint(numbers / units) / np.rint(1.0 / units) + 0.0  # no negative zeros
    return whole


def exact_mean(cards: Cards, family: Family) -> Mean:
    """Return the function that evaluates a formula's player and returns its expected final score."""

    def mean(numbers: Floats) -> float:
        return follow(cards, TablePlayer("near", family.values(numbers, cards.pages, cards.totals))).mean

    return mean


@dataclass(frozen=True, eq=False)
class Screen:
    """A sample for comparing players near one player: its states, and its own values after them."""

    cards: Cards
    family: Family
    numbers: Floats
    seed: int
    n_states: int

    @cached_property
    def sample(self) -> tuple[Successors, Floats]:
        """Return the states with their successors, and points plus own values after every outcome."""
        cards = self.cards
        read = self.family.values(self.numbers, cards.pages, cards.totals)
        own, visits = mean_of_policy(cards.game, read), walk(cards.game, TablePlayer("near", read)).visits_of_state
        ahead = Successors(cards, Draw(cards, visits).states(np.random.default_rng(self.seed), self.n_states))
        return ahead, ahead.scores(own[ahead.reached])

    def worths(self, others: list[Floats]) -> Floats:
        """Return the score of each of the others on the sample, in points per game, up to a constant."""
        (ahead, true), tables, worths = self.sample, Tables(self.cards.game), np.empty(len(others))
        filled = self.cards.pages[ahead.states]
        with ThreadPoolExecutor(n_processors()) as pool:
            for number, other in enumerate(others):
                scores = ahead.scores(self.family.values(other, *ahead.where))
                means, _ = soft_turns(tables, filled, scores, true, HARD, pool)
                worths[number] = means.mean() * self.cards.game.ruleset.n_categories
        return worths


def polish(
    cards: Cards, family: Family, numbers: Floats, units: Floats, seed: int, n_states: int = N_OF_LAYER
) -> tuple[Floats, float]:
    """Return rounded parameters near ``numbers`` and their exact mean, after a few steps of one or two parameters."""
    mean = exact_mean(cards, family)
    common = dict.fromkeys(tuple(to_units(numbers + (units == 1.0) * part, units)) for part in np.arange(10) / 10.0)
    means = {one: mean(np.array(one)) for one in common}
    best, top = np.array(max(means, key=means.__getitem__)), max(means.values())
    for _ in range(N_ROUNDS):
        screen = Screen(cards, family, best, seed, n_states)
        ones = [moved(best, units, (step,)) for step in range(2 * len(best))]
        worths = screen.worths(ones)
        good = np.sort(np.argsort(-worths)[:N_PAIRED]).tolist()
        twos = [moved(best, units, pair) for pair in combinations(good, 2) if pair[0] // 2 != pair[1] // 2]
        others, worths = ones + twos, np.concatenate([worths, screen.worths(twos)])
        for place in np.argsort(-worths)[:N_FOLLOWED].tolist():
            if (score := mean(others[place])) > top:
                best, top = others[place], score
                break
        else:
            break
    return best, top


def own_games(cards: Cards, family: Family, numbers: Floats) -> Cards:
    """Return the states with the values and visits of a formula's player."""
    read = family.values(numbers, cards.pages, cards.totals)
    visits = walk(cards.game, TablePlayer("own", read)).visits_of_state
    return Cards(cards.game, mean_of_policy(cards.game, read), visits)


def finish(cards: Cards, family: Family, numbers: Floats, stage: Stage, seed: int) -> Floats:
    """Return parameters fitted further from ``numbers``, in the games of their own player."""
    return fit(own_games(cards, family, numbers), family, numbers, (stage,), seed)
