"""Read the manifest of the data folder: its schema, its data sets, and whether they are up to date."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from site_builder.cache.fingerprint import digest_names
from site_builder.cache.results import Known
from site_builder.data.files import FOLDER, SCHEMA_VERSION, Doubt, TableError, TableFile, inspect_table
from site_builder.plain_values import parse_json
from site_builder.problems.problem import Problem
from site_builder.problems.reporting import words_of
from site_builder.problems.source import RENAME, Place, Source, alike, load_source, place_in, same_but_for_case
from site_builder.project_files import RefusedFileError, on_disk, require_inside

Words = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]


class Form(BaseModel):
    """An object of the manifest; other programs may add keys of their own."""

    model_config = ConfigDict(frozen=True, strict=True)


class Column(Form):
    """A column of a table."""

    name: str
    type: Words = ""
    unit: Words = ""
    description: Words = ""


class SetForm(Form):
    """A data set: a file in the folder of the manifest."""

    kind: Literal["table", "asset", "test"]
    file: str
    sha256: str
    description: Words = ""
    columns: list[Column] = []
    rows: int = 0
    bytes: int = 0
    made_by: Words = ""
    parameters: dict[str, Any] = {}


class InputForm(Form):
    """A file that the data were computed from, or the list of names in a folder.

    ``of`` is the script that read it. If ``around`` is true, the file is only in the folder of the script and may not
    have been read.
    """

    path: str
    sha256: str
    of: Words = ""
    around: bool = False


class ManifestForm(Form):
    """The manifest; ``missing`` lists the sets that are not computed yet, None if the command does not report them.

    ``unfinished`` lists scripts that have published sets but did not finish.
    """

    schema_version: int
    sets: dict[str, SetForm]
    missing: list[str] | None = None
    unfinished: list[str] = []
    inputs: list[InputForm] = []


def read_form(source: Source) -> tuple[Any, ManifestForm | None, list[Problem]]:
    """Parse a manifest; return its JSON, the validated form (None if it is invalid), and the problems."""
    try:
        content = parse_json(source.text)
    except json.JSONDecodeError as error:
        place = Place(error.lineno, error.colno)
        return None, None, [source.problem("data-manifest", f"not JSON: {words_of(error.msg)}", place)]
    try:
        return content, ManifestForm.model_validate(content), []
    except ValidationError as error:
        return content, None, [describe(item, source) for item in error.errors()]


def describe(item: ErrorDetails, source: Source) -> Problem:
    """Convert an error of pydantic to a problem."""
    path, kind = item["loc"], item["type"]
    dotted = ".".join(map(str, path)) or "the manifest"
    place = place_of(source, path[:-1] if kind == "missing" else path)
    reason = f"write {item['ctx']['expected']}" if kind == "literal_error" else words_of(item["msg"])
    message = f"key {dotted!r} is missing" if kind == "missing" else f"{dotted!r}: {reason}"
    suggestion = (
        f"a data set needs {', '.join(SetForm.model_fields)}" if kind == "missing" and path[0] == "sets" else ""
    )
    return source.problem("data-manifest", message, place, suggestion=suggestion)


def place_of(source: Source, path: Sequence[int | str]) -> Place:
    """Return the place of the innermost key of a path that is in the file, searching each key after its parent."""
    position = 0
    for key in path:
        found = source.text.find(f"{json.dumps(key)}", position) if isinstance(key, str) else -1
        position = found if found >= 0 else position
    return place_in(source.text, position)


MANIFEST = f"{FOLDER}/manifest.json"
MOST_NAMED = 3
NONE: Mapping[str, Mapping[str, Any]] = {}
LONGEST_LINE = 200  # characters of a line that a message shows
TABLE_FILES = "tables are Arrow, Parquet or CSV files; 'from site_builder import publish' writes them"


@dataclass(frozen=True)
class DataSet:
    """One entry of the manifest; ``kind`` is table, asset or test.

    ``made_by`` names the file that computes it, ``parameters`` its options; both may be missing. ``content`` is set for
    programs and texts that the build makes itself: they have no file. ``csv`` are the options of a CSV file in
    ``site.toml``.
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
    content: bytes | None = None
    csv: Mapping[str, Any] = field(default_factory=dict)

    @property
    def table(self) -> TableFile:
        """Return the file of a table with its options."""
        return TableFile(self.file, self.name, **self.csv)

    @property
    def digest(self) -> str:
        """Return a digest of the file and its options, which changes with the table."""
        return f"{self.sha256}{self.csv or ''}"

    @property
    def unit_of_column(self) -> dict[str, str]:
        """Return the unit of each column; "" if it has none."""
        return {column.name: column.unit for column in self.columns}

    @property
    def is_data(self) -> bool:
        """Return whether it is data for readers: not for tests, and not a program or text of the build."""
        return self.kind != "test" and self.content is None

    def read(self) -> bytes:
        """Return the content of an asset."""
        return self.file.read_bytes() if self.content is None else self.content

    @property
    def is_archive(self) -> bool:
        """Return whether it is a zip archive, which is published as a folder so that pages fetch single files."""
        return self.kind == "asset" and self.file.suffix == ".zip"


@dataclass(frozen=True)
class Manifest:
    """The data sets by name, and why they are stale; sets with missing or changed files are left out.

    ``problems`` are errors in the manifest itself: then there are no sets, and recomputing the data may help.
    ``missing`` lists the sets that are not computed yet; ``is_open`` means that sets of unknown names may follow.
    ``is_old`` means that inputs have changed since the sets were computed. ``listed`` are all sets of the manifest;
    ``reasons`` has for each of them why it must be recomputed, or "". ``inputs`` lists the inputs of each script, with
    key "" for inputs without a script. ``warnings`` are about tables with ambiguous columns.
    """

    sets: Mapping[str, DataSet] = field(default_factory=dict)
    stale: str = ""
    problems: tuple[Problem, ...] = ()
    missing: frozenset[str] = frozenset()
    is_open: bool = False
    is_old: bool = False
    listed: Mapping[str, DataSet] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    inputs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[Problem, ...] = ()

    def awaits(self, name: str) -> bool:
        """Return whether a set is not computed yet; then its numbers are not reported as errors one by one."""
        return name not in self.sets and (self.is_open or name in self.missing)


def read_manifest(project: Path, known: Known | None = None, csv: Mapping[str, Mapping[str, Any]] = NONE) -> Manifest:
    """Read ``manifest.json`` and compare it with its files; ``csv`` are options of CSV files, by set.

    Stale means: no manifest, another schema version, a set's file or an input missing or changed, or sets not computed
    yet. Cost: one pass over the bytes of all sets and inputs, except unchanged files in ``known``.
    """
    manifest = _read_complete(project, Known() if known is None else known, csv)
    return replace(manifest, is_open=True) if manifest.stale and not manifest.sets else manifest


def read_unfinished(project: Path, csv: Mapping[str, Mapping[str, Any]] = NONE) -> Manifest:
    """Read ``manifest.json`` while the data are being computed: only complete sets, without errors for the others.

    Other sets may follow if the manifest does not list the missing ones, or if its inputs have changed.
    """
    try:
        source = load_source(project, MANIFEST, is_made=True)
    except FileNotFoundError:
        return Manifest(is_open=True)
    _, form, _ = read_form(source)
    if form is None or form.schema_version != SCHEMA_VERSION:
        return Manifest(is_open=True)
    listed, known = _data_sets(form, project / FOLDER, csv), Known()
    wrong = {problem.about for problem in _elsewhere(listed, project / FOLDER, source)}
    whole = {
        name: found
        for name, found in listed.items()
        if name not in _why_damaged({name: found}, known) and not inspected(found)[0] and name not in wrong
    }
    is_old = bool(_why_old(project, form, known)) or any(name in whole for name in form.missing or ())
    missing = frozenset({*(form.missing or ()), *(listed.keys() - whole.keys())})
    return Manifest(whole, missing=missing, is_open=form.missing is None or is_old, is_old=is_old)


def _read_complete(project: Path, known: Known, csv: Mapping[str, Mapping[str, Any]]) -> Manifest:
    """Return the manifest, with the first reason why it is stale."""
    try:
        source = load_source(project, MANIFEST, is_made=True)
    except FileNotFoundError:
        return Manifest(stale=f"there is no {MANIFEST}")
    content, form, problems = read_form(source)
    version = content.get("schema_version", SCHEMA_VERSION) if isinstance(content, dict) else SCHEMA_VERSION
    if version != SCHEMA_VERSION:
        return Manifest(stale=f"{MANIFEST} has schema version {version}, not {SCHEMA_VERSION}")
    if form is None:
        return Manifest(stale=f"{MANIFEST} is malformed", problems=tuple(problems))
    sets = _data_sets(form, project / FOLDER, csv)
    old, damaged = _why_old(project, form, known), _why_damaged(sets, known)
    reasons = {name: damaged.get(name) or _why_anew(found, form, old) for name, found in sets.items()}
    inputs = {of: tuple(given.path for given in form.inputs if given.of == of) for of in _scripts(form)}
    if damaged:
        return Manifest(stale=next(iter(damaged.values())), listed=sets, reasons=reasons, inputs=inputs)
    if elsewhere := _elsewhere(sets, project / FOLDER, source):
        return Manifest(stale=f"{MANIFEST} names files elsewhere", problems=tuple(elsewhere))
    if same := same_but_for_case(sets):
        found = [
            source.problem("data-set", alike(name, other), place_of(source, ("sets", name)), suggestion=RENAME)
            for name, other in same.items()
        ]
        return Manifest(stale=f"{MANIFEST} names a data set twice", problems=tuple(found))
    if unreadable := tuple(_unreadable(sets, source)):
        return Manifest(stale=f"{MANIFEST} names files that cannot be read", problems=unreadable)
    stale = next(iter(old.values()), "") or _why_unended(form.unfinished) or _why_unfinished(form.missing or ())
    missing = frozenset(form.missing or ())
    warnings = tuple(_doubtful(sets, source))
    return Manifest(sets, stale, (), missing, False, bool(old), sets, reasons, inputs, warnings)


def with_programs(manifest: Manifest, programs: Mapping[str, bytes]) -> Manifest:
    """Add programs and texts of the build to a manifest, as assets that widgets can fetch."""
    sets = dict(manifest.sets)
    for name, content in programs.items():
        digest = hashlib.sha256(content).hexdigest()
        sets[name] = DataSet(name, "asset", Path(name), digest, "", (), 0, len(content), "", {}, content)
    return replace(manifest, sets=sets)


def _scripts(form: ManifestForm) -> Iterable[str]:
    """Return the scripts of the inputs, "" for inputs without a script."""
    return dict.fromkeys(given.of for given in form.inputs)


def _why_anew(data_set: DataSet, form: ManifestForm, old: Mapping[str, str]) -> str:
    """Return why an undamaged set must be recomputed; "" if it is up to date. ``old`` has the reasons by script."""
    script = data_set.made_by if data_set.made_by in _scripts(form) else ""
    unended = _why_unended([script]) if script in form.unfinished else ""
    return (
        old.get(script) or unended or _why_unfinished([data_set.name] if data_set.name in (form.missing or ()) else ())
    )


def _why_unended(scripts: Sequence[str]) -> str:
    """Return the reason that a script did not finish; "" if there is none."""
    return f"{scripts[0]} did not finish" if scripts else ""


def _why_unfinished(missing: Sequence[str]) -> str:
    """Return the reason that sets are not computed yet; "" if there are none."""
    if not missing:
        return ""
    named = ", ".join(missing[:MOST_NAMED]) + (" and others" if len(missing) > MOST_NAMED else "")
    return f"{len(missing)} data set{'' if len(missing) == 1 else 's'} not computed yet: {named}"


def _data_sets(form: ManifestForm, folder: Path, csv: Mapping[str, Mapping[str, Any]]) -> dict[str, DataSet]:
    """Return the entries of the manifest, with the options of CSV files."""
    sets = {}
    for name, entry in form.sets.items():
        file, described, columns = folder / entry.file, entry.description.strip(), tuple(entry.columns)
        made = entry.rows, entry.bytes, entry.made_by, entry.parameters
        sets[name] = DataSet(name, entry.kind, file, entry.sha256, described, columns, *made, csv=csv.get(name, {}))
    return sets


def _unreadable(sets: Mapping[str, DataSet], source: Source) -> Iterator[Problem]:
    """Yield errors of tables that cannot be read: at a line of a CSV file, or else at the entry of the manifest."""
    for name, data_set in sets.items():
        error, _ = inspected(data_set)
        if error is not None and error.line:
            message = f"data set {name!r}: {error.message}"
            file = str(PurePosixPath(source.path).parent / data_set.file.name)
            yield Problem(
                file, error.line, error.column, "data-csv", message, error.suggestion, error.source[:LONGEST_LINE]
            )
        elif error is not None:
            message = f"{data_set.file.name}, the file of data set {name!r}, {error.message}"
            place = place_of(source, ("sets", name, "file"))
            yield source.problem("data-file", message, place, suggestion=error.suggestion or TABLE_FILES)


def _doubtful(sets: Mapping[str, DataSet], source: Source) -> Iterator[Problem]:
    """Yield warnings about columns of CSV files whose type is ambiguous."""
    for name, data_set in sets.items():
        for doubt in inspected(data_set)[1]:
            message, file = f"data set {name!r}: {doubt.message}", data_set.file.name
            path = str(PurePosixPath(source.path).parent / file)
            yield Problem(path, doubt.line, 1, "data-text", message, doubt.suggestion, severity="warning")


def inspected(data_set: DataSet) -> tuple[TableError | None, tuple[Doubt, ...]]:
    """Return the error of a table that cannot be read, or None, and its ambiguous columns; accept any asset."""
    return inspect_table(data_set.table, data_set.sha256) if data_set.kind == "table" else (None, ())


def _elsewhere(sets: Mapping[str, DataSet], folder: Path, source: Source) -> list[Problem]:
    """Return errors for files of sets that are hidden or outside the data folder: they must not be published."""
    problems = []
    for data_set in sets.values():
        try:
            require_inside(folder, Path(os.path.normpath(data_set.file)), data_set.file.name, "the folder of the data")
        except RefusedFileError as refused:
            place, message = place_of(source, ("sets", data_set.name, "file")), f"data set {data_set.name!r}: {refused}"
            problems.append(source.problem("data-file", message, place, suggestion=refused.remedy, about=data_set.name))
    return problems


def _why_damaged(sets: Mapping[str, DataSet], known: Known) -> dict[str, str]:
    """Return the sets whose file is missing or changed, with the reason."""
    reasons = {}
    for name, data_set in sets.items():
        found = sha256_of(data_set.file, known)
        if found is None:
            reasons[name] = f"the file of data set {name!r} is missing"
        elif found != data_set.sha256:
            reasons[name] = f"the file of data set {name!r} is not the one that its manifest describes"
    return reasons


def _why_old(project: Path, form: ManifestForm, known: Known) -> dict[str, str]:
    """Return the scripts of which an input has changed, with the first reason.

    A script in the folder of another one, which makes sets of its own, is not an input of that one.
    """
    reasons: dict[str, str] = {}
    makers = {word for entry in form.sets.values() for word in entry.made_by.split()}
    for given in form.inputs:
        if given.around and given.path in makers:
            continue
        if given.of not in reasons and (reason := why_changed(project, given.path, given.sha256, known)):
            reasons[given.of] = reason
    return reasons


def why_changed(project: Path, path: str, sha256: str, known: Known) -> str:
    """Return why an input is not as recorded; "" if it is unchanged. Of a folder only the names of files count."""
    place = on_disk(project / path)
    if place.is_dir():
        is_same = digest_names(place, deep=place != project) == sha256
        named = "the project's own folder" if place == project else path
        return "" if is_same else f"files of {named} were added or removed since the data were computed"
    found = sha256_of(place, known)
    if found is None:
        return f"{path}, which the data were computed from, is missing"
    return "" if found == sha256 else f"{path} has changed since the data were computed"


def sha256_of(path: Path, known: Known) -> str | None:
    """Return the SHA-256 of a file in hexadecimal; None if the file does not exist."""
    try:
        return known.sha256_of(path)
    except (FileNotFoundError, IsADirectoryError):
        return None
