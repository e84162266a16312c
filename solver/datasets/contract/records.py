"""Recorded data sets: those that are measured, or that take minutes and gigabytes to compute.

What a machine needs for a solve is no pure function of the sources, and the largest game is not solved again for every
build. Such tables are committed as ``solver/records/NAME.csv``; ``datasets`` reads them, and only ``datasets --record
NAME`` computes and writes them. The manifest marks them with the parameter ``recorded``.
"""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pandas as pd

from solver.datasets.contract.registry import table
from solver.datasets.contract.workshop import Workshop
from solver.errors import DatasetError
from solver.store.files import sha256

FOLDER = Path(__file__).parents[2] / "records"

Maker = Callable[[Workshop], pd.DataFrame]
RECORDED: dict[str, Maker] = {}


def recorded_table(**parameters: Any) -> Callable[[Maker], Maker]:
    """Register a function that makes a table which is recorded; its docstring is the schema, see ``registry``."""

    def register(function: Maker) -> Maker:
        def read(_workshop: Workshop) -> pd.DataFrame:
            return read_record(function.__name__)

        read.__name__, read.__doc__, read.__module__ = function.__name__, function.__doc__, function.__module__
        RECORDED[function.__name__] = function
        table(**parameters, recorded=f"python -m solver datasets --record {function.__name__}")(read)
        return function

    return register


def path_of_record(name: str) -> Path:
    """Return the file that a record is committed as."""
    return FOLDER / f"{name}.csv"


def read_record(name: str) -> pd.DataFrame:
    """Return a recorded table.

    Raises
    ------
    DatasetError
        If there is no record of that name, or it is no table.
    """
    path = path_of_record(name)
    try:
        return pd.read_csv(path, keep_default_na=False)
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}: the record cannot be read ({error}); make it with --record {name}") from error


def record_bytes(frame: pd.DataFrame) -> bytes:
    """Return a table as it is recorded: numbers are written so that they are read again as they were."""
    content = BytesIO()
    frame.to_csv(content, index=False, lineterminator="\n")
    return content.getvalue()


def digest_of_record(name: str) -> str:
    """Return the checksum of a record's file; of nothing if there is none."""
    path = path_of_record(name)
    return sha256(path.read_bytes() if path.exists() else b"")
