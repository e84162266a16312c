"""Luck and regret: the identity, the values against those of advice, verdicts and ties."""

from random import Random

import numpy as np
import pytest

from solver.advising.advice import with_dice
from solver.game.game import Game
from solver.reviewing.played import PlayedCard, PlayedTurn, scorecards, total
from solver.reviewing.review import judge, review, verdict_of
from solver.rules.games import find_ruleset
from solver.solving.backwards import solve
from tests.solver.more_games import GAMES, ruleset
from tests.solver.reviewing.golden import EXACT_FILE, FILE, exact_golden, golden, text_of
from tests.solver.reviewing.random_games import random_card


def test_luck_and_regret_add_up_in_300_games(solution):
    random, rules = Random(16), find_ruleset()
    cards = [random_card(rules, random) for _ in range(300)]
    luck, n_costly = [], 0
    for turns, judged in zip(cards, judge(solution.game, solution.value_of_state, cards), strict=True):
        *_, last = scorecards(rules, turns)
        throws = [throw for turn in judged for throw in turn.throws]
        luck.append(sum(throw.luck for throw in throws))
        regret = sum(throw.regret for throw in throws)
        assert total(rules, last) == pytest.approx(solution.start_value + luck[-1] - regret, abs=1e-9)
        assert min(throw.regret for throw in throws) > -1e-9
        n_costly += regret > 50
    # Random players play badly, and dice do not depend on the player.
    assert n_costly > 270
    assert abs(np.mean(luck)) < 4 * np.std(luck) / np.sqrt(len(luck))


@pytest.mark.parametrize("name", GAMES)
def test_luck_and_regret_add_up_in_games_with_extra_state(name):
    rules, random = ruleset(GAMES[name]), Random(3)
    game, values = Game(rules), solve(rules).value_of_state
    cards = [PlayedCard("A", random_card(rules, random, share_without_dice=0.2)) for _ in range(30)]
    for one in review(game, values, cards):
        assert one.is_finished
        assert one.value == pytest.approx(one.points, abs=1e-9)
        assert one.gap == pytest.approx(0, abs=1e-9)
        assert all(decision.regret >= 0 for decision in one.decisions)


def test_every_decision_is_valued_as_advice_values_it(solution):
    rules = find_ruleset()
    card = PlayedCard("A", random_card(rules, Random(5)))
    (found,) = review(solution.game, solution.value_of_state, [card])
    before = list(scorecards(rules, card.turns))
    assert len(found.decisions) == sum(len(turn.throws) for turn in card.turns)
    for decision in found.decisions:
        advice = with_dice(
            solution.game, solution.value_of_state, before[decision.turn - 1], decision.roll, decision.rerolls
        )
        turn = card.turns[decision.turn - 1]
        chosen = next(
            option
            for option in advice.options
            if (
                option.dice == turn.keeps[decision.throw] and option.action == "keep"
                if decision.throw < len(turn.keeps)
                else option.category == rules.category_names[turn.category]
            )
        )
        assert (decision.chosen.value, decision.regret) == pytest.approx((chosen.value, chosen.regret), abs=1e-11)
        assert decision.best.value == pytest.approx(advice.value, abs=1 / 256)


def test_ties_cause_no_regret(solution):
    """With Yatzy open alone and five different faces, all keeps of one die and none are equal."""
    before = tuple(PlayedTurn(place, 0) for place in range(14))
    throws = (1, 2, 3, 4, 5), (3, 1, 2, 4, 5), (3, 3, 3, 4, 5)
    turns = [
        PlayedTurn(14, 0, throws, ((3,), (3,))),
        PlayedTurn(14, 0, throws, ((), ())),
        PlayedTurn(14, 0, throws[:1]),
    ]
    cards = [PlayedCard("A", (*before, turn)) for turn in turns]
    one_face, nothing, at_once = review(solution.game, solution.value_of_state, cards)
    for found in (one_face, nothing):
        first, second, last = found.decisions
        for tied in (first, second):
            assert (tied.is_best, tied.is_tied, tied.verdict, tied.best) == (True, True, "toss-up", tied.chosen)
        assert (last.verdict, last.difference, last.is_best, last.is_tied) == ("only", None, True, False)
        assert found.mistakes == []
    (struck,) = at_once.decisions
    assert (struck.is_best, struck.verdict, struck.best.dice) == (False, "close", ())
    assert at_once.costliest == at_once.mistakes == [struck]
    assert one_face.unknown == pytest.approx(one_face.turns[14].before - solution.start_value)


@pytest.mark.parametrize(
    ("points", "word"),
    [
        (0, "toss-up"),
        (0.2499, "toss-up"),
        (0.25, "close"),
        (0.99, "close"),
        (1, "solid"),
        (2.99, "solid"),
        (3, "clear"),
    ],
)
def test_verdicts(points, word):
    assert verdict_of(points) == word


def test_the_games_that_the_page_must_show_alike_are_those_of_the_review(solution):
    assert text_of(golden(solution.game, solution.value_of_state)) == FILE.read_text(encoding="utf-8")
    exact = exact_golden(solution.game, solution.value_of_state)
    assert text_of(exact) == EXACT_FILE.read_text(encoding="utf-8")
