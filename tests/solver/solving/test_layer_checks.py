"""The check of stored layers: it accepts correct ones, finds errors, and runs from the command line."""

import numpy as np
import pytest
from click.testing import CliRunner

from solver.game.game import Game
from solver.solving.layers import Layers
from solver.store.results import Result
from tests.oracle_games import MoreGame, value
from tests.solver.more_games import GAMES, all_states, ruleset
from tests.solver.solving import check_layers
from tests.solver.solving.layer_checks import Definition, check_layer

FIVE_DICE = MoreGame(5, ("ones", "sixes", "full_house", "chance", "yatzy"), 20, 20, saves=True)


def check_all(layers, n_cards=12):
    random, definition = np.random.default_rng(2), Definition(layers.space.ruleset)
    return [
        check_layer(definition, layers, layer, n_cards, random) for layer in range(layers.stored_layout.n_layers - 1)
    ]


@pytest.fixture
def five_dice(cache):
    """Five categories of Scandinavian Yatzy with saved throws, in layers."""
    game = Game(ruleset(FIVE_DICE))
    return Layers(game.space, game.identity)


def test_stored_layers_equal_turns_computed_again(five_dice):
    for found in check_all(five_dice):
        assert 0 < found.difference <= found.allowed + 1e-12
        assert found.fall <= 0
        assert found.values > 0


@pytest.mark.parametrize("change", [3e-6, -3e-6, 1.0])
def test_a_wrong_value_is_found(five_dice, change):
    """One unit in the last place of the largest values is enough."""
    kept = five_dice.layer(2)
    wrong = (kept.arrays["value"] + np.float32(change) * np.maximum(1, np.spacing(kept.arrays["value"]) / 1e-6)).astype(
        np.float32
    )
    five_dice._mapped[2] = Result({"value": wrong}, kept.facts)
    assert any(found.difference > found.allowed + 1e-9 for found in check_all(five_dice))


def test_a_value_that_falls_is_found(five_dice):
    kept = five_dice.layer(3)
    five_dice._mapped[3] = Result({"value": kept.arrays["value"][::-1].copy()}, kept.facts)
    assert check_all(five_dice)[3].fall > 0


def test_the_check_equals_the_oracle(cache):
    game = GAMES["saved throws, three dice"]
    layers = Layers(Game(ruleset(game)).space, Game(ruleset(game)).identity)
    definition = Definition(layers.space.ruleset)
    for state, page, total in all_states(game, layers.space):
        if len(state.filled) < len(game.categories):
            found = definition.values(layers, page % layers.space.n_sets, total)
            assert found[state.saved] == pytest.approx(float(value(game, state)), abs=1e-5)


def test_the_command_prints_its_findings(cache, monkeypatch):
    rules = ruleset(FIVE_DICE)
    monkeypatch.setattr("solver.solving.solution.LARGEST_TABLE", 10)
    monkeypatch.setattr(check_layers, "find_ruleset", lambda name: rules)
    done = CliRunner().invoke(check_layers.main, ["--cards", "5"])
    assert done.exit_code == 0, done.output
    assert "0 filled" in done.output
    assert "stated error" in done.output
    monkeypatch.setattr(Definition, "best_exit", lambda *_arguments: np.zeros(252))
    assert CliRunner().invoke(check_layers.main, ["--cards", "5"]).exit_code == 1
