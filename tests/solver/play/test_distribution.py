from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cli.reports import distribution_lines, distribution_report
from solver.datasets.contract import Workshop
from solver.datasets.shared import optimal_distribution_of, perfect_visits
from solver.play.distribution import Distribution, Passes, joint_events, score_distribution
from solver.play.long_walk import find_distribution, player_key
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.threads import BUFFERS
from tests.oracle import UPPER
from tests.oracle.statistics import bonus, distribution, final_total, points_in
from tests.solver.games import GAMES
from tests.solver.walks import LISTED, NAMES, any_box_walk, best_games, best_walk, game_of

SCORES = st.lists(st.integers(0, 20), min_size=1, max_size=30).map(
    lambda weights: Distribution(np.array([*weights, 1]) / (sum(weights) + 1))
)


def as_array(probabilities, n_scores):
    array = np.zeros(n_scores)
    for score, probability in probabilities.items():
        array[score] = float(probability)
    return array


@pytest.mark.parametrize("name", LISTED)
def test_distribution_equals_the_oracles_list_of_games(name):
    found = score_distribution(best_walk(name)).prob_of_score
    expected = distribution(best_games(name), final_total(GAMES[name]))
    np.testing.assert_allclose(found, as_array(expected, len(found)), atol=1e-14)


@pytest.mark.parametrize("name", LISTED)
def test_leftovers_in_a_workspace_do_not_matter(name):
    way = best_walk(name)
    expected = score_distribution(way).prob_of_score
    for room in BUFFERS.take(2, 1000 + max(map(Passes(way).n_numbers, range(way.game.ruleset.n_categories)))):
        room[:] = np.nan
    np.testing.assert_array_equal(score_distribution(way).prob_of_score, expected)
    BUFFERS.release()
    assert not BUFFERS.arrays


@pytest.mark.parametrize("name", NAMES)
def test_coins_in_closed_form(name):
    """One roll for every category, in any order: the points are independent of each other, the bonus is not."""
    game = game_of(name)
    upper = [category.is_upper for category in game.ruleset.categories]
    sums = {(0, 0): 1.0}
    for points, is_upper in zip(game.points_of_roll.T, upper, strict=True):
        after: dict[tuple[int, int], float] = {}
        for (total, upper_total), prob in sums.items():
            for score, chance in zip(points.tolist(), game.lattice.prob_of_roll, strict=True):
                place = total + score, upper_total + score * is_upper
                after[place] = after.get(place, 0.0) + prob * chance
        sums = after
    expected = np.zeros(game.best_final_score + 1)
    for (total, upper_total), prob in sums.items():
        expected[total + game.ruleset.bonus_at(upper_total)] += prob
    np.testing.assert_allclose(score_distribution(any_box_walk(name)).prob_of_score, expected, atol=1e-14)


@pytest.mark.parametrize("name", LISTED)
def test_joint_events_equal_the_oracles(name):
    games, game = best_games(name), GAMES[name]
    categories = game.categories[-2:]
    events = joint_events(best_walk(name), categories)
    earned, score = bonus(game), final_total(game)
    places = [points_in(category) for category in categories]

    def combination(history):
        reached = sum(step.points for step in history if step.category in UPPER) >= game.threshold
        return reached + sum(2 << event for event, place in enumerate(places) if place(history) > 0)

    expected = np.zeros_like(events.prob_of_score)
    for history, probability in games.items():
        expected[combination(history), score(history)] += float(probability)
        assert (earned(history) > 0) <= combination(history) & 1
    np.testing.assert_allclose(events.prob_of_score, expected, atol=1e-14)
    assert events.names == ("bonus", *categories)


@pytest.mark.parametrize("name", NAMES)
def test_events_and_their_distributions_add_up_to_the_whole(name):
    """The law of total probability."""
    events, whole = joint_events(best_walk(name), GAMES[name].categories[:2]), score_distribution(best_walk(name))
    np.testing.assert_allclose(events.prob_of_score.sum(axis=0), whole.prob_of_score, atol=1e-15)
    possible = np.flatnonzero(events.prob_of_combination).tolist()
    mixture = sum(events.prob_of_combination[one] * events.distribution(one).mean for one in possible)
    assert mixture == pytest.approx(whole.mean)
    assert events.happens.shape == (8, 3)
    assert events.happens[0b101].tolist() == [True, False, True]


def test_moments_by_definition():
    found = Distribution(np.array([0.5, 0, 0.25, 0, 0.25]))
    mean, variance = Fraction(3, 2), Fraction(11, 4)  # 1/2 * 9/4 + 1/4 * 1/4 + 1/4 * 25/4
    distances = {Fraction(-3, 2): 2, Fraction(1, 2): 1, Fraction(5, 2): 1}  # each with its weight in quarters
    third, fourth = (sum(weight * distance**power for distance, weight in distances.items()) / 4 for power in (3, 4))
    assert found.mean == float(mean)
    assert found.variance == float(variance)
    assert found.skewness == pytest.approx(float(third) / float(variance) ** 1.5)
    assert found.kurtosis == pytest.approx(float(fourth / variance**2))
    means = found.mean_of_worst(0.5), found.mean_of_worst(0.75), found.mean_of_best(0.5)
    assert means == pytest.approx((0, 2 / 3, 3))
    assert found.mean_of_best(1) == found.mean_of_worst(1) == found.mean
    assert [found.chance_of(target) for target in (-1, 0, 1, 4, 5)] == [1, 1, 0.5, 0.25, 0]
    certain = Distribution(np.array([0.0, 1.0]))
    assert (certain.mean, certain.sd, certain.skewness, certain.kurtosis) == (1, 0, 0, 0)


@pytest.mark.parametrize(("percent", "score"), [(1, 0), (10, 0), (30, 2), (30.001, 5), (99, 5), (100, 5)])
def test_percentile_is_the_smallest_score_that_is_not_exceeded_so_often(percent, score):
    probs = np.array([0.1, 0, 0.2, 0, 0, 0.7])
    assert np.cumsum(probs)[2] > 0.3  # 0.30000000000000004: the rule must not depend on such
    assert Distribution(probs).percentile(percent) == score
    assert Distribution(probs[::-1]).percentile(70) == 0


@given(SCORES, st.floats(0.01, 0.99))
def test_worst_and_best_share_the_games(found, share):
    whole = share * found.mean_of_worst(share) + (1 - share) * found.mean_of_best(1 - share)
    assert whole == pytest.approx(found.mean)
    assert found.mean_of_worst(share) <= found.mean + 1e-12 <= found.mean_of_best(share) + 2e-12


def test_the_report_meets_its_schema():
    found = score_distribution(best_walk("three dice"))
    report = distribution_report(found)
    assert list(report) == ["mean", "sd", "skewness", "kurtosis", "percentiles", "pmf"]
    assert list(report["percentiles"]) == ["1", "5", "10", "25", "50", "75", "90", "95", "99"]
    assert len(report["pmf"]) == game_of("three dice").best_final_score + 1
    assert f"{found.mean:.9f}" in distribution_lines(found)[0]


def test_states_that_play_alike_share_a_distribution():
    passes = Passes(any_box_walk("bonus out of reach"))
    pages = {int(page) for page in passes.walk.page}
    assert len(set(passes.windows.twin.tolist())) == len(pages)


def test_a_distribution_is_cached(cache):
    game = game_of("one reroll")
    zeros, ones = np.zeros(game.space.n_states), np.ones(game.space.n_states)
    players = [TablePlayer("zero", zeros), TablePlayer("zero", zeros.copy()), TablePlayer("zero", ones)]
    found = [find_distribution(game, player) for player in [*players, TablePlayer("other", zeros)]]
    assert [was_kept for _, was_kept in found] == [False, True, False, False]
    np.testing.assert_array_equal(found[0][0].prob_of_score, found[1][0].prob_of_score)
    np.testing.assert_array_equal(found[0][0].prob_of_score, score_distribution(walk(game, players[0])).prob_of_score)


def test_the_cache_key_of_a_player_includes_its_sources():
    key = player_key(TablePlayer("zero", np.zeros(3)))
    assert {"solver/play/player.py", "solver/kernels/following.py"} <= key["sources"].keys()
    assert "solver/play/walk.py" not in key["sources"]


def test_the_full_game(solution):
    """Its mean is the start value, and its standard deviation one that others have published."""
    workshop = Workshop(solution.game.ruleset)
    found, visits = optimal_distribution_of(workshop), perfect_visits(workshop)
    assert np.count_nonzero(visits) == 461_309
    assert found.mean == pytest.approx(solution.start_value, abs=1e-9)
    assert found.prob_of_score.sum() == pytest.approx(1, abs=1e-12)
    assert found.sd == pytest.approx(38.5, abs=0.01)
    assert visits.sum() == pytest.approx(16)
