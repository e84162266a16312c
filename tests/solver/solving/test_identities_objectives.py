"""Properties of the objectives, against the oracle, against their own players, and against each other."""

from __future__ import annotations

from decimal import localcontext
from fractions import Fraction
from functools import cache, partial
from math import exp, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.advising.advice import choices
from solver.game.game import Game
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.risk.thetas import ThetaPlayer
from solver.solving.backwards import solve
from solver.solving.solution import Solution
from solver.targets.chances import Targets, rank, target_turn
from solver.targets.opponents import win_rates
from solver.targets.standings import best_play, solve_targets
from tests import oracle
from tests.oracle import statistics as play
from tests.oracle.objectives import DIGITS, in_points, state_value
from tests.oracle.play import exponential, plan_for
from tests.solver.games import SHORT_GAMES as GAMES
from tests.solver.games import ruleset

THETAS = [-3.0, -0.3, -1e-3, 1e-5, 0.01, 0.3, 3.0]

everywhere = pytest.mark.parametrize("name", GAMES)
everyone = pytest.mark.parametrize("theta", THETAS)


@cache
def solution_of(name, theta):
    game = Game(ruleset(GAMES[name]))
    return Solution(game, solve(game.ruleset, theta).value_of_state, 0.0, 0.0, theta)


@cache
def distribution_of(name, theta):
    solution = solution_of(name, theta)
    return score_distribution(walk(solution.game, ThetaPlayer(solution)))


@cache
def targets_of(name):
    game = Game(ruleset(GAMES[name]))
    layers, best_probability = solve_targets(game)
    return Targets(game, tuple(layers), best_probability, 0.0, 0.0)


def worth(pmf, theta):
    """The certainty equivalent of a distribution, from its largest exponential."""
    scores = np.flatnonzero(pmf)
    first = scores[-1] if theta > 0 else scores[0]
    if abs(theta) < 1e-2:
        return first + np.log1p(np.expm1(theta * (scores - first)) @ pmf[scores]) / theta
    return first + np.log(np.exp(theta * (scores - first)) @ pmf[scores]) / theta


def card_of(small, filled, upper_total, points=0):
    names = (name for place, name in enumerate(small.categories) if filled >> place & 1)
    return oracle.Card(frozenset(names), upper_total, points)


def states(game):
    return [tuple(map(int, pair)) for pair in np.argwhere(game.space.reachable_slots)]


@everyone
@pytest.mark.parametrize("name", ["bonus out of reach", "threshold only passed, never hit"])
def test_certainty_equivalents_of_all_states(name, theta):
    solution, small = solution_of(name, theta), GAMES[name]
    plan = plan_for(small, exponential(theta))
    with localcontext() as context:
        context.prec = DIGITS
        values = [state_value(plan, exponential(theta), card_of(small, *state)) for state in states(solution.game)]
        expected = [float(in_points(theta)(value)) for value in values]
    np.testing.assert_allclose(solution.value_of_state, expected, rtol=0, atol=solution.error_bound)
    assert solution.error_bound < 1e-8


@everyone
@everywhere
def test_play_earns_its_certainty_equivalent(name, theta):
    """Log-sum-exp of the exact distribution of the policy that the table implies."""
    earned = worth(distribution_of(name, theta).prob_of_score, theta)
    assert earned == pytest.approx(solution_of(name, theta).start_value, abs=1e-10)


@pytest.mark.parametrize("theta", [-3.0, 1e-4, 0.1])
@pytest.mark.parametrize("name", ["bonus out of reach", "threshold only passed, never hit", "bonus for nothing"])
def test_play_equals_the_oracle(name, theta):
    small = GAMES[name]
    games = oracle.histories(small, oracle.theta_player(small, theta))
    exact = play.distribution(games, play.final_total(small))
    pmf = distribution_of(name, theta).prob_of_score
    np.testing.assert_allclose(pmf, [float(exact.get(score, 0)) for score in range(len(pmf))], rtol=0, atol=1e-14)


@everywhere
def test_no_player_exceeds_the_maximal_certainty_equivalent(name):
    for theta in THETAS:
        promised = solution_of(name, theta).start_value
        for other in THETAS:
            assert worth(distribution_of(name, other).prob_of_score, theta) <= promised + 1e-10


@everywhere
def test_certainty_equivalents_grow_from_the_sure_to_the_possible(name):
    """The distance to either end is at most ln(1 / p) / theta, p the chance of the end under play for it."""
    small, game = GAMES[name], Game(ruleset(GAMES[name]))
    values = [solution_of(name, theta).start_value for theta in sorted([*THETAS, 0.0])]
    assert (np.diff(values) >= -1e-10).all()
    surely, possibly = oracle.largest_guaranteed(small), oracle.largest_reachable(small)
    chance = float(oracle.best_probability(small, possibly))
    assert possibly + log(chance) / 3.0 - 1e-12 <= values[-1] <= possibly + 1e-12
    assert possibly <= game.best_final_score
    lowest = oracle.plan_for(small, lambda total: -Fraction(total < surely + 1))
    assert surely - 1e-12 <= values[0] <= surely - log(float(-lowest.value(oracle.Card()))) / 3.0 + 1e-12


@everywhere
def test_best_probabilities_equal_the_oracle(name):
    small, targets = GAMES[name], targets_of(name)
    found = targets.best_probability
    for target in {*range(0, len(found), 5), len(found) - 1}:
        exact = float(oracle.best_probability(small, target))
        assert found[target] == pytest.approx(exact, abs=targets.error_bound)
    assert targets.chance_of(len(found)) == 0.0
    for percent in (1, 50, 99):
        best = targets.best_percentile(percent)
        assert found[best] > 1 - percent / 100
        assert best + 1 == len(found) or found[best + 1] <= 1 - percent / 100


@everywhere
def test_the_target_policy_reaches_its_target_with_the_probability_of_the_table(name):
    """Enumerate all games of a player who follows the advice for a target."""
    small, targets = GAMES[name], targets_of(name)
    game = targets.game
    for target in np.quantile(np.arange(game.best_final_score + 1), [0.4, 0.6, 0.8]).astype(int).tolist():
        turn_of = cache(partial(target_turn, targets))

        def follow(situation, target=target, turn_of=turn_of):
            filled = sum(1 << small.categories.index(category) for category in situation.card.filled)
            turn = turn_of(filled, situation.card.upper_sum, situation.card.points - target)
            roll = game.lattice.index_of_keep[situation.dice] - game.lattice.first_roll
            best = rank(game, choices(turn, roll, situation.rerolls))[0]
            return [(Fraction(1), oracle.Option(best.action, best.dice, best.category))]

        games = oracle.histories(small, cache(follow))
        totals = play.distribution(games, play.final_total(small))
        reached = sum(chance for total, chance in totals.items() if total >= target)
        assert float(reached) == pytest.approx(targets.best_probability[target], abs=targets.table_error_bound)


@everywhere
def test_no_policy_beats_the_targets(name):
    best = targets_of(name).best_probability
    for theta in THETAS:
        tail = np.cumsum(distribution_of(name, theta).prob_of_score[::-1])[::-1]
        assert (tail <= best + 1e-12).all()


@everywhere
def test_utilities_agree_with_means_and_targets_and_exponentials(name):
    game = Game(ruleset(GAMES[name]))
    scores = np.arange(game.best_final_score + 1.0)
    assert best_play(game, scores).value == pytest.approx(solution_of(name, 0.0).start_value, abs=1e-12)
    for theta in (-0.3, 0.01, 0.3):
        value = best_play(game, np.sign(theta) * np.exp(theta * scores)).value
        assert log(abs(value)) / theta == pytest.approx(solution_of(name, theta).start_value, abs=1e-10)
    for target in (0, 5, 10, game.best_final_score):
        value = best_play(game, (scores >= target).astype(float)).value
        assert value == pytest.approx(targets_of(name).best_probability[target], abs=1e-12)


@pytest.mark.parametrize("name", ["bonus for nothing", "no reroll"])
def test_knowing_the_opponent_wins_more(name):
    """Against perfect play: best play against every finished opponent, averaged, and against all of them at once."""
    small, game = GAMES[name], Game(ruleset(GAMES[name]))
    pmf = score_distribution(walk(game, TablePlayer("optimal", solution_of(name, 0.0).value_of_state))).prob_of_score
    exact = play.distribution(oracle.histories(small, oracle.optimal_player(small)), play.final_total(small))
    won = [[Fraction(total > score) for total in range(len(pmf))] for score in exact]
    best = [oracle.utility(small, against.__getitem__) for against in won]
    knowing = sum(chance * value for chance, value in zip(exact.values(), best, strict=True))
    together = [
        sum((chance * against[total] for chance, against in zip(exact.values(), won, strict=True)), Fraction())
        for total in range(len(pmf))
    ]
    unknown = oracle.utility(small, together.__getitem__)
    alike = sum(chance * together[score] for score, chance in exact.items())
    rates = win_rates(targets_of(name), pmf)
    found = rates.like_opponent, rates.against_unknown, rates.knowing
    assert found == pytest.approx(tuple(map(float, (alike, unknown, knowing))), abs=1e-12)
    assert alike <= unknown <= knowing


GAME = st.builds(
    oracle.OracleGame,
    n_dice=st.sampled_from([1, 2]),
    categories=st.lists(
        st.sampled_from(["ones", "twos", "fours", "sixes", "one_pair", "chance", "yatzy"]),
        min_size=1,
        max_size=3,
        unique=True,
    ).map(tuple),
    bonus=st.integers(0, 30),
    threshold=st.integers(0, 20),
    n_rerolls=st.integers(0, 2),
)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(GAME, st.floats(-3, 3), st.data())
def test_random_games(small, theta, data):
    """Exponential utility for any theta, and any function of the final score, rising or not."""
    game = Game(ruleset(small))
    solution = Solution(game, solve(game.ruleset, theta).value_of_state, 0.0, 0.0, theta)
    if abs(theta) > 1e-12:
        expected = oracle.certainty_equivalent(small, theta)
        assert solution.start_value == pytest.approx(expected, abs=max(solution.error_bound, 1e-12))

    n_scores = game.best_final_score + 1
    worth = data.draw(st.lists(st.integers(-9, 9), min_size=n_scores, max_size=n_scores))
    true = oracle.utility(small, lambda total: Fraction(worth[total]))
    assert best_play(game, np.array(worth, dtype=float)).value == pytest.approx(float(true), abs=1e-11)


def test_a_constant_adds_itself_to_certainty_equivalents():
    """Shifted by a constant: a bonus for nothing adds itself to every certainty equivalent."""
    plain = oracle.OracleGame(2, ("ones", "chance"), 0, 0)
    for theta in THETAS:
        shifted = solve(ruleset(GAMES["bonus for nothing"]), theta).value_of_state
        np.testing.assert_allclose(shifted, solve(ruleset(plain), theta).value_of_state + 5, rtol=0, atol=1e-10)
        one_die = solve(ruleset(oracle.OracleGame(1, ("chance",), 0, 1, n_rerolls=0)), theta).value_of_state[0]
        assert one_die == pytest.approx(log(sum(exp(theta * face) for face in range(1, 7)) / 6) / theta, abs=1e-9)
