"""Long walks against those that keep their turns, and both, in games with more in their states, against the oracle."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from solver.baselines.boxes import WorthPlayer
from solver.baselines.turn import RandomPlayer
from solver.errors import SolverError
from solver.game.game import Game
from solver.play.distribution import score_distribution
from solver.play.long_walk import distribution_of, long_distribution, long_statistics, long_walk
from solver.play.player import TablePlayer
from solver.play.statistics import statistics
from solver.play.walk import is_long, walk
from solver.risk.thetas import ThetaPlayer
from solver.rules.games import RULESETS, find_ruleset
from solver.solving.backwards import solve
from solver.solving.solution import Solution
from tests.oracle_games import MoreGame, any_choice, scores
from tests.solver import more_games
from tests.solver.walks import NAMES, AnyBox, any_box_walk, best_walk, game_of

SIX_DICE = MoreGame(6, ("sixes", "chance"), 5, 24, n_rerolls=1)
MORE = more_games.GAMES | {"six dice": SIX_DICE}


@cache
def best_player(game):
    return TablePlayer("optimal", solve(game.ruleset).value_of_state)


@cache
def best_of_more(name):
    """Perfect play of one of more games, with its turns."""
    game = Game(more_games.ruleset(MORE[name]))
    return walk(game, best_player(game))


def long_and_short(name, make):
    """A long walk and the one that stores its turns, of perfect play or of random play."""
    short = best_of_more(name) if name in MORE else make(name)
    return long_walk(short.game, AnyBox() if make is any_box_walk else best_player(short.game)), short


CASES = [(name, make) for name in NAMES for make in (best_walk, any_box_walk)] + [(name, best_walk) for name in MORE]


@pytest.fixture
def few_states(request, monkeypatch):
    monkeypatch.setattr("solver.play.long_walk.FEW_STATES", request.param)
    monkeypatch.setattr("solver.play.walk.N_ROWS", 2)  # several batches a layer
    return request.param


@pytest.mark.parametrize(("name", "make"), CASES)
def test_a_long_walk_visits_the_same_states(name, make):
    long, short = long_and_short(name, make)
    for field in ("page", "total", "visits"):
        found = np.concatenate([getattr(stop, field) for stop in long.stops])
        np.testing.assert_array_equal(found, getattr(short, field))


# Float64, some float32 and all float32.
ROUNDED = [(*case, 10**6) for case in CASES] + [(*case, few) for case in CASES[::3] for few in (20, 0)]


@pytest.mark.parametrize(("name", "make", "few_states"), ROUNDED, indirect=["few_states"])
def test_long_distributions_are_the_same(name, make, few_states):
    long, short = long_and_short(name, make)
    found, expected = long_distribution(long).prob_of_score, score_distribution(short).prob_of_score
    assert found.sum() == pytest.approx(1, abs=1e-12)
    atol, rtol = (1e-14, 0) if few_states == 10**6 else (1e-20, 1e-6)
    np.testing.assert_allclose(found, expected, atol=atol, rtol=rtol)


@pytest.mark.parametrize(("name", "make"), CASES)
def test_long_statistics_are_the_same(name, make, monkeypatch):
    monkeypatch.setattr("solver.play.walk.N_ROWS", 2)
    long, short = long_and_short(name, make)
    found, expected = long_statistics(long), statistics(short)
    for field in ("prob_of_outcome", "covariance", "means", "zero_rates", "n_visited"):
        np.testing.assert_allclose(getattr(found, field), getattr(expected, field), atol=1e-10, err_msg=field)
    assert expected.conditional_means.shape == (len(expected.category) + 2, short.game.ruleset.n_categories + 1)
    with pytest.raises(SolverError, match="points before an outcome are not computed"):
        _ = found.conditional_means


@pytest.mark.parametrize("name", [name for name in MORE if name != "saved throws"])  # the oracle takes long
def test_distributions_equal_the_oracles(name):
    found = score_distribution(best_of_more(name)).prob_of_score
    expected = np.zeros_like(found)
    for score, chance in scores(MORE[name]).items():
        expected[score] = float(chance)
    np.testing.assert_allclose(found, expected, atol=1e-13)


@pytest.mark.parametrize("name", ["free joker", "forced joker", "forced joker, no lower box", "no joker"])
def test_random_play_with_jokers_equals_the_oracle(name):
    game = Game(more_games.ruleset(MORE[name]))
    found = score_distribution(walk(game, RandomPlayer("random"))).prob_of_score
    expected = np.zeros_like(found)
    for score, chance in scores(MORE[name], choice=any_choice).items():
        expected[score] = float(chance)
    np.testing.assert_allclose(found, expected, atol=1e-13)


@pytest.mark.parametrize("name", [name for name in MORE if not name.startswith("saved")])
def test_two_definitions_of_greedy_play_are_equal(name):
    """By a table in which nothing is worth anything, and by what each outcome writes: with jokers, too."""
    game = Game(more_games.ruleset(MORE[name]))
    by_table = TablePlayer("greedy", np.zeros(game.space.n_states))
    by_worth = WorthPlayer("greedy", game.outcomes.gain, game.ruleset.n_rerolls)
    found, expected = (score_distribution(walk(game, player)).prob_of_score for player in (by_worth, by_table))
    np.testing.assert_allclose(found, expected, atol=1e-14)


@pytest.mark.parametrize("name", MORE)
def test_statistics_agree_with_the_distribution(name):
    played = best_of_more(name)
    whole, found = score_distribution(played), statistics(played)
    assert found.means.sum() == pytest.approx(whole.mean, abs=1e-11)
    assert found.covariance.sum() == pytest.approx(whole.variance, abs=1e-9)
    np.testing.assert_allclose(found.fill_turns.sum(axis=(1, 2)), 1, atol=1e-12)


@pytest.mark.parametrize("theta", [-0.4, 0.0005, 0.3])
@pytest.mark.parametrize("name", ["saved throws", "saved throws, one reroll", "saved throws and jokers"])
def test_certainty_equivalents_with_saved_throws_are_those_of_the_distribution(name, theta):
    rules = more_games.ruleset(MORE[name])
    game = Game(rules)
    solution = Solution(game, solve(rules, theta).value_of_state, 0.0, 0.0, theta)
    found = score_distribution(walk(game, ThetaPlayer(solution))).prob_of_score
    equivalent = np.log(np.exp(theta * np.arange(len(found))) @ found) / theta
    assert equivalent == pytest.approx(solution.start_value, abs=1e-9)


def test_long_walks_are_used_for_large_games():
    """With saved throws a turn has so many outcomes that a game of 24 million states is too large already."""
    long = {name for name in RULESETS if is_long(Game(find_ruleset(name)))}
    assert long == {"scandinavian-saved", "maxi", "maxi-saved"}


def test_a_long_walk_is_used_if_memory_is_short(monkeypatch):
    game = game_of("three dice")
    short = distribution_of(game, best_player(game)).prob_of_score
    monkeypatch.setattr("solver.play.walk.LARGEST_WALK", 1)
    with pytest.raises(SolverError, match="evaluating a player in"):
        walk(game, best_player(game))
    told = []
    found = distribution_of(game, best_player(game), lambda done, total: told.append((done, total)))
    np.testing.assert_allclose(found.prob_of_score, short, atol=1e-14)
    assert told == [(done, 6) for done in range(1, 7)]
    n_most = max(map(len, (stop.page for stop in long_walk(game, AnyBox()).stops[:-1])))
    monkeypatch.setattr("solver.play.long_walk.BYTES_OF_STATE", 0)
    monkeypatch.setattr("solver.play.long_walk.LARGEST_LONG_WALK", 2 * n_most * game.best_final_score - 2)
    with pytest.raises(SolverError, match=f"evaluating policy 'any box' in {n_most} states of one turn"):
        distribution_of(game, AnyBox())
    monkeypatch.setattr("solver.play.long_walk.BYTES_OF_STATE", 10**9)
    with pytest.raises(SolverError, match="evaluating a player in"):
        distribution_of(game, best_player(game))


def test_players_without_saved_throws_are_rejected():
    game = Game(more_games.ruleset(MORE["saved throws"]))
    for follow in (walk, long_walk):
        with pytest.raises(SolverError, match="policy 'any box' does not support saved throws"):
            follow(game, AnyBox())


def test_yahtzee_with_five_dice():
    """Jokers and extra bonuses: the mean of the distribution is the start value."""
    yahtzee = find_ruleset("yahtzee")
    chosen = ("fives", "sixes", "three_of_a_kind", "full_house", "large_straight", "yahtzee")
    categories = tuple(category for category in yahtzee.categories if category.name in chosen)
    game = Game(replace(yahtzee, categories=categories, threshold=30))
    player = best_player(game)
    found = score_distribution(walk(game, player))
    assert found.mean == pytest.approx(player.value_of_state[0], abs=1e-9)
    assert found.prob_of_score.sum() == pytest.approx(1, abs=1e-12)
