"""The small data sets of the chapter on perfect play say what the exact ones say."""

from types import MappingProxyType

import numpy as np
import pytest

from solver.datasets import perfect
from solver.datasets.contract import DATASETS, Workshop
from solver.rules.ruleset import Ruleset
from tests.solver.games import CATEGORIES

BOXES = ("twos", "sixes", "four_of_a_kind", "small_straight", "large_straight", "yatzy")
SMALL = Ruleset("small", 5, tuple(CATEGORIES[name] for name in BOXES), 20, 24, MappingProxyType({}))


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YATZY_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        workshop = Workshop(SMALL)
        perfect.optimal_distribution(workshop)
        yield workshop


@pytest.mark.parametrize("name", [name for name, found in DATASETS.items() if found.module == perfect.__name__])
def test_every_table_keeps_its_schema(workshop, name):
    assert DATASETS[name].make(workshop).rows > 0


def test_peaks_are_likelier_than_their_neighbours(workshop):
    assert perfect.local_peaks(np.array([0.0, 2.0, 1.0, 1.0, 3.0, 0.0, 5.0])) == [1, 4]
    peaks, whole = perfect.score_peaks(workshop), perfect.optimal_distribution(workshop)
    prob_of_score = dict(zip(whole.score, whole.probability, strict=True))
    for row in peaks[peaks.window == 1].to_dict("records"):
        beside = [prob_of_score.get(row["score"] + step, 0) for step in (-1, 1)]
        assert row["probability"] > max(beside)
        assert row["peaks"] == (peaks.window == 1).sum()


def test_facts_agree_with_the_distribution(workshop):
    facts, whole = perfect.perfect_facts(workshop).iloc[0], perfect.optimal_distribution(workshop)
    summary = perfect.optimal_summary(workshop).iloc[0]
    assert facts["below_mean"] == pytest.approx(whole.probability[whole.score < summary["mean"]].sum())
    assert facts["below_mean"] + facts["above_mean"] == pytest.approx(1)
    assert facts["lower_tail"] + facts["upper_tail"] == pytest.approx(facts["outside_fifty"])
    assert facts["own_variance"] + facts["shared_variance"] == pytest.approx(summary["sd"] ** 2)
    assert facts["games_for_best"] == pytest.approx(1 / whole.probability.iloc[-1])


def test_parts_add_up_to_the_score(workshop):
    parts, summary = perfect.score_parts(workshop), perfect.optimal_summary(workshop).iloc[0]
    assert parts["mean"].sum() == pytest.approx(summary["mean"])
    assert parts["spread"].sum() == pytest.approx(summary["sd"] ** 2)
    assert parts["mean_share"].sum() == pytest.approx(1)
    assert 1 - parts["zero_rate"].iloc[-1] == pytest.approx(summary["bonus_rate"])


def test_groups_are_the_joint_events_joined(workshop):
    groups, events = perfect.event_groups(workshop), perfect.joint_events(workshop)
    summary = perfect.optimal_summary(workshop).iloc[0]
    for _, ours in groups.groupby("split"):
        assert ours.share.sum() == pytest.approx(1)
        assert ours.share @ ours["mean"] == pytest.approx(summary["mean"])
        assert ours.share @ (ours.sd**2 + (ours["mean"] - summary["mean"]) ** 2) == pytest.approx(summary["sd"] ** 2)
    met = events[events.bonus & ~events.yatzy]
    found = groups[(groups.split == "bonus+yatzy") & (groups.has == "bonus")].iloc[0]
    assert found["share"] == pytest.approx(met.probability.sum())
    assert found["mean"] == pytest.approx(np.average(met["mean"], weights=met.probability))
    steps = perfect.event_steps(workshop).iloc[0]
    assert steps["within"] + steps["between"] == pytest.approx(summary["sd"] ** 2)


def test_rounded_sets_round_the_exact_ones(workshop):
    cells, turns = perfect.fill_map(workshop), perfect.fill_turns(workshop)
    np.testing.assert_allclose(cells.probability, turns.probability, atol=5.1e-6)
    np.testing.assert_allclose(cells.points * turns.probability, turns.points, atol=5.1e-6)
    ties = perfect.pair_ties(workshop)
    n_parts = len(BOXES) + 1
    assert len(ties) == n_parts * (n_parts + 1) / 2
    twice = ties.covariance.sum() * 2 - ties.covariance[ties.category == ties.other].sum()
    assert twice == pytest.approx(perfect.optimal_summary(workshop).sd[0] ** 2, abs=0.01)


def test_first_rolls_are_grouped_by_their_decision(workshop):
    calls, rolls = perfect.first_roll_calls(workshop), perfect.first_rolls(workshop)
    assert calls.rolls.sum() == len(rolls)
    assert calls.probability.sum() == pytest.approx(1)
    assert calls.gap[0] == rolls.gap.min()
    assert calls.gap.is_monotonic_increasing
    facts = perfect.first_roll_facts(workshop).iloc[0]
    assert facts["scored_share"] == pytest.approx(rolls.probability[rolls.action == "score"].sum())
    assert facts["full_houses"] == 30
    np.testing.assert_allclose(perfect.opening_rolls(workshop).gap, rolls.gap, atol=5.1e-5)
