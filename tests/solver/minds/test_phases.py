"""Players whose theta changes from turn to turn."""

import numpy as np
import pytest

from solver.play.distribution import score_distribution
from solver.play.walk import walk
from solver.risk.thetas import ThetaPlayer, in_thirds, phase_player, worth_by_turns
from solver.solving.backwards import solve
from solver.solving.solution import Solution


@pytest.mark.parametrize("theta", [-0.1, 0.0, 0.1])
def test_one_theta_throughout_is_the_player_of_that_theta(small_cards, theta):
    game = small_cards.game
    values = solve(game.ruleset, theta).value_of_state
    np.testing.assert_allclose(worth_by_turns(game, [theta] * 6), values, atol=1e-12)
    ours = score_distribution(walk(game, phase_player(game, [theta] * 6)))
    theirs = score_distribution(walk(game, ThetaPlayer(Solution(game, values, 0.0, 0.0, theta=theta))))
    np.testing.assert_allclose(ours.prob_of_score, theirs.prob_of_score, atol=1e-14)


def test_the_last_turns_alone_see_the_last_theta(small_cards):
    game = small_cards.game
    late, early = worth_by_turns(game, in_thirds([0, 0, 0.3], 6)), worth_by_turns(game, in_thirds([0.3, 0, 0], 6))
    bold = solve(game.ruleset, 0.3).value_of_state
    last, plain = small_cards.layers >= 4, small_cards.value_of_state
    np.testing.assert_allclose(late[last], bold[last], atol=1e-12)
    np.testing.assert_allclose(early[small_cards.layers >= 2], plain[small_cards.layers >= 2], atol=1e-12)
    assert early[0] > plain[0] + 1e-6


def test_late_risk_seeking_increases_the_spread(small_cards):
    game = small_cards.game
    sds = [score_distribution(walk(game, phase_player(game, in_thirds(thetas, 6)))).sd for thetas in
           ((0, 0, -0.3), (0, 0, 0), (0, 0, 0.3))]  # fmt: skip
    assert sds[0] < sds[1] < sds[2]
