"""The contract folder: data sets made where they are stale, and the manifest that tells what is there."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from solver.datasets import (  # noqa: F401 - all of them register their data sets
    baselines,
    browser,
    browser_games,
    categories,
    chance_node,
    decisions,
    dial,
    duel,
    failures,
    friend,
    game_curves,
    games,
    geometry,
    joker_rules,
    last_turns,
    machine,
    more_dice,
    optimist,
    perfect_boxes,
    perfect_events,
    perfect_first,
    perfect_play,
    play,
    purse,
    regimes,
    risk,
    risk_decisions,
    risk_figures,
    saved_game,
    saved_throws,
    score_to_beat,
    solving,
    solving_layers,
    speed,
    targets,
    throw_worth,
    throws,
    ties,
    vectors,
    verification,
    visits,
)
from solver.datasets.records import RECORDED, digest_of_record, path_of_record, record_bytes
from solver.datasets.registry import DATASETS, Content, Dataset, table_file
from solver.datasets.workshop import Workshop
from solver.errors import DatasetError
from solver.rules import find_ruleset
from solver.sources import PACKAGE, path_of_module, source_digests, sources_of_module
from solver.store import delete_leftovers, sha256, write_whole

SCHEMA_VERSION = 1
MANIFEST = "manifest.json"
GENERATOR = "python -m solver datasets"

Progress = Callable[[str, int, int], None]


def no_progress(_name: str, _done: int, _total: int) -> None:
    """Tell nobody."""


def fill(out: Path, only: str | None = None, progress: Progress = no_progress) -> list[str]:
    """Make the data sets that are missing or stale in ``out`` and return their names.

    A data set is fresh if the manifest lists it with the checksum of its file and of the sources that make it. Every
    file, and after it the manifest, is written whole or not at all, so an interrupted run leaves a true manifest. Data
    sets made from other sources are dropped from it.

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
    wanted = [only] if only else sorted((name for name in DATASETS if name not in sets), key=is_light)
    delete_leftovers(out)
    workshop = Workshop(find_ruleset())
    for done, name in enumerate(wanted):
        progress(name, done, len(wanted))
        content = DATASETS[name].make(workshop)
        write_whole(out / DATASETS[name].file, content.content)
        sets[name] = entry(DATASETS[name], content, workshop.ruleset.name)
        write_manifest(out, sets)
    if not wanted and read_manifest(out).get("inputs") != inputs():
        write_manifest(out, sets)  # sources have changed that no data set is made from
    return wanted


def record(name: str) -> Path:
    """Compute a recorded data set, write its record and return the file.

    Raises
    ------
    DatasetError
        If there is no recorded data set of that name, or the record cannot be written.
    """
    if name not in RECORDED:
        raise DatasetError(f"--record {name!r}: that is no recorded data set; choose one of {', '.join(RECORDED)}")
    frame = RECORDED[name](Workshop(find_ruleset()))
    table_file(name, frame, DATASETS[name].columns)
    path = path_of_record(name)
    write_whole(path, record_bytes(frame))
    return path


def is_light(name: str) -> bool:
    """Return whether a data set needs little memory: those that need much are made first, while nothing is held yet."""
    return DATASETS[name].module != targets.__name__


def inputs() -> list[dict[str, str]]:
    """Return the files that data sets are computed from, with their checksums."""
    records = {path_of_record(name).relative_to(PACKAGE.parent).as_posix(): digest_of_record(name) for name in RECORDED}
    return [{"path": path, "sha256": digest} for path, digest in {**source_digests(), **records}.items()]


def write_manifest(out: Path, sets: Mapping[str, Any]) -> None:
    """Write the manifest that lists ``sets``."""
    in_order = {
        name: {**sets[name], "made_by": path_of_module(dataset.module)}
        for name, dataset in DATASETS.items()
        if name in sets
    }
    content = {"schema_version": SCHEMA_VERSION, "generator": GENERATOR, "inputs": inputs(), "sets": in_order}
    write_whole(out / MANIFEST, json.dumps(content, indent=1).encode() + b"\n")


def read_manifest(out: Path) -> dict[str, Any]:
    """Return the manifest in ``out``; nothing if none can be read."""
    try:
        content = json.loads((out / MANIFEST).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def digest_of_sources(dataset: Dataset) -> str:
    """Return one checksum of all files that a data set is made from."""
    sources = dict(sources_of_module(dataset.module))
    for name in RECORDED:
        if name == dataset.name or path_of_module(DATASETS[name].module) in sources:
            sources[f"record of {name}"] = digest_of_record(name)
    return sha256(json.dumps(sources).encode())


def entry(dataset: Dataset, made: Content, ruleset: str) -> dict[str, Any]:
    """Return what the manifest tells of one data set."""
    return {
        "file": dataset.file,
        "kind": dataset.kind,
        "ruleset": dataset.parameters.get("ruleset", ruleset),
        "description": dataset.description,
        "rows": made.rows,
        "columns": [
            {"name": column.name, "type": str(column.type), "unit": column.unit, "description": column.description}
            for column in dataset.columns
        ],
        "parameters": dict(dataset.parameters),
        "sha256": sha256(made.content),
        "bytes": len(made.content),
        "sources": digest_of_sources(dataset),
    }


def fresh_sets(out: Path) -> dict[str, Any]:
    """Return the manifest's entries of the data sets in ``out`` that need not be made again."""
    known = read_manifest(out)
    try:
        if known["schema_version"] != SCHEMA_VERSION:
            return {}
        return {
            name: row
            for name, row in known["sets"].items()
            if name in DATASETS and row["sources"] == digest_of_sources(DATASETS[name]) and is_whole(out, row)
        }
    except (OSError, KeyError, TypeError, AttributeError):
        return {}


def is_whole(out: Path, row: dict[str, Any]) -> bool:
    """Return whether the file of a manifest's entry is there, unchanged."""
    path = out / str(row["file"])
    return path.is_file() and sha256(path.read_bytes()) == row["sha256"]
