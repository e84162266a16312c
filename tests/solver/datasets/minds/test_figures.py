"""The data sets that the figures of "Small minds" show."""

import numpy as np
import pyarrow as pa
import pytest

from solver.game.game import Game
from solver.kernels.following import Places
from solver.minds.fitting import perfect_cards
from solver.minds.mat import MatPlayer
from solver.minds.players import all_minds
from solver.play.player import Tables
from solver.rules.games import find_ruleset


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


@pytest.fixture(scope="module")
def game():
    return Game(find_ruleset())


def state_of(game, filled):
    """Return the set of filled boxes and the upper total of "ones=3,one_pair=10"."""
    names = list(game.ruleset.category_names)
    entries = [(names.index(name), int(points)) for name, points in (one.split("=") for one in filled.split(","))]
    upper = sum(points for place, points in entries if game.ruleset.categories[place].is_upper)
    return sum(1 << place for place, _points in entries), min(upper, game.ruleset.threshold)


def test_the_words_of_the_mat_describe_its_player(read, game):
    moments, tables = read("minds_moments"), Tables(game)
    mat = all_minds()["mat-7"].make(perfect_cards(game))
    assert isinstance(mat, MatPlayer)
    rolls = ["".join(map(str, roll)) for roll in game.lattice.rolls]
    assert moments["example"].nunique() >= 6
    for _example, rows in moments.groupby("example"):
        (says,) = rows[rows["by_mat"]].itertuples()
        filled, total = state_of(game, says.filled)
        place = Places(*(np.array([one], dtype=np.int64) for one in (filled, total, filled)))
        option = int(mat.decide(tables, place)[0, says.rerolls, rolls.index(says.dice), 0])
        keeps = game.lattice.choices_of_roll[rolls.index(says.dice)]
        if option < len(keeps):
            assert (says.action, says.keep) == ("keep", "".join(map(str, game.lattice.keeps[keeps[option]])))
        else:
            names = game.ruleset.category_names
            assert (says.action, says.category) == ("score", names[option - len(keeps)])


def test_options_of_a_moment_are_listed_best_first(read):
    for _example, rows in read("minds_moments").groupby("example"):
        assert rows["regret"].iloc[0] == 0
        assert (np.diff(rows["value"]) <= 1e-9).all()
        assert rows["regret"].iloc[1] >= 0.5 - 1e-4


def test_the_tree_is_nearly_right_and_chooses_wrong(read):
    frame = read("minds_right")
    assert frame["position"].nunique() == 5
    for _position, rows in frame.groupby("position"):
        values = rows.pivot(index="box", columns="mind", values="value")
        off = (values.sub(values["perfect"], axis=0)).abs().mean()
        assert off["values-10000"] < off["par-17"]
        lost = rows[rows["writes"]].set_index("mind")["lost"]
        assert lost["perfect"] == 0
        assert lost["par-17"] <= 0.25 < lost["values-10000"]


def test_a_blurred_step_is_flatter(read):
    frame = read("minds_step")
    steepest = frame.groupby("blur")["worth"].agg(lambda worth: np.diff(worth).max())
    assert steepest.is_monotonic_decreasing
    assert frame[(frame["blur"] == 0) & (frame["total"] == frame["total"].max())]["worth"].iloc[0] > 49


def test_a_printed_mat_has_the_score_of_mats(read):
    turned, mats, printed = read("minds_turned"), read("minds_mat"), read("minds_mat_pars")
    (mean,) = mats[mats["rules"] == 7]["mean"]
    assert (turned[turned["change"] == 0]["mean"] == mean).all()
    pars = printed.set_index("box")["par"]
    assert (turned["par"] == turned["box"].map(pars) + turned["change"]).all()
    assert turned.groupby("box")["change"].nunique().eq(11).all()


def test_no_neighbour_of_a_tuned_mat_scores_more(read):
    means, mats = read("minds_mat_neighbours"), read("minds_mat").set_index("rules")["mean"]
    assert (means["mean"] <= means["rules"].map(mats) + 1e-9).all()
    of_pars_and_order = means[means["place"] < 15].groupby(["place", "change"])
    assert of_pars_and_order["rules"].nunique().eq(3).all()
    nearest = read("minds_mat_nearest").set_index("rules")
    assert nearest["tried"].to_dict() == means.groupby("rules").size().to_dict()
    assert nearest["loses"].between(0, 0.01).all()
