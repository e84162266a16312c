"""Dice from a seed: equal to those of the page, fair, and recognized in a record."""

import json
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType

import pytest

from solver.reviewing.records import read_records
from solver.reviewing.seeded_dice import face_of, has_dice_of_seed

FACES = json.loads((Path(__file__).parents[2] / "golden" / "seeded_dice.json").read_text(encoding="utf-8"))


def test_the_faces_are_those_of_the_page():
    assert len(FACES) > 50
    assert [face_of(*where) for *where, _face in FACES] == [face for *_where, face in FACES]


def test_every_face_is_equally_likely_in_every_position():
    dice = [face_of("8F2K", turn, throw, place) for turn in range(400) for throw in range(3) for place in range(5)]
    for each in (dice, dice[::5], dice[2::5]):
        expected = len(each) / 6
        assert sum((count - expected) ** 2 / expected for count in Counter(each).values()) < 20.5  # one in a thousand
    pairs = Counter(pairwise(dice))
    assert sum((count - len(dice) / 36) ** 2 / (len(dice) / 36) for count in pairs.values()) < 66.6


def record(turns: list[str], seed: str = "seed 8F2K", players: int = 1, rule: int = 1) -> str:
    """A record of players whose turns follow each other."""
    cards = [[f"player {player}", *turns[player::players]] for player in range(players)]
    return "\n".join(["yatzy 2", seed, f"dice {rule}", *(line for card in cards for line in card)])


def thrown(turn: int | str, throw: int, held: Mapping[int, int] = MappingProxyType({})) -> str:
    """Return the dice of the seed in their order, except those that are held."""
    return "".join(str(held.get(place, face_of("8F2K", turn, throw, place))) for place in range(5))


@pytest.mark.parametrize(
    ("players", "rule", "names"), [(1, 1, (0, 1)), (2, 1, (0, 1)), (1, 2, ("0 0", "0 1")), (2, 2, ("0 0", "1 0"))]
)
def test_a_record_of_the_page_has_the_dice_of_its_seed(players, rule, names):
    first = thrown(names[0], 0)
    held = {1: int(first[1]), 4: int(first[4])}
    keep = "".join(sorted(str(die) for die in held.values()))
    turns = [
        f"{first} keep {keep}, {thrown(names[0], 1, held)} chance",
        f"{thrown(names[1], 0)} {'chance' if players == 2 else 'ones'}",
    ]
    (game,) = read_records(record(turns, players=players, rule=rule))
    assert has_dice_of_seed(game) is True
    (other,) = read_records(record(turns, seed="seed 8F2L", players=players, rule=rule))
    assert has_dice_of_seed(other) is False
    (unknown,) = read_records(record(turns, seed="", players=players, rule=rule))
    assert has_dice_of_seed(unknown) is None


def test_a_die_that_is_not_of_the_seed_is_detected():
    dice = thrown(0, 0)
    other = str(int(dice[0]) % 6 + 1) + dice[1:]
    assert has_dice_of_seed(read_records(record([f"{other} chance"]))[0]) is False
    assert has_dice_of_seed(read_records(record(["chance 20"]))[0]) is None
