"""The questions: what players with habits do there, as their habits say."""

import pytest

from solver.datasets.failures import QUESTIONS, decisions_in
from solver.game.game import Game
from solver.rules.games import find_ruleset

GAME = Game(find_ruleset())
DONE = {question.name: decisions_in(GAME, question) for question in QUESTIONS}


@pytest.mark.parametrize(
    ("question", "habits", "done"),
    [
        ("small-house", "none", ("score", "full_house")),
        ("small-house", "bonus", ("score", "fours")),
        ("three-ones", "bonus", ("score", "chance")),
        ("three-ones", "pars", ("score", "ones")),
        ("two-high-pairs", "bonus-top", ("keep", "66")),
        ("two-high-pairs", "chances", ("keep", "5566")),
        ("filled-ones", "top", ("keep", "4")),
        ("filled-ones", "none", ("keep", "11")),
    ],
)
def test_who_does_what(question, habits, done):
    assert DONE[question][habits] == done


def test_the_questions_tell_all_players_apart_that_play_differently():
    answers = {tuple(done[habits] for done in DONE.values()) for habits in DONE["small-house"]}
    assert len(answers) == 9
