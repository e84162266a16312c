"""Players with any of four habits: sets that play alike, the ladder's own among them, and the score of one another."""

import numpy as np
import pytest

from solver.baselines.habits import HABITS, habit_sets, name_of_set, needed, rung_player, set_maker
from solver.baselines.turn import greedy
from solver.datasets.failures import chance_to_beat, in_bins
from solver.game.game import Game
from solver.kernels.following import Places
from solver.play.player import Tables
from solver.rules.games import find_ruleset

GAME = Game(find_ruleset())
PAGES = np.array([0, 0b1, 0b111_0000_0011_0000, 0b100_1110_0011_1111, 0b011_1101_0101_0101])
ROWS = Places(PAGES, np.zeros_like(PAGES), PAGES)


def decisions(player):
    return player.decide(Tables(GAME), ROWS)[..., 0]


def test_every_set_plays_like_its_necessary_habits():
    sets = list(habit_sets())
    assert len(set(sets)) == 2 ** len(HABITS)
    done = {habits: decisions(set_maker(habits)(GAME)) for habits in sets}
    for habits in sets:
        np.testing.assert_array_equal(done[habits], done[needed(habits)])
    different = {needed(habits) for habits in sets}
    assert len({done[habits].tobytes() for habits in sets}) == len(different) == 9


@pytest.mark.parametrize(("habits", "known"), [((), "casual"), (("chances",), "greedy"), (("chances", "pars"), "par")])
def test_sets_that_equal_other_players_are_named(habits, known):
    player = greedy(GAME) if known == "greedy" else rung_player(GAME, known)
    np.testing.assert_array_equal(decisions(set_maker(habits)(GAME)), decisions(player))
    assert name_of_set(habits) == ("-".join(habits) if habits else "none")


def test_the_chance_to_beat_another_counts_no_ties():
    assert chance_to_beat(np.array([0.5, 0.0, 0.5]), np.array([0.25, 0.75])) == pytest.approx(0.5)
    assert chance_to_beat(np.array([0.2, 0.8]), np.array([0.2, 0.8])) == pytest.approx(0.16)


def test_bins_contain_all_games():
    assert in_bins(np.array([0.1, 0.2, 0.3, 0.4]), 3).tolist() == pytest.approx([0.3, 0.7, 0.0])
