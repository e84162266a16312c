"""A day is drawn where it is, whatever the machine's time zone, and however the author's rows hold it."""

from __future__ import annotations

import datetime
from pathlib import Path

import altair as alt
import pandas as pd
import pytest

from site_builder.charts.draw import plain_specification
from site_builder.charts.svg import with_plain_days
from site_builder.charts.worker import PROCESS, Order, draw_in_worker

DAYS = [datetime.date(1911, 12, 14), datetime.date(1912, 1, 17)]
TOLD = ["1911-12-14T00:00:00", "1912-01-17T00:00:00"]
SPRING = """
import altair as alt
import pandas as pd


def spring():
    hours = pd.date_range("2026-03-05", "2026-03-12", freq="6h").strftime("%Y-%m-%dT%H:%M:%S")
    moments = pd.DataFrame({"moment": hours, "n": range(29)})
    days = pd.DataFrame({"day": ["2026-03-06", "2026-03-11"], "n": [3, 9]})
    line = alt.Chart(moments).mark_line().encode(x="moment:T", y="n:Q", tooltip="moment:T")
    return line + alt.Chart(days).mark_point().encode(x="day:T", y="n:Q", tooltip="day:T")
"""


def days_of(frame: pd.DataFrame, kind: str) -> list[object]:
    """Return what a chart of the frame has in its rows."""
    described = plain_specification(alt.Chart(frame).mark_point().encode(x=f"day:{kind}", y="n:Q"))
    (rows,) = described["datasets"].values()
    return [row["day"] for row in rows]


@pytest.mark.parametrize(
    "given", [DAYS, [str(day) for day in DAYS], pd.to_datetime(DAYS)], ids=["dates", "texts", "moments"]
)
def test_days_have_the_hour_that_charts_count_in(given: list[object]) -> None:
    assert days_of(pd.DataFrame({"day": given, "n": [1, 2]}), "T") == TOLD


def test_a_day_that_is_a_name_stays_one() -> None:
    assert days_of(pd.DataFrame({"day": DAYS, "n": [1, 2]}), "N") == [str(day) for day in DAYS]


def test_moments_and_other_values_are_unchanged() -> None:
    moment = datetime.datetime(1911, 12, 14, 15, 30)
    specification = {
        "layer": [{"encoding": {"x": {"field": "day", "type": "temporal"}}}],
        "datasets": {"own": [{"day": moment, "n": 1}, {"day": None, "n": 2}], "plain": [1, 2]},
    }
    rows = with_plain_days(specification)["datasets"]
    assert rows == {"own": [{"day": "1911-12-14T15:30:00", "n": 1}, {"day": None, "n": 2}], "plain": [1, 2]}
    assert with_plain_days({"mark": "point"}) == {"mark": "point"}


def test_a_picture_does_not_depend_on_daylight_saving_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "content/charts").mkdir(parents=True)
    (tmp_path / "content/charts/year.py").write_text(SPRING)
    drawn = set()
    for is_here in (True, False):
        if not is_here:  # where an hour is missing on 8 March 2026
            monkeypatch.setenv("TZ", "America/New_York")
            PROCESS.end()
        (picture,) = draw_in_worker([Order("year.spring", tmp_path, {}, 10)])
        drawn.add((picture.result().wide, picture.result().narrow))
    assert len(drawn) == 1
    assert "Fri 06" in drawn.pop()[0]


def test_years_have_no_separator_of_thousands_unless_a_format_is_given() -> None:
    frame = pd.DataFrame({"year": [1990, 2019], "n": [1200, 1900], "share": [1990.5, 2000]})
    layer = alt.Chart(frame).mark_point()
    chart = layer.encode(
        x="year:Q", y=alt.Y("n:Q", axis=alt.Axis(format=",")), color="share:Q", size="year:Q", tooltip=["year", "share"]
    )
    above = alt.Chart(pd.DataFrame({"year": [3, 4000]})).mark_rule().encode(x="year:Q")
    both, alone = plain_specification(layer.encode(x="year:Q") + above)["layer"], plain_specification(chart)["encoding"]
    marked = plain_specification(
        layer.encode(x="year:Q") + layer.mark_rule().encode(x="year:Q", y=alt.Y("n:Q", axis=None))
    )
    assert alone["x"]["axis"] == {"format": "d", "tickMinStep": 1}
    assert alone["y"]["axis"] == {"format": ",", "tickMinStep": 1}
    assert alone["size"]["legend"] == {"format": "d"}
    assert "legend" not in alone["color"]
    assert [one.get("format") for one in alone["tooltip"]] == ["d", None]
    assert not any("axis" in one["encoding"]["x"] for one in both)
    assert [one["encoding"]["x"]["axis"]["format"] for one in marked["layer"]] == ["d", "d"]
    assert marked["layer"][1]["encoding"]["y"]["axis"] is None
