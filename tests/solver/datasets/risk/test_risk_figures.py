"""The data sets that the figures on risk ship with, made of a small game."""

import numpy as np
import pytest

from solver.advising.advice import choices, solve_turn
from solver.datasets import risk
from solver.datasets.risk import BOLD, CAUTIOUS, Kind, find_flip, options_of
from solver.solving.solution import find_solution
from tests.solver.datasets.risk.conftest import SMALL


def test_rounded_tables_are_those_of_the_frontier(workshop):
    frontier, play = risk.theta_frontier(workshop), risk.theta_play(workshop)
    np.testing.assert_allclose(play["mean"], frontier["mean"], atol=6e-4)
    np.testing.assert_allclose(play.bonus_rate, frontier.bonus_rate, atol=6e-6)
    boxes = risk.theta_boxes(workshop).groupby("theta")["mean"].sum().to_numpy()
    np.testing.assert_allclose(boxes + SMALL.bonus * play.bonus_rate, play["mean"], atol=5e-3)


def test_curves_contain_all_games(workshop):
    curve = risk.theta_curve(workshop)
    np.testing.assert_allclose(curve.groupby("theta").probability.sum(), 1, atol=1e-3)
    assert (curve.low % risk.BIN == 0).all()


def test_the_chosen_decision_separates_cautious_from_bold_players_most(workshop):
    kind = Kind("first", 0, SMALL.n_rerolls)
    flip, game = find_flip(workshop, kind), workshop.game
    turns = {
        theta: solve_turn(game, 0, 0, find_solution(SMALL, theta)[0].value_of_state, theta)
        for theta in (CAUTIOUS, BOLD)
    }

    def loss(mine, theirs, roll):
        taken = choices(turns[theirs], roll, kind.rerolls)[0]
        key = taken.action, taken.dice, taken.category
        return next(
            one.regret
            for one in choices(turns[mine], roll, kind.rerolls)
            if (one.action, one.dice, one.category) == key
        )

    stakes = [
        chance * min(loss(CAUTIOUS, BOLD, roll), loss(BOLD, CAUTIOUS, roll))
        for roll, chance in enumerate(game.lattice.prob_of_roll)
    ]
    assert stakes[flip.roll] == pytest.approx(max(stakes), abs=1e-9)
    assert flip.visits == pytest.approx(game.lattice.prob_of_roll[flip.roll])
    assert options_of(workshop, flip, 0.0)[0].regret == 0
