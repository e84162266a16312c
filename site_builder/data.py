"""The data folder: its manifest, whether it is fresh, the command that fills it, and its tables."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from site_builder.errors import Problem, SiteError

if TYPE_CHECKING:
    import pandas as pd

SCHEMA_VERSION = 1
FOLDER = "build/data"
FILE_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Column:
    """A column of a data set, as the manifest describes it."""

    name: str
    type: str
    unit: str
    description: str


@dataclass(frozen=True)
class DataSet:
    """One entry of the manifest; ``kind`` is table, asset or test.

    ``made_by`` names the file that computes it, ``parameters`` what that was told; both may be missing.
    """

    name: str
    kind: str
    file: Path
    sha256: str
    description: str
    columns: tuple[Column, ...]
    rows: int
    n_bytes: int
    made_by: str
    parameters: Mapping[str, Any]

    @property
    def unit_of_column(self) -> dict[str, str]:
        """Return the unit of each column, "" for none."""
        return {column.name: column.unit for column in self.columns}

    @property
    def is_archive(self) -> bool:
        """Tell whether the file is a zip archive of many, published as a folder so that pages fetch what they need."""
        return self.kind == "asset" and self.file.suffix == ".zip"


@dataclass(frozen=True)
class Manifest:
    """The data sets by name, and why they cannot be trusted; sets whose files are wrong are left out."""

    sets: Mapping[str, DataSet] = field(default_factory=dict)
    stale: str = ""

    @property
    def lacks_all(self) -> bool:
        """Tell whether there are no data at all, which is one problem and not one for every number."""
        return bool(self.stale) and not self.sets


def read_manifest(project: Path, folder: str = FOLDER) -> Manifest:
    """Read ``manifest.json`` and compare it with the files it speaks of.

    Stale means: no manifest, another schema version, a set's file missing or changed, an input missing or changed.
    Cost: one pass over the bytes of all sets and inputs.
    """
    path = project / folder / "manifest.json"
    try:
        content = json.loads(path.read_bytes())
        sets = {name: _data_set(name, entry, path.parent) for name, entry in content["sets"].items()}
        inputs = {str(given["path"]): str(given["sha256"]) for given in content.get("inputs", ())}
    except FileNotFoundError:
        return Manifest(stale=f"there is no {folder}/manifest.json")
    except (ValueError, KeyError, TypeError, AttributeError):
        return Manifest(stale=f"{folder}/manifest.json cannot be read")
    if content.get("schema_version") != SCHEMA_VERSION:
        version = content.get("schema_version")
        return Manifest(stale=f"{folder}/manifest.json has schema version {version}, not {SCHEMA_VERSION}")
    damaged = _why_damaged(sets)
    return Manifest(stale=damaged) if damaged else Manifest(sets, _why_stale(project, inputs))


def _data_set(name: str, entry: Mapping[str, Any], folder: Path) -> DataSet:
    """Read one entry of the manifest."""
    columns = tuple(
        Column(str(column["name"]), *(str(column.get(key, "")) for key in ("type", "unit", "description")))
        for column in entry.get("columns", ())
    )
    return DataSet(
        name,
        str(entry["kind"]),
        folder / str(entry["file"]),
        str(entry["sha256"]),
        str(entry.get("description", "")).strip(),
        columns,
        int(entry.get("rows", 0)),
        int(entry.get("bytes", 0)),
        str(entry.get("made_by", "")),
        dict(entry.get("parameters", {})),
    )


def _why_damaged(sets: Mapping[str, DataSet]) -> str:
    """Return the first reason not to read the files, or nothing."""
    for data_set in sets.values():
        found = sha256_of(data_set.file)
        if found is None:
            return f"the file of data set {data_set.name!r} is missing"
        if found != data_set.sha256:
            return f"the file of data set {data_set.name!r} is not the one that its manifest describes"
    return ""


def _why_stale(project: Path, inputs: Mapping[str, str]) -> str:
    """Return the first reason not to trust the data, or nothing."""
    for path, sha256 in inputs.items():
        found = sha256_of(project / path)
        if found is None:
            return f"{path}, which the data were computed from, is missing"
        if found != sha256:
            return f"{path} has changed since the data were computed"
    return ""


def sha256_of(path: Path) -> str | None:
    """Return the SHA-256 of a file in hexadecimal, or None if there is no such file."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except (FileNotFoundError, IsADirectoryError):
        return None


def run_command(command: str, project: Path) -> None:
    """Run the data command of ``site.toml`` in the project's folder; its words go to standard error.

    Raises
    ------
    SiteError
        If it cannot be started or fails.
    """
    words = shlex.split(command)
    if words and words[0] in {"python", "python3"}:
        words[0] = sys.executable
    try:
        status = subprocess.run(words, cwd=project, stdout=sys.stderr.fileno(), check=False).returncode
        reason = f"exit {status}" if status else ""
    except OSError as error:
        reason = error.strerror or str(error)
    if reason:
        message = f"the data command {command!r} failed ({reason})"
        suggestion = "run it yourself in the project's folder to see why"
        raise SiteError([Problem("content/site.toml", 0, 0, "data-command", message, suggestion)])


def files_in(data_set: DataSet) -> dict[str, bytes]:
    """Return the files of an archive by name.

    Raises
    ------
    SiteError
        If it cannot be read, or a file's name is not one of letters, digits, dots, dashes and underscores.
    """
    try:
        with zipfile.ZipFile(data_set.file) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as error:
        raise _archive_problem(data_set, f"cannot be read as a zip archive ({error})") from None
    for name in files:
        if not FILE_NAME.fullmatch(name):
            raise _archive_problem(data_set, f"holds a file called {name!r}, which cannot stand in an address")
    return files


def _archive_problem(data_set: DataSet, what: str) -> SiteError:
    """Return the error of an archive that cannot be published."""
    message = f"the file of data set {data_set.name!r} {what}"
    return SiteError([Problem("content/site.toml", 0, 0, "data-archive", message, "see what the data command writes")])


class Tables:
    """Rows of the data sets, read when they are asked for; not a copy of anything, so it is cheap to make."""

    def __init__(self, sets: Mapping[str, DataSet]) -> None:
        self.sets = {name: data_set for name, data_set in sets.items() if data_set.kind == "table"}
        self._columns: dict[str, dict[str, list[Any]]] = {}
        self._frames: dict[str, pd.DataFrame] = {}

    def columns(self, name: str) -> dict[str, list[Any]]:
        """Return a set as plain values by column."""
        if name not in self._columns:
            self._columns[name] = read_table(self.sets[name].file).to_pydict()
        return self._columns[name]

    def frame(self, name: str) -> pd.DataFrame:
        """Return a set as a data frame; callers must not change it."""
        if name not in self._frames:
            self._frames[name] = read_table(self.sets[name].file).to_pandas()
        return self._frames[name]


def read_table(path: Path) -> Any:
    """Return the Arrow table in an IPC file."""
    import pyarrow as pa

    with pa.memory_map(str(path)) as stream:
        return pa.ipc.open_file(stream).read_all()
