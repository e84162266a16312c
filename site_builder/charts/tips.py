"""Tooltips and targets of single marks, with dates formatted for display."""

from __future__ import annotations

import datetime
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Collection, Iterator, Mapping
from typing import Any

DAY = re.compile(r"\d{4}-\d\d-\d\d")
MIDNIGHT = "T00:00:00"
OFFSET = re.compile(r"(?P<local>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?P<offset>Z|[+-]\d\d(?::?\d\d)?)")
# How a mark tells the moment that it holds, in the expressions of Vega.
MOMENT = "%Y-%m-%dT%H:%M:%S"
UNITS = "year|quarter|month|week|date|day|dayofyear|hours|minutes|seconds|milliseconds"
# A field that an expression takes for a time.
TAKEN = re.compile(
    rf"\b(?P<utc>utc)?(?:{UNITS}|Format|toDate|time|timeFormat)\(\s*datum(?:\.(?P<bare>\w+)|\[(['\"])(?P<quoted>.+?)\3\])"
)
CONCATENATED = ("hconcat", "vconcat", "concat")
View = Mapping[str, Any]


def with_plain_days(specification: dict[str, Any]) -> dict[str, Any]:
    """Return a specification whose rows hold dates and times as texts.

    A day without an hour would be midnight in Greenwich: on a machine to the west of it, the evening before. So where
    a field tells the time, days are given the hour that charts count in.
    """
    in_utc = frozenset(fields_of_time(specification, in_utc=True))
    temporal = frozenset(fields_of_time(specification)) - in_utc

    def plain_row(row: Any) -> Any:
        if not isinstance(row, dict):
            return row
        return {field: plain_cell(value, field in temporal) for field, value in row.items()}

    sets = {name: [plain_row(row) for row in rows] for name, rows in specification.get("datasets", {}).items()}
    return {**specification, "datasets": sets} if sets else specification


def fields_of_time(described: Any, in_utc: bool = False) -> Iterator[str]:
    """Yield the fields that a specification encodes as times, or those that it asks for in UTC."""
    if isinstance(described, dict):
        field, unit, scale = (described.get(name) for name in ("field", "timeUnit", "scale"))
        unit = unit.get("unit") if isinstance(unit, dict) else unit
        is_utc = str(unit).startswith("utc") or (isinstance(scale, dict) and scale.get("type") == "utc")
        if isinstance(field, str) and (is_utc if in_utc else described.get("type") == "temporal" or unit):
            yield field
        for key, inner in described.items():
            if key != "datasets":
                yield from fields_of_time(inner, in_utc)
    elif isinstance(described, list):
        for inner in described:
            yield from fields_of_time(inner, in_utc)
    elif isinstance(described, str):
        for found in TAKEN.finditer(described):
            if bool(found["utc"]) == in_utc:
                yield found["bare"] or found["quoted"]


def plain_cell(value: Any, is_temporal: bool) -> Any:
    """Return a cell with its date or time as a text; in a field of times a day has an hour and a moment no offset."""
    text = value.isoformat() if isinstance(value, datetime.date | datetime.time) else value
    if not is_temporal or not isinstance(text, str):
        return text
    moment = OFFSET.fullmatch(text)
    if moment:
        return moment["local"]
    return f"{text}{MIDNIGHT}" if DAY.fullmatch(text) else text or None  # Altair writes "" for no moment


def mixed_zones(view: View, sets: View, encoding: Mapping[str, Any] = {}, data: str = "") -> Iterator[tuple[str, str]]:
    """Yield pairs of fields in different time zones on one axis, which can show the time of day in one zone only."""
    data, encoding = view.get("data", {}).get("name", data), {**encoding, **view.get("encoding", {})}
    parts = [part for key in CONCATENATED for part in view.get(key, ())]
    for part in parts:
        yield from mixed_zones(part, sets, encoding, data)
    shared = {"x", "y"} - {axis for axis, how in scales_of(view).items() if how == "independent"}
    # On one day, fields in one zone have an offset in common.
    offsets: dict[tuple[str, datetime.date], dict[tuple[str, str], set[str]]] = {}
    for axis, *place, moment in [] if parts else moments_on_axes(view, sets, encoding, data):
        if axis in shared:
            at = datetime.datetime.fromisoformat(moment)
            day = offsets.setdefault((axis, at.astimezone(datetime.UTC).date()), {})
            day.setdefault((place[0], place[1]), set()).add(str(at.utcoffset()))
    for day in offsets.values():
        first, *others = day.items()
        yield from ((first[0][1], place[1]) for place, found in others if not found & first[1])


def scales_of(view: View) -> Mapping[str, str]:
    """Return which scales the parts of a view share."""
    found: Mapping[str, str] = view.get("resolve", {}).get("scale", {})
    return found


def moments_on_axes(view: View, sets: View, encoding: View, data: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield axis, data set, field and text of each moment with an offset that a view and its layers place."""
    data, encoding = view.get("data", {}).get("name", data), {**encoding, **view.get("encoding", {})}
    inner = [*view.get("layer", ()), *([view["spec"]] if "spec" in view else [])]
    for part in inner:
        yield from moments_on_axes(part, sets, encoding, data)
    for channel in () if inner else ("x", "x2", "y", "y2"):
        field, axis = encoding.get(channel, {}).get("field"), encoding.get(channel[0], {})
        if axis.get("type") == "temporal" and isinstance(field, str):
            texts = (str(row.get(field)) for row in sets.get(data, []) if isinstance(row, dict))
            yield from ((channel[0], data, field, text) for text in texts if OFFSET.fullmatch(text))


# Private letters: before a tip, before the values for parameters, and between two of either.
TIP, AT, BETWEEN = "\ue012", "\ue013", "\ue010"
Specification = dict[str, Any]
PARTS = ("layer", "hconcat", "vconcat", "concat")


def with_tellers(
    specification: Specification, names: Collection[str] = (), shared: Mapping[str, Any] = {}
) -> Specification:
    """Return a chart whose marks tell: those that have a tooltip this, those with fields named as parameters these.

    ``shared`` are the channels that the charts around it give it.
    """
    made = dict(specification)
    encoding = {**shared, **made.get("encoding", {})}
    for part in PARTS:
        if part in made:
            made[part] = [with_tellers(inner, names, encoding) for inner in made[part]]
    if isinstance(made.get("spec"), dict):
        made["spec"] = with_tellers(made["spec"], names, encoding)
    told = [name for name in names if name in set(plain_fields(encoding))]
    times = frozenset(fields_of_time(encoding))
    pieces = [f"{json.dumps(f'{name}=')} + {value_of(name, name in times)}" for name in told]
    values = f"{json.dumps(AT)} + {f' + {json.dumps(BETWEEN)} + '.join(pieces)}" if told else ""
    tip = json.dumps(TIP) if encoding.get("tooltip") else ""
    if "mark" in made and (tip or values):
        teller = {"value": {"expr": " + ".join(filter(None, [tip, values]))}}
        made["encoding"] = {**made.get("encoding", {}), "description": teller}
    return made


def value_of(name: str, is_time: bool) -> str:
    """Return the expression of the value that a mark holds; of a moment, which Vega counts, as a text."""
    value = f"datum[{json.dumps(name)}]"
    return f"timeFormat({value}, {json.dumps(MOMENT)})" if is_time else value


def plain_fields(encoding: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields that channels show as they are, neither counted nor put into bins."""
    for channel in encoding.values():
        for definition in channel if isinstance(channel, list) else [channel]:
            if isinstance(definition, dict) and not {"aggregate", "bin", "timeUnit"} & {
                key for key, value in definition.items() if value
            }:
                field = definition.get("field")
                if isinstance(field, str):
                    yield field


def tell_all(marks: list[Any]) -> None:
    """Let compiled marks that tell write it into their descriptions."""
    for mark in marks:
        tell_all(mark.get("marks", []))
        update = mark.get("encode", {}).get("update", {})
        said = str(update.pop("description", {}).get("signal", ""))
        values = said[said.index(json.dumps(AT)) :] if json.dumps(AT) in said else ""
        tip = expression_of(update.get("tooltip")) if json.dumps(TIP) in said else ""
        if tip or values:
            mark["aria"] = True
            update["description"] = {"signal": " + ".join(filter(None, [json.dumps(TIP), tip, values]))}


def expression_of(tooltip: Any) -> str:
    """Return the expression of a tooltip's lines; "" for a mark that has none."""
    if not isinstance(tooltip, dict):
        return ""
    signal = tooltip.get("signal")
    if not isinstance(signal, str) or signal == "datum":
        return json.dumps(str(tooltip["value"])) if tooltip.get("value") else ""
    entries = list(entries_of(signal))
    if not entries:
        return f"({signal})"
    lines = [f"{title} + ': ' + ({value})" for title, value in entries]
    return f" + {json.dumps(BETWEEN)} + ".join(lines)


def entries_of(literal: str) -> Iterator[tuple[str, str]]:
    """Yield key and value of each entry of an object as Vega-Lite writes it; none where it is no object."""
    if not (literal.startswith("{") and literal.endswith("}")):
        return
    begin, depth, colon, quote, skipped = 1, 0, -1, "", False
    for at in range(1, len(literal)):
        letter = literal[at]
        if quote:
            quote, skipped = ("" if letter == quote and not skipped else quote), letter == "\\" and not skipped
        elif letter in "\"'":
            quote = letter
        elif letter in "([{":
            depth += 1
        elif letter == ":" and depth == 0 and colon < 0:
            colon = at
        elif letter in ",}" and depth == 0:
            yield literal[begin:colon].strip(), literal[colon + 1 : at].strip()
            begin, colon = at + 1, -1
        elif letter in ")]}":
            depth -= 1


def tell_mark(element: ElementTree.Element) -> None:
    """Write what a mark's description carries as attributes of its own."""
    said = element.get("aria-label", "")
    if TIP not in said:
        return
    tip, _, values = said.partition(TIP)[2].partition(AT)
    if tip:
        element.set("data-tip", tip.replace(BETWEEN, "\n"))
    if values:
        element.set("data-at", values)
