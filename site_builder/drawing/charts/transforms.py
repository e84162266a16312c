"""What a transform of a chart asks of its rows, and which columns they have behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
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
