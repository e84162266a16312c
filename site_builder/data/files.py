"""Read the Arrow, Parquet and CSV files of data sets, within limits of size."""

from __future__ import annotations

import codecs
import csv
import gzip
import hashlib
import json
import re
import struct
import unicodedata
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from functools import lru_cache
from pathlib import Path
from typing import Any

from site_builder.problems.source import ALLOWED, UNSHOWABLE, character_error, place_in, suggest

SCHEMA_VERSION = 1
FOLDER = "build/data"


def sha256_of(path: Path) -> str | None:
    """Return the SHA-256 of a file in hexadecimal; None if the file does not exist."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (FileNotFoundError, IsADirectoryError):
        return None


# A cell takes about 50 bytes as a Python value.
MOST_CELLS, MOST_COLUMNS = 10_000_000, 5_000
LARGEST_BYTES = 100_000_000
LARGEST_TABLE = 300_000_000
SMALLER = "publish only what the pages show: fewer rows or columns, or aggregates; publish other data as an asset"


@dataclass
class TableError(Exception):
    """A file that cannot be read as a table, or has a column that can be read in several ways.

    ``message`` continues a sentence that begins with the name of the file. ``line`` and ``column`` count from 1; line
    0 means the whole file. ``cells`` is the number of cells in the header of a CSV file.
    """

    message: str
    line: int = 0
    column: int = 1
    suggestion: str = ""
    source: str = ""
    cells: int = 0

    def with_source(self, text: str) -> TableError:
        """Return a copy with the line of ``text`` in which the error is."""
        lines = text.split("\n", self.line)
        return replace(self, source=lines[self.line - 1] if 0 < self.line <= len(lines) else "")


def require_cell_limit(rows: int, columns: int) -> None:
    """Raise a TableError for a table with too many cells or columns."""
    if columns > MOST_COLUMNS:
        raise TableError(f"has {columns:,} columns; more than {MOST_COLUMNS:,}", suggestion=SMALLER)
    if rows * columns > MOST_CELLS:
        size = f"{rows:,} rows and {columns:,} column{'' if columns == 1 else 's'}"
        raise TableError(f"has {size}; more than {MOST_CELLS:,} cells", suggestion=SMALLER)


DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
# Texts that mean a missing value in a column of numbers, dates or truth values; in a column of texts they are texts.
NO_VALUE = "NA N/A n/a <NA> #N/A #SAKNAS! NULL null None NaN nan NaT - \N{EN DASH} \N{EM DASH} . .. … :"
EMPTY = frozenset(["", *NO_VALUE.split()])
SPREADSHEET_ERROR = re.compile(r"#[A-ZÅÄÖ/0]+[!?]")
NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|[+-]?inf(?:inity)?", re.ASCII | re.IGNORECASE)
# Codes and telephone numbers are not numbers.
LEADING_ZERO = re.compile(r"[+-]?0\d", re.ASCII)
MINUS = "\N{MINUS SIGN}\N{EN DASH}"  # some authors write an en dash
APOSTROPHES = "'\N{RIGHT SINGLE QUOTATION MARK}"
SPACES = " \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}"
# Forms of numbers for readers: the separator of thousands, the decimal sign, and a pattern.
WHOLE = rf"[+{MINUS}-]?(?:[1-9]\d{{0,2}}(?:[GROUP]\d{{3}})+|\d+)"
FORMS = [
    (group, sign, re.compile(rf"{WHOLE.replace('GROUP', group)}(?:[{sign}]\d+)?(?:[eE][+-]?\d+)?", re.ASCII))
    for group in (SPACES, APOSTROPHES, ".", ",")
    for sign in ",."
    if group != sign
]
GROUPS_BY_POINT = re.compile(r"[+-]?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)", re.ASCII)
MOST_DIGITS = 38
CLOCK = r"\d\d:\d\d(?::\d\d(?:\.\d+)?)?"
DAY, TIME = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII), re.compile(CLOCK, re.ASCII)
MOMENT = re.compile(rf"\d{{4}}-\d\d-\d\d(?:[T ]{CLOCK}(?P<zone>Z|[+-]\d\d:?\d\d)?)?", re.ASCII)
OTHER_DAY = re.compile(r"\d{1,2}([./-])\d{1,2}\1(?:\d\d){1,2}|\d{4}([./])\d{1,2}\2\d{1,2}", re.ASCII)
TRUTH = {"true": True, "false": False}
AMOUNT = re.compile(r"^[-+]?[$€£¥₹]\s?|\s?[$€£¥₹%‰]$")
# The negative amounts of spreadsheets.
BRACKETED = re.compile(r"\((?P<amount>.+)\)")
# No program writes numbers in these forms, so they may be versions and codes.
VERSION, CODE_WITH_E = re.compile(r"\d+\.\d+0", re.ASCII), re.compile(r"\d+E\d+", re.ASCII)
# Largest share of other cells in a column of numbers for which they are reported as notes.
FEW = 0.1

AS_UTF_8 = "save it as UTF-8: in Excel as 'CSV UTF-8', in R with fileEncoding = 'UTF-8'"
FOREIGN = (
    (b"PK\x03\x04", "a workbook or an archive, not CSV", "in Excel, save the sheet as 'CSV UTF-8'"),
    (b"\x1f\x8b", "compressed", "name it NAME.csv.gz"),
)
MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}
OTHER_ENCODINGS = ("cp1252", "mac_roman")  # of Windows, and of older Macs
DOUBLE_QUOTES = 'write a cell with quotes as "say ""hi"""'
QUOTE_HEADS = "put a head that contains a comma or a semicolon in quotes"
POINTS = "write numbers as 1234.5"
ABOVE = "remove a title above the names of the columns"


@dataclass(frozen=True)
class TableFile:
    """The file of the data set ``name``, and its options in ``[csv.NAME]`` of ``site.toml`` if it is CSV."""

    path: Path
    name: str = "NAME"
    delimiter: str = ""
    decimal: str = ""
    encoding: str = ""
    text: tuple[str, ...] = ()

    def option(self, key: str, *values: str | list[str]) -> str:
        """Return the suggestion to set an option of the file to one of some values."""
        name = self.name if re.fullmatch(r"[\w-]+", self.name, re.ASCII) else json.dumps(self.name, ensure_ascii=False)
        written = " or ".join(json.dumps(value, ensure_ascii=False) for value in values)
        return f"write {key} = {written} under [csv.{name}] in site.toml"


@dataclass(frozen=True)
class Doubt:
    """A warning about a column whose type is ambiguous: numbers, dates, text or local times."""

    message: str
    line: int
    suggestion: str


@dataclass(frozen=True)
class Records:
    """The cells of a file by row, the header first; the last line of each row; the delimiter."""

    rows: list[list[str]]
    lines: list[int]
    delimiter: str


@dataclass(frozen=True)
class Column:
    """A column as an Arrow array; ``decimal`` is its decimal sign and ``line`` the first line that has it."""

    array: Any
    doubt: Doubt | None = None
    decimal: str = ""
    line: int = 0


@dataclass(frozen=True)
class Reading:
    """The parsed values of a column, and their Arrow type, None for texts.

    ``cell`` is the first cell that has the decimal sign or that is the reason for ``doubt``.
    """

    values: Sequence[Any] = ()
    kind: Any = None
    decimal: str = ""
    cell: str = ""
    doubt: str = ""
    remedy: str = ""


TEXTS = Reading()


def read_csv(file: TableFile) -> tuple[Any, tuple[Doubt, ...]]:
    """Read a CSV file; return the Arrow table, and warnings about columns of ambiguous type.

    Raises
    ------
    TableError
        If the file is invalid or ambiguous.
    """
    found = file.path.stat()
    return _read_csv(file, found.st_mtime_ns, found.st_size)


@lru_cache(maxsize=8)
def _read_csv(file: TableFile, _time: int, _size: int) -> tuple[Any, tuple[Doubt, ...]]:
    """Cache the results of :func:`read_csv` by time and size of the file."""
    import pyarrow as pa

    text = text_of(file)
    try:
        records = records_in(text, file)
        cells_of = columns_in(records)
        for head in file.text:
            if head not in cells_of:
                message = f"there is no column {head!r}, which site.toml names as text"
                raise TableError(message, records.lines[0], suggestion=suggest(head, cells_of, "columns"))
        columns = {head: column_of(head, cells, records, file) for head, cells in cells_of.items()}
        require_one_decimal_sign(columns, file)
    except TableError as error:
        raise error.with_source(text) from None
    doubts = tuple(column.doubt for column in columns.values() if column.doubt is not None)
    return pa.table({head: column.array for head, column in columns.items()}), doubts


def text_of(file: TableFile) -> str:
    """Decompress and decode a CSV file, and normalize its line ends."""
    try:
        with (gzip.open if file.path.suffix == ".gz" else open)(file.path, "rb") as stream:
            content = stream.read(LARGEST_BYTES + 1)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise TableError(f"cannot be decompressed: {error}", suggestion="compress it with gzip") from None
    if len(content) > LARGEST_BYTES:
        raise TableError(f"has more than {LARGEST_BYTES // 10**6} MB of text", suggestion=SMALLER)
    for start, what, remedy in FOREIGN:
        if content.startswith(start):
            raise TableError(f"the file is {what}", 1, suggestion=remedy)
    encoding, remedy = file.encoding or "UTF-8", AS_UTF_8
    stated, marked = codecs.lookup(encoding).name.removesuffix("-sig"), encoding_of(content)
    if marked == "utf-16" and not stated.startswith("utf-16"):
        remedy = f"{AS_UTF_8}; or {file.option('encoding', 'utf-16')}"
        raise TableError(f"the file is UTF-16, such as Excel's 'Unicode text', not {encoding}", 1, suggestion=remedy)
    if marked == "utf-8" != stated:
        remedy = f"remove encoding = {json.dumps(encoding)} from site.toml"
        raise TableError(f"the file is UTF-8, not {encoding}", 1, suggestion=remedy)
    try:
        text = with_newlines(content.decode(encoding).removeprefix("\ufeff"))
    except UnicodeDecodeError as error:
        good = with_newlines(content[: error.start].decode(encoding, errors="replace"))
        shown = with_newlines(content.decode(encoding, errors="replace"))
        message = f"the file is not {encoding}: byte 0x{content[error.start]:02X}"
        remedy = f"{AS_UTF_8}; or {file.option('encoding', *OTHER_ENCODINGS)}"
        raise TableError(message, *place_in(good, len(good)), suggestion=remedy).with_source(shown) from None
    wrong = UNSHOWABLE.search(text)
    if wrong:
        raise TableError(character_error(wrong[0]), *place_in(text, wrong.start()), suggestion=ALLOWED)
    return text


def encoding_of(content: bytes) -> str:
    """Detect the encoding by the byte order mark, or UTF-8 by valid non-ASCII letters; return "" if unknown."""
    marked = next((encoding for mark, encoding in MARKS.items() if content.startswith(mark)), "")
    try:
        return marked or ("" if content.isascii() or not content.decode() else "utf-8")
    except UnicodeDecodeError:
        return ""


def with_newlines(text: str) -> str:
    """Normalize line ends to newlines."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def records_in(text: str, file: TableFile) -> Records:
    """Split a text into rows by the only delimiter with which all rows are as long as the header.

    If ``site.toml`` sets the delimiter, no other one is tried.
    """
    hint = re.match(r"sep=(.)\n", text)  # written by Excel
    first = next((line for line in text.split("\n", 3)[bool(hint) :] if line.strip()), "")
    stated = file.delimiter or (hint and hint[1])
    delimiters = [stated] if stated else [one for one in DELIMITERS if one in first] or [","]
    found: list[Records] = []
    errors: list[TableError] = []
    for delimiter in delimiters:
        try:
            found.append(split(text, delimiter, int(bool(hint))))
        except TableError as error:
            errors.append(error)
    several = [one for one in found if len(one.rows[0]) > 1]
    if len(several) > 1:
        signs = " and by ".join(DELIMITERS[one.delimiter] for one in several)
        remedy = f"{QUOTE_HEADS}; or {file.option('delimiter', *[one.delimiter for one in several])}"
        raise TableError(f"the lines can be split by {signs}", several[0].lines[0], suggestion=remedy)
    if several or (found and not errors):
        (records,) = several or found
        require_no_other_delimiter(records)
        return records
    raise max(errors, key=lambda error: error.cells)


def require_no_other_delimiter(records: Records) -> None:
    """Raise a TableError for a single column that another delimiter would divide: its header is a title."""
    for delimiter in DELIMITERS:
        cells = [row[0] for row in records.rows[1:]] if len(records.rows[0]) == 1 else []
        if delimiter != "," and cells and all(delimiter in cell for cell in cells):
            message = f"the rows are split by {DELIMITERS[delimiter]}, and the head is not"
            raise TableError(message, records.lines[0], suggestion=ABOVE)


def split(text: str, delimiter: str, skipped: int) -> Records:
    """Split a text into rows with as many cells as the header; lines without a value are skipped."""
    if text.count(delimiter) + text.count("\n") > MOST_CELLS:
        raise TableError(f"has more than {MOST_CELLS:,} cells", suggestion=SMALLER)
    lines = (f"{line}\n" for line in text.split("\n")[skipped:])
    reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    records, width = Records([], [], delimiter), 0
    try:
        for row in reader:
            cells, line = [cell.strip() for cell in row], skipped + reader.line_num
            if not any(cells):
                continue
            if not width:
                width = len(cells)
                require_cell_limit(0, width)
            if len(cells) != width:
                raise width_error(cells, records, line)
            records.rows.append(cells)
            records.lines.append(line)
    except csv.Error as error:
        is_open = "expected after" not in str(error)
        line = records.lines[-1] + 1 if is_open and records.lines else skipped + reader.line_num
        message = "a quote is never closed" if is_open else "a cell goes on after its closing quote"
        if "field limit" in str(error):
            message = f"a cell has more than {csv.field_size_limit():,} characters; a quote may be missing"
        raise TableError(message, line, suggestion=DOUBLE_QUOTES, cells=width) from None
    if not records.rows:
        raise TableError("is empty", suggestion="write the names of the columns into its first line")
    if records.rows[0][0].startswith("# "):
        raise TableError(
            "the file begins with a comment", records.lines[0], suggestion="remove the line: CSV has no comments"
        )
    return records


def width_error(cells: Sequence[str], records: Records, line: int) -> TableError:
    """Return the error of a row that has more or fewer cells than the header."""
    head, first = records.rows[0], records.lines[0]
    remedy = "put a cell that contains the delimiter in quotes, and leave a cell without a value empty"
    if cells and cells[0].startswith("#"):
        remedy = "remove the line if it is a comment"
    elif len(head) == 1:
        remedy = f"remove line {first} if it is a title; {POINTS}"
    message = f"the row has {counted(cells)}, and the head in line {first} has {counted(head)}"
    return TableError(message, line, suggestion=remedy, cells=len(head))


def counted(cells: Sequence[str]) -> str:
    """Return the number of cells with its noun."""
    return f"{len(cells)} cell{'' if len(cells) == 1 else 's'}"


def columns_in(records: Records) -> dict[str, tuple[str, ...]]:
    """Return the cells by column; a column without a name is dropped if it is empty or only counts rows."""
    head, *rows = records.rows
    columns: dict[str, tuple[str, ...]] = {}
    for number, (name, cells) in enumerate(
        zip(head, zip(*rows, strict=True) if rows else [()] * len(head), strict=True), 1
    ):
        name = unicodedata.normalize("NFC", name)
        if not name and (not any(cells) or counts_rows(cells)):
            continue
        if not name:
            remedy = "name it or leave it out" + f"; or {ABOVE}" * (not any(head[1:]))
            raise TableError(f"column {number} has no head", records.lines[0], suggestion=remedy)
        if name in columns:
            message = f"two columns have the head {name!r}"
            raise TableError(message, records.lines[0], suggestion="rename one of them")
        columns[name] = cells
    if not columns:
        raise TableError("no column has a head", records.lines[0], suggestion="write the names of the columns there")
    return columns


def counts_rows(cells: Sequence[str]) -> bool:
    """Return whether cells are row numbers, which R and pandas write without a name."""
    return any(all(cell == str(number) for number, cell in enumerate(cells, start)) for start in (0, 1))


def column_of(head: str, cells: Sequence[str], records: Records, file: TableFile) -> Column:
    """Convert a column to the common type of its cells; to text if there is none or if ``site.toml`` says so."""
    import pyarrow as pa

    wrong = next(
        (cell for cell in cells if cell[:1] == "#" and SPREADSHEET_ERROR.fullmatch(cell) and cell not in EMPTY), ""
    )
    if wrong:
        message = f"column {head!r} holds {wrong}, an error of the spreadsheet"
        line = records.lines[cells.index(wrong) + 1]
        raise TableError(message, line, suggestion="correct the formula, or leave the cell empty")
    filled = list(dict.fromkeys(cell for cell in cells if cell not in EMPTY))
    read = TEXTS if head in file.text or not filled else reading_of(filled, records.delimiter, file)
    line = records.lines[cells.index(read.cell) + 1] if read.cell else 0
    remedy = f"{read.remedy}; if it is text, {file.option('text', [head])}"
    doubt = Doubt(f"column {head!r} {read.doubt}", line, remedy) if read.doubt else None
    if read.kind is None:
        return Column(pa.array(cells, pa.string()) if any(cells) else pa.nulls(len(cells)), doubt)
    value_of = dict(zip(filled, read.values, strict=True))
    return Column(pa.array([value_of.get(cell) for cell in cells], read.kind), doubt, read.decimal, line)


def reading_of(filled: Sequence[str], delimiter: str, file: TableFile) -> Reading:
    """Parse the distinct non-empty cells of a column."""
    import pyarrow as pa

    unit = "us" if any("." in cell for cell in filled) else "s"
    if all(cell.lower() in TRUTH for cell in filled):
        return Reading([TRUTH[cell.lower()] for cell in filled], pa.bool_())
    if all(map(TIME.fullmatch, filled)):
        return converted(filled, time.fromisoformat, pa.time32("s") if unit == "s" else pa.time64("us"))
    if all(map(DAY.fullmatch, filled)):
        return converted(filled, date.fromisoformat, pa.date32())
    if all(map(MOMENT.fullmatch, filled)):
        return moments_of(filled, unit)
    if all(map(is_number, filled)):
        return TEXTS if is_code(filled) else numbers_of(filled, delimiter, file)
    return text_of_days(filled) or text_of_numbers(filled) or text_of_amounts(filled) or TEXTS


def converted(filled: Sequence[str], convert: Callable[[str], Any], kind: Any) -> Reading:
    """Convert cells to dates or times; to texts with a warning if a date does not exist, such as 2026-02-30."""
    values: list[Any] = []
    for cell in filled:
        try:
            values.append(convert(cell))
        except ValueError:
            return doubtful(cell, "does not exist", "correct the cell, or leave it empty")
    return Reading(values, kind)


def moments_of(filled: Sequence[str], unit: str) -> Reading:
    """Convert cells to datetimes; a common offset from UTC is preserved, different ones are converted to UTC."""
    import pyarrow as pa

    offsets = {found["zone"]: cell for cell in filled if (found := MOMENT.fullmatch(cell))}
    zones = {offset and ("UTC" if offset == "Z" else f"{offset[:3]}:{offset[-2:]}") for offset in offsets}
    if len(zones) == 1:
        return converted(filled, datetime.fromisoformat, pa.timestamp(unit, *zones))
    if None in offsets:
        return doubtful(
            offsets[None], "has no offset from UTC, and others have one", "write it after each time, or after none"
        )
    read = converted(filled, datetime.fromisoformat, pa.timestamp(unit, "UTC"))
    remedy = "to show local times, publish the table from a script, with a time zone"
    return replace(read, cell=filled[0], doubt="has times with different offsets from UTC, shown in UTC", remedy=remedy)


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, in a form of programs or one for readers."""
    return NUMBER.fullmatch(cell) is not None or any(form.fullmatch(cell) for _, _, form in FORMS)


def is_code(filled: Sequence[str]) -> bool:
    """Return whether numbers are codes: one begins with a zero, or with a plus where none is negative or fractional."""
    has_plus = any(cell.startswith("+") for cell in filled)
    return any(map(LEADING_ZERO.match, filled)) or (
        has_plus and all(re.sub(f"[{SPACES}]", "", cell).removeprefix("+").isdigit() for cell in filled)
    )


def numbers_of(filled: Sequence[str], delimiter: str, file: TableFile) -> Reading:
    """Parse numbers in the only form that all cells have; as texts with a warning if the form is ambiguous."""
    plain = all(map(NUMBER.fullmatch, filled))
    signs = {*"".join(filled)} & {*f".,{SPACES}{APOSTROPHES}"}
    # With semicolons between cells, the point in 1.234 may separate thousands.
    may_be_grouped = delimiter == ";" and signs == {"."} and all(map(GROUPS_BY_POINT.fullmatch, filled))
    if plain and (not signs or file.decimal == "." or not (file.decimal or may_be_grouped)):
        return with_doubt_of_codes(numbers(filled, ".", filled), filled, file)
    readings = {
        tuple(without_groups(cell, group, sign) for cell in filled): sign
        for group, sign, form in FORMS
        if file.decimal in ("", sign) and all(map(form.fullmatch, filled))
    }
    if delimiter == ";" and "," in signs and signs <= {",", *SPACES}:
        readings = {read: sign for read, sign in readings.items() if sign == ","}
    written = next(cell for cell in filled if may_be_grouped or not NUMBER.fullmatch(cell))
    is_list = delimiter == "," and signs == {","} and "," in readings.values()
    is_spaced = signs == {" "} and all(" " in cell for cell in filled)
    if file.decimal and not readings:
        return doubtful(written, f"is not written with decimal = {file.decimal!r}, as site.toml states", POINTS)
    if not file.decimal and (len(readings) != 1 or is_list or is_spaced):
        decimal = file.option("decimal", ",", ".") if readings else "write all cells alike"
        return doubtful(written, "can be read in several ways", f"{POINTS}; or {decimal}")
    read, sign = next(iter(readings.items()))
    return numbers(read, sign, filled)


def without_groups(cell: str, group: str, sign: str) -> str:
    """Return a number in Python's form, without separators of thousands."""
    return re.sub(f"[{MINUS}]", "-", re.sub(f"[{group}]", "", cell).replace(sign, "."))


def numbers(read: Sequence[str], sign: str, filled: Sequence[str]) -> Reading:
    """Convert numbers to integers, in a type that holds them exactly, or to floats if one is fractional."""
    import pyarrow as pa

    if not all(cell.lstrip("+-").isdigit() for cell in read):
        return Reading(list(map(float, read)), pa.float64(), sign, next((cell for cell in filled if sign in cell), ""))
    if max(map(len, read)) > MOST_DIGITS:
        return TEXTS
    values = list(map(int, read))
    low, high = min(values), max(values)
    if low >= -(2**63) and high < 2**63:
        return Reading(values, pa.int64())
    return Reading(values, pa.uint64() if low >= 0 and high < 2**64 else pa.decimal128(MOST_DIGITS, 0))


def text_of_days(filled: Sequence[str]) -> Reading | None:
    """Return texts with a warning if they may be dates with an ambiguous order of day and month; otherwise None."""
    other = next(filter(OTHER_DAY.fullmatch, filled), "")
    if other and all(OTHER_DAY.fullmatch(cell) or MOMENT.fullmatch(cell) for cell in filled):
        return doubtful(other, "can be read as different days", "write days as 2026-01-02")
    return None


def text_of_numbers(filled: Sequence[str]) -> Reading | None:
    """Return texts with a warning if nearly all are numbers; otherwise None."""
    others = [cell for cell in filled if not is_number(cell)]
    if len(others) <= FEW * len(filled) and not any(map(LEADING_ZERO.match, filled)):
        return doubtful(others[0], "is not a number, and nearly all others are", "leave a cell without a value empty")
    return None


def text_of_amounts(filled: Sequence[str]) -> Reading | None:
    """Return texts with a warning for numbers with a currency or percent sign, or in brackets; otherwise None."""
    bracketed = [cell for cell in filled if BRACKETED.fullmatch(cell)]
    bare = [AMOUNT.sub("", BRACKETED.sub(r"\g<amount>", cell)) for cell in filled]
    if not all(map(is_number, bare)) or len(bracketed) == len(filled):
        return None  # numbers that are all in brackets are labels
    if bracketed:
        return doubtful(
            bracketed[0], "is in brackets, as if negative", "write -12 in place of (12), without a currency"
        )
    signed = next(cell for cell in filled if not is_number(cell))
    return doubtful(signed, "has a sign beside its number", "write the number alone, and the unit into the head")


def with_doubt_of_codes(read: Reading, filled: Sequence[str], file: TableFile) -> Reading:
    """Add a warning to numbers that may be names: 1.1 and 1.10, which may be versions, or codes such as 1E5."""
    others = frozenset(filled)
    for cell in () if file.decimal else filled:
        is_version = cell[:-1] in others and VERSION.fullmatch(cell)
        if is_version or CODE_WITH_E.fullmatch(cell):
            why = f"and {cell[:-1]!r} are one number" if is_version else "is read with an exponent"
            doubt = f"is read as numbers: {cell!r} {why}"
            return replace(read, cell=cell, doubt=doubt, remedy=f"for numbers, {file.option('decimal', '.')}")
    return read


def doubtful(cell: str, why: str, remedy: str) -> Reading:
    """Return the reading as text with a warning."""
    return Reading(cell=cell, doubt=f"is read as text: {cell!r} {why}", remedy=remedy)


def require_one_decimal_sign(columns: Mapping[str, Column], file: TableFile) -> None:
    """Raise a TableError for decimal commas and decimal points in one file: one of them may separate thousands."""
    first: dict[str, str] = {}
    for head, column in columns.items():
        if column.decimal:
            first.setdefault(column.decimal, head)
    if len(first) > 1:
        comma, point = first[","], first["."]
        message = f"column {point!r} has decimal points, and {comma!r} has decimal commas (line {columns[comma].line})"
        remedy = f"write both alike; {POINTS}; or {file.option('decimal', ',', '.')}"
        raise TableError(message, columns[point].line, suggestion=remedy)


ARROW, PARQUET, STREAM = b"ARROW1", b"PAR1", b"\xff\xff\xff\xff"
CSV = (".csv", ".csv.gz")
ROWS_AT_ONCE = 1000
START_OF_MESSAGES = 8  # after ARROW1 and two bytes of padding


def form_of(path: Path) -> str:
    """Return the format of a file by its first and last bytes or its suffix: arrow, parquet, stream or csv.

    Return "" for other formats and for truncated files.
    """
    with path.open("rb") as stream:
        start = stream.read(len(ARROW))
        stream.seek(max(0, path.stat().st_size - len(ARROW)))
        end = stream.read()
    if start == ARROW:
        return "arrow" if end == ARROW else ""
    if start.startswith(PARQUET):
        return "parquet" if end.endswith(PARQUET) else ""
    if start.startswith(STREAM):
        return "stream"
    return "csv" if path.name.endswith(CSV) else ""


def read_table(file: TableFile) -> Any:
    """Read the Arrow table in a file.

    Raises
    ------
    TableError
        For an invalid or ambiguous CSV file, and for a table that is too large.
    """
    import pyarrow as pa

    path, form = file.path, form_of(file.path)
    if form == "csv":
        return read_csv(file)[0]
    require_size(file, form)
    if form == "parquet":
        return read_parquet(path)
    with pa.memory_map(str(path)) as stream:
        return (pa.ipc.open_stream if form == "stream" else pa.ipc.open_file)(stream).read_all()


def read_parquet(path: Path) -> Any:
    """Read a Parquet file in batches; stop if it expands to too many bytes, such as by one long text in many rows."""
    import pyarrow as pa
    from pyarrow import parquet

    file, batches, size = parquet.ParquetFile(path), list[Any](), 0
    for batch in file.iter_batches(batch_size=ROWS_AT_ONCE):
        batches.append(batch)
        size += batch.nbytes
        require_byte_limit(size)
    return pa.Table.from_batches(batches, file.schema_arrow).combine_chunks()


def require_byte_limit(size: int) -> None:
    """Raise a TableError for a table of too many bytes."""
    if size > LARGEST_TABLE:
        raise TableError(f"has more than {LARGEST_TABLE // 10**6} MB of data", suggestion=SMALLER)


def require_size(file: TableFile, form: str) -> None:
    """Raise a TableError for a table with too many cells, from its metadata only.

    A compressed file of a megabyte may have a hundred million rows.
    """
    if form == "parquet":
        from pyarrow import parquet

        metadata = parquet.ParquetFile(file.path).metadata
        return require_cell_limit(metadata.num_rows, metadata.num_columns)
    require_cell_limit(rows_of_messages(file.path, form), len(read_schema(file)))


def rows_of_messages(path: Path, form: str) -> int:
    """Return the number of rows in an Arrow file or stream without decompressing them.

    Each message is a FlatBuffers table; its field 2 is a record batch, whose field 0 is the number of rows.
    """
    import pyarrow as pa

    rows = 0
    with pa.memory_map(str(path)) as stream:
        stream.seek(0 if form == "stream" else START_OF_MESSAGES)
        while True:
            try:
                message = pa.ipc.read_message(stream)
            except EOFError:
                return rows
            if message.type == "record batch":
                content = message.metadata.to_pybytes()
                batch = field_at(content, struct.unpack_from("<I", content)[0], 2)
                rows_at = field_at(content, batch + struct.unpack_from("<I", content, batch)[0], 0)
                rows += struct.unpack_from("<q", content, rows_at)[0] if rows_at else 0


def field_at(content: bytes, table: int, number: int) -> int:
    """Return the offset of a field in a FlatBuffers table; 0 if the field is missing."""
    fields = table - struct.unpack_from("<i", content, table)[0]
    offset = struct.unpack_from("<H", content, fields + 4 + 2 * number)[0]
    return table + int(offset) if offset else 0


def read_schema(file: TableFile) -> Any:
    """Return the Arrow schema of the table in a file."""
    import pyarrow as pa

    path, form = file.path, form_of(file.path)
    if form == "csv":
        return read_csv(file)[0].schema
    if form == "parquet":
        from pyarrow import parquet

        return parquet.ParquetFile(path).schema_arrow
    with pa.memory_map(str(path)) as stream:
        return (pa.ipc.open_stream if form == "stream" else pa.ipc.open_file)(stream).schema


@lru_cache(maxsize=256)
def inspect_table(file: TableFile, sha256: str) -> tuple[TableError | None, tuple[Doubt, ...]]:
    """Return the error of a file that cannot be read, or None, and its ambiguous columns; cached by digest."""
    import pyarrow as pa

    form = form_of(file.path)
    doubts: tuple[Doubt, ...] = ()
    if not form:
        return TableError("is no table that can be read"), ()
    try:
        if form == "csv":
            table, doubts = read_csv(file)
        else:
            table = read_table(file)
            table.validate(full=True)
        twice = {name for name in table.column_names if table.column_names.count(name) > 1}
        if twice:
            return TableError(f"has two columns called {min(twice)!r}", suggestion="rename one of them"), ()
        require_values(table)
    except TableError as error:
        return error, ()
    except (pa.ArrowException, OSError, ValueError, OverflowError) as error:
        return TableError(f"cannot be read as {form}: {str(error).splitlines()[0]}"), ()
    return None, doubts


def require_values(table: Any) -> None:
    """Raise an error for times and durations that Python cannot represent, such as those after the year 9999."""
    import pyarrow as pa
    from pyarrow import types

    for column in table.columns:
        kind = column.type
        if types.is_timestamp(kind) or types.is_date(kind) or types.is_duration(kind):
            from pyarrow import compute

            counts = column.cast(pa.int64()) if types.is_duration(kind) else column
            for end in compute.min_max(counts).values():
                end.cast(kind).as_py()
        elif types.is_dictionary(kind) and kind.value_type in (pa.string(), pa.large_string()):
            from pyarrow import compute

            sizes = [compute.binary_length(chunk.dictionary).take(chunk.indices) for chunk in column.chunks]
            require_byte_limit(sum(compute.sum(size).as_py() or 0 for size in sizes))


def as_arrow(table: Any) -> bytes:
    """Serialize an Arrow table as an Arrow file."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def arrow_file_of(file: TableFile) -> bytes:
    """Return the table in a file as the bytes of an Arrow file."""
    return file.path.read_bytes() if form_of(file.path) == "arrow" else as_arrow(read_table(file))
