"""Describe the keys of all files of a project: types and defaults from the models, meanings from ``keys.toml``."""

from __future__ import annotations

import datetime
import tomllib
import types
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from site_builder.settings.front_matter import ConceptMatter, FrontMatter
from site_builder.settings.references import Quotation, Work
from site_builder.settings.site_toml import Accent, App, Chart, Config, Csv, Data, Face, Fonts, Guesses, Rewards, Widget

FILE = Path(__file__).with_name("keys.toml")
MODELS: Mapping[str, type[BaseModel]] = {
    "site": Config,
    "charts": Chart,
    "widgets": Widget,
    "data": Data,
    "csv": Csv,
    "accent": Accent,
    "fonts": Fonts,
    "face": Face,
    "guesses": Guesses,
    "rewards": Rewards,
    "app": App,
    "chapter": FrontMatter,
    "term": ConceptMatter,
    "work": Work,
    "quotation": Quotation,
}
FORMS: Mapping[Any, str] = {
    str: "text",
    int: "whole number",
    float: "number",
    bool: "true or false",
    datetime.date: "date",
    Any: "any value",
}


@dataclass(frozen=True)
class Key:
    """A key that authors can write; ``default`` is None if the key is required, and empty if it has no default."""

    name: str
    form: str
    default: str | None
    meaning: str


@cache
def meanings() -> Mapping[str, Mapping[str, str]]:
    """Return the meaning of each key, by table."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def keys_of(table: str) -> list[Key]:
    """Return the keys of a table, in the order of its model."""
    meaning_of = meanings()[table]
    return [
        Key(name, form_of(field.annotation), default_of(field), meaning_of[name])
        for name, field in MODELS[table].model_fields.items()
    ]


def form_of(annotation: Any) -> str:
    """Describe the type of a value in words."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return form_of(parts[0])
    if origin in {Union, types.UnionType}:
        forms = dict.fromkeys(form_of(part) for part in parts if part is not type(None))
        return " or ".join(form for form in forms if form != "whole number" or "number" not in forms)
    if origin is list:
        return f"list of {form_of(parts[0])}s"
    if origin is dict:
        return "table"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "table"
    return FORMS[annotation]


def default_of(field: FieldInfo) -> str | None:
    """Return a default in TOML; None if the key is required, and empty if it has no default."""
    if field.is_required():
        return None
    value = field.default
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) and value else ""
