"""The form of ``build/data/manifest.json``: which keys it has, and what is wrong with one that is written otherwise."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from site_builder.plain_values import parse_json
from site_builder.problems.problem import Problem
from site_builder.problems.refusals import words_of
from site_builder.problems.source import Place, Source

Words = Annotated[str, BeforeValidator(lambda value: "" if value is None else value)]


class Form(BaseModel):
    """An object of the manifest; other programs may keep keys of their own in it."""

    model_config = ConfigDict(frozen=True, strict=True)


class ColumnForm(Form):
    """A column of a table."""

    name: str
    type: Words = ""
    unit: Words = ""
    description: Words = ""


class SetForm(Form):
    """A data set: a file beside the manifest."""

    kind: Literal["table", "asset", "test"]
    file: str
    sha256: str
    description: Words = ""
    columns: list[ColumnForm] = []
    rows: int = 0
    bytes: int = 0
    made_by: Words = ""
    parameters: dict[str, Any] = {}


class InputForm(Form):
    """A file that the data were computed from, or all names in a folder.

    ``of`` is the script that read it, or that it lies ``around`` without being known to be read.
    """

    path: str
    sha256: str
    of: Words = ""
    around: bool = False


class ManifestForm(Form):
    """The manifest; ``missing`` names the sets that its command has still to make, if the command tells that.

    ``unfinished`` names scripts that have begun to publish and not come to their end.
    """

    schema_version: int
    sets: dict[str, SetForm]
    missing: list[str] | None = None
    unfinished: list[str] = []
    inputs: list[InputForm] = []


def read_form(source: Source) -> tuple[Any, ManifestForm | None, list[Problem]]:
    """Return the manifest as it is, in its form, and what is wrong with it."""
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
    """Turn what pydantic found into a problem."""
    path, kind = item["loc"], item["type"]
    dotted = ".".join(map(str, path)) or "the manifest"
    place = place_in(source, path[:-1] if kind == "missing" else path)
    said = f"write {item['ctx']['expected']}" if kind == "literal_error" else words_of(item["msg"])
    message = f"key {dotted!r} is missing" if kind == "missing" else f"{dotted!r}: {said}"
    suggestion = f"a data set has {', '.join(SetForm.model_fields)}" if kind == "missing" and path[0] == "sets" else ""
    return source.problem("data-manifest", message, place, suggestion=suggestion)


def place_in(source: Source, path: Sequence[int | str]) -> Place:
    """Return the place of the innermost key of a path that is written out, each looked for behind the one around it."""
    position = 0
    for key in path:
        found = source.text.find(f"{json.dumps(key)}", position) if isinstance(key, str) else -1
        position = found if found >= 0 else position
    line_start = source.text.rfind("\n", 0, position) + 1
    return Place(source.text.count("\n", 0, position) + 1, position - line_start + 1)
