from collections import Counter
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.game.dice import dice_text, keep_lattice, orders, proper_keeps

LATTICES = [1, 2, 3, 5, 6]


@pytest.mark.parametrize("n_dice", LATTICES)
def test_sizes(n_dice):
    lattice = keep_lattice(n_dice)
    assert lattice.n_keeps == comb(n_dice + 6, 6)
    assert len(lattice.rolls) == comb(n_dice + 5, 5)
    assert lattice.first_roll == comb(n_dice + 5, 6)


def test_five_dice_have_462_keeps_and_1260_steps():
    lattice = keep_lattice(5)
    assert (lattice.n_keeps, len(lattice.rolls)) == (462, 252)
    assert lattice.extensions_of_keep.size == len(lattice.removals) == 1260


@pytest.mark.parametrize("n_dice", LATTICES)
def test_order_is_by_size_then_dice(n_dice):
    keeps = keep_lattice(n_dice).keeps
    assert list(keeps) == sorted(set(keeps), key=lambda keep: (len(keep), keep))


@pytest.mark.parametrize("n_dice", LATTICES)
def test_extensions_add_one_die_and_removals_take_one(n_dice):
    lattice = keep_lattice(n_dice)
    for keep, extensions in enumerate(lattice.extensions_of_keep):
        for face, extension in enumerate(extensions, start=1):
            assert Counter(lattice.keeps[extension]) == Counter((*lattice.keeps[keep], face))
    for keep, dice in enumerate(lattice.keeps):
        first, stop = lattice.first_removal_of_keep[keep : keep + 2]
        left = {lattice.keeps[other] for other in lattice.removals[first:stop]}
        assert left == {tuple(sorted((Counter(dice) - Counter((face,))).elements())) for face in dice}


@pytest.mark.parametrize("n_dice", [1, 2, 3, 5])
def test_probabilities_match_enumeration(n_dice):
    lattice = keep_lattice(n_dice)
    thrown = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=n_dice))
    assert [thrown[roll] for roll in lattice.rolls] == lattice.orders_of_roll.tolist()
    assert lattice.prob_of_roll.sum() == pytest.approx(1, abs=1e-15)


@given(st.lists(st.integers(1, 6), max_size=6).map(sorted).map(tuple))
def test_proper_keeps_are_the_distinct_sub_multisets(roll):
    counts = Counter(roll)
    expected = np.prod([count + 1 for count in counts.values()]) - 1
    keeps = proper_keeps(roll)
    assert len(keeps) == expected
    assert all(not Counter(keep) - counts and len(keep) < len(roll) for keep in keeps)
    assert orders(roll) >= 1


def test_choices_are_in_lexicographic_order():
    lattice = keep_lattice(3)
    choices = lattice.choices_of_roll[lattice.rolls.index((1, 2, 2))]
    assert [lattice.keeps[keep] for keep in choices] == [(), (1,), (1, 2), (2,), (2, 2)]


def test_dice_text():
    assert dice_text((1, 1, 6)) == "116"
    assert dice_text(()) == ""
