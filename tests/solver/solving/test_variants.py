from functools import cache
from itertools import product

import pytest

from solver.game.game import Game
from solver.solving.backwards import solve
from solver.solving.variants import guaranteed_points, values_with_spare_throw
from tests.oracle import largest_guaranteed
from tests.oracle.game import UPPER, mean, score, throw_again
from tests.oracle.play import keeps
from tests.solver.games import SHORT_GAMES, ruleset


@cache
def value_with_spare(game, filled, upper_sum):
    """Expected points with a spare throw in hand, which may be used at any moment of a turn."""
    if len(filled) == len(game.categories):
        return game.value(filled, upper_sum)
    throws = product(range(1, 7), repeat=game.n_dice)
    return mean([decide_with_spare(game, filled, upper_sum, tuple(sorted(dice)), game.n_rerolls) for dice in throws])


@cache
def decide_with_spare(game, filled, upper_sum, dice, rerolls):
    points = {category: score(category, dice) for category in game.may_fill(filled)}
    best = max(
        gain + value_with_spare(game, filled | {category}, upper_sum + (gain if category in UPPER else 0))
        for category, gain in points.items()
    )
    for keep in keeps(dice):
        kept = (*keep, *[None] * (game.n_dice - len(keep)))
        best = max(best, throw_again(game, filled, upper_sum, kept, rerolls + 1))  # the spare throw is used
        if rerolls:
            thrown = product(range(1, 7), repeat=game.n_dice - len(keep))
            after = [
                decide_with_spare(game, filled, upper_sum, tuple(sorted(keep + new)), rerolls - 1) for new in thrown
            ]
            best = max(best, mean(after))
    return best


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_a_spare_throw_is_worth_what_the_definition_says(name):
    small = SHORT_GAMES[name]
    rules = ruleset(small)
    values = values_with_spare_throw(Game(rules), solve(rules).value_of_state)
    assert values[0] == pytest.approx(float(value_with_spare(small, frozenset(), 0)), abs=1e-12)


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_the_guaranteed_points_are_those_of_the_worst_dice(name):
    small = SHORT_GAMES[name]
    assert guaranteed_points(Game(ruleset(small)))[0] == largest_guaranteed(small)
