"""A slider of dates meets the days of a data set: in comparisons, as keys, and in marks that are pressed."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest

from site_builder.data.files import TableFile
from site_builder.explorables.evaluate import Order, evaluate
from site_builder.explorables.model import Evaluated
from site_builder.problems.problem import SiteError
from tests.site_builder.explorables.conftest import MakeOrder

DAYS = [datetime.date(2025, 12, day) for day in (1, 8, 15)]
MOMENTS = [datetime.datetime.combine(day, datetime.time(0)) for day in DAYS]
LATER = [moment.replace(hour=7) for moment in MOMENTS]
HEAD = """
import altair as alt

from site_builder.explore import frame, slider

week = slider("2025-12-01", "2025-12-15", step=7, label="Week of")
season = frame("season")
"""
KEYS = """
def numbers(week, season):
    return {"cases": int(season.set_index("week").cases[week]), "so far": int((season.week <= week).sum())}


sentence = "{week:%d}: {cases}"
"""
AT_MIDNIGHT = " at midnight, and a slider of dates gives days: publish it as days, with .dt.date"
LABELS = KEYS.replace('.set_index("week").cases[week]', '[season.week == week].set_index("hut").cases["Upper"]')
FILTER = """
def sentence(week, season):
    return f"{len(season[season.week == week])} row"
"""
BARS = """
def picture(season):
    return alt.Chart(season).mark_bar().encode(x="week:KIND", y="cases:Q")


sentence = "{week}"
"""


def run(make_order: MakeOrder, tmp_path: Path, code: str, days: Sequence[datetime.date]) -> Evaluated:
    order: Order = make_order(HEAD + code)
    table = pa.table({"week": days, "cases": [4, 9, 2], "hut": ["Lower", "Lower", "Upper"]})
    with pa.ipc.new_file(str(tmp_path / "season.arrow"), table.schema) as sink:
        sink.write_table(table)
    order = replace(order, files={"season": TableFile(tmp_path / "season.arrow")}, digests={"season": "1"})
    return evaluate(order, lambda call, done, of: None)


def test_the_days_of_a_slider_are_those_of_a_data_set(make_order: MakeOrder, tmp_path: Path) -> None:
    found = run(make_order, tmp_path, KEYS + FILTER.replace("sentence", "alt_text"), DAYS)
    assert found.values["numbers"][1] == {"cases": 9, "so far": 2}
    assert found.values["sentence"] == ["01: 4", "08: 9", "15: 2"]
    assert found.values["alt_text"] == ["1 row"] * 3


@pytest.mark.parametrize(("code", "days", "advice"), [
    (KEYS, MOMENTS, "the column holds date-times, and a slider"),
    (KEYS.replace("set_index", "sort_values").replace("cases[week]", "cases.max()"), MOMENTS, "the column holds"),
    (KEYS.replace("set_index(\"week\").cases[week]", "cases[season.week == week].item()"), MOMENTS, AT_MIDNIGHT),
    (KEYS.replace("set_index(\"week\").cases[week]", "cases[season.week == week].iloc[0]"), MOMENTS, AT_MIDNIGHT),
    (LABELS, MOMENTS, f"'week' of 'season' holds date-times{AT_MIDNIGHT}"),
    (LABELS, LATER, "'week' of 'season' holds date-times, and a slider"),
    (KEYS.replace("[week]", "[__import__('pandas').Timestamp(week)]"), DAYS, "compare a column of days with"),
])  # fmt: skip
def test_moments_used_as_days_are_reported(
    make_order: MakeOrder, tmp_path: Path, code: str, days: Sequence[datetime.date], advice: str
) -> None:
    with pytest.raises(SiteError) as raised:
        run(make_order, tmp_path, code, days)
    assert advice in raised.value.problems[0].suggestion


def test_comparisons_of_days_with_moments_cause_a_warning(make_order: MakeOrder, tmp_path: Path) -> None:
    (doubt,) = run(make_order, tmp_path, FILTER, MOMENTS).warnings
    assert "the sentence is the same in all 3 states" in doubt.message
    assert doubt.suggestion == f"'week' of 'season' holds date-times{AT_MIDNIGHT}"


@pytest.mark.parametrize("kind", ["T", "O"])
@pytest.mark.parametrize("days", [DAYS, MOMENTS], ids=["days", "moments"])
def test_a_mark_sets_its_day(make_order: MakeOrder, tmp_path: Path, days: Sequence[datetime.date], kind: str) -> None:
    (picture,) = run(make_order, tmp_path, BARS.replace("KIND", kind), days).values["picture"]
    assert [f'data-at="0:{stop}"' in picture.wide for stop in range(4)] == [True, True, True, False]
