"""A seeded sample of what ``make agreement`` compares, its own eyes, and its last result."""

from __future__ import annotations

import json

import pytest

from tests.agreement.__main__ import N_GAMES, N_POSITIONS, RECORD
from tests.agreement.games import GAMES, SEED, agreement, ask_page, solved
from tests.agreement.positions import told_positions

N_SAMPLE = 400
HALF_A_STEP, STEP = 1 / 512 + 1e-9, 1 / 256 + 1e-9


@pytest.mark.parametrize("name", GAMES)
def test_the_page_agrees_with_the_solver(name: str) -> None:
    told = agreement(name, N_SAMPLE)
    assert told["faults"] == []
    assert told["positions"] == N_SAMPLE
    assert told["options"] > 12 * N_SAMPLE
    assert 0 < told["worst_difference"] <= HALF_A_STEP


def test_differences_are_found() -> None:
    (first, second, third) = told_positions(solved("yahtzee"), 3, SEED)
    first["options"][-1][1] += 0.01
    del second["options"][-1]
    best = third["options"][0]
    third["options"] = [["score-chance", best[1] + 50], *third["options"]]
    told = ask_page("yahtzee", [first, second, third])
    assert [fault.split(":")[0] for fault in told["faults"]] == ["other options, or other values"] * 3
    assert told["positions"] == 3


def test_positions_are_of_all_turns_and_throws() -> None:
    told = list(told_positions(solved("saved"), 450, SEED))
    filled = [sum(points is not None for points in one["scores"]) for one in told]
    assert {n: filled.count(n) for n in range(15)} == dict.fromkeys(range(15), 30)
    assert all(0 <= one["rerolls"] <= 2 * (1 + n) for one, n in zip(told, filled, strict=True))
    assert max(one["rerolls"] for one in told) > 20
    assert len({json.dumps(one["scores"]) for one in told}) > 40


def test_the_last_whole_run_found_nothing() -> None:
    record = json.loads(RECORD.read_text("utf-8"))
    assert list(record) == [*GAMES, "whole games"]
    for row in (record[name] for name in GAMES):
        assert row["positions"] >= N_POSITIONS
        assert row["faults"] == 0
        assert row["worst_difference"] <= HALF_A_STEP
        assert row["dearest_other_best"] <= STEP
    assert record["whole games"]["games"] >= N_GAMES
