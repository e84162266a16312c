"""Losses and spreads against the oracle: every decision and every throw of a small game, one by one."""

import functools
from collections import defaultdict
from decimal import localcontext
from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest

from solver.players import TablePlayer
from solver.regimes import N_POSITIONS, Judge, way_of_walk, weigh_way
from solver.risk import ThetaPlayer
from solver.solution import Game, find_solution
from solver.walk import walk
from tests.oracle.objectives import DIGITS, in_points, optimal_player, theta_player
from tests.oracle.play import TIE, Card, Situation, exponential, plan_for, throws
from tests.oracle.statistics import meetings, turn_ends
from tests.solver.games import GAMES, ruleset

NAMES = ["threshold only passed, never hit", "no bonus left after one bad turn", "no reroll"]
THETAS = [0.0, 0.4, -0.3, 2.5]
EDGES = np.array([0.0, 0.5, 1.0, 1.5, 2.5, 4.0, inf])


@functools.cache
def decisions(oracle, player):
    """Every decision of a game of the player: (turn from 0, situation, option, probability), alike ones together."""
    found = []
    cards = {Card(): Fraction(1)}
    for turn in range(len(oracle.categories)):
        after = defaultdict(Fraction)
        for card, chance in cards.items():
            for situation, met in meetings(oracle, player, card).items():
                ((_, option),) = player(situation)
                found.append((turn, situation, option, chance * met))
            for (category, points), share in turn_ends(oracle, player, card).items():
                after[card.write(category, points)] += chance * share
        cards = after
    return found


def judge_of(oracle, theta):
    """What everything is worth to a judge, and the conversion to points."""
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
    found = defaultdict(Fraction)
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
    if theta == 0:
        player = TablePlayer("optimal", solution.value_of_state)
        return optimal_player(oracle), way_of_walk(walk(game, player), player)
    player = ThetaPlayer(solution)
    return theta_player(oracle, theta), way_of_walk(walk(game, player), player)


@pytest.fixture(autouse=True)
def many_digits():
    """Decimals hold the smallest and the largest exponential side by side."""
    with localcontext() as context:
        context.prec = DIGITS
        yield


@pytest.mark.parametrize("of_judge", THETAS)
@pytest.mark.parametrize("of_player", THETAS)
@pytest.mark.parametrize("name", NAMES)
def test_losses_equal_those_found_one_by_one(cache, name, of_player, of_judge):
    player, way = players(name, of_player)
    judge = Judge(of_judge, find_solution(way.tables.game.ruleset, of_judge)[0].value_of_state)
    (losses,), _ = weigh_way(way, [judge])
    expected = losses_by_definition(GAMES[name], player, of_judge)
    np.testing.assert_allclose([losses.decisions, losses.different, losses.lost], expected, atol=1e-11)


@pytest.mark.parametrize(("of_player", "of_judge"), [(0.0, 0.0), (0.4, 0.4), (-0.3, -0.3), (2.5, 2.5), (0.0, -0.3)])
@pytest.mark.parametrize("name", NAMES)
def test_throws_equal_those_found_one_by_one(cache, name, of_player, of_judge):
    player, way = players(name, of_player)
    judge = Judge(of_judge, find_solution(way.tables.game.ruleset, of_judge)[0].value_of_state)
    _, found = weigh_way(way, [judge], 0, EDGES)
    sums = found.number, found.sigma, found.variance, found.position
    sums += found.from_mean, found.from_extreme, found.second_order_error
    facts, positions = facts_by_definition(GAMES[name], player, of_judge)
    for ours, theirs in zip(sums, facts, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=1e-9)
    np.testing.assert_allclose(found.number_of_position, positions, atol=1e-11)
