from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.game.game import Game
from solver.solving.backwards import Layout, layer_blocks, solve
from solver.solving.solution import Solution
from solver.threads import n_processors
from tests.oracle import UPPER, OracleGame, certainty_equivalent, largest_guaranteed, largest_reachable
from tests.solver.games import GAMES, TINY, ruleset


@pytest.mark.parametrize("name", GAMES)
def test_every_state_equals_the_oracle(name):
    game = GAMES[name]
    solved = solve(ruleset(game))
    space = solved.space
    for filled in range(space.n_sets):
        names = [category for bit, category in enumerate(game.categories) if filled >> bit & 1]
        upper = [
            space.upper_points[[one for one in game.categories if one in UPPER].index(category)]
            for category in names
            if category in UPPER
        ]
        for points in set(map(sum, product(*upper))):
            state = space.state(filled, min(points, game.threshold))
            expected = game.value(frozenset(names), points)
            assert solved.value_of_state[state] == pytest.approx(float(expected), abs=1e-12), (names, points)


@settings(max_examples=12, deadline=None)
@given(
    categories=st.lists(
        st.sampled_from(["ones", "threes", "fours", "sixes", "one_pair", "chance", "yatzy"]),
        min_size=1,
        max_size=3,
        unique=True,
    ),
    bonus=st.integers(0, 40),
    threshold=st.integers(0, 24),
    n_rerolls=st.integers(0, 2),
)
def test_random_small_games_equal_the_oracle(categories, bonus, threshold, n_rerolls):
    game = OracleGame(2, tuple(categories), bonus, threshold, n_rerolls)
    assert solve(ruleset(game)).value_of_state[0] == pytest.approx(float(game.value()), abs=1e-12)


def last_category(solution, name, upper_total):
    names = solution.game.ruleset.category_names
    everything = 2 ** len(names) - 1
    state = solution.game.space.state(everything ^ 1 << names.index(name), upper_total)
    return solution.value_of_state[state]


PROB_OF_FACE = Fraction(91, 216)  # a die shows the wanted face within three throws: 1 - (5/6)^3


def prob_of_faces(at_least):
    """Probability that at least this many of five dice show the wanted face within three throws."""
    p = PROB_OF_FACE
    return sum(comb(5, n) * p**n * (1 - p) ** (5 - n) for n in range(at_least, 6))


@pytest.mark.parametrize(
    ("category", "upper_total", "value"),
    [
        # Keep every wanted face: 5 x 91/216 dice show it.
        ("ones", 0, 5 * PROB_OF_FACE),
        ("sixes", 0, 30 * PROB_OF_FACE),
        # The bonus is safe, or hangs on three of a face, which the same way of playing makes likeliest.
        ("ones", 63, 5 * PROB_OF_FACE + 50),
        ("ones", 60, 5 * PROB_OF_FACE + 50 * prob_of_faces(3)),
        ("fours", 51, 20 * PROB_OF_FACE + 50 * prob_of_faces(3)),
        # Each die alone: keep 4, 5, 6 before the last throw (mean 4.25), 5 and 6 before that.
        ("chance", 0, 5 * (Fraction(11, 6) + Fraction(4, 6) * Fraction(17, 4))),
        # Published: 347897/7558272 of three-throw turns make five of a kind when played for it.
        ("yatzy", 0, 50 * Fraction(347897, 7558272)),
    ],
)
def test_last_category_by_hand(solution, category, upper_total, value):
    assert last_category(solution, category, upper_total) == pytest.approx(float(value), abs=1e-12)


def test_values_never_fall_with_the_upper_total(solution):
    space = solution.game.space
    differences = np.diff(solution.value_of_state)
    same_set = np.ones(space.n_states - 1, dtype=bool)
    same_set[space.first_state_of_page[1:-1] - 1] = False
    assert differences[same_set].min() >= 0


def test_values_are_finite_and_below_the_best_score(solution):
    assert np.isfinite(solution.value_of_state).all()
    assert solution.value_of_state.max() < solution.game.best_final_score == 374


def test_values_do_not_depend_on_the_number_of_threads(solution):
    other = solve(solution.game.ruleset, n_threads=5 if n_processors() == 1 else 1)
    np.testing.assert_array_equal(other.value_of_state, solution.value_of_state)


def test_coalesced_rows_cover_what_all_rows_cover(tiny):
    space = tiny.space
    for n_filled in range(TINY.n_categories):
        coalesced, all_rows = layer_blocks(space, n_filled), layer_blocks(space, n_filled, coalesce=False)
        assert set(coalesced.page) == set(all_rows.page) == set(np.flatnonzero(space.n_filled_of_set == n_filled))
        assert (coalesced.lane >= all_rows.lane[np.searchsorted(all_rows.page, coalesced.page)]).all()


def test_finished_scorecards_are_worth_their_bonus(tiny):
    values, first_slot = Layout(tiny.space).empty_table()
    finished = values[first_slot[-2] : first_slot[-1]]
    assert finished[: TINY.threshold].tolist() == [0.0] * TINY.threshold
    assert (finished[TINY.threshold :] == TINY.bonus).all()
    assert np.isnan(values[: first_slot[-2]]).all()


def test_error_bound_is_small_and_holds(solution):
    assert solution.error_bound < 1e-8
    for name in ("bonus within reach", "three dice", "six categories"):
        solved = solve(ruleset(GAMES[name]))
        tiny = Solution(Game(solved.space.ruleset), solved.value_of_state, 0.0, 0.0)
        assert abs(Fraction(tiny.start_value) - GAMES[name].value()) <= tiny.error_bound


def test_error_bound_counted_by_hand(tiny):
    """Roundings of a turn of TINY: 1 in the exit, 2 rerolls x 2 dice x 5 in the means, 21 + 2 over the first roll."""
    best_final_score = 2 + 4 + 6 + 12 + 12 + 7
    bound = Solution(Game(TINY), tiny.value_of_state, 0.0, 0.0).error_bound
    assert bound == pytest.approx(1.01 * 5 * (1 + 20 + 23) * best_final_score * 2**-53, rel=1e-12, abs=0)


def test_progress_is_reported_layer_by_layer():
    told = []
    solve(TINY, progress=lambda done, total: told.append((done, total)))
    assert told == [(layer, 5) for layer in range(1, 6)]


@settings(max_examples=10, deadline=None)
@given(bonus=st.integers(0, 100), more=st.integers(0, 100))
def test_a_larger_bonus_is_never_worth_less(bonus, more):
    small, large = (
        solve(ruleset(OracleGame(2, ("ones", "sixes", "chance"), points, 8))) for points in (bonus, bonus + more)
    )
    assert (large.value_of_state >= small.value_of_state - 1e-12).all()
    assert (large.value_of_state <= small.value_of_state + more + 1e-12).all()


THETAS = [3.0, -3.0, 0.02, 1e-3, -9.9e-4, -1e-9]
FAST = [name for name in GAMES if name not in ("bonus within reach", "six categories", "one reroll", "three dice")]


def certain(rules, theta):
    """The solution of a small game for a theta."""
    solved = solve(rules, theta)
    return Solution(Game(rules), solved.value_of_state, 0.0, 0.0, solved.objective.theta)


@pytest.mark.parametrize("name", FAST)
def test_certainty_equivalents_equal_the_oracle(name):
    """And they keep their error bound, which is not far from the truth."""
    for theta in THETAS:
        found = certain(ruleset(GAMES[name]), theta)
        assert found.error_bound < 1e-10
        assert abs(found.start_value - certainty_equivalent(GAMES[name], theta)) <= found.error_bound, theta


def test_certainty_equivalents_of_every_state_equal_the_oracle():
    game = GAMES["threshold only passed, never hit"]
    found = certain(ruleset(game), -0.25)
    for filled, upper_sum in [((), 0), (("fours",), 8), (("sixes",), 6), (("fours", "sixes"), 20), (("one_pair",), 0)]:
        mask = sum(1 << game.categories.index(name) for name in filled)
        state = found.game.space.state(mask, min(upper_sum, game.threshold))
        expected = certainty_equivalent(game, -0.25, frozenset(filled), upper_sum)
        assert found.value_of_state[state] == pytest.approx(expected, abs=1e-12)


@settings(max_examples=10, deadline=None)
@given(
    categories=st.lists(
        st.sampled_from(["ones", "fours", "sixes", "one_pair", "yatzy"]), min_size=1, max_size=2, unique=True
    ),
    bonus=st.integers(0, 40),
    threshold=st.integers(0, 16),
    theta=st.floats(-3, 3),
)
def test_random_small_games_have_the_certainty_equivalents_of_the_oracle(categories, bonus, threshold, theta):
    game = OracleGame(2, tuple(categories), bonus, threshold)
    found = certain(ruleset(game), theta)
    assert abs(found.start_value - certainty_equivalent(game, found.theta)) <= found.error_bound


@pytest.mark.parametrize("theta", [1e-9, -1e-9, 1e-15])
def test_tiny_theta_tends_to_the_mean(tiny, theta):
    """The certainty equivalent is the mean, half of theta times the variance more, and so on; the variance is small."""
    np.testing.assert_allclose(solve(TINY, theta).value_of_state, tiny.value_of_state, atol=200 * abs(theta) + 1e-13)


@settings(max_examples=15, deadline=None)
@given(name=st.sampled_from(sorted(GAMES)), theta=st.floats(-3, 3), other=st.floats(-3, 3))
def test_certainty_equivalents_never_fall_with_theta(name, theta, other):
    averse, seeking = (certain(ruleset(GAMES[name]), one) for one in sorted((theta, other)))
    assert (averse.value_of_state <= seeking.value_of_state + averse.error_bound + seeking.error_bound).all()


def scaled(rules, factor, more=0):
    """The ruleset with all points multiplied, and with more points for every chance."""

    def category(one):
        added = more if one.name == "chance" else 0
        return replace(one, points=lambda roll: factor * one.points(roll) + added)

    categories = tuple(category(one) for one in rules.categories)
    return replace(rules, categories=categories, bonus=factor * rules.bonus, threshold=factor * rules.threshold)


@pytest.mark.parametrize("theta", [3.0, -0.4, 1e-5])
def test_points_that_are_certain_shift_the_certainty_equivalent(theta):
    without, more = certain(TINY, theta), certain(scaled(TINY, 1, more=13), theta)
    assert more.start_value == pytest.approx(without.start_value + 13, abs=1e-10)


@pytest.mark.parametrize("name", ["bonus for nothing", "no upper section", "no reroll", "a category that no roll fits"])
def test_large_thetas_tend_to_what_can_be_reached_or_guaranteed(name):
    """Points four times as large are as good as a theta four times as large.

    The dice that are best or worst for the player fall with a probability of at least p, one order of all dice of the
    game; so what is missing to the limit is at most ln(1/p) / theta.
    """
    game = GAMES[name]
    factor = 4
    n_dice_thrown = len(game.categories) * game.n_dice * (1 + game.n_rerolls)
    missing = n_dice_thrown * np.log(6) / (3 * factor)
    seeking, averse = (certain(scaled(ruleset(game), factor), theta).start_value / factor for theta in (3.0, -3.0))
    assert largest_reachable(game) - missing <= seeking <= largest_reachable(game)
    assert largest_guaranteed(game) <= averse <= largest_guaranteed(game) + missing
