"""Data sets as frames: of which library, and that a chart is the same whichever it is."""

from __future__ import annotations

import datetime
import sys
from decimal import Decimal
from pathlib import Path

import altair
import narwhals
import pandas
import pyarrow
import pytest
from pyarrow import feather

from site_builder.charts.draw import plain_specification
from site_builder.data.files import TableFile
from site_builder.data.tables import columns_of, frame_libraries, own_copy, read_frame
from site_builder.problems.source import Mistake

DAYS = [datetime.date(2026, 3, 6), datetime.date(2026, 3, 11)]
COLUMNS = {
    "load": [20, 80],
    "wait": [0.75, 12.0],
    "name": ["calm", None],
    "day": DAYS,
    "price": [Decimal("1.50"), Decimal("2.00")],
    "lasts": [datetime.timedelta(minutes=1), datetime.timedelta(minutes=2)],
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data") / "waits.arrow"
    feather.write_feather(pyarrow.table(COLUMNS), path, compression="uncompressed")
    return path


def by_type(load: int, a, b: pandas.DataFrame, c: narwhals.DataFrame[pyarrow.Table], d: pyarrow.Table) -> None: ...


def by_name(a: pl.DataFrame, b: "pa.Table", c: Waits, d: nw.DataFrame) -> None: ...  # type: ignore[name-defined]  # noqa: F821, UP037


def test_the_type_of_an_argument_names_the_library() -> None:
    assert frame_libraries(by_type) == {
        **dict.fromkeys(("load", "a", "b"), "pandas"),
        "c": "narwhals",
        "d": "pyarrow",
    }


def test_types_that_are_imported_for_checks_only_are_read_by_their_names() -> None:
    assert frame_libraries(by_name) == {"a": "polars", "b": "pyarrow", "c": "pandas", "d": "narwhals"}


@pytest.mark.parametrize(
    ("library", "kind"),
    [("pandas", pandas.DataFrame), ("narwhals", narwhals.DataFrame), ("pyarrow", pyarrow.Table)],
)
def test_a_chart_is_the_same_whichever_frame_it_is_drawn_from(file: Path, library: str, kind: type) -> None:
    found = read_frame(TableFile(file), library)
    assert isinstance(found, kind)
    assert columns_of(found) == list(COLUMNS)
    chart = altair.Chart(own_copy(found)).mark_point().encode(x="load", y="price:Q", color="name", tooltip="day:T")
    given = plain_specification(chart)
    (rows,) = given["datasets"].values()
    assert rows == [
        {"load": 20, "wait": 0.75, "name": "calm", "day": "2026-03-06T00:00:00", "price": 1.5, "lasts": 60.0},
        {"load": 80, "wait": 12.0, "name": None, "day": "2026-03-11T00:00:00", "price": 2.0, "lasts": 120.0},
    ]
    assert [given["encoding"][channel]["type"] for channel in ("x", "color")] == ["quantitative", "nominal"]


def test_days_of_data_sets_are_those_of_a_slider(file: Path) -> None:
    found = read_frame(TableFile(file), "narwhals", has_days=True)
    assert found.filter(day=DAYS[1]).item(0, "wait") == 12
    in_pandas = read_frame(TableFile(file), "pandas", has_days=True)
    assert list(in_pandas[in_pandas.day == DAYS[1]].wait) == [12]


def test_authors_get_copies_of_frames(file: Path) -> None:
    found = read_frame(TableFile(file))
    changed = own_copy(found)
    changed["load"] = 0
    assert list(found.load) == [20, 80]


def test_a_missing_library_is_reported(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("pandas", "polars"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(Mistake, match="frames of pandas, which is not installed") as caught:
        read_frame(TableFile(file))
    assert caught.value.suggestion == ("pip install pandas, or annotate the argument, as frame: narwhals.DataFrame")
    with pytest.raises(Mistake) as caught:
        read_frame(TableFile(file), "polars")
    assert caught.value.suggestion == "pip install polars"
