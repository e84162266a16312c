"""The forms of a table's file: Arrow, Parquet and CSV; told apart, and read."""

from __future__ import annotations

import struct
from functools import lru_cache
from pathlib import Path
from typing import Any

from site_builder.data.csv_tables import Doubt, TableFile, read_csv
from site_builder.data.limits import LARGEST_TABLE, SMALLER, TableError, require_few_cells

ARROW, PARQUET, STREAM = b"ARROW1", b"PAR1", b"\xff\xff\xff\xff"
CSV = (".csv", ".csv.gz")
ROWS_AT_ONCE = 1000
START_OF_MESSAGES = 8  # behind ARROW1 and two bytes


def form_of(path: Path) -> str:
    """Return what a file that is there is, by its first and last bytes or its ending: arrow, parquet, stream or csv.

    Nothing for any other, and for one that breaks off.
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
    """Return the Arrow table in a file.

    Raises
    ------
    TableError
        For a CSV file that cannot be read in one way only, and for a table that is too large.
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
    """Return the Arrow table in a Parquet file, which may hold one long text a million times in a few bytes."""
    import pyarrow as pa
    from pyarrow import parquet

    file, batches, size = parquet.ParquetFile(path), list[Any](), 0
    for batch in file.iter_batches(batch_size=ROWS_AT_ONCE):
        batches.append(batch)
        size += batch.nbytes
        require_small(size)
    return pa.Table.from_batches(batches, file.schema_arrow).combine_chunks()


def require_small(size: int) -> None:
    """Raise a TableError for more bytes than pages can be made from."""
    if size > LARGEST_TABLE:
        raise TableError(f"has more than {LARGEST_TABLE // 10**6} MB of data", suggestion=SMALLER)


def require_size(file: TableFile, form: str) -> None:
    """Raise a TableError for a table that is too large, of which only the metadata are read.

    A compressed file of a megabyte may hold a hundred million rows.
    """
    if form == "parquet":
        from pyarrow import parquet

        metadata = parquet.ParquetFile(file.path).metadata
        return require_few_cells(metadata.num_rows, metadata.num_columns)
    require_few_cells(rows_of_messages(file.path, form), len(read_schema(file)))


def rows_of_messages(path: Path, form: str) -> int:
    """Return the number of rows in an Arrow file or stream, without decompressing them.

    Each message has a table of FlatBuffers; its field 2 is a record batch, whose field 0 is the number of rows.
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
    """Return where a field of a table of FlatBuffers begins, or 0 for one that is left out."""
    fields = table - struct.unpack_from("<i", content, table)[0]
    offset = struct.unpack_from("<H", content, fields + 4 + 2 * number)[0]
    return table + int(offset) if offset else 0


def read_schema(file: TableFile) -> Any:
    """Return the names and types of the columns in a table's file."""
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
    """Return why a table's file cannot be read, and its columns in doubt; a file with the same digest is the same."""
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
    """Raise an error for moments and durations that Python has no values for, such as those after the year 9999."""
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
            require_small(sum(compute.sum(size).as_py() or 0 for size in sizes))


def as_arrow(table: Any) -> bytes:
    """Return an Arrow table as the bytes of an Arrow file."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def arrow_file_of(file: TableFile) -> bytes:
    """Return a table's file as an Arrow file."""
    return file.path.read_bytes() if form_of(file.path) == "arrow" else as_arrow(read_table(file))
