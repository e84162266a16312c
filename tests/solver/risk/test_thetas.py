"""The player with exponential utility."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advising.advice import choices, solve_turn
from solver.errors import SolverError
from solver.game.game import Game
from solver.kernels.following import Places
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer, Tables
from solver.play.walk import walk
from solver.risk.thetas import LARGEST_SPREAD, THETAS, ThetaPlayer, largest_step, sweep
from solver.rules.games import find_ruleset
from solver.solving.backwards import layer_blocks, solve
from solver.solving.solution import Solution, find_solution
from tests.oracle import Card, OracleGame, Situation, theta_player
from tests.solver.games import GAMES, TINY, ruleset

SMALL = ["no upper section", "bonus out of reach", "one reroll", "no reroll"]


def certain(rules, theta):
    """The solution of a small game for a theta."""
    solved = solve(rules, theta)
    return Solution(Game(rules), solved.value_of_state, 0.0, 0.0, solved.objective.theta)


def places_of_layer(space, n_filled):
    blocks = layer_blocks(space, n_filled, coalesce=False)
    return Places(blocks.page, blocks.lane, blocks.filled)


def decisions(game, player):
    """The player's decision in every situation: (filled, upper total, rerolls, roll) -> option number."""
    tables = Tables(game)
    found = {}
    for n_filled in range(game.ruleset.n_categories):
        rows = places_of_layer(game.space, n_filled)
        options = player.decide(tables, rows)
        for row, (page, lane) in enumerate(zip(rows.page.tolist(), rows.lane.tolist(), strict=True)):
            for total in np.flatnonzero(game.space.reachable_slots[page]).tolist():
                if lane <= total < lane + options.shape[-1]:
                    for rerolls, of_roll in enumerate(options[row, :, :, total - lane].tolist()):
                        found.update({(page, total, rerolls, roll): option for roll, option in enumerate(of_roll)})
    return found


def named(game, roll, option):
    """An option in the form of the oracle and of the numpy policy: the dice kept, or the category."""
    keeps = game.lattice.choices_of_roll[roll]
    if option < len(keeps):
        return game.lattice.keeps[keeps[option]]
    return game.ruleset.category_names[option - len(keeps)]


@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("theta", [0.2, -3.0, 1e-6])
def test_decisions_are_those_of_the_numpy_policy(name, theta):
    solution = certain(ruleset(GAMES[name]), theta)
    game = solution.game
    for (page, total, rerolls, roll), option in decisions(game, ThetaPlayer(solution)).items():
        if roll % 7 == 0:
            turn = solve_turn(game, page, total, solution.value_of_state, theta)
            best = choices(turn, roll, rerolls)[0]
            assert named(game, roll, option) == (best.category or best.dice), (page, total, rerolls, roll)


@pytest.mark.parametrize("name", ["bonus out of reach", "no reroll"])
@pytest.mark.parametrize("theta", [0.05, -0.6, 1e-7])
def test_decisions_are_those_of_the_oracle(name, theta):
    oracle, game = GAMES[name], Game(ruleset(GAMES[name]))
    decided = decisions(game, ThetaPlayer(certain(game.ruleset, theta)))
    player = theta_player(oracle, theta)
    for rerolls in range(oracle.n_rerolls + 1):
        for roll, dice in enumerate(game.lattice.rolls):
            ((_, option),) = player(Situation(Card(), dice, rerolls))
            assert named(game, roll, decided[0, 0, rerolls, roll]) == (option.category or option.dice), (dice, rerolls)


@pytest.mark.parametrize("name", ["bonus within reach", "three dice"])
def test_without_theta_it_is_the_player_of_the_mean(name):
    solution = certain(ruleset(GAMES[name]), 0.0)
    tables, mean = Tables(solution.game), TablePlayer("mean", solution.value_of_state)
    for n_filled in range(solution.game.ruleset.n_categories):
        rows = places_of_layer(solution.game.space, n_filled)
        np.testing.assert_array_equal(ThetaPlayer(solution).decide(tables, rows), mean.decide(tables, rows))


@pytest.mark.parametrize("theta", [1e-12, -1e-12])
def test_ties_of_a_tiny_theta_are_those_of_the_mean(theta):
    """Half of theta times the variance is far below the tie, so what is equal for the mean is equal here."""
    rules = ruleset(GAMES["bonus within reach"])
    tiny, mean = (decisions(Game(rules), ThetaPlayer(certain(rules, one))) for one in (theta, 0.0))
    assert tiny == mean


@settings(max_examples=15, deadline=None)
@given(
    categories=st.lists(
        st.sampled_from(["ones", "fours", "sixes", "one_pair", "chance", "yatzy"]), min_size=1, max_size=3, unique=True
    ),
    bonus=st.integers(0, 60),
    threshold=st.integers(0, 16),
    theta=st.floats(-3, 3),
)
def test_the_player_earns_the_certainty_equivalent(categories, bonus, threshold, theta):
    """The certainty equivalent of the exact distribution of what it scores is the value of the start."""
    solution = certain(ruleset(OracleGame(2, tuple(categories), bonus, threshold)), theta)
    found = score_distribution(walk(solution.game, ThetaPlayer(solution)))
    scores = np.arange(len(found.prob_of_score), dtype=float)
    earned = solution.objective.certainty_equivalent(scores, found.prob_of_score)
    assert earned == pytest.approx(solution.start_value, abs=1e-9)


def test_risk_aversion_lowers_mean_and_spread():
    found = [
        score_distribution(walk(Game(TINY), ThetaPlayer(certain(TINY, theta)))) for theta in (-1.0, -0.1, 0.0, 0.1, 1.0)
    ]
    assert max(one.mean for one in found) == found[2].mean
    assert [one.sd for one in found] == sorted(one.sd for one in found)
    assert found[0].sd < found[2].sd < found[-1].sd


def test_the_name_contains_theta():
    assert ThetaPlayer(certain(TINY, -0.05)).name == "theta=-0.05"
    assert ThetaPlayer(certain(TINY, 0.0), "optimal").name == "optimal"


def test_exponentials_that_overflow_are_reported():
    """A bonus of 500 makes options differ by up to 1800 in the exponent at theta = 3."""
    rules = find_ruleset("scandinavian", {"bonus": "500"})
    solution = Solution(Game(rules), np.zeros(1), 0.0, 0.0, 3.0)
    assert largest_step(solution.game) == 600
    with pytest.raises(SolverError, match=r"theta 3: .* differ by 600 points .* up to a theta of 1\.15"):
        ThetaPlayer(solution)
    assert largest_step(Game(find_ruleset())) * 3 < LARGEST_SPREAD


def test_thetas_are_symmetric_and_dense_around_zero():
    assert list(THETAS) == sorted(-theta for theta in THETAS)
    inner = [theta for theta in THETAS if abs(theta) <= 0.5]
    assert len(inner) >= 41
    assert 0.0 in inner
    assert sum(abs(theta) <= 0.05 for theta in inner) > len(inner) / 2
    assert set(THETAS) - set(inner) == {sign * theta for theta in (0.7, 1.0, 1.5, 2.0, 3.0) for sign in (-1, 1)}


def test_a_game_too_large_to_store_for_each_theta_is_not_swept(cache):
    with pytest.raises(SolverError, match="'maxi-saved': 2 solutions of 1,269,661,696 states"):
        list(sweep(find_ruleset("maxi-saved"), [0.0, 0.1]))
    assert not cache.exists()


def test_an_interrupted_sweep_is_resumed(cache):
    told = []
    thetas = (-0.1, 0.0, 0.1)
    swept = sweep(TINY, thetas, lambda done, total: told.append((done, total)))
    first = [next(swept), next(swept)]
    swept.close()
    assert [one.from_cache for one in first] == [False, False]
    again = list(sweep(TINY, thetas, lambda done, total: told.append((done, total))))
    assert [one.from_cache for one in again] == [True, True, False]
    assert [one.theta for one in again] == [-0.1, 0.0, 0.1]
    assert [one.certainty_equivalent for one in again[:2]] == [one.certainty_equivalent for one in first]
    assert again[0].certainty_equivalent < again[1].certainty_equivalent < again[2].certainty_equivalent
    assert told == [(0, 3), (1, 3), (0, 3), (1, 3), (2, 3), (3, 3)]


def test_solutions_are_stored_for_each_theta(cache):
    values = [find_solution(TINY, theta)[0].start_value for theta in (0.0, 0.3, 1e-3)]
    assert len(set(values)) == 3
    for theta, value in zip((0.0, 0.3, 1e-3), values, strict=True):
        solution, from_cache = find_solution(TINY, theta)
        assert (solution.theta, solution.start_value, from_cache) == (theta, value, True)
