"""Altair reads the schemas of its classes once, and makes the same charts of it."""

from __future__ import annotations

from typing import Any

import altair as alt

from site_builder.charts.svg import remember_classes
from tests.site_builder.conftest import calls_of


def made() -> dict[str, Any]:
    chart = alt.Chart(alt.Data(values=[{"n": 1, "share": 2}])).mark_bar()
    return chart.encode(x="n:O", y="mean(share):Q", color={"field": "n", "type": "nominal"}).to_dict()  # type: ignore[no-any-return]


def test_charts_are_the_same_and_classes_are_read_once() -> None:
    before = made()
    remember_classes()
    remember_classes()
    assert made() == before
    with calls_of("hash_schema") as read:
        alt.Chart().encode(x="n:O")
    assert len(read) < 10  # of 568 classes
