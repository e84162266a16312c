"""The account of a game: what a player scores is the price, and luck, less what its decisions gave away."""

from __future__ import annotations

from collections.abc import Hashable

from solver.datasets.failures import Decisions, account

FIRST: Decisions = [
    {"player": "optimal", "turn": 1, "throw": 1, "dice": "54", "stays": "10", "category": "", "points": 0},
    {"player": "optimal", "turn": 1, "throw": 2, "dice": "55", "stays": "11", "category": "fives", "points": 10},
]


def decisions(player: str, regrets: list[float], changes: dict[Hashable, object]) -> Decisions:
    """Return the decisions of a player who changes the second one."""
    rows = [row | {"player": player, "regret": regret} for row, regret in zip(FIRST, regrets, strict=True)]
    rows[1] |= changes
    return [row | {"final_score": 12} for row in rows]


def test_price_luck_and_loss_add_up_to_the_score():
    best = decisions("optimal", [0.0, 0.0], {})
    row = account(decisions("greedy", [0.5, 2.0], {"category": "chance"}), best, {"fives"}, 9.0)
    assert row["final_score"] == 9.0 + row["luck"] - row["lost"]
    assert (row["lost"], row["upper_points"]) == (2.5, 0)
    assert (row["parting_turn"], row["parting_throw"], row["parting_cost"]) == (1, 2, 2.0)
    assert (row["dearest_throw"], row["dearest_cost"]) == (2, 2.0)


def test_perfect_play_never_deviates_from_itself():
    best = decisions("optimal", [0.0, 0.0], {})
    row = account(best, best, {"fives"}, 9.0)
    assert (row["parting_turn"], row["lost"], row["luck"], row["upper_points"]) == (0, 0.0, 3.0, 10)
