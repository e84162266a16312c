from pathlib import Path

import numpy as np
import pytest

from solver.datasets import targets
from solver.datasets.contract import DATASETS, Workshop
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
        for function in (targets.win_rates, targets.past_score, targets.last_turns):
            function(made)
    return made


def test_percentiles_rise_and_are_at_least_those_of_perfect_play(workshop):
    frame = targets.best_percentiles(workshop)
    assert frame.best_score.is_monotonic_increasing
    assert (frame.best_score >= frame.optimal_score).all()


def test_win_rates_are_ordered_by_information(workshop):
    rates = targets.win_rates(workshop).set_index("player")["rate"]
    assert 0 < rates["like_opponent"] < rates["against_unknown"] < rates["knowing"] < 1


def test_the_past_score_has_a_row_for_every_turn(workshop):
    frame = targets.past_score(workshop)
    assert len(frame) == len(targets.FOLLOWED) * FIVE_DICE.n_categories
    assert (frame.needs_past <= frame.decisions).all()
    np.testing.assert_allclose(frame.share * frame.decisions, frame.needs_past, atol=1e-15)


def test_the_worked_example_turns_with_the_points_needed(workshop):
    frame = targets.worked_example(workshop)
    assert len(frame) == 2 * 26 * 12
    best = frame[frame.is_best & (frame.rerolls == 1)].set_index("needed")
    assert best.action[12] == "score"
    assert (best.action[17], best.keep[17]) == ("keep", "")
    assert ((frame.points_so_far + frame.needed) == targets.TARGET).all()


def test_playing_for_the_win_wins_most(workshop):
    frame = targets.last_turns(workshop).pivot(
        index=["boxes", "open", "upper_total", "needed"], columns="way", values="probability"
    )
    assert len(frame) > targets.MOST_BOXES
    assert (frame.best >= frame.optimal - 1e-7).all()
    assert (frame.best >= frame.greedy - 1e-7).all()


def test_columns_are_those_of_the_docstrings(workshop):
    for name in ("best_percentiles", "win_rates", "worked_example", "last_turns", "past_score"):
        assert DATASETS[name].make(workshop).rows > 0
