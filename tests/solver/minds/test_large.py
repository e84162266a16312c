"""Matrices whose numbers are not recorded: one seed finds them."""

import numpy as np

from solver.minds.formulas import Matrix, Ranks, digest_of, numbers_to_choose, plain_fit, values_to_choose
from solver.studies.evaluate import mean_of_policy

NAME = "rank-1-choose"


def test_a_seed_determines_the_numbers(small_cards):
    first, again = (numbers_to_choose(small_cards, NAME, fresh=fresh) for fresh in (False, True))
    np.testing.assert_array_equal(first, again)
    np.testing.assert_array_equal(first, np.rint(first * 1e3) / 1e3)
    assert len(digest_of(small_cards, NAME)) == 64
    assert digest_of(small_cards, "par-17") == ""


def test_a_matrix_fitted_to_choose_chooses_better_than_the_nearest(small_cards):
    nearest = Ranks(Matrix(small_cards.game), 1).values(
        plain_fit(small_cards, 1), small_cards.pages, small_cards.totals
    )
    ours = values_to_choose(NAME, small_cards)
    means = [mean_of_policy(small_cards.game, read)[0] for read in (nearest, ours)]
    assert means[0] < means[1] <= small_cards.value_of_state[0]
