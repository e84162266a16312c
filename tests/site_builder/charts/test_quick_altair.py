"""Altair reads the schemas of its classes once, and makes the same charts of it."""

from __future__ import annotations

from typing import Any

import altair as alt
import pytest
from altair.utils import schemapi

from site_builder.charts.svg import remember_classes


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return Altair's own reader of classes, put back afterwards."""
    own = schemapi._FromDict
    monkeypatch.setattr(schemapi, "_FromDict", type("_FromDict", (own,), {"__init__": own.__init__}))
    return schemapi._FromDict


def made() -> dict[str, Any]:
    chart = alt.Chart(alt.Data(values=[{"n": 1, "share": 2}])).mark_bar()
    return chart.encode(x="n:O", y="mean(share):Q", color={"field": "n", "type": "nominal"}).to_dict()  # type: ignore[no-any-return]


def test_charts_are_the_same_and_classes_are_read_once(reader: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    before, read = made(), list[int]()
    remember_classes()
    remember_classes()
    assert made() == before

    def counted(*given: Any, **named: Any) -> int:
        read.append(len(read))
        return len(read)

    monkeypatch.setattr(reader, "hash_schema", counted)
    alt.Chart().encode(x="n:O")
    assert len(read) < 10  # of 568 classes


def test_another_altair_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(schemapi, "_FromDict")
    remember_classes()
