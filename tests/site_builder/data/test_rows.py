"""Cells of tables in the prose: alignment of numbers, and sort keys."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pytest

from site_builder.data.published import cells_of, in_order, is_numeric, read_columns
from site_builder.data.tables import read_duration, written_duration
from site_builder.locales import TIMES
from site_builder.problems.source import Mistake

NAN = float("nan")


@pytest.mark.parametrize(
    ("values", "spec", "texts", "ranks"),
    [
        ([1200, 1, None], "", ["1,200", "1", ""], ["1", "0", ""]),
        ([2019, 1850, None], "", ["2019", "1850", ""], ["1", "0", ""]),
        ([1.0, 0.125, NAN], "", ["1.000", "0.125", ""], ["1", "0", ""]),
        ([2 / 3, -1234.5], "", ["0.6667", "\N{MINUS SIGN}1,234.5000"], ["1", "0"]),
        ([1e-9, 2.0], "", [f"1{TIMES}10⁻⁹", "2"], ["0", "1"]),
        ([Decimal("2.50"), Decimal("12")], "", ["2.50", "12.00"], ["0", "1"]),
        ([0.5, 1], ".0%", ["50%", "100%"], ["0", "1"]),
        ([True, False, None], "", ["yes", "no", ""], ["1", "0", ""]),
        (["Oldquay", "Oldquay", ""], "", ["Oldquay", "Oldquay", ""], ["0", "0", ""]),
        ([datetime.date(2026, 11, 22)], "", ["2026-11-22"], ["0"]),
        ([datetime.date(2026, 11, 22)], "%d %B", ["22 November"], ["0"]),
        ([datetime.timedelta(minutes=90)], "", ["1:30:00"], ["0"]),
    ],
)
def test_cells(values: list[Any], spec: str, texts: list[str], ranks: list[str]) -> None:
    cells = cells_of(values, spec)
    assert [cell.text for cell in cells] == texts
    assert [cell.sort for cell in cells] == ranks


def test_columns_are_read_with_their_formats_and_places() -> None:
    text = " port  height:.1f 'a name':'%d %B' day:%Y"
    found = read_columns(text)
    assert [(column.name, column.spec) for column in found] == [
        ("port", ""),
        ("height", ".1f"),
        ("a name", "%d %B"),
        ("day", "%Y"),
    ]
    assert all(text[column.offset :].startswith(column.name) for column in found)
    assert all(text[column.spec_offset :].startswith(column.spec) for column in found)
    with pytest.raises(Mistake):
        read_columns("height:.1f'")


def test_empty_cells_are_last_in_either_order() -> None:
    values = [2.0, None, NAN, 1.0]
    assert in_order([0, 1, 2, 3], values, descending=False) == [3, 0, 1, 2]
    assert in_order([0, 1, 2, 3], values, descending=True) == [0, 3, 1, 2]


@pytest.mark.parametrize(
    ("values", "expected"), [([1, None], True), ([True], False), (["1"], False), ([None], False), ([1, True], False)]
)
def test_numbers_are_distinguished_from_other_texts(values: list[Any], expected: bool) -> None:
    assert is_numeric(values) is expected


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00:00"),
        (5400, "1:30:00"),
        (-0.25, "-0:00:00.25"),
        (86400, "1 day 0:00:00"),
        (-200000.5, "-2 days 7:33:20.5"),
    ],
)
def test_durations_are_written_and_read(seconds: float, text: str) -> None:
    value = datetime.timedelta(seconds=seconds)
    assert written_duration(value) == text
    assert read_duration(text) == value
    assert read_duration(str(seconds)) == value


@pytest.mark.parametrize("words", [["Ähre", "åska", "öl", "Zebra"], ["a", "A", "á", "ab", "pier 9", "Pier 10"]])
def test_texts_are_in_the_order_of_a_dictionary(words: list[str]) -> None:
    rows = in_order(range(len(words)), sorted(words), descending=False)
    assert [sorted(words)[row] for row in rows] == words
