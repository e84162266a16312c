"""The contract folder: data sets made where they are stale, and the manifest that tells what is there."""

from __future__ import annotations

import json
import pkgutil
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from threading import Lock, Thread
from typing import Any, NamedTuple

from solver import datasets
from solver.datasets.contract import (
    COMPILING,
    DATASETS,
    RECORDED,
    Clock,
    Content,
    Dataset,
    Workshop,
    digest_of_record,
    path_of_record,
    record_bytes,
    table_file,
)
from solver.datasets.plan import Plan
from solver.errors import DatasetError
from solver.rules.games import find_ruleset
from solver.store.results import delete_leftovers, sha256, write_whole
from solver.store.sources import PACKAGE, path_of_module, source_digests, sources_of_module
from solver.threads import ROOMS

# The rooms of the chapters register what they make.
for found in sorted(module.name for module in pkgutil.walk_packages(datasets.__path__, "solver.datasets.")):
    if found != __name__:
        import_module(found)

SCHEMA_VERSION = 1
MANIFEST = "manifest.json"
GENERATOR = "python -m solver datasets"


class Event(NamedTuple):
    """A data set begins, ``seconds`` being None, or is made; ``done`` of ``total`` is the share of the work."""

    name: str
    seconds: float | None
    done: int
    total: int


Progress = Callable[[Event], None]


def no_progress(_event: Event) -> None:
    """Tell nobody."""


def fill(
    out: Path, only: str | None = None, progress: Progress = no_progress, clock: Clock | None = None, n_workers: int = 2
) -> list[str]:
    """Make the data sets that are missing or stale in ``out`` and return their names.

    A data set is fresh if the manifest lists it with the checksum of its file and of the sources that make it. Data
    sets made from other sources are dropped from it at once. Every file, and after it the manifest, is written whole or
    not at all, and the manifest names those that are still missing: whoever reads it during a run, or after one that
    was interrupted, knows what is true.

    Parameters
    ----------
    only : str, optional
        Make this one, even if it is fresh, and no other.
    progress : callable
        Told of each data set, in any of the workers' threads, one at a time.
    clock : Clock, optional
        Counts the seconds of each data set and of each step that several share.
    n_workers : int
        Data sets that are made at a time, 1 or 2.

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
    if (known := manifest_of(sets)) != read_manifest(out):
        write_whole(out / MANIFEST, as_file(known))  # even if nothing is to be made: a source of none may have changed
    if wanted:
        plan = Plan({name: DATASETS[name].module for name in wanted})
        Filling(out, sets, plan, progress, clock or Clock()).run(min(n_workers, len(wanted)))
    return wanted


@dataclass(frozen=True, eq=False)
class Filling:
    """A run that makes data sets: where they go, what is there, what is planned, and who is told."""

    out: Path
    sets: dict[str, Any]
    plan: Plan
    progress: Progress
    clock: Clock
    lock: Lock = field(default_factory=Lock)

    def run(self, n_workers: int) -> None:
        """Make all that is planned, in this thread and, with two workers, in another one."""
        from solver.kernels.compile import watched_compiling  # numba is imported only where something is made

        workshop, other = Workshop(find_ruleset(), self.clock), Future[None]()
        with watched_compiling(lambda: self.clock.begin(COMPILING), self.clock.end):
            if n_workers > 1:
                # Not one that the interpreter waits for: an interrupted run ends, and the thread writes nothing more.
                Thread(target=self.help, args=(workshop, other), daemon=True).start()
            else:
                other.set_result(None)
            try:
                self.make(workshop, takes_large=True)
                other.result()
            finally:
                self.plan.stop()

    def help(self, workshop: Workshop, done: Future[None]) -> None:
        """Make data sets beside the first worker until none is left, or either of the two fails."""
        try:
            self.make(workshop, takes_large=False)
        except BaseException as error:
            self.plan.stop()
            done.set_exception(error)
        else:
            done.set_result(None)

    def make(self, workshop: Workshop, takes_large: bool) -> None:
        """Make one data set after another until none is left for this worker."""
        while (name := self.plan.next(takes_large)) is not None:
            start = time.perf_counter()
            self.tell(name, None)
            with self.clock.step(name):
                content = DATASETS[name].make(workshop)
            ROOMS.release()
            self.keep(name, content, workshop.ruleset.name)
            del content
            self.tell(name, time.perf_counter() - start)
            let_go(workshop, needed_by(self.plan.unfinished()))

    def keep(self, name: str, content: Content, ruleset: str) -> None:
        """Write a data set and the manifest that lists it, unless the run has been stopped."""
        with self.lock:
            if not self.plan.is_stopped:
                write_whole(self.out / DATASETS[name].file, content.content)
                self.sets[name] = entry(DATASETS[name], content, ruleset)
                write_whole(self.out / MANIFEST, as_file(manifest_of(self.sets)))

    def tell(self, name: str, seconds: float | None) -> None:
        """Tell that a data set begins, or is made."""
        done = self.plan.done if seconds is None else self.plan.finish(name)
        with self.lock:
            self.progress(Event(name, seconds, done, self.plan.total))


def record(name: str, workshop: Workshop | None = None) -> Path:
    """Compute a recorded data set, in a workshop if one is given, write its record and return the file.

    Raises
    ------
    DatasetError
        If there is no recorded data set of that name, or the record cannot be written.
    """
    if name not in RECORDED:
        raise DatasetError(f"--record {name!r}: that is no recorded data set; choose one of {', '.join(RECORDED)}")
    frame = RECORDED[name](workshop or Workshop(find_ruleset()))
    table_file(name, frame, DATASETS[name].columns)
    path = path_of_record(name)
    write_whole(path, record_bytes(frame))
    return path


def inputs() -> list[dict[str, str]]:
    """Return the files that data sets are computed from, with their checksums."""
    records = {path_of_record(name).relative_to(PACKAGE.parent).as_posix(): digest_of_record(name) for name in RECORDED}
    return [{"path": path, "sha256": digest} for path, digest in {**source_digests(), **records}.items()]


def manifest_of(sets: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest that lists ``sets``, and names those that are still to be made."""
    in_order = {
        name: {**sets[name], "made_by": path_of_module(dataset.module)}
        for name, dataset in DATASETS.items()
        if name in sets
    }
    missing = [name for name in DATASETS if name not in sets]
    return {
        "schema_version": SCHEMA_VERSION,
        "generator": GENERATOR,
        "inputs": inputs(),
        "missing": missing,
        "sets": in_order,
    }


def as_file(manifest: Mapping[str, Any]) -> bytes:
    """Return the manifest as it is written."""
    return json.dumps(manifest, indent=1).encode() + b"\n"


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


def needed_by(names: Iterable[str]) -> set[str]:
    """Return the files of the solver that some data sets are made from."""
    return {path for name in names for path in sources_of_module(DATASETS[name].module)}


def let_go(workshop: Workshop, needed: Collection[str]) -> None:
    """Forget what only finished data sets asked for: what is made by none of the files that others need."""
    for maker in list(workshop.made):
        if path_of_module(maker.__module__) not in needed:
            workshop.made.pop(maker, None)


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
