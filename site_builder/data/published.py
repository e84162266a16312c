"""Which files of a data set are published, and under which names."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Any

from site_builder.data.durations import written_duration
from site_builder.data.manifest import DataSet
from site_builder.data.tables import Tables
from site_builder.data.values import is_empty
from site_builder.locales import MINUS, formatted, localized
from site_builder.problems.problem import Problem, SiteError

FILE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")

AWKWARD = re.compile(r"[^\w.-]+", re.ASCII)
LARGEST_TABLE = 100
MOST_CELLS = 20_000


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
    if n_rows <= LARGEST_TABLE and n_rows * len(columns) <= MOST_CELLS:
        rows = [[shown(value) for value in row] for row in zip(*columns.values(), strict=True)]
    title = data_set.name.replace("_", " ")
    return DataTable(data_set.name, title, data_set.description, heads, rows, n_rows, csv_file(data_set.name))


def head_of(name: str, unit: str) -> str:
    """Return a column's name as words, with its unit unless the name says it already, in singular or plural."""
    words = name.replace("_", " ")
    is_said = unit.removesuffix("s") in {word.removesuffix("s") for word in words.split()}
    return words if not unit or is_said else f"{words} ({unit})"


def shown(value: Any) -> str:
    """Return a cell of a table: six significant digits."""
    if is_empty(value):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return localized(f"{value:,}").replace("-", MINUS)
    if isinstance(value, float | Decimal):
        return localized(formatted(value, ".6g")).replace("-", MINUS)
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value))
    if isinstance(value, dict):
        return ", ".join(f"{name}: {shown(inner)}" for name, inner in value.items())
    if isinstance(value, bytes):
        return f"{len(value):,} byte{'' if len(value) == 1 else 's'}"
    return written_duration(value) if isinstance(value, timedelta) else str(value)


def files_in(data_set: DataSet) -> dict[str, bytes]:
    """Return the files of an archive by name.

    Raises
    ------
    SiteError
        If it cannot be read, or a file's name is not one of letters, digits, dots, dashes and underscores.
    """
    try:
        with zipfile.ZipFile(data_set.file) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise _archive_problem(data_set, f"cannot be read as a zip archive ({error})") from None
    for name in files:
        if not FILE_NAME.fullmatch(name):
            raise _archive_problem(data_set, f"holds a file called {name!r}, which cannot stand in an address")
    return files


def _archive_problem(data_set: DataSet, what: str) -> SiteError:
    """Return the error of an archive that cannot be published."""
    message = f"the file of data set {data_set.name!r} {what}"
    return SiteError([Problem("content/site.toml", 0, 0, "data-archive", message, "see what the data command writes")])


def published_name(data_set: DataSet) -> str:
    """Return the file of the site that a data set is published as: tables as CSV, assets named by their content.

    An archive becomes a folder; its name ends with a slash.
    """
    if data_set.kind != "asset":
        return csv_file(data_set.name)
    stem, dot, ending = AWKWARD.sub("-", data_set.file.name).partition(".")
    return f"data/{stem}-{data_set.sha256[:8]}{'/' if data_set.is_archive else dot + ending}"
