"""Games with more in their states than the scorecard, against the oracle in every state."""

from dataclasses import replace
from decimal import localcontext

import numpy as np
import pytest

from solver.advising.advice import choices, solve_turn
from solver.errors import SolverError
from solver.game.game import Game
from solver.play.distribution import score_distribution
from solver.play.player import TablePlayer
from solver.play.walk import walk
from solver.solving.backwards import solve
from solver.studies.evaluate import mean_of_policy
from solver.targets.chances import Targets
from solver.targets.standings import solve_targets
from tests.oracle_games import best_chance, in_points, options, value
from tests.solver.more_games import GAMES, all_states, ruleset


@pytest.mark.parametrize("name", GAMES)
def test_every_state_equals_the_oracle(name):
    game = GAMES[name]
    solved = solve(ruleset(game))
    for state, page, total in all_states(game, solved.space):
        found = solved.value_of_state[solved.space.state(page, total)]
        assert found == pytest.approx(float(value(game, state)), abs=1e-11), state


@pytest.mark.parametrize("theta", [-2.5, 0.0005, 0.4])
@pytest.mark.parametrize("name", ["free joker", "forced joker", "saved throws and jokers"])
def test_every_certainty_equivalent_equals_the_oracle(name, theta):
    game = GAMES[name]
    solved = solve(ruleset(game), theta)
    for state, page, total in all_states(game, solved.space):
        with localcontext() as context:
            context.prec = 50
            expected = float(in_points(theta, value(game, state, theta)))
        found = solved.value_of_state[solved.space.state(page, total)]
        assert found == pytest.approx(expected, abs=1e-9), state


@pytest.mark.parametrize("name", GAMES)
def test_every_option_equals_the_oracle(name):
    game = GAMES[name]
    rules = ruleset(game)
    solved, solver_game = solve(rules), Game(rules)
    random = np.random.default_rng(1)
    states = [row for row in all_states(game, solved.space) if len(row[0].filled) < len(game.categories)]
    for place in random.choice(len(states), min(len(states), 12), replace=False):
        state, page, total = states[place]
        most = rules.n_rerolls + state.saved
        turn = solve_turn(solver_game, page % len(solved.space.n_extras_of_set) if game.saves else page, total,
                          solved.value_of_state, n_rerolls=most)  # fmt: skip
        for roll, dice in enumerate(solver_game.lattice.rolls):
            rerolls = int(random.integers(most + 1))
            expected = options(game, state, dice, rerolls)
            found = {option.category or option.dice: option for option in choices(turn, roll, rerolls)}
            assert set(found) == set(expected), (state, dice, rerolls)
            for option, worth in expected.items():
                assert found[option].value == pytest.approx(float(worth), abs=1e-11), (state, dice, option)
                if isinstance(option, str):
                    assert found[option].points == game.entries(state, dice)[option][0]


@pytest.mark.parametrize("name", [name for name in GAMES if not name.startswith("saved")])
def test_distributions_have_the_mean_of_the_table(name):
    rules = ruleset(GAMES[name])
    solved, game = solve(rules), Game(rules)
    found = score_distribution(walk(game, TablePlayer("optimal", solved.value_of_state)))
    assert found.mean == pytest.approx(solved.value_of_state[0], abs=1e-11)
    assert mean_of_policy(game, solved.value_of_state) == pytest.approx(solved.value_of_state, abs=1e-11)


@pytest.mark.parametrize("name", ["free joker", "forced joker", "no joker", "three dice, one reroll"])
def test_targets_equal_the_oracle(name):
    game = GAMES[name]
    solver_game = Game(ruleset(game))
    layers, best_probability = solve_targets(solver_game)
    targets = Targets(solver_game, tuple(layers), best_probability, 0.0, 0.0)
    wanted = {5, 60, 130, solver_game.best_final_score}
    for target in sorted(target for target in wanted if target < len(best_probability)):
        expected = best_chance(game, target)
        assert best_probability[target] == pytest.approx(float(expected), abs=1e-12), target
        for state, page, total in all_states(game, solver_game.space):
            if len(state.filled) == 1:
                chance = targets.probability(np.array([page]), np.array([total]), np.array([10 - target]))[0]
                assert chance == pytest.approx(float(best_chance(game, target, state, 10)), abs=1e-7), (state, target)


def test_unsupported_lengths_of_turns_are_rejected():
    game = Game(ruleset(GAMES["saved throws"]))
    with pytest.raises(SolverError, match="turns with the same number of throws"):
        mean_of_policy(game, np.zeros(game.space.n_states))


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("saved")])
def test_to_save_throws_is_never_worse_than_to_lose_them(name):
    saving, losing = solve(ruleset(GAMES[name])), solve(ruleset(replace(GAMES[name], saves=False)))
    empty_handed = saving.value_of_state[: losing.space.n_states]
    assert (empty_handed >= losing.value_of_state - 1e-12).all()
    assert (empty_handed[0] > losing.value_of_state[0]) == (GAMES[name].n_rerolls > 0)


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("saved")])
def test_a_saved_throw_is_never_worth_less(name):
    rules = ruleset(GAMES[name])
    solved = solve(rules)
    space = solved.space
    for filled in range(space.n_sets):
        for total in np.flatnonzero(space.reachable_of_upper_set[space.upper_set_of_filled[filled]]).tolist():
            pages = [space.page(filled, extra) for extra in range(space.n_extras_of_set[filled])]
            values = [solved.value_of_state[space.state(page, total)] for page in pages]
            assert np.diff(values).min(initial=0) >= -1e-12
