"""Prepare charts for Vega and clean its SVG: theme, dates, tooltips and targets of marks."""

from __future__ import annotations

import datetime
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from site_builder.charts.formulas import MEASURING_FONT, set_formulas
from site_builder.locales import conventions
from site_builder.plain_values import YEARS
from site_builder.problems.source import Mistake

CATEGORIES = tuple(f"var(--c{step})" for step in range(1, 7))
SEQUENTIAL = tuple(f"var(--s{step})" for step in range(7))
DIVERGING = tuple(f"var(--d{step})" for step in range(7))

STEP = 42
MARK_OF_SCALE = {"s": (7, 211), "d": (13, 223)}
SCALE_STEP = re.compile(r"var\(--([sd])([0-6])\)")
STAND_IN = re.compile(r"rgb\((\d+), ?(\d+), ?(\d+)\)|#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})\b")
SCALE_OF_MARK = {mark: scale for scale, mark in MARK_OF_SCALE.items()}


def theme(text_size: float, legend_columns: int) -> dict[str, Any]:
    """Return the Vega-Lite configuration for text of ``text_size`` units."""
    return {
        "aria": False,
        "background": None,
        "font": MEASURING_FONT,
        # Readers' fonts may be wider than the measuring font.
        "padding": {"left": 6, "right": 8, "top": 2, "bottom": 2},
        "view": {"stroke": None},
        "mark": {"color": CATEGORIES[0], "tooltip": True},
        "line": {"strokeWidth": 2.25, "strokeJoin": "round", "strokeCap": "round"},
        "area": {"fillOpacity": 0.75},
        "point": {"filled": True, "size": 60},
        "rule": {"color": "var(--soft)"},
        "text": {"color": "var(--ink)", "fontSize": text_size},
        "title": {
            **{"color": "var(--ink)", "fontSize": text_size + 1, "fontWeight": 600, "anchor": "start"},
            **{"subtitleColor": "var(--soft)", "subtitleFontSize": text_size},
        },
        "header": words(text_size),
        "legend": legend_theme(text_size, legend_columns),
        **axis_theme(text_size),
        **conventions().vega,
        "range": {
            "category": list(CATEGORIES),
            "ordinal": list(SEQUENTIAL[1:]),
            "ramp": list(SEQUENTIAL),
            "heatmap": list(SEQUENTIAL),
            "diverging": list(DIVERGING),
        },
    }


def words(text_size: float) -> dict[str, Any]:
    """Return the style of labels and titles."""
    return {
        "labelColor": "var(--soft)",
        "labelFontSize": text_size,
        "titleFontSize": text_size,
        "titleColor": "var(--ink)",
        "titleFontWeight": 500,
    }


def axis_theme(text_size: float) -> dict[str, Any]:
    """Return the configuration of axes; the title of a vertical axis is horizontal, above it."""
    over = {"titleAngle": 0, "titleBaseline": "bottom", "titleX": 0, "titleY": -8}
    return {
        "axis": {
            **words(text_size),
            "domainColor": "var(--line)",
            "gridColor": "var(--rule)",
            "tickColor": "var(--line)",
            "labelPadding": 6,
            "titlePadding": 10,
            "tickCount": 5,
        },
        "axisX": {"grid": False, "labelFlush": False},
        "axisXDiscrete": {"labelAngle": 0, "labelOverlap": "parity", "labelSeparation": 4},
        "axisY": {"domain": False, "ticks": False},
        "axisLeft": {**over, "titleAlign": "left"},
        "axisRight": {**over, "titleAlign": "right"},
    }


def legend_theme(text_size: float, columns: int) -> dict[str, Any]:
    """Return the configuration of legends: above the plot, in lines of ``columns`` entries."""
    return {
        **words(text_size),
        "labelColor": "var(--ink)",
        "orient": "top",
        "titleOrient": "left",
        # Otherwise the title touches the first symbol, and a line symbol looks like a dash after it.
        "titlePadding": text_size,
        # Room for the title of the vertical axis, between the plot and the legend.
        "offset": 2 * text_size,
        "columns": columns,
        "columnPadding": 20,
        "labelLimit": 260,
        "symbolStrokeWidth": 2.25,
        # Beside a title of two or three words in both layouts.
        "gradientLength": 60 + 30 * columns,
        "gradientStrokeColor": "var(--rule)",
    }


def with_stand_ins(spec_text: str) -> str:
    """Replace the steps of the continuous scales in a specification by stand-in colours that Vega can mix."""

    def stand_in(found: re.Match[str]) -> str:
        green, blue = MARK_OF_SCALE[found[1]]
        return f"#{int(found[2]) * STEP:02x}{green:02x}{blue:02x}"

    return SCALE_STEP.sub(stand_in, spec_text)


def without_stand_ins(color: str) -> str:
    """Replace a stand-in colour of a drawing by its custom property, or by a mixture of two."""
    return STAND_IN.sub(mixture, color)


def mixture(found: re.Match[str]) -> str:
    """Return the CSS colour for one drawn colour, which stays unless it is a stand-in."""
    red, green, blue = (
        (int(found[i]) for i in (1, 2, 3)) if found[1] is not None else (int(found[i], 16) for i in (4, 5, 6))
    )
    scale = SCALE_OF_MARK.get((green, blue))
    if scale is None:
        return found[0]
    step, rest = divmod(red, STEP)
    if rest == 0:
        return f"var(--{scale}{step})"
    percent = round(100 * rest / STEP)
    return f"color-mix(in oklab,var(--{scale}{step + 1}) {percent}%,var(--{scale}{step}))"


def remember_classes() -> None:
    """Make Altair cache the index of its classes; do nothing if its version works differently.

    Notes
    -----
    Altair reads the schemas of 568 classes for each ``x="load:Q"``: a sixth of the time in which the charts of an
    explorable are described, which is not parallel.
    """
    import altair as alt
    from altair.utils import schemapi

    reader: Any = getattr(schemapi, "_FromDict", None)
    schema: Any = alt.VegaLiteSchema
    if reader is None or hasattr(reader, "read_anew") or not hasattr(schema, "_default_wrapper_classes"):
        return
    every = tuple(schema._default_wrapper_classes())  # Altair would search all subclasses each time
    schema._default_wrapper_classes = staticmethod(lambda: every)
    known: dict[tuple[type, ...], Any] = {}
    read_anew = reader.__init__

    def read_once(self: Any, classes: Iterable[type], /, *others: Any, **named: Any) -> None:
        """Copy the cached attributes for these classes."""
        found = tuple(classes)
        if found not in known:
            read_anew(self, found, *others, **named)
            known[found] = vars(self)
        vars(self).update(known[found])

    reader.__init__, reader.read_anew = read_once, read_anew


DAY = re.compile(r"\d{4}-\d\d-\d\d")
MIDNIGHT = "T00:00:00"
OFFSET = re.compile(r"(?P<local>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?P<offset>Z|[+-]\d\d(?::?\d\d)?)")
# Format of the time of a mark, in Vega expressions.
MOMENT = "%Y-%m-%dT%H:%M:%S"
UNITS = "year|quarter|month|week|date|day|dayofyear|hours|minutes|seconds|milliseconds"
# A field that an expression uses as a time.
TAKEN = re.compile(
    rf"\b(?P<utc>utc)?(?:{UNITS}|Format|toDate|time|timeFormat)\(\s*datum(?:\.(?P<bare>\w+)|\[(['\"])(?P<quoted>.+?)\3\])"
)
CONCATENATED = ("hconcat", "vconcat", "concat")
View = Mapping[str, Any]


def with_plain_days(specification: dict[str, Any]) -> dict[str, Any]:
    """Return a specification whose rows contain dates and times as text.

    A date without a time means midnight UTC: the evening before on a machine west of Greenwich. Therefore dates in
    temporal fields get a local time of midnight.
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
    """Yield the fields that a specification encodes as times, or those that it encodes in UTC."""
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
    """Return a date or time as text; in a temporal field with a time of day and without a UTC offset."""
    text = value.isoformat() if isinstance(value, datetime.date | datetime.time) else value
    if not is_temporal or not isinstance(text, str):
        return text
    moment = OFFSET.fullmatch(text)
    if moment:
        return moment["local"]
    return f"{text}{MIDNIGHT}" if DAY.fullmatch(text) else text or None  # Altair writes "" for a missing time


def mixed_zones(view: View, sets: View, encoding: Mapping[str, Any] = {}, data: str = "") -> Iterator[tuple[str, str]]:
    """Yield pairs of fields in different time zones on one axis, which can show only one zone."""
    data, encoding = view.get("data", {}).get("name", data), {**encoding, **view.get("encoding", {})}
    parts = [part for key in CONCATENATED for part in view.get(key, ())]
    for part in parts:
        yield from mixed_zones(part, sets, encoding, data)
    scales: Mapping[str, str] = view.get("resolve", {}).get("scale", {})
    shared = {"x", "y"} - {axis for axis, how in scales.items() if how == "independent"}
    # Fields in the same zone have a common offset on each day.
    offsets: dict[tuple[str, datetime.date], dict[tuple[str, str], set[str]]] = {}
    for axis, *place, moment in [] if parts else moments_on_axes(view, sets, encoding, data):
        if axis in shared:
            at = datetime.datetime.fromisoformat(moment)
            day = offsets.setdefault((axis, at.astimezone(datetime.UTC).date()), {})
            day.setdefault((place[0], place[1]), set()).add(str(at.utcoffset()))
    for day in offsets.values():
        first, *others = day.items()
        yield from ((first[0][1], place[1]) for place, found in others if not found & first[1])


def moments_on_axes(view: View, sets: View, encoding: View, data: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield axis, data set, field and text of each time with an offset that a view and its layers encode."""
    data, encoding = view.get("data", {}).get("name", data), {**encoding, **view.get("encoding", {})}
    inner = [*view.get("layer", ()), *([view["spec"]] if "spec" in view else [])]
    for part in inner:
        yield from moments_on_axes(part, sets, encoding, data)
    for channel in () if inner else ("x", "x2", "y", "y2"):
        field, axis = encoding.get(channel, {}).get("field"), encoding.get(channel[0], {})
        if axis.get("type") == "temporal" and isinstance(field, str):
            texts = (str(row.get(field)) for row in sets.get(data, []) if isinstance(row, dict))
            yield from ((channel[0], data, field, text) for text in texts if OFFSET.fullmatch(text))


PARTS = ("layer", "hconcat", "vconcat", "concat")
# Where a channel has its format: that of a position at its axis, of others that have a legend there, else at itself.
GUIDES = {
    **dict.fromkeys(("x", "y"), "axis"),
    **dict.fromkeys(("color", "fill", "stroke", "size", "opacity"), "legend"),
}


def with_plain_years(view: dict[str, Any], sets: View, data: str = "", mixed: Collection[str] = ()) -> dict[str, Any]:
    """Return a view whose numbers of years have no separator of thousands, as in tables, unless they have a format.

    These are quantitative fields with whole numbers from 1000 to 2999 in all rows. ``mixed`` are the channels in which
    other layers have other numbers.
    """
    data, made = view.get("data", {}).get("name", data), dict(view)
    mixed = {*mixed, *(channel for layer in view.get("layer", ()) for channel in others_than_years(layer, sets, data))}
    for part in PARTS:
        if part in made:
            made[part] = [with_plain_years(inner, sets, data, mixed) for inner in made[part]]
    if isinstance(made.get("spec"), dict):
        made["spec"] = with_plain_years(made["spec"], sets, data)
    if "encoding" in made:
        rows = sets.get(data, ())
        made["encoding"] = {
            channel: one if channel in mixed else with_format(channel, one, rows)
            for channel, one in made["encoding"].items()
        }
    return made


def others_than_years(view: View, sets: View, data: str) -> Iterator[str]:
    """Yield the channels of a view whose numbers are not years."""
    rows = sets.get(view.get("data", {}).get("name", data), ())
    for channel, one in view.get("encoding", {}).items():
        if isinstance(one, dict) and one.get("type") == "quantitative" and not are_years(one, rows):
            yield channel


def are_years(definition: View, rows: Iterable[Any]) -> bool:
    """Return whether a channel shows a field whose numbers in all rows may be years."""
    field = definition.get("field")
    if not isinstance(field, str) or definition.get("type") != "quantitative" or "aggregate" in definition:
        return False
    values = [value for row in rows if isinstance(row, dict) and (value := row.get(field)) is not None]
    return bool(values) and all(isinstance(value, int | float) and value in YEARS for value in values)


def with_format(channel: str, definition: Any, rows: Iterable[Any]) -> Any:
    """Return a channel with the format of years, if its numbers are years and have no format."""
    if isinstance(definition, list):
        return [with_format(channel, one, rows) for one in definition]
    guide = GUIDES.get(channel)
    given = definition.get(guide, {}) if isinstance(definition, dict) and guide else {}
    if not isinstance(definition, dict) or not isinstance(given, dict) or not are_years(definition, rows):
        return definition
    if guide is None:
        return {"format": "d", **definition} if channel in {"text", "tooltip"} else definition
    return {**definition, guide: {"format": "d", **({"tickMinStep": 1} if guide == "axis" else {}), **given}}


# Private-use characters: before a tooltip, before the values for parameters, and between items of either.
TIP, AT, BETWEEN = "\ue012", "\ue013", "\ue010"
Specification = dict[str, Any]


def with_descriptions(
    specification: Specification, names: Collection[str] = (), shared: Mapping[str, Any] = {}
) -> Specification:
    """Return a chart whose marks carry a description with their tooltip and the values of fields named like parameters.

    ``shared`` holds the channels inherited from enclosing charts.
    """
    made = dict(specification)
    encoding = {**shared, **made.get("encoding", {})}
    for part in PARTS:
        if part in made:
            made[part] = [with_descriptions(inner, names, encoding) for inner in made[part]]
    if isinstance(made.get("spec"), dict):
        made["spec"] = with_descriptions(made["spec"], names, encoding)
    shown = [name for name in names if name in set(plain_fields(encoding))]
    times = frozenset(fields_of_time(encoding))
    pieces = [f"{json.dumps(f'{name}=')} + {value_of(name, name in times)}" for name in shown]
    values = f"{json.dumps(AT)} + {f' + {json.dumps(BETWEEN)} + '.join(pieces)}" if shown else ""
    tip = json.dumps(TIP) if encoding.get("tooltip") else ""
    if "mark" in made and (tip or values):
        teller = {"value": {"expr": " + ".join(filter(None, [tip, values]))}}
        made["encoding"] = {**made.get("encoding", {}), "description": teller}
    return made


def value_of(name: str, is_time: bool) -> str:
    """Return the expression for the value of a field in a mark; times, which Vega stores as numbers, become text."""
    value = f"datum[{json.dumps(name)}]"
    return f"timeFormat({value}, {json.dumps(MOMENT)})" if is_time else value


def plain_fields(encoding: Mapping[str, Any]) -> Iterator[str]:
    """Yield the fields that channels show without aggregation, bins or time units."""
    for channel in encoding.values():
        for definition in channel if isinstance(channel, list) else [channel]:
            if isinstance(definition, dict) and not {"aggregate", "bin", "timeUnit"} & {
                key for key, value in definition.items() if value
            }:
                field = definition.get("field")
                if isinstance(field, str):
                    yield field


def describe_marks(marks: list[Any]) -> None:
    """Write tooltip and values of compiled marks into their accessible descriptions."""
    for mark in marks:
        describe_marks(mark.get("marks", []))
        update = mark.get("encode", {}).get("update", {})
        signal = str(update.pop("description", {}).get("signal", ""))
        values = signal[signal.index(json.dumps(AT)) :] if json.dumps(AT) in signal else ""
        tip = expression_of(update.get("tooltip")) if json.dumps(TIP) in signal else ""
        if tip or values:
            mark["aria"] = True
            update["description"] = {"signal": " + ".join(filter(None, [json.dumps(TIP), tip, values]))}


def expression_of(tooltip: Any) -> str:
    """Return the expression for the lines of a tooltip; "" for a mark without one."""
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
    """Yield key and value of each entry of an object literal of Vega-Lite; nothing for other expressions."""
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


def set_mark_attributes(element: ElementTree.Element) -> None:
    """Write tooltip and values in the description of a mark as attributes."""
    label = element.get("aria-label", "")
    if TIP not in label:
        return
    tip, _, values = label.partition(TIP)[2].partition(AT)
    if tip:
        element.set("data-tip", tip.replace(BETWEEN, "\n"))
    if values:
        element.set("data-at", values)


SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
NOT_NEEDED = {"aria-hidden", "aria-roledescription", "aria-label", "role", "pointer-events", "font-family", "version"}
DEFAULTS = {"opacity": "1", "fill-opacity": "1", "stroke-opacity": "1", "stroke-width": "1", "font-weight": "normal"}
HARMLESS_STYLES = {"cursor", "pointer-events"}
# Prefix of the ids of a drawing; each use of the drawing replaces it by its own name, so that ids are unique.
PLACE = "\ue002"
DEFINITIONS = {"defs", "clipPath", "linearGradient", "radialGradient"}
# Attributes that elements inherit from their group.
INHERITED = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "fill-opacity",
    "font-size",
    "font-weight",
    "text-anchor",
)
COLORED = {"fill", "stroke", "stop-color"}
NUMBERS = {digits: re.compile(rf"-?\d+\.\d{{{digits + 1},}}(?:e-?\d+)?") for digits in (1, 2)}
REFERENCE = re.compile(r"url\(#([^)]+)\)")
STILL = re.compile(r"translate\(0,0\)")


def clean_svg(drawn: str, digits: int = 2) -> str:
    """Return the drawing of Vega as inline SVG, with at most ``digits`` decimals.

    Raises
    ------
    Mistake
        If it needs inline styles that have no attribute, such as a blend mode.
    """
    root = ElementTree.fromstring(drawn)
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
        if element.tag == "image":
            require_embedded(element.get(LINK, element.get("href", "")))
        set_mark_attributes(element)
        clean_attributes(element, digits)
    set_formulas(root)
    prune(root)
    share_attributes(root)
    rename_ids(root)
    root.set("class", "drawing")
    root.set("overflow", "visible")  # a label that is wider in the reader's font is not clipped
    return ElementTree.tostring(root, encoding="unicode")


def at_place(drawing: str, place: str) -> str:
    """Return a drawing whose ids begin with the name of its place in the page."""
    return drawing.replace(PLACE, place)


def draws_marks(drawn: str) -> bool:
    """Return whether a drawing of Vega contains any visible mark, besides axes, titles and legends."""
    groups = ElementTree.fromstring(drawn).iter(f"{SVG}g")
    marks = (group for group in groups if "role-mark" in group.get("class", "").split())
    return any(shows_something(element) for group in marks for element in group.iter())


def shows_something(element: ElementTree.Element) -> bool:
    """Return whether an element is a visible mark: a line without points has no path, and text may be empty."""
    tag = element.tag.removeprefix(SVG)
    if tag == "path":
        return bool(element.get("d"))
    return tag in ("line", "rect", "image") or (tag == "text" and bool(element.text))


def clean_attributes(element: ElementTree.Element, digits: int) -> None:
    """Remove attributes that an inline picture does not need, round numbers, translate colours."""
    for name, value in list(element.attrib.items()):
        if name == "style":
            require_harmless(value)
        if name in NOT_NEEDED or name == "style" or DEFAULTS.get(name) == value:
            del element.attrib[name]
        elif name in COLORED:
            element.set(name, without_stand_ins(value))
        elif name == "class":
            roles = [word for word in value.split() if word.startswith("role-")]
            element.attrib.pop("class") if not roles else element.set("class", " ".join(roles))
        elif name == LINK:
            element.set("href", element.attrib.pop(LINK))
        elif name == "transform" and STILL.fullmatch(value):
            del element.attrib[name]
        elif "." in value and name not in ("id", "href", "data-tip", "data-at"):
            element.set(name, NUMBERS[digits].sub(lambda number: rounded(number, digits), value))


def require_harmless(style: str) -> None:
    """Raise an error for a style that would be lost."""
    for declaration in filter(None, (part.strip() for part in style.split(";"))):
        name = declaration.partition(":")[0].strip()
        if name not in HARMLESS_STYLES:
            raise Mistake("chart", f"the chart needs the inline style {declaration!r}, which pages forbid")


def require_embedded(address: str) -> None:
    """Raise an error for a picture in a chart that a page would have to fetch."""
    if not address.startswith("data:"):
        remedy = "write its content into the column: 'data:image/png;base64,' + base64.b64encode(content).decode()"
        raise Mistake(
            "chart", f"the chart shows the picture {address[:60]!r}, which pages do not fetch", suggestion=remedy
        )


def rounded(number: re.Match[str], digits: int = 2) -> str:
    """Return a number with at most ``digits`` decimals."""
    text = f"{float(number[0]):.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def prune(parent: ElementTree.Element) -> None:
    """Remove invisible elements, and groups without attributes."""
    remaining: list[ElementTree.Element] = []
    for child in parent:
        if child.tag in DEFINITIONS:
            remaining.append(child)
            continue
        prune(child)
        if is_invisible(child):
            continue
        remaining.extend(child if child.tag == "g" and not child.attrib else [child])
    parent[:] = remaining


def share_attributes(parent: ElementTree.Element) -> None:
    """Move attributes that all elements of a group have in common to the group."""
    for child in parent:
        share_attributes(child)
    if parent.tag != "g" or len(parent) < 2 or any(child.tag in DEFINITIONS for child in parent):
        return
    for name in INHERITED:
        values = {child.get(name) for child in parent}
        if len(values) == 1 and None not in values:
            parent.set(name, values.pop() or "")
            for child in parent:
                del child.attrib[name]


def is_invisible(element: ElementTree.Element) -> bool:
    """Return whether an element draws nothing."""
    if element.get("display") == "none" or (element.tag == "text" and element.get("opacity") == "0"):
        return True
    if element.tag == "g" and len(element) == 0:
        return True
    painted = element.get("fill") is not None or element.get("stroke") is not None
    frame = element.tag == "path" and element.get("class") is None and not painted
    return frame and element.get("clip-path") is None and element.get("d", "").endswith("Z")


def rename_ids(root: ElementTree.Element) -> None:
    """Replace ids by their order in the drawing, because Vega counts them over the life of the process."""
    new_name: dict[str, str] = {}
    for element in root.iter():
        if "id" in element.attrib:
            new_name[element.attrib["id"]] = f"{PLACE}-{len(new_name)}"
            element.set("id", new_name[element.attrib["id"]])
    for element in root.iter():
        for name, value in element.attrib.items():
            if "url(#" in value:
                element.set(name, REFERENCE.sub(lambda found: f"url(#{new_name[found[1]]})", value))
