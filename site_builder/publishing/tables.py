"""Any kind of frame as an Arrow table."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

FORMS = "a data frame of pandas or polars, an Arrow table, a dict of columns, or a list of dicts"
ONE_TYPE = "give all columns the same length, and each values of one type: texts, numbers of at most 64 bits, or days"


def as_table(name: str, frame: Any) -> Any:
    """Return a frame as an Arrow table of plain columns; ``name`` is for what is said of it.

    Named levels of the index of pandas become columns. A dict without a single list is one row. Rows that lack a key
    have no value there.

    Raises
    ------
    TypeError
        For what is no frame.
    ValueError
        For columns without a name or of different lengths, and for values that no column can hold.
    """
    import pyarrow as pa

    try:
        table = _converted(frame)
    except (pa.ArrowException, ValueError, TypeError, OverflowError) as error:
        # Arrow's messages for pandas have two parts, of which the second names the column.
        parts = reversed(error.args) if len(error.args) == 2 else [error]
        message = ": ".join(str(part).partition("\n")[0] for part in parts)
        remedy = "" if type(error) is ValueError else f"; {ONE_TYPE}"
        raise ValueError(f"data set {name!r} cannot be written: {message}{remedy}") from None
    if table is None:
        remedy = "; a Series becomes a frame by .to_frame('NAME')" if hasattr(frame, "to_frame") else ""
        raise TypeError(f"data set {name!r} is of type {type(frame).__name__}; give {FORMS}{remedy}")
    twice = sorted({column for column in table.column_names if table.column_names.count(column) > 1})
    if twice:
        raise ValueError(f"data set {name!r} has two columns called {twice[0]!r}")
    return _plain(table)


def _converted(frame: Any) -> Any:
    """Return a frame as an Arrow table, or nothing for what is none."""
    import pyarrow as pa

    pandas = sys.modules.get("pandas")
    if isinstance(frame, pa.Table):
        return frame
    if isinstance(frame, pa.RecordBatch):
        return pa.Table.from_batches([frame])
    if pandas is not None and isinstance(frame, pandas.DataFrame):
        return _from_pandas(frame)
    if isinstance(frame, Mapping):
        return pa.table({_named(column): _alike(column, values) for column, values in _columns_of(frame).items()})
    if isinstance(frame, list | tuple) and all(isinstance(row, Mapping) for row in frame):
        keys = dict.fromkeys(_named(key) for row in frame for key in row)
        return pa.table({key: pa.array(_alike(key, [row.get(key) for row in frame])) for key in keys})
    if hasattr(frame, "__arrow_c_stream__") and hasattr(frame, "columns"):  # polars, and others of its kind
        return pa.table(frame)
    return None


def _from_pandas(frame: Any) -> Any:
    """Return a data frame of pandas as an Arrow table; an index of numbers without a name only counts rows."""
    import pyarrow as pa

    if any(level is not None for level in frame.index.names) or (len(frame) and frame.index.dtype.kind not in "iu"):
        frame = frame.reset_index()
    if frame.columns.nlevels > 1:
        remedy = "flatten them: frame.columns = ['_'.join(column).strip('_') for column in frame.columns]"
        raise ValueError(f"the columns have {frame.columns.nlevels} levels of names; {remedy}")
    for column, values in frame.items():
        _named(column)
        _alike(column, values)
        kind = getattr(values.dtype, "categories", values).dtype
        if str(kind).startswith(("interval", "period")):  # of which Arrow keeps only the numbers
            frame = frame.assign(**{column: values.map(str, na_action="ignore")})
    return pa.Table.from_pandas(frame, preserve_index=False)


def _alike(column: str, values: Any) -> Any:
    """Refuse what Arrow would cut to one type: days beside moments, and moments with and without a time zone."""
    if hasattr(values, "columns"):
        raise ValueError(f"column {column!r} holds a frame; publish it as a data set of its own")
    kinds = {
        (isinstance(value, datetime), getattr(value, "tzinfo", None) is None)
        for value in (values if str(getattr(values, "dtype", "object")) == "object" else ())
        if isinstance(value, date) and value == value  # not NaT
    }
    if len(kinds) > 1:
        mixed = "days and moments" if (False, True) in kinds else "moments with and without a time zone"
        raise ValueError(f"column {column!r} holds {mixed}; make them alike, such as by pandas.to_datetime")
    return values


def _columns_of(frame: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return columns as Arrow takes them: lists and arrays, single values as one row."""
    if frame and not any(_is_column(values) for values in frame.values()):
        return {name: [value] for name, value in frame.items()}
    return {name: list(values) if isinstance(values, range | tuple) else values for name, values in frame.items()}


def _is_column(values: Any) -> bool:
    """Tell whether a value is many; texts are one."""
    if isinstance(values, str | bytes | Mapping):
        return False
    return isinstance(values, Sequence) or (hasattr(values, "__len__") and hasattr(values, "__getitem__"))


def _named(column: Any) -> str:
    """Accept the name of a column."""
    if not isinstance(column, str) or not column:
        raise ValueError(f"a column is called {column!r}; give each column a text for a name")
    return column


def _plain(table: Any) -> Any:
    """Return a table whose texts are of one type, without what libraries note in it: equal data give equal bytes."""
    import pyarrow as pa

    fields = []
    for field in table.schema:
        is_text = pa.types.is_large_string(field.type) or pa.types.is_string_view(field.type)
        fields.append(pa.field(field.name, pa.string() if is_text else field.type))
    return table.cast(pa.schema(fields)).combine_chunks()
