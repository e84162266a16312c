"""The contract folder: data sets made where they are stale, and the manifest that tells what is there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from solver.datasets import browser, decisions, games, geometry, solving, solving_layers  # noqa: F401 - they register
from solver.datasets.registry import DATASETS, Content, Dataset
from solver.datasets.workshop import Workshop
from solver.errors import DatasetError
from solver.rules import find_ruleset
from solver.store import delete_leftovers, sha256, source_digests, write_whole

SCHEMA_VERSION = 1
MANIFEST = "manifest.json"
GENERATOR = "python -m solver datasets"

Progress = Callable[[str, int, int], None]


def no_progress(_name: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def fill(out: Path, only: str | None = None, progress: Progress = no_progress) -> list[str]:
    """Make the data sets that are missing or stale in ``out`` and return their names.

    A data set is fresh if the manifest lists it with the checksum of its file and was written from the same sources.
    Every file, and after it the manifest, is written whole or not at all, so an interrupted run leaves a true
    manifest. Data sets made from other sources are dropped from it when one is made anew.

    Parameters
    ----------
    only : str, optional
        Make this one, even if it is fresh, and no other.
    progress : callable
        Told before each data set: its name, how many are done, how many there are to do.

    Raises
    ------
    DatasetError
        If there is no data set called ``only``.
    """
    if only is not None and only not in DATASETS:
        raise DatasetError(f"--only {only!r}: there is no such data set; choose one of {', '.join(DATASETS)}")
    sets = fresh_sets(out)
    wanted = [only] if only else [name for name in DATASETS if name not in sets]
    delete_leftovers(out)
    workshop = Workshop(find_ruleset())
    for done, name in enumerate(wanted):
        progress(name, done, len(wanted))
        content = DATASETS[name].make(workshop)
        write_whole(out / DATASETS[name].file, content.content)
        sets[name] = entry(DATASETS[name], content, workshop.ruleset.name)
        write_whole(out / MANIFEST, manifest({known: sets[known] for known in DATASETS if known in sets}))
    return wanted


def inputs() -> list[dict[str, str]]:
    """Return the files that the data sets are computed from, with their checksums."""
    return [{"path": path, "sha256": digest} for path, digest in source_digests().items()]


def manifest(sets: dict[str, Any]) -> bytes:
    """Return the manifest that lists ``sets``."""
    content = {"schema_version": SCHEMA_VERSION, "generator": GENERATOR, "inputs": inputs(), "sets": sets}
    return json.dumps(content, indent=1).encode() + b"\n"


def entry(dataset: Dataset, made: Content, ruleset: str) -> dict[str, Any]:
    """Return what the manifest tells of one data set."""
    return {
        "file": dataset.file,
        "kind": dataset.kind,
        "ruleset": ruleset,
        "description": dataset.description,
        "rows": made.rows,
        "columns": [
            {"name": column.name, "type": str(column.type), "unit": column.unit, "description": column.description}
            for column in dataset.columns
        ],
        "parameters": dict(dataset.parameters),
        "sha256": sha256(made.content),
        "bytes": len(made.content),
    }


def fresh_sets(out: Path) -> dict[str, Any]:
    """Return the manifest's entries of the data sets in ``out`` that need not be made again."""
    try:
        known = json.loads((out / MANIFEST).read_bytes())
        if known["schema_version"] != SCHEMA_VERSION or known["inputs"] != inputs():
            return {}
        return {name: row for name, row in known["sets"].items() if name in DATASETS and is_whole(out, row)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def is_whole(out: Path, row: dict[str, Any]) -> bool:
    """Return whether the file of a manifest's entry is there, unchanged."""
    path = out / str(row["file"])
    return path.is_file() and sha256(path.read_bytes()) == row["sha256"]
