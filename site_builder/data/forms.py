"""The forms of a table's file: Arrow, Parquet and CSV; told apart, and read."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

ARROW, PARQUET, STREAM = b"ARROW1", b"PAR1", b"\xff\xff\xff\xff"
CSV = (".csv", ".csv.gz")


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


def read_table(path: Path) -> Any:
    """Return the Arrow table in a file; dates and times of a CSV file are found by how they are written."""
    import pyarrow as pa

    form = form_of(path)
    if form == "parquet":
        from pyarrow import parquet

        return parquet.ParquetFile(path).read()
    if form == "csv":
        from pyarrow import csv

        return csv.read_csv(path)
    with pa.memory_map(str(path)) as stream:
        return (pa.ipc.open_stream if form == "stream" else pa.ipc.open_file)(stream).read_all()


def read_schema(path: Path) -> Any:
    """Return the names and types of the columns in a table's file."""
    import pyarrow as pa

    if form_of(path) != "arrow":
        return read_table(path).schema
    with pa.memory_map(str(path)) as stream:
        return pa.ipc.open_file(stream).schema


@lru_cache(maxsize=256)
def why_unreadable(path: Path, sha256: str) -> str:
    """Tell what is wrong with a table's file, nothing if it can be read; one with the same digest is the same.

    Arrow files are known to be whole by their ends; others are read.
    """
    form = form_of(path)
    if not form:
        return "is no table that can be read"
    if form == "arrow":
        return ""
    import pyarrow as pa

    try:
        read_table(path)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError) as error:
        return f"cannot be read as {form}: {str(error).splitlines()[0]}"
    return ""


def as_arrow(table: Any) -> bytes:
    """Return an Arrow table as the bytes of an Arrow file."""
    import pyarrow as pa

    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, table.schema) as writer:
        writer.write_table(table)
    return sink.getvalue().to_pybytes()  # type: ignore[no-any-return]


def arrow_file_of(path: Path) -> bytes:
    """Return a table's file as an Arrow file."""
    return path.read_bytes() if form_of(path) == "arrow" else as_arrow(read_table(path))
