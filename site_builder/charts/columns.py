"""Find columns that a chart asks for and its data, after their transforms, do not have."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from site_builder.charts.checks import INFINITE

# None where it is unknown which there are: data of another form, or a transform that names them by its rows.
Columns = frozenset[str] | None
Asked = tuple[str, Columns]

# Parameters of Vega's transforms that hold names of columns.
NAMING = ("field", "fields", "groupby", "key", "sort", "x", "y")
# After these transforms only the columns of their groups are left, and those that they make.
REPLACING = frozenset({"aggregate", "kde", "regression", "loess", "quantile"})
# A column in an expression of Vega; texts are matched so that nothing in them is.
MEMBER = re.compile(
    r"""\bdatum(?:\.(?P<plain>[A-Za-z_$][\w$]*)|\[(?P<quote>["'])(?P<quoted>(?:\\.|(?!(?P=quote)).)*)(?P=quote)\])"""
    r"""|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*\""""
)
# Signs by which a name leads into a column, unless a backslash stands before them.
INWARDS = re.compile(r"[.\[\]\\'\"]")
HEAD = re.compile(r"""\[(?P<quote>['"])(?P<quoted>.*?)(?P=quote)\]|(?P<bare>(?:\\.|[^.\[\\])+)""")
ESCAPED = re.compile(r"\\(.)")
DATA_NAME = re.compile(r"\bdata-[0-9a-f]{32}\b")
TITLE = "give the encoding a title, since Vega-Lite cannot write double quotes into tooltips"


def missing_columns(specification: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return each column that a Vega-Lite specification asks for in vain, with those that are there.

    So is a column whose name is written as it is, but that Vega takes apart: "y [km]" is a part of "y ".
    """
    missing: dict[str, frozenset[str]] = {}
    sets = [columns_of({"values": rows}) for rows in specification.get("datasets", {}).values()]
    pieces: list[str] = []
    for name in filter(INWARDS.search, fields_in({**specification, "datasets": {}})):
        for columns in sets:
            if columns is not None and name in columns:
                missing[column_of(name)] = columns
                pieces += INWARDS.split(name)
    for name, columns in asked_columns(outline_of(specification)):
        column = column_of(name)
        if columns is not None and column not in columns and column not in pieces:
            missing.setdefault(column, columns)
    return missing


def fields_in(described: Any) -> Iterator[str]:
    """Yield the names of all fields of a Vega-Lite specification."""
    if isinstance(described, dict):
        if isinstance(described.get("field"), str):
            yield described["field"]
        described = list(described.values())
    if isinstance(described, list):
        for inner in described:
            yield from fields_in(inner)


def columns_without_values(specification: Mapping[str, Any]) -> Iterator[str]:
    """Yield each column that a Vega-Lite specification asks for, and that has no value in any row of its data."""
    sets = specification.get("datasets", {}).values()
    for column in dict.fromkeys(column_of(name) for name, _ in asked_columns(outline_of(specification))):
        found = [row[column] for rows in sets for row in rows if column in row]
        if found and all(value is None for value in found):
            yield column


def outline_of(specification: Mapping[str, Any]) -> str:
    """Return a specification as JSON with one row for each data set: the same for charts that differ in values only."""
    sets = {name: outline_of_rows(rows) for name, rows in specification.get("datasets", {}).items()}
    numbers: dict[str, str] = {}
    plain = {key: value for key, value in specification.items() if key != INFINITE}
    text = json.dumps({**plain, "datasets": sets}, default=str)
    return DATA_NAME.sub(lambda found: numbers.setdefault(found[0], f"data-{len(numbers)}"), text)


def outline_of_rows(rows: Any) -> Any:
    """Return one row with the columns of all rows; other forms of data as they are."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        return rows
    return [dict.fromkeys(sorted(frozenset().union(*rows)))]


@lru_cache(maxsize=64)
def asked_columns(outline: str) -> tuple[Asked, ...]:
    """Return each name that a Vega-Lite specification asks for, with the columns that there are at that point.

    Vega-Lite writes all parts, transforms and shorthands of a chart as plain data sets and marks of Vega.
    """
    import vl_convert

    try:
        return tuple(asked_in(vl_convert.vegalite_to_vega(outline), {}))
    except ValueError:
        return ()  # drawing it raises the same error, which is reported then


def asked_in(group: Mapping[str, Any], outer: Mapping[str, Columns]) -> Iterator[Asked]:
    """Yield the names that a group of marks asks for; ``outer`` are the data sets around it."""
    sets = dict(outer)
    for entry in group.get("data", []):
        columns = sets.get(entry["source"]) if isinstance(entry.get("source"), str) else columns_of(entry)
        for transform in entry.get("transform", []):
            yield from asked_by(transform, columns, sets)
            columns = columns_after(transform, columns)
        sets[entry["name"]] = columns
    for mark in group.get("marks", []):
        data = mark.get("from", {})
        facet = data.get("facet", {})
        columns = sets.get(facet.get("data", data.get("data")))
        yield from ((name, columns) for name in names_in(facet.get("groupby")))
        if not facet:
            encoded = dict(mark.get("encode", {}).get("update", {}))
            encoded.pop("description", None)  # Vega-Lite writes names of before an aggregate into it, and into tooltips
            tooltip, order = encoded.pop("tooltip", None), mark.get("sort", {}).get("field")
            yield from ((name, columns) for name in [*names_in_encoding(encoded), *names_in_encoding(order)])
            known = None if None in sets.values() else frozenset().union(*filter(None, sets.values()))
            yield from ((name, known) for name in names_in_encoding(tooltip))
        yield from asked_in(mark, {**sets, facet["name"]: columns} if facet else sets)
    for scale in group.get("scales", []):
        domain = scale.get("domain")
        for one in domain.get("fields", [domain]) if isinstance(domain, dict) else []:
            if isinstance(one, dict) and "data" in one:
                yield from ((name, sets.get(one["data"])) for name in names_in([one.get("field"), one.get("sort")]))


def columns_of(entry: Mapping[str, Any]) -> Columns:
    """Return the columns of a data set whose rows stand in the specification."""
    rows = entry.get("values")
    if not isinstance(rows, list) or not rows or "property" in entry.get("format", {}):
        return None
    return frozenset().union(*rows) if all(isinstance(row, dict) for row in rows) else None


def asked_by(transform: Mapping[str, Any], columns: Columns, sets: Mapping[str, Columns]) -> Iterator[Asked]:
    """Yield the names that a transform asks for."""
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
    made = frozenset([*named, *map(column_of, named)])  # Vega-Lite keeps an author's backslashes in some of them
    if transform["type"] == "sequence":
        return made
    if columns is None or transform["type"] == "pivot" or transform.get("params"):
        return None
    # Of argmax and argmin whole rows are left, and Vega-Lite's tooltips name columns in them as if they were outside.
    if transform["type"] in REPLACING and not {"argmax", "argmin"} & {*transform.get("ops", ())}:
        return made | frozenset(map(column_of, names_in(transform.get("groupby"))))
    return made | columns


def names_in(named: Any) -> Iterator[str]:
    """Yield the columns that a text, a record with a ``field``, or a list of them names."""
    if isinstance(named, str) and named:
        yield named
    elif isinstance(named, dict):
        yield from names_in(named.get("field"))
    elif isinstance(named, list):
        for part in named:
            yield from names_in(part)


def names_in_encoding(described: Any) -> Iterator[str]:
    """Yield the columns named in the encoding of a mark: as fields, and in expressions."""
    if isinstance(described, dict):
        yield from names_in(described.get("field"))
        described = [inner for key, inner in described.items() if key not in ("field", "value")]
    if isinstance(described, list):
        for inner in described:
            yield from names_in_encoding(inner)
    yield from names_in_expression(described)


def names_in_expression(expression: Any) -> Iterator[str]:
    """Yield the columns named in an expression, as a field writes them."""
    for found in MEMBER.finditer(expression) if isinstance(expression, str) else ():
        if found["plain"] or found["quote"]:
            # An expression takes the name as it is; elsewhere a dot would lead into the column.
            yield found["plain"] or INWARDS.sub(r"\\\g<0>", ESCAPED.sub(r"\1", found["quoted"]))


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
        if is_meant and "\\" in column:
            return f"rename the column {column!r}: Vega-Lite cannot read names with a backslash"
        if is_meant and (INWARDS.search(column) or ":" in column):
            written = "write " + literal(INWARDS.sub(r"\\\g<0>", column).replace(":", r"\:"))
            typed = ", with its type after it, such as ':Q'" * ("\\" in column)
            return written + typed + f"; {TITLE}" * ('"' in column)
    return ""


def literal(text: str) -> str:
    """Return a text as Python code, without doubled backslashes where that is possible."""
    quote = next((quote for quote in "'\"" if quote not in text), "")
    return f"r{quote}{text}{quote}" if quote and not text.endswith("\\") else repr(text)
