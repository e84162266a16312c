"""Neighbours: their scores against following each, and hill climbing ends at a local maximum."""

from itertools import chain

import numpy as np
import pytest

from solver.minds.features import pars
from solver.minds.fitting import exact_mean
from solver.minds.neighbours import Neighbourhood, climb

UNITS = np.array([1.0] * 6 + [0.1, 0.1])
SOME = np.array([1.0, 3.0, 7.0, 4.0, 6.0, 5.0, -0.2, 0.7])


def around(cards, rare):
    return Neighbourhood(cards, pars(cards.game), SOME, UNITS, rare)


def told(near):
    steps = chain(near.ones.items(), near.singles((-2.0, 2.0)), near.doubles())
    return {step: float(after.values[after.first_slot[0]]) for step, after in steps}


@pytest.fixture(scope="module")
def followed(small_cards):
    """All neighbours, each followed by itself."""
    near, mean = around(small_cards, 0.0), exact_mean(small_cards, pars(small_cards.game))
    return {step: mean(near.moved(step)) for step in told(near)}


def test_all_neighbours_are_there(followed):
    moved = [tuple(sorted((place, units) for place, units in step)) for step in followed]
    assert len(set(moved)) == len(moved) == 8 * 4 + 4 * 28


def test_followed_everywhere_neighbours_are_exact(small_cards, followed):
    """Results for numbers that are no longer read are taken from neighbours that have not moved them, exactly."""
    for step, mean in told(around(small_cards, 0.0)).items():
        assert mean == pytest.approx(followed[step], abs=1e-10), step


def test_scores_of_partly_followed_neighbours_are_bounded(small_cards, followed):
    found = told(around(small_cards, 0.01))
    assert all(found[step] >= mean - 1e-10 for step, mean in followed.items())
    assert max(found[step] - mean for step, mean in followed.items()) > 1e-3


def test_the_best_is_first_and_exact(small_cards, followed):
    near = around(small_cards, 0.01)
    found = near.best_first(near.ones.items())
    best = max(followed[step] for step in near.ones)
    assert found[0].is_exact
    assert found[0].mean == pytest.approx(best, abs=1e-10)
    assert [one.mean for one in found] == sorted((one.mean for one in found), reverse=True)


def test_climbing_ends_at_a_local_maximum(small_cards):
    family = pars(small_cards.game)
    mean = exact_mean(small_cards, family)
    numbers, found = climb(small_cards, family, SOME, UNITS, 0.01)
    assert mean(numbers) > mean(SOME) + 0.1
    near = Neighbourhood(small_cards, family, numbers, UNITS)
    assert {one.step for one in found} == {((place, units),) for place in range(8) for units in (-1.0, 1.0)}
    assert all(mean(near.moved(one.step)) <= min(one.mean + 1e-10, mean(numbers)) for one in found)
