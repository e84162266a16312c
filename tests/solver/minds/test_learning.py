"""Learners: what they see and hold, and that games teach them."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from solver.minds.features import one_number
from solver.minds.learning import FEEDBACK, HOPE, LearnerOptions, initial_weights, learner_values, train
from solver.studies.evaluate import mean_of_policy

LINE = LearnerOptions("linear", "average", 1, 0.3, 100.0)
NET = LearnerOptions("network", "average", 1, 0.01, n_hidden=4)
BOOK = LearnerOptions("tables", "average", 1, 0.3, 100.0, has_tables=True)


def after(cards, learner, n_games):
    return list(train(cards.game, [learner], (n_games // 2, n_games)))[-1][0]


@pytest.mark.parametrize(
    ("feedback", "stride", "n_most"), [("average", 0.3, 400), ("one_throw", 0.1, 1000), ("final_score", 0.02, 4000)]
)
def test_games_teach_a_beginner(small_cards, feedback, stride, n_most):
    game, learner = small_cards.game, replace(LINE, feedback=feedback, stride=stride)
    means = [
        mean_of_policy(game, learner_values(game, learner, after(small_cards, learner, n_games)))[0]
        for n_games in (0, n_most)
    ]
    assert means[0] + 0.1 < means[1] <= small_cards.value_of_state[0]


@pytest.mark.parametrize("feedback", FEEDBACK)
@pytest.mark.parametrize("learner", [LINE, NET, BOOK], ids=lambda learner: learner.name)
def test_one_seed_teaches_the_same_whoever_learns_beside_it(small_cards, learner, feedback):
    learner = replace(learner, feedback=feedback)
    others = [replace(learner, seed=2), *(replace(learner, feedback=other, stride=0.1) for other in FEEDBACK)]
    _first, beside = train(small_cards.game, [others[0], learner, *others[1:]], (25, 50))
    np.testing.assert_array_equal(beside[1], after(small_cards, learner, 50))
    assert (beside[0] != beside[1]).any()


def test_a_network_moves_less_and_less_until_its_last_game(small_cards):
    stops = tuple(range(100, 1001, 100))
    held = [initial_weights(small_cards.game, NET), *(one[0] for one in train(small_cards.game, [NET], stops))]
    moved = [np.abs(later - before).max() for before, later in pairwise(held)]
    assert 0 < moved[-1] < moved[4] < moved[0]
    assert moved[-1] < moved[0] / 4


def test_a_learner_holds_what_its_formula_says(small_cards):
    game = small_cards.game
    weights = np.arange(game.ruleset.n_categories + 1, dtype=float)
    held = learner_values(game, LINE, weights)
    curve = one_number(game).values(np.ones(1), small_cards.pages, small_cards.totals) / game.ruleset.bonus
    states = np.flatnonzero(small_cards.layers < game.ruleset.n_categories)
    is_open = 1 - (small_cards.pages[:, None] >> np.arange(game.ruleset.n_categories) & 1)
    np.testing.assert_allclose(held[states], (is_open @ weights[:-1] + weights[-1] * curve)[states])
    numbers = NET.network(game).start(3)
    by_network = NET.network(game).values(numbers, small_cards.pages, small_cards.totals)
    np.testing.assert_allclose(learner_values(game, NET, numbers)[states], by_network[states])


def test_tables_begin_with_hope_for_every_open_box(small_cards):
    held = learner_values(small_cards.game, BOOK, initial_weights(small_cards.game, BOOK))
    n_open = small_cards.game.ruleset.n_categories - small_cards.layers
    np.testing.assert_array_equal(held[n_open > 0], HOPE * n_open[n_open > 0])


def test_games_fill_tables(small_cards):
    """They learn what they visit: all in all, more than they knew."""
    means = [
        mean_of_policy(small_cards.game, learner_values(small_cards.game, BOOK, after(small_cards, BOOK, n)))[0]
        for n in (10, 3000)
    ]
    assert means[0] < means[1] <= small_cards.value_of_state[0]
    assert means[1] > small_cards.value_of_state[0] - 3.0
