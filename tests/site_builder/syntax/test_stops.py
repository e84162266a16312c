"""The numbers that a ``::scrub`` can be, and how they are handed to scripts."""

from __future__ import annotations

import json
import subprocess
from decimal import Decimal
from pathlib import Path

import pytest

from site_builder.problems.reporting import Sink
from site_builder.problems.source import Place, Source
from site_builder.syntax.options import Given, Options, number_of, read_scale, short_form

PLACE = Place(1, 1)


def scale(**options: str) -> tuple[str, ...]:
    """Return the numbers that some options give; they must be sound."""
    sink = Sink(Source("x.md", ""))
    given = {name.rstrip("_"): Given(text, PLACE, PLACE) for name, text in options.items()}
    stops = read_scale(Options(None, given), PLACE, sink)
    assert not sink.problems
    return stops


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("50", "50"),
        (" 50% ", "50"),
        ("49.5 %", "49.5"),
        ("1,234.5", "1234.5"),
        ("\N{MINUS SIGN}0.05", "-0.05"),
        ("-3", "-3"),
        ("+3", "3"),
        ("0", "0"),
        (".5", "0.5"),
        ("5.", "5"),
        ("1e3", "1000"),
        ("3e-1", "0.3"),
    ],
)
def test_numbers_as_they_are_printed(text: str, number: str) -> None:
    assert number_of(text) == Decimal(number)


@pytest.mark.parametrize("text", ["", "%", "five", "5 m", "--5", ".", "e3", "nan", "1 2"])
def test_texts_that_are_no_numbers(text: str) -> None:
    assert number_of(text) is None


def test_equal_steps_are_exact() -> None:
    assert scale(from_="0", to="3") == ("0", "1", "2", "3")
    assert scale(from_="0", to="0.3", step="0.1") == ("0", "0.1", "0.2", "0.3")
    assert scale(from_="-1", to="1", step="0.50") == ("-1", "-0.5", "0", "0.5", "1")
    assert scale(from_="100", to="300", step="100") == ("100", "200", "300")
    assert len(scale(from_="1", to="1000")) == 1000


def test_there_is_a_most_that_a_scale_can_have() -> None:
    sink = Sink(Source("x.md", ""))
    given = {name: Given(text, PLACE, PLACE) for name, text in {"from": "1", "to": "1001"}.items()}
    assert read_scale(Options(None, given), PLACE, sink) == ()
    assert [problem.message for problem in sink.problems] == ["that is more than 1,000 numbers"]


def test_listed_numbers_are_unchanged() -> None:
    assert scale(stops="-0.10 -0.05 0 2,000") == ("-0.1", "-0.05", "0", "2000")


SCALES = [
    ("0", "1", "2", "3"),
    ("0", "0.1", "0.2", "0.3"),
    ("-1", "-0.5", "0", "0.5"),
    ("-0.1", "-0.05", "0", "2000"),
    ("1", "2"),
    tuple(map(str, range(100, 375))),
    tuple(f"0.{index:03}".rstrip("0") for index in range(1, 60)),
]


def test_the_short_form_of_equal_steps() -> None:
    assert [short_form(stops) for stops in SCALES] == [
        "0:1:3",
        "0:0.1:0.3",
        "-1:0.5:0.5",
        "-0.1 -0.05 0 2000",
        "1 2",
        "100:1:374",
        "0.001:0.001:0.059",
    ]


def test_scripts_read_the_numbers_that_were_meant() -> None:
    root = Path(__file__).parents[3]
    program = (
        f"import {{stopsOfText}} from {json.dumps(str(root / 'static/js/engine/prose/stops.js'))};"
        f"console.log(JSON.stringify({json.dumps([short_form(stops) for stops in SCALES])}.map(stopsOfText)));"
    )
    command = [str(root / ".ci" / "setup"), "run", "node", "--input-type=module", "--eval", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=root)
    assert [tuple(stops) for stops in json.loads(done.stdout)] == SCALES
