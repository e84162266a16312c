"""The value of a saved throw, against the oracle, and its data sets."""

from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.datasets.more_dice import compare
from solver.game.game import Game
from solver.rules.games import find_ruleset
from solver.solving.backwards import solve
from solver.solving.layers import Layers, look_up
from solver.solving.solution import find_solution
from solver.studies.saved_throws import bound_of_layer, worth_of_throws
from tests.oracle_games import MoreGame, value
from tests.solver.more_games import GAMES, all_states, ruleset

SAVING = [name for name in GAMES if name.startswith("saved")]
CATEGORIES = ("ones", "twos", "fives", "sixes", "one_pair", "chance", "yatzy", "small_straight")


def worth_by_definition(game, space):
    """Gains by filled categories and saved throws, one for each reachable scorecard."""
    gains = defaultdict(list)
    for state, _page, _total in all_states(game, space):
        n_filled = len(state.filled)
        if n_filled < len(game.categories) and state.saved < game.n_rerolls * n_filled:
            gain = value(game, state._replace(saved=state.saved + 1)) - value(game, state)
            gains[n_filled, state.saved].append(float(gain))
    return gains


@pytest.mark.parametrize("name", SAVING)
def test_worth_equals_the_oracle(name):
    rules = ruleset(GAMES[name])
    solved = solve(rules)
    expected = worth_by_definition(GAMES[name], solved.space)
    found = list(worth_of_throws(Game(rules), solved.value_of_state))
    assert {(one.filled, one.saved) for one in found} == set(expected)
    for one in found:
        gains = expected[one.filled, one.saved]
        assert one.scorecards == len(gains)
        numbers = one.mean, one.smallest, one.largest
        assert numbers == pytest.approx((np.mean(gains), min(gains), max(gains)), abs=1e-11)


@pytest.mark.parametrize("name", ["saved throws", "saved throws, three dice"])
def test_worth_from_layers_is_that_from_a_table(cache, name):
    game = Game(ruleset(GAMES[name]))
    layers = Layers(game.space, game.identity)
    for kept, exact in zip(
        worth_of_throws(game, layers), worth_of_throws(game, solve(game.ruleset).value_of_state), strict=True
    ):
        assert (kept.filled, kept.saved, kept.scorecards) == (exact.filled, exact.saved, exact.scorecards)
        assert (kept.mean, kept.smallest) == pytest.approx((exact.mean, exact.smallest), abs=1e-5)


def test_the_bound_grows_from_the_last_layer_to_the_first_and_holds(cache, monkeypatch):
    monkeypatch.setattr("solver.solving.solution.LARGEST_TABLE", 10)
    rules = ruleset(GAMES["saved throws"])
    solution, exact = find_solution(rules)[0], solve(rules)
    bounds = [bound_of_layer(solution, n_filled) for n_filled in range(rules.n_categories + 1)]
    assert bounds[0] == pytest.approx(solution.error_bound, rel=1e-12)
    assert bounds == sorted(bounds, reverse=True)
    pages, totals = np.nonzero(exact.space.reachable_slots)
    differences = np.abs(look_up(exact.space, solution.values, pages, totals) - exact.value_of_state)
    n_filled = exact.space.n_filled_of_set[pages % exact.space.n_sets]
    assert (differences <= np.array(bounds)[n_filled]).all()


@settings(max_examples=30, deadline=None)
@given(
    categories=st.lists(st.sampled_from(CATEGORIES), min_size=2, max_size=4, unique=True),
    n_dice=st.integers(1, 3),
    n_rerolls=st.integers(1, 2),
    bonus=st.integers(0, 30),
    threshold=st.integers(1, 20),
)
def test_saved_throws_never_lower_the_value(categories, n_dice, n_rerolls, bonus, threshold):
    """The value never falls with one more saved throw, and is never below that of the game without saving."""
    in_order = tuple(name for name in CATEGORIES if name in categories)
    sizes = n_dice, in_order, bonus, threshold, n_rerolls
    saving, losing = (solve(ruleset(MoreGame(*sizes, saves=saves))) for saves in (True, False))
    for one in worth_of_throws(Game(saving.space.ruleset), saving.value_of_state):
        assert one.smallest >= -1e-12
    assert (saving.value_of_state[: losing.space.n_states] >= losing.value_of_state - 1e-12).all()


def test_rulesets_are_compared_by_their_own_solutions(cache):
    options = {"in_order": "true", "bonus": "0"}
    row, solved = compare([("scandinavian", options)]).iloc[0], solve(find_ruleset("scandinavian", options))
    assert (row["options"], row["states"], row["boxes"]) == ("in_order=true,bonus=0", solved.space.n_states, 15)
    assert row["start_value"] == solved.value_of_state[0]
    assert 0 < row["error_bound"] < 1e-8
