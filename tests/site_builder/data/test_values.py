"""``::value``: the selected cell, its format, and errors for missing cells."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from site_builder.data.manifest import read_manifest
from site_builder.data.tables import Tables
from site_builder.data.values import Cell, Numbers, write_value
from site_builder.locales import MINUS, TIMES
from site_builder.problems.source import Mistake
from tests.site_builder.conftest import write_data


@pytest.fixture(scope="module")
def numbers(tmp_path_factory: pytest.TempPathFactory) -> Numbers:
    project: Path = tmp_path_factory.mktemp("values")
    write_data(project)
    constants = {"quays": 12, "law": "quiet water", "share": 0.25}
    return Numbers(Tables(read_manifest(project).sets), constants, {"spring": 5.25})


@pytest.mark.parametrize(
    ("query", "spec", "text"),
    [
        ("facts.waves", "", "1,234,567"),
        ("facts.waves", "d", "1234567"),
        ("facts.highest", "", "5.5"),
        ("facts.highest", ".2f", "5.50"),
        ("facts.change", "", f"{MINUS}3.25{TIMES}10⁻⁶"),
        ("facts.change", ".1e", f"{MINUS}3.2{TIMES}10⁻⁶"),
        ("facts.change", ".8f", f"{MINUS}0.00000325"),
        ("facts.change", ".4%", f"{MINUS}0.0003%"),
        ("facts.name", "", "Oldquay"),
        ("facts.name", ">9", "  Oldquay"),
        ("tides.height port=Northhaven hour=6", ".1f", "4.0"),
        (' tides.height  port="Southhaven"\nhour=18 ', "", "5.5"),
        ("tides.port height=5.25", "", "Southhaven"),
        ("tides.hour port=Southhaven height=0.50", "", "0"),
        ("tides.spring port=Northhaven hour=6", "", "yes"),
        ("tides.height port=Northhaven spring=true hour=6", "", "4.0"),
        ("days.mean day=7", "", "1.0"),
        ("constants.quays", "", "12"),
        ("constants.law", "", "quiet water"),
        ("quoted.spring", ".1f", "5.2"),
    ],
)
def test_text(numbers: Numbers, query: str, spec: str, text: str) -> None:
    assert numbers.find(query, spec).text == text


@pytest.mark.parametrize(
    ("cell", "latex"),
    [
        (Cell(1234567, "1,234,567"), "1{,}234{,}567"),
        (Cell(-0.5, "-0.50"), "-0.50"),
        (Cell(0.25, "25%"), r"25\%"),
        (Cell(3.25e-06, "3.2e-06"), r"3.2 \times 10^{-6}"),
        (Cell("quay", "quay"), r"\text{quay}"),
    ],
)
def test_latex(cell: Cell, latex: str) -> None:
    assert cell.latex == latex


def test_machine_text_is_not_rounded(numbers: Numbers) -> None:
    assert numbers.find("days.mean day=5", ".1f").machine_text == str(5 / 7)
    assert numbers.find("tides.spring port=Northhaven hour=6", "").machine_text == "true"


@pytest.mark.parametrize(
    ("query", "spec", "code", "under"),
    [
        ("fact.highest", "", "value-set", "fact"),
        ("facts.hight", "", "value-column", "hight"),
        ("tides.height pord=1", "", "value-key", "pord"),
        ("tides.height port=Northaven", "", "value-row", "Northaven"),
        ('tides.height port="North haven"', "", "value-row", "North haven"),
        ("tides.height hour=six", "", "value-key", "six"),
        ("tides.height hour=6", "", "value-row", "tides.height"),
        ("facts.empty", "", "value-missing", "facts.empty"),
        ("facts", "", "value-malformed", "facts"),
        ("tides.height port= x", "", "value-malformed", "port= x"),
        ("constants.quay", "", "value-column", "quay"),
        ("constants.quays a=1", "", "value-key", "a"),
    ],
)
def test_mistake(numbers: Numbers, query: str, spec: str, code: str, under: str) -> None:
    with pytest.raises(Mistake) as caught:
        numbers.find(query, spec)
    mistake = caught.value
    assert (mistake.code, query[mistake.offset : mistake.offset + mistake.length]) == (code, under)


def test_several_rows_suggest_a_distinguishing_condition(numbers: Numbers) -> None:
    with pytest.raises(Mistake) as caught:
        numbers.find("tides.height hour=6", "")
    assert caught.value.message == "2 rows of 'tides' match; a value needs exactly one"
    assert caught.value.suggestion == "add a condition: port=Northhaven, port=Southhaven"


@pytest.mark.parametrize(("query", "spec"), [("facts.name", ".1f"), ("facts.highest", "d"), ("facts.waves", "q")])
def test_format_that_does_not_fit(numbers: Numbers, query: str, spec: str) -> None:
    with pytest.raises(Mistake) as caught:
        numbers.find(query, spec)
    assert (caught.value.code, caught.value.offset, caught.value.length) == ("value-format", len(query), len(spec))


@pytest.mark.parametrize("day", [datetime.date(2023, 11, 1), datetime.datetime(2023, 11, 1, 8), datetime.time(8, 30)])
def test_a_date_is_written_by_a_format_with_percent_signs_only(day: datetime.date | datetime.time) -> None:
    assert write_value(day, "%H:%M" if isinstance(day, datetime.time) else "%-d %B", 0) in ("1 November", "08:30")
    with pytest.raises(Mistake, match=r"does not fit .*: without % ") as caught:
        write_value(day, ".1f", 0)
    assert "{%-d %B %Y}" in caught.value.suggestion


def test_a_date_format_on_a_text_is_reported_with_the_conversion() -> None:
    with pytest.raises(Mistake) as caught:
        write_value("2024-04-10", "%d %B", 0)
    assert caught.value.suggestion == "the column is text; make it days in the script: pd.to_datetime(…).dt.date"
