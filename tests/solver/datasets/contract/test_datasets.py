"""The real data sets in the contract folder."""

import gzip
import hashlib
import itertools
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from solver.advising.advice import choices, solve_turn
from solver.datasets.contract import DATASETS, Workshop
from solver.datasets.shared import STEP, count_steps, perfect_visits, quantise
from solver.datasets.title import is_varied, play_games
from solver.errors import DatasetError
from solver.game.game import Game
from solver.rules.games import find_ruleset

GAME = Game(find_ruleset())
NAMES = GAME.ruleset.category_names


@pytest.fixture(scope="module")
def manifest(data):
    return json.loads((data / "manifest.json").read_text())


@pytest.fixture(scope="module")
def read(data):
    return lambda name: pa.ipc.open_file(data / f"{name}.arrow").read_all().to_pandas()


def test_files_match_the_manifest(data, manifest):
    assert set(manifest["sets"]) == set(DATASETS)
    for name, row in manifest["sets"].items():
        content = (data / row["file"]).read_bytes()
        assert len(content) == row["bytes"]
        assert hashlib.sha256(content).hexdigest() == row["sha256"], name
        assert row["description"], name


def test_tables_have_the_columns_of_their_schema(data, manifest):
    for name, row in manifest["sets"].items():
        if row["kind"] == "table":
            table = pa.ipc.open_file(data / row["file"]).read_all()
            assert table.num_rows == row["rows"], name
            assert [(field.name, str(field.type)) for field in table.schema] == [
                (column["name"], column["type"]) for column in row["columns"]
            ]
            assert all(column["description"].endswith(".") for column in row["columns"])
            assert all(column.null_count == 0 for column in table.columns)


def test_counter(read, data):
    row = read("counter").iloc[0]
    expected = {
        "scorecards": 32_768, "upper_totals": 64, "slots": 2_097_152, "upper_pair_slots": 4096, "upper_pairs": 2794,
        "reachable_states": 1_430_528, "lower_sets": 512, "ordered_rolls": 7776, "rolls": 252, "keeps": 462,
        "turn_nodes": 1681, "naive_upper_pairs": 2792, "best_final_score": 374, "value_step": 1 / 256,
    }  # fmt: skip
    assert {name: row[name] for name in expected} == expected
    assert row.unreachable_share == pytest.approx(1 - 1_430_528 / 2_097_152)
    assert row.start_value == pytest.approx(248.439989378, abs=1e-8)
    assert (
        row.value_table_bytes
        == (data / "values-scandinavian.arrow.gz").stat().st_size
        == row.value_table_megabytes * 1e6
    )
    assert row.value_table_bytes < 0.6e6
    assert row.points_lost_per_game == pytest.approx(2.2135e-6, abs=1e-9)  # so too a program of another kind
    assert row.largest_value == row.start_value  # nothing is ever worth more than a whole game
    assert STEP / 2 < row.value_error_bound < STEP


def test_upper_reachability(read):
    frame = read("upper_reachability")
    assert frame.faces[:8].tolist() == ["", "1", "2", "3", "4", "5", "6", "1+2"]
    assert frame.faces.iloc[-1] == "1+2+3+4+5+6"
    assert sorted(frame.upper_set) == list(range(64))
    assert frame.n_reachable.sum() == 2794
    assert (frame.reachable.str.len() == 64).all()
    assert (frame.reachable.str.count("1") == frame.n_reachable).all()
    assert frame.faces[frame.cap_only].tolist() == ["3+4+6", "3+5+6"]
    assert [len(faces) for faces in frame.faces] == sorted(len(faces) for faces in frame.faces)


def test_reachable_states_add_up():
    reachable = GAME.space.reachable_slots
    assert reachable.sum() == 1_430_528
    assert reachable.size == 2_097_152


def test_mean_value_falls_from_the_start_to_the_bonus(solution):
    """Expected points still to come in a perfect game, by the number of filled boxes."""
    space = GAME.space
    weighted = perfect_visits(Workshop(GAME.ruleset)) * solution.value_of_state
    mean_value = np.bincount(np.repeat(space.n_filled_of_set, np.diff(space.first_state_of_page)), weights=weighted)
    # From a program of another kind, with a matrix of transitions and decisions followed forwards.
    pinned = {0: 248.439989378, 5: 166.862576, 10: 94.839630, 14: 51.527956, 15: 44.903245}
    assert mean_value[list(pinned)].tolist() == pytest.approx(list(pinned.values()), abs=1e-6)
    assert (np.diff(mean_value) < 0).all()
    assert 0 < mean_value[-1] < 50  # fifty points times the chance of the bonus


def test_rolls(read):
    frame = read("rolls")
    assert frame.roll.tolist() == ["".join(map(str, roll)) for roll in GAME.lattice.rolls]
    assert frame.orders.sum() == 7776
    assert frame.probability.sum() == pytest.approx(1, abs=1e-12)
    assert frame.groupby("pattern").roll.count().to_dict() == {
        "5": 6, "4-1": 30, "3-2": 30, "3-1-1": 60, "2-2-1": 60, "2-1-1-1": 60, "1-1-1-1-1": 6,
    }  # fmt: skip
    assert frame.set_index("roll").distinct_keeps[["11111", "11122", "12345"]].tolist() == [6, 12, 32]


def test_value_table_decodes_to_the_values(data, solution):
    content = gzip.decompress((data / "values-scandinavian.arrow.gz").read_bytes())
    reader = pa.ipc.open_stream(content)
    batches = list(reader)
    metadata = {key.decode(): value.decode() for key, value in reader.schema.metadata.items()}
    assert len(batches) == 1
    assert metadata["rows"] == str(len(solution.value_of_state))
    assert (metadata["schema_version"], metadata["ruleset"], metadata["theta"]) == ("2", "scandinavian", "0")
    assert (metadata["n_dice"], metadata["threshold"], metadata["bonus"]) == ("5", "63", "50")
    assert json.loads(metadata["categories"]) == list(NAMES)
    assert json.loads(metadata["options"]) == dict(find_ruleset().options)
    assert float(metadata["start_value"]) == solution.start_value
    assert float(metadata["step"]) == STEP

    low, high = (column.to_numpy().astype(int) for column in batches[0].columns)
    folded, space = low + 256 * high, solution.game.space
    left = np.where(folded % 2, -(folded + 1) // 2, folded // 2).reshape(-1, 512)
    # Residuals, summed over all subsets of the lower categories and all totals up to a total, give a value.
    sets = np.arange(512)
    within = left.astype(float) @ (sets[:, None] & ~sets == 0)
    first_pairs = space.first_state_of_page[:65]
    summed = [within[first:last].cumsum(axis=0) for first, last in itertools.pairwise(first_pairs)]
    steps = np.concatenate(summed).astype(int).astype(np.uint16)
    assert hashlib.sha256(steps.astype("<u2").tobytes()).hexdigest() == metadata["sha256"]
    in_state_order = steps.T.ravel() * STEP
    np.testing.assert_allclose(in_state_order, solution.value_of_state, rtol=0, atol=STEP / 2)
    np.testing.assert_array_equal(in_state_order, quantise(solution.value_of_state))
    for lower, upper, total in ((0, 0, 0), (0b101, 0b11, 7), (511, 63, 63)):
        place = first_pairs[upper] + np.flatnonzero(space.reachable_of_upper_set[upper]).tolist().index(total)
        state = space.state(space.page(lower << 6 | upper), total)
        assert steps[place, lower] * STEP == in_state_order[state]


@pytest.mark.parametrize("value", [256.0, -0.01])
def test_values_out_of_range_are_rejected(value):
    with pytest.raises(DatasetError, match="exceed 16 bits"):
        count_steps(np.array([0.0, value]))


def example_groups(read):
    return [group.reset_index(drop=True) for _, group in read("decision_examples").groupby("example")]


def position(group):
    """Filled mask, upper total, points, roll and rerolls of an example, from its scorecard as text."""
    first = group.iloc[0]
    entries = [entry.split("=") for entry in first.filled.split(",") if entry]
    written = {name: int(points) for name, points in entries}
    upper = sum(points for name, points in written.items() if name in NAMES[:6])
    filled = sum(1 << NAMES.index(name) for name in written)
    roll = GAME.lattice.rolls.index(tuple(map(int, first.dice)))
    return filled, min(upper, 63), sum(written.values()), roll, int(first.rerolls)


def test_examples_are_five_different_decisions(read):
    groups = example_groups(read)
    assert [group.lesson[0] for group in groups] == ["less-now", "which-pair", "stop", "sacrifice", "go-on"]
    assert [group.turn[0] for group in groups] == sorted(group.turn[0] for group in groups)
    assert groups[-1].turn[0] >= 13  # one is an endgame
    assert {group.action[0] for group in groups} == {"keep", "score"}


def test_examples_list_every_option_with_its_value(read, solution):
    for group in example_groups(read):
        filled, upper_total, points, roll, rerolls = position(group)
        assert (group.upper_total == upper_total).all()
        assert (group.points_so_far == points).all()
        assert group.turn[0] == filled.bit_count() + 1
        turn = solve_turn(GAME, filled, upper_total, solution.value_of_state)
        expected = choices(turn, roll, rerolls, points)
        assert group.action.tolist() == [option.action for option in expected]
        assert group.category.tolist() == [option.category for option in expected]
        assert group.keep.tolist() == ["".join(map(str, option.dice)) for option in expected]
        np.testing.assert_allclose(group.value, [option.value for option in expected], atol=1e-9)
        np.testing.assert_allclose(group.regret, [option.regret for option in expected], atol=1e-9)


def test_the_tempting_option_costs_much_and_promises_most_now(read):
    for group in example_groups(read):
        tempting = group[group.greedy]
        assert len(tempting) == 1
        assert tempting.regret.iloc[0] >= 2
        assert tempting.index[0] > 0
        filled, upper_total, _points, roll, rerolls = position(group)
        greedy = solve_turn(GAME, filled, upper_total, np.zeros(GAME.space.n_states))
        best_now = choices(greedy, roll, rerolls)[0]
        assert (tempting.action.iloc[0], tempting.category.iloc[0]) == (best_now.action, best_now.category)
        assert tempting.keep.iloc[0] == "".join(map(str, best_now.dice))


def test_examples_occur_in_real_games(read):
    for group in example_groups(read):
        assert (group.visits == group.visits[0]).all()
        assert 1e-5 < group.visits[0] < 1


def test_options_explain_their_values(read, data):
    """The expected points of this turn and the bonus of an option never exceed its value."""
    for group in example_groups(read):
        assert group.prob_bonus.between(0, 1 + 1e-12).all()
        assert (group.turn_points + group.points_so_far + 50 * group.prob_bonus <= group.value + 1e-9).all()


def test_outcomes_are_the_ways_a_turn_can_end(read):
    outcomes = read("decision_outcomes")
    examples = example_groups(read)
    for (example, choice), ends in outcomes.groupby(["example", "choice"]):
        group = examples[example]
        option = group.iloc[0] if choice == "best" else group[group.greedy].iloc[0]
        assert ends.probability.sum() == pytest.approx(1, abs=1e-12)
        assert (ends.probability > 0).all()
        assert not ends.duplicated(["category", "points"]).any()
        assert (ends.probability * ends.value).sum() == pytest.approx(option.value, abs=1e-9)
        assert (ends.probability * ends.points).sum() == pytest.approx(option.turn_points, abs=1e-9)
        assert (ends.probability * ends.prob_bonus).sum() == pytest.approx(option.prob_bonus, abs=1e-9)
        if option.action == "score":
            assert ends.category.tolist() == [option.category]
    assert set(outcomes.choice) == {"best", "tempting"}


def test_games_are_those_of_the_first_varied_seed(read, solution):
    games = [game for _, game in read("sample_games").groupby("game")]
    yatzys = [game.points[game.category == "yatzy"].item() for game in games]
    bonuses = [game.total.iloc[-1] - game.points.sum() for game in games]
    assert set(yatzys) == set(bonuses) == {0, 50}

    workshop = Workshop(find_ruleset())
    vars(workshop)["solution"] = solution
    seeds = [play_games(workshop, seed) for seed in (1, 2)]
    assert [is_varied(played) for played in seeds] == [True, False]
    dice = [row["dice"] for game in seeds[0] for row in game]
    assert read("sample_games").dice.tolist() == dice


def test_games_are_played_by_the_rules_and_perfectly(read, solution):
    for _, game in read("sample_games").groupby("game"):
        filled, upper, points, keep = 0, 0, 0, ""
        for row in game.itertuples():
            roll = GAME.lattice.rolls.index(tuple(map(int, row.dice)))
            assert not pd.Series(list(keep)).value_counts().sub(pd.Series(list(row.dice)).value_counts()).gt(0).any()
            turn = solve_turn(GAME, filled, min(upper, 63), solution.value_of_state)
            best = choices(turn, roll, 3 - row.throw, points)[0]
            assert row.value == pytest.approx(best.value, abs=1e-9)
            assert (row.keep, row.category) == ("".join(map(str, best.dice)), best.category)
            assert row.turn == filled.bit_count() + 1
            keep = row.keep
            if row.category:
                category = NAMES.index(row.category)
                assert row.points == GAME.points_of_roll[roll, category]
                filled |= 1 << category
                upper += row.points if category < 6 else 0
                points += row.points
                keep = ""
            assert row.total == points + (50 if upper >= 63 else 0)
        assert filled == 2**15 - 1
        assert game.value.iloc[-1] == game.total.iloc[-1]
