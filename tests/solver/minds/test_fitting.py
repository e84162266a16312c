"""Fits: soft turns against the numpy player and against differences, and that fitting loses less."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from solver.game.game import Game
from solver.minds.features import half_tables, one_number, pairs, pars, pars_and_line, slopes, two_curves
from solver.minds.fitting import Draw, Family, Stage, fit, loss_of_choices, loss_of_values, scores_by, soft_turns
from solver.minds.formulas import Matrix, Ranks, plain_fit, singular_values, weighted_fit
from solver.minds.networks import Network
from solver.minds.trees import Leaves, value_tree, values_of_tree
from solver.play.player import Tables
from solver.studies.evaluate import mean_of_policy

FAMILIES: dict[str, Callable[[Game], Family]] = {
    "one_number": one_number,
    "pars": pars,
    "line": pars_and_line,
    "slopes": slopes,
    "pairs": pairs,
    "two_curves": two_curves,
    "half_tables": half_tables,
    "network": lambda game: Network(game, 3),
    "rank": lambda game: Ranks(Matrix(game), 2),
}


def some_numbers(family, seed=5):
    return np.random.default_rng(seed).uniform(0.4, 1.4, family.n_numbers)


def some_states(cards, n_of_layer=3, seed=2):
    return Draw(cards, cards.visits_of_state).states(np.random.default_rng(seed), n_of_layer)


@pytest.mark.parametrize("name", FAMILIES)
def test_slopes_are_differences_of_values(small_cards, name):
    family = FAMILIES[name](small_cards.game)
    numbers, states = some_numbers(family), np.flatnonzero(small_cards.layers < 6)
    pages, totals = small_cards.pages[states], small_cards.totals[states]
    weights = np.random.default_rng(3).normal(size=len(states))
    slopes = family.slopes(numbers, pages, totals, weights)
    for place in np.linspace(0, family.n_numbers - 1, 12).astype(int):
        step = np.zeros(family.n_numbers)
        step[place] = 1e-6
        moved = family.values(numbers + step, pages, totals) - family.values(numbers - step, pages, totals)
        assert slopes[place] == pytest.approx(weights @ moved / 2e-6, rel=1e-5, abs=1e-6), place


@pytest.mark.parametrize("temperature", [2.0, 0.3])
def test_the_slope_of_a_soft_turn_is_that_of_its_mean(small_cards, temperature):
    family, tables = pars(small_cards.game), Tables(small_cards.game)
    numbers, states = some_numbers(family), some_states(small_cards)
    with ThreadPoolExecutor(2) as pool:

        def lesson(numbers):
            return loss_of_choices(small_cards, tables, family, numbers, states, temperature, pool)

        slope = lesson(numbers).slope
        for place in range(family.n_numbers):
            step = np.zeros(family.n_numbers)
            step[place] = 1e-5
            difference = (lesson(numbers + step).loss - lesson(numbers - step).loss) / 2e-5
            assert slope[place] == pytest.approx(difference, rel=1e-5, abs=1e-7), place


def test_a_cold_turn_is_perfect_play(small_cards):
    """With the true values a player who is almost never soft loses nothing; a soft one does."""
    tables, states = Tables(small_cards.game), some_states(small_cards, 5)
    scores = scores_by(small_cards, tables, states, small_cards.value_of_state)
    with ThreadPoolExecutor(1) as pool:
        cold, _ = soft_turns(tables, small_cards.pages[states], scores, scores, 1e-7, pool)
        warm, _ = soft_turns(tables, small_cards.pages[states], scores, scores, 1.0, pool)
    np.testing.assert_allclose(cold, small_cards.value_of_state[states], atol=1e-6)
    assert (warm < cold + 1e-9).all()
    assert warm.sum() < cold.sum() - 1.0


def test_the_loss_of_values_is_their_mean_squared_error(small_cards):
    family, states = pairs(small_cards.game), some_states(small_cards)
    numbers = some_numbers(family)
    lesson = loss_of_values(small_cards, family, numbers, states)
    off = family.values(numbers, small_cards.pages[states], small_cards.totals[states])
    assert lesson.loss == pytest.approx(np.mean((off - small_cards.value_of_state[states]) ** 2))
    step = np.zeros(family.n_numbers)
    step[1] = 1e-5
    ends = [loss_of_values(small_cards, family, numbers + sign * step, states).loss for sign in (1, -1)]
    assert lesson.slope[1] == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-6)


def test_fitted_to_choose_it_chooses_better_and_the_same_each_time(small_cards):
    family = pars(small_cards.game)
    start = np.ones(family.n_numbers)
    stages = [Stage(60, 20, (0.5, 0.1), (1.0, 0.2))]
    ours, again = (fit(small_cards, family, start, stages, seed=1) for _ in range(2))
    np.testing.assert_array_equal(ours, again)

    def mean(numbers):
        values = family.values(numbers, small_cards.pages, small_cards.totals)
        return mean_of_policy(small_cards.game, values)[0]

    assert mean(start) < mean(ours) - 0.2
    assert mean(ours) <= small_cards.value_of_state[0]


def test_leaves_fitted_to_choose_choose_better_than_those_that_are_right(small_cards):
    tree = value_tree(small_cards, 9)
    family = Leaves(small_cards, tree)
    where = small_cards.pages, small_cards.totals
    np.testing.assert_array_equal(family.values(family.leaf_values, *where), values_of_tree(small_cards, tree))
    weights = np.random.default_rng(3).normal(size=len(small_cards.pages))
    slopes = family.slopes(family.leaf_values, *where, weights)
    for place in range(family.n_numbers):
        step = np.zeros(family.n_numbers)
        step[place] = 1.0  # values are linear in the leaves
        moved = family.values(family.leaf_values + step, *where) - family.values(family.leaf_values, *where)
        assert slopes[place] == pytest.approx(weights @ moved, abs=1e-9), place
    ours = fit(small_cards, family, family.leaf_values, [Stage(100, 20, (1.0, 0.3), (1.0, 0.1))], seed=1)
    states, tables = some_states(small_cards, 100), Tables(small_cards.game)
    with ThreadPoolExecutor(1) as pool:
        right, choosing = (
            loss_of_choices(small_cards, tables, family, numbers, states, 0.3, pool).loss
            for numbers in (family.leaf_values, ours)
        )
    assert 0.0 < choosing < right - 0.2


def test_approximations_improve_with_rank_and_full_rank_is_exact(small_cards):
    matrix, visits = Matrix(small_cards.game), small_cards.visits_of_state
    full = min(matrix.shape)
    misses = []
    for rank in range(1, full + 1):
        family = Ranks(matrix, rank)
        off = [
            family.values(numbers, small_cards.pages, small_cards.totals) - small_cards.value_of_state
            for numbers in (plain_fit(small_cards, rank), weighted_fit(small_cards, rank, 20))
        ]
        misses.append([float((one**2).sum()) for one in off] + [float(visits @ one**2) for one in off])
    table = np.array(misses)
    assert (np.diff(table[:, 0]) < 1e-12).all()  # the nearest matrix of more ranks is nearer
    assert table[-1, 0] == pytest.approx(0.0, abs=1e-9)
    assert (table[:-1, 3] <= table[:-1, 2] + 1e-9).all()  # weighted by visits, where they count
    squares = singular_values(small_cards) ** 2
    np.testing.assert_allclose(table[:, 0], squares.sum() - np.cumsum(squares), atol=1e-6)
