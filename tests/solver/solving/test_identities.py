"""The parts of the solver against the oracle's list of all games, and against each other."""

from __future__ import annotations

from functools import cache, partial

import numpy as np
import pytest

from solver.baselines.optimist import optimist
from solver.baselines.turn import greedy, greedy_penalty
from solver.baselines.turn import random as wanderer
from solver.game.game import Game
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer
from solver.play.statistics import statistics
from solver.play.walk import walk
from solver.solving.backwards import solve
from tests import oracle
from tests.oracle import statistics as play
from tests.solver.games import SHORT_GAMES as GAMES
from tests.solver.games import ruleset

PLAYERS = {
    "optimal": (oracle.optimal_player, lambda game: TablePlayer("optimal", solve(game.ruleset).value_of_state)),
    "greedy": (oracle.greedy_player, greedy),
    "greedy_penalty": (oracle.penalty_player, greedy_penalty),
    "max": (oracle.max_player, optimist),
    "random": (oracle.random_player, wanderer),
}


@cache
def games_of(game_name, player_name):
    """All games of a player, by the oracle."""
    small = GAMES[game_name]
    return play.histories(small, PLAYERS[player_name][0](small))


@cache
def walk_of(game_name, player_name):
    game = Game(ruleset(GAMES[game_name]))
    return walk(game, PLAYERS[player_name][1](game))


@cache
def statistics_of(game_name, player_name):
    return statistics(walk_of(game_name, player_name))


# Two players in every game, everyone in two of them.
EVERYONE = "one reroll", "threshold only passed, never hit"
everyone = pytest.mark.parametrize(
    ("name", "player"),
    [(name, player) for name in GAMES for player in (PLAYERS if name in EVERYONE else ("optimal", "random"))],
)


def close(ours, theirs):
    np.testing.assert_allclose(np.array(ours, dtype=float), np.array(theirs, dtype=float), rtol=0, atol=1e-12)


@everyone
def test_visits(name, player):
    small, walked = GAMES[name], walk_of(name, player)
    expected = np.zeros((2 ** len(small.categories), small.threshold + 1))
    for card, chance in play.visits(games_of(name, player)).items():
        filled = sum(1 << small.categories.index(category) for category in card.filled)
        expected[filled, min(card.upper_sum, small.threshold)] += float(chance)
    found = np.zeros_like(expected)
    found[walked.page, walked.total] = walked.visits
    close(found, expected)
    assert walked.n_visited == np.count_nonzero(expected)
    assert statistics_of(name, player).n_visited.sum() == walked.n_visited


@everyone
def test_distribution_of_the_final_score(name, player):
    small, games = GAMES[name], games_of(name, player)
    found = score_distribution(walk_of(name, player))
    exact = play.distribution(games, play.final_total(small))
    close(found.prob_of_score, [exact.get(score, 0) for score in range(len(found.prob_of_score))])
    assert found.prob_of_score.sum() == pytest.approx(1.0, abs=1e-12)

    moments = [play.moment(games, play.final_total(small), order) for order in (2, 3, 4)]
    second, third, fourth = map(float, moments)
    assert found.mean == pytest.approx(float(play.expectation(games, play.final_total(small))), abs=1e-11)
    assert found.sd == pytest.approx(second**0.5, abs=1e-11)
    assert found.skewness == pytest.approx(third / second**1.5, abs=1e-9)
    assert found.kurtosis == pytest.approx(fourth / second**2, abs=1e-9)
    below = np.cumsum([exact.get(score, 0) for score in range(max(exact) + 1)])
    for percent, score in found.percentiles.items():
        assert score == next(place for place, chance in enumerate(below) if 100 * chance >= percent)


@everyone
@pytest.mark.parametrize("share", [0.05, 0.5, 1.0])
def test_means_of_the_worst_and_the_best(name, player, share):
    """The games are laid out by score on a ruler of length 1; the piece at the end is cut where it falls."""
    exact = play.distribution(games_of(name, player), play.final_total(GAMES[name]))

    def mean_of_first(scores):
        taken, total = 0.0, 0.0
        for score in scores:
            piece = min(float(exact[score]), share - taken)
            taken, total = taken + piece, total + piece * score
        return total / share

    found = score_distribution(walk_of(name, player))
    assert found.mean_of_worst(share) == pytest.approx(mean_of_first(exact), abs=1e-9)
    assert found.mean_of_best(share) == pytest.approx(mean_of_first(reversed(exact)), abs=1e-9)


@everyone
def test_statistics_of_every_category(name, player):
    small, games, found = GAMES[name], games_of(name, player), statistics_of(name, player)
    for place, category in enumerate(small.categories):
        own = found.category == place
        points = play.distribution(games, play.points_in(category))
        close(found.prob[own], [points.get(value, 0) for value in found.points[own]])
        close(found.zero_rates[place], points.get(0, 0))
        close(found.means[place], play.expectation(games, play.points_in(category)))
        for has_bonus in (False, True):
            chosen = {h: chance for h, chance in games.items() if earns(small, h) == has_bonus}
            turns = play.distribution(chosen, play.turn_of(category))
            close(
                found.fill_turns[place, :, int(has_bonus)],
                [turns.get(turn + 1, 0) for turn in range(len(points_of(small)))],
            )
    close(found.bonus_rate, play.expectation(games, lambda history: earns(small, history)))


def points_of(small):
    """One quantity for each category, and the bonus."""
    return [play.points_in(category) for category in small.categories]


def scores(category, points, history):
    return play.points_in(category)(history) == points


def ends(small, with_bonus, history):
    return earns(small, history) == with_bonus


def earns(small, history):
    return play.card_of(history).upper_sum >= small.threshold


@everyone
def test_outcomes_by_turn(name, player):
    small, found = GAMES[name], statistics_of(name, player)
    expected = np.zeros_like(found.prob_of_outcome)
    outcome = {(small.categories[c], p): i for i, (c, p) in enumerate(zip(found.category, found.points, strict=True))}
    for history, chance in games_of(name, player).items():
        for step in history:
            place = outcome[step.category, step.points]
            expected[step.turn - 1, place, int(earns(small, history))] += float(chance)
    close(found.prob_of_outcome, expected)


@everyone
def test_covariances_sum_to_the_variance(name, player):
    small, games, found = GAMES[name], games_of(name, player), statistics_of(name, player)
    quantities = [*points_of(small), play.bonus(small)]
    expected = [[play.covariance(games, one, other) for other in quantities] for one in quantities]
    close(found.covariance, expected)
    close(np.diag(found.correlation), [row[place] > 0 for place, row in enumerate(expected)])
    distribution = score_distribution(walk_of(name, player))
    assert found.covariance.sum() == pytest.approx(distribution.variance, abs=1e-10)
    assert found.means.sum() == pytest.approx(distribution.mean, abs=1e-11)


@everyone
def test_conditional_means(name, player):
    small, games, found = GAMES[name], games_of(name, player), statistics_of(name, player)
    quantities = [*points_of(small), play.bonus(small)]
    events = [
        partial(scores, small.categories[category], points)
        for category, points in zip(found.category, found.points, strict=True)
    ]
    events += [partial(ends, small, False), partial(ends, small, True)]
    chances = []
    for event, row in zip(events, found.conditional_means, strict=True):
        chances.append(play.expectation(games, event))
        if chances[-1]:
            close(row, [play.expectation(play.given(games, event), quantity) for quantity in quantities])
        else:
            assert np.isnan(row).all()
    # Law of total probability: the means given the outcomes of a category, weighted, are the means.
    for place in range(len(small.categories)):
        own = np.flatnonzero(found.category == place)
        total = sum(float(chances[i]) * found.conditional_means[i] for i in own if chances[i])
        close(total, found.means)
