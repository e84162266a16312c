"""A day is drawn where it is, whatever the machine's time zone, and however the author's rows hold it."""

from __future__ import annotations

import datetime
import os
import re
import subprocess
import sys

import altair as alt
import pandas as pd
import pytest

from site_builder.drawing.charts.days import with_plain_days
from site_builder.drawing.charts.draw import plain_specification

DAYS = [datetime.date(1911, 12, 14), datetime.date(1912, 1, 17)]
TOLD = ["1911-12-14T00:00:00", "1912-01-17T00:00:00"]
DRAWN = """
import re, sys
import altair as alt, pandas as pd
from site_builder.drawing.charts.draw import draw_specification, plain_specification

rows = pd.DataFrame({"day": ["1911-12-14", "1912-01-17"], "n": [1, 2]})
chart = alt.Chart(rows).mark_point().encode(x=alt.X("day:T").axis(format="%d %B %H:%M"), y="n:Q")
print(re.findall(r'translate[^"]*', draw_specification(plain_specification(chart)).wide))
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


def test_moments_and_what_is_no_row_stay_as_they_are() -> None:
    moment = datetime.datetime(1911, 12, 14, 15, 30)
    specification = {
        "layer": [{"encoding": {"x": {"field": "day", "type": "temporal"}}}],
        "datasets": {"own": [{"day": moment, "n": 1}, {"day": None, "n": 2}], "plain": [1, 2]},
    }
    rows = with_plain_days(specification)["datasets"]
    assert rows == {"own": [{"day": "1911-12-14T15:30:00", "n": 1}, {"day": None, "n": 2}], "plain": [1, 2]}
    assert with_plain_days({"mark": "point"}) == {"mark": "point"}


def test_a_picture_is_the_same_to_the_west_of_greenwich() -> None:
    drawn = set()
    for zone in ("UTC", "America/New_York"):
        command = [sys.executable, "-c", DRAWN]
        environment = {**os.environ, "TZ": zone}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120)
        assert re.search("translate", done.stdout)
        drawn.add(done.stdout)
    assert len(drawn) == 1
