from itertools import product

import numpy as np
import pytest

from solver.datasets.solving import hit_exactly
from solver.game.game import close_upper_pairs, state_space, subset_sums
from solver.rules.games import find_ruleset
from tests.solver.games import GAMES, ruleset


@pytest.fixture(scope="module")
def space():
    return state_space(find_ruleset())


def test_counts(space):
    assert space.reachable_of_upper_set.sum() == 2794
    assert space.n_states == 1_430_528
    assert space.n_sets * space.n_totals == 2_097_152


def test_asking_for_exactly_the_threshold_misses_two_pairs(space):
    """The recurrence R(U, n) = some R(U - c, n - s), found in the literature, loses sets that only pass 63."""
    exact = hit_exactly(space)
    missed = np.argwhere(space.reachable_of_upper_set & ~exact)
    threes_fours_sixes, threes_fives_sixes = 0b101100, 0b110100
    assert missed.tolist() == [[threes_fours_sixes, 63], [threes_fives_sixes, 63]]
    assert not (exact & ~space.reachable_of_upper_set).any()
    assert exact.sum() == 2792


def test_closure_matches_enumeration(space):
    for upper_set in (0, 0b000001, 0b010100, 0b101100, 0b110100):
        points = [space.upper_points[bit] for bit in range(6) if upper_set >> bit & 1]
        totals = {min(sum(choice), 63) for choice in product(*points)}
        assert set(np.flatnonzero(space.reachable_of_upper_set[upper_set])) == totals


def test_states_are_numbered_by_filled_then_total(space):
    pairs = np.argwhere(space.reachable_slots)
    for state in (0, 1, 12_345, 777_777, space.n_states - 1):
        filled, total = pairs[state]
        assert space.state(int(filled), int(total)) == state


def test_unreachable_state_is_rejected(space):
    with pytest.raises(ValueError, match="no game fills set 1 with an upper total of 6"):
        space.state(1, 6)


def test_dead_totals_cannot_earn_the_bonus(space):
    best = space.best_upper_total_of_set
    for upper_set in range(space.n_upper_sets):
        first_live = space.first_live_total_of_set[upper_set]
        still_open = best[-1] - best[upper_set]
        assert first_live == 0 or first_live - 1 + still_open < 63
        assert first_live + still_open >= 63


@pytest.mark.parametrize("name", GAMES)
def test_small_games_match_enumeration(name):
    rules = ruleset(GAMES[name])
    space = state_space(rules)
    upper = [place for place, category in enumerate(rules.categories) if category.is_upper]
    expected = 0
    for filled in range(2**rules.n_categories):
        boxes = [space.upper_points[upper.index(place)] for place in upper if filled >> place & 1]
        expected += len({min(sum(points), rules.threshold) for points in product(*boxes)})
    assert space.n_states == expected


def test_closure_of_one_category():
    assert close_upper_pairs(((0, 4, 8),), 6).tolist() == [
        [True] + [False] * 6,
        [True, *[False] * 3, True, False, True],
    ]


def test_subset_sums():
    assert subset_sums([1, 10, 100]).tolist() == [0, 1, 10, 11, 100, 101, 110, 111]
