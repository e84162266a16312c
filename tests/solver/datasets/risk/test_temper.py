"""The data sets of players whose temper changes within a game."""

import numpy as np
import pyarrow as pa
import pytest

from solver.datasets.risk import N_TURNS, QUANTITIES, curved, left_out_errors, smooth_percentile, tempers
from solver.play.distribution import Distribution


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


def test_exactly_the_expected_players_are_listed(read):
    players, drawn = read("temper_players"), tempers()
    assert players["kind"].value_counts().to_dict() == {"stops": 27, "held_out": 8, "every_turn": 40}
    assert players["kind"].tolist() == [temper.kind for temper in drawn]
    assert all(len(temper.thetas) == N_TURNS for temper in drawn)
    np.testing.assert_allclose(players[["early", "middle", "late"]], [temper.thirds for temper in drawn], atol=1e-15)


def test_one_theta_throughout_is_a_setting_of_the_dial(read):
    players, dial = read("temper_players"), read("theta_frontier").set_index("theta")
    stops = players[players["kind"] == "stops"]
    same = stops[(stops["early"] == stops["middle"]) & (stops["middle"] == stops["late"])]
    assert len(same) == 3
    for row in same.itertuples():
        theta = round(row.early, 6)
        assert row.mean == pytest.approx(dial["mean"][theta], abs=1e-9)
        assert row.sd == pytest.approx(dial["sd"][theta], abs=1e-9)


def test_the_average_is_largest_for_the_plain_player(read):
    players = read("temper_players")
    plain = players[(players[["early", "middle", "late"]] == 0).all(axis=1) & (players["kind"] == "stops")]
    assert players["mean"].idxmax() == plain.index[0]


def test_errors_are_those_of_the_guesses(read):
    guesses, fits = read("temper_guesses"), read("temper_fits")
    assert (fits[["held_out", "every_turn", "stops"]] >= 0).all().all()
    row = fits[(fits["quantity"] == "sd") & (fits["fit"] == "straight")].iloc[0]
    ours = guesses[(guesses["quantity"] == "sd") & (guesses["fit"] == "straight") & (guesses["kind"] == "held_out")]
    assert row["held_out"] == pytest.approx(np.sqrt(((ours["true"] - ours["guess"]) ** 2).mean()))
    assert (fits["explained"] <= 1).all()


def test_fifteen_numbers_are_compared_with_three(read):
    turns = read("temper_turns")
    assert set(zip(turns["quantity"], turns["seen"], strict=True)) == {
        (quantity, seen) for quantity in QUANTITIES for seen in ("thetas", "squares")
    }
    assert (turns[["averages", "fifteen"]] > 0).all().all()
    np.testing.assert_allclose(turns["averages"] - turns["fifteen"], turns["margin"], atol=1e-12)
    assert ((turns["low"] < turns["margin"]) & (turns["margin"] < turns["high"])).all()


def test_a_player_left_out_is_predicted_from_the_others():
    random = np.random.default_rng(3)
    columns, true = random.random((7, 3)), random.random(7)
    missed = left_out_errors(columns, true)
    for one in range(7):
        others = np.arange(7) != one
        numbers = np.linalg.lstsq(columns[others], true[others], rcond=None)[0]
        assert missed[one] == pytest.approx(true[one] - columns[one] @ numbers, abs=1e-12)


def test_a_curved_fit_sees_all_products():
    np.testing.assert_array_equal(curved(np.array([[2.0, 3.0]])), [[1, 2, 3, 4, 6, 9]])


def test_a_percentile_is_interpolated_between_scores():
    games = Distribution(np.array([0.2, 0.0, 0.4, 0.4]))
    assert smooth_percentile(games, 20) == pytest.approx(0.0)
    assert smooth_percentile(games, 40) == pytest.approx(1.5)
    assert smooth_percentile(games, 60) == pytest.approx(2.0)
