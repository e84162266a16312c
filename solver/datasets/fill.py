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
from typing import Any, Generic, NamedTuple, TypeVar

import pandas as pd

from solver import __version__, datasets
from solver.datasets.beside import BESIDE
from solver.datasets.contract import (
    COMPILING,
    DATASETS,
    Clock,
    Content,
    Dataset,
    Workshop,
    table_file,
)
from solver.datasets.plan import Plan
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
from solver.store.results import delete_leftovers, sha256, write_whole
from solver.store.sources import PACKAGE, path_of_module, source_digests, sources_of_module
from solver.threads import ROOMS, n_processors

# The rooms of the chapters register what they make.
for found in sorted(module.name for module in pkgutil.walk_packages(datasets.__path__, "solver.datasets.")):
    if found != __name__:
        import_module(found)

SCHEMA_VERSION = 1
MANIFEST = "manifest.json"
GENERATOR = "python -m solver datasets"

# What the manifest says of a recorded set.
RECORDS = {
    "measured": "measured on one machine; {command} --record {name} measures again",
    "trained": "trained once; {command} --record {name} trains again",
    "computed": "computed once; {command} --verify {name} computes it again and compares",
    "outdated": "computed by other code than this; check it with {command} --verify {name}",
}

Made = TypeVar("Made")


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
    out: Path,
    only: str | None = None,
    progress: Progress = no_progress,
    clock: Clock | None = None,
    n_workers: int | None = None,
    reads_records: bool = True,
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
    n_workers : int, optional
        Data sets that are made at a time; two, or half as many as there are processors, and six at most.
    reads_records : bool
        Read computed tables from their records; otherwise they are computed like all others.

    Raises
    ------
    DatasetError
        If there is no data set called ``only``.
    """
    if only is not None and only not in DATASETS:
        raise DatasetError(f"--only {only!r}: there is no such data set; choose one of {', '.join(DATASETS)}")
    sets = fresh_sets(out, reads_records)
    wanted = [only] if only else [name for name in DATASETS if name not in sets]
    delete_leftovers(out)
    if (known := manifest_of(sets)) != read_manifest(out):
        write_whole(out / MANIFEST, as_file(known))  # even if nothing is to be made: a source of none may have changed

    def keep(name: str, made: Content, workshop: Workshop) -> None:
        write_whole(out / DATASETS[name].file, made.content)
        sets[name] = entry(DATASETS[name], made, workshop)
        write_whole(out / MANIFEST, as_file(manifest_of(sets)))

    workshop = Workshop(find_ruleset(), clock or Clock(), reads_records)
    run(wanted, lambda name, workshop: DATASETS[name].make(workshop), keep, workshop, progress, n_workers)
    return wanted


def verify(names: Collection[str], progress: Progress = no_progress) -> dict[str, float]:
    """Compute recorded tables anew, compare them with their records, and note that they agree with today's code.

    Returns
    -------
    dict
        The largest difference of each, see ``records.difference``.

    Raises
    ------
    DatasetError
        If one of them is no computed record, or differs by more than its tolerance.
    """
    for name in names:
        if name not in computed():
            known = ", ".join(computed())
            raise DatasetError(f"--verify {name!r}: that is no record of a computed data set; choose one of {known}")
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
    keep: Callable[[str, Made, Workshop], None],
    workshop: Workshop,
    progress: Progress,
    n_workers: int | None = None,
) -> None:
    """Make data sets in the order of their plan, several at a time, and keep each, one at a time."""
    if names:
        plan = Plan({name: DATASETS[name].module for name in names})
        BESIDE.start(names)
        n_workers = n_workers or min(6, max(2, n_processors() // 2))
        Filling(plan, workshop, make, keep, progress).run(min(n_workers, len(names)))


@dataclass(frozen=True, eq=False)
class Filling(Generic[Made]):
    """A run that makes data sets: its plan, how each is made and kept, and what receives its events."""

    plan: Plan
    workshop: Workshop
    make_one: Callable[[str, Workshop], Made]
    keep_one: Callable[[str, Made, Workshop], None]
    progress: Progress
    lock: Lock = field(default_factory=Lock)

    def run(self, n_workers: int) -> None:
        """Make all that is planned, in this thread and in others beside it."""
        from solver.kernels.compile import watched_compiling  # numba is imported only where something is made

        clock, others = self.workshop.clock, [Future[None]() for _ in range(n_workers - 1)]
        with watched_compiling(lambda: clock.begin(COMPILING), clock.end):
            for other in others:
                # Not one that the interpreter waits for: an interrupted run ends, and the thread writes nothing more.
                Thread(target=self.help, args=(other,), daemon=True).start()
            try:
                self.make(takes_large=True)
                for other in others:
                    other.result()
            finally:
                self.plan.stop()
                BESIDE.end()

    def help(self, done: Future[None]) -> None:
        """Make data sets beside the first worker until none is left, or one of the workers fails."""
        try:
            self.make(takes_large=False)
        except BaseException as error:
            self.plan.stop()
            done.set_exception(error)
        else:
            done.set_result(None)

    def make(self, takes_large: bool) -> None:
        """Make one data set after another until none is left for this worker."""
        while (name := self.plan.next(takes_large)) is not None:
            start = time.perf_counter()
            self.tell(name, None)
            with self.workshop.clock.step(name):
                made = self.make_one(name, self.workshop)
            ROOMS.release()
            with self.lock:
                if not self.plan.is_stopped:
                    self.keep_one(name, made, self.workshop)
            del made
            self.tell(name, time.perf_counter() - start)
            let_go(self.workshop, needed_by(self.plan.unfinished()))

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
    dataset = DATASETS.get(name)
    if dataset is None or dataset.record is None:
        raise DatasetError(f"--record {name!r}: that is no recorded data set; choose one of {', '.join(recorded())}")
    frame = dataset.record.compute(workshop or Workshop(find_ruleset()))
    table_file(name, frame, dataset.columns)
    return write_record(name, frame)


def inputs() -> list[dict[str, str]]:
    """Return the files that data sets are computed from, with their checksums."""
    records = {
        path_of_record(name).relative_to(PACKAGE.parent).as_posix(): digest_of_record(name) for name in recorded()
    }
    return [{"path": path, "sha256": digest} for path, digest in {**source_digests(), **records}.items()]


def manifest_of(sets: Mapping[str, Any]) -> dict[str, Any]:
    """Return the manifest that lists ``sets``, and names those that are still to be made."""
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
            told = RECORDS["outdated" if name in old else dataset.record.kind].format(command=GENERATOR, name=name)
            in_order[name]["parameters"] = {**dataset.parameters, "record": told}
    missing = [name for name in DATASETS if name not in sets]
    return {
        "schema_version": SCHEMA_VERSION,
        "generator": GENERATOR,
        "version": __version__,
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


def digest_of_sources(dataset: Dataset, reads_records: bool = True) -> str:
    """Return one checksum of all files that a data set is made from, its own record and those of others included."""
    sources = dict(sources_of_module(dataset.module))
    for name, other in recorded().items():
        if name == dataset.name or path_of_module(other.module) in sources:
            reads = reads_records or not is_computed_again(other)
            sources[f"record of {name}"] = digest_of_record(name) if reads else "not read"
    return sha256(json.dumps(sources).encode())


def needed_by(names: Iterable[str]) -> set[str]:
    """Return the files of the solver that some data sets are made from."""
    return {path for name in names for path in sources_of_module(DATASETS[name].module)}


def let_go(workshop: Workshop, needed: Collection[str]) -> None:
    """Forget what only finished data sets asked for: what is made by none of the files that others need."""
    for maker in list(workshop.made):
        if path_of_module(maker.__module__) not in needed:
            workshop.made.pop(maker, None)


def entry(dataset: Dataset, made: Content, workshop: Workshop) -> dict[str, Any]:
    """Return what the manifest tells of one data set."""
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
    """Return the manifest's entries of the data sets in ``out`` that need not be made again."""
    known = read_manifest(out)
    try:
        if known["schema_version"] != SCHEMA_VERSION:
            return {}
        return {
            name: row
            for name, row in known["sets"].items()
            if name in DATASETS
            and row["sources"] == digest_of_sources(DATASETS[name], reads_records)
            and is_whole(out, row)
        }
    except (OSError, KeyError, TypeError, AttributeError):
        return {}


def is_whole(out: Path, row: dict[str, Any]) -> bool:
    """Return whether the file of a manifest's entry is there, unchanged."""
    path = out / str(row["file"])
    return path.is_file() and sha256(path.read_bytes()) == row["sha256"]
