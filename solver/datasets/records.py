"""Records: tables stored as CSV files in the sources, because computing them takes long.

``digests.json`` contains, for each computed record, the digest of the code with which it was computed or last verified.
If that code has changed, the record may be outdated; ``datasets --verify`` computes it again and compares.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Callable
from functools import lru_cache, wraps
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pandas as pd
from pyarrow.csv import ConvertOptions, read_csv

from solver.datasets.contract import DATASETS, Dataset, Maker, Record, Workshop, table
from solver.errors import DatasetError
from solver.rules.games import DEFAULT_RULESET
from solver.store.results import sha256, write_atomically
from solver.store.sources import PACKAGE, sources_of_module

FOLDER = Path(__file__).parents[1] / "records"

# Tolerances: largest accepted difference between a record and a new run.
EXACT = 0.0
POINTS = 1e-9  # processors differ in the order of summation, hence in the last digits
FLOAT32 = 2.0**-21  # four units in the last place of single precision

# Files that every data set uses and that cannot affect its content: excluded from the digests of code.
EXCLUDED = {f"solver/datasets/{name}.py" for name in ("__init__", "contract", "records")}


def recorded_table(
    kind: Literal["measured", "trained", "computed"],
    tolerance: float = POINTS,
    stands_alone: bool = False,
    **parameters: Any,
) -> Callable[[Maker], Maker]:
    """Register a function that computes a recorded table; the function that is returned reads the record.

    A computed table is computed instead of read for other rulesets and, unless ``stands_alone``, if the workshop does
    not read records.
    """

    def register(function: Maker) -> Maker:
        @wraps(function)
        def read(workshop: Workshop) -> pd.DataFrame:
            is_read = workshop.reads_records or stands_alone
            if kind == "computed" and not (is_read and workshop.ruleset.name == DEFAULT_RULESET):
                return function(workshop)
            return read_record(function.__name__)

        return table(Record(kind, function, tolerance, stands_alone), **parameters)(read)

    return register


def recorded() -> dict[str, Dataset]:
    """Return the recorded data sets by name."""
    return {name: dataset for name, dataset in DATASETS.items() if dataset.record is not None}


def computed() -> dict[str, Dataset]:
    """Return the recorded data sets that any machine can compute again and compare."""
    return {
        name: dataset for name, dataset in recorded().items() if dataset.record and dataset.record.kind == "computed"
    }


def is_computed_again(dataset: Dataset) -> bool:
    """Return whether a data set is computed, rather than read, if no records are read."""
    record = dataset.record
    return record is not None and record.kind == "computed" and not record.stands_alone


def path_of_record(name: str) -> Path:
    """Return the CSV file of a record."""
    return FOLDER / f"{name}.csv"


def read_record(name: str) -> pd.DataFrame:
    """Read a recorded table; floating-point numbers are restored exactly.

    Raises
    ------
    DatasetError
        If the file is missing or cannot be parsed.
    """
    path = path_of_record(name)
    try:
        types = {column.name: column.type for column in DATASETS[name].columns}
        frame: pd.DataFrame = read_csv(path, convert_options=ConvertOptions(column_types=types)).to_pandas()
        return frame
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}: cannot read the record ({error}); use --record {name}") from error


def record_bytes(frame: pd.DataFrame) -> bytes:
    """Return a table as CSV, with enough digits to restore all numbers exactly."""
    content = BytesIO()
    frame.to_csv(content, index=False, lineterminator="\n")
    return content.getvalue()


def write_record(name: str, frame: pd.DataFrame) -> Path:
    """Write a record and return its file; update the digest of a computed one."""
    path = path_of_record(name)
    write_atomically(path, record_bytes(frame))
    if name in computed():
        renew_digest(name)
    return path


def digest_of_record(name: str) -> str:
    """Return the SHA-256 of a record's file; that of no bytes if it is missing."""
    path = path_of_record(name)
    return sha256(path.read_bytes() if path.exists() else b"")


@lru_cache
def digest_of_code(name: str) -> str:
    """Return the SHA-256 of a source file without its docstrings, comment lines and blank lines."""
    text = (PACKAGE.parent / name).read_text(encoding="utf-8")
    lines_by_number: dict[int, str] = dict(enumerate(text.splitlines(), start=1))
    quoted = set[int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1):
                lines_by_number.pop(line, None)
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            quoted |= set(range(node.lineno + 1, (node.end_lineno or 0) + 1))
    lines = (line for number, line in lines_by_number.items() if number in quoted or not is_blank_or_comment(line))
    return sha256("\n".join(lines).encode())


def is_blank_or_comment(line: str) -> bool:
    """Return whether a line is blank or a comment."""
    return not line.strip() or line.lstrip().startswith("#")


def digest_of_maker(name: str) -> str:
    """Return the digest of the code that computes a recorded table."""
    files = sorted({*sources_of_module(DATASETS[name].module)} - EXCLUDED)
    return sha256(json.dumps([(file, digest_of_code(file)) for file in files]).encode())


def read_digests() -> dict[str, str]:
    """Return the stored digests of code by record."""
    try:
        found: dict[str, str] = json.loads((FOLDER / "digests.json").read_bytes())
    except OSError:
        return {}
    return found


def renew_digest(name: str) -> None:
    """Store the current digest of a record's code; drop digests of removed records."""
    known = read_digests() | {name: digest_of_maker(name)}
    content = json.dumps({key: known[key] for key in sorted(known) if key in computed()}, indent=1)
    write_atomically(FOLDER / "digests.json", content.encode() + b"\n")


def outdated() -> list[str]:
    """Return the computed records whose code has changed since they were computed or verified."""
    known = read_digests()
    return [name for name in computed() if known.get(name) != digest_of_maker(name)]


def difference(name: str, frame: pd.DataFrame) -> float:
    """Return the largest difference between a record and a new run: relative to numbers above 1, absolute below.

    Raises
    ------
    DatasetError
        If columns, rows or other values differ, or a floating-point number differs by more than the tolerance.
    """
    record = DATASETS[name].record
    old, new = read_record(name), frame.reset_index(drop=True)
    remedy = f"if the new numbers are correct, write them with: python -m solver datasets --record {name}"
    if list(old) != list(new) or len(old) != len(new):
        raise DatasetError(
            f"{name}: the record has the columns {list(old)} and {len(old)} rows, "
            f"the new run has {list(new)} and {len(new)}; {remedy}"
        )
    largest = 0.0
    for column in old:
        if old[column].dtype.kind == new[column].dtype.kind == "f":
            gaps = (np.abs(old[column] - new[column]) / np.maximum(1.0, np.abs(old[column]))).to_numpy()
        else:
            gaps = np.where(old[column] == new[column], 0.0, np.inf)
        row = int(np.argmax(gaps))
        if record is None or not gaps[row] <= record.tolerance:
            raise DatasetError(
                f"{name}: in row {row + 1}, {column} is {old[column][row]!s} in the record and {new[column][row]!s} "
                f"in the new run; {remedy}"
            )
        largest = max(largest, float(gaps[row]))
    return largest
