"""What single marks of a picture say and set: the value at the pointer, and the stops that a press leads to.

Vega writes a description of each mark into its drawings, for those who cannot see it. A picture in a page is described
as a whole, so the description of a mark carries two other things through the drawing: its tooltip, and the values that
it holds for parameters of an explorable. The cleaned drawing has them as ``data-tip`` and ``data-at``.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from site_builder.drawing.charts.days import MOMENT, fields_of_time

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


def forget_all(marks: list[Any]) -> None:
    """Take what stills tell out of compiled marks again: a live chart has its own ways."""
    for mark in marks:
        forget_all(mark.get("marks", []))
        update = mark.get("encode", {}).get("update", {})
        if any(json.dumps(sign) in str(update.get("description", {}).get("signal", "")) for sign in (TIP, AT)):
            del update["description"]


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
