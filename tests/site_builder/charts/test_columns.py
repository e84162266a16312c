"""Columns used by charts: Altair's shorthand for them, and missing columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import altair as alt
import pandas as pd
import pytest

from site_builder.charts.columns import missing_columns
from site_builder.charts.draw import draw_specification, plain_specification
from site_builder.problems.problem import SiteError

FRAME = pd.DataFrame(
    {"hour": range(4), "depth": [1, 4, 9, 16], "port": list("abab"), "a.b": [1, 2, 3, 4], "list": [[1, 2]] * 4}
)
PORTS = pd.DataFrame({"port": ["a", "b"], "name": ["A", "B"]})
CHART = alt.Chart(FRAME)
POINT = CHART.mark_point()
OTHER = alt.Chart(PORTS).mark_rule()
DAYS = pd.DataFrame({"day": pd.date_range("2026-01-01", periods=3), "depth": [1, 2, 3]})
BRUSH = alt.selection_interval()
REPEATED = alt.X(alt.repeat("repeat"), type="quantitative")
IN_COLUMNS = alt.X(alt.repeat("column"), type="quantitative")
BY_NAME = alt.LookupData(PORTS, "port", ["name"])
SHAPES = alt.Data(values={"type": "FeatureCollection", "features": []}, format=alt.DataFormat(property="features"))
STEPS = alt.sequence(0, 5, 1, as_="step")


def sorted_by(name: str) -> Any:
    return CHART.mark_bar().encode(x=alt.X("port", sort=alt.EncodingSortField(name, op="sum")), y="depth")


def colored_by(name: str) -> Any:
    return POINT.encode(x="hour", color=alt.condition("datum.depth > 3", alt.value("red"), name))


GOOD: dict[str, Callable[[], alt.TopLevelMixin]] = {
    "plain": lambda: POINT.encode(x="hour", y="sum(depth)", color="port:N", tooltip=["hour", "count()"]),
    "calculate": lambda: (
        CHART.transform_calculate(twice="datum.hour * 2 + datum['a.b'] + 'datum.no'.length")
        .mark_line()
        .encode(x="hour", y="twice:Q")
    ),
    "aggregate": lambda: (
        CHART.transform_aggregate(mean="mean(depth)", n="count()", groupby=["port"])
        .mark_bar()
        .encode(x="port", y="mean:Q", color="n:Q")
    ),
    "joinaggregate": lambda: CHART.transform_joinaggregate(mean="mean(depth)").mark_bar().encode(y="mean:Q", x="hour"),
    "window": lambda: (
        CHART.transform_window(sum="sum(depth)", sort=[alt.SortField("hour")]).mark_line().encode(x="hour", y="sum:Q")
    ),
    "bin": lambda: CHART.transform_bin("span", field="hour").mark_bar().encode(x="span:Q", x2="span_end:Q"),
    "binned": lambda: CHART.mark_bar().encode(x=alt.X("hour", bin=True), y="count()"),
    "fold": lambda: CHART.transform_fold(["hour", "depth"]).mark_line().encode(x="key:N", y="value:Q"),
    "fold, named": lambda: (
        CHART.transform_fold(["hour", "depth"], as_=["what", "much"]).mark_line().encode(x="what:N", y="much:Q")
    ),
    "density": lambda: (
        CHART.transform_density("hour", groupby=["port"]).mark_area().encode(x="value:Q", y="density:Q", color="port:N")
    ),
    "regression": lambda: CHART.transform_regression("hour", "depth").mark_line().encode(x="hour", y="depth"),
    "loess": lambda: (
        CHART.transform_loess("hour", "depth", groupby=["port"]).mark_line().encode(x="hour", y="depth", color="port")
    ),
    "quantile": lambda: CHART.transform_quantile("hour").mark_line().encode(x="prob:Q", y="value:Q"),
    "pivot": lambda: CHART.transform_pivot("port", value="depth").mark_line().encode(y="a:Q"),
    "lookup": lambda: CHART.transform_lookup("port", BY_NAME).mark_point().encode(x="hour", color="name:N"),
    "stack": lambda: (
        CHART.transform_stack(["from", "to"], stack="depth", groupby=["hour"])
        .mark_bar()
        .encode(x="hour:O", y="from:Q", y2="to:Q")
    ),
    "flatten": lambda: CHART.transform_flatten(["list"]).mark_point().encode(x="list:Q"),
    "impute": lambda: CHART.transform_impute("depth", key="hour").mark_line().encode(x="hour", y="depth"),
    "time unit": lambda: alt.Chart(DAYS).transform_timeunit(month="month(day)").mark_line().encode(x="month:T"),
    "filter": lambda: POINT.transform_filter(
        (alt.datum.hour > 1) & (alt.datum.port == "a") & alt.FieldOneOfPredicate("port", ["a"])
    ).encode(x="hour"),
    "argmax": lambda: POINT.encode(y=alt.Y("depth", aggregate=alt.ArgmaxDef(argmax="hour"))),
    "condition": lambda: colored_by("port:N"),
    "sort": lambda: sorted_by("depth"),
    "facet": lambda: POINT.encode(x="hour").facet("port:N", columns=2),
    "facet in rows": lambda: POINT.encode(x="hour").facet(row="port:N"),
    "facet by what is made": lambda: (
        CHART.transform_calculate(odd="datum.hour % 2").mark_point().encode(x="hour").facet("odd:N")
    ),
    "repeat": lambda: POINT.encode(REPEATED, y="depth").repeat(["hour", "depth"]),
    "repeat in columns": lambda: POINT.encode(IN_COLUMNS, y="depth").repeat(column=["hour", "depth"]),
    "layers of two frames": lambda: alt.layer(POINT.encode(x="hour"), OTHER.encode(color="name")),
    "beside and below": lambda: (POINT.encode(x="hour") | OTHER.encode(color="name")) & POINT.encode(x="depth"),
    "a dot in the name": lambda: POINT.encode(x=r"a\.b:Q"),
    "a dot in the name of a group": lambda: (
        CHART.transform_aggregate(mean="mean(depth)", groupby=[r"a\.b"]).mark_bar().encode(x=r"a\.b:O", y="mean:Q")
    ),
    "an error band of a column with a dot": lambda: CHART.mark_errorband().encode(x="hour:Q", y=r"a\.b:Q"),
    "argmax in a tooltip": lambda: POINT.encode(
        x="hour", tooltip=alt.Tooltip("port:N", aggregate=alt.ArgmaxDef(argmax="depth"))
    ),
    "a sequence": lambda: alt.Chart(STEPS).transform_calculate(sin="sin(datum.step)").mark_line().encode(y="sin:Q"),
    "data elsewhere": lambda: alt.Chart("tides.csv").mark_line().encode(x="hour:Q"),
    "shapes": lambda: alt.Chart(SHAPES).mark_geoshape().encode(color="properties.name:N"),
    "no rows": lambda: alt.Chart(FRAME[:0]).mark_point().encode(x="hour:Q"),
    "a selection": lambda: POINT.encode(x="hour").add_params(BRUSH).transform_filter(BRUSH),
    "dates": lambda: alt.Chart(DAYS).mark_line().encode(x="yearmonth(day):T", y="depth"),
}

BAD: dict[str, tuple[Callable[[], alt.TopLevelMixin], set[str]]] = {
    "encoding": (lambda: POINT.encode(x="huor:Q", y="mean(detph):Q"), {"huor", "detph"}),
    "calculate": (
        lambda: CHART.transform_calculate(a="datum.huor", b="datum['de pth']").mark_line().encode(y="a:Q"),
        {"huor", "de pth"},
    ),
    "lost by an aggregate": (
        lambda: CHART.transform_aggregate(mean="mean(depth)", groupby=["port"]).mark_bar().encode(x="hour:Q"),
        {"hour"},
    ),
    "aggregate": (
        lambda: CHART.transform_aggregate(mean="mean(detph)", groupby=["prot"]).mark_bar().encode(y="mean:Q"),
        {"detph", "prot"},
    ),
    "window": (
        lambda: CHART.transform_window(sum="sum(detph)", sort=[alt.SortField("huor")]).mark_line().encode(y="sum:Q"),
        {"detph", "huor"},
    ),
    "filter": (lambda: POINT.transform_filter(alt.FieldOneOfPredicate("prot", ["a"])).encode(x="hour"), {"prot"}),
    "filter, by an expression": (lambda: POINT.transform_filter("!(datum.huor > 1)").encode(x="hour"), {"huor"}),
    "condition": (lambda: colored_by("prot:N"), {"prot"}),
    "sort": (lambda: sorted_by("detph"), {"detph"}),
    "tooltip": (lambda: POINT.encode(x="hour", tooltip=["port", "detph:Q"]), {"detph"}),
    "facet": (lambda: POINT.encode(x="hour").facet("prot:N"), {"prot"}),
    "facet in rows": (lambda: POINT.encode(x="hour").facet(row="prot:N"), {"prot"}),
    "repeat": (lambda: POINT.encode(REPEATED, y="depth").repeat(["hour", "detph"]), {"detph"}),
    "layers of two frames": (lambda: alt.layer(POINT.encode(x="hour"), OTHER.encode(color="hour:Q")), {"hour"}),
    "lookup": (
        lambda: CHART.transform_lookup("prot", alt.LookupData(PORTS, "potr", ["nmae"])).mark_point().encode(x="hour"),
        {"prot", "potr", "nmae"},
    ),
    "pivot": (lambda: CHART.transform_pivot("prot", value="depth").mark_line().encode(y="a:Q"), {"prot"}),
    "a dot in the name": (lambda: POINT.encode(x="a.b:Q"), {"a"}),
}


@pytest.mark.parametrize("name", GOOD)
def test_existing_and_computed_columns_are_not_reported(name: str) -> None:
    assert missing_columns(GOOD[name]().to_dict()) == {}


@pytest.mark.parametrize("name", BAD)
def test_columns_that_are_missing_are_named(name: str) -> None:
    make, missing = BAD[name]
    assert set(missing_columns(make().to_dict())) == missing


def test_every_missing_column_is_reported_with_a_suggestion() -> None:
    with pytest.raises(SiteError) as caught:
        plain_specification(POINT.encode(x="huor:Q", y="a.b:Q"))
    assert {problem.about: problem.suggestion for problem in caught.value.problems} == {
        "huor": "write 'hour'",
        "a": r"write r'a\.b'",
    }


@pytest.mark.parametrize("written", ["back\\slash", r"back\\slash"])
def test_a_column_with_a_backslash_is_renamed(written: str) -> None:
    """Vega-Lite drops the backslash: all marks would have the same position."""
    rows = pd.DataFrame({"hour": [1, 2], "back\\slash": [3, 4]})
    with pytest.raises(SiteError, match="backslash") as caught:
        plain_specification(alt.Chart(rows).mark_point().encode(x="hour:Q", y=alt.Y(f"{written}:Q")))
    assert caught.value.problems[0].suggestion.startswith("rename the column")


MARKS = ("line", "bar", "point", "area", "text", "arc")


@pytest.mark.parametrize("mark", MARKS)
def test_a_chart_without_marks_is_refused_and_one_with_a_single_mark_is_not(mark: str) -> None:
    frame = pd.DataFrame({"x": [1, 2], "y": [None, None], "z": [1, 2]}).astype(float)

    def of(column: str) -> Any:
        marked = getattr(alt.Chart(frame), f"mark_{mark}")()
        return marked.encode(x="x:Q", y=f"{column}:Q", text=f"{column}:Q", theta=f"{column}:Q")

    assert draw_specification(plain_specification(of("z"))).wide
    with pytest.raises(SiteError, match="the chart draws no marks"):
        draw_specification(plain_specification(of("y")))
