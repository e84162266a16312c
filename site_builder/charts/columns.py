"""Find columns that a chart asks for and its data, after their transforms, do not have."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Transform = Mapping[str, Any]
# None where it cannot be told which there are: data of another form, or a transform that names them by its rows.
Columns = frozenset[str] | None

# Of each kind of transform, known by the key of its name, the keys that hold names of columns.
ASKED = {
    "aggregate": ("aggregate", "groupby"),
    "joinaggregate": ("joinaggregate", "groupby"),
    "window": ("window", "groupby", "sort"),
    "bin": ("field",),
    "timeUnit": ("field",),
    "stack": ("stack", "groupby", "sort"),
    "lookup": ("lookup",),
    "fold": ("fold",),
    "flatten": ("flatten",),
    "density": ("density", "groupby"),
    "regression": ("regression", "on", "groupby"),
    "loess": ("loess", "on", "groupby"),
    "quantile": ("quantile", "groupby"),
    "impute": ("impute", "key", "groupby"),
    "pivot": ("pivot", "value", "groupby"),
    "extent": ("extent",),
    "calculate": ("calculate",),
    "filter": ("filter",),
}
EXPRESSIONS = frozenset({"calculate", "filter"})
# These list what they make, item by item.
ITEMIZED = frozenset({"aggregate", "joinaggregate", "window"})
# Behind these there are only the columns of their groups, and those that they make.
REPLACING = frozenset({"aggregate", "density", "regression", "loess", "quantile"})
# Given one name, these make a second column for the end of a span.
SPANNING = frozenset({"bin", "timeUnit", "stack"})
UNNAMED = {"fold": ("key", "value"), "density": ("value", "density"), "quantile": ("prob", "value")}

TEXT = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
MEMBER = re.compile(r"\bdatum\.([A-Za-z_$][\w$]*)")
# Signs by which a name leads into a column, unless a backslash stands before them.
INWARDS = re.compile(r"[.\[\]\\'\"]")
ITEM = re.compile(r"""\bdatum\[(['"])(.*?)\1\]""")


def kind_of(transform: Transform) -> str:
    """Return the kind of a transform, empty for one that asks for no columns and makes none."""
    return next((kind for kind in ASKED if kind in transform), "")


def columns_asked(transform: Transform) -> Iterator[str]:
    """Yield the columns that a transform needs."""
    kind = kind_of(transform)
    for key in ASKED.get(kind, ()):
        given = transform.get(key, ())
        yield from names_in_condition(given) if kind in EXPRESSIONS else names_in(given)


def names_in(given: Any) -> Iterator[str]:
    """Yield the columns that a text, a record with a ``field``, or a list of them names."""
    if isinstance(given, str) and given not in ("", "*"):  # as in rank() and count(*)
        yield given
    elif isinstance(given, dict):
        yield from names_in(given.get("field"))
    elif isinstance(given, list):
        for part in given:
            yield from names_in(part)


def names_in_condition(condition: Any) -> Iterator[str]:
    """Yield the columns named in the condition of a filter, or in an expression."""
    if isinstance(condition, str):
        yield from MEMBER.findall(TEXT.sub("''", condition))
        # An expression takes the name as it is; elsewhere a dot would lead into the column.
        yield from (INWARDS.sub(r"\\\g<0>", name) for _, name in ITEM.findall(condition))
    elif isinstance(condition, list):
        for part in condition:
            yield from names_in_condition(part)
    elif isinstance(condition, dict):
        yield from names_in(condition.get("field"))
        for word in ("and", "or", "not"):
            yield from names_in_condition(condition.get(word))


def columns_after(transform: Transform, columns: Columns) -> Columns:
    """Return the columns behind a transform, given those before it."""
    kind = kind_of(transform)
    if columns is None or kind == "pivot" or (kind == "regression" and transform.get("params")):
        return None
    kept = frozenset(transform.get("groupby", ())) if kind in REPLACING else columns
    return kept | columns_made(kind, transform)


def columns_made(kind: str, transform: Transform) -> frozenset[str]:
    """Return the columns that a transform makes."""
    if kind in ITEMIZED:
        return frozenset(made["as"] for made in transform[kind] if "as" in made)
    named = transform.get("as", ())
    if isinstance(named, str):
        return frozenset({named, f"{named}_end"} if kind in SPANNING else {named})
    if named:
        return frozenset(named)
    if kind in {"regression", "loess"}:
        return frozenset({transform["on"], transform[kind]})
    if kind == "lookup":
        return frozenset(transform.get("from", {}).get("fields", ()))
    return frozenset(UNNAMED.get(kind, ()))


PARTS = ("layer", "hconcat", "vconcat", "concat")
TITLE = "give the encoding a title, since Vega-Lite cannot write double quotes into tooltips"
HEAD = re.compile(r"""\[(?P<quote>['"])(?P<quoted>.*?)(?P=quote)\]|(?P<bare>(?:\\.|[^.\[\\])+)""")
ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Scope:
    """What a part of a chart has from those around it; ``repeated`` lists the names that a repeated one stands for."""

    columns: Columns = None
    encoding: Mapping[str, Any] = field(default_factory=dict)
    repeated: Mapping[str, list[str]] = field(default_factory=dict)


def missing_columns(specification: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return each column that a Vega-Lite specification asks for in vain, with those that are there.

    So is a column whose name is written as it is, but that Vega takes apart: "y [km]" is a part of "y ".
    """
    missing: dict[str, frozenset[str]] = {}
    for name, columns in asked_in(specification, Scope(), specification.get("datasets", {})):
        column = column_of(name)
        if columns is not None and (column not in columns or (name in columns and INWARDS.search(name))):
            missing.setdefault(column, columns)
    return missing


def columns_without_values(specification: Mapping[str, Any]) -> Iterator[str]:
    """Yield each column that a Vega-Lite specification asks for, and that has no value in any row of its data."""
    datasets = specification.get("datasets", {})
    for name, _ in asked_in(specification, Scope(), datasets):
        column = column_of(name)
        found = [row[column] for rows in datasets.values() for row in rows if column in row]
        if found and all(value is None for value in found):
            yield column


def asked_in(view: Mapping[str, Any], scope: Scope, datasets: Mapping[str, Any]) -> Iterator[tuple[str, Columns]]:
    """Yield each name that a view or a part of it asks for, with the columns that there are at that point."""
    columns = columns_of(view["data"], datasets) if view.get("data") else scope.columns
    for transform in view.get("transform", ()):
        yield from ((name, columns) for name in columns_asked(transform))
        yield from asked_of_other(transform.get("from", {}), datasets)
        columns = columns_after(transform, columns)
    encoding = {**scope.encoding, **view.get("encoding", {})}
    repeated = repeated_in(view) or scope.repeated
    parts = [part for key in PARTS for part in view.get(key, ())] + ([view["spec"]] if "spec" in view else [])
    for part in parts:
        yield from asked_in(part, Scope(columns, encoding, repeated), datasets)
    if not parts:
        yield from ((name, columns) for name in names_in_encoding(encoding, repeated))
    elif "facet" in view:
        yield from asked_of_facet(view, columns, repeated)


def asked_of_facet(
    view: Mapping[str, Any], columns: Columns, repeated: Mapping[str, list[str]]
) -> Iterator[tuple[str, Columns]]:
    """Yield what divides a view into small ones; that may also be a column that is made inside of these."""
    inside = columns
    for transform in view["spec"].get("transform", ()):
        inside = columns_after(transform, inside)
    there = columns | inside if columns is not None and inside is not None else None
    facet = view["facet"]
    divided = facet if {"row", "column"} & facet.keys() else {"facet": facet}
    yield from ((name, there) for name in names_in_encoding(divided, repeated))


def asked_of_other(source: Mapping[str, Any], datasets: Mapping[str, Any]) -> Iterator[tuple[str, Columns]]:
    """Yield what a lookup asks of the data that it looks into, with the columns there."""
    columns = columns_of(source["data"], datasets) if "data" in source else None
    yield from ((name, columns) for name in (source.get("key", ""), *source.get("fields", ())))


def columns_of(data: Mapping[str, Any], datasets: Mapping[str, Any]) -> Columns:
    """Return the columns of data that are in the specification, as Altair puts them there."""
    if "sequence" in data:
        return frozenset({data["sequence"].get("as", "data")})
    values = datasets.get(data["name"]) if "name" in data else data.get("values")
    if not isinstance(values, list) or not values or "property" in data.get("format", {}):
        return None
    return frozenset().union(*values) if all(isinstance(row, dict) for row in values) else None


def repeated_in(view: Mapping[str, Any]) -> Mapping[str, list[str]]:
    """Return the names that a view repeats its part for, by the key that stands for them."""
    repeat = view.get("repeat", {})
    return {"repeat": repeat} if isinstance(repeat, list) else repeat


def names_in_encoding(encoding: Mapping[str, Any], repeated: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the names in all channels of an encoding."""
    for channel in encoding.values():
        for definition in channel if isinstance(channel, list) else [channel]:
            yield from names_in_channel(definition, repeated)


def names_in_channel(definition: Any, repeated: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the names in one definition of a channel: its own, and those of its conditions and its order."""
    if not isinstance(definition, dict):
        return
    named, aggregate = definition.get("field"), definition.get("aggregate")
    if isinstance(named, str):
        yield named
    elif isinstance(named, dict):
        yield from repeated.get(named.get("repeat", ""), ())
    if isinstance(aggregate, dict):  # {"argmax": "hour"}: the row where another column is largest
        yield from aggregate.values()
    conditions = definition.get("condition", [])
    for part in [definition.get("sort"), *(conditions if isinstance(conditions, list) else [conditions])]:
        yield from names_in_channel(part, repeated)


def column_of(name: str) -> str:
    r"""Return the column that a name leads into: "place.north" and "place['north']" are parts of "place"."""
    found = HEAD.match(name)
    if found is None:
        return name
    return str(found["quoted"]) if found["quote"] else ESCAPED.sub(r"\1", found["bare"])


def escape_for(name: str, columns: Iterable[str]) -> str:
    """Return how to write the column that ``name`` is taken for a part of; "" if there is none.

    Vega reads "a.b" as a part of "a", and Altair reads what follows a colon as a type.
    """
    for column in sorted(columns):
        is_meant = name in (column_of(column), column.partition(":")[0], column)
        if is_meant and (INWARDS.search(column) or ":" in column):
            written = "write " + literal(INWARDS.sub(r"\\\g<0>", column).replace(":", r"\:"))
            typed = ", with its type after it, such as ':Q'" * ("\\" in column)
            return written + typed + f"; {TITLE}" * ('"' in column)
    return ""


def literal(text: str) -> str:
    """Return a text as Python code, without doubled backslashes where that is possible."""
    quote = next((quote for quote in "'\"" if quote not in text), "")
    return f"r{quote}{text}{quote}" if quote and not text.endswith("\\") else repr(text)
