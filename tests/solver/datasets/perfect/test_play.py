"""The data sets on perfect play, computed for a small game with five dice and all the boxes that they need."""

from types import MappingProxyType

import numpy as np
import pytest

from solver.datasets import perfect
from solver.datasets.contract import Workshop
from solver.datasets.shared import optimal_events
from solver.rules.ruleset import Ruleset
from tests.solver.games import CATEGORIES

BOXES = ("twos", "sixes", "small_straight", "large_straight", "yatzy")
SMALL = Ruleset("small", 5, tuple(CATEGORIES[name] for name in BOXES), 20, 24, MappingProxyType({}))


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YATZY_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        workshop = Workshop(SMALL)
        perfect.optimal_distribution(workshop)
        yield workshop


def test_distribution_and_summary_agree(workshop):
    found, summary = perfect.optimal_distribution(workshop), perfect.optimal_summary(workshop).iloc[0]
    assert found.probability.sum() == pytest.approx(1, abs=1e-13)
    assert found.score @ found.probability == pytest.approx(workshop.solution.start_value)
    assert summary["mean"] == pytest.approx(workshop.solution.start_value)
    assert (summary["least_score"], summary["greatest_score"]) == (found.score.min(), found.score.max())
    np.testing.assert_allclose(found.at_least[found.score >= summary["percentile_50"]].max(), 0.5, atol=0.2)
    below = found.probability[found.score < summary["percentile_25"]].sum()
    assert below < 0.25 <= below + found.probability[found.score == summary["percentile_25"]].sum()


def test_events_make_up_the_distribution(workshop):
    events, whole = perfect.joint_events(workshop), perfect.optimal_distribution(workshop)
    by_score = optimal_events(workshop).prob_of_score.sum(axis=0)
    np.testing.assert_allclose(by_score[whole.score], whole.probability, atol=1e-14)
    assert events.probability @ events["mean"] == pytest.approx(workshop.solution.start_value)
    summary = perfect.optimal_summary(workshop).iloc[0]
    for name in ("bonus", "yatzy", "small_straight", "large_straight"):
        assert events.probability[events[name]].sum() == pytest.approx(summary[f"{name}_rate"])


def test_category_tables_agree(workshop):
    points, summary = perfect.category_points(workshop), perfect.category_summary(workshop)
    turns, covariance = perfect.fill_turns(workshop), perfect.category_covariance(workshop)
    means = perfect.category_conditional_means(workshop)
    for row in summary.itertuples():
        ours = points[points.category == row.category]
        assert ours.points @ ours.probability == pytest.approx(row.mean)
        assert ours.points @ ours.given_bonus == pytest.approx(row.mean_given_bonus)
        assert ours.points @ ours.given_no_bonus == pytest.approx(row.mean_given_no_bonus)
        assert ours.probability[ours.points == 0].sum() == pytest.approx(row.zero_rate)
        assert ours.given_bonus[ours.points == 0].sum() == pytest.approx(row.zero_rate_given_bonus)
        filled = turns[turns.category == row.category]
        assert filled.turn @ filled.probability == pytest.approx(row.mean_turn)
        assert filled.points.sum() == pytest.approx(row.mean)
        assert filled.zero_probability.sum() == pytest.approx(row.zero_rate)
        known = means[(means.category == row.category) & (means.other == "bonus")]
        assert known.probability @ known["shift"] == pytest.approx(0, abs=1e-12)
    sd = perfect.optimal_summary(workshop).sd[0]
    assert covariance.covariance.sum() == pytest.approx(sd**2)
    with_bonus = covariance.covariance[covariance.category == "bonus"].sum()
    assert summary.covariance_with_score.sum() + with_bonus == pytest.approx(sd**2)


def test_first_rolls_average_to_the_start_value(workshop):
    rolls = perfect.first_rolls(workshop)
    assert rolls.probability @ rolls.value == pytest.approx(workshop.solution.start_value)
    np.testing.assert_allclose(rolls.value - rolls.second_value, rolls.gap, atol=1e-12)
    five_twos = rolls[rolls["dice"] == "22222"].iloc[0]
    assert (five_twos["action"], five_twos["option"]) == ("score", "yatzy")


def test_without_ties_their_order_changes_nothing(workshop):
    rules = perfect.optimal_tie_rules(workshop)
    assert rules["sd"][0] == pytest.approx(perfect.optimal_summary(workshop)["sd"][0], abs=1e-12)
    assert rules["visited_states"][0] == perfect.optimal_summary(workshop)["visited_states"][0]


def test_ties_change_the_scores_but_not_their_mean(cache):
    boxes = tuple(CATEGORIES[name] for name in ("ones", "chance", "yatzy"))
    workshop = Workshop(Ruleset("tied", 2, boxes, 6, 7, MappingProxyType({}), n_rerolls=1))
    rules = perfect.optimal_tie_rules(workshop)
    np.testing.assert_allclose(rules["mean"], workshop.solution.start_value, atol=1e-12)
    assert rules["largest_difference"][0] == 0
    assert rules["largest_difference"].max() > 1e-6
    assert np.ptp(rules["sd"]) > 1e-5
