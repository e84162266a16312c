"""The data sets of the chapter on solving, against definitions and published numbers."""

import numpy as np
import pyarrow as pa
import pytest

from solver.datasets.solving import spread_of_last_box
from solver.game.dice import keep_lattice
from solver.game.game import Game
from solver.rules.games import find_ruleset


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


def test_one_die_by_hand(read):
    dice = read("one_die")
    assert dice["value"].tolist() == pytest.approx([7 / 2, 17 / 4, 14 / 3])
    assert dice["keep_from"].tolist() == [1, 4, 5]
    chance = read("last_box").query("category == 'chance'")
    np.testing.assert_allclose(chance["mean"], dice["all_dice"])


def test_the_last_yatzy_has_its_published_chance(read):
    row = read("last_box").query("category == 'yatzy' and rerolls == 2").iloc[0]
    assert row["chance"] == pytest.approx(347897 / 7558272)  # Verhoeff 1999
    assert row["mean"] == pytest.approx(50 * 347897 / 7558272)


def test_points_of_the_last_box_are_a_distribution_with_its_mean(read):
    game, means = Game(find_ruleset()), read("last_box").set_index(["category", "rerolls"])["mean"]
    for place, category in enumerate(game.ruleset.category_names):
        points, spread = spread_of_last_box(game, place)
        for rerolls, chances in enumerate(spread):
            assert chances.sum() == pytest.approx(1)
            assert points @ chances == pytest.approx(means[category, rerolls])
        if category == "sixes":
            assert spread[2][points == 0] == pytest.approx((125 / 216) ** 5)


def test_keeps_of_chance_are_played_die_by_die(read):
    value_of_throws = {0: 0, **dict(zip(read("one_die")["throws"], read("one_die")["value"], strict=True))}
    for row in read("chance_keeps").itertuples():
        kept = [int(die) for die in row.keep if row.keep != "none"]
        held = sum(max(die, value_of_throws[row.rerolls - 1]) for die in kept)  # dice kept now may be thrown later
        assert row.mean == pytest.approx(held + (5 - len(kept)) * value_of_throws[row.rerolls])


def test_the_first_turn_ends_at_the_start_value(read, solution):
    assert read("first_turn")["value"].iloc[-1] == pytest.approx(solution.start_value, abs=1e-9)
    opening = read("opening_turn")
    assert len(opening) == 6 * 6 + 9
    space = solution.game.space
    yatzy = solution.value_of_state[space.state(1 << 14, 0)]
    assert opening.query("category == 'yatzy'")["value"].iloc[0] == yatzy


def test_layers_hold_all_states(read, solution):
    layers, values, whole = read("layers"), read("layer_values"), read("whole_solve").iloc[0]
    assert layers["states"].sum() == solution.game.space.n_states
    assert values.groupby("filled")["states"].sum().tolist() == layers["states"].tolist()
    assert layers["perfect"].iloc[0] == solution.start_value
    assert (layers["lowest"] <= layers["perfect"]).all()
    assert (layers["perfect"] <= layers["highest"]).all()
    assert layers["highest"].iloc[14] == pytest.approx(50 + 70 / 3)
    assert whole["operations"] == whole["turns"] * 4 * len(keep_lattice(5).removals)


@pytest.mark.parametrize("n_dice", [2, 3, 5, 6])
def test_the_work_is_counted_on_the_lattice(read, n_dice):
    row = read("sweep_work").set_index("n_dice").loc[n_dice]
    lattice = keep_lattice(n_dice)
    assert row["keeps"] == lattice.n_keeps
    assert row["rolls"] == len(lattice.rolls)
    assert row["short_keeps"] == lattice.first_roll
    assert row["steps"] == lattice.extensions_of_keep.size == len(lattice.removals)
    assert row["pairs"] == sum(len(choices) + 1 for choices in lattice.choices_of_roll)
