"""The data sets of small policies: recorded numbers, and those that are computed again."""

import math
import re

import pyarrow as pa
import pytest

from solver.datasets.records import FOLDER
from solver.game.game import Game
from solver.minds.fitting import exact_mean, perfect_cards, results_of_walk
from solver.minds.neighbours import around_seventeen
from solver.minds.players import all_minds, recorded_scores
from solver.play.walk import walk
from solver.rules.games import find_ruleset

LARGEST = 2**20  # bytes of all records of small minds together


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


def test_a_mat_has_the_recorded_score():
    """``datasets --verify`` evaluates all minds; a neighbour of the seventeen numbers is evaluated below."""
    name, cards = "mat-7", perfect_cards(Game(find_ruleset()))
    (recorded,) = [score.mean for score in recorded_scores() if score.name == name]
    way = walk(cards.game, all_minds()[name].make(cards), is_passing=True)
    assert results_of_walk(cards, way).mean == pytest.approx(recorded, abs=1e-9)


def test_the_seventeen_numbers_are_integers_or_tenths(read):
    frame = read("minds_par")
    names = list(find_ruleset().category_names)
    assert frame["box"].tolist() == [*names, "spread", "shift"]
    assert frame["title"][8] == "Three of a kind"
    pars, tenths = frame["integer"][:15], 10 * frame["integer"][15:]
    assert (pars == pars.round()).all()
    assert (tenths - tenths.round()).abs().max() < 1e-12
    assert (frame["integer"] - frame["decimal"]).abs().max() < 1.5


def test_no_step_of_the_seventeen_numbers_improves_the_score(read):
    """Evaluate the best neighbour; ``minds/test_neighbours`` evaluates all neighbours of a small game."""
    values = read("minds_values").set_index("family")["mean"]
    near = around_seventeen(Game(find_ruleset()))
    names = (*near.cards.game.ruleset.category_names, "shift", "spread")
    (nearest,) = read("minds_nearest").itertuples(index=False)
    n_numbers, (number, units) = len(names), nearest.step.split()
    assert nearest.tried == 4 * n_numbers + 4 * math.comb(n_numbers, 2)
    assert nearest.loses == pytest.approx(values["par-17"] - nearest.mean, abs=1e-12)
    mean = exact_mean(near.cards, near.family)
    assert mean(near.moved(((names.index(number), int(units)),))) == pytest.approx(nearest.mean, abs=1e-9)


def test_few_numbers_hold_most_of_the_game(read):
    """The bars that were set for what is fitted to choose."""
    best = read("minds_values").groupby("numbers")["mean"].max()
    for numbers, least in ((1, 226.5), (8, 243.0), (12, 245.5), (17, 246.63), (300, 247.75), (1000, 247.94)):
        assert best[best.index <= numbers].max() >= least, numbers


def test_the_frontier_is_not_dominated(read):
    frame = read("minds_values")
    front = frame[frame["on_frontier"]].sort_values("numbers")
    assert front["mean"].is_monotonic_increasing
    for row in frame[~frame["on_frontier"]].itertuples():
        better = frame[(frame["numbers"] <= row.numbers) & (frame["mean"] >= row.mean)]
        assert len(better) > 1, row.family


def test_losses_of_turns_add_up(read):
    for name in ("minds_values", "minds_blur"):
        frame = read(name)
        turns = frame[["turns_1_5", "turns_6_10", "turns_11_15"]].sum(axis=1)
        assert (turns - frame["left"]).abs().max() < 1e-9
        best = read("optimal_summary")["mean"].iloc[0]
        assert (frame["mean"] + frame["left"] - best).abs().max() < 1e-9


def test_the_objective_of_fitting_matters(read):
    """Fitted to choose, every mind chooses better; a network that begins with edges beats one begun at random."""
    frame = read("minds_asked")
    assert (frame["choose"] > frame["right"] + 1.5).all()
    best = read("minds_values").set_index("family")["mean"]
    both_ways = [(name.removesuffix("-right"), name) for name in best.index if name.endswith("-right")]
    both_ways += [(name, name.removesuffix("-choose")) for name in best.index if name.endswith("-choose")]
    assert len(both_ways) >= 17
    for choose, right in both_ways:
        assert best[choose] > best[right], choose
    assert best["net-577"] > 247
    assert best["net-577-right"] > best["net-577-random-right"] + 8
    assert best["net-2305-right"] > 240.4
    assert best["net-2305"] > 243.7


def test_large_policies_are_recorded_by_a_digest(read):
    """Either the fitted numbers or their digest are recorded."""
    frame, recorded = read("minds_values"), set(read("minds_numbers")["mind"])
    for row in frame[frame["fit"].isin(("choose", "whole"))].itertuples():
        assert (row.family in recorded) == (row.digest == ""), row.family
        assert re.fullmatch("([0-9a-f]{64})?", row.digest)


def test_records_of_small_minds_are_small():
    assert sum(path.stat().st_size for path in FOLDER.glob("minds_*.csv")) <= LARGEST


def test_the_worst_of_five_learners_learns_so_fast(read):
    frame = read("minds_learning")
    linear = frame[frame["learner"] == "linear"]
    assert (linear.groupby(["told", "games"])["seed"].nunique() == 5).all()
    worst = linear.groupby(["told", "games"])["mean"].min()
    assert worst["average", 300] >= 244.5
    assert worst["average", 1000] >= 245.3
    last = [worst[told].iloc[-1] for told in ("average", "one_throw", "final_score")]
    assert max(last) - min(last) < 0.5


def test_learners_are_summed_up_over_five_seeds(read):
    learned = read("minds_learned")
    assert (learned["seeds"] == 5).all()
    assert set(learned["learner"]) == {"linear", "network", "notebook", "tables"}
    assert ((learned["worst"] <= learned["mean"]) & (learned["mean"] <= learned["best"])).all()
    last = learned.sort_values("games").groupby(["learner", "told"]).last()
    # The published scores of the worst of five: lower ones mean that learning is broken.
    assert last["worst"]["network", "average"] >= 245
    assert last["worst"]["notebook", "one_throw"] > 222
    assert last["worst"]["tables", "average"] > 240
    for learner in ("network", "tables"):  # with less information it knows less after as many games
        means = last["mean"][learner]
        assert means["average"] > means["one_throw"] > means["final_score"] > 200


def test_a_million_games_teach_more_than_a_hundred_thousand(read):
    (million,) = read("minds_million").itertuples()
    frame = read("minds_learning")
    before = frame[(frame["learner"] == "network") & (frame["told"] == "average") & (frame["seed"] == million.seed)]
    assert million.games == 10 * before["games"].max()
    assert million.mean > before["mean"].max()


def test_small_imitating_networks_lose_twice_as_much_as_trees_and_large_ones_do_not(read):
    """The chapter mentions both of three sizes."""
    networks, trees = read("minds_networks"), read("minds_trees")
    assert ((networks["worst"] <= networks["mean"]) & (networks["mean"] <= networks["best"])).all()
    best = read("optimal_summary")["mean"].iloc[0]
    assert (networks["mean"] + networks["left"] - best).abs().max() < 1e-9
    alike = trees[(trees["kind"] == "weighted") & trees["leaves"].isin((100, 300, 1000))]
    assert (networks["numbers"].to_numpy() / alike["numbers"].to_numpy()).max() < 1.2
    times = networks["left"].to_numpy() / alike["left"].to_numpy()
    assert times[0] > 2
    assert times[-1] < 1.5


def test_trees_that_imitate_come_near(read):
    """The bars that were set for trees that imitate."""
    trees = read("minds_trees").groupby("leaves")["mean"].max()
    for leaves, least in ((100, 229.0), (1000, 244.3), (10000, 246.8)):
        assert trees[leaves] >= least
