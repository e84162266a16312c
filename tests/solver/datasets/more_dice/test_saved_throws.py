"""The data sets on saved throws and on the rulesets side by side."""

import pandas as pd
import pyarrow as pa
import pytest

from solver.datasets.records import read_record
from solver.game.game import state_space
from solver.rules.games import find_ruleset

GAMES = {"saved_throw_worth": "scandinavian-saved", "maxi_saved_worth": "maxi-saved"}


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


@pytest.mark.parametrize("name", GAMES)
def test_every_scorecard_with_a_throw_to_save_is_counted(read, name):
    frame, space = read(name), state_space(find_ruleset(GAMES[name]))
    n_boxes = space.ruleset.n_categories
    assert frame["ruleset"].unique().tolist() == [GAMES[name]]
    pairs = [(filled, saved) for filled in range(1, n_boxes) for saved in range(2 * filled)]
    assert list(zip(frame["filled"], frame["saved"], strict=True)) == pairs
    scorecards = frame.drop_duplicates("filled").set_index("filled")["scorecards"]
    assert (frame["scorecards"].to_numpy() == scorecards.loc[frame["filled"]].to_numpy()).all()
    states = sum(int(count) * (2 * filled + 1) for filled, count in scorecards.items())
    reached_in_the_end = int(space.reachable_of_upper_set[-1].sum())
    assert states + 1 + reached_in_the_end * (2 * n_boxes + 1) == space.n_states


@pytest.mark.parametrize("name", GAMES)
def test_a_value_never_falls_with_one_more_saved_throw(read, name):
    frame = read(name)
    assert (frame["smallest"] >= 0).all()
    assert (frame["smallest"] < frame["mean"]).all()
    assert (frame["mean"] < frame["largest"]).all()
    assert (frame["error_bound"] > 0).all()


@pytest.mark.parametrize("name", GAMES)
def test_each_further_throw_is_worth_less_on_average(read, name):
    for _filled, rows in read(name).groupby("filled"):
        assert rows["mean"].is_monotonic_decreasing


def test_saving_is_worth_more_than_losing(read):
    start = read("browser_games").set_index("game")["start_value"]
    assert start["scandinavian-saved"] > read("optimal_summary")["mean"].item() + 1
    saving = read("rulesets_recorded").set_index(["ruleset", "options"]).loc["maxi-saved", "default"]
    assert saving["start_value"] - saving["error_bound"] > start["maxi"] + 1


def test_records_are_published_unchanged(read):
    for name in ("maxi_saved_worth", "rulesets_recorded"):
        pd.testing.assert_frame_equal(read(name), read_record(name))


def test_bounds_are_small_except_for_rounded_values(read):
    rulesets = read("rulesets_recorded").set_index(["ruleset", "options"])
    short = rulesets.index.get_level_values("ruleset") == "maxi-saved"
    assert (rulesets["error_bound"][~short] < 1e-8).all()
    assert 1e-5 < rulesets["error_bound"][short].max() < 1e-3
