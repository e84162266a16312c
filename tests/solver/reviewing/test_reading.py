"""Records as text: what is read leniently, what is refused and where, and that writing and reading are inverse."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.reviewing.played import PlayedCard, PlayedGame
from solver.reviewing.records import LARGEST_FILE, RecordError, decode, read_records, record_text
from solver.rules.games import RULESETS, find_ruleset
from tests.solver.reviewing.random_games import random_card

GOLDEN = Path(__file__).parents[2] / "golden"
MISTAKES = json.loads((GOLDEN / "record_mistakes.json").read_text(encoding="utf-8"))

STRICT, STRICT_2 = ((GOLDEN / f"record_{version}.txt").read_text(encoding="utf-8") for version in (1, 2))


@pytest.mark.parametrize("text", [STRICT, STRICT_2])
def test_the_strict_form_reads_as_it_is(text):
    assert "\n".join(record_text(game) for game in read_records(text)) == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("game scandinavian\n", ""),
        ("yatzy 1\ngame scandinavian\nplayer Anna", "Yatzy 1 / game scandinavian / player Anna"),
        ("1 22655", "22655"),
        ("1 22655", "  1.  22655"),
        ("2 14456", "2:\t14456"),
        ("keep 55,", "kept 5 5 ,"),
        ("keep nothing", "KEEP -"),
        ("55513 keep 555", "513 keep 555"),
        ("55524 fives 15", "24 score Fives"),
        ("full house 14", "Full-House"),
        ("full house 14", "full_house 14 +0"),
        ("3 twos", "\n# a remark\n3 twos"),
        ("broken off 33\n", ""),
        ("broken off 33", "Broken OFF"),
        ("\n", "\r\n"),
        ("\n", "\r"),
    ],
)
def test_lenient_forms_are_parsed_like_the_canonical_form(old, new):
    assert old in STRICT
    ((game),) = read_records(STRICT.replace(old, new))
    assert record_text(game).replace("555 13", "55513").splitlines()[2:] == STRICT.splitlines()[2:]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda one: f"{one['line']}:{one['column']} {one['message'][:30]}")
def test_an_error_has_its_place(mistake):
    with pytest.raises(RecordError) as caught:
        read_records(mistake["text"])
    error = caught.value
    assert (error.line, error.column, error.message) == (mistake["line"], mistake["column"], mistake["message"])


@pytest.mark.parametrize(
    ("content", "line", "column", "message"),
    [
        ("yatzy 1\nplayer Åsa".encode("latin-1"), 2, 8, "not UTF-8"),
        ("yatzy 1".encode("utf-16"), 1, 1, "not UTF-8"),
        (b"\xef\xbb\xbfyatzy 1\r\nplayer \xff", 2, 8, "not UTF-8"),
        (b"#" * (LARGEST_FILE + 1), 1, 1, "more than 1,000,000 bytes"),
    ],
)
def test_a_file_that_is_not_utf8_is_reported_with_its_place(content, line, column, message):
    with pytest.raises(RecordError, match=message) as caught:
        decode(content)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_a_file_may_begin_with_a_mark_of_its_encoding():
    assert read_records(decode(STRICT.encode("utf-8-sig")))[0].cards[0].name == "Anna"


OPTIONS = {"scandinavian": {"bonus": "100", "five_of_a_kind_is_full_house": "true"}, "yahtzee": {"joker": "forced"}}
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=20).filter(
    lambda name: "," not in name
)


@settings(max_examples=60, deadline=None)
@given(
    rules=st.sampled_from(sorted(RULESETS)),
    house=st.booleans(),
    names=st.lists(NAMES, min_size=1, max_size=3),
    seed=st.integers(0, 10**6),
    n_left_out=st.integers(0, 5),
)
def test_writing_and_reading_are_inverse(rules, house, names, seed, n_left_out):
    ruleset, random = find_ruleset(rules, OPTIONS.get(rules, {}) if house else {}), Random(seed)
    turns = [random_card(ruleset, random, share_without_dice=0.0 if ruleset.saves_throws else 0.2) for _ in names]
    cards = tuple(PlayedCard(name, whole[: len(whole) - n_left_out]) for name, whole in zip(names, turns, strict=True))
    text = record_text(PlayedGame(ruleset, cards, "2026-11-22", f"S{seed}"))
    again, second = read_records(text + "\n" + text)
    assert again.cards == second.cards == cards
    assert (again.ruleset.name, again.ruleset.options) == (ruleset.name, ruleset.options)
    assert record_text(again) == text
