"""Fits of a family's numbers to perfect play: to choose right, and to be right.

To choose right is to lose little: turns of a softened player are played from states that perfect games visit, and the
numbers move down the slope of what it loses there. To be right is to be near the perfect values, in squares weighted by
the same visits. Both see the same states, as many in each layer of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

import numpy as np

from solver.arrays import Bools, Floats, Longs
from solver.kernels.rows import N_LANES
from solver.kernels.soft_turn import play_softly
from solver.minds.cards import Cards
from solver.minds.family import Family
from solver.play.tables import Tables
from solver.threads import n_processors, run_slices

Aim = Literal["choose", "be_right"]

DECAY, SQUARE_DECAY, SMALL = 0.9, 0.99, 1e-12  # of Adam's averages
N_SLICES = 8
OUT_OF_REACH = -1e9  # points, of boxes that are filled


@dataclass(frozen=True)
class Stage:
    """A part of a fit: steps, states of each layer in a step, temperatures and strides from first to last."""

    n_steps: int
    n_states: int
    temperatures: tuple[float, float] = (1.0, 1.0)
    strides: tuple[float, float] = (1.0, 0.1)


@dataclass(frozen=True, eq=False)
class Draw:
    """States drawn by the visits of perfect play, as many in each layer that is not finished."""

    cards: Cards
    visits: Floats

    def __post_init__(self) -> None:
        """Sort the visited states by layer."""
        layers = [np.flatnonzero((self.cards.layers == n_filled) & (self.visits > 0)) for n_filled in self.unfinished]
        object.__setattr__(self, "_layers", [(states, np.cumsum(self.visits[states])) for states in layers])

    @property
    def unfinished(self) -> range:
        """Return the layers in which a turn is played."""
        return range(self.cards.game.ruleset.n_categories)

    def states(self, random: np.random.Generator, n_states: int) -> Longs:
        """Return ``n_states`` of each layer; what is rare comes rarely."""
        found = []
        for states, sums in getattr(self, "_layers"):  # noqa: B009 - set after the dataclass was made
            place = np.searchsorted(sums, random.random(n_states) * sums[-1])
            found.append(states[np.minimum(place, len(states) - 1)])
        return np.concatenate(found)

    def shuffled(self, random: np.random.Generator, n_states: int) -> Longs:
        """Return ``n_states`` of each layer, in no order."""
        return random.permutation(self.states(random, n_states))


@dataclass(frozen=True, eq=False)
class Lesson:
    """What is learnt from some states: the loss of a turn, and its slope by the numbers."""

    loss: float
    slope: Floats


def soft_turns(
    tables: Tables, filled: Longs, read: Floats, true: Floats, temperature: float, pool: ThreadPoolExecutor
) -> tuple[Floats, Floats]:
    """Return the true mean of soft turns and their slopes by what is read, see ``kernels.soft_turn``.

    ``read`` and ``true`` are points and what comes after, float64[n_states, n_outcomes]; of filled boxes they do not
    matter.
    """
    lattice, _exits, choices, n_rerolls, _tie = tables.arrays
    n_states, n_rows = len(filled), -(-len(filled) // N_LANES)
    lanes = np.minimum(np.arange(n_rows * N_LANES), n_states - 1)  # the last state fills up its row
    is_open = (filled[:, None] >> tables.outcomes.category & 1) == 0
    ours, truth = (np.ascontiguousarray(np.where(is_open, part, shut)[lanes].T) for part, shut in
                   ((read, OUT_OF_REACH), (true, 0.0)))  # fmt: skip
    means, slopes = np.empty(len(lanes)), np.zeros_like(ours)

    def play(start: int, stop: int) -> None:
        play_softly(lattice, choices, n_rerolls, ours, truth, temperature, (start, stop), means, slopes)

    run_slices(pool, n_rows, play, N_SLICES)
    return means[:n_states], slopes[:, :n_states].T


@dataclass(frozen=True, eq=False)
class Ahead:
    """What turns from some states can lead to: every scorecard once, and which of them each open outcome leads to."""

    cards: Cards
    states: Longs

    @cached_property
    def is_open(self) -> Bools:
        """Return which outcomes each state has: bool[n_states, n_outcomes]."""
        return self.successors >= 0

    @cached_property
    def successors(self) -> Longs:
        """Return the scorecard after each outcome, -1 where there is none."""
        return self.cards.successors(self.states)

    @cached_property
    def reached(self) -> Longs:
        """Return the scorecards that are reached, each once."""
        is_reached = np.zeros(len(self.cards.pages), dtype=np.bool_)
        is_reached[self.successors[self.is_open]] = True
        return np.flatnonzero(is_reached)

    @cached_property
    def places(self) -> Longs:
        """Return the place of what each open outcome leads to among ``reached``."""
        place = np.empty(len(self.cards.pages), dtype=np.int64)
        place[self.reached] = np.arange(len(self.reached))
        return place[self.successors[self.is_open]]

    @cached_property
    def where(self) -> tuple[Longs, Longs]:
        """Return page and upper total of what is reached."""
        return self.cards.pages[self.reached], self.cards.totals[self.reached]

    def scores(self, values: Floats) -> Floats:
        """Return points and what comes after of every outcome; of those that are not open, points only."""
        found = np.zeros(self.successors.shape)
        found[self.is_open] = values[self.places]
        return found + self.cards.game.outcomes.gain

    def summed(self, slopes: Floats) -> Floats:
        """Return slopes by the outcomes as slopes by what is reached, summed in order."""
        return np.bincount(self.places, slopes[self.is_open], len(self.reached)).astype(np.float64)


def lesson_of_choices(
    cards: Cards, tables: Tables, family: Family, numbers: Floats, states: Longs, temperature: float,
    pool: ThreadPoolExecutor,
) -> Lesson:  # fmt: skip
    """Return what a game loses by one soft turn in each layer, perfect play before and after.

    A state that was drawn several times is played once; neighbours are played side by side, for they choose alike.
    """
    drawn, times = np.unique(states, return_counts=True)
    by_layer = np.argsort(cards.layers[drawn], kind="stable")
    drawn, times = drawn[by_layer], times[by_layer]
    ahead = Ahead(cards, drawn)
    read = ahead.scores(family.values(numbers, *ahead.where))
    true = ahead.scores(cards.value_of_state[ahead.reached])
    means, slopes = soft_turns(tables, cards.pages[drawn], read, true, temperature, pool)
    per_game = cards.game.ruleset.n_categories / len(states)
    loss = per_game * float((times * (cards.value_of_state[drawn] - means)).sum())
    return Lesson(loss, family.slopes(numbers, *ahead.where, -per_game * ahead.summed(times[:, None] * slopes)))


def lesson_of_values(cards: Cards, family: Family, numbers: Floats, states: Longs) -> Lesson:
    """Return the mean square by which the values of some states are missed."""
    pages, totals = cards.pages[states], cards.totals[states]
    off = family.values(numbers, pages, totals) - cards.value_of_state[states]
    return Lesson(float((off**2).mean()), family.slopes(numbers, pages, totals, 2.0 * off / len(states)))


def fit(
    cards: Cards, family: Family, numbers: Floats, stages: Sequence[Stage], seed: int, aim: Aim = "choose"
) -> Floats:
    """Return numbers fitted from ``numbers`` on, by Adam on drawn states; the last tenth of the steps is averaged.

    Notes
    -----
    One seed, bit for bit on any number of threads: every state has a slope of its own, and these are summed in order.
    """
    random, draw, tables = np.random.default_rng(seed), Draw(cards, cards.visits_of_state), Tables(cards.game)
    with ThreadPoolExecutor(n_processors()) as pool:
        learn: Callable[[Floats, Longs, float], Lesson]
        for stage in stages:
            if aim == "choose":
                learn = partial(learn_to_choose, cards, tables, family, pool)
            else:
                learn = partial(learn_values, cards, family)
            numbers = descend(numbers, family.strides, stage, partial(draw.states, random, stage.n_states), learn)
    return numbers


def learn_to_choose(
    cards: Cards, tables: Tables, family: Family, pool: ThreadPoolExecutor, numbers: Floats, states: Longs, heat: float
) -> Lesson:
    """Return the lesson of some states for a player at a temperature."""
    return lesson_of_choices(cards, tables, family, numbers, states, heat, pool)


def learn_values(cards: Cards, family: Family, numbers: Floats, states: Longs, _heat: float) -> Lesson:
    """Return the lesson of some states for somebody who wants to be right."""
    return lesson_of_values(cards, family, numbers, states)


def descend(
    numbers: Floats,
    strides: Floats,
    stage: Stage,
    draw: Callable[[], Longs],
    learn: Callable[[Floats, Longs, float], Lesson],
) -> Floats:
    """Return the numbers after the steps of a stage: Adam, strides and temperatures falling geometrically."""
    numbers = numbers.copy()
    mean, square = np.zeros_like(numbers), np.zeros_like(numbers)
    tail = np.zeros_like(numbers)
    n_tail = max(1, stage.n_steps // 10)
    for step in range(stage.n_steps):
        share = step / max(1, stage.n_steps - 1)
        slope = learn(numbers, draw(), between(stage.temperatures, share)).slope
        mean = DECAY * mean + (1 - DECAY) * slope
        square = SQUARE_DECAY * square + (1 - SQUARE_DECAY) * slope**2
        unbiased = mean / (1 - DECAY ** (step + 1))
        size = np.sqrt(square / (1 - SQUARE_DECAY ** (step + 1))) + SMALL
        numbers -= between(stage.strides, share) * strides * unbiased / size
        if step >= stage.n_steps - n_tail:
            tail += numbers / n_tail
    return tail


def between(ends: tuple[float, float], share: float) -> float:
    """Return what lies between two positive numbers, geometrically."""
    return float(ends[0] * (ends[1] / ends[0]) ** share)
