"""The data sets on regimes, of a small game: what must hold between them."""

import numpy as np
import pytest

from solver.datasets.contract import DATASETS, Workshop
from solver.datasets.risk import (
    chance_node,
    chance_node_equivalents,
    games_of_thetas,
    log_sum_exp,
    quantile,
    regime_map,
    sigma_distribution,
    sigma_summary,
    theta_regimes,
)
from solver.datasets.targets import best_theta_for_percentile, dial_loss
from solver.play.distribution import score_distribution
from solver.play.walk import walk
from solver.risk.regimes import JUDGED, VIEWED
from solver.risk.thetas import THETAS, TOLD_THETAS, ThetaPlayer
from tests.solver.games import GAMES, ruleset

TABLES = [
    theta_regimes, sigma_distribution, sigma_summary, regime_map, log_sum_exp, chance_node, chance_node_equivalents,
    dial_loss, best_theta_for_percentile,
]  # fmt: skip


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YATZY_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield Workshop(ruleset(GAMES["bonus within reach"]))


@pytest.fixture(scope="module")
def frames(workshop):
    return {make.__name__: make(workshop) for make in TABLES}


@pytest.mark.parametrize("make", TABLES)
def test_tables_keep_their_schemas(workshop, make):
    assert DATASETS[make.__name__].make(workshop).rows > 0


def test_stored_results_are_equal(workshop, frames):
    again = Workshop(workshop.ruleset)
    for make in TABLES:
        assert make(again).equals(frames[make.__name__])


def test_the_thetas_equal_those_of_other_sets():
    assert set(VIEWED) < set(JUDGED) < set(TOLD_THETAS) <= set(THETAS)


def test_losses_add_up_to_the_price(workshop, frames):
    regimes, best = frames["theta_regimes"].set_index("theta"), workshop.solution.start_value
    told = {one.theta: one.distribution.mean for one in games_of_thetas(workshop)}
    price = np.array([best - told[theta] for theta in regimes.index])
    lost = regimes["lost_first"] + regimes["lost_second"] + regimes["lost_last"]
    np.testing.assert_allclose(lost, price, atol=1e-9)
    assert price[-1] > 0
    assert regimes.loc[0.2, "different"] > 0


def test_sigmas_add_up(workshop, frames):
    summary = frames["sigma_summary"].set_index(["throw", "turn"])
    played = walk(workshop.game, ThetaPlayer(workshop.solution))
    assert summary.loc[("all", "all"), "variance"] == pytest.approx(score_distribution(played).variance)
    histogram = frames["sigma_distribution"]
    for name in ("all", "1", "2", "3"):
        rows = histogram[histogram["throw"] == name]
        assert rows["share"].sum() == pytest.approx(1)
        assert rows["throws"].sum() == pytest.approx(summary.loc[(name, "all"), "throws"])
        assert summary.loc[(name, slice(None)), "throws"].iloc[1:].sum() == pytest.approx(rows["throws"].sum())
        half = rows["share"].cumsum().searchsorted(0.5)
        assert rows["low"].iloc[half] <= summary.loc[(name, "all"), "quantile_50"] <= rows["high"].iloc[half]
    assert summary.loc[("1", "1"), "throws"] == pytest.approx(1)


def test_regimes_share_all_throws(frames):
    regimes = frames["regime_map"]
    np.testing.assert_allclose(regimes.groupby("theta")["share"].sum(), 1)
    small, large = regimes[regimes["theta"] == 0.001], regimes[regimes["theta"] == 3.0]
    assert small["share"].iloc[0] == pytest.approx(1)
    assert large["share"].iloc[-1] > 0.5


def test_log_sum_exp_goes_from_the_mean_to_the_extreme(frames):
    totals = frames["log_sum_exp"]
    assert tuple(totals["theta"]) == VIEWED
    assert (totals["position_5"] >= 0).all()
    assert (totals["position_5"] <= totals["position_50"]).all()
    assert (totals["position_50"] <= totals["position_95"]).all()
    assert (totals["position_95"] <= 1).all()
    assert totals["position"].between(0, 1).all()
    share = totals["second_order_error"] / totals["from_mean"]
    np.testing.assert_allclose(totals["second_order_share"], share)
    assert 0 < totals.set_index("theta").loc[0.2, "second_order_share"] < 0.2


def test_the_example_is_a_throw_like_the_average(frames):
    node, equivalents = frames["chance_node"], frames["chance_node_equivalents"]
    mean = (node["probability"] * node["value"]).sum()
    assert node["probability"].sum() == pytest.approx(1)
    assert node["value"].is_monotonic_increasing
    assert (node["probability"] * (node["value"] - mean) ** 2).sum() ** 0.5 == pytest.approx(node["sigma"].iloc[0])
    assert equivalents["certainty_equivalent"].is_monotonic_increasing
    assert equivalents["mean"].iloc[0] == pytest.approx(mean)
    assert equivalents.set_index("theta").loc[0.0, "certainty_equivalent"] == pytest.approx(mean)
    assert (equivalents["certainty_equivalent"] <= node["value"].iloc[-1]).all()


def test_gaps_are_differences_to_the_best_theta(frames):
    dial, percentiles = frames["dial_loss"], frames["best_theta_for_percentile"]
    assert (dial["gap"] >= -1e-12).all()
    assert dial["gap"].max() > 1e-3
    assert (dial["theta_probability"] >= dial["optimal_probability"]).all()
    assert (percentiles["optimal_score"] <= percentiles["theta_score"]).all()
    assert (percentiles["theta_score"] <= percentiles["best_score"]).all()


def test_percentiles_are_those_of_the_distributions(workshop, frames):
    games = {one.theta: one.distribution for one in games_of_thetas(workshop)}
    for row in frames["best_theta_for_percentile"].itertuples():
        scores = {theta: found.percentile(row.percentile) for theta, found in games.items()}
        assert scores[row.theta] == row.theta_score == max(scores.values())
        assert scores[0.0] == row.optimal_score


@pytest.mark.parametrize(("percent", "expected"), [(0, 0.0), (25, 1.0), (50, 2.0), (75, 3.0), (100, 4.0)])
def test_quantiles_of_bins(percent, expected):
    assert quantile(np.array([0.0, 1.0, 3.0, 4.0]), np.array([1.0, 2.0, 1.0]), percent) == expected
