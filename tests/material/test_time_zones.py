"""Moments with a time zone: prose, tables, axes and tooltips show the time of day of the column's own zone."""

from __future__ import annotations

import datetime
import re
from html import unescape

import pyarrow as pa
import pytest

from tests.material.conftest import Author
from tests.material.test_tables import tables_in, with_columns

SUMMER = int(datetime.datetime(2026, 7, 1, 22, 30, tzinfo=datetime.UTC).timestamp())
CODE = """
import altair as alt
import narwhals
import pyarrow


def drawn(frame):
    tip = alt.Tooltip("at:T", format="%-d %B %H:%M")
    time = alt.X("at:T", axis=alt.Axis(format="%-d %b %H:%M"))
    return alt.Chart(frame).mark_point().encode(x=time, y="n:Q", tooltip=tip)


def by_pandas(t):
    return drawn(t)


def by_narwhals(t: narwhals.DataFrame):
    return drawn(t)


def by_pyarrow(t: pyarrow.Table):
    return drawn(t)


def by_hour(t):
    return alt.Chart(t).mark_bar().encode(x="hours(at):O", y="sum(n):Q")


def by_expression(t):
    return alt.Chart(t).transform_calculate(hour="hours(datum.at)").mark_bar().encode(x="hour:O", y="sum(n):Q")


def in_utc(t):
    axis = alt.Axis(format="%-d %b %H:%M")
    return alt.Chart(t).mark_point().encode(x=alt.X("at:T", scale=alt.Scale(type="utc"), axis=axis), y="n:Q")
"""
SPANS = """
import altair as alt


def spans(t):
    return alt.Chart(t).mark_bar().encode(x="at:T", x2="there:T", y="n:Q")
"""
CHARTS = ("by_pandas", "by_narwhals", "by_pyarrow", "by_hour", "by_expression", "in_utc")


def with_charts(author: Author, code: str, *names: str) -> None:
    """Register charts of the data set ``t`` and show them in a chapter."""
    author.write({"content/charts/times.py": code})
    entry = '[charts.{0}]\nfunction = "times.{0}"\ndata = ["t"]\nalt = "Times."\n'
    author.settings("".join(entry.format(name) for name in names))


def test_charts_show_the_time_of_day_that_the_prose_has(author: Author) -> None:
    moments = pa.array([SUMMER + 900 * step for step in range(4)], pa.timestamp("s", "Europe/Stockholm"))
    with_columns(author, {"at": moments, "n": [1, 2, 3, 4]})
    with_charts(author, CODE, *CHARTS)
    shown = "".join(f"\n:::chart{{#{name} name={name}}}\nTimes.\n:::\n" for name in CHARTS)
    author.chapter(f"\n::value[t.at n=1]{{%-d %B %H:%M}}\n\n:::table{{data=t columns=at}}\nAll.\n:::\n{shown}")
    built = author.build()
    assert (built.code, built.problems) == (0, [])
    page = unescape(built.page())
    assert ">2 July 00:30</" in page
    assert tables_in(page)[0][0] == ["2026-07-02 00:30:00+02:00"]
    figures = {part.partition('"')[0]: part for part in re.split('<figure [^>]*?id="', page)[1:]}
    labels = {name: set(re.findall("<text[^>]*>([^<]*)</text>", figures[name])) for name in CHARTS}
    for name in ("by_pandas", "by_narwhals", "by_pyarrow"):
        assert {"2 Jul 00:30", "2 Jul 01:00"} <= labels[name], name
        assert 'data-tip="2 July 00:30"' in figures[name], name
    assert {"00:00", "01:00"} <= labels["by_hour"]
    assert {"0", "1"} <= labels["by_expression"]
    assert not {"22", "23", "22:00", "23:00"} & (labels["by_hour"] | labels["by_expression"])
    assert "1 Jul 22:30" in labels["in_utc"]


@pytest.mark.parametrize("there", ["America/New_York", "UTC"])
def test_one_axis_has_one_time_zone(author: Author, there: str) -> None:
    columns = {
        "at": pa.array([SUMMER], pa.timestamp("s", "Europe/Stockholm")),
        "there": pa.array([SUMMER + 3600], pa.timestamp("s", there)),
        "n": [1],
    }
    with_columns(author, columns)
    with_charts(author, SPANS, "spans")
    author.chapter("\n:::chart{#spans name=spans}\nTimes.\n:::\n")
    (problem,) = author.build().problems
    assert "'at' and 'there' are in different time zones on one axis" in problem["message"]
    assert "tz_convert" in problem["suggestion"]
