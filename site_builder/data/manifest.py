"""The data folder: its manifest, whether it is fresh, and its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from site_builder.data.manifest_form import SetForm, place_in, read_form
from site_builder.problems.problem import Problem
from site_builder.problems.source import Source, load_source
from site_builder.reuse.fingerprint import Known
from site_builder.reuse.fingerprint import sha256_of as sha256_of_file

SCHEMA_VERSION = 1
FOLDER = "build/data"
ARROW = b"ARROW1"
OTHER_FORMS = {b"PAR1": "a Parquet file", b"\xff\xff\xff\xff": "an Arrow stream"}
MOST_NAMED = 3


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
    """The data sets by name, and why they cannot be trusted; sets whose files are wrong are left out.

    ``problems`` are mistakes in the manifest itself: then there are no sets, and making them anew may help. ``missing``
    names the sets that are still to be made; ``is_open`` tells that others may come, too, for the names are not known.
    ``is_old`` tells that what the sets were computed from has changed.
    """

    sets: Mapping[str, DataSet] = field(default_factory=dict)
    stale: str = ""
    problems: tuple[Problem, ...] = ()
    missing: frozenset[str] = frozenset()
    is_open: bool = False
    is_old: bool = False

    def awaits(self, name: str) -> bool:
        """Tell whether a set is not there yet: that it is not is one problem, and not one for each of its numbers."""
        return name not in self.sets and (self.is_open or name in self.missing)


def read_manifest(project: Path, folder: str = FOLDER, known: Known | None = None) -> Manifest:
    """Read ``manifest.json`` and compare it with the files it speaks of.

    Stale means: no manifest, another schema version, a set's file missing or changed, an input missing or changed, sets
    still to be made. Cost: one pass over the bytes of all sets and inputs, but for those that are ``known``.
    """
    manifest = _read_whole(project, folder, {} if known is None else known)
    return replace(manifest, is_open=True) if manifest.stale and not manifest.sets else manifest


def read_unfinished(project: Path, folder: str = FOLDER) -> Manifest:
    """Read ``manifest.json`` while the data are being made: the sets that are whole, none of the others being wrong.

    Unless the manifest names what is missing, any set may still come; nor is it believed once its inputs have changed.
    """
    try:
        _, form, _ = read_form(load_source(project, f"{folder}/manifest.json"))
    except FileNotFoundError:
        return Manifest(is_open=True)
    if form is None or form.schema_version != SCHEMA_VERSION:
        return Manifest(is_open=True)
    listed = {name: _data_set(name, entry, project / folder) for name, entry in form.sets.items()}
    whole = {
        name: found for name, found in listed.items() if not _why_damaged({name: found}, {}) and _is_readable(found)
    }
    is_old = bool(_why_stale(project, {given.path: given.sha256 for given in form.inputs}, {}))
    missing = frozenset({*(form.missing or ()), *(listed.keys() - whole.keys())})
    return Manifest(whole, missing=missing, is_open=form.missing is None or is_old, is_old=is_old)


def _read_whole(project: Path, folder: str, known: Known) -> Manifest:
    """Return the manifest, with the first reason not to trust it."""
    name = f"{folder}/manifest.json"
    try:
        source = load_source(project, name)
    except FileNotFoundError:
        return Manifest(stale=f"there is no {name}")
    content, form, problems = read_form(source)
    version = content.get("schema_version", SCHEMA_VERSION) if isinstance(content, dict) else SCHEMA_VERSION
    if version != SCHEMA_VERSION:
        return Manifest(stale=f"{name} has schema version {version}, not {SCHEMA_VERSION}")
    if form is None:
        return Manifest(stale=f"{name} is malformed", problems=tuple(problems))
    sets = {name: _data_set(name, entry, project / folder) for name, entry in form.sets.items()}
    if damaged := _why_damaged(sets, known):
        return Manifest(stale=damaged)
    if unreadable := _unreadable(sets, source):
        return Manifest(stale=f"{name} names files that cannot be read", problems=tuple(unreadable))
    old = _why_stale(project, {given.path: given.sha256 for given in form.inputs}, known)
    missing = frozenset(form.missing or ())
    return Manifest(sets, old or _why_unfinished(form.missing or ()), missing=missing, is_old=bool(old))


def _why_unfinished(missing: Sequence[str]) -> str:
    """Tell which sets are still to be made; nothing if none is."""
    if not missing:
        return ""
    named = ", ".join(missing[:MOST_NAMED]) + (" and others" if len(missing) > MOST_NAMED else "")
    return f"{len(missing)} data set{'' if len(missing) == 1 else 's'} still to be made: {named}"


def _data_set(name: str, entry: SetForm, folder: Path) -> DataSet:
    """Return one entry of the manifest."""
    columns = tuple(Column(column.name, column.type, column.unit, column.description) for column in entry.columns)
    return DataSet(
        name,
        entry.kind,
        folder / entry.file,
        entry.sha256,
        entry.description.strip(),
        columns,
        entry.rows,
        entry.bytes,
        entry.made_by,
        entry.parameters,
    )


def _unreadable(sets: Mapping[str, DataSet], source: Source) -> list[Problem]:
    """Report tables that are in another form than that of an Arrow file."""
    problems = []
    for data_set in sets.values():
        if _is_readable(data_set):
            continue
        with data_set.file.open("rb") as stream:
            start = stream.read(len(ARROW))
        found = next((what for mark, what in OTHER_FORMS.items() if start.startswith(mark)), "no Arrow file")
        problems.append(
            source.problem(
                "data-file",
                f"{data_set.file.name}, the file of data set {data_set.name!r}, is {found}; tables are Arrow IPC files",
                place_in(source, ("sets", data_set.name, "file")),
                suggestion="write it with pyarrow.ipc.new_file, or with DataFrame.to_feather",
            )
        )
    return problems


def _is_readable(data_set: DataSet) -> bool:
    """Return whether a file that is there begins and ends as tables do; assets may have any form."""
    if data_set.kind != "table":
        return True
    with data_set.file.open("rb") as stream:
        start = stream.read(len(ARROW))
        stream.seek(max(0, data_set.file.stat().st_size - len(ARROW)))
        return start == stream.read() == ARROW


def _why_damaged(sets: Mapping[str, DataSet], known: Known) -> str:
    """Return the first reason not to read the files, or nothing."""
    for data_set in sets.values():
        found = sha256_of(data_set.file, known)
        if found is None:
            return f"the file of data set {data_set.name!r} is missing"
        if found != data_set.sha256:
            return f"the file of data set {data_set.name!r} is not the one that its manifest describes"
    return ""


def _why_stale(project: Path, inputs: Mapping[str, str], known: Known) -> str:
    """Return the first reason not to trust the data, or nothing."""
    for path, sha256 in inputs.items():
        found = sha256_of(project / path, known)
        if found is None:
            return f"{path}, which the data were computed from, is missing"
        if found != sha256:
            return f"{path} has changed since the data were computed"
    return ""


def sha256_of(path: Path, known: Known) -> str | None:
    """Return the SHA-256 of a file in hexadecimal, or None if there is no such file."""
    try:
        return sha256_of_file(path, known)
    except (FileNotFoundError, IsADirectoryError):
        return None
