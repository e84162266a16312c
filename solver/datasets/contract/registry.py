"""The registry of data sets: what each is called, how it is made, and the schema that its docstring states.

A table's function returns a tidy frame; its docstring is the schema, in this form::

    First line: what one row is.

    Columns
    -------
    name : type, unit
        Description.

with the types int, float, str and bool. The exporter refuses a frame that differs from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from inspect import cleandoc
from typing import Any, Literal

import pandas as pd
import pyarrow as pa

from solver.datasets.contract.workshop import Workshop
from solver.errors import DatasetError

Kind = Literal["table", "asset", "test"]
ARROW_TYPES = {"int": pa.int64(), "float": pa.float64(), "str": pa.string(), "bool": pa.bool_()}
COLUMN = re.compile(r"(?P<name>\w+) : (?P<type>int|float|str|bool)(?:, (?P<unit>.+))?")


@dataclass(frozen=True)
class Column:
    """One column of a table: its name, its type in Arrow, its unit and what it says."""

    name: str
    type: pa.DataType
    unit: str
    description: str


@dataclass(frozen=True)
class Content:
    """A made data set: the bytes of its file and the number of its rows."""

    content: bytes
    rows: int


@dataclass(frozen=True)
class Dataset:
    """One data set: its file, its kind, its schema, the function that makes it and the module of that."""

    name: str
    file: str
    kind: Kind
    description: str
    columns: tuple[Column, ...]
    make: Callable[[Workshop], Content]
    module: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


DATASETS: dict[str, Dataset] = {}


def read_schema(docstring: str) -> tuple[str, tuple[Column, ...]]:
    """Return the description and the columns that a docstring states."""
    text, _, schema = cleandoc(docstring).partition("\nColumns\n-------\n")
    columns = []
    for entry in re.split(r"\n(?=\S)", schema.split("\n\n")[0].strip("\n")) if schema else ():
        head, _, body = entry.partition("\n")
        match = COLUMN.fullmatch(head)
        if match is None:
            raise DatasetError(f"the schema line {head!r} is not 'name : type, unit'")
        columns.append(Column(match["name"], ARROW_TYPES[match["type"]], match["unit"] or "", " ".join(body.split())))
    return text.split("\n\n")[0].replace("\n", " "), tuple(columns)


def table(**parameters: Any) -> Callable[[Callable[[Workshop], pd.DataFrame]], Callable[[Workshop], pd.DataFrame]]:
    """Register a function that makes a table; ``parameters`` are told in the manifest."""

    def register(function: Callable[[Workshop], pd.DataFrame]) -> Callable[[Workshop], pd.DataFrame]:
        name = function.__name__
        description, columns = read_schema(function.__doc__ or "")

        def make(workshop: Workshop) -> Content:
            frame = function(workshop)
            return Content(table_file(name, frame, columns), len(frame))

        DATASETS[name] = Dataset(
            name, f"{name}.arrow", "table", description, columns, make, function.__module__, parameters
        )
        return function

    return register


def file(
    name: str, file_name: str, kind: Kind, **parameters: Any
) -> Callable[[Callable[[Workshop], Content]], Callable[[Workshop], Content]]:
    """Register a function that makes a file of its own format; its docstring may state columns too."""

    def register(function: Callable[[Workshop], Content]) -> Callable[[Workshop], Content]:
        description, columns = read_schema(function.__doc__ or "")
        DATASETS[name] = Dataset(name, file_name, kind, description, columns, function, function.__module__, parameters)
        return function

    return register


def table_file(name: str, frame: pd.DataFrame, columns: tuple[Column, ...]) -> bytes:
    """Return ``frame`` as an Arrow IPC file.

    Raises
    ------
    DatasetError
        If the frame's columns are not those of the schema, or one is not of its type or misses values.
    """
    if list(frame.columns) != [column.name for column in columns]:
        raise DatasetError(f"{name} has the columns {list(frame.columns)}, not those of its docstring")
    fields = [pa.field(column.name, column.type, nullable=False, metadata={"unit": column.unit}) for column in columns]
    try:
        arrow = pa.Table.from_pandas(frame, pa.schema(fields), preserve_index=False).replace_schema_metadata(None)
    except (pa.ArrowInvalid, pa.ArrowTypeError, ValueError) as error:
        raise DatasetError(f"{name} does not keep its schema: {error}") from error
    sink = pa.BufferOutputStream()
    with pa.ipc.new_file(sink, arrow.schema) as writer:
        writer.write_table(arrow)
    return bytes(sink.getvalue())
