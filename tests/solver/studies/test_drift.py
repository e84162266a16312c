"""Single precision, against plain recursion with numpy's own 32-bit numbers, bit for bit."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb

import numpy as np
import pyarrow as pa
import pytest

from solver.game.game import Game
from solver.rules.ruleset import FACES
from solver.solving.backwards import solve
from solver.studies.drift import WAYS, chances_of, solve_drifting, throws_of_keep
from tests.oracle import UPPER, OracleGame, score
from tests.solver.games import GAMES, ruleset

SMALL = ["bonus within reach", "threshold only passed, never hit", "one reroll"]


def chance(keep, roll, n_dice):
    """Chance that throwing the missing dice turns a keep into a roll, as a number in double precision."""
    throws = [tuple(sorted(keep + throw)) for throw in product(FACES, repeat=n_dice - len(keep))]
    return throws.count(roll) / len(throws)


def start_value(game: OracleGame, way: str):
    """Return the value of the empty card: ``single`` rounds what a program with 32-bit numbers would round."""
    all_short = way in ("lattice", "table")
    single = np.float32 if all_short else np.float64
    sixth = single(np.float32(1 / 6)) if way != "stored" else single(1 / 6)
    rolls = list(combinations_with_replacement(FACES, game.n_dice))

    @cache
    def state(filled, upper):
        if len(filled) == len(game.categories):
            return single(game.bonus if upper >= game.threshold else 0)
        total = single(0)
        for roll in rolls:
            total = total + single(chance((), roll, game.n_dice)) * best(filled, upper, roll, game.n_rerolls)
        return single(np.float32(total)) if way == "stored" else total

    @cache
    def best(filled, upper, roll, rerolls):
        if rerolls == 0:
            return max(
                single(score(category, roll))
                + state(filled | {category}, min(game.threshold, upper + (score(category, roll) * (category in UPPER))))
                for category in game.categories
                if category not in filled
            )
        keeps = {tuple(die for die, stays in zip(roll, mask, strict=True) if stays) for mask in masks(len(roll))}
        return max(keep_value(filled, upper, keep, rerolls) for keep in keeps)

    @cache
    def keep_value(filled, upper, keep, rerolls):
        if len(keep) == game.n_dice:
            return best(filled, upper, keep, rerolls - 1)
        if way == "table":
            total = single(0)
            for roll in rolls:
                if prob := chance(keep, roll, game.n_dice):
                    total = total + single(prob) * best(filled, upper, roll, rerolls - 1)
            return total
        values = [keep_value(filled, upper, tuple(sorted((*keep, face))), rerolls) for face in FACES]
        total = values[0]
        for value in values[1:]:
            total = total + value
        return sixth * total

    return state(frozenset(), 0)


def masks(n_dice):
    return list(product([False, True], repeat=n_dice))


@pytest.mark.parametrize("way", ["lattice", "table"])
@pytest.mark.parametrize("name", SMALL)
def test_every_rounding_is_that_of_32_bits(name, way):
    found = solve_drifting(Game(ruleset(GAMES[name])), way)[0]
    expected = start_value(GAMES[name], way)
    assert expected.dtype == np.float32
    assert found == expected


@pytest.mark.parametrize("way", ["stored", "factor"])
@pytest.mark.parametrize("name", SMALL)
def test_one_rounding_alone(name, way):
    found = solve_drifting(Game(ruleset(GAMES[name])), way)[0]
    assert found == pytest.approx(float(start_value(GAMES[name], way)), abs=1e-12 if way == "factor" else 4e-6)
    assert (found == np.float32(found)) == (way == "stored")


def test_the_factor_alone_always_gains():
    rules = ruleset(GAMES["bonus within reach"])
    drift = solve_drifting(Game(rules), "factor") - solve(rules).value_of_state
    assert float(np.float32(1 / 6)) > 1 / 6
    assert drift.min() > -1e-12
    assert 1e-8 < drift[0] < 1e-5


def test_the_table_of_chances_is_the_definition():
    game = Game(ruleset(GAMES["three dice"]))
    lattice, prob = game.lattice, throws_of_keep(game.lattice)
    for keep in range(lattice.first_roll):
        expected = [chance(lattice.keeps[keep], roll, 3) for roll in lattice.rolls]
        np.testing.assert_allclose(prob[keep], expected, atol=1e-15)
    table = chances_of(lattice, "table")
    assert len(table.rolls) == table.first_entry[-1] == comb(3 + 11, 3) - len(lattice.rolls)
    assert not len(chances_of(lattice, "lattice").rolls)


def test_the_full_game_drifts_as_others_found(data):
    frame = pa.ipc.open_file(data / "float32_drift.arrow").read_all().to_pandas()
    assert set(frame["way"]) == set(WAYS)
    start = frame[frame["filled"] == 0].set_index("way")
    # A program in Rust, with a table of chances, by its author's log: values in 32 bits, and all in 32 bits.
    assert f"{start.loc['stored', 'value']:.6f}" == "248.439987"
    assert f"{start.loc['table', 'value']:.6f}" == "248.440140"
    assert frame[frame["way"] == "table"]["largest"].max() == pytest.approx(0.000458, abs=1e-5)
    bounds = pa.ipc.open_file(data / "rounding_bounds.arrow").read_all().to_pandas().set_index("precision")
    assert frame["largest"].max() < bounds.loc["single", "bound"]
    assert (frame[frame["filled"] == 15]["largest"] == 0).all()
    for precision, number in (("single", np.float32), ("double", np.float64)):
        assert bounds.loc[precision, "sixth"] == float(6 * Fraction(float(number(1) / number(6))) - 1)
