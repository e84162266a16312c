"""Prepare the files and tables of data sets for publication."""

from __future__ import annotations

import datetime
import math
import re
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from site_builder.data.tables import written_duration
from site_builder.data.values import is_empty, write_value
from site_builder.explore.parameters import same_name
from site_builder.locales import MINUS, formatted, localized, typeset
from site_builder.plain_values import YEARS
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Mistake, suggest
from site_builder.project_files import LARGEST_FILE

if TYPE_CHECKING:
    from site_builder.data.manifest import DataSet

FILE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")

AWKWARD = re.compile(r"[^\w.-]+", re.ASCII)
LARGEST_TABLE = 100
MOST_CELLS = 20_000


@dataclass(frozen=True)
class DataTable:
    """A data set as readers see it; ``rows`` is None if there are too many for a table."""

    name: str
    title: str
    description: str
    columns: list[str]
    rows: list[list[str]] | None
    n_rows: int
    file: str


def csv_file(name: str) -> str:
    """Return the CSV file of the site for a data set."""
    return f"data/{name}.csv"


def arrow_file(name: str) -> str:
    """Return the Arrow file of the site for a table, which has full precision and types."""
    return f"data/{name}.arrow"


def data_table(data_set: DataSet, columns: Mapping[str, Sequence[Any]]) -> DataTable:
    """Prepare a data set for readers, with its rows if there are at most a hundred."""
    units = data_set.unit_of_column
    heads = [head_of(name, units.get(name, "")) for name in columns]
    n_rows = max((len(values) for values in columns.values()), default=0)
    rows = None
    if n_rows <= LARGEST_TABLE and n_rows * len(columns) <= MOST_CELLS:
        rows = [[shown(value) for value in row] for row in zip(*columns.values(), strict=True)]
    title = data_set.name.replace("_", " ")
    return DataTable(data_set.name, title, data_set.description, heads, rows, n_rows, csv_file(data_set.name))


def head_of(name: str, unit: str) -> str:
    """Return a column's name as words, with its unit unless the name contains it in singular or plural."""
    words = name.replace("_", " ")
    is_contained = unit.removesuffix("s") in {word.removesuffix("s") for word in words.split()}
    return words if not unit or is_contained else f"{words} ({unit})"


def shown(value: Any) -> str:
    """Format a cell of a table, numbers with six significant digits."""
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
    """Read the files of a zip archive by name.

    Raises
    ------
    SiteError
        If it cannot be read or unpacks to too many bytes, or a file's name has other characters than letters, digits,
        dots, dashes and underscores.
    """
    try:
        with zipfile.ZipFile(data_set.file) as archive:
            n_bytes = sum(entry.file_size for entry in archive.infolist())
            if n_bytes > LARGEST_FILE:
                raise _archive_problem(data_set, f"unpacks to {n_bytes:,} bytes; at most {LARGEST_FILE:,} are read")
            files = {name: archive.read(name) for name in archive.namelist()}
    except (OSError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise _archive_problem(data_set, f"cannot be read as a zip archive ({error})") from None
    for name in files:
        if not FILE_NAME.fullmatch(name):
            raise _archive_problem(data_set, f"holds a file called {name!r}, which is not allowed in an address")
    return files


def _archive_problem(data_set: DataSet, what: str) -> SiteError:
    """Return the error of an archive that cannot be published."""
    message = f"the file of data set {data_set.name!r} {what}"
    return SiteError(
        [Problem("content/site.toml", 0, 0, "data-archive", message, "check what the data command writes")]
    )


def published_name(data_set: DataSet) -> str:
    """Return the file of the site for a data set: tables as CSV, assets under a name with their digest.

    An archive is published as a folder, whose name ends with a slash.
    """
    if data_set.kind != "asset":
        return csv_file(data_set.name)
    stem, dot, ending = AWKWARD.sub("-", data_set.file.name).partition(".")
    return f"data/{stem}-{data_set.sha256[:8]}{'/' if data_set.is_archive else dot + ending}"


WANTED = re.compile(
    r"(?:'(?P<quoted>[^']+)'|(?P<bare>[^\s:']+))(?::(?:'(?P<quoted_format>[^']*)'|(?P<bare_format>[^\s']+)))?(?=\s|$)"
)
NUMBERS = (int, float, Decimal, datetime.timedelta)
IN_FULL = re.compile(r"-?\d+(?:\.\d\d?)?")
DIGITS = 4
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
MADE_FROM = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "\N{LATIN SMALL LETTER DOTLESS I}": "i"}
)

# Returns the collation key of each text.
Collate = Callable[[Sequence[str]], Mapping[str, Any]]


@dataclass(frozen=True)
class ColumnRequest:
    """A column of a table directive, ``name:format``, with the offsets of both parts."""

    name: str
    spec: str
    offset: int
    spec_offset: int


@dataclass(frozen=True)
class Cell:
    """A cell: its text, and its rank in the column from 0, or "" for a cell without a value, which is sorted last."""

    text: str
    sort: str = ""


def read_columns(text: str) -> list[ColumnRequest]:
    """Parse ``name name:format 'a name':'%-d %B'``.

    Raises
    ------
    Mistake
        With the offset in ``text`` of what cannot be read.
    """
    wanted, position = [], 0
    while text[position:].strip():
        position += len(text[position:]) - len(text[position:].lstrip())
        match = WANTED.match(text, position)
        if match is None:
            rest = text[position:].split()[0]
            suggestion = "write name or name:format, in single quotes what holds spaces"
            raise Mistake("table-columns", f"cannot read column {rest!r}", position, len(rest), suggestion)
        name, spec = (
            ("quoted" if match["quoted"] else "bare"),
            ("quoted_format" if match["quoted_format"] else "bare_format"),
        )
        wanted.append(ColumnRequest(match[name], match[spec] or "", match.start(name), max(0, match.start(spec))))
        position = match.end()
    return wanted


def require_column(set_name: str, column: str, columns: Mapping[str, object], offset: int, code: str) -> str:
    """Return the name of a column in the data set; raise an error with this code if it does not exist."""
    called = same_name(column, columns)
    if called not in columns:
        message = f"data set {set_name!r} has no column {column!r}"
        raise Mistake(code, message, offset, len(column), suggest(column, columns))
    return called


def is_numeric(values: Sequence[Any]) -> bool:
    """Return whether a column contains numbers or durations, which are aligned to the right."""
    kinds = {type(value) for value in values if value is not None}
    return bool(kinds) and all(issubclass(kind, NUMBERS) and kind is not bool for kind in kinds)


def english(texts: Sequence[str]) -> dict[str, Any]:
    """Return the English collation keys by text."""
    return {text: collation_key(text) for text in texts}


def collation_key(text: str) -> Any:
    """Return the collation key of a text: letters without case and accents, then accents, then lower case first.

    Digits are compared as numbers, so that "pier 9" comes before "pier 10".
    """
    small = unicodedata.normalize("NFC", text).casefold()
    bare = unicodedata.normalize("NFD", small.translate(MADE_FROM))
    letters = "".join(letter for letter in bare if not unicodedata.combining(letter))
    parts = re.split(r"([0-9]+)", letters)
    numbers = [(len(part.lstrip("0")), part.lstrip("0")) for part in parts[1::2]]
    return [*zip(parts[::2], [*numbers, (0, "")], strict=True)], small, text.swapcase()


def in_order(rows: Sequence[int], values: Sequence[Any], descending: bool, collate: Collate = english) -> list[int]:
    """Sort rows by a column, stably; rows without a value come last."""
    there = [row for row in rows if not is_empty(values[row])]
    keys = dict(zip(there, sort_keys([values[row] for row in there], collate), strict=True))
    empty = [row for row in rows if row not in keys]
    return [*sorted(keys, key=keys.__getitem__, reverse=descending), *empty]


def sort_keys(values: Sequence[Any], collate: Collate) -> list[Any]:
    """Return the sort keys of the values of a column: datetimes in UTC, texts by collation."""
    keys = [
        value - EPOCH if isinstance(value, datetime.datetime) and value.tzinfo is not None else value
        for value in values
    ]
    is_text = [not isinstance(key, (*NUMBERS, datetime.date, datetime.time)) for key in keys]
    rank_of = collate([str(key) for key, is_one in zip(keys, is_text, strict=True) if is_one])
    return [rank_of[str(key)] if is_one else key for key, is_one in zip(keys, is_text, strict=True)]


def cells_of(values: Sequence[Any], spec: str, collate: Collate = english) -> list[Cell]:
    """Format the cells of a column, with the ranks by which the page sorts the table.

    Raises
    ------
    Mistake
        For a format that does not fit a value.
    """
    spec = spec or ("d" if are_years(values) else "")
    decimals = None if spec else common_decimals(values)
    there = [row for row, value in enumerate(values) if not is_empty(value)]
    keys = dict(zip(there, sort_keys([values[row] for row in there], collate), strict=True))
    rank_of: dict[int, str] = {}
    before, rank = None, -1
    for row in sorted(there, key=keys.__getitem__):
        rank, before = (rank if keys[row] == before else rank + 1), keys[row]
        rank_of[row] = str(rank)
    return [Cell(text_of(value, spec, decimals), rank_of.get(row, "")) for row, value in enumerate(values)]


def are_years(values: Sequence[Any]) -> bool:
    """Return whether all values may be years, which have no separator of thousands."""
    return all(is_empty(value) or (type(value) is int and value in YEARS) for value in values)


def text_of(value: Any, spec: str, decimals: int | None) -> str:
    """Format a cell."""
    if is_empty(value):
        return ""
    if isinstance(value, float | Decimal):
        spec = spec or (".6g" if decimals is None else f",.{decimals}f")
        return typeset(write_value(value, spec, 0) if math.isfinite(value) else shown(value))
    text = write_value(value, spec, 0) if spec else shown(value)
    return typeset(text) if isinstance(value, NUMBERS) and not isinstance(value, bool) else text


def common_decimals(values: Sequence[Any]) -> int | None:
    """Return the number of decimals for a column of fractions; None if a number is better written with an exponent.

    Numbers with at most two decimals, such as amounts of money, are written in full.
    """
    broken = [value for value in values if isinstance(value, float | Decimal) and not is_empty(value)]
    written = [f"{value:.15g}" for value in broken]
    if not all(map(IN_FULL.fullmatch, written)):
        written = [f"{value:.{DIGITS}g}" for value in broken]
    if not broken or any("e" in text or "inf" in text.lower() for text in written):
        return None
    return max(len(text.partition(".")[2]) for text in written)
