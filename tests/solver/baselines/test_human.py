"""The ladder of human rules: its habits by example, and its exact gains."""

import itertools

import numpy as np
import pytest

from solver.baselines.habits import RUNGS, AimPlayer, HabitRule, habits_up_to, rung_player, worth_by_habit
from solver.datasets.contract import Workshop
from solver.datasets.failures import ladder
from solver.errors import SolverError
from solver.game.game import Game
from solver.play.player import Tables
from solver.rules.games import find_ruleset
from tests.solver.walks import game_of

GAME = Game(find_ruleset())
NAMES = GAME.ruleset.category_names
THUMBS = [rung.name for rung in RUNGS if "counting" not in habits_up_to(rung.name)]
SETS = [0, 0b1, 0b11111, 0b111_0000_0011_0000, 0b101_1111_1111_1111, 0b100_1110_0011_1111, 0b011_1101_0101_0101]


def mask(*names):
    return sum(1 << NAMES.index(name) for name in names)


def first_aim(habits, roll, rerolls, filled):
    """The first applicable aim of the list: kept dice, or a category's name."""
    for aim in HabitRule(GAME, habits)(roll, rerolls):
        if aim.wanted & ~filled and not aim.unwanted & ~filled:
            return aim.keep if aim.keep is not None else NAMES[aim.category]
    raise AssertionError("no aim is left")


@pytest.mark.parametrize("rung", [THUMBS[0], THUMBS[2], THUMBS[-1]])
def test_rules_are_followed_as_they_are_written(rung):
    player = rung_player(GAME, rung)
    assert isinstance(player, AimPlayer)
    options = player.decide_pages(Tables(GAME), np.array(SETS))
    for page, filled in enumerate(SETS):
        for roll, dice in enumerate(GAME.lattice.rolls):
            keeps = GAME.lattice.choices_of_roll[roll]
            for rerolls in range(3):
                number = int(options[page, rerolls, roll, 0])
                is_keep = number < len(keeps)
                done = GAME.lattice.keeps[keeps[number]] if is_keep else NAMES[number - len(keeps)]
                assert done == first_aim(habits_up_to(rung), dice, rerolls, filled)
                assert is_keep or not filled >> number - len(keeps) & 1
                assert rerolls or not is_keep


EMPTY = 0
LATE = {name: (1 << len(NAMES)) - 1 - mask(name) for name in NAMES}  # all filled but one


@pytest.mark.parametrize(
    ("rung", "roll", "rerolls", "filled", "done"),
    [
        ("casual", (1, 1, 3, 5, 5), 2, EMPTY, (5, 5)),
        ("casual", (2, 3, 4, 5, 6), 1, EMPTY, (6,)),
        ("casual", (4, 4, 4, 4, 4), 2, EMPTY, "yatzy"),
        ("casual", (1, 1, 2, 4, 5), 0, EMPTY, "chance"),
        ("casual", (6, 6, 6, 6, 6), 1, mask("yatzy"), "sixes"),
        ("patterns", (2, 3, 4, 5, 6), 2, EMPTY, "large_straight"),
        ("patterns", (1, 2, 3, 4, 6), 1, EMPTY, (1, 2, 3, 4)),
        ("patterns", (1, 2, 3, 4, 6), 1, mask("small_straight"), (6,)),
        ("patterns", (2, 3, 4, 5, 5), 1, EMPTY, (5, 5)),
        ("patterns", (3, 3, 6, 6, 6), 2, EMPTY, "full_house"),
        ("open_boxes", (1, 2, 4, 6, 6), 2, LATE["twos"], (2,)),
        ("open_boxes", (2, 3, 3, 5, 6), 1, LATE["large_straight"], (2, 3, 5, 6)),
        ("open_boxes", (1, 4, 5, 5, 6), 2, LATE["chance"], (5, 5, 6)),
        ("open_boxes", (1, 4, 5, 5, 6), 1, LATE["chance"], (4, 5, 5, 6)),
        ("open_boxes", (5, 5, 5, 6, 6), 2, LATE["chance"], "chance"),
        ("sacrifice", (1, 2, 3, 5, 6), 0, mask("chance", *NAMES[1:6]), "ones"),
        ("sacrifice", (2, 3, 3, 5, 6), 0, mask("chance", "one_pair", *NAMES[:6]), "small_straight"),
        ("bonus_aim", (1, 2, 4, 4, 4), 0, EMPTY, "fours"),
        ("bonus_aim", (2, 3, 6, 6, 5), 0, EMPTY, "chance"),
        ("chance_late", (2, 3, 6, 6, 5), 0, EMPTY, "one_pair"),
        ("upper_dice", (2, 2, 3, 5, 6), 2, EMPTY, (2, 2)),
        ("upper_dice", (2, 2, 3, 5, 6), 2, mask("twos"), (6,)),
        ("upper_dice", (3, 3, 5, 5, 6), 2, mask("fives"), (3, 3)),
        ("upper_dice", (1, 3, 5, 5, 6), 2, mask("fives"), (5, 5)),
    ],
)
def test_habits_by_example(rung, roll, rerolls, filled, done):
    assert first_aim(habits_up_to(rung), tuple(sorted(roll)), rerolls, filled) == done


def test_estimates_of_boxes_by_example():
    everything = habits_up_to("counting")
    assert worth_by_habit(frozenset(), "sixes", 12) == 12
    assert [worth_by_habit(everything, "sixes", points) for points in (12, 18, 24)] == [-13, 23, 29]
    assert [worth_by_habit(everything, "chance", points) for points in (5, 24)] == [-10, 9]
    assert [worth_by_habit(everything, "ones", points) for points in (0, 2, 3)] == [2, 4, 8]
    assert worth_by_habit(everything, "yatzy", 0) == -4
    assert worth_by_habit(habits_up_to("par"), "sixes", 24) == 24 - 17 + 2 * 6


def test_each_rung_has_one_habit_more():
    for lower, upper in itertools.pairwise(RUNGS):
        assert habits_up_to(upper.name) - habits_up_to(lower.name) == {upper.name}
    assert all(rung.habit.endswith(".") for rung in RUNGS)


def test_the_ladder_is_for_one_scorecard():
    with pytest.raises(SolverError, match="policy 'casual' supports only the ruleset 'scandinavian', not 'tiny'"):
        rung_player(game_of("one reroll"), "casual")


def test_every_habit_is_worth_something(solution):
    """On the full game, exactly; the results equal those in the data sets."""
    frame = ladder(Workshop(find_ruleset()))
    assert frame.rung.tolist() == [*(rung.name for rung in RUNGS), "optimal"]
    assert (frame.gain[1:] > 4).all()
    assert frame.gain.idxmax() == frame.rung.tolist().index("bonus_aim")
    assert frame["mean"].iloc[-1] == pytest.approx(solution.start_value, abs=1e-9)
    np.testing.assert_allclose(frame["mean"] + frame.left, solution.start_value, atol=1e-9)
