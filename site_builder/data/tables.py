"""Convert tables of data sets to plain columns, frames of libraries, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import lru_cache
from importlib import import_module
from inspect import signature
from math import isfinite
from types import NoneType
from typing import TYPE_CHECKING, Any

from site_builder.data.files import TableFile, read_table
from site_builder.plain_values import plain
from site_builder.problems.source import Mistake

if TYPE_CHECKING:
    from site_builder.data.manifest import DataSet

CLOCK = re.compile(
    r"(?P<sign>-?)(?:(?P<days>\d+) days?,? ?)?(?P<hours>\d+):(?P<minutes>\d\d)(?::(?P<seconds>\d\d(?:\.\d+)?))?"
)


def written_duration(value: timedelta) -> str:
    """Format a duration, such as ``1:30:00``, ``2 days 0:00:05`` or ``-0:00:00.25``."""
    sign, value = ("-", -value) if value < timedelta(0) else ("", value)
    minutes, seconds = divmod(value.seconds, 60)
    days = f"{value.days} day{'' if value.days == 1 else 's'} " if value.days else ""
    fraction = f".{value.microseconds:06d}".rstrip("0") if value.microseconds else ""
    return f"{sign}{days}{minutes // 60}:{minutes % 60:02d}:{seconds:02d}{fraction}"


def read_duration(text: str) -> timedelta:
    """Parse a duration in the form of :func:`written_duration`, or a number of seconds.

    Raises
    ------
    ValueError
        If the text has another form.
    """
    found = CLOCK.fullmatch(text.strip())
    if found is None:
        return timedelta(seconds=float(text))
    days, hours, minutes = (int(found[part] or 0) for part in ("days", "hours", "minutes"))
    value = timedelta(days=days, hours=hours, minutes=minutes, seconds=float(found["seconds"] or 0))
    return -value if found["sign"] else value


class Tables:
    """The columns of data sets, each read on first use."""

    def __init__(self, sets: Mapping[str, DataSet]) -> None:
        self.sets = {name: data_set for name, data_set in sets.items() if data_set.kind == "table"}
        self._columns: dict[str, dict[str, list[Any]]] = {}

    def add(self, data_set: DataSet, columns: Mapping[str, Sequence[Any]]) -> None:
        """Add a table that is not in a file."""
        self.sets[data_set.name] = data_set
        self._columns[data_set.name] = {name: list(values) for name, values in columns.items()}

    def columns(self, name: str) -> dict[str, list[Any]]:
        """Return the plain values of a data set by column."""
        if name not in self._columns:
            self._columns[name] = plain_columns(read_table(self.sets[name].table))
        return self._columns[name]


class Rounded(list[Any]):
    """The values of a column of single or half precision; 2 ** -``bits`` is their relative precision."""

    def __init__(self, values: Iterable[Any], bits: int) -> None:
        super().__init__(values)
        self.bits = bits


def plain_columns(table: Any) -> dict[str, list[Any]]:
    """Convert an Arrow table to Python values by column: times in microseconds, short floats by their shortest text."""
    import pyarrow as pa

    columns: dict[str, list[Any]] = {}
    for name, column in zip(table.column_names, table.columns, strict=True):
        kind = column.type
        if kind in (pa.float32(), pa.float16()):
            shortest = column.cast(pa.float32()).cast(pa.string()).cast(pa.float64())
            columns[name] = Rounded(shortest.to_pylist(), 23 if kind == pa.float32() else 10)
            continue
        if pa.types.is_timestamp(kind) and kind.unit == "ns":  # Python's datetime has no nanoseconds
            column = column.cast(pa.timestamp("us", kind.tz), safe=False)
        elif pa.types.is_duration(kind) and kind.unit == "ns":
            column = column.cast(pa.duration("us"), safe=False)
        columns[name] = column.to_pylist()
    return columns


def for_charts(table: Any) -> Any:
    """Convert decimals and durations (to seconds) in an Arrow table to floats, because Altair supports neither."""
    import pyarrow as pa

    for index, column in enumerate(table.schema):
        if pa.types.is_decimal(column.type):
            table = table.set_column(index, column.name, table.column(index).cast(pa.float64()))
        elif pa.types.is_duration(column.type):
            table = table.set_column(index, column.name, seconds_of(table.column(index)))
    return table


def seconds_of(durations: Any) -> Any:
    """Convert a column of durations to seconds."""
    import pyarrow as pa
    from pyarrow import compute

    in_a_second = {"s": 1, "ms": 10**3, "us": 10**6, "ns": 10**9}[durations.type.unit]
    return compute.divide(durations.cast(pa.int64()).cast(pa.float64()), float(in_a_second))


def as_csv(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Serialize a data set as CSV in full precision."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*map(in_csv, columns.values()), strict=True))
    return stream.getvalue().encode()


def in_csv(values: Sequence[Any]) -> Sequence[Any]:
    """Convert a column for CSV: durations as in the prose, lists and records to JSON, bytes to hexadecimal."""
    first = next((value for value in values if value is not None), None)
    write = next((write for kind, write in WRITERS.items() if isinstance(first, kind)), None)
    return values if write is None else [value if value is None else write(value) for value in values]


def as_json(value: Any) -> str:
    """Serialize a list or a record as JSON, with bytes in hexadecimal."""

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
    """Convert a data set to values that JSON can hold; see :func:`plain_values.plain`."""
    return {name: plain_column(values) for name, values in columns.items()}


def plain_column(values: Sequence[Any]) -> list[Any]:
    """Convert the values of a column for scripts; a column of plain values is copied at once."""
    kinds = set(map(type, values))
    if kinds <= {int, str, bool, NoneType} or (kinds == {float} and all(map(isfinite, values))):
        return list(values)
    return [plain(value) for value in values]


def as_script(columns: Mapping[str, Sequence[Any]]) -> str:
    """Serialize a data set as JSON that is safe inside a page."""
    text = json.dumps(for_scripts(columns), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


LIBRARIES = ("pandas", "polars", "pyarrow", "narwhals")
# Usual abbreviations in types that are imported only for type checkers.
SHORT = {"pd": "pandas", "pl": "polars", "pa": "pyarrow", "nw": "narwhals"}


@lru_cache(maxsize=64)
def frame_libraries(function: Callable[..., Any]) -> dict[str, str]:
    """Return the library of the frames for each argument of a function: pandas, unless its type names another."""
    try:
        arguments = signature(function, eval_str=True).parameters
    except (NameError, SyntaxError, AttributeError):  # a type that is imported only for type checkers
        arguments = signature(function).parameters
    return {name: library_of(argument.annotation) for name, argument in arguments.items()}


def library_of(annotation: Any) -> str:
    """Return the library of a type or of its name; pandas for other types."""
    named = annotation if isinstance(annotation, str) else getattr(annotation, "__module__", "")
    library = str(named).strip("'\"").partition(".")[0]
    library = SHORT.get(library, library)
    return library if library in LIBRARIES else LIBRARIES[0]


def read_frame(file: TableFile, library: str = "pandas", has_days: bool = False) -> Any:
    """Read the table in a file as a frame of a library.

    ``has_days`` is whether dates become dates in pandas, as for explorables, or datetimes, as Altair requires; other
    libraries have both types.

    Raises
    ------
    Mistake
        If the library is not installed.
    """
    try:
        owner = import_module(library)
    except ModuleNotFoundError as error:
        others = ", or annotate the argument, as frame: narwhals.DataFrame" if library == "pandas" else ""
        message = f"data sets come as frames of {library}, which is not installed"
        raise Mistake("data-file", message, suggestion=f"pip install {library}{others}") from error
    table = for_charts(read_table(file))
    if library == "pandas":
        return in_pandas(table, has_days)
    if library == "narwhals":
        return owner.from_native(table, eager_only=True)
    return owner.from_arrow(table) if library == "polars" else table


def in_pandas(table: Any, has_days: bool) -> Any:
    """Convert an Arrow table to a data frame of pandas."""
    import pandas as pd
    import pyarrow as pa

    days: dict[Any, Any] = {pa.date32(): pd.ArrowDtype(pa.date32())} if has_days else {}
    return table.to_pandas(date_as_object=False, types_mapper=days.get)


def own_copy(frame: Any) -> Any:
    """Return a frame that the caller may change; a copy if the library's frames are mutable."""
    return frame.copy() if hasattr(frame, "copy") else frame


def columns_of(frame: Any) -> list[str]:
    """Return the names of the columns of a frame."""
    names = frame.column_names if hasattr(frame, "column_names") else getattr(frame, "columns", ())
    return [str(name) for name in names]
