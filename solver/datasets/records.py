"""Records: tables that are kept as CSV files beside the sources, because making them takes long.

``digests.json`` says of each computed record which code it agrees with: the digest of the sources of its maker on the
day when it was computed or verified last. Where that code has changed since, the record may be wrong, and
``datasets --verify`` computes it again and compares.
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
from solver.store.results import sha256, write_whole
from solver.store.sources import PACKAGE, sources_of_module

FOLDER = Path(__file__).parents[1] / "records"

# How far numbers of a computed record may differ from those of a new run.
EXACT = 0.0
POINTS = 1e-9  # other processors round the last digits of a sum in another order
FLOAT32 = 2.0**-21  # four units in the last place of a single

# Files that every maker uses and that only carry its table: they cannot change what stands in it.
CARRIERS = {f"solver/datasets/{name}.py" for name in ("__init__", "contract", "records")}


def recorded_table(
    kind: Literal["measured", "trained", "computed"],
    tolerance: float = POINTS,
    stands_alone: bool = False,
    **parameters: Any,
) -> Callable[[Maker], Maker]:
    """Register a function that makes a table which is recorded; what is returned reads it.

    A computed table is made by the function instead in a workshop of other rules, and, unless it stands alone, in one
    that reads no records.
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
    """Return the recorded data sets that can be computed again and compared."""
    return {
        name: dataset for name, dataset in recorded().items() if dataset.record and dataset.record.kind == "computed"
    }


def is_computed_again(dataset: Dataset) -> bool:
    """Return whether a recorded data set is computed with all others where no records are read."""
    record = dataset.record
    return record is not None and record.kind == "computed" and not record.stands_alone


def path_of_record(name: str) -> Path:
    """Return the file that a record is committed as."""
    return FOLDER / f"{name}.csv"


def read_record(name: str) -> pd.DataFrame:
    """Return a recorded table, with the numbers that were written, to the last bit.

    Raises
    ------
    DatasetError
        If there is no record of that name, or it is no table.
    """
    path = path_of_record(name)
    try:
        types = {column.name: column.type for column in DATASETS[name].columns}
        frame: pd.DataFrame = read_csv(path, convert_options=ConvertOptions(column_types=types)).to_pandas()
        return frame
    except (OSError, ValueError) as error:
        raise DatasetError(f"{path}: the record cannot be read ({error}); make it with --record {name}") from error


def record_bytes(frame: pd.DataFrame) -> bytes:
    """Return a table as it is recorded: numbers are written so that they are read again as they were."""
    content = BytesIO()
    frame.to_csv(content, index=False, lineterminator="\n")
    return content.getvalue()


def write_record(name: str, frame: pd.DataFrame) -> Path:
    """Write a record and return its file; of a computed one, note that it agrees with today's code."""
    path = path_of_record(name)
    write_whole(path, record_bytes(frame))
    if name in computed():
        renew_digest(name)
    return path


def digest_of_record(name: str) -> str:
    """Return the checksum of a record's file; of nothing if there is none."""
    path = path_of_record(name)
    return sha256(path.read_bytes() if path.exists() else b"")


@lru_cache
def digest_of_code(name: str) -> str:
    """Return the checksum of a file of the solver without its docstrings, comment lines and blank lines."""
    text = (PACKAGE.parent / name).read_text(encoding="utf-8")
    kept: dict[int, str] = dict(enumerate(text.splitlines(), start=1))
    quoted = set[int]()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node, clean=False):
            for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1):
                kept.pop(line, None)
        elif isinstance(node, ast.Constant | ast.JoinedStr):
            quoted |= set(range(node.lineno + 1, (node.end_lineno or 0) + 1))
    lines = (line for number, line in kept.items() if number in quoted or not is_silent(line))
    return sha256("\n".join(lines).encode())


def is_silent(line: str) -> bool:
    """Return whether a line of code is blank or a comment."""
    return not line.strip() or line.lstrip().startswith("#")


def digest_of_maker(name: str) -> str:
    """Return one checksum of the code that computes a recorded table."""
    files = sorted({*sources_of_module(DATASETS[name].module)} - CARRIERS)
    return sha256(json.dumps([(file, digest_of_code(file)) for file in files]).encode())


def read_digests() -> dict[str, str]:
    """Return the digest of the code that each computed record agrees with, as far as it is known."""
    try:
        found: dict[str, str] = json.loads((FOLDER / "digests.json").read_bytes())
    except OSError:
        return {}
    return found


def renew_digest(name: str) -> None:
    """Note that a computed record agrees with today's code; forget those of records that are no more."""
    known = read_digests() | {name: digest_of_maker(name)}
    content = json.dumps({key: known[key] for key in sorted(known) if key in computed()}, indent=1)
    write_whole(FOLDER / "digests.json", content.encode() + b"\n")


def outdated() -> list[str]:
    """Return the computed records whose code has changed since they were computed or verified."""
    known = read_digests()
    return [name for name in computed() if known.get(name) != digest_of_maker(name)]


def difference(name: str, frame: pd.DataFrame) -> float:
    """Return the largest difference between a record and what was computed anew: relative to numbers above 1.

    Raises
    ------
    DatasetError
        If the columns, the rows or what is not a fraction differ, or a fraction by more than the tolerance.
    """
    record = DATASETS[name].record
    old, new = read_record(name), frame.reset_index(drop=True)
    remedy = f"if the new numbers are right, python -m solver datasets --record {name} writes them"
    if list(old) != list(new) or len(old) != len(new):
        raise DatasetError(
            f"{name}: the record has the columns {list(old)} and {len(old)} rows, "
            f"computed anew it has {list(new)} and {len(new)}; {remedy}"
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
                f"computed anew; {remedy}"
            )
        largest = max(largest, float(gaps[row]))
    return largest
