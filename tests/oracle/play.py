"""Play by definition: legal options, their values, and players.

A player is a function from a situation to an action: one option, or several with their probabilities. Throws are
enumerated in every order of the dice; the result is sorted, so that an option has one name. Points already written are
part of the situation, so any function of the final total can be the objective.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, Literal, NamedTuple

from tests.oracle.game import UPPER, Dice, OracleGame, score
from tests.oracle.game import mean as mean_of_fractions

Number = Any  # Fraction, Decimal or int: they are never mixed within one objective
TIE = Fraction(1, 10**9)  # points; the project's: options closer than this are equal


class Card(NamedTuple):
    """A scorecard: its filled categories, the sum of the upper ones (not capped), and all points written."""

    filled: frozenset[str] = frozenset()
    upper_sum: int = 0
    points: int = 0

    def write(self, category: str, points: int) -> Card:
        """Return the card with one more category filled."""
        upper_points = points if category in UPPER else 0
        return Card(self.filled | {category}, self.upper_sum + upper_points, self.points + points)

    def total(self, game: OracleGame) -> int:
        """Return the points with the bonus, if it has been earned."""
        return self.points + (game.bonus if self.upper_sum >= game.threshold else 0)


class Situation(NamedTuple):
    """A decision: dice on the table, in ascending order, and the number of rerolls left."""

    card: Card
    dice: Dice
    rerolls: int


class Option(NamedTuple):
    """Keep some dice and throw the others, or score the dice in a category."""

    action: Literal["keep", "score"]
    dice: Dice = ()
    category: str = ""


Player = Callable[[Situation], Sequence[tuple[Fraction, Option]]]


@cache
def keeps(dice: Dice) -> tuple[Dice, ...]:
    """List the distinct keeps of some dice, except all of them."""
    masks = product([False, True], repeat=len(dice))
    kept = {tuple(die for die, stays in zip(dice, mask, strict=True) if stays) for mask in masks}
    return tuple(keep for keep in sorted(kept) if len(keep) < len(dice))


def options(game: OracleGame, situation: Situation) -> tuple[Option, ...]:
    """List all options in the project's order: scoring first, then keeps in lexicographic order."""
    return told_options(game, situation.card.filled, situation.dice if situation.rerolls else ())


@cache
def told_options(game: OracleGame, filled: frozenset[str], dice: Dice) -> tuple[Option, ...]:
    """The same, of what is filled and of dice that may be thrown again."""
    scores = (Option("score", category=name) for name in game.may_fill(filled))
    return (*scores, *(Option("keep", keep) for keep in keeps(dice)))


@cache
def throws(game: OracleGame, kept: Dice) -> tuple[Dice, ...]:
    """List every result of throwing the missing dice, all equally likely, sorted after the throw."""
    return tuple(tuple(sorted(kept + thrown)) for thrown in product(range(1, 7), repeat=game.n_dice - len(kept)))


@cache
def counted(game: OracleGame, kept: Dice) -> tuple[tuple[Dice, int], ...]:
    """The same with multiplicities: each distinct result and its number of ways."""
    return tuple(Counter(throws(game, kept)).items())


def mean(values: list[Number]) -> Number:
    return mean_of_fractions(values) if isinstance(values[0], Fraction) else sum(values[1:], values[0]) / len(values)


class Plan:
    """Values of all options for a player who chooses the best one, by the value of writing points on a card.

    Parameters
    ----------
    worth : callable
        Value of writing points into a category of a card.
    chance : callable
        Value of a list of equally likely values; the mean, unless the player is deluded.
    """

    def __init__(
        self,
        game: OracleGame,
        worth: Callable[[Card, str, int], Number],
        chance: Callable[[list[Number]], Number] = mean,
    ):
        self.game, self.worth, self.chance = game, cache(worth), chance
        self.score_best = cache(self._score_best)
        self.best = cache(self._best)
        self.throw = cache(self._throw)

    def value(self, card: Card) -> Number:
        """Before the first throw of a turn."""
        return self.throw(card, (), self.game.n_rerolls)

    def _throw(self, card: Card, kept: Dice, rerolls_after: int) -> Number:
        values: list[Number] = []
        for dice, count in counted(self.game, kept):
            values += [self.best(Situation(card, dice, rerolls_after))] * count
        return self.chance(values)

    def _score_best(self, card: Card, dice: Dice) -> Number:
        return max(self.worth(card, name, score(name, dice)) for name in self.game.may_fill(card.filled))

    def _best(self, situation: Situation) -> Number:
        card, dice, rerolls = situation
        kept = keeps(dice) if rerolls else ()
        return max([self.score_best(card, dice), *(self.throw(card, keep, rerolls - 1) for keep in kept)])

    def value_of_option(self, situation: Situation, option: Option) -> Number:
        if option.action == "score":
            return self.worth(situation.card, option.category, score(option.category, situation.dice))
        return self.throw(situation.card, option.dice, situation.rerolls - 1)

    def player(self, in_points: Callable[[Number], Number] = lambda value: value, tie: Number = TIE) -> Player:
        """The player who takes the best option, the first of equal ones; values are compared ``in_points``."""

        def play(situation: Situation) -> Sequence[tuple[Fraction, Option]]:
            given = options(self.game, situation)
            values = [in_points(self.value_of_option(situation, option)) for option in given]
            best = max(values)
            return [(Fraction(1), next(o for o, value in zip(given, values, strict=True) if best - value <= tie))]

        return cache(play)


def plan_for(game: OracleGame, g: Callable[[int], Number], chance: Callable[[list[Number]], Number] = mean) -> Plan:
    """The best play for ``g`` of the final total, all points carried along."""

    def worth(card: Card, category: str, points: int) -> Number:
        after = card.write(category, points)
        return g(after.total(game)) if len(after.filled) == len(game.categories) else plan.value(after)

    plan = Plan(game, worth, chance)
    return plan


@cache
def exponential(theta: float) -> Callable[[int], Decimal]:
    """Return the utility sign(theta) exp(theta x) of x points, in decimals (50 digits, if the context is set so)."""
    return lambda points: exponential_of(theta, points, getcontext().prec)


@cache
def exponential_of(theta: float, points: int, _digits: int) -> Decimal:
    """Return the exponential utility of some points, with this number of digits."""
    return (Decimal(theta) * points).exp().copy_sign(Decimal(theta))


def greedy_plan(game: OracleGame) -> Plan:
    """The points of this turn are all that counts; no bonus."""
    return Plan(game, lambda card, category, points: Fraction(points))


def random_player(game: OracleGame) -> Player:
    """Every option is equally likely; two ways of keeping the same faces are one option."""

    def play(situation: Situation) -> Sequence[tuple[Fraction, Option]]:
        given = options(game, situation)
        return [(Fraction(1, len(given)), option) for option in given]

    return cache(play)
