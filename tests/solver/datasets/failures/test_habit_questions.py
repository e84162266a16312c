"""The questions: what players with habits do there, as their habits say."""

import pytest

from solver.datasets.failures import QUESTIONS, decisions_in
from solver.game.game import Game
from solver.rules.games import find_ruleset


@pytest.fixture(scope="module")
def answers():
    game = Game(find_ruleset())
    return {question.name: decisions_in(game, question) for question in QUESTIONS}


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
def test_who_does_what(answers, question, habits, done):
    assert answers[question][habits] == done


def test_the_questions_tell_all_players_apart_that_play_differently(answers):
    players = {tuple(done[habits] for done in answers.values()) for habits in answers["small-house"]}
    assert len(players) == 9
