"""Guesses before an explorable shows its answer, which is one of its numbers."""

from __future__ import annotations

import pytest

from site_builder.explorables.page_data import Explorable
from site_builder.explore import guess
from site_builder.explore.parameters import DeclarationError
from site_builder.problems.problem import SiteError
from tests.site_builder.explorables.conftest import MakeOrder
from tests.site_builder.explorables.test_evaluate import run

HEAD = "from site_builder.explore import guess, slider\na = slider(1, 3)\nb = slider(1, 3, start=2)\n"
PARTS = 'def numbers(a, b):\n    return {"sum": a + b, "word": "x"}\n\nsentence = "{a} and {b}: {sum}"\n'
ASKED = 'long = guess("How much?", {2: "two", 5: "five"}, of="sum", off=1, at={"a": 3})\n'


def test_answers_bring_the_more_the_nearer_they_are(make_order: MakeOrder) -> None:
    found = Explorable(run(make_order, HEAD + ASKED + PARTS))
    answers = [{"words": "two", "points": 7}, {"words": "five", "points": 10}]
    record = found.bare["guess"]
    assert (record["name"], record["question"], record["answers"]) == ("long", "How much?", answers)
    assert record["nearest"] == 1
    at = dict(zip(found.names, record["at"], strict=True))
    assert (at["a"], at["b"]) == (2, 1)
    assert Explorable(run(make_order, HEAD + PARTS)).bare["guess"] is None


@pytest.mark.parametrize(("code", "message"), [
    (ASKED.replace('"a"', '"c"'), "long: there is no parameter 'c'"),
    (ASKED.replace("3}", "7}"), "long: a=7 is not a stop of the figure"),
    (ASKED.replace('"sum"', '"some"'), "long: numbers() returns no number 'some'"),
    (ASKED.replace('"sum"', '"word"'), "long: numbers() returns no number 'word'"),
    (ASKED.replace("off=1", "off=0.1").replace("5:", "9:"), "long: no answer scores a point, because sum is 5"),
    (ASKED + ASKED.replace("long", "other"), "a figure has one guess: long and other"),
    (ASKED.replace("off=1", "off=0"), "off=0 is not above 0"),
    (ASKED.replace(', 5: "five"', ""), "a guess needs two answers or more"),
])  # fmt: skip
def test_errors_of_a_guess_are_reported(make_order: MakeOrder, code: str, message: str) -> None:
    with pytest.raises(SiteError) as raised:
        run(make_order, HEAD + code + PARTS)
    assert message in str(raised.value)


def test_a_guess_needs_something_to_choose_from() -> None:
    with pytest.raises(DeclarationError, match="two answers or more"):
        guess("How long?", {}, of="wait", off=1)
