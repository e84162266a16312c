"""The data behind figures: tables for readers, CSV to download, JSON for scripts."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from site_builder.data import DataSet, Tables
from site_builder.plain_values import plain

LARGEST_TABLE = 100


@dataclass(frozen=True)
class DataTable:
    """A data set as readers see it; ``rows`` is None where there are too many for a table."""

    name: str
    title: str
    description: str
    columns: list[str]
    rows: list[list[str]] | None
    n_rows: int
    file: str


def csv_file(name: str) -> str:
    """Return the file that a data set is published as."""
    return f"data/{name}.csv"


def arrow_file(name: str) -> str:
    """Return the file of the site that holds a table in full precision, with its types."""
    return f"data/{name}.arrow"


def data_tables(tables: Tables, names: Sequence[str]) -> list[DataTable]:
    """Return the data of a chart; sets of up to a hundred rows as a table."""
    return [data_table(tables.sets[name], tables.columns(name)) for name in names]


def data_table(data_set: DataSet, columns: Mapping[str, Sequence[Any]]) -> DataTable:
    """Return one data set for readers."""
    units = data_set.unit_of_column
    heads = [head_of(name, units.get(name, "")) for name in columns]
    n_rows = max((len(values) for values in columns.values()), default=0)
    rows = None
    if n_rows <= LARGEST_TABLE:
        rows = [[shown(value) for value in row] for row in zip(*columns.values(), strict=True)]
    title = data_set.name.replace("_", " ")
    return DataTable(data_set.name, title, data_set.description, heads, rows, n_rows, csv_file(data_set.name))


def head_of(name: str, unit: str) -> str:
    """Return a column's name as words, with its unit unless the name says it already."""
    words = name.replace("_", " ")
    return words if not unit or unit in words.split() else f"{words} ({unit})"


def shown(value: Any) -> str:
    """Return a cell of a table: six significant digits."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}".replace("-", "\N{MINUS SIGN}")
    if isinstance(value, float | Decimal):
        return f"{value:.6g}".replace("-", "\N{MINUS SIGN}")
    return str(value)


def as_csv(columns: Mapping[str, Sequence[Any]]) -> bytes:
    """Return a data set as CSV, in full precision."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    return stream.getvalue().encode()


def for_scripts(columns: Mapping[str, Sequence[Any]]) -> dict[str, list[Any]]:
    """Return a data set as JSON can hold it; see :func:`plain_values.plain`."""
    return {name: [plain(value) for value in values] for name, values in columns.items()}


def as_script(columns: Mapping[str, Sequence[Any]]) -> str:
    """Return a data set as JSON that may stand inside a page."""
    text = json.dumps(for_scripts(columns), ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")
