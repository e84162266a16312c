from dataclasses import replace

import numpy as np
import pytest

from solver.game.game import Game
from solver.play.player import Tables
from solver.studies import lessons
from solver.studies.lessons import (
    LESSONS,
    Action,
    Lesson,
    is_go_on,
    is_less_now,
    is_pair_against_pair,
    is_sacrifice,
    is_stop,
    option_of,
    rank_situations,
    stretches,
    weigh_turns,
)
from tests.solver.games import TINY
from tests.solver.walks import visits_of_policy


@pytest.mark.parametrize(
    ("fits", "best", "tempting", "answer"),
    [
        (is_less_now, Action(category="threes", points=9), Action(category="full_house", points=11), True),
        (is_less_now, Action(category="threes", points=9), Action(category="chance", points=11), False),
        (is_less_now, Action(category="sixes", points=18), Action(category="full_house", points=11), False),
        (is_less_now, Action(kept=(3,)), Action(category="full_house", points=11), False),
        (is_pair_against_pair, Action(kept=(4, 4)), Action(kept=(5, 5)), True),
        (is_pair_against_pair, Action(kept=(5, 5)), Action(kept=(4, 4)), False),
        (is_pair_against_pair, Action(kept=(4, 4)), Action(kept=(4, 5)), False),
        (is_pair_against_pair, Action(kept=(4, 4)), Action(category="one_pair", points=8), False),
        (is_stop, Action(category="full_house", points=24), Action(kept=(6, 6, 6)), True),
        (is_stop, Action(category="full_house", points=24), Action(kept=(3, 6, 6)), False),
        (is_stop, Action(kept=(6,)), Action(kept=(6, 6, 6)), False),
        (is_sacrifice, Action(category="yatzy", points=0), Action(category="sixes", points=12), True),
        (is_sacrifice, Action(category="ones", points=1), Action(category="sixes", points=12), False),
        (is_sacrifice, Action(category="yatzy", points=0), Action(category="sixes", points=0), False),
        (is_go_on, Action(kept=(6, 6, 6)), Action(category="full_house", points=22), True),
        (is_go_on, Action(kept=(6, 6, 6)), Action(category="chance", points=22), False),
        (is_go_on, Action(category="sixes", points=18), Action(category="full_house", points=22), False),
    ],
)
def test_lessons_have_a_kind(fits, best, tempting, answer):
    assert fits(best, tempting) is answer


def test_plays_are_the_options_of_a_roll():
    game = Game(TINY)
    roll = game.lattice.rolls.index((2, 5))
    keeps = [option_of(game, roll, option).kept for option in range(3)]
    assert keeps == [(), (2,), (5,)]
    assert [option_of(game, roll, 3 + category) for category in range(5)] == [
        Action(category="ones"), Action(category="twos", points=2), Action(category="threes"),
        Action(category="one_pair"), Action(category="chance", points=7),
    ]  # fmt: skip


@pytest.fixture
def ranking(tiny, monkeypatch):
    """Rank all decisions of a small game in which the greedy player loses, in a number of slices."""
    game = Game(TINY)
    tables = Tables(game)
    visits = np.zeros((game.space.n_sets, game.space.n_totals))
    visits[game.space.reachable_slots] = visits_of_policy(game, tiny.value_of_state)
    values = tables.spread(tiny.value_of_state), tables.spread(np.zeros(game.space.n_states))
    values[1].values[:] = 0.0
    everything = Lesson("all", range(1, 6), range(3), lambda _best, _tempting: True)

    def rank(n_slices):
        monkeypatch.setattr(lessons, "N_SLICES", n_slices)
        monkeypatch.setattr(lessons, "LEAST_LOSS", 0.3)
        return rank_situations(
            game, weigh_turns(tables, values, visits, everything.turns, everything.rerolls), everything
        )

    return rank


def test_the_costliest_situation_comes_first(ranking):
    costs = [situation.visits * situation.mean_loss for situation in ranking(1)]
    assert len(costs) > 20
    assert costs == sorted(costs, reverse=True)
    assert [row.visits for row in ranking(1)] != sorted((row.visits for row in ranking(1)), reverse=True)


def test_a_search_in_slices_finds_the_same(ranking):
    whole, sliced = ranking(1), ranking(3)
    for one, other in zip(whole, sliced, strict=True):
        assert replace(one, visits=0, mean_loss=0) == replace(other, visits=0, mean_loss=0)
        assert (one.visits, one.mean_loss) == pytest.approx((other.visits, other.mean_loss), rel=1e-12)


def test_every_turn_that_is_taught_is_played_once():
    played = stretches(LESSONS)
    assert [turn for turns in played for turn in turns] == list(range(1, 15))
    assert all(lesson.turns[0] in {turns.start for turns in played} for lesson in LESSONS)
    assert stretches((replace(LESSONS[0], turns=range(1, 3)), replace(LESSONS[0], turns=range(5, 6)))) == [
        range(1, 3),
        range(5, 6),
    ]


def test_lessons_cover_the_game():
    assert len({lesson.name for lesson in LESSONS}) == len(LESSONS) == 5
    assert min(lesson.turns[0] for lesson in LESSONS) == 1
    assert max(lesson.turns[-1] for lesson in LESSONS) == 14
    assert {rerolls for lesson in LESSONS for rerolls in lesson.rerolls} == {0, 1, 2}
