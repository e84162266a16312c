"""Players who differ only while a box is open."""

import numpy as np
import pytest

from solver.minds.fitting import follow
from solver.minds.neighbours import Common
from solver.play.player import TablePlayer


@pytest.mark.parametrize("box", [0, 3, 5])
@pytest.mark.parametrize("change", [-40.0, 25.0])
def test_players_that_differ_while_a_box_is_open_are_followed_until_it_is_filled(small_cards, box, change):
    values, is_open = 0.8 * small_cards.value_of_state, (small_cards.pages >> box & 1) == 0
    common = Common(small_cards.game, TablePlayer("common", values))
    other = TablePlayer("other", values + change * is_open)
    mean = follow(small_cards, other).mean
    is_affected = (np.arange(small_cards.game.space.n_pages) >> box & 1) == 0
    assert common.mean(other, is_affected) == pytest.approx(mean, abs=1e-12)
    assert abs(mean - follow(small_cards, common.player).mean) > 1e-6


def test_common_play_is_computed_for_every_state(small_cards):
    values = small_cards.value_of_state
    common = Common(small_cards.game, TablePlayer("perfect", values))
    np.testing.assert_allclose(common.rest[small_cards.pages, small_cards.totals], values, atol=1e-12)
