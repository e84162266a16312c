from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import SolverError
from solver.game.game import Game
from solver.solving.backwards import solve
from solver.targets.standings import best_play, points_utility, solve_targets, worst_shares
from tests.oracle import utility
from tests.solver.games import GAMES, SHORT_GAMES, TINY, ruleset

NAMES = ["bonus within reach", "threshold only passed, never hit", "bonus for nothing", "a category that no roll fits"]


@pytest.mark.parametrize("name", NAMES)
def test_the_mean_is_a_utility(name):
    solved = solve(ruleset(GAMES[name]))
    game = Game(solved.space.ruleset)
    best = best_play(game, np.arange(game.best_final_score + 1.0))
    assert best.value == pytest.approx(solved.value_of_state[0], abs=1e-12)


@pytest.mark.parametrize("theta", [-1.0, -0.1, 0.05, 0.5])
def test_exponential_utility_needs_no_points_so_far(theta):
    game = Game(TINY)
    worth = np.sign(theta) * np.exp(theta * np.arange(game.best_final_score + 1.0))
    certainty_equivalent = np.log(abs(best_play(game, worth).value)) / theta
    assert certainty_equivalent == pytest.approx(solve(TINY, theta).value_of_state[0], abs=1e-11)


def test_targets_are_utilities():
    game = Game(TINY)
    _, best = solve_targets(game)
    for target in range(0, game.best_final_score + 1, 8):
        worth = (np.arange(game.best_final_score + 1) >= target).astype(float)
        assert best_play(game, worth).value == pytest.approx(best[target], abs=1e-12)


@settings(max_examples=3, deadline=None)
@given(data=st.data(), name=st.sampled_from(NAMES[1:]))
def test_any_utility_equals_the_oracle(data, name):
    game = Game(ruleset(GAMES[name]))
    n_scores = game.best_final_score + 1
    worth = data.draw(st.lists(st.integers(-9, 9), min_size=n_scores, max_size=n_scores))
    expected = utility(GAMES[name], lambda total: Fraction(worth[total]))
    assert best_play(game, np.array(worth, dtype=float)).value == pytest.approx(float(expected), abs=1e-12)
    rising = np.cumsum(np.abs(worth)).astype(float)
    expected = utility(GAMES[name], lambda total: Fraction(int(rising[total])))
    assert best_play(game, rising).value == pytest.approx(float(expected), abs=1e-10)


def test_a_tolerance_bounds_the_loss():
    game = Game(TINY)
    worth = np.arange(game.best_final_score + 1) / game.best_final_score
    exact, coarse = best_play(game, worth).value, best_play(game, worth, tolerance=1e-3).value
    assert abs(exact - coarse) <= 1e-3 * (TINY.n_categories + 1)


def test_a_constant_objective_is_settled():
    utility_of_nothing = points_utility(np.full(10, 0.25))
    assert len(utility_of_nothing.values) == 0
    np.testing.assert_array_equal(utility_of_nothing.worth(np.arange(12)), 0.25)
    game = Game(TINY)
    assert best_play(game, np.full(game.best_final_score + 1, 0.25)).value == 0.25


@pytest.mark.parametrize("worth", [np.minimum, np.maximum])
def test_stored_values_are_those_of_every_state(worth):
    small = SHORT_GAMES["one reroll"]
    rules = ruleset(small)
    game = Game(rules)
    of_score = worth(np.arange(game.best_final_score + 1) / 40, 0.5)
    best = best_play(game, of_score, keep=True)
    board = best.board

    def exact_worth(total):
        return Fraction(float(of_score[total]))

    for n_filled in (0, 2, rules.n_categories):
        packed = best.layers[n_filled]
        for card in range(board.layer(n_filled).start, board.layer(n_filled).stop):
            names = frozenset(name for bit, name in enumerate(rules.category_names) if board.filled[card] >> bit & 1)
            for points in range(board.fewest_so_far[card], board.most_so_far[card] + 1, 4):
                place = np.array([card - board.layer(n_filled).start]), np.array([points])
                value = packed.look_up(*place, best.utility.below, best.utility.above)[0]
                upper = int(board.total[card])
                expected = utility(small, exact_worth, names, upper, points)
                assert value == pytest.approx(float(expected), abs=1e-6), (names, upper, points)


def test_the_best_mean_of_the_worst_games_equals_the_oracle():
    small, shares = SHORT_GAMES["one reroll"], np.array([0.05, 0.3, 0.7])
    game = Game(ruleset(small))

    def shortfall(target):
        return lambda total: Fraction(min(total - target, 0))

    def mean_of_worst(share):
        short = {target: utility(small, shortfall(target)) for target in range(game.best_final_score + 1)}
        return max(target + float(value) / share for target, value in short.items())

    found = worst_shares(game, shares, (-1, game.best_final_score))
    assert found == pytest.approx([mean_of_worst(share) for share in shares], abs=1e-11)
    with pytest.raises(SolverError, match="targets 20 to 21"):
        worst_shares(game, shares, (20, 21))
