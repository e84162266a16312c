"""More games by definition: Yahtzee with jokers and extra bonuses, and throws saved for later turns.

As in ``tests.oracle``: exact fractions (or decimals, for exponential utility), plain recursion over ordered throws, its
own scoring functions, nothing shared with the solver.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, permutations, product
from typing import Any, NamedTuple

from tests.oracle import UPPER, score
from tests.oracle.game import total

Dice = tuple[int, ...]
Number = Any  # Fraction or Decimal: never mixed
FACE_NAMES = {face: name for name, face in UPPER.items()}


def most_equal(dice: Dice) -> int:
    return max(Counter(dice).values())


def has_run(dice: Dice, length: int) -> bool:
    return any(set(range(low, low + length)) <= set(dice) for low in range(1, 8 - length))


AMERICAN: dict[str, Callable[[Dice], int]] = {
    "three_of_a_kind": lambda dice: sum(dice) if most_equal(dice) >= 3 else 0,
    "four_of_a_kind": lambda dice: sum(dice) if most_equal(dice) >= 4 else 0,
    "full_house": lambda dice: 25 if sorted(Counter(dice).values()) == [2, 3] else 0,
    "small_straight": lambda dice: 30 if has_run(dice, 4) else 0,
    "large_straight": lambda dice: 40 if has_run(dice, 5) else 0,
    "yahtzee": lambda dice: 50 if most_equal(dice) == len(dice) else 0,
    "chance": sum,
}
AS_JOKER = {"full_house": 25, "small_straight": 30, "large_straight": 40}


def best_split(dice: Dice, *sizes: int) -> int:
    """Sum of the best disjoint groups of equal dice of these sizes, each of another face, tried one by one."""
    best = 0
    for chosen in set(permutations(dice, sum(sizes))):
        parts, rest = [], chosen
        for size in sizes:
            parts.append(rest[:size])
            rest = rest[size:]
        if all(len(set(part)) == 1 for part in parts) and len({part[0] for part in parts}) == len(parts):
            best = max(best, sum(chosen))
    return best


MAXI: dict[str, Callable[[Dice], int]] = {
    "one_pair": lambda dice: best_split(dice, 2),
    "two_pairs": lambda dice: best_split(dice, 2, 2),
    "three_pairs": lambda dice: best_split(dice, 2, 2, 2),
    "three_of_a_kind": lambda dice: best_split(dice, 3),
    "four_of_a_kind": lambda dice: best_split(dice, 4),
    "five_of_a_kind": lambda dice: best_split(dice, 5),
    "small_straight": lambda dice: 15 if {1, 2, 3, 4, 5} <= set(dice) else 0,
    "large_straight": lambda dice: 20 if {2, 3, 4, 5, 6} <= set(dice) else 0,
    "full_straight": lambda dice: 21 if len(set(dice)) == 6 else 0,
    "full_house": lambda dice: best_split(dice, 3, 2),
    "villa": lambda dice: best_split(dice, 3, 3),
    "tower": lambda dice: best_split(dice, 4, 2),
    "chance": sum,
    "maxi_yatzy": lambda dice: 100 if most_equal(dice) == len(dice) else 0,
}


class State(NamedTuple):
    """Between turns: filled categories, their upper sum (not capped), whether the Yahtzee box scored, saved throws."""

    filled: frozenset[str] = frozenset()
    upper_sum: int = 0
    has_yahtzee: bool = False
    saved: int = 0


EMPTY = State()


@dataclass(frozen=True, eq=False)  # what is remembered of a game is looked up millions of times
class MoreGame:
    """A small game. ``joker`` and ``extra_bonus`` make it a game of Yahtzee; ``saves`` carries unused throws over."""

    n_dice: int
    categories: tuple[str, ...]
    bonus: int
    threshold: int
    n_rerolls: int = 2
    joker: str = ""
    extra_bonus: int = 0
    saves: bool = False

    def points(self, category: str, dice: Dice) -> int:
        """Points of ``dice`` in a category, jokers aside."""
        if category in UPPER or not self.joker:
            return score(category, dice)
        return AMERICAN[category](dice)

    @cache  # noqa: B019 -- games are few, and live as long as the tests
    def entries(self, state: State, dice: Dice) -> dict[str, tuple[int, int]]:
        """Return the points in the box and the bonus of an extra Yahtzee, for each legal category."""
        still_open = [category for category in self.categories if category not in state.filled]
        plain = {category: (self.points(category, dice), 0) for category in still_open}
        if not self.joker or "yahtzee" not in state.filled or len(set(dice)) > 1:
            return plain
        on_top = self.extra_bonus if state.has_yahtzee else 0
        plain = {category: (points, on_top) for category, (points, _) in plain.items()}
        own = FACE_NAMES[dice[0]]
        if self.joker == "none" or (self.joker == "free" and own in still_open):
            return plain
        if own in still_open:
            return {own: plain[own]}
        joker = {category: (AS_JOKER.get(category, points), on_top) for category, (points, on_top) in plain.items()}
        lower = {category: entry for category, entry in joker.items() if category not in UPPER}
        return lower if self.joker == "forced" and lower else joker


def written(theta: float, points: int, worth_after: Number) -> Number:
    """Value of writing points for a player with this risk parameter, given the value of what comes after."""
    return worth_after + points if theta == 0 else worth_after * growth(theta, points, getcontext().prec)


@cache
def growth(theta: float, points: int, _digits: int) -> Decimal:
    """Factor by which some points multiply the exponential of a score, with this number of digits."""
    return (Decimal(theta) * points).exp()


def in_points(theta: float, worth: Number) -> Number:
    """The sure points that are worth as much: the mean itself, or the certainty equivalent."""
    return worth if theta == 0 else abs(worth).ln() / Decimal(theta)


@cache
def value(game: MoreGame, state: State = EMPTY, theta: float = 0.0) -> Number:
    """Value of the points still to come before the first throw of a turn.

    For a theta of 0 their mean, exactly; else the mean of sign(theta) exp(theta x), in decimals.
    """
    if len(state.filled) == len(game.categories):
        nothing = Fraction() if theta == 0 else Decimal(1).copy_sign(Decimal(theta))
        return written(theta, game.bonus if state.upper_sum >= game.threshold else 0, nothing)
    return throw(game, state, (), game.n_rerolls + state.saved, theta)


@cache
def throw(game: MoreGame, state: State, kept: Dice, rerolls_after: int, theta: float = 0.0) -> Number:
    """Mean value of throwing all dice that are not kept, over every order of their results."""
    results = [decide(game, state, dice, rerolls_after, theta) * count for dice, count in thrown(game.n_dice, kept)]
    return sum(results[1:], results[0]) / 6 ** (game.n_dice - len(kept))


@cache
def decide(game: MoreGame, state: State, dice: Dice, rerolls: int, theta: float = 0.0) -> Number:
    """Value of the best option with ``dice`` on the table and ``rerolls`` left."""
    return max(options(game, state, dice, rerolls, theta).values())


def after(game: MoreGame, state: State, category: str, points: int, rerolls: int) -> State:
    """The state after writing points, with throws left over."""
    return State(
        state.filled | {category},
        state.upper_sum + (points if category in UPPER else 0),
        state.has_yahtzee or (category == "yahtzee" and points > 0 and bool(game.joker)),
        rerolls if game.saves else 0,
    )


def options(game: MoreGame, state: State, dice: Dice, rerolls: int, theta: float = 0.0) -> dict[str | Dice, Number]:
    """Value of every option: a category to score in, or the dice to keep."""
    worth = dict(scorings(game, state, dice, rerolls if game.saves else 0, theta))
    for kept in keeps(dice) if rerolls else ():
        worth[kept] = throw(game, state, kept, rerolls - 1, theta)
    return worth


@cache
def scorings(game: MoreGame, state: State, dice: Dice, saved: int, theta: float) -> dict[str | Dice, Number]:
    """Value of scoring the dice in each legal category, with unused throws that are saved."""
    return {
        category: written(theta, points + on_top, value(game, after(game, state, category, points, saved), theta))
        for category, (points, on_top) in game.entries(state, dice).items()
    }


@cache
def keeps(dice: Dice) -> tuple[Dice, ...]:
    """List the distinct keeps of some dice, except all of them."""
    return tuple(dict.fromkeys(kept for size in range(len(dice)) for kept in combinations(dice, size)))


@cache
def thrown(n_dice: int, kept: Dice) -> tuple[tuple[Dice, int], ...]:
    """List the results of throwing the dice that are not kept, with the number of orders of each."""
    falls = product(range(1, 7), repeat=n_dice - len(kept))
    return tuple(Counter(tuple(sorted(kept + fallen)) for fallen in falls).items())


def best_chance(game: MoreGame, target: int, state: State = EMPTY, points: int = 0) -> Fraction:
    """The largest probability of a final score of at least ``target``, with ``points`` written already."""
    return chance_of(game, target)(state, points)


@lru_cache(maxsize=1)
def chance_of(game: MoreGame, target: int) -> Callable[[State, int], Fraction]:
    """The largest probability of a final score of at least ``target``, between turns.

    Counted in ways in which dice can fall, which are whole numbers: of all that are thrown from here to the end, as if
    every throw were of all dice, and none were left out.
    """
    throw_of_all: int = 6**game.n_dice
    thrown_of: list[int] = [6**n_kept for n_kept in range(game.n_dice + 1)]
    turn_of_all = throw_of_all ** (game.n_rerolls + 1)

    @cache
    def before(state: State, points: int) -> int:
        if len(state.filled) == len(game.categories):
            bonus = game.bonus if state.upper_sum >= game.threshold else 0
            return int(points + bonus >= target)
        ways: int = throw(state, points, (), game.n_rerolls)
        return ways

    @cache
    def throw(state: State, points: int, kept: Dice, rerolls: int) -> int:
        ways: int = sum(decide(state, points, dice, rerolls) * count for dice, count in thrown(game.n_dice, kept))
        return ways * thrown_of[len(kept)]

    @cache
    def decide(state: State, points: int, dice: Dice, rerolls: int) -> int:
        at_once: int = score_best(state, points, dice) * throw_of_all**rerolls
        return max([at_once, *(throw(state, points, kept, rerolls - 1) for kept in (keeps(dice) if rerolls else ()))])

    @cache
    def score_best(state: State, points: int, dice: Dice) -> int:
        return max(
            before(after(game, state, category, here, 0), points + here + on_top)
            for category, (here, on_top) in game.entries(state, dice).items()
        )

    def chance(state: State, points: int) -> Fraction:
        return Fraction(before(state, points), turn_of_all ** (len(game.categories) - len(state.filled)))

    return chance


def preferred(game: MoreGame, state: State, dice: Dice, rerolls: int) -> str | Dice:
    """Return the option of perfect play: among equal ones, scoring before keeping, in scorecard order, first dice."""
    worth = options(game, state, dice, rerolls)
    bar = max(worth.values()) - Fraction(1, 10**9)
    scored = [category for category in game.categories if worth.get(category, bar) > bar]
    return scored[0] if scored else min(kept for kept in worth if isinstance(kept, tuple) and worth[kept] > bar)


Choice = Callable[[MoreGame, State, Dice, int], Sequence[str | Dice]]  # options that are equally likely to be taken


def best_choice(game: MoreGame, state: State, dice: Dice, rerolls: int) -> Sequence[str | Dice]:
    """Perfect play."""
    return [preferred(game, state, dice, rerolls)]


def any_choice(game: MoreGame, state: State, dice: Dice, rerolls: int) -> Sequence[str | Dice]:
    """Every option that there is."""
    return list(options(game, state, dice, rerolls))


@cache
def scores(game: MoreGame, state: State = EMPTY, choice: Choice = best_choice) -> dict[int, Fraction]:
    """How likely a player gets each number of points still to come."""
    if len(state.filled) == len(game.categories):
        return {game.bonus if state.upper_sum >= game.threshold else 0: Fraction(1)}
    return scores_of_throw(game, state, (), game.n_rerolls + state.saved, choice)


@cache
def scores_of_throw(game: MoreGame, state: State, kept: Dice, rerolls: int, choice: Choice) -> dict[int, Fraction]:
    """The same before the dice that are not kept are thrown."""
    shares: dict[int, list[tuple[int, int]]] = {}
    for dice, n_orders in thrown(game.n_dice, kept):
        chosen = choice(game, state, dice, rerolls)
        for option in chosen:
            if isinstance(option, tuple):
                later, on_paper = scores_of_throw(game, state, option, rerolls - 1, choice), 0
            else:
                points, on_top = game.entries(state, dice)[option]
                later, on_paper = scores(game, after(game, state, option, points, rerolls), choice), points + on_top
            for to_come, chance in later.items():
                above, below = chance.as_integer_ratio()
                shares.setdefault(to_come + on_paper, []).append((above * n_orders, below * len(chosen)))
    n_falls = 6 ** (game.n_dice - len(kept))
    return {score: total(parts) / n_falls for score, parts in shares.items()}
