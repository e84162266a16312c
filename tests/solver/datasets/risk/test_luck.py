"""Shares of luck: by turn, by throw and by box they add up to the variance of the final score."""

import pytest

from solver.datasets.contract import Workshop
from solver.datasets.risk import luck_shares
from solver.datasets.shared import optimal_distribution_of
from tests.solver.games import GAMES, ruleset


@pytest.mark.parametrize("name", ["six categories", "one reroll"])
def test_shares_of_every_part_add_up_to_the_variance(name, tmp_path, monkeypatch):
    monkeypatch.setenv("YATZY_CACHE_DIR", str(tmp_path))
    workshop = Workshop(ruleset(GAMES[name]))
    shares, variance = luck_shares(workshop), optimal_distribution_of(workshop).variance
    for part, rows in shares.groupby("part"):
        assert rows["variance"].sum() == pytest.approx(variance, rel=1e-9), part
        assert rows["share"].sum() == pytest.approx(1)
        assert rows["so_far"].iloc[-1] == pytest.approx(1)
        assert (rows["variance"] > 0).all()
    boxes = shares[shares["part"] == "box"]
    assert set(boxes["name"]) == set(workshop.ruleset.category_names)
    assert boxes["share"].is_monotonic_decreasing
