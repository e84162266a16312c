from decimal import localcontext
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advising.advice import (
    Choice,
    between_turns,
    choices,
    play,
    preferred_category,
    rank,
    solve_turn,
    throw,
    with_dice,
)
from solver.advising.positions import Scorecard
from solver.baselines.registry import greedy_values
from solver.game.dice import keep_lattice
from solver.game.game import Game
from solver.solving.backwards import solve
from solver.solving.objectives import TIE
from tests.oracle import Card, OracleGame, Situation, plan_for
from tests.oracle.objectives import in_points as certainty_equivalent_of
from tests.oracle.play import exponential
from tests.oracle.play import options as oracle_options
from tests.solver.games import GAMES, TINY, ruleset


@pytest.fixture(scope="module")
def game():
    return Game(TINY)


def all_states(game):
    pairs = np.argwhere(game.space.reachable_slots[:-1])
    return pairs[:, 0], pairs[:, 1]


def test_turns_have_the_values_of_the_table(game, tiny):
    filled, upper_total = all_states(game)
    turn = solve_turn(game, filled, upper_total, tiny.value_of_state)
    np.testing.assert_allclose(turn.value_of_state, tiny.value_of_state[: len(filled)], atol=1e-12)


def test_turns_of_the_full_game_have_the_values_of_the_table(solution):
    space = solution.game.space
    states = np.random.default_rng(5).choice(space.n_states - 64, 300, replace=False)
    pairs = np.argwhere(space.reachable_slots)[states]
    turn = solve_turn(solution.game, pairs[:, 0], pairs[:, 1], solution.value_of_state)
    np.testing.assert_allclose(turn.value_of_state, solution.value_of_state[states], atol=1e-10)


def test_options_are_all_open_categories_and_all_keeps(game, tiny):
    turn = solve_turn(game, 0b00011, 3, tiny.value_of_state)
    roll = game.lattice.rolls.index((4, 4))
    found = choices(turn, roll, rerolls=1)
    assert {option.category for option in found if option.action == "score"} == {"threes", "one_pair", "chance"}
    assert {option.dice for option in found if option.action == "keep"} == {(), (4,)}
    assert all(option.action == "score" for option in choices(turn, roll, rerolls=0))


@settings(max_examples=60, deadline=None)
@given(place=st.integers(0, 10**6), roll=st.integers(0, 20), rerolls=st.integers(0, 2), points=st.integers(0, 60))
def test_regret_is_never_negative_and_values_fall(game, tiny, place, roll, rerolls, points):
    filled, upper_total = (column[place % len(column)] for column in all_states(game))
    turn = solve_turn(game, filled, upper_total, tiny.value_of_state)
    found = choices(turn, roll, rerolls, points)
    assert all(option.regret >= 0 for option in found)
    assert found[0].regret <= TIE
    assert found[0].value == pytest.approx(points + turn.value_of_roll[rerolls, roll, 0], abs=TIE)
    assert all(left.value >= right.value - TIE for left, right in pairwise(found))


def test_ties_scoring_first_then_scorecard_then_dice():
    tied = [
        Choice("score", 5.0, category="ones"),
        Choice("score", 5.0 + 1e-13, category="twos"),
        Choice("keep", 5.0 + 2e-13, dice=()),
        Choice("keep", 7.0, dice=(1,)),
        Choice("keep", 7.0 + 1e-13, dice=(1, 1)),
    ]
    ranked = rank(tied)
    assert [option.dice or option.category for option in ranked] == [(1,), (1, 1), "ones", "twos", ""]
    assert ranked[0].regret == pytest.approx(0, abs=1e-12)
    assert ranked[2].regret == pytest.approx(2)


def test_options_of_equal_worth_stand_in_the_order_of_the_project():
    """No two dice make a full house or two pairs, so with these left every option is worth nothing."""
    rules = ruleset(OracleGame(2, ("ones", "two_pairs", "full_house"), 5, 0))
    game = Game(rules)
    turn = solve_turn(game, 0b001, 0, np.zeros(game.space.n_states))
    found = choices(turn, game.lattice.rolls.index((2, 5)), rerolls=2)
    assert [option.category or option.dice for option in found] == ["two_pairs", "full_house", (), (2,), (5,)]
    found = choices(turn, game.lattice.rolls.index((3, 3)), rerolls=0)
    assert [option.category for option in found] == ["two_pairs", "full_house"]


def test_throw_gives_the_chances_of_each_roll():
    lattice = keep_lattice(3)
    prob = np.zeros((lattice.n_keeps, 1))
    prob[lattice.index_of_keep[4,]] = 1.0
    after = throw(lattice, prob)[:, 0]
    for roll, chance in zip(lattice.rolls, after, strict=True):
        ways = sum(tuple(sorted((4, *thrown))) == roll for thrown in product(range(1, 7), repeat=2))
        assert chance == pytest.approx(ways / 36, abs=1e-15)


def test_played_turns_are_worth_their_value(game, tiny):
    """The mean of what perfect play scores, and of what comes after, is the value of the state."""
    filled, upper_total = all_states(game)
    turn = solve_turn(game, filled, upper_total, tiny.value_of_state)
    start = np.repeat(game.lattice.prob_of_roll[:, None], len(filled), axis=1)
    scored = play(turn, game.ruleset.n_rerolls, start)
    chosen = np.take_along_axis(turn.value_of_score, preferred_category(turn)[:, None], axis=1)[:, 0]
    np.testing.assert_allclose(scored.sum(axis=0), 1, atol=1e-14)
    np.testing.assert_allclose((scored * chosen).sum(axis=0), tiny.value_of_state[: len(filled)], atol=1e-12)


def test_greedy_player_takes_the_most_points_of_this_turn(game):
    """1-1 gives two points in the ones, in one pair and in chance; 5-6 gives most in chance."""
    ones_pair_chance_open = 0b00110
    turn = solve_turn(game, ones_pair_chance_open, 0, greedy_values(game))
    found = choices(turn, game.lattice.rolls.index((1, 1)), rerolls=0)
    assert [(option.category, option.value) for option in found] == [("ones", 2.0), ("one_pair", 2.0), ("chance", 2.0)]
    found = choices(turn, game.lattice.rolls.index((5, 6)), rerolls=0)
    assert found[0].category == "chance"


THETAS = [0.3, 3.0, -3.0, 1e-6, -1e-4]


@pytest.mark.parametrize("theta", THETAS)
def test_turns_have_the_certainty_equivalents_of_the_table(game, theta):
    filled, upper_total = all_states(game)
    values = solve(TINY, theta).value_of_state
    turn = solve_turn(game, filled, upper_total, values, theta)
    np.testing.assert_allclose(turn.value_of_state, values[: len(filled)], atol=1e-11)


@pytest.mark.parametrize("theta", THETAS)
def test_options_have_the_certainty_equivalents_of_the_definition(theta):
    """Of the final score: all points, including those already written."""
    oracle = GAMES["no upper section"]
    game, card = Game(ruleset(oracle)), Card(frozenset({"chance"}), points=8)
    plan, in_points = plan_for(oracle, exponential(theta)), certainty_equivalent_of(theta)
    turn = solve_turn(game, 0b010, 0, solve(game.ruleset, theta).value_of_state, theta)
    for roll, dice in enumerate(game.lattice.rolls):
        for rerolls in range(3):
            found = {one.category or one.dice: one for one in choices(turn, roll, rerolls, 8)}
            with localcontext() as context:
                context.prec = 60
                worth = {
                    option.category or option.dice: float(
                        in_points(plan.value_of_option(Situation(card, dice, rerolls), option))
                    )
                    for option in oracle_options(oracle, Situation(card, dice, rerolls))
                }
            assert found.keys() == worth.keys()
            for option, value in worth.items():
                assert found[option].value == pytest.approx(value, abs=1e-10)
                assert found[option].regret == pytest.approx(max(worth.values()) - value, abs=1e-10)


def test_advice_is_a_certainty_equivalent_of_the_final_score():
    """One category left, the yatzy: 50 points or none, and 20 written."""
    theta = 0.1
    rules = ruleset(OracleGame(2, ("ones", "yatzy"), 0, 100))
    game, card = Game(rules), Scorecard(0b01, 2, 20)
    values = solve(rules, theta).value_of_state
    advice = with_dice(game, values, card, (3, 4), 1, theta)
    keep_one = 20 + np.log(1 + (np.exp(theta * 50) - 1) / 6) / theta  # the other die must match
    assert [option.value for option in advice.options] == pytest.approx([keep_one, keep_one, keep_one, 20.0])
    assert advice.value == advice.options[0].value
    assert advice.options[-1].regret == pytest.approx(keep_one - 20)
    chance = 1 - (5 / 6) ** 3
    assert between_turns(game, values, card).value == pytest.approx(
        20 + np.log(1 + chance * (np.exp(theta * 50) - 1)) / theta
    )
