import json
from pathlib import Path

import numpy as np
import pytest

from solver.advising.advice import solve_turn
from solver.datasets.solving import hit_exactly, turn_nodes
from solver.game.game import state_space
from solver.rules.games import find_ruleset
from solver.solving.backwards import solve

PINNED = json.loads((Path(__file__).parents[2] / "golden" / "scandinavian.json").read_text())


def coalesced_states(solution):
    """States that differ in value: all live ones, and one dead one for each set that has any."""
    space = solution.game.space
    live = np.arange(space.n_totals) >= space.first_live_total_of_set[:, None]
    reachable = space.reachable_of_upper_set
    of_upper_set = (reachable & live).sum(axis=1) + (reachable & ~live).any(axis=1)
    return int(of_upper_set[space.upper_set_of_filled].sum())


def yatzy_alone(solution):
    """Value of the state in which only the yatzy is open and the bonus is lost."""
    yatzy = 1 << solution.game.ruleset.category_names.index("yatzy")
    return solution.value_of_state[solution.game.space.state(solution.game.space.n_sets - 1 - yatzy, 0)]


def certainty_equivalent(theta):
    """Certainty equivalent of a game for exponential utility; the values of some states agree with log-sum-exp."""

    def start_value(solution):
        space, values = solution.game.space, solve(solution.game.ruleset, theta).value_of_state
        assert np.isfinite(values).all()
        states = np.random.default_rng(5).choice(space.n_states - 64, 300, replace=False)
        pairs = np.argwhere(space.reachable_slots)[states]
        turn = solve_turn(solution.game, pairs[:, 0], pairs[:, 1], values, theta)
        np.testing.assert_allclose(turn.value_of_state, values[states], atol=1e-12)
        return values[0]

    return start_value


QUANTITIES = {
    "start_value": lambda solution: solution.start_value,
    "upper_pairs": lambda solution: solution.game.space.reachable_of_upper_set.sum(),
    "reachable_states": lambda solution: solution.game.space.n_states,
    "naive_upper_pairs": lambda solution: hit_exactly(solution.game.space).sum(),
    "best_final_score": lambda solution: solution.game.best_final_score,
    "coalesced_states": coalesced_states,
    "turn_nodes": lambda solution: turn_nodes(solution.game),
    "yatzy_alone": yatzy_alone,
    "certainty_equivalent_at_0.05": certainty_equivalent(0.05),
    "certainty_equivalent_at_-3": certainty_equivalent(-3.0),
    "certainty_equivalent_at_3": certainty_equivalent(3.0),
    "certainty_equivalent_at_0.000001": certainty_equivalent(1e-6),
}


@pytest.mark.parametrize("pinned", PINNED, ids=lambda pinned: pinned["quantity"])
def test_pinned_numbers(solution, pinned):
    assert pinned["source"]
    found = QUANTITIES[pinned["quantity"]](solution)
    assert found == pytest.approx(pinned["value"], abs=pinned["tolerance"], rel=0)


YAHTZEE = json.loads((Path(__file__).parents[2] / "golden" / "yahtzee.json").read_text())


@pytest.mark.parametrize("pinned", YAHTZEE, ids=lambda pinned: pinned["options"].get("joker", "free"))
def test_pinned_values_of_yahtzee(pinned):
    assert pinned["source"]
    solved = solve(find_ruleset("yahtzee", pinned["options"]))
    assert solved.value_of_state[0] == pytest.approx(pinned["start_value"], abs=pinned["tolerance"], rel=0)
    assert solved.space.n_states == 536_448


def test_states_of_maxi():
    space = state_space(find_ruleset("maxi"))
    assert (space.reachable_of_upper_set.sum(), space.n_states) == (3510, 57_507_840)
    assert state_space(find_ruleset("maxi-saved")).n_states == 1_269_661_696


def test_every_quantity_is_pinned():
    assert {pinned["quantity"] for pinned in PINNED} == set(QUANTITIES)
