from dataclasses import replace
from fractions import Fraction
from functools import cache
from types import MappingProxyType

import numpy as np
import pytest

from solver.game.game import Game
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.rules.ruleset import Category, Ruleset
from solver.solving.backwards import solve
from solver.targets.chances import Targets
from solver.targets.opponents import (
    last_boxes,
    win_rates,
    win_worth,
)
from solver.targets.standings import best_play, solve_targets
from tests.oracle import utility
from tests.solver.games import SHORT_GAMES, ruleset

ORACLE_GAME = SHORT_GAMES["one reroll"]
RULES = ruleset(ORACLE_GAME)


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(RULES)


@pytest.fixture(scope="module")
def optimal(game) -> np.ndarray:
    values = solve(RULES).value_of_state
    return score_distribution(walk(game, TablePlayer("optimal", values))).prob_of_score


@pytest.fixture(scope="module")
def targets(game) -> Targets:
    layers, best = solve_targets(game)
    return Targets(game, tuple(layers), best, 0.0, 0.0)


def test_an_unknown_opponent_is_a_utility(game, targets, optimal):
    worth = win_worth(optimal)
    expected = utility(ORACLE_GAME, lambda total: Fraction(float(worth[total])))
    assert win_rates(targets, optimal).against_unknown == pytest.approx(float(expected), abs=1e-12)


def test_information_and_playing_to_win_increase_the_chance(targets, optimal):
    rates = win_rates(targets, optimal)
    assert rates.knowing > rates.against_unknown > rates.like_opponent
    assert rates.like_opponent == pytest.approx((1 - optimal @ optimal) / 2, abs=1e-12)


def test_a_sure_small_win_beats_an_even_chance_of_more():
    """100 points against 110: 100 more or nothing, each with probability 1/2, or 11 for certain."""
    opponent = np.zeros(211)
    opponent[110] = 1.0
    gamble, sure = {200: 0.5, 100: 0.5}, {111: 1.0}
    win, points = win_worth(opponent), np.arange(211.0)

    def expected(worth, prob_of_score):
        return sum(prob * worth[score] for score, prob in prob_of_score.items())

    assert (expected(win, gamble), expected(win, sure)) == (0.5, 1.0)
    assert (expected(points, gamble), expected(points, sure)) == (150.0, 111.0)


def test_the_same_decision_with_a_die():
    """11 points are on the table; another throw gives 100, nothing, or 11 again, and more points on average."""
    points_of_face = {1: 0, 2: 0, 3: 0, 4: 100, 5: 100, 6: 11}
    category = Category("gamble", lambda roll: points_of_face[roll[0]])
    game = Game(Ruleset("gamble", 1, (category,), 0, 1, MappingProxyType({}), n_rerolls=1))
    opponent = np.zeros(game.best_final_score + 1)
    opponent[10] = 1.0
    assert best_play(game, win_worth(opponent)).value == pytest.approx(1 - 1 / 2 * 1 / 2, abs=1e-15)
    values = solve(game.ruleset).value_of_state
    greedy = score_distribution(walk(game, TablePlayer("optimal", values)))
    assert greedy.mean == pytest.approx(200 / 6 + 4 / 6 * 211 / 6, abs=1e-12)
    assert greedy.chance_of(11) == pytest.approx(2 / 6 + 4 / 6 / 2, abs=1e-12)  # it throws the 11 again


@pytest.mark.parametrize(("mine", "theirs"), [("ones", "one_pair"), ("one_pair", "sixes"), ("sixes", "sixes")])
def test_the_last_boxes_of_two_players_equal_the_oracle(game, mine, theirs):
    def alone(category):
        return replace(ORACLE_GAME, categories=(category,), bonus=0)

    def first_wins(mine_total):
        credit = {1: Fraction(1), 0: Fraction(1, 2), -1: Fraction(0)}
        return 1 - utility(alone(theirs), lambda total: credit[(total > mine_total) - (total < mine_total)])

    found = last_boxes(game, mine, theirs)
    for place, best in enumerate(found.best):
        lead = found.first + place
        expected = utility(alone(mine), cache(lambda total, lead=lead: first_wins(lead + total)))
        assert best == pytest.approx(float(expected), abs=1e-12)
        assert found.by_mean[place] <= best + 1e-12
    assert found.best[[0, -1]] == pytest.approx([0.0, 1.0], abs=1e-12)
