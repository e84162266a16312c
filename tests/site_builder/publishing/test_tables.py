"""Data frames of every kind become the same Arrow table, and other objects are reported."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from site_builder.data.files import as_arrow
from site_builder.publishing.publish import as_table

ROWS = [{"port": "North", "metres": 1.5}, {"port": "South", "metres": 2.0}]
COLUMNS = {"port": ["North", "South"], "metres": [1.5, 2.0]}
FRAME = pd.DataFrame(COLUMNS)


class Stream:
    """A frame of another library, which offers itself as a stream of Arrow."""

    columns = ("port", "metres")

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return pa.table(COLUMNS, pa.schema({"port": pa.large_string(), "metres": pa.float64()})).__arrow_c_stream__()


@pytest.mark.parametrize(
    "frame",
    [
        COLUMNS,
        {"port": ("North", "South"), "metres": np.array([1.5, 2.0])},
        ROWS,
        FRAME,
        FRAME.set_index("port"),
        FRAME[FRAME["metres"] > 0].sample(frac=1, random_state=1).sort_values("port"),
        FRAME.set_index("port").groupby("port").mean(),
        FRAME.astype({"port": object}),
        pa.table(COLUMNS),
        pa.record_batch(COLUMNS),
        pa.table({"port": pa.array(COLUMNS["port"], pa.large_string()), "metres": COLUMNS["metres"]}),
        Stream(),
    ],
)
def test_every_kind_of_frame_gives_the_same_file(frame: Any) -> None:
    table = as_table("tides", frame)
    assert table.to_pylist() == ROWS
    assert as_arrow(table) == as_arrow(as_table("tides", ROWS))


@pytest.mark.parametrize(
    ("frame", "rows"),
    [
        ({"start": 90.0, "vessel": "mug"}, [{"start": 90.0, "vessel": "mug"}]),
        ([{"a": 1}, {"b": 2}], [{"a": 1, "b": None}, {"a": None, "b": 2}]),
        ({"minute": range(2)}, [{"minute": 0}, {"minute": 1}]),
        ({}, []),
        ([], []),
        (
            {"day": [datetime.date(2026, 11, 22)], "fee": [Decimal("2.50")], "gap": [datetime.timedelta(hours=1)]},
            [{"day": datetime.date(2026, 11, 22), "fee": Decimal("2.50"), "gap": datetime.timedelta(hours=1)}],
        ),
    ],
)
def test_rows(frame: Any, rows: list[dict[str, Any]]) -> None:
    assert as_table("tides", frame).to_pylist() == rows


@pytest.mark.parametrize(
    ("frame", "kind", "message"),
    [
        (3, TypeError, "data set 'tides' is of type int; give a data frame of pandas or polars, an Arrow table"),
        (FRAME["port"], TypeError, "data set 'tides' is of type Series"),
        ([1, 2], TypeError, "data set 'tides' is of type list"),
        ({"a": [1, 2], "b": [1]}, ValueError, "data set 'tides' cannot be written: "),
        ({"a": [1, "x"]}, ValueError, "data set 'tides' cannot be written: "),
        (pd.DataFrame({"a": [1, "x"]}), ValueError, "data set 'tides' cannot be written: "),
        ({3: [1]}, ValueError, "a column is called 3; give each column a text for a name"),
        (pd.DataFrame([[1, 2]]), ValueError, "a column is called 0"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), ValueError, "a"),
        (pa.table([[1], [2]], ["a", "a"]), ValueError, "data set 'tides' has two columns called 'a'"),
    ],
)
def test_an_object_that_is_no_frame_is_reported(frame: Any, kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        as_table("tides", frame)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (np.datetime64("2026-11-22"), [datetime.date(2026, 11, 22)]),
        ([np.datetime64("2026-11-22"), None], [datetime.date(2026, 11, 22), None]),
        (np.arange("2026-11", "2027-01", dtype="M8[M]"), [datetime.date(2026, 11, 1), datetime.date(2026, 12, 1)]),
        ([np.datetime64("2026-11-22T09")], [datetime.datetime(2026, 11, 22, 9)]),
        ([np.timedelta64(2, "h")], [datetime.timedelta(hours=2)]),
        (np.arange(2) * np.timedelta64(1, "D"), [datetime.timedelta(0), datetime.timedelta(days=1)]),
    ],
)
def test_days_moments_and_durations_of_numpy_have_any_unit(values: Any, expected: list[Any]) -> None:
    assert as_table("tides", {"when": values})["when"].to_pylist() == expected


def test_row_names_of_pandas_are_a_column() -> None:
    described = as_table("tides", pd.DataFrame({"metres": [1.0, 3.0]}).describe())
    assert described.column_names == ["index", "metres"]
    assert described.column("index").to_pylist()[:3] == ["count", "mean", "std"]
    assert as_table("tides", FRAME[FRAME["metres"] > 1.5]).column_names == ["port", "metres"]
    assert as_table("tides", pd.DataFrame(columns=["port"])).column_names == ["port"]


def test_columns_with_levels_are_refused_with_a_remedy() -> None:
    with pytest.raises(ValueError, match=r"the columns have 2 levels of names; flatten them: frame.columns = "):
        as_table("tides", FRAME.groupby("port").agg({"metres": ["mean", "max"]}))
