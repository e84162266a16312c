"""The seventeen numbers: their score against another program, and their formula."""

import math

import numpy as np
import pytest

from solver.game.game import Game
from solver.minds.features import one_number, pars, pars_and_line
from solver.minds.fitting import exact_mean, perfect_cards
from solver.rules.games import find_ruleset

SEVENTEEN = [4, 5, 7, 10, 13, 15, 14, 18, 15, 9, 5, 7, 14, 25, 7, -0.3, 0.8]


@pytest.fixture(scope="module")
def game():
    return Game(find_ruleset())


def values_of(game, family, numbers):
    pages, totals = np.nonzero(game.space.reachable_slots)
    return family.values(np.array(numbers, dtype=float), pages, totals)


def test_the_seventeen_numbers_have_the_score_of_another_program(game):
    """Two programs that break ties in other orders: 246.635179 there."""
    mean = exact_mean(perfect_cards(game), pars(game))(np.array(SEVENTEEN))
    assert mean == pytest.approx(246.635179, abs=1e-4)


def test_the_formula_is_that_of_its_definition(game):
    values = values_of(game, pars(game), SEVENTEEN)
    page, total = 0b000000001100101, 20  # ones, threes, sixes and the first of the lower half are filled
    open_boxes = [box for box in range(15) if not page >> box & 1]
    faces = [box + 1 for box in open_boxes if box < 6]
    width = math.sqrt(0.8**2 * sum(face**2 for face in faces) + 0.01)
    step = (total + 3 * sum(faces) - 62.5 - 0.3 * len(faces)) / width
    expected = sum(SEVENTEEN[box] for box in open_boxes) + 50 * 0.5 * math.erfc(-step / math.sqrt(2))
    assert values[game.space.state(page, total)] == pytest.approx(expected)


def test_the_line_is_a_line_and_the_bonus_is_won_at_the_end(game):
    numbers = [0.0] * 15 + [0.75, 7.0]
    values = values_of(game, pars_and_line(game), numbers)
    assert values[game.space.state(0b111111, 63)] == 50.0
    assert values[game.space.state(0b111111, 62)] == 0.0
    two_open, surplus = 0b001111, 3  # fives and sixes open, three of a face in the others and three points more
    expected = 50 * (0.5 + (surplus + 0.5 + 0.75 * 2) / (7 * 2))
    assert values[game.space.state(two_open, 30 + surplus)] == pytest.approx(expected)


def test_one_number_is_only_the_bonus(game):
    values = values_of(game, one_number(game), [1.0])
    assert values[game.space.state(0, 0)] == pytest.approx(50 * 0.5 * math.erfc(-0.5 / math.sqrt(2 * 91.01)))
