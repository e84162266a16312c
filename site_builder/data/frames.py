"""The rows of a data set as the author's functions get them: a frame of the library that the argument's type names."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from inspect import signature
from typing import Any

from site_builder.data.csv_tables import TableFile
from site_builder.data.forms import read_table
from site_builder.data.tables import for_charts

LIBRARIES = ("pandas", "polars", "pyarrow", "narwhals")
# How they are called in types that are imported for checks only.
SHORT = {"pd": "pandas", "pl": "polars", "pa": "pyarrow", "nw": "narwhals"}


class FrameError(Exception):
    """A frame of a library that is not installed."""

    def __init__(self, library: str) -> None:
        super().__init__(f"data sets come as frames of {library}, which is not installed")
        others = ", or say in its type which you mean, as frame: narwhals.DataFrame" if library == "pandas" else ""
        self.suggestion = f"pip install {library}{others}"


@lru_cache(maxsize=64)
def libraries_asked(function: Callable[..., Any]) -> dict[str, str]:
    """Return the library whose frames each argument of a function takes: pandas, unless its type names another."""
    try:
        arguments = signature(function, eval_str=True).parameters
    except (NameError, SyntaxError, AttributeError):  # a type that is imported for checks only
        arguments = signature(function).parameters
    return {name: library_of(argument.annotation) for name, argument in arguments.items()}


def library_of(annotation: Any) -> str:
    """Return the library of a type, or of the text that names it; pandas for others."""
    named = annotation if isinstance(annotation, str) else getattr(annotation, "__module__", "")
    library = str(named).strip("'\"").partition(".")[0]
    library = SHORT.get(library, library)
    return library if library in LIBRARIES else LIBRARIES[0]


def read_frame(file: TableFile, library: str = "pandas", has_days: bool = False) -> Any:
    """Return the table in a file as a frame of a library.

    ``has_days`` tells whether days are days in pandas, which a slider's are, or moments, which is all that Altair knows
    of it; the others tell the two apart.

    Raises
    ------
    FrameError
        If the library is not installed.
    """
    try:
        owner = import_module(library)
    except ModuleNotFoundError as error:
        raise FrameError(library) from error
    table = for_charts(read_table(file))
    if library == "pandas":
        return in_pandas(table, has_days)
    if library == "narwhals":
        return owner.from_native(table, eager_only=True)
    return owner.from_arrow(table) if library == "polars" else table


def in_pandas(table: Any, has_days: bool) -> Any:
    """Return an Arrow table as a data frame of pandas."""
    import pandas as pd
    import pyarrow as pa

    days: dict[Any, Any] = {pa.date32(): pd.ArrowDtype(pa.date32())} if has_days else {}
    return table.to_pandas(date_as_object=False, types_mapper=days.get)


def own_copy(frame: Any) -> Any:
    """Return a frame that its reader may change; those of most libraries cannot be changed."""
    return frame.copy() if hasattr(frame, "copy") else frame


def columns_of(frame: Any) -> list[str]:
    """Return the names of the columns of a frame."""
    names = frame.column_names if hasattr(frame, "column_names") else getattr(frame, "columns", ())
    return [str(name) for name in names]
