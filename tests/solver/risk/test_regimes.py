"""Losses and spreads against the oracle: every decision and every throw of a small game, one by one."""

import functools
from collections import defaultdict
from decimal import localcontext
from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest

from solver.game.game import Game
from solver.play.distribution import score_distribution
from solver.play.walk import walk
from solver.risk.regimes import FACTS, N_POSITIONS, Judge, way_of_walk, weigh_way
from solver.risk.thetas import ThetaPlayer
from solver.solving.solution import find_solution
from tests.oracle.objectives import DIGITS, in_points, theta_player
from tests.oracle.play import TIE, Card, Situation, exponential, plan_for, throws
from tests.oracle.statistics import meetings, turn_ends
from tests.solver.games import GAMES, ruleset

NAMES = ["threshold only passed, never hit", "no bonus left after one bad turn", "no reroll"]
EDGES = np.array([0.0, 0.5, 1.0, 1.5, 2.5, 4.0, inf])


@functools.cache
def decisions(oracle, player):
    """Every decision of a game of the player: (turn from 0, situation, option, probability), alike ones together."""
    found = []
    cards = {Card(): Fraction(1)}
    for turn in range(len(oracle.categories)):
        after: dict[Card, Fraction] = defaultdict(Fraction)
        for card, chance in cards.items():
            for situation, met in meetings(oracle, player, card).items():
                ((_, option),) = player(situation)
                found.append((turn, situation, option, chance * met))
            for (category, points), share in turn_ends(oracle, player, card).items():
                after[card.write(category, points)] += chance * share
        cards = after
    return found


def judge_of(oracle, theta):
    """Values of all options for a judge, and the conversion to points."""
    if theta == 0:
        return plan_for(oracle, Fraction), lambda value: value
    return plan_for(oracle, exponential(theta)), in_points(theta)


def losses_by_definition(oracle, player, theta):
    plan, points = judge_of(oracle, theta)
    found = np.zeros((3, len(oracle.categories), oracle.n_rerolls + 1))
    for turn, situation, option, chance in decisions(oracle, player):
        loss = points(plan.best(situation)) - points(plan.value_of_option(situation, option))
        found[:, turn, situation.rerolls] += float(chance) * np.array([1, loss > TIE, float(loss)], dtype=float)
    return found


def throws_by_definition(oracle, player, theta):
    """Every throw: turn, rerolls left, probability, its outcomes and its certainty equivalent, in points."""
    plan, points = judge_of(oracle, theta)
    found: dict[tuple[int, int, Card, tuple[int, ...]], Fraction] = defaultdict(Fraction)
    for turn, situation, option, chance in decisions(oracle, player):
        if situation.rerolls == oracle.n_rerolls:
            found[turn, situation.rerolls, situation.card, ()] += chance
        if option.action == "keep":
            found[turn, situation.rerolls - 1, situation.card, option.dice] += chance
    for (turn, rerolls, card, kept), chance in found.items():
        outcomes = [points(plan.best(Situation(card, dice, rerolls))) for dice in throws(oracle, kept)]
        yield turn, rerolls, float(chance), outcomes, points(plan.throw(card, kept, rerolls))


def facts_by_definition(oracle, player, theta):
    """Sums of the facts, turn by turn, in bins of sigma; and how many throws have which position."""
    facts = np.zeros((7, len(oracle.categories), oracle.n_rerolls + 1, len(EDGES) - 1))
    positions = np.zeros((len(oracle.categories), oracle.n_rerolls + 1, N_POSITIONS))
    for turn, rerolls, chance, outcomes, equivalent in throws_by_definition(oracle, player, theta):
        mean = sum(outcomes) / len(outcomes)
        variance = float(sum((outcome - mean) ** 2 for outcome in outcomes) / len(outcomes))
        extreme = max(outcomes) if theta > 0 else min(outcomes)
        position = float((equivalent - mean) / (extreme - mean)) if extreme != mean else 0.0
        predicted = float(mean) + theta * variance / 2
        place = np.searchsorted(EDGES, sqrt(variance), side="right") - 1
        distances = float(abs(equivalent - mean)), float(abs(extreme - equivalent)), abs(predicted - float(equivalent))
        facts[:, turn, rerolls, place] += chance * np.array([1, sqrt(variance), variance, position, *distances])
        positions[turn, rerolls, min(int(position * N_POSITIONS), N_POSITIONS - 1)] += chance
    return facts, positions


def players(name, theta):
    """The player for a theta, as the oracle and as the solver know it, with its way."""
    oracle = GAMES[name]
    game = Game(ruleset(oracle))
    solution = find_solution(game.ruleset, theta)[0]
    player = ThetaPlayer(solution)
    return theta_player(oracle, theta), way_of_walk(walk(game, player), player)


@pytest.fixture(autouse=True)
def many_digits():
    """Decimals hold the smallest and the largest exponential side by side."""
    with localcontext() as context:
        context.prec = DIGITS
        yield


def judge_for(game, theta):
    return Judge(theta, find_solution(game.ruleset, theta)[0].value_of_state)


@pytest.mark.parametrize(("of_player", "of_judge"), [(0.0, 0.0), (0.0, 0.4), (-0.3, 0.0), (2.5, -0.3)])
@pytest.mark.parametrize("name", NAMES[1:])
def test_losses_equal_those_found_one_by_one(cache, name, of_player, of_judge):
    player, way = players(name, of_player)
    (losses,), _ = weigh_way(way, [judge_for(way.tables.game, of_judge)])
    expected = losses_by_definition(GAMES[name], player, of_judge)
    np.testing.assert_allclose([losses.decisions, losses.different, losses.lost], expected, atol=1e-11)


@pytest.mark.parametrize(("of_player", "of_judge"), [(0.0, 0.0), (0.4, 0.4), (2.5, 2.5), (0.0, -0.3), (0.0, 1e-5)])
@pytest.mark.parametrize("name", NAMES[1:])
def test_throws_equal_those_found_one_by_one(cache, name, of_player, of_judge):
    player, way = players(name, of_player)
    _, found = weigh_way(way, [judge_for(way.tables.game, of_judge)], 0, EDGES)
    facts, positions = facts_by_definition(GAMES[name], player, of_judge)
    for fact, expected in zip(FACTS, facts, strict=True):
        np.testing.assert_allclose(vars(found)[fact], expected, atol=1e-9)
    np.testing.assert_allclose(found.number_of_position, positions, atol=1e-11)


def test_small_thetas_are_judged_by_their_small_differences(cache):
    """Utilities held less one: losses and certainty equivalents tend to those of the mean."""
    _, way = players("six categories", 0.4)
    judges = [judge_for(way.tables.game, theta) for theta in (0.0, 1e-7, -1e-7)]
    mean, *near = weigh_way(way, judges)[0]
    for losses in near:
        np.testing.assert_allclose(losses.lost, mean.lost, atol=1e-5)
        np.testing.assert_allclose(losses.different, mean.different, atol=1e-12)


@pytest.mark.parametrize("theta", [0.4, -0.3, 2.5])
@pytest.mark.parametrize("name", ["bonus within reach", "six categories", "three dice"])
def test_the_losses_of_a_player_add_up_to_the_difference_of_means(cache, name, theta):
    game = Game(ruleset(GAMES[name]))
    player = ThetaPlayer(find_solution(game.ruleset, theta)[0])
    played = walk(game, player)
    (losses,), _ = weigh_way(way_of_walk(played, player), [judge_for(game, 0.0)])
    best = find_solution(game.ruleset)[0].start_value
    assert losses.lost.sum() == pytest.approx(best - score_distribution(played).mean, abs=1e-10)
    assert losses.lost.sum() > 0


@pytest.mark.parametrize("theta", [0.0, 0.4, -3.0])
@pytest.mark.parametrize("name", ["bonus within reach", "six categories", "three dice"])
def test_a_judge_finds_no_loss_in_its_own_decisions(cache, name, theta):
    _, way = players(name, theta)
    (losses,), _ = weigh_way(way, [judge_for(way.tables.game, theta)])
    assert losses.different.sum() == 0
    assert losses.lost.sum() == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("name", ["bonus within reach", "six categories", "three dice"])
def test_the_squares_of_all_sigmas_add_up_to_the_variance_of_the_score(cache, name):
    """The law of total variance, throw by throw."""
    game = Game(ruleset(GAMES[name]))
    player = ThetaPlayer(find_solution(game.ruleset)[0])
    played = walk(game, player)
    _, throws = weigh_way(way_of_walk(played, player), [judge_for(game, 0.0)], 0, EDGES)
    assert throws.variance.sum() == pytest.approx(score_distribution(played).variance, rel=1e-12)
    assert throws.from_mean.sum() == 0


def test_the_heaviest_throw_of_each_bin_is_the_one_met_most_often(cache):
    name = NAMES[0]
    player, way = players(name, 0.0)
    _, found = weigh_way(way, [judge_for(way.tables.game, 0.0)], 0, EDGES)
    game = way.tables.game
    met: dict[tuple[int, ...], float] = defaultdict(float)
    names = game.ruleset.category_names
    for turn, situation, option, chance in decisions(GAMES[name], player):
        if option.action == "keep":
            filled = sum(1 << names.index(category) for category in situation.card.filled)
            total = min(situation.card.upper_sum, game.ruleset.threshold)
            keep = game.lattice.index_of_keep[option.dice]
            met[turn, situation.rerolls - 1, keep, filled, total] += float(chance)
    heaviest = found.heaviest[found.heaviest[:, 0] > 0]
    assert len(heaviest) > 1
    for weight, *place in heaviest.tolist():
        filled = int(place[2])
        assert met[(filled.bit_count(), *map(int, place))] == pytest.approx(weight, rel=1e-12)
    assert heaviest[:, 0].max() == pytest.approx(max(met.values()), rel=1e-12)
