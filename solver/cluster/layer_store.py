"""The store: a Zarr hierarchy with a folder for each goal, in it one for each layer.

An array of a layer has one chunk for each group of sets of categories, compressed and with a checksum. A layer counts
once its attributes say that it is complete, and for which run; until then its chunks may be written again, by any
number of workers, all with the same bytes. The root says which run the store belongs to.
"""

from __future__ import annotations

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

from solver.cluster.jobs import Job
from solver.errors import SolverError, StoreError

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
