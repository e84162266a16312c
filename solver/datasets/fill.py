"""Build stale data sets into a folder, and its manifest."""

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
from typing import Any, Generic, NamedTuple, TypeVar

import pandas as pd

from solver import __version__, datasets
from solver.datasets.contract import (
    COMPILING,
    DATASETS,
    Clock,
    Content,
    Dataset,
    Workshop,
    table_file,
)
from solver.datasets.plan import WORK, WORK_OF_RECORDS, Plan
from solver.datasets.precompile import PRECOMPILER
from solver.datasets.records import (
    computed,
    difference,
    digest_of_record,
    is_computed_again,
    outdated,
    path_of_record,
    recorded,
    renew_digest,
    write_record,
)
from solver.errors import DatasetError
from solver.rules.games import find_ruleset
from solver.store.results import delete_leftovers, sha256, write_atomically
from solver.store.sources import PACKAGE, path_of_module, source_digests, sources_of_module
from solver.threads import BUFFERS, n_processors

# Importing the modules of data sets registers them.
for found in sorted(module.name for module in pkgutil.walk_packages(datasets.__path__, "solver.datasets.")):
    if found != __name__:
        import_module(found)

SCHEMA_VERSION = 1
MANIFEST = "manifest.json"
GENERATOR = "python -m solver datasets"

# Origin of a recorded set, as published in the manifest.
RECORDS = {
    "measured": "measured on one machine; measure again with {command} --record {name}",
    "trained": "trained once; train again with {command} --record {name}",
    "computed": "computed once; compare with a new run: {command} --verify {name}",
    "outdated": "computed by a different version of the code; check it with {command} --verify {name}",
}

Made = TypeVar("Made")


class Event(NamedTuple):
    """A data set starts (``seconds`` is None) or is finished; ``done`` of ``total`` is the share of the work."""

    name: str
    seconds: float | None
    done: int
    total: int


Progress = Callable[[Event], None]


def no_progress(_event: Event) -> None:
    """Default progress callback: does nothing."""


def fill(
    out: Path,
    only: str | None = None,
    progress: Progress = no_progress,
    clock: Clock | None = None,
    n_workers: int | None = None,
    reads_records: bool = True,
) -> list[str]:
    """Build the data sets that are missing or stale in ``out`` and return their names.

    A data set is fresh if the manifest lists it with the digests of its file and its sources. Stale data sets are
    removed from the manifest before the run starts. Each file is written atomically, followed by the manifest, which
    also lists the missing sets. It is therefore correct at any time, even after an interruption.

    Parameters
    ----------
    only : str, optional
        Build only this data set, even if it is fresh.
    progress : callable
        Called with an event when a data set starts or is finished, from any worker thread, one call at a time.
    clock : Clock, optional
        Measures the seconds of each data set and of each shared step.
    n_workers : int, optional
        Number of data sets built in parallel. Default: half the number of processors, from 2 to 6.
    reads_records : bool
        Read computed tables from their records instead of computing them.

    Raises
    ------
    DatasetError
        If ``only`` is not a data set.
    """
    if only is not None and only not in DATASETS:
        raise DatasetError(f"--only {only!r}: unknown data set; choose one of {', '.join(DATASETS)}")
    sets = fresh_sets(out, reads_records)
    wanted = [only] if only else [name for name in DATASETS if name not in sets]
    delete_leftovers(out)
    if (known := manifest_of(sets)) != read_manifest(out):
        write_atomically(out / MANIFEST, manifest_bytes(known))  # an unused source may have changed

    def store(name: str, made: Content, workshop: Workshop) -> None:
        write_atomically(out / DATASETS[name].file, made.content)
        sets[name] = manifest_entry(DATASETS[name], made, workshop)
        write_atomically(out / MANIFEST, manifest_bytes(manifest_of(sets)))

    workshop = Workshop(find_ruleset(), clock or Clock(), reads_records)
    run(wanted, lambda name, workshop: DATASETS[name].make(workshop), store, workshop, progress, n_workers)
    return wanted


def verify(names: Collection[str], progress: Progress = no_progress) -> dict[str, float]:
    """Compute recorded tables again, compare them with their records and update their digests.

    Returns
    -------
    dict
        Largest difference by name, see ``records.difference``.

    Raises
    ------
    DatasetError
        If a name is not a computed record, or a difference exceeds its tolerance.
    """
    for name in names:
        if name not in computed():
            known = ", ".join(computed())
            raise DatasetError(f"--verify {name!r}: not a computed record; choose one of {known}")
    found: dict[str, float] = {}

    def compute(name: str, workshop: Workshop) -> pd.DataFrame:
        record = DATASETS[name].record
        assert record is not None, "only records are verified"
        return record.compute(workshop)

    def compare(name: str, made: pd.DataFrame, _workshop: Workshop) -> None:
        found[name] = difference(name, made)
        renew_digest(name)

    run(names, compute, compare, Workshop(find_ruleset(), reads_records=False), progress)
    return found


def run(
    names: Collection[str],
    make: Callable[[str, Workshop], Made],
    store: Callable[[str, Made, Workshop], None],
    workshop: Workshop,
    progress: Progress,
    n_workers: int | None = None,
) -> None:
    """Build data sets in the order of their plan, several in parallel, and store them one at a time."""
    if names:
        work = WORK if workshop.reads_records else WORK | WORK_OF_RECORDS
        plan = Plan({name: DATASETS[name].module for name in names}, work)
        PRECOMPILER.start(names)
        n_workers = n_workers or min(6, max(2, n_processors() // 2))
        Run(plan, workshop, make, store, progress).run(min(n_workers, len(names)))


@dataclass(frozen=True, eq=False)
class Run(Generic[Made]):
    """A run that builds data sets: its plan, how sets are computed and stored, and the progress callback."""

    plan: Plan
    workshop: Workshop
    compute_one: Callable[[str, Workshop], Made]
    store_one: Callable[[str, Made, Workshop], None]
    progress: Progress
    lock: Lock = field(default_factory=Lock)

    def run(self, n_workers: int) -> None:
        """Build all planned sets, in this thread and ``n_workers - 1`` others."""
        from solver.kernels.compile import watched_compiling  # defer numba to runs that build something

        clock, others = self.workshop.clock, [Future[None]() for _ in range(n_workers - 1)]
        with watched_compiling(lambda: clock.begin(COMPILING), clock.end):
            for other in others:
                # Daemon threads: the interpreter does not wait for them if the run is interrupted.
                Thread(target=self.run_worker, args=(other,), daemon=True).start()
            try:
                self.make(takes_large=True)
                for other in others:
                    other.result()
            finally:
                self.plan.stop()
                PRECOMPILER.end()

    def run_worker(self, done: Future[None]) -> None:
        """Build data sets in another thread; an error stops all workers."""
        try:
            self.make(takes_large=False)
        except BaseException as error:
            self.plan.stop()
            done.set_exception(error)
        else:
            done.set_result(None)

    def make(self, takes_large: bool) -> None:
        """Build data sets until none is left for this worker."""
        while (name := self.plan.next(takes_large)) is not None:
            start = time.perf_counter()
            self.report(name, None)
            with self.workshop.clock.step(name):
                made = self.compute_one(name, self.workshop)
            BUFFERS.release()
            with self.lock:
                if not self.plan.is_stopped:
                    self.store_one(name, made, self.workshop)
            del made
            self.report(name, time.perf_counter() - start)
            release_unused(self.workshop, needed_by(self.plan.unfinished()))

    def report(self, name: str, seconds: float | None) -> None:
        """Report that a data set starts or is finished."""
        done = self.plan.done if seconds is None else self.plan.finish(name)
        with self.lock:
            self.progress(Event(name, seconds, done, self.plan.total))


def record(name: str, workshop: Workshop | None = None) -> Path:
    """Compute a recorded data set, write its record and return the file.

    Raises
    ------
    DatasetError
        If ``name`` is not a recorded data set, or the record cannot be written.
    """
    dataset = DATASETS.get(name)
    if dataset is None or dataset.record is None:
        raise DatasetError(f"--record {name!r}: not a recorded data set; choose one of {', '.join(recorded())}")
    frame = dataset.record.compute(workshop or Workshop(find_ruleset()))
    table_file(name, frame, dataset.columns)
    return write_record(name, frame)


def inputs() -> list[dict[str, str]]:
    """Return the source files and records that data sets depend on, with their digests."""
    records = {
        path_of_record(name).relative_to(PACKAGE.parent).as_posix(): digest_of_record(name) for name in recorded()
    }
    return [{"path": path, "sha256": digest} for path, digest in {**source_digests(), **records}.items()]


def manifest_of(sets: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest that lists ``sets`` and the names of missing sets."""
    in_order = {
        name: {**sets[name], "made_by": path_of_module(dataset.module)}
        for name, dataset in DATASETS.items()
        if name in sets
    }
    old = outdated()
    for name, dataset in recorded().items():
        if (
            dataset.record and name in sets and sets[name]["sources"] == digest_of_sources(dataset)
        ):  # read, not computed
            origin = RECORDS["outdated" if name in old else dataset.record.kind].format(command=GENERATOR, name=name)
            in_order[name]["parameters"] = {**dataset.parameters, "record": origin}
    missing = [name for name in DATASETS if name not in sets]
    return {
        "schema_version": SCHEMA_VERSION,
        "generator": GENERATOR,
        "version": __version__,
        "inputs": inputs(),
        "missing": missing,
        "sets": in_order,
    }


def manifest_bytes(manifest: Mapping[str, Any]) -> bytes:
    """Serialize a manifest."""
    return json.dumps(manifest, indent=1).encode() + b"\n"


def read_manifest(out: Path) -> dict[str, Any]:
    """Read the manifest in ``out``; empty if it is missing or invalid."""
    try:
        content = json.loads((out / MANIFEST).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    return content if isinstance(content, dict) else {}


def digest_of_sources(dataset: Dataset, reads_records: bool = True) -> str:
    """Return the digest of all files that a data set depends on, including records."""
    sources = dict(sources_of_module(dataset.module))
    for name, other in recorded().items():
        if name == dataset.name or path_of_module(other.module) in sources:
            reads = reads_records or not is_computed_again(other)
            sources[f"record of {name}"] = digest_of_record(name) if reads else "not read"
    return sha256(json.dumps(sources).encode())


def needed_by(names: Iterable[str]) -> set[str]:
    """Return the solver's files that some data sets depend on."""
    return {path for name in names for path in sources_of_module(DATASETS[name].module)}


def release_unused(workshop: Workshop, needed: Collection[str]) -> None:
    """Drop shared results whose modules no unfinished data set depends on."""
    for maker in list(workshop.made):
        if path_of_module(maker.__module__) not in needed:
            workshop.made.pop(maker, None)


def manifest_entry(dataset: Dataset, made: Content, workshop: Workshop) -> dict[str, Any]:
    """Return the manifest entry of a data set."""
    return {
        "file": dataset.file,
        "kind": dataset.kind,
        "ruleset": dataset.parameters.get("ruleset", workshop.ruleset.name),
        "description": dataset.description,
        "rows": made.rows,
        "columns": [
            {"name": column.name, "type": str(column.type), "unit": column.unit, "description": column.description}
            for column in dataset.columns
        ],
        "parameters": dict(dataset.parameters),
        "sha256": sha256(made.content),
        "bytes": len(made.content),
        "sources": digest_of_sources(dataset, workshop.reads_records),
    }


def fresh_sets(out: Path, reads_records: bool = True) -> dict[str, Any]:
    """Return the manifest entries of the fresh data sets in ``out``."""
    known = read_manifest(out)
    try:
        if known["schema_version"] != SCHEMA_VERSION:
            return {}
        return {
            name: row
            for name, row in known["sets"].items()
            if name in DATASETS
            and row["sources"] == digest_of_sources(DATASETS[name], reads_records)
            and is_unchanged(out, row)
        }
    except (OSError, KeyError, TypeError, AttributeError):
        return {}


def is_unchanged(out: Path, row: dict[str, Any]) -> bool:
    """Return whether the file of a manifest entry exists and is unchanged."""
    path = out / str(row["file"])
    return path.is_file() and sha256(path.read_bytes()) == row["sha256"]
