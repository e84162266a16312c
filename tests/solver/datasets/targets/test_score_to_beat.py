from pathlib import Path

import pytest

from solver.datasets import targets
from solver.datasets.contract import Workshop
from solver.datasets.targets import past_score
from solver.rules.games import find_ruleset
from tests.oracle import OracleGame
from tests.solver.games import ruleset

FIVE_DICE = ruleset(OracleGame(5, ("ones", "sixes", "chance", "yatzy"), 20, 18))


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A small game with five dice, in a separate cache."""
    folder: Path = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YATZY_CACHE_DIR", str(folder))
        made = Workshop(FIVE_DICE)
        past_score(made)
        targets.friend_lead(made)
    return made


def test_playing_for_the_win_wins_most_whatever_is_needed(workshop):
    frame = targets.friend_lead(workshop)
    assert (frame.best >= frame.optimal - 2e-6).all()
    assert (frame.best >= frame.greedy - 2e-6).all()
    for _state, rows in frame.groupby(["open", "upper_total"]):
        assert rows.needed.is_monotonic_increasing
        for way in ("best", "optimal", "greedy"):
            assert rows[way].is_monotonic_decreasing


def test_the_sums_are_those_of_the_turns(workshop):
    turns, sums = past_score(workshop), targets.past_verdict(workshop).iloc[0]
    assert sums.decisions == pytest.approx(turns.decisions.sum())
    assert sums.needs_past == pytest.approx(turns.needs_past.sum())
    assert sums.followed == pytest.approx(1.0 - turns.left_out.max())


def test_twelve_points_are_written_in_the_worked_example():
    row = targets.last_box_past(Workshop(find_ruleset())).iloc[0]
    assert (row.target, row.written, row.safe) == (162, 12, 150)


def test_the_moves_for_the_win_win_more():
    moves = targets.friend_moves(Workshop(find_ruleset()))
    won = moves.pivot(index="open", columns="way", values="probability")
    assert (won.best > won.optimal + 0.1).all()
    told = moves.set_index(["needed", "way"])
    assert told.keep[16, "best"] == "6"
    assert told.category[11, "best"] == "yatzy"
