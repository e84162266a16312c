"""Boxes in the order of the card, a house rule: against the oracle, and what follows from there being no choice."""

from dataclasses import replace
from itertools import product

import pytest

from solver.advising.advice import choices, solve_turn
from solver.advising.positions import Scorecard, read_scorecard
from solver.baselines.registry import find_player
from solver.errors import PositionError, RulesError
from solver.game.game import Game
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.reviewing.records import RecordError, read_records
from solver.rules.games import HOUSE_RULES, find_ruleset
from solver.solving.backwards import solve
from solver.targets.chances import Targets, target_advice
from solver.targets.standings import solve_targets
from tests.oracle import UPPER, best_probability
from tests.solver import more_games
from tests.solver.games import GAMES, ruleset

IN_ORDER = {name: replace(game, in_order=True) for name, game in GAMES.items()}


@pytest.mark.parametrize("name", IN_ORDER)
def test_every_state_equals_the_oracle(name):
    game = IN_ORDER[name]
    solved = solve(ruleset(game))
    space, n_seen = solved.space, 0
    for size in range(len(game.categories) + 1):
        names = game.categories[:size]
        upper = [range(0, (game.n_dice + 1) * UPPER[name], UPPER[name]) for name in names if name in UPPER]
        totals = {min(sum(points), game.threshold): sum(points) for points in product(*upper)}
        n_seen += len(totals)
        for total, points in totals.items():
            found = solved.value_of_state[space.state(2**size - 1, total)]
            assert found == pytest.approx(float(game.value(frozenset(names), points)), abs=1e-12), (names, points)
    assert space.n_states == n_seen


@pytest.mark.parametrize("name", ["bonus for nothing", "one reroll", "bonus out of reach"])
def test_targets_equal_the_oracle(name):
    game = IN_ORDER[name]
    solver_game = Game(ruleset(game))
    layers, best = solve_targets(solver_game)
    targets, roll = Targets(solver_game, tuple(layers), best, 0.0, 0.0), solver_game.lattice.rolls[3]
    advice = target_advice(targets, Scorecard(0, 0, 0), (roll, 1), len(best) // 2)
    assert [one.category for one in advice.options if one.action == "score"] == list(game.categories[:1])
    for target in range(0, len(best), 3):
        assert best[target] == pytest.approx(float(best_probability(game, target)), abs=1e-12), target


def test_a_turn_offers_one_box_and_every_keep():
    rules = ruleset(IN_ORDER["bonus within reach"])
    game, values = Game(rules), solve(rules).value_of_state
    turn = solve_turn(game, 0b11, 3, values)
    for roll in range(len(game.lattice.rolls)):
        options = choices(turn, roll, rerolls=1)
        assert [option.category for option in options if option.action == "score"] == ["threes"]
        assert len(options) == 1 + len(game.lattice.choices_of_roll[roll])


@pytest.mark.parametrize("name", more_games.GAMES)
def test_distributions_have_the_mean_of_the_table_with_jokers_and_saved_throws(name):
    rules = replace(more_games.ruleset(more_games.GAMES[name]), in_order=True)
    solved, free = solve(rules), solve(replace(rules, in_order=False))
    assert 0 < solved.value_of_state[0] <= free.value_of_state[0] + 1e-12
    found = score_distribution(walk(Game(rules), TablePlayer("optimal", solved.value_of_state)))
    assert found.mean == pytest.approx(solved.value_of_state[0], abs=1e-11)


def test_the_values_of_the_essays_game_in_order():
    rules = find_ruleset("scandinavian", {"in_order": "true"})
    solved = solve(rules)
    # Upper totals that the first boxes can have, one set for each, and the nine lower boxes after the last of them.
    assert solved.space.n_states == 809
    # Without a choice of boxes the value is the sum of the boxes' means, plus the bonus.
    assert solved.value_of_state[0] == pytest.approx(122.558527396, abs=1e-8)
    assert all("in_order" in [option.name for option in options] for options in HOUSE_RULES.values())


def test_games_that_cannot_be_in_order_are_rejected():
    rules = find_ruleset("scandinavian", {"in_order": "true"})
    game = Game(rules)
    assert read_scorecard(game, "ones=3,twos=4").filled == 0b11
    with pytest.raises(PositionError, match="boxes must be filled in order, but 'ones' is open before"):
        read_scorecard(game, "twos=4")
    with pytest.raises(RulesError, match="does not support in_order=true"):
        find_player("casual", rules)
    with pytest.raises(RecordError, match="boxes are filled in order; the next is twos"):
        read_records("yatzy 1\nrule in_order=true\nplayer A\n1 ones 3\n2 threes 9\n")
