"""The data sets on risk, made of a small game."""

import numpy as np
import pytest

from solver.datasets import risk
from solver.datasets.contract import DATASETS
from solver.risk.thetas import THETAS, TOLD_THETAS, find_theta_games
from solver.solving.objectives import Objective
from tests.solver.datasets.risk.conftest import SMALL


@pytest.mark.parametrize("name", ["theta_frontier", "theta_categories"])
def test_every_table_keeps_its_schema(workshop, name):
    assert DATASETS[name].module == risk.__name__
    assert DATASETS[name].make(workshop).rows > 0


def test_certainty_equivalents_rise_with_theta(workshop):
    frontier = risk.theta_frontier(workshop)
    assert frontier.theta.is_monotonic_increasing
    assert frontier.certainty_equivalent.is_monotonic_increasing


def test_frontier_equals_the_moments_of_its_distributions(workshop):
    frontier, told = risk.theta_frontier(workshop), risk.games_of_thetas(workshop)
    assert tuple(frontier.theta) == TOLD_THETAS
    assert set(TOLD_THETAS) <= set(THETAS)
    assert frontier["mean"].max() == frontier["mean"][frontier.theta == 0].item()
    np.testing.assert_allclose(frontier["price"], workshop.solution.start_value - frontier["mean"], atol=1e-12)
    rows = frontier[["theta", "mean", "certainty_equivalent"]].to_numpy().tolist()
    for (theta, mean, certain), of_theta in zip(rows, told, strict=True):
        assert of_theta.theta == theta
        points = np.flatnonzero(of_theta.distribution.prob_of_score).astype(float)
        chances = of_theta.distribution.prob_of_score[points.astype(int)]
        assert chances.sum() == pytest.approx(1, abs=1e-13)
        assert points @ chances == pytest.approx(mean)
        assert Objective(theta).certainty_equivalent(points, chances) == pytest.approx(certain, abs=1e-9)


def test_categories_sum_to_the_mean(workshop):
    frontier, categories = risk.theta_frontier(workshop), risk.theta_categories(workshop)
    assert len(categories) == len(TOLD_THETAS) * SMALL.n_categories
    sums = categories.groupby("theta")["mean"].sum().to_numpy() + SMALL.bonus * frontier.bonus_rate.to_numpy()
    np.testing.assert_allclose(sums, frontier["mean"])
    turns = categories.groupby("theta")["mean_turn"].sum().to_numpy()
    np.testing.assert_allclose(turns, 21)  # each turn from 1 to 6 fills one category
    yatzy = categories[categories.category == "yatzy"]
    np.testing.assert_allclose(1 - yatzy.zero_rate.to_numpy(), frontier.yatzy_rate)


def test_games_of_a_theta_are_stored(cache, monkeypatch):
    first = find_theta_games(SMALL, 0.05)
    monkeypatch.setattr("solver.risk.thetas.walk", None)  # would fail if anything were played out again
    again = find_theta_games(SMALL, 0.05)
    assert (again.theta, again.certainty_equivalent) == (first.theta, first.certainty_equivalent)
    np.testing.assert_array_equal(again.distribution.prob_of_score, first.distribution.prob_of_score)
    assert again.habits.bonus_rate == first.habits.bonus_rate
