"""The Zarr store of a run: what is solved, and a folder for each goal with one for each layer."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import zarr
from zarr.codecs import ZstdCodec

from solver.errors import SolverError, StoreError
from solver.game.game import Game
from solver.rules.ruleset import Ruleset
from solver.store.results import result_key, sha256


@dataclass(frozen=True, eq=False)
class Run:
    """What all layers of a store have in common, as it is sent to the workers; two with equal digests are equal.

    Attributes
    ----------
    kind : str
        "values" or "targets".
    n_split : int
        How many categories tell the groups of sets apart, see ``Split``.
    store : str
        Folder or address that all workers reach.
    digest : str
        SHA-256 of all that the numbers depend on, see ``run_key``.
    """

    ruleset: Ruleset
    kind: str
    n_split: int
    store: str
    digest: str

    def __eq__(self, other: object) -> bool:
        """Return whether the other's layers are the same and lie in the same place."""
        return isinstance(other, Run) and (self.digest, self.store) == (other.digest, other.store)

    def __hash__(self) -> int:
        """Return a number for tables of runs."""
        return hash((self.digest, self.store))


@dataclass(frozen=True)
class Job:
    """What is solved in one pass over the layers: the values for a theta, or without one the chances of all targets."""

    run: Run
    theta: float | None

    @property
    def folder(self) -> str:
        """Return the name of the folder of the layers in the store."""
        return "targets" if self.theta is None else f"theta={self.theta!r}"


def run_key(game: Game, kind: str, n_split: int) -> Mapping[str, Any]:
    """Return all that the layers of a store depend on, theta aside: rules, kind, split, sources and versions."""
    key = result_key(f"layers of {kind}", game.identity | {"split": n_split}, "solver.cluster.plan")
    found: Mapping[str, Any] = json.loads(json.dumps(key))  # as it is read back
    return found


def digest_of_key(key: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a key."""
    return sha256(json.dumps(key, sort_keys=True).encode())


FORMAT = "optimal-yatzy layers 1"
NO_NUMBER = -(2**31)  # what a whole number that nobody wrote is read as

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Shape:
    """The array of a layer: its type, and the length of the longest of its parts."""

    name: str
    dtype: str
    length: int


def address(store: str) -> str:
    """Return where a store is as every worker can find it: a folder as an absolute path, else as it was given."""
    return store if "://" in store else str(Path(store).absolute())


def store_options(store: str) -> dict[str, Any] | None:
    """Return what opening a store takes besides its address: a folder given as an address makes its own folders."""
    return {"auto_mkdir": True} if store.startswith("file://") else None


@contextmanager
def telling(store: str, doing: str) -> Iterator[None]:
    """Tell in a sentence what went wrong with the store; stores of all kinds fail in all kinds of ways."""
    try:
        yield
    except SolverError:
        raise
    except Exception as error:
        why = getattr(error, "strerror", None) or str(error).strip().split("\n")[0] or type(error).__name__
        raise StoreError(f"--store {store}: it cannot be {doing}: {why}") from error


def claim(store: str, key: Mapping[str, Any]) -> None:
    """Make the store that of a run, unless it is; see ``is_claimed``."""
    if not is_claimed(store, key):
        with telling(store, "written"):
            attributes = {"format": FORMAT, "run": dict(key)}
            zarr.create_group(store, storage_options=store_options(store), attributes=attributes)


def is_claimed(store: str, key: Mapping[str, Any]) -> bool:
    """Return whether a store holds layers of this run; False if there is nothing yet.

    Raises
    ------
    StoreError
        If it holds something else, or cannot be used.
    """
    with telling(store, "read"):
        found = root_attributes(store)
        if found is None:
            return False
        if found.get("format") != FORMAT:
            raise StoreError(f"--store {store}: it holds something else; name a new folder, or one of this program")
        if found["run"] != key:
            raise StoreError(
                f"--store {store}: it holds the layers of another run ({difference(found['run'], key)}); name another"
            )
        return True


def root_attributes(store: str) -> dict[str, Any] | None:
    """Return what the root of a store says; None if there is nothing yet."""
    try:
        return dict(zarr.open_group(store, mode="r", storage_options=store_options(store)).attrs)
    except FileNotFoundError:
        is_folder_in_use = "://" not in store and Path(store).exists() and any(Path(store).iterdir())
        return {} if is_folder_in_use else None


def difference(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Return in what the key of a store differs from that of a run: what a user chose, else what the program is."""
    options = wanted["parameters"]["options"]
    here, there = ({**key, **key.get("parameters", {})} for key in (found, wanted))
    here, there = ({**key, **key.get("options", {})} for key in (here, there))
    differing = [name for name in there if here.get(name) != there[name]]
    for name in ("name", "ruleset", *options):
        if name in differing:
            return f"{name} {here.get(name)!r}, not {there[name]!r}"
    return f"with another {', '.join(differing)}"


def layer_path(job: Job, n_filled: int) -> str:
    """Return where a layer lies in the store."""
    return f"{job.folder}/layer-{n_filled:02}"


def open_layer(job: Job, n_filled: int, mode: Literal["r", "r+", "a"]) -> zarr.Group:
    """Open a layer for reading, for writing to what is there, or for making it."""
    store = job.run.store
    return zarr.open_group(store, path=layer_path(job, n_filled), mode=mode, storage_options=store_options(store))


def facts_of_layer(job: Job, n_filled: int) -> dict[str, Any] | None:
    """Return what is told of a complete layer; None if it is not complete."""
    with telling(job.run.store, "read"):
        try:
            found: dict[str, Any] = dict(open_layer(job, n_filled, "r").attrs)
        except FileNotFoundError:
            return None
        return found["facts"] if found.get("complete") == job.run.digest else None


def prepare(job: Job, n_filled: int, n_groups: int, shapes: list[Shape]) -> None:
    """Make the arrays of a layer, unless they are there; no chunk is deleted, for its writer may still be at work."""
    with telling(job.run.store, "written"):
        group = open_layer(job, n_filled, "a")
        for shape in shapes:
            if shape.name not in group:
                group.create_array(
                    shape.name,
                    shape=(n_groups, shape.length),
                    chunks=(1, max(shape.length, 1)),
                    dtype=shape.dtype,
                    fill_value=np.nan if np.dtype(shape.dtype).kind == "f" else NO_NUMBER,
                    compressors=ZstdCodec(level=1, checksum=True),
                )


def complete(job: Job, n_filled: int, facts: Mapping[str, Any]) -> None:
    """Mark a layer as complete."""
    with telling(job.run.store, "written"):
        group = open_layer(job, n_filled, "r+")
        group.attrs.update({"complete": job.run.digest, "facts": dict(facts)})


@lru_cache(maxsize=64)
def layer_arrays(job: Job, n_filled: int) -> Mapping[str, zarr.Array[Any]]:
    """Return the arrays of a layer by their names."""
    return dict(open_layer(job, n_filled, "r+").arrays())


def write_part(job: Job, n_filled: int, group: int, part: Mapping[str, Array]) -> None:
    """Write the chunks of a part, each padded to the length of its array."""
    with telling(job.run.store, f"written (layer {n_filled}; the layers that are complete are whole)"):
        for name, array in layer_arrays(job, n_filled).items():
            chunk = np.full(array.shape[1], array.fill_value, array.dtype)
            chunk[: len(part[name])] = part[name]
            array[group] = chunk


def read_part(job: Job, n_filled: int, group: int) -> dict[str, Array]:
    """Return the arrays of a part, without what pads their chunks."""
    with telling(job.run.store, f"read (layer {n_filled}, group {group})"):
        chunks = {name: np.asarray(array[group]) for name, array in layer_arrays(job, n_filled).items()}
        return {name: chunk[: length_of_part(chunk)] for name, chunk in chunks.items()}


def length_of_part(chunk: Array) -> int:
    """Return how many numbers a chunk holds before its padding."""
    is_number = ~np.isnan(chunk) if chunk.dtype.kind == "f" else chunk != NO_NUMBER
    return len(chunk) - int(np.argmax(is_number[::-1])) if is_number.any() else 0
