"""Rows given to a chart directly are treated like those of a data frame."""

from __future__ import annotations

import datetime

import altair as alt
import pandas as pd
import pytest

from site_builder.charts.checks import Infinite, plain_columns
from site_builder.charts.draw import plain_specification, with_named_rows
from site_builder.problems.problem import SiteError

DAY = datetime.date(2026, 3, 6)
ROWS = [{"day": DAY, "at": datetime.datetime(2026, 3, 6, 8, 30), "n": 1}]


def chart(rows: list[dict[str, object]], **channels: str) -> alt.Chart:
    drawn: alt.Chart = alt.Chart(alt.Data(values=rows)).mark_point().encode(**channels)
    return drawn


def test_days_and_moments_among_them_are_those_of_a_frame() -> None:
    given = plain_specification(chart(ROWS, x="day:T", y="n:Q", tooltip="at:T"))
    (rows,) = given["datasets"].values()
    assert rows == [{"day": "2026-03-06T00:00:00", "at": "2026-03-06T08:30:00", "n": 1}]


def test_layers_of_the_same_rows_share_them() -> None:
    layers = plain_specification(chart(ROWS, x="n:Q") + chart(ROWS, x="n:Q"))
    assert len(layers["datasets"]) == 1
    beside = plain_specification(chart(ROWS, x="n:Q") + alt.Chart(pd.DataFrame({"n": [2]})).mark_rule().encode(x="n:Q"))
    assert sorted(len(rows) for rows in beside["datasets"].values()) == [1, 1]


FLOATS, WHOLE, TEXTS = [0.1, float("nan"), float("-inf")], [0, 1, 100], ["a", None, "1"]


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        *(("float32", FLOATS), ("float64", FLOATS), ("int8", WHOLE), ("uint64", WHOLE)),
        *(("bool", WHOLE), ("str", TEXTS), ("string", TEXTS)),
    ],
)
def test_frames_are_converted_as_by_altair(kind: str, values: list[object]) -> None:
    """Letter for letter: 1 is not 1.0 and not True."""
    frame = pd.DataFrame({"one": pd.Series(values, dtype=kind), "n": 1.0}).set_axis([3, 4, 4])
    infinite = Infinite()
    expected = alt.default_data_transformer(frame)
    assert plain_columns(frame) is not None
    assert repr(infinite.count(frame)) == repr(expected)
    assert infinite.counts == ({"one": (1, 3)} if "float" in kind else {})


def test_other_frames_are_converted_by_altair() -> None:
    days = pd.DataFrame({"day": pd.to_datetime(["2026-03-06"]), "n": [float("inf")]})
    infinite = Infinite()
    assert plain_columns(days) is None
    assert infinite.count(days) == {"values": [{"day": "2026-03-06T00:00:00", "n": None}]}
    assert infinite.counts == {"n": (1, 1)}
    others: list[object] = [
        pd.DataFrame([[1]]),
        pd.DataFrame({"n": pd.array([1], "Int64")}),
        pd.DataFrame(),
        None,
        {"values": []},
    ]
    assert [plain_columns(frame) for frame in others] == [None] * len(others)


def test_a_missing_column_of_rows_is_reported() -> None:
    with pytest.raises(SiteError, match="the chart asks for a column 'm', which its data do not have"):
        plain_specification(chart(ROWS, x="m:Q"))


def test_data_that_are_no_list_of_rows_are_unchanged() -> None:
    unnamed: tuple[dict[str, object], ...] = (
        {"values": [1, 2]},
        {"values": []},
        {"url": "a.csv"},
        {"values": ROWS, "format": {"parse": {}}},
    )
    for data in unnamed:
        assert with_named_rows({"data": data, "mark": "point"}) == {"data": data, "mark": "point"}
    looked_up = {"transform": [{"lookup": "n", "from": {"key": "n", "data": {"values": [{"n": 1}]}}}]}
    placed = with_named_rows(looked_up)
    (name,) = placed["datasets"]
    assert placed["transform"][0]["from"]["data"] == {"name": name}
