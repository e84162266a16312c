"""The command of small minds, and what the others take of them."""

import json

import pytest

import solver.datasets.fill  # noqa: F401  registers all
from solver.cli.minds import FITTED, RECORDS, SEPARATE
from solver.datasets.records import recorded


def test_minds_are_listed(command_line):
    code, out, _err = command_line("minds", "--json")
    assert code == 0
    minds = {one["name"]: one for one in json.loads(out)["minds"]}
    assert {"par-17", "line-17", "rank-4", "tree-1000", "net-577", "mat-7"} <= set(minds)
    assert minds["par-17"]["numbers"] == 17
    assert all(one["regret"] > 0 for one in minds.values())
    assert minds["par-17"]["mean"] + minds["par-17"]["regret"] == pytest.approx(248.439989378, abs=1e-8)


def test_minds_are_listed_for_people(command_line):
    code, out, _err = command_line("minds")
    assert code == 0
    assert out.splitlines()[0].split() == ["player", "numbers", "mean", "loses"]


@pytest.mark.parametrize("policy", ["par-17", "mat-7", "greedy"])
def test_advice_includes_the_move_of_a_player(command_line, policy):
    code, out, _err = command_line("advise", "--dice", "11666", "--rerolls", "2", "--policy", policy, "--json")
    assert code == 0
    found = json.loads(out)
    taken = found["policy"]
    assert taken["name"] == policy
    option = next(one for one in found["options"] if one.get("dice") == taken.get("dice"))
    assert option["regret"] == taken["regret"] >= 0


def test_advice_for_people_includes_the_move_of_a_player(command_line):
    code, out, _err = command_line("advise", "--dice", "11666", "--rerolls", "2", "--policy", "par-17")
    assert code == 0
    assert out.splitlines()[-1].startswith("par-17: keep")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--dice", "11666", "--rerolls", "2", "--policy", "nobody"), "unknown policy 'nobody'"),
        (("--dice", "11666", "--rerolls", "2", "--policy", "random"), "decides at random"),
        (("--dice", "111666", "--rerolls", "2", "--rules", "maxi", "--policy", "par-17"), "'scandinavian' only"),
        (("--policy", "par-17"), "--policy requires --dice"),
        (("--dice", "11666", "--rerolls", "2", "--policy", "par-17", "--target", "250"), "--target and --policy"),
    ],
)
def test_invalid_requests_are_reported(command_line, arguments, words):
    code, out, err = command_line("advise", *arguments)
    assert code in (1, 2)
    assert out == ""
    assert words in err


def test_training_computes_every_record_of_small_minds_once():
    """All but what takes long, which is made by itself."""
    assert sorted((*RECORDS, *SEPARATE)) == sorted(name for name in recorded() if name.startswith("minds_"))


def test_training_that_ends_early_leaves_records_as_they_were(command_line, monkeypatch, tmp_path):
    """The first record is computed again, the second is interrupted; no other process writes records."""
    first, second = FITTED[:2]
    paths = {name: tmp_path / f"{name}.csv" for name in RECORDS}
    monkeypatch.setattr("solver.cli.minds.LEARNT", ())
    for path in (paths[first], paths[second]):
        path.write_text("as it was")

    def recorded(name, _workshop):
        if name == second:
            raise KeyboardInterrupt
        paths[name].write_text("anew")
        return paths[name]

    monkeypatch.setattr("solver.datasets.fill.record", recorded)
    monkeypatch.setattr("solver.datasets.records.path_of_record", paths.get)
    code, out, err = command_line("minds", "--train", "--json")
    assert (code, out) == (130, "")
    said = [line for line in err.splitlines() if line]
    assert said[0] == f"{first}, 1 of {len(FITTED)}"
    assert said[-2:] == [f"{second}, 2 of {len(FITTED)}", "error: interrupted"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(paths[name].name for name in (first, second))
    assert {path.read_text() for path in tmp_path.iterdir()} == {"as it was"}


def test_training_fails_if_other_records_cannot_be_computed(command_line, monkeypatch, tmp_path):
    paths = {name: tmp_path / f"{name}.csv" for name in RECORDS}
    (tmp_path / f"{FITTED[0]}.csv").write_text("as it was")
    monkeypatch.setattr("solver.cli.minds.FITTED", ())
    monkeypatch.setattr("solver.cli.minds.LEARNT", ("minds_nothing",))
    monkeypatch.setattr("solver.datasets.records.path_of_record", paths.get)
    code, _out, err = command_line("minds", "--train")
    assert code == 1
    assert "minds_nothing could not be computed" in err
    assert (tmp_path / f"{FITTED[0]}.csv").read_text() == "as it was"
