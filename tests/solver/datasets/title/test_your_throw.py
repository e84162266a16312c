"""The throws of the title page: prices, values and curves agree, and the question is a real decision."""

import numpy as np
import pyarrow as pa
import pytest

from solver.datasets.shared import BIN


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


def test_three_options_each_with_the_best_and_the_greedy_one(read):
    options = read("throw_options")
    assert options.groupby("throw").size().tolist() == [3, 3, 3]
    assert options.groupby("throw").greedy.sum().tolist() == [1, 1, 1]
    for _throw, rows in options.groupby("throw"):
        assert rows.regret.min() == 0
        assert rows[rows.greedy].regret.item() > 5
        np.testing.assert_allclose(rows.value.max() - rows.value, rows.regret, atol=1e-9)
        np.testing.assert_allclose(rows.difference.max() - rows.difference, rows.regret, atol=1e-9)


def test_the_first_throw_is_sold_below_its_price(read):
    first = read("throw_options").query("throw == 1").set_index("category")
    prices = read("prices").set_index(["box", "number"]).price
    assert first.points.to_dict() == {"full_house": 11, "chance": 11, "threes": 9}
    for box, number in (("full_house", 0), ("chance", 0), ("threes", 3)):
        assert first.price[box] == pytest.approx(prices[box, number], abs=1e-9)
        assert first.difference[box] == pytest.approx(first.points[box] - prices[box, number], abs=1e-9)


def test_keeping_is_worth_what_its_differences_average(read):
    """Three sixes kept, one throw to come: its value is the average over full house and Sixes."""
    last = read("throw_options").query("throw == 3").set_index("action")
    kept, written = last.difference["keep"], last.difference["score"]
    assert (kept > written).all()
    assert last.price["keep"] == 0


def test_curves_are_distributions_whose_means_are_the_values(read, solution):
    options, curves = read("throw_options"), read("throw_curves")
    value = {(row.throw, row.option): row.value for row in options.itertuples()}
    before = {row.throw: row.value - row.difference for row in options.itertuples()}
    assert before[1] == pytest.approx(solution.start_value)
    for (throw, option), rows in curves.groupby(["throw", "option"]):
        assert rows.share.sum() == pytest.approx(1, abs=2e-3)
        middle = np.average(rows.score + (BIN - 1) / 2, weights=rows.share)
        assert middle == pytest.approx(value[throw, option] if option else before[throw], abs=0.6)
    assert set(map(tuple, curves[["throw", "option"]].drop_duplicates().to_numpy())) == {
        (throw, option) for throw in (1, 2, 3) for option in range(4)
    }
