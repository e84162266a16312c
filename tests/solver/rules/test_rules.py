from itertools import permutations

import pytest

from solver.errors import RulesError, UnknownRulesetError
from solver.game.dice import keep_lattice
from solver.rules.games import find_ruleset
from solver.rules.ruleset import (
    Option,
    full_house,
    full_house_or_five_equal,
    of_a_kind,
    straight,
    two_pairs,
    two_pairs_or_four_equal,
)
from tests.oracle import UPPER, score
from tests.oracle_games import AMERICAN, MAXI


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        ((2, 2, 5, 5, 6), 14),
        ((3, 3, 4, 4, 4), 14),  # a full house holds two pairs
        ((1, 4, 4, 4, 4), 0),  # one face only
        ((6, 6, 6, 6, 6), 0),
        ((1, 2, 3, 4, 5), 0),
        ((1, 1, 2, 2, 3, 3), 10),  # six dice: the two highest pairs
    ],
)
def test_two_pairs(roll, points):
    assert two_pairs(roll) == points


@pytest.mark.parametrize(
    ("roll", "points"),
    [
        ((2, 2, 5, 5, 5), 19),
        ((2, 2, 2, 5, 5), 16),
        ((5, 5, 5, 5, 5), 0),  # one face only
        ((2, 5, 5, 5, 5), 0),
        ((3, 3, 3, 4, 4, 4), 18),  # six dice: the better of the two houses
    ],
)
def test_full_house(roll, points):
    assert full_house(roll) == points


@pytest.mark.parametrize(
    ("scoring", "roll", "points"),
    [
        (of_a_kind(2), (3, 3, 5, 5, 5), 10),  # the highest pair, two of its dice
        (of_a_kind(2), (1, 2, 3, 4, 6), 0),
        (of_a_kind(3), (4, 4, 4, 4, 6), 12),
        (of_a_kind(4), (4, 4, 4, 6, 6), 0),
        (straight(1, 2, 3, 4, 5), (1, 2, 3, 4, 5), 15),
        (straight(1, 2, 3, 4, 5), (2, 3, 4, 5, 6), 0),
        (straight(2, 3, 4, 5, 6), (2, 3, 4, 5, 6), 20),
        (two_pairs_or_four_equal, (4, 4, 4, 4, 6), 16),
        (two_pairs_or_four_equal, (3, 3, 6, 6, 6), 18),
        (full_house_or_five_equal, (4, 4, 4, 4, 4), 20),
        (full_house_or_five_equal, (4, 4, 4, 4, 5), 0),
    ],
)
def test_scoring(scoring, roll, points):
    assert scoring(roll) == points


def test_every_roll_scores_like_the_oracle():
    ruleset = find_ruleset()
    for roll in keep_lattice(ruleset.n_dice).rolls:
        for category in ruleset.categories:
            assert category.points(roll) == score(category.name, roll), (category.name, roll)


@pytest.mark.parametrize(("name", "scoring"), [("maxi", MAXI), ("yahtzee", AMERICAN)])
def test_every_roll_of_the_other_games_scores_like_the_oracle(name, scoring):
    ruleset = find_ruleset(name)
    assert [category.name for category in ruleset.categories] == [*UPPER, *scoring]
    for roll in keep_lattice(ruleset.n_dice).rolls:
        for category in ruleset.categories:
            expected = score(category.name, roll) if category.is_upper else scoring[category.name](roll)
            assert category.points(roll) == expected, (category.name, roll)


@pytest.mark.parametrize(
    ("roll", "category", "points"),
    [
        ((1, 1, 2, 2, 3, 3), "three_pairs", 12),
        ((2, 2, 2, 2, 5, 5), "three_pairs", 0),  # three different faces
        ((2, 2, 2, 2, 5, 5), "two_pairs", 14),
        ((2, 2, 2, 2, 5, 5), "tower", 18),
        ((2, 2, 2, 2, 5, 5), "full_house", 16),  # its best five dice
        ((3, 3, 3, 6, 6, 6), "villa", 27),
        ((3, 3, 3, 6, 6, 6), "full_house", 24),
        ((4, 4, 4, 4, 4, 4), "villa", 0),  # two different faces
        ((4, 4, 4, 4, 4, 4), "tower", 0),
        ((4, 4, 4, 4, 4, 4), "maxi_yatzy", 100),
        ((1, 2, 3, 4, 5, 6), "small_straight", 15),
        ((1, 2, 3, 4, 5, 6), "large_straight", 20),
        ((1, 2, 3, 4, 5, 6), "full_straight", 21),
    ],
)
def test_maxi_scores_by_hand(roll, category, points):
    by_name = {one.name: one.points for one in find_ruleset("maxi").categories}
    assert by_name[category](roll) == points


def test_readings_of_maxi():
    ruleset = find_ruleset("maxi", {"threshold": "75", "bonus": "50", "full_straight": "30"})
    assert [ruleset.bonus_at(total) for total in (74, 75)] == [0, 50]
    assert {one.name: one.points for one in ruleset.categories}["full_straight"]((1, 2, 3, 4, 5, 6)) == 30


def test_five_equal_dice_as_a_full_house_of_yahtzee():
    house = {one.name: one.points for one in find_ruleset("yahtzee").categories}["full_house"]
    with_five = find_ruleset("yahtzee", {"five_of_a_kind_is_full_house": "true"})
    assert house((4, 4, 4, 4, 4)) == 0
    assert {one.name: one.points for one in with_five.categories}["full_house"]((4, 4, 4, 4, 4)) == 25


FOURS = (4, 4, 4, 4, 4)


def entries(ruleset, roll, points):
    """Return what a roll can score, in the box and as a bonus, when boxes contain these points."""
    filled = sum(1 << place for place, name in enumerate(ruleset.category_names) if name in points)
    situation = ruleset.situation(filled, int(points.get("yahtzee", 0) > 0))
    written = {category.name: ruleset.entry(category, roll, situation) for category in ruleset.categories}
    return {name: entry[:2] for name, entry in written.items() if entry is not None and name not in points}


@pytest.mark.parametrize("joker", ["free", "forced"])
def test_a_joker_scores_in_the_lower_boxes(joker):
    ruleset = find_ruleset("yahtzee", {"joker": joker})
    found = entries(ruleset, FOURS, {"yahtzee": 50, "fours": 16})
    lower = {"full_house": 25, "small_straight": 30, "large_straight": 40}
    lower |= dict.fromkeys(["three_of_a_kind", "four_of_a_kind", "chance"], 20)
    upper = dict.fromkeys(["ones", "twos", "threes", "fives", "sixes"], 0)
    expected = lower if joker == "forced" else lower | upper
    assert found == {name: (points, 100) for name, points in expected.items()}


def test_a_second_yahtzee_is_no_joker_while_its_upper_box_is_open():
    free, forced = (find_ruleset("yahtzee", {"joker": joker}) for joker in ("free", "forced"))
    assert entries(free, FOURS, {"yahtzee": 0})["large_straight"] == (0, 0)
    assert entries(free, FOURS, {"yahtzee": 50})["chance"] == (20, 100)
    assert entries(forced, FOURS, {"yahtzee": 0}) == {"fours": (20, 0)}
    assert entries(forced, FOURS, {"yahtzee": 50}) == {"fours": (20, 100)}


def test_a_forced_joker_goes_above_with_nothing_when_no_lower_box_is_open():
    ruleset = find_ruleset("yahtzee", {"joker": "forced"})
    full = dict.fromkeys([name for name in ruleset.category_names if name not in ("ones", "sixes")], 0)
    assert entries(ruleset, FOURS, full) == {"ones": (0, 0), "sixes": (0, 0)}


def test_without_jokers_only_the_bonus_is_left():
    ruleset = find_ruleset("yahtzee", {"joker": "none"})
    found = entries(ruleset, FOURS, {"yahtzee": 50, "fours": 16})
    assert found["large_straight"] == (0, 100)
    assert found["three_of_a_kind"] == (20, 100)


def test_house_rules_change_scores():
    """The options on every roll: two groups of dice of the sizes given, each of equal dice; any equal faces."""

    def best_groups(roll, first, second):
        chosen = (dice for dice in permutations(roll, first + second))
        return max((sum(dice) for dice in chosen if len(set(dice[:first])) == len(set(dice[first:])) == 1), default=0)

    ruleset = find_ruleset(
        "scandinavian", {"five_of_a_kind_is_full_house": "true", "four_of_a_kind_is_two_pairs": "true"}
    )
    points = {category.name: category.points for category in ruleset.categories}
    for roll in keep_lattice(ruleset.n_dice).rolls:
        assert points["two_pairs"](roll) == best_groups(roll, 2, 2), roll
        assert points["full_house"](roll) == best_groups(roll, 3, 2), roll


def test_scandinavian_scorecard():
    ruleset = find_ruleset()
    upper = [category.name for category in ruleset.categories if category.is_upper]
    assert upper == ["ones", "twos", "threes", "fours", "fives", "sixes"]
    assert ruleset.n_categories == 15
    assert [ruleset.bonus_at(total) for total in (0, 62, 63)] == [0, 0, 50]


def test_options_change_the_rules():
    ruleset = find_ruleset(
        "scandinavian",
        {
            "bonus": "35",
            "threshold": "60",
            "five_of_a_kind_is_full_house": "true",
            "four_of_a_kind_is_two_pairs": "true",
        },
    )
    points = {category.name: category.points((4, 4, 4, 4, 4)) for category in ruleset.categories}
    assert (points["full_house"], points["two_pairs"]) == (20, 16)
    assert [ruleset.bonus_at(total) for total in (59, 60)] == [0, 35]
    assert ruleset.options["five_of_a_kind_is_full_house"] is True


@pytest.mark.parametrize(
    ("name", "options", "error", "message"),
    [
        ("yahtzee", {"joker": "maybe"}, RulesError, "'joker' has the invalid value 'maybe'; use free, forced or none"),
        ("maxi", {"joker": "free"}, RulesError, "its options are bonus, threshold, full_straight"),
        ("maxi", {"threshold": "127"}, RulesError, "from 0 to 126"),
        (
            "maximal",
            {},
            UnknownRulesetError,
            "unknown ruleset 'maximal'; choose one of scandinavian, scandinavian-saved, maxi",
        ),
        ("scandinavian", {"jokers": "free"}, RulesError, "has no option 'jokers'; its options are bonus, threshold"),
        ("scandinavian", {"bonus": "many"}, RulesError, "'bonus' has the invalid value 'many'; use a whole number"),
        ("scandinavian", {"bonus": "-1"}, RulesError, "'bonus' has the invalid value '-1'"),
        ("scandinavian", {"threshold": "106"}, RulesError, "from 0 to 105"),
        ("scandinavian", {"threshold": "٦٣"}, RulesError, "whole number"),
        ("scandinavian", {"four_of_a_kind_is_two_pairs": "1"}, RulesError, "use true or false"),
    ],
)
def test_invalid_rules_are_reported(name, options, error, message):
    with pytest.raises(error, match=message):
        find_ruleset(name, options)


def test_option_reads_its_default():
    for default in (True, False, 7):
        option = Option("option", default, "for the test", largest=9)
        assert option.read(str(default).lower()) == default
