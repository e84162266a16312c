import numpy as np
import pytest

from solver.game.game import Game
from solver.play.distribution import Distribution, score_distribution
from solver.play.walk import walk
from solver.risk.dial import Dial
from solver.risk.thetas import ThetaPlayer
from solver.solving.solution import find_solution
from solver.targets.chances import find_targets
from tests.solver.games import GAMES, ruleset

SURE, BOLD, WILD = (
    Distribution(np.array(probs)) for probs in ([0, 0, 1, 0, 0], [0.2, 0, 0.3, 0.5, 0], [0.7, 0, 0, 0, 0.3])
)
BY_HAND = Dial((-1.0, 0.0, 1.0), [BOLD, SURE, WILD])


@pytest.mark.parametrize(
    ("target", "theta", "chance"),
    [(0, 0.0, 1.0), (1, 0.0, 1.0), (2, 0.0, 1.0), (3, -1.0, 0.5), (4, 1.0, 0.3)],
)
def test_the_best_theta_for_a_target_reaches_it_most_often(target, theta, chance):
    setting = BY_HAND.best_for_target(target)
    assert setting.theta == theta
    assert setting.achieved == pytest.approx(chance)


def test_of_equal_thetas_the_one_nearest_to_zero_is_taken():
    dial = Dial((-2.0, -1.0, 0.5, 3.0), [SURE, SURE, SURE, SURE])
    assert dial.best_for_target(2).theta == 0.5


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A small game played with every theta of a short grid, and its targets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YATZY_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        game = Game(ruleset(GAMES["bonus within reach"]))
        thetas = (-3.0, -1.0, -0.3, 0.0, 0.1, 0.5, 2.0)
        players = [ThetaPlayer(find_solution(game.ruleset, theta)[0]) for theta in thetas]
        distributions = [score_distribution(walk(game, player)) for player in players]
        return Dial(thetas, distributions), find_targets(game.ruleset)[0]


def test_no_theta_beats_play_for_the_target_itself(small):
    dial, targets = small
    gaps = targets.best_probability - dial.chance_of_target.max(axis=0)
    assert gaps.min() >= -1e-12
    assert gaps.max() > 1e-3  # and a dial does lose something
    for target, best in enumerate(targets.best_probability):
        assert dial.best_for_target(target).achieved == pytest.approx(best - gaps[target], abs=1e-12)
