"""The work of a solve: counted by set, it equals the operations of the kernel and of the definition."""

import tomllib
from itertools import combinations_with_replacement, product

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from solver.datasets.records import read_record
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.rules.ruleset import FACES
from solver.studies.bench import count_operations
from solver.studies.work import METHODS, operations_of_turn, reroll_operations, rows_of_set, states_of_set
from tests.solver.conftest import PROJECT
from tests.solver.games import GAMES, ruleset

N_LANES = 16


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


@pytest.mark.parametrize("name", ["bonus within reach", "no upper section", "three dice", "one reroll"])
def test_the_kernel_does_the_rows_of_the_lattice(name):
    game = Game(ruleset(GAMES[name]))
    rows, each = rows_of_set(game.space, N_LANES, True), operations_of_turn(game, "lattice")
    assert N_LANES * int(rows @ each) == count_operations(game.ruleset, game.space)


@pytest.mark.parametrize("n_dice", [2, 3])
def test_rerolls_by_definition(n_dice):
    game = Game(ruleset(GAMES["three dice" if n_dice == 3 else "bonus within reach"]))
    rolls = list(combinations_with_replacement(FACES, n_dice))
    keeps = [keep for size in range(n_dice) for keep in combinations_with_replacement(FACES, size)]
    pairs = {(keep, tuple(sorted(keep + rest))) for keep in keeps for rest in product(FACES, repeat=n_dice - len(keep))}
    assert reroll_operations(game, "table") == 3 * len(pairs)
    assert reroll_operations(game, "grid") == 2 * len(keeps) * len(rolls) + len(pairs)
    distinct = sum(
        len(set(keep)) for size in range(1, n_dice + 1) for keep in combinations_with_replacement(FACES, size)
    )
    assert reroll_operations(game, "lattice") == 6 * len(keeps) + distinct


def test_rows_and_states_of_the_full_game():
    space = Game(find_ruleset()).space
    assert int(states_of_set(space, False).sum()) == 1430528 - 64  # no turn is ahead of a full card
    assert int(states_of_set(space, True).sum()) == 958976 - 2
    assert int(rows_of_set(space, N_LANES, True).sum()) == 79871
    assert (rows_of_set(space, 64, False) == 1).all()
    assert (rows_of_set(space, 1, True) >= states_of_set(space, True)).all()


def test_every_thrift_saves_work(read):
    work = read("solve_work").set_index(["method", "coalesced", "lanes"])["operations"]
    assert len(work) == 4 * len(METHODS)
    for lanes, coalesced in product([False, True], repeat=2):
        grid, table, lattice = (work[method, coalesced, lanes] for method in METHODS)
        assert grid > 8 * table > 20 * lattice
    for method in METHODS:
        assert work[method, True, False] < 0.7 * work[method, False, False]
        assert work[method, True, True] > work[method, True, False]  # idle lanes


def test_the_limit_follows_from_the_record(read):
    record, limit = read("bench_record").iloc[0], read("speed_limit")
    assert len(limit) == 24
    best = limit.query("method == 'lattice' and coalesced and lanes and cores").iloc[0]
    assert best["operations"] == record["operations"]
    assert best["seconds"] == pytest.approx(record["limit_seconds"])
    assert best["seconds"] < record["kernel_seconds"] < record["solve_seconds"]
    alone = limit.query("method == 'lattice' and coalesced and not lanes and not cores").iloc[0]
    rate = record["machine_throughput"] / record["processors"] / record["vector_numbers"]
    assert alone["seconds"] == pytest.approx(alone["operations"] / rate)


def test_lanes_cover_every_total_that_counts(read):
    rows, pages = read("lane_rows").set_index(["lanes", "coalesced"])["rows"], read("lane_pages")
    for (lanes, coalesced), count in rows.items():
        first = pages["last_dead"] if coalesced else 0 * pages["last_dead"]
        each = np.maximum(1, np.ceil((pages["best"] + 1 - first) / lanes)).astype(int)
        assert count == 512 * each.sum() - each.iloc[-1]  # each set of upper boxes with all sets of lower ones
    for page in pages.itertuples():
        assert page.reachable[page.best + 1 :].strip("0") == ""


def test_the_record_has_the_columns_of_its_schema():
    frame = read_record("bench_record")
    assert len(frame) == 1
    assert (frame.drop(columns=["processor", "python"]) > 0).all(axis=None)
    assert frame["operations"][0] == count_operations(find_ruleset(), Game(find_ruleset()).space)


def test_published_times_are_ordered_and_agree_with_themselves(read):
    times = read("published_times")
    assert times["seconds"].is_monotonic_decreasing
    pd.testing.assert_series_equal(times["hours"] * 60, times["minutes"], check_names=False)
    assert times["where"].str.len().min() > 0
    quoted = tomllib.loads((PROJECT / "content" / "references.toml").read_text())["quoted"]
    told = times.set_index("key")
    assert quoted["koukkari_hours"]["value"] == told.loc["koukkari", "hours"]
    assert quoted["langk_first_minutes"]["value"] == told.loc["first", "minutes"]
    assert quoted["langk_now_seconds"]["value"] == told.loc["now", "seconds"]


def test_identities_hold(read):
    frame = read("verification").set_index("identity")
    assert len(frame) == 8
    assert frame.loc["mean", "left_value"] == pytest.approx(frame.loc["mean", "right_value"], abs=1e-9)
    assert frame.loc["total", "difference"] < 1e-12
    assert frame.loc["covariances", "difference"] < 1e-8
    assert frame["difference"].max() < 1e-8
    assert frame.loc["turn", "left_value"] == pytest.approx(248.439989378, abs=1e-8)
