"""Quoted figures that the essay explains: each equals the essay's own count."""

from __future__ import annotations

import tomllib
from itertools import combinations, combinations_with_replacement
from math import factorial
from pathlib import Path

import pytest

from solver.rules.games import find_ruleset

ROOT = Path(__file__).parents[1]
ROLLS = tuple(combinations_with_replacement(range(1, 7), 5))
KEEPS_OF_ROLLS = sum(len({keep for size in range(6) for keep in combinations(roll, size)}) for roll in ROLLS)
BOXES_OF_YAHTZEE = 13
BOXES_OF_YATZY = 15


@pytest.fixture(scope="module")
def quoted() -> dict[str, float]:
    """The quoted figures by key."""
    library = tomllib.loads((ROOT / "content" / "references.toml").read_text(encoding="utf-8"))
    return {key: quotation["value"] for key, quotation in library["quoted"].items()}


def steps_of_a_turn(boxes: int) -> int:
    """Return the steps of a turn: to first rolls, to keeps and back to rolls, twice, and to the boxes."""
    return len(ROLLS) + 4 * KEEPS_OF_ROLLS + boxes * len(ROLLS)


def games(boxes: int) -> int:
    """Return the number of games with coloured dice, each thrown once and then kept or thrown again, twice."""
    turns: int = (6 * 7 * 7) ** (5 * boxes)
    return factorial(boxes) * turns


def test_the_steps_of_a_turn_are_those_of_thirteen_boxes(quoted: dict[str, float]) -> None:
    assert quoted["langk_steps_of_a_turn"] == steps_of_a_turn(BOXES_OF_YAHTZEE)
    assert steps_of_a_turn(BOXES_OF_YATZY) == quoted["langk_steps_of_a_turn"] + 2 * len(ROLLS)


def test_the_number_of_games_is_that_of_thirteen_boxes(quoted: dict[str, float]) -> None:
    assert f"{float(games(BOXES_OF_YAHTZEE)):.1e}" == f"{quoted['games_of_yahtzee']:.1e}"
    assert quoted["games_of_yatzy"] < games(BOXES_OF_YATZY) < 10 * quoted["games_of_yatzy"]


def test_equal_dice_save_nearly_half_of_the_ways_to_pick_up_dice(quoted: dict[str, float]) -> None:
    ways = len(ROLLS) * (2**5 - 1)
    assert round(1 - (KEEPS_OF_ROLLS - len(ROLLS)) / ways, 2) == quoted["ways_saved"]


def test_the_constants_of_the_essay_are_those_of_the_game() -> None:
    settings = tomllib.loads((ROOT / "content" / "site.toml").read_text(encoding="utf-8"))
    rules = find_ruleset()
    most = {category.name: max(map(category.points, ROLLS)) for category in rules.categories}
    own = {"categories": len(rules.categories), "threshold": rules.threshold, "bonus": rules.bonus}
    assert settings["constants"] == own | {name: most[name] for name in ("small_straight", "large_straight", "yatzy")}
