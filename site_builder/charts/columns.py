"""Find columns that a chart uses but that its data, after their transforms, do not have."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from site_builder.charts.checks import INFINITE, objects_in
from site_builder.charts.vega import to_vega

# None if the columns are unknown: data in another form, or a transform that names them by its rows.
Columns = frozenset[str] | None
Use = tuple[str, Columns]

# Parameters of Vega's transforms that name columns.
NAMING = ("field", "fields", "groupby", "key", "sort", "x", "y")
# These transforms remove all columns except those that they group by or create.
REPLACING = frozenset({"aggregate", "kde", "regression", "loess", "quantile"})
# A column in a Vega expression; strings are matched too, so that nothing inside them is.
MEMBER = re.compile(
    r"""\bdatum(?:\.(?P<plain>[A-Za-z_$][\w$]*)|\[(?P<quote>["'])(?P<quoted>(?:\\.|(?!(?P=quote)).)*)(?P=quote)\])"""
    r"""|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\""""
)
# Characters by which a name refers to a part of a column, unless escaped by a backslash.
INWARDS = re.compile(r"[.\[\]\\'\"]")
HEAD = re.compile(r"""\[(?P<quote>['"])(?P<quoted>.*?)(?P=quote)\]|(?P<bare>(?:\\.|[^.\[\\])+)""")
ESCAPED = re.compile(r"\\(.)")
DATA_NAME = re.compile(r"\bdata-[0-9a-f]{32}\b")
TITLE = "give the encoding a title, since Vega-Lite cannot write double quotes into tooltips"


def missing_columns(specification: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return each missing column that a Vega-Lite specification uses, with the existing columns.

    This includes existing columns with an unescaped name that Vega splits: "y [km]" is a part of "y ".
    """
    missing: dict[str, frozenset[str]] = {}
    sets = [columns_of({"values": rows}) for rows in specification.get("datasets", {}).values()]
    pieces: list[str] = []  # of names that Vega splits, which are not missing themselves
    for described in objects_in(specification):
        name = described.get("field")
        for columns in sets if isinstance(name, str) and INWARDS.search(name) else ():
            if columns is not None and name in columns:
                missing[column_of(name)] = columns
                pieces += INWARDS.split(name)
    for name, columns in used_columns(outline_of(specification)):
        column = column_of(name)
        if columns is not None and column not in columns and column not in pieces:
            missing.setdefault(column, columns)
    return missing


def columns_without_values(specification: Mapping[str, Any]) -> Iterator[str]:
    """Yield each column that a Vega-Lite specification uses and that is empty in all rows of its data."""
    sets = specification.get("datasets", {}).values()
    for column in dict.fromkeys(column_of(name) for name, _ in used_columns(outline_of(specification))):
        found = [row[column] for rows in sets for row in rows if column in row]
        if found and all(value is None for value in found):
            yield column


def outline_of(specification: Mapping[str, Any]) -> str:
    """Return a specification as JSON with one row per data set, equal for charts that differ only in values."""
    sets = {name: outline_of_rows(rows) for name, rows in specification.get("datasets", {}).items()}
    numbers: dict[str, str] = {}
    plain = {key: value for key, value in specification.items() if key != INFINITE}
    text = json.dumps({**plain, "datasets": sets}, default=str)
    return DATA_NAME.sub(lambda found: numbers.setdefault(found[0], f"data-{len(numbers)}"), text)


def outline_of_rows(rows: Any) -> Any:
    """Return one row with the columns of all rows; leave other forms of data unchanged."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return rows
    return [dict.fromkeys(sorted(frozenset().union(*rows)))]


@lru_cache(maxsize=64)
def used_columns(outline: str) -> tuple[Use, ...]:
    """Return each column name that a Vega-Lite specification uses, with the columns that exist at that point.

    The specification is compiled, because Vega has only data sets and marks where Vega-Lite has shorthands.
    """
    try:
        return tuple(used_in(to_vega(outline), {}))
    except ValueError:
        return ()  # drawing raises the same error, which is reported


def used_in(group: Mapping[str, Any], outer: Mapping[str, Columns]) -> Iterator[Use]:
    """Yield the names that a group of marks uses; ``outer`` holds the data sets of the enclosing groups."""
    sets = dict(outer)
    for entry in group.get("data", []):
        columns = sets.get(entry["source"]) if isinstance(entry.get("source"), str) else columns_of(entry)
        for transform in entry.get("transform", []):
            yield from used_by(transform, columns, sets)
            columns = columns_after(transform, columns)
        sets[entry["name"]] = columns
    for mark in group.get("marks", []):
        data = mark.get("from", {})
        facet = data.get("facet", {})
        columns = sets.get(facet.get("data", data.get("data")))
        yield from ((name, columns) for name in names_in(facet.get("groupby")))
        if not facet:
            encoded = dict(mark.get("encode", {}).get("update", {}))
            # Vega-Lite writes names of columns before an aggregate into descriptions and tooltips.
            encoded.pop("description", None)
            tooltip, order = encoded.pop("tooltip", None), mark.get("sort", {}).get("field")
            yield from ((name, columns) for name in [*names_in_encoding(encoded), *names_in_encoding(order)])
            known = None if None in sets.values() else frozenset().union(*filter(None, sets.values()))
            yield from ((name, known) for name in names_in_encoding(tooltip))
        yield from used_in(mark, {**sets, facet["name"]: columns} if facet else sets)
    for scale in group.get("scales", []):
        domain = scale.get("domain")
        for one in domain.get("fields", [domain]) if isinstance(domain, dict) else []:
            if isinstance(one, dict) and "data" in one:
                yield from ((name, sets.get(one["data"])) for name in names_in([one.get("field"), one.get("sort")]))


def columns_of(entry: Mapping[str, Any]) -> Columns:
    """Return the columns of a data set whose rows are in the specification, None for other data."""
    rows = entry.get("values")
    if not isinstance(rows, list) or not rows or "property" in entry.get("format", {}):
        return None
    return frozenset().union(*rows) if all(isinstance(row, dict) for row in rows) else None


def used_by(transform: Mapping[str, Any], columns: Columns, sets: Mapping[str, Columns]) -> Iterator[Use]:
    """Yield the names that a transform uses."""
    named = [transform.get(key) for key in NAMING if key != "key" or transform["type"] != "lookup"]
    if transform["type"] == "lookup":
        other = sets.get(transform["from"])
        yield from ((name, other) for name in names_in([transform["key"], transform.get("values")]))
    elif transform["type"] == "pivot":
        named.append(transform["value"])
    yield from ((name, columns) for name in [*names_in(named), *names_in_expression(transform.get("expr"))])


def columns_after(transform: Mapping[str, Any], columns: Columns) -> Columns:
    """Return the columns after a transform, given those before it."""
    named = [*names_in(transform.get("as", transform.get("values")))]
    made = frozenset([*named, *map(column_of, named)])  # some names contain the author's backslashes
    if transform["type"] == "sequence":
        return made
    if columns is None or transform["type"] == "pivot" or transform.get("params"):
        return None
    # argmax and argmin return whole rows, and Vega-Lite's tooltips name columns of these rows directly.
    if transform["type"] in REPLACING and not {"argmax", "argmin"} & {*transform.get("ops", ())}:
        return made | frozenset(map(column_of, names_in(transform.get("groupby"))))
    return made | columns


def names_in(named: Any) -> Iterator[str]:
    """Yield the columns named by a text, an object with a ``field``, or a list of these."""
    if isinstance(named, str) and named:
        yield named
    elif isinstance(named, dict):
        yield from names_in(named.get("field"))
    elif isinstance(named, list):
        for part in named:
            yield from names_in(part)


def names_in_encoding(described: Any) -> Iterator[str]:
    """Yield the columns named in the encoding of a mark, as fields and in expressions."""
    if isinstance(described, dict):
        yield from names_in(described.get("field"))
        described = [inner for key, inner in described.items() if key not in ("field", "value")]
    if isinstance(described, list):
        for inner in described:
            yield from names_in_encoding(inner)
    yield from names_in_expression(described)


def names_in_expression(expression: Any) -> Iterator[str]:
    """Yield the columns named in an expression, escaped as in a field."""
    for found in MEMBER.finditer(expression) if isinstance(expression, str) else ():
        if found["plain"] or found["quote"]:
            # Names in expressions are not escaped; in fields a dot would refer to a part of the column.
            yield found["plain"] or INWARDS.sub(r"\\\g<0>", ESCAPED.sub(r"\1", found["quoted"]))


def column_of(name: str) -> str:
    r"""Return the column of a name that may refer to a part: "place.north" and "place['north']" belong to "place"."""
    found = HEAD.match(name)
    if found is None:
        return name
    return str(found["quoted"]) if found["quote"] else ESCAPED.sub(r"\1", found["bare"])


def escape_for(name: str, columns: Iterable[str]) -> str:
    """Return the fix for an unescaped column name of which Vega read only a part; "" if no column matches.

    Vega reads "a.b" as a part of "a", and Altair reads the text after a colon as a type.
    """
    for column in sorted(columns):
        is_meant = name in (column_of(column), column.partition(":")[0], column)
        if is_meant and "\\" in column:
            return f"rename the column {column!r}: Vega-Lite cannot read names with a backslash"
        if is_meant and (INWARDS.search(column) or ":" in column):
            written = "write " + literal(INWARDS.sub(r"\\\g<0>", column).replace(":", r"\:"))
            typed = ", with its type after it, such as ':Q'" * ("\\" in column)
            return written + typed + f"; {TITLE}" * ('"' in column)
    return ""


def literal(text: str) -> str:
    """Return a text as a Python literal, raw if possible."""
    quote = next((quote for quote in "'\"" if quote not in text), "")
    return f"r{quote}{text}{quote}" if quote and not text.endswith("\\") else repr(text)
