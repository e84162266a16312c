from pathlib import Path

import numpy as np
import pytest

from solver.datasets.contract.registry import DATASETS
from solver.datasets.contract.workshop import Workshop
from solver.datasets.targets import chances as tables
from solver.datasets.targets import last_turns as turns
from tests.oracle import OracleGame
from tests.solver.games import ruleset

FIVE_DICE = ruleset(OracleGame(5, ("ones", "sixes", "chance", "yatzy"), 20, 18))


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    """A small game with five dice, in a cache of its own."""
    folder: Path = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YATZY_CACHE_DIR", str(folder))
        made = Workshop(FIVE_DICE)
        for function in (tables.opponents, tables.win_rates, tables.past_score, turns.last_turns):
            function(made)
    return made


def test_no_target_is_reached_more_often_than_at_best(workshop):
    frame = tables.target_probability(workshop)
    assert len(frame) == workshop.game.best_final_score + 1
    assert (frame.optimal_probability <= frame.best_probability + 1e-12).all()
    assert (frame.optimal_probability < frame.best_probability - 1e-3).any()
    assert frame.optimal_probability.sum() - 1 == pytest.approx(workshop.solution.start_value, abs=1e-9)


def test_percentiles_rise_and_are_at_least_those_of_perfect_play(workshop):
    frame = tables.best_percentiles(workshop)
    assert frame.best_score.is_monotonic_increasing
    assert (frame.best_score >= frame.optimal_score).all()


def test_against_each_opponent_nothing_beats_the_best(workshop):
    frame = tables.opponents(workshop)
    assert frame.opponent_probability.sum() == pytest.approx(1, abs=1e-12)
    assert (frame.best_win <= frame.best_half_a_tie + 1e-12).all()
    assert (frame.best_half_a_tie <= frame.best_win_or_tie + 1e-12).all()
    assert (frame.optimal_win <= frame.best_win + 1e-12).all()


def test_win_rates_are_ordered_by_what_is_known(workshop):
    rates = tables.win_rates(workshop).pivot(index="tie_rule", columns="player", values="rate")
    assert (rates.knowing > rates.against_unknown).all()
    assert (rates.against_unknown > rates.optimal).all()
    assert rates.optimal["half_a_tie"] == pytest.approx(0.5, abs=1e-12)


def test_the_past_score_has_a_row_for_every_turn(workshop):
    frame = tables.past_score(workshop)
    assert len(frame) == len(tables.FOLLOWED) * FIVE_DICE.n_categories
    assert (frame.needs_past <= frame.decisions).all()
    np.testing.assert_allclose(frame.share * frame.decisions, frame.needs_past, atol=1e-15)


def test_the_worked_example_turns_with_the_points_needed(workshop):
    frame = turns.worked_example(workshop)
    assert len(frame) == 2 * 26 * 12
    best = frame[frame.is_best & (frame.rerolls == 1)].set_index("needed")
    assert best.action[12] == "score"
    assert (best.action[17], best.keep[17]) == ("keep", "")
    assert ((frame.points_so_far + frame.needed) == turns.TARGET).all()


def test_playing_for_the_win_wins_most(workshop):
    frame = turns.last_turns(workshop).pivot(
        index=["boxes", "open", "upper_total", "needed"], columns="way", values="probability"
    )
    assert len(frame) > turns.MOST_BOXES
    assert (frame.best >= frame.optimal - 1e-7).all()
    assert (frame.best >= frame.greedy - 1e-7).all()


def test_columns_are_those_of_the_docstrings(workshop):
    for name in ("target_probability", "best_percentiles", "win_rates", "worked_example", "last_turns", "past_score"):
        assert DATASETS[name].make(workshop).rows > 0
