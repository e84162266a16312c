"""Optimal play for every objective, and the players who achieve it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, getcontext, localcontext
from fractions import Fraction
from functools import cache, lru_cache
from math import exp

from tests.oracle.game import OracleGame, score
from tests.oracle.play import TIE, Card, Number, Plan, Player, exponential, greedy_plan, plan_for, throws

DIGITS = 50
EMPTY: frozenset[str] = frozenset()


def utility(
    game: OracleGame, g: Callable[[int], Number], filled: frozenset[str] = EMPTY, upper_sum: int = 0, points: int = 0
) -> Number:
    """Return the largest expectation of ``g``, a function of the final total, ``points`` written before included."""
    return state_value(last_plan(game, g, getcontext().prec), g, Card(filled, upper_sum, points))


@lru_cache(maxsize=2)
def last_plan(game: OracleGame, g: Callable[[int], Number], _digits: int) -> Plan:
    """Return a plan with its memo; calls with the same function share it."""
    return plan_for(game, g)


@cache
def reaching(target: int) -> Callable[[int], Fraction]:
    """Return the objective of a player who needs at least ``target`` points."""
    return lambda total: Fraction(total >= target)


def state_value(plan: Plan, g: Callable[[int], Number], card: Card) -> Number:
    """Return the value of a card between turns, finished ones included."""
    finished = len(card.filled) == len(plan.game.categories)
    return g(card.total(plan.game)) if finished else plan.value(card)


def best_probability(
    game: OracleGame, target: int, filled: frozenset[str] = EMPTY, upper_sum: int = 0, points: int = 0
) -> Fraction:
    """Return the largest probability of a final total of at least ``target``."""
    probability: Fraction = utility(game, reaching(target), filled, upper_sum, points)
    return probability


def certainty_equivalent(game: OracleGame, theta: float, filled: frozenset[str] = EMPTY, upper_sum: int = 0) -> float:
    """Return the best certainty equivalent of the points still to come: the mean for a ``theta`` of 0.

    That is ln E[exp(theta X)] / theta, from its definition in decimals of 50 digits, so it is right to the last place
    of a float wherever 50 digits hold the smallest and the largest exponential side by side.
    """
    if theta == 0:
        return float(game.value(filled, upper_sum))
    with localcontext() as context:
        context.prec = DIGITS
        return float(in_points(theta)(utility(game, exponential(theta), filled, upper_sum)))


def in_points(theta: float) -> Callable[[Decimal], Decimal]:
    """Return the conversion of an expected utility to its certainty equivalent."""
    return cache(lambda value: abs(value).ln() / Decimal(theta))


def largest_reachable(game: OracleGame, filled: frozenset[str] = EMPTY, upper_sum: int = 0) -> int:
    """Return the largest number of points that can still come: the dice are on the player's side."""
    reachable: int = state_value(plan_for(game, int, max), int, Card(filled, upper_sum))
    return reachable


def largest_guaranteed(game: OracleGame, filled: frozenset[str] = EMPTY, upper_sum: int = 0) -> int:
    """Return the largest number of points that the player can be sure of: the dice are against him."""
    guaranteed: int = state_value(plan_for(game, int, min), int, Card(filled, upper_sum))
    return guaranteed


def optimal_player(game: OracleGame) -> Player:
    """The player with the largest expected total."""
    return plan_for(game, Fraction).player()


def theta_player(game: OracleGame, theta: float) -> Player:
    """The player with the largest certainty equivalent; ties are counted in points."""
    if theta == 0:
        return optimal_player(game)
    plan, points = plan_for(game, exponential(theta)), in_points(theta)
    tie = Decimal(TIE.numerator) / TIE.denominator

    def play(situation):
        with localcontext() as context:
            context.prec = DIGITS
            return decide(situation)

    decide = plan.player(points, tie)
    return play


def target_player(game: OracleGame, target: int, tie: Fraction = Fraction(0)) -> Player:
    """The player with the largest probability of at least ``target`` points."""
    return plan_for(game, reaching(target)).player(tie=tie)


def max_player(game: OracleGame) -> Player:
    """The player who expects the best outcome of every throw."""
    return plan_for(game, int, max).player()


def greedy_player(game: OracleGame) -> Player:
    """The player who maximizes the expected points of this turn."""
    return greedy_plan(game).player()


def penalty_player(game: OracleGame, scale: float = 100.0) -> Player:
    """The greedy player to whom points count less the further they are below the most that the box can give."""

    def worth(_card: Card, category: str, points: int) -> float:
        most = max(score(category, dice) for dice in throws(game, ()))
        return points * exp(-(most - points) / scale)

    return Plan(game, worth).player(tie=float(TIE))
