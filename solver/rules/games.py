"""The games by name: categories, bonus and house rules of each.

Scoring functions are in ``ruleset.py``. Where players disagree about a rule, a ruleset has a named option.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from solver.errors import RulesError, UnknownRulesetError
from solver.rules.ruleset import FACES as FACES
from solver.rules.ruleset import (
    UPPER_CATEGORIES,
    Category,
    ExtraYahtzees,
    Option,
    OptionValue,
    Ruleset,
    Scoring,
    all_equal,
    fixed,
    full_house,
    full_house_or_five_equal,
    groups,
    of_a_kind,
    run,
    straight,
    sum_of_all_with,
    two_pairs,
    two_pairs_or_four_equal,
)
from solver.rules.ruleset import Roll as Roll


def scandinavian(options: Mapping[str, Any]) -> Ruleset:
    """Return Scandinavian Yatzy: five dice, fifteen categories, 50 points for 63 in the upper section."""
    lower = (
        Category("one_pair", of_a_kind(2)),
        Category("two_pairs", two_pairs_or_four_equal if options["four_of_a_kind_is_two_pairs"] else two_pairs),
        Category("three_of_a_kind", of_a_kind(3)),
        Category("four_of_a_kind", of_a_kind(4)),
        Category("small_straight", straight(1, 2, 3, 4, 5)),
        Category("large_straight", straight(2, 3, 4, 5, 6)),
        Category("full_house", full_house_or_five_equal if options["five_of_a_kind_is_full_house"] else full_house),
        Category("chance", sum),
        Category("yatzy", all_equal(50)),
    )
    return plain("scandinavian", 5, lower, options)


def maxi(options: Mapping[str, Any]) -> Ruleset:
    """Return Maxi Yatzy: six dice, twenty categories, 100 points for 84 in the upper section."""
    lower = (
        Category("one_pair", of_a_kind(2)),
        Category("two_pairs", two_pairs),
        Category("three_pairs", groups(2, 2, 2)),
        Category("three_of_a_kind", of_a_kind(3)),
        Category("four_of_a_kind", of_a_kind(4)),
        Category("five_of_a_kind", of_a_kind(5)),
        Category("small_straight", straight(1, 2, 3, 4, 5)),
        Category("large_straight", straight(2, 3, 4, 5, 6)),
        Category("full_straight", run(options["full_straight"], FACES)),
        Category("full_house", full_house),
        Category("villa", groups(3, 3)),
        Category("tower", groups(4, 2)),
        Category("chance", sum),
        Category("maxi_yatzy", all_equal(100)),
    )
    return plain("maxi", 6, lower, options)


def plain(name: str, n_dice: int, lower: tuple[Category, ...], options: Mapping[str, Any]) -> Ruleset:
    """Return a ruleset of the upper section, some lower categories and a bonus."""
    frozen = MappingProxyType(dict(options))
    sizes = n_dice, UPPER_CATEGORIES + lower, options["bonus"], options["threshold"]
    return Ruleset(name, *sizes, frozen, in_order=options["in_order"])


def yahtzee(options: Mapping[str, Any]) -> Ruleset:
    """Return American Yahtzee: five dice, thirteen categories, 35 points for 63, extra Yahtzees and jokers."""
    house: Scoring = full_house_or_five_equal if options["five_of_a_kind_is_full_house"] else full_house
    lower = (
        Category("three_of_a_kind", sum_of_all_with(3)),
        Category("four_of_a_kind", sum_of_all_with(4)),
        Category("full_house", fixed(house, 25)),
        Category("small_straight", run(30, (1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6))),
        Category("large_straight", run(40, (1, 2, 3, 4, 5), (2, 3, 4, 5, 6))),
        Category("yahtzee", all_equal(50)),
        Category("chance", sum),
    )
    points_of_joker = {"full_house": 25, "small_straight": 30, "large_straight": 40}
    extra = ExtraYahtzees("yahtzee", options["joker"], options["extra_yahtzee_bonus"], points_of_joker)
    return replace(plain("yahtzee", 5, lower, options), extra_yahtzees=extra)


def saving(game: Callable[[Mapping[str, Any]], Ruleset], options: Mapping[str, Any]) -> Ruleset:
    """Return a game in which unused throws are carried over to later turns."""
    ruleset = game(options)
    return replace(ruleset, name=f"{ruleset.name}-saved", saves_throws=True)


IN_ORDER = Option("in_order", False, "boxes are filled in the order of the card")
SCANDINAVIAN_OPTIONS = (
    Option("bonus", 50, "points for reaching the threshold", largest=1000),
    Option("threshold", 63, "sum of the upper categories that earns the bonus", largest=105),
    Option("five_of_a_kind_is_full_house", False, "five equal dice score as a full house"),
    Option("four_of_a_kind_is_two_pairs", False, "four equal dice score as two pairs"),
    IN_ORDER,
)
MAXI_OPTIONS = (
    Option("bonus", 100, "points for reaching the threshold", largest=1000),
    Option("threshold", 84, "sum of the upper categories that earns the bonus", largest=126),
    Option("full_straight", 21, "points of the full straight", largest=100),
    IN_ORDER,
)
YAHTZEE_OPTIONS = (
    Option("joker", "free", "how a Yahtzee may be scored when its boxes are filled", words=("free", "forced", "none")),
    Option("extra_yahtzee_bonus", 100, "points for each Yahtzee after one that scored", largest=1000),
    Option("bonus", 35, "points for reaching the threshold", largest=1000),
    Option("threshold", 63, "sum of the upper categories that earns the bonus", largest=105),
    Option("five_of_a_kind_is_full_house", False, "five equal dice always score as a full house"),
    IN_ORDER,
)

HOUSE_RULES: Mapping[str, tuple[Option, ...]] = MappingProxyType(
    {
        "scandinavian": SCANDINAVIAN_OPTIONS,
        "scandinavian-saved": SCANDINAVIAN_OPTIONS,
        "maxi": MAXI_OPTIONS,
        "maxi-saved": MAXI_OPTIONS,
        "yahtzee": YAHTZEE_OPTIONS,
    }
)
RULESETS: Mapping[str, Callable[[Mapping[str, OptionValue]], Ruleset]] = MappingProxyType(
    {
        "scandinavian": scandinavian,
        "scandinavian-saved": partial(saving, scandinavian),
        "maxi": maxi,
        "maxi-saved": partial(saving, maxi),
        "yahtzee": yahtzee,
    }
)
DEFAULT_RULESET = "scandinavian"


def find_ruleset(name: str = DEFAULT_RULESET, options: Mapping[str, str] = MappingProxyType({})) -> Ruleset:
    """Return the ruleset called ``name`` with the house rules of ``options``, given as text.

    Raises
    ------
    UnknownRulesetError
        If the ruleset does not exist.
    RulesError
        If an option does not exist or its value is invalid.
    """
    if name not in RULESETS:
        raise UnknownRulesetError(f"unknown ruleset {name!r}; choose one of {', '.join(RULESETS)}")
    known = {option.name: option for option in HOUSE_RULES[name]}
    for given in options:
        if given not in known:
            raise RulesError(f"ruleset {name!r} has no option {given!r}; its options are {', '.join(known)}")
    values = {
        option.name: option.read(options[option.name]) if option.name in options else option.default
        for option in known.values()
    }
    return RULESETS[name](values)
