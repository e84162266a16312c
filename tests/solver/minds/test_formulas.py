"""Formulas: every one begins somewhere, and larger ones begin with what smaller ones say."""

from functools import cache

import numpy as np
import pytest

from solver.game.game import Game
from solver.minds.formulas import FORMULAS
from solver.minds.networks import Network
from solver.rules.games import find_ruleset


@pytest.fixture(scope="module")
def game():
    return Game(find_ruleset())


@pytest.fixture(scope="module")
def some_states(game):
    pages, totals = np.nonzero(game.space.reachable_slots)
    some = np.random.default_rng(4).choice(len(pages), 2000, replace=False)
    return pages[some], totals[some]


@pytest.fixture(scope="module")
def family_of(game):
    """Return the family of a formula."""
    made = cache(lambda make: make(game))
    return lambda name: made(FORMULAS[name].make)


@pytest.fixture(scope="module")
def found(family_of):
    """Numbers for every formula that others begin with."""
    random = np.random.default_rng(5)
    names = ("par-17-decimals", "pairs-130", "curves-264")
    return {name: random.uniform(0.2, 2.0, family_of(name).n_numbers) for name in names}


@pytest.fixture(scope="module")
def start_of(game, found):
    """Return what a formula begins with."""
    return cache(lambda name: FORMULAS[name].start(game, found))


@pytest.mark.parametrize(("smaller", "larger"), [("pairs-130", "curves-264"), ("curves-264", "tables-868")])
def test_a_larger_formula_extends_a_smaller_one(some_states, family_of, found, start_of, smaller, larger):
    before, after = family_of(smaller), family_of(larger)
    said = after.values(start_of(larger), *some_states)
    np.testing.assert_allclose(said, before.values(found[smaller], *some_states), atol=1e-9)


@pytest.mark.parametrize("name", FORMULAS)
def test_every_formula_has_the_numbers_that_its_name_says(family_of, start_of, name):
    formula = FORMULAS[name]
    family = family_of(name)
    number = name.split("-")[1]
    assert family.n_numbers == int(number)
    assert len(family.strides) == family.n_numbers
    if formula.aim == "choose" and not name.startswith("net"):
        assert len(start_of(name)) == family.n_numbers


def test_edges_do_not_depend_on_the_scale_of_the_total(small_cards):
    game, where = small_cards.game, (small_cards.pages, small_cards.totals)
    plain, seen = Network(game, 3, 3), Network(game, 3, 3, 4.0, 1.0)
    np.testing.assert_allclose(seen.values(seen.start(1), *where), plain.values(plain.start(1), *where), rtol=1e-12)
    random = [network.values(network.start(1), *where) for network in (Network(game, 3), Network(game, 3, 0, 4.0, 1.0))]
    assert np.abs(random[0] - random[1]).max() > 0.1
