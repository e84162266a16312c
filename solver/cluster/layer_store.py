"""The Zarr store of a run: a folder for each job with one for each layer."""

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
    """Common parameters of all layers of a store, as sent to the workers; runs with equal digests are equal.

    Attributes
    ----------
    kind : str
        "values" or "targets".
    n_split : int
        Number of categories by which sets are grouped, see ``Split``.
    store : str
        Folder or URL that all workers can access.
    digest : str
        SHA-256 of everything that the numbers depend on, see ``run_key``.
    """

    ruleset: Ruleset
    kind: str
    n_split: int
    store: str
    digest: str

    def __eq__(self, other: object) -> bool:
        """Return whether two runs have the same layers in the same store."""
        return isinstance(other, Run) and (self.digest, self.store) == (other.digest, other.store)

    def __hash__(self) -> int:
        """Return a hash."""
        return hash((self.digest, self.store))


@dataclass(frozen=True)
class Job:
    """The layers of one objective: values for a theta, or, without one, the chances of all targets."""

    run: Run
    theta: float | None

    @property
    def folder(self) -> str:
        """Return the name of the folder of the layers in the store."""
        return "targets" if self.theta is None else f"theta={self.theta!r}"


def run_key(game: Game, kind: str, n_split: int) -> Mapping[str, Any]:
    """Return everything that a store's layers depend on, except theta: rules, kind, split, sources and versions."""
    key = result_key(f"layers of {kind}", game.identity | {"split": n_split}, "solver.cluster.plan")
    found: Mapping[str, Any] = json.loads(json.dumps(key))  # normalize as when read back
    return found


def digest_of_key(key: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a key."""
    return sha256(json.dumps(key, sort_keys=True).encode())


FORMAT = "optimal-yatzy layers 1"
NO_NUMBER = -(2**31)  # fill value of a whole number that was not written

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Shape:
    """The array of a layer: its type, and the length of its longest part."""

    name: str
    dtype: str
    length: int


def address(store: str) -> str:
    """Return the address of a store that every worker can use: a folder as an absolute path, else unchanged."""
    return store if "://" in store else str(Path(store).absolute())


def store_options(store: str) -> dict[str, Any] | None:
    """Return the options for opening a store besides its address: a local URL creates its own folders."""
    return {"auto_mkdir": True} if store.startswith("file://") else None


@contextmanager
def store_errors(store: str, doing: str) -> Iterator[None]:
    """Convert any error of a store to a ``StoreError``."""
    try:
        yield
    except SolverError:
        raise
    except Exception as error:
        why = getattr(error, "strerror", None) or str(error).strip().split("\n")[0] or type(error).__name__
        raise StoreError(f"--store {store}: it cannot be {doing}: {why}") from error


def claim(store: str, key: Mapping[str, Any]) -> None:
    """Create the store of a run, unless it exists; see ``is_claimed``."""
    if not is_claimed(store, key):
        with store_errors(store, "written"):
            attributes = {"format": FORMAT, "run": dict(key)}
            zarr.create_group(store, storage_options=store_options(store), attributes=attributes)


def is_claimed(store: str, key: Mapping[str, Any]) -> bool:
    """Return whether a store contains layers of this run; False if it is empty.

    Raises
    ------
    StoreError
        If it contains something else, or cannot be used.
    """
    with store_errors(store, "read"):
        found = root_attributes(store)
        if found is None:
            return False
        if found.get("format") != FORMAT:
            raise StoreError(f"--store {store}: it contains something else; use a new folder, or one of this program")
        if found["run"] != key:
            raise StoreError(
                f"--store {store}: it contains the layers of another run ({difference(found['run'], key)}); use another"
            )
        return True


def root_attributes(store: str) -> dict[str, Any] | None:
    """Return the attributes of a store's root; None if the store is empty."""
    try:
        return dict(zarr.open_group(store, mode="r", storage_options=store_options(store)).attrs)
    except FileNotFoundError:
        is_folder_in_use = "://" not in store and Path(store).exists() and any(Path(store).iterdir())
        return {} if is_folder_in_use else None


def difference(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> str:
    """Return the differences between the key of a store and that of a run: options of the user first, else versions."""
    options = wanted["parameters"]["options"]
    here, there = ({**key, **key.get("parameters", {})} for key in (found, wanted))
    here, there = ({**key, **key.get("options", {})} for key in (here, there))
    differing = [name for name in there if here.get(name) != there[name]]
    for name in ("name", "ruleset", *options):
        if name in differing:
            return f"{name} {here.get(name)!r}, not {there[name]!r}"
    return f"with another {', '.join(differing)}"


def layer_path(job: Job, n_filled: int) -> str:
    """Return the path of a layer in the store."""
    return f"{job.folder}/layer-{n_filled:02}"


def open_layer(job: Job, n_filled: int, mode: Literal["r", "r+", "a"]) -> zarr.Group:
    """Open a layer for reading, for writing to existing arrays, or for creating it."""
    store = job.run.store
    return zarr.open_group(store, path=layer_path(job, n_filled), mode=mode, storage_options=store_options(store))


def facts_of_layer(job: Job, n_filled: int) -> dict[str, Any] | None:
    """Return the facts of a complete layer; None if it is not complete."""
    with store_errors(job.run.store, "read"):
        try:
            found: dict[str, Any] = dict(open_layer(job, n_filled, "r").attrs)
        except FileNotFoundError:
            return None
        return found["facts"] if found.get("complete") == job.run.digest else None


def prepare(job: Job, n_filled: int, n_groups: int, shapes: list[Shape]) -> None:
    """Create the arrays of a layer, unless they exist; no chunk is deleted, because its writer may still be running."""
    with store_errors(job.run.store, "written"):
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
    with store_errors(job.run.store, "written"):
        group = open_layer(job, n_filled, "r+")
        group.attrs.update({"complete": job.run.digest, "facts": dict(facts)})


@lru_cache(maxsize=64)
def layer_arrays(job: Job, n_filled: int) -> Mapping[str, zarr.Array[Any]]:
    """Return the arrays of a layer by their names."""
    return dict(open_layer(job, n_filled, "r+").arrays())


def write_part(job: Job, n_filled: int, group: int, part: Mapping[str, Array]) -> None:
    """Write the chunks of a part, each padded to the length of its array."""
    with store_errors(job.run.store, f"written (layer {n_filled}; complete layers are unaffected)"):
        for name, array in layer_arrays(job, n_filled).items():
            chunk = np.full(array.shape[1], array.fill_value, array.dtype)
            chunk[: len(part[name])] = part[name]
            array[group] = chunk


def read_part(job: Job, n_filled: int, group: int) -> dict[str, Array]:
    """Return the arrays of a part, without padding."""
    with store_errors(job.run.store, f"read (layer {n_filled}, group {group})"):
        chunks = {name: np.asarray(array[group]) for name, array in layer_arrays(job, n_filled).items()}
        return {name: chunk[: length_of_part(chunk)] for name, chunk in chunks.items()}


def length_of_part(chunk: Array) -> int:
    """Return the number of values in a chunk before its padding."""
    is_number = ~np.isnan(chunk) if chunk.dtype.kind == "f" else chunk != NO_NUMBER
    return len(chunk) - int(np.argmax(is_number[::-1])) if is_number.any() else 0
