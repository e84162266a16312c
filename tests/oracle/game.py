"""The game by definition: ordered dice, exact fractions, plain recursion, nothing shared with the solver.

Slow and obviously right. It scores with its own functions and does not cap the upper total. The only optimization is
memoization; nothing is tabulated beforehand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import lcm

Dice = tuple[int, ...]

UPPER = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "fives": 5, "sixes": 6}


def groups(dice: Dice, size: int) -> list[int]:
    """Faces shown by at least ``size`` dice."""
    return [face for face, count in Counter(dice).items() if count >= size]


def two_different_pairs(dice: Dice) -> int:
    return max((2 * low + 2 * high for low, high in combinations(sorted(groups(dice, 2)), 2)), default=0)


def three_and_two(dice: Dice) -> int:
    return max((3 * x + 2 * y for x in groups(dice, 3) for y in groups(dice, 2) if x != y), default=0)


LOWER: dict[str, Callable[[Dice], int]] = {
    "one_pair": lambda dice: 2 * max(groups(dice, 2), default=0),
    "two_pairs": two_different_pairs,
    "three_of_a_kind": lambda dice: 3 * max(groups(dice, 3), default=0),
    "four_of_a_kind": lambda dice: 4 * max(groups(dice, 4), default=0),
    "small_straight": lambda dice: 15 if {1, 2, 3, 4, 5}.issubset(dice) else 0,
    "large_straight": lambda dice: 20 if {2, 3, 4, 5, 6}.issubset(dice) else 0,
    "full_house": three_and_two,
    "chance": lambda dice: sum(dice),
    "yatzy": lambda dice: 50 if dice.count(dice[0]) == len(dice) else 0,
}


@cache
def score(category: str, dice: Dice) -> int:
    """Points of ``dice``, in any order, in a category."""
    if category in UPPER:
        return sum(die for die in dice if die == UPPER[category])
    return LOWER[category](dice)


@dataclass(frozen=True, eq=False)  # what is remembered of a game is looked up millions of times
class OracleGame:
    """A small game: its categories by name, its bonus for an upper sum of at least ``threshold``.

    With ``in_order`` each turn fills the first category that is open.
    """

    n_dice: int
    categories: tuple[str, ...]
    bonus: int
    threshold: int
    n_rerolls: int = 2
    in_order: bool = False

    def may_fill(self, filled: frozenset[str]) -> list[str]:
        """Categories that a turn may fill."""
        still_open = [category for category in self.categories if category not in filled]
        return still_open[:1] if self.in_order else still_open

    def value(self, filled: frozenset[str] = frozenset(), upper_sum: int = 0) -> Fraction:
        """Expected points still to come before the first throw of a turn, bonus included."""
        return value(self, filled, upper_sum)


@cache
def value(game: OracleGame, filled: frozenset[str], upper_sum: int) -> Fraction:
    """Expected points still to come before the first throw of a turn."""
    if len(filled) == len(game.categories):
        return Fraction(game.bonus if upper_sum >= game.threshold else 0)
    throws = product(range(1, 7), repeat=game.n_dice)
    return mean([decide(game, filled, upper_sum, dice, game.n_rerolls) for dice in throws])


@cache
def decide(game: OracleGame, filled: frozenset[str], upper_sum: int, dice: Dice, rerolls: int) -> Fraction:
    """Best expectation with ``dice`` on the table, in their order, and ``rerolls`` left."""
    best = max(
        score(category, dice)
        + value(game, filled | {category}, upper_sum + (score(category, dice) if category in UPPER else 0))
        for category in game.may_fill(filled)
    )
    if rerolls:
        for thrown in product([False, True], repeat=game.n_dice):
            if any(thrown):
                kept = tuple(None if again else die for die, again in zip(dice, thrown, strict=True))
                best = max(best, throw_again(game, filled, upper_sum, kept, rerolls))
    return best


@cache
def throw_again(
    game: OracleGame, filled: frozenset[str], upper_sum: int, kept: tuple[int | None, ...], rerolls: int
) -> Fraction:
    """Expectation of throwing again all dice that are not kept."""
    results = product(*(range(1, 7) if die is None else (die,) for die in kept))
    return mean([decide(game, filled, upper_sum, new, rerolls - 1) for new in results])


def mean(fractions: list[Fraction]) -> Fraction:
    return total([fraction.as_integer_ratio() for fraction in fractions]) / len(fractions)


def total(ratios: list[tuple[int, int]]) -> Fraction:
    """The sum, over the common denominator, which is sooner found than that of each sum."""
    common = lcm(*{below for _, below in ratios})
    return Fraction(sum(above * (common // below) for above, below in ratios), common)
