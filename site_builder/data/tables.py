"""The rows of data sets, read once; as scripts get them, and as CSV."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from math import isfinite
from types import NoneType
from typing import Any

from site_builder.data.durations import written_duration
from site_builder.data.forms import read_table
from site_builder.data.manifest import DataSet
from site_builder.plain_values import plain


class Tables:
    """Rows of the data sets, read when they are asked for; not a copy of anything, so it is cheap to make."""

    def __init__(self, sets: Mapping[str, DataSet]) -> None:
        self.sets = {name: data_set for name, data_set in sets.items() if data_set.kind == "table"}
        self._columns: dict[str, dict[str, list[Any]]] = {}

    def add(self, data_set: DataSet, columns: Mapping[str, Sequence[Any]]) -> None:
        """Add a table that no file holds."""
        self.sets[data_set.name] = data_set
        self._columns[data_set.name] = {name: list(values) for name, values in columns.items()}

    def columns(self, name: str) -> dict[str, list[Any]]:
        """Return a set as plain values by column."""
        if name not in self._columns:
            self._columns[name] = plain_columns(read_table(self.sets[name].table))
        return self._columns[name]


class Rounded(list[Any]):
    """The floats of a column whose type has fewer digits than Python's: 2 ** -``bits`` is their relative precision."""

    def __init__(self, values: Iterable[Any], bits: int) -> None:
        super().__init__(values)
        self.bits = bits


def plain_columns(table: Any) -> dict[str, list[Any]]:
    """Return an Arrow table as values of Python by column: moments in microseconds, floats as their shortest text."""
    import pyarrow as pa

    columns: dict[str, list[Any]] = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        kind = column.type
        if kind in (pa.float32(), pa.float16()):
            shortest = column.cast(pa.float32()).cast(pa.string()).cast(pa.float64())
            columns[name] = Rounded(shortest.to_pylist(), 23 if kind == pa.float32() else 10)
            continue
        if pa.types.is_timestamp(kind) and kind.unit == "ns":  # which pandas has values for, and Python has not
            column = column.cast(pa.timestamp("us", kind.tz), safe=False)
        elif pa.types.is_duration(kind) and kind.unit == "ns":
            column = column.cast(pa.duration("us"), safe=False)
        columns[name] = column.to_pylist()
    return columns


def for_charts(table: Any) -> Any:
    """Return an Arrow table with numbers in place of decimals and durations (their seconds): Altair knows neither."""
    import pyarrow as pa

    for index, column in enumerate(table.schema):
        if pa.types.is_decimal(column.type):
            table = table.set_column(index, column.name, table.column(index).cast(pa.float64()))
        elif pa.types.is_duration(column.type):
            table = table.set_column(index, column.name, seconds_of(table.column(index)))
    return table


def seconds_of(durations: Any) -> Any:
    """Return a column of durations as numbers."""
    import pyarrow as pa
    from pyarrow import compute

    in_a_second = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[durations.type.unit]
    return compute.divide(durations.cast(pa.int64()).cast(pa.float64()), float(in_a_second))


def as_csv(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a data set as CSV, in full precision."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*map(in_csv, columns.values()), strict=True))
    return stream.getvalue().encode()


def in_csv(values: Sequence[Any]) -> Sequence[Any]:
    """Return a column as it is written in CSV: durations as in the prose, lists and records as JSON, bytes in hex."""
    first = next((value for value in values if value is not None), None)
    write = next((write for kind, write in WRITERS.items() if isinstance(first, kind)), None)
    return values if write is None else [value if value is None else write(value) for value in values]


def as_json(value: Any) -> str:
    """Return a list or a record as JSON, bytes in hex."""

    def inside(inner: Any) -> Any:
        return inner.hex() if isinstance(inner, bytes) else plain(inner)

    return json.dumps(value, ensure_ascii=False, default=inside)


WRITERS: dict[type, Callable[[Any], str]] = {
    timedelta: written_duration,
    list: as_json,
    dict: as_json,
    bytes: bytes.hex,
}


def for_scripts(columns: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return a data set as JSON can hold it; see :func:`plain_values.plain`."""
    return {name: plain_column(values) for name, values in columns.items()}


def plain_column(values: Sequence[Any]) -> list[Any]:
    """Return the values of a column for scripts; most columns are plain already, which is seen at once."""
    kinds = set(map(type, values))
    if kinds <= {int, str, bool, NoneType} or (kinds == {float} and all(map(isfinite, values))):
        return list(values)
    return [plain(value) for value in values]


def as_script(columns: Mapping[str, Sequence[Any]]) -> str:
    """Return a data set as JSON that may stand inside a page."""
    text = json.dumps(for_scripts(columns), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")
