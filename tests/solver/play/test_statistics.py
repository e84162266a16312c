"""Identities of the statistics of a walk; test_identities.py compares them with the oracle."""

import numpy as np
import pytest

from solver.datasets.contract import Workshop
from solver.datasets.shared import optimal_distribution_of, optimal_events, optimal_statistics
from solver.play.distribution import score_distribution
from solver.play.statistics import Habits, Statistics, habits, mean_and_sd, statistics
from solver.rules.games import find_ruleset
from tests.solver.walks import NAMES, any_box_walk, best_walk


@pytest.mark.parametrize("make", [best_walk, any_box_walk])
@pytest.mark.parametrize("name", NAMES)
def test_habits_match_the_statistics(name, make):
    walk = make(name)
    found, full = habits(walk), statistics(walk)
    np.testing.assert_allclose(found.prob_of_outcome, full.prob_of_outcome.sum(axis=2), atol=1e-14)
    np.testing.assert_allclose(found.means, full.means[:-1], atol=1e-12)
    np.testing.assert_allclose(found.zero_rates, full.zero_rates, atol=1e-14)
    turns = np.arange(1, len(found.prob_of_outcome) + 1)
    np.testing.assert_allclose(found.mean_turns, full.fill_turns.sum(axis=2) @ turns, atol=1e-12)
    assert found.bonus_rate == pytest.approx(full.bonus_rate, abs=1e-14)
    assert found.n_visited == full.n_visited.sum()
    again = Habits.of_arrays(found.game, found.arrays())
    assert (again.bonus_rate, again.n_visited) == (found.bonus_rate, found.n_visited)


@pytest.mark.parametrize("make", [best_walk, any_box_walk])
@pytest.mark.parametrize("name", NAMES)
def test_parts_add_up_to_the_total(name, make):
    walk = make(name)
    found, total = statistics(walk), score_distribution(walk)
    assert found.means.sum() == pytest.approx(total.mean, abs=1e-12)
    assert found.covariance.sum() == pytest.approx(total.variance, abs=1e-10)
    assert mean_and_sd(walk) == pytest.approx((total.mean, total.sd), abs=1e-11)
    np.testing.assert_allclose(found.covariance, found.covariance.T, atol=1e-12)


@pytest.mark.parametrize("make", [best_walk, any_box_walk])
@pytest.mark.parametrize("name", NAMES)
def test_conditional_means_average_to_the_means(name, make):
    """The law of total expectation, for every category whose points are known."""
    found = statistics(make(name))
    means = np.nan_to_num(found.conditional_means)
    for category in range(len(found.means) - 1):
        weights = np.where(found.category == category, found.prob, 0)
        np.testing.assert_allclose(weights @ means[:-2], found.means, atol=1e-12)
    with_bonus = found.bonus_rate
    np.testing.assert_allclose((1 - with_bonus) * means[-2] + with_bonus * means[-1], found.means, atol=1e-12)


@pytest.mark.parametrize("make", [best_walk, any_box_walk])
@pytest.mark.parametrize("name", NAMES)
def test_every_turn_fills_one_category_and_every_category_has_one_turn(name, make):
    found = statistics(make(name))
    np.testing.assert_allclose(found.fill_turns.sum(axis=(1, 2)), 1, atol=1e-13)
    np.testing.assert_allclose(found.fill_turns.sum(axis=(0, 2)), 1, atol=1e-13)


def test_the_full_game(solution):
    """The results that the data sets are made of."""
    workshop = Workshop(find_ruleset())
    found, total, events = optimal_statistics(workshop), optimal_distribution_of(workshop), optimal_events(workshop)
    assert found.means.sum() == pytest.approx(solution.start_value, abs=1e-9)
    assert found.covariance.sum() == pytest.approx(total.variance, abs=1e-8)
    np.testing.assert_allclose(events.prob_of_score.sum(axis=0), total.prob_of_score, atol=1e-15)
    rates = dict(zip(events.names, events.prob_of_combination @ events.happens, strict=True))
    zero_rates = dict(zip(solution.game.ruleset.category_names, found.zero_rates, strict=True))
    expected = {name: found.bonus_rate if name == "bonus" else 1 - zero_rates[name] for name in events.names}
    assert rates == pytest.approx(expected, abs=1e-12)


def test_statistics_are_restored_from_their_arrays():
    found = statistics(best_walk("one reroll"))
    assert found.means.sum() > 0  # computed on the way, not stored
    again = Statistics(found.game, **found.arrays())
    np.testing.assert_array_equal(found.covariance, again.covariance)
