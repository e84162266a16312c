from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.layout import Layout, layer_blocks
from solver.rules import find_ruleset
from solver.solution import Game, Solution
from solver.solve import solve
from tests.oracle import UPPER, OracleGame
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
    """Chance that at least so many of five dice show the wanted face within three throws."""
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


def test_values_do_not_depend_on_the_number_of_threads():
    one, many = solve(find_ruleset(), n_threads=1), solve(find_ruleset(), n_threads=5)
    np.testing.assert_array_equal(one.value_of_state, many.value_of_state)


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


def test_error_bound_is_small_and_honest(solution):
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


def test_progress_is_told_layer_by_layer():
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
