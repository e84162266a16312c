"""Draw Altair charts as inline SVG at build time."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from site_builder.charts.checks import (
    INFINITE,
    Infinite,
    changed,
    has_answers,
    objects_in,
    only_probes,
    probes_in,
    read_probes,
    with_probes,
)
from site_builder.charts.columns import TITLE, columns_without_values, escape_for, missing_columns
from site_builder.charts.formulas import FORMULA, with_placeholders
from site_builder.charts.remedies import message_of, remedy_of, word_of
from site_builder.charts.svg import (
    clean_svg,
    describe_marks,
    draws_marks,
    mixed_zones,
    theme,
    with_descriptions,
    with_plain_days,
    with_plain_years,
    with_stand_ins,
)
from site_builder.charts.vega import to_svg, to_vega
from site_builder.locales import conventions
from site_builder.problems.problem import Problem, SiteError, author_error
from site_builder.problems.source import Mistake, suggest

if TYPE_CHECKING:
    import altair as alt


PLOTS = ("hconcat", "vconcat", "concat")
INNER = ("spec", *PLOTS)
FACETS = ("row", "column", "facet")
DEFAULT_PART = 300
MOST_STEPS = 5  # towards the target width
SMALLEST_SCALE = 0.05
# Tolerance of the width in units: the labels of the states of a figure differ in width.
SLACK = 1.0
SVG_WIDTH = re.compile(r'<svg[^>]*? width="([\d.]+)"')

Specification = dict[str, Any]
Draw = Callable[[Specification], str]


def is_compound(specification: Specification) -> bool:
    """Return whether a chart has several plots, whose total width Vega cannot fit."""
    encoded = specification.get("encoding", {})
    return any(key in specification for key in INNER) or any(channel in encoded for channel in FACETS)


def stack_parts(specification: Specification) -> Specification:
    """Return the chart with its plots one below the other, for narrow columns; leave single plots unchanged."""
    stacked = dict(specification)
    if "hconcat" in stacked:
        stacked["vconcat"] = stacked.pop("hconcat")
    if "concat" in stacked or isinstance(stacked.get("facet"), dict):
        stacked["columns"] = 1
    if isinstance(stacked.get("facet"), dict) and "column" in stacked["facet"]:
        stacked["facet"] = stacked["facet"]["column"]
    encoding = stacked.get("encoding", {})
    wrapped = encoding.get("column", encoding.get("facet"))
    if wrapped is not None and "row" not in encoding:
        others = {channel: value for channel, value in encoding.items() if channel not in FACETS}
        stacked["encoding"] = {**others, "facet": {**wrapped, "columns": 1}}
    for key in PLOTS:
        if key in stacked:
            stacked[key] = [stack_parts(part) for part in stacked[key]]
    return stacked


def fit_parts(
    specification: Specification, width: int, height: int, draw: Draw, known: dict[int, float] | None = None
) -> str:
    """Draw a compound chart with a total width of ``width``.

    As long as the plots are wider than titles and keys, the total width is a linear function of their scale. Two
    drawings determine the scale of the next one, repeatedly (secant method). If the scale of a similar chart is known
    and fits, one drawing is enough.

    Parameters
    ----------
    specification : dict
        Vega-Lite, with its theme.
    width : int
        Total width of the picture.
    height : int
        Height of plots without a height.
    draw : callable
        Compiles and draws a specification.
    known : dict
        Scale of similar charts by width, such as other states; updated by this function.
    """
    known = {} if known is None else known
    if width in known:
        guessed = draw(scaled(specification, known[width], height))
        if abs(drawn_width(guessed) - width) < SLACK:
            return guessed
    before, scale = 0.5, 1.0
    width_before, found = (drawn_width(draw(scaled(specification, one, height))) for one in (before, scale))
    for _ in range(MOST_STEPS):
        slope = (found - width_before) / (scale - before)
        if slope > 0:
            next_scale = max(SMALLEST_SCALE, scale + (width - found) / slope)
        else:  # a title or key determines the width
            next_scale = 2 * scale if found < width else scale
        before, width_before, scale = scale, found, next_scale
        made = draw(scaled(specification, scale, height))
        found = drawn_width(made)
        if abs(found - width) < SLACK or scale == before:
            break
    known[width] = scale
    return made


def drawn_width(svg: str) -> float:
    """Return the width of a picture."""
    found = SVG_WIDTH.search(svg)
    assert found is not None
    return float(found[1])


def scaled(specification: Specification, scale: float, height: int) -> Specification:
    """Return the chart with the widths of all its plots multiplied by ``scale``, except widths by step."""
    result = dict(specification)
    for key in PLOTS:
        if key in result:
            result[key] = [scaled(part, scale, height) for part in result[key]]
    if "spec" in result:
        result["spec"] = scaled(result["spec"], scale, height)
    if not any(key in result for key in INNER):
        width = result.get("width", DEFAULT_PART)
        result["width"] = width * scale if isinstance(width, int | float) else width
        result.setdefault("height", height)
    return result


# The keys with which Altair writes a date or a date-time in a row.
DAY = ("year", "month", "date")
TIME = ("hours", "minutes", "seconds")


def with_named_rows(specification: dict[str, Any]) -> dict[str, Any]:
    """Return a specification whose rows are moved to its ``datasets``, under names made of their digests."""
    sets: dict[str, Any] = dict(specification.get("datasets", {}))

    def named(described: Specification) -> Specification:
        return {**described, "data": placed(described["data"])} if "data" in described else described

    def placed(data: Any) -> Any:
        rows = data.get("values") if isinstance(data, dict) and data.keys() == {"values"} else None
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            return data
        plain = [{name: plain_moment(value) for name, value in row.items()} for row in rows]
        digest = hashlib.sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()
        name = f"data-{digest[:32]}"
        sets[name] = plain
        return {"name": name}

    found: Specification = changed(specification, named)
    return {**found, "datasets": sets} if sets else found


def plain_moment(value: Any) -> Any:
    """Return a cell; if it is Altair's object for a date or date-time, as text."""
    if not isinstance(value, dict) or value.keys() not in ({*DAY}, {*DAY, *TIME, "milliseconds"}):
        return value
    day = "{year:04}-{month:02}-{date:02}".format(**value)
    return day if len(value) == len(DAY) else day + "T{hours:02}:{minutes:02}:{seconds:02}".format(**value)


SPOKEN = re.compile(r"\brole-(axis|legend|title)\b")
PLOT = re.compile(r"h([\d.]+)v([\d.]+)h")
ORIGIN = re.compile(r"translate\(([\d.]+),([\d.]+)\)")
GUIDES, OTHER_GUIDES = ("axes", "legends"), frozenset({"title", "layout"})
DISCRETE, CONTINUOUS = ("band", "point", "ordinal"), ("linear", "log", "pow", "sqrt", "symlog", "time", "utc")
SIDES = ("left", "top", "right", "bottom")
BETWEEN = "\ue014"  # a private-use character
# Bounds of how much farther than at its final width a mark reaches beyond a plot while Vega makes room for the guides.
FARTHER, SHIFT = 1.5, 10.0


@dataclass(frozen=True)
class Bare:
    """A chart drawn without guides: scale domains and signals, overlap of the marks over the plot, and the marks."""

    followed: str
    reach: tuple[float, ...]
    elements: list[ElementTree.Element]

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """Return the markup of the marks, which takes as long as parsing the drawing."""
        return tuple(map(text_of, self.elements))


@dataclass(frozen=True)
class Twin:
    """A drawing split at its marks, the width of its plot, the room around it, and the same chart without guides."""

    pieces: tuple[str, ...]
    width: float
    room: tuple[float, ...]
    bare: Bare

    def has_room_for(self, shown: Bare, near: Collection[str]) -> bool:
        """Return whether the guides of another chart have the same places as here.

        If marks need less than the available room, the guides determine it; on ``near`` sides the room that marks need
        must be equal. Vega begins with a wider plot, in which marks beyond an edge are farther from it.
        """

        def is_same(side: int) -> bool:
            mine, other = self.bare.reach[side], shown.reach[side]
            return mine == other or (SIDES[side] not in near and FARTHER * max(mine, other) + SHIFT < self.room[side])

        return all(map(is_same, range(len(SIDES))))


class SameGuides:
    """Draws charts as :func:`to_svg` does, reusing the guides of earlier drawings of the same structure."""

    def __init__(self) -> None:
        self._first: dict[str, tuple[Specification, str]] = {}
        self._twins: dict[str, dict[str, Twin] | None] = {}

    def draw(self, drawable: Specification) -> str:
        """Return the drawing of Vega; may run in several threads."""
        if not has_plain_guides(drawable):
            return to_svg(drawable)
        structure = json.dumps({**drawable, "data": [{**entry, "values": []} for entry in drawable.get("data", [])]})
        if structure not in self._first:
            self._first[structure] = drawable, to_svg(drawable)
            return self._first[structure][1]
        if structure not in self._twins:
            twin = twin_of(*self._first[structure])
            self._twins[structure] = None if twin is None else {twin.bare.followed: twin}
        twins = self._twins[structure]
        if twins is None:
            return to_svg(drawable)
        twin = list(twins.values())[-1]  # not by an iterator, because another thread may add one
        shown = bare(drawable, twin.width)
        if shown is not None and shown.followed not in twins:
            drawn = to_svg(drawable)
            new = twin_of(drawable, drawn)
            twins |= {} if new is None else {shown.followed: new}
            return drawn
        if shown is not None and twins[shown.followed].width != twin.width:
            shown = bare(drawable, twins[shown.followed].width)
        if shown is None or not twins[shown.followed].has_room_for(shown, near_sides(drawable)):
            return to_svg(drawable)
        pieces = twins[shown.followed].pieces
        return "".join(piece + mark for piece, mark in zip(pieces, [*shown.marks, ""], strict=True))


def has_plain_guides(drawable: Specification) -> bool:
    """Return whether axes and legends depend on scales and signals only, and there are no other guides.

    Signals and domains must not depend on the width, which changes while Vega makes room for the guides.
    """
    scales, data = drawable.get("scales", []), drawable.get("data", [])
    return (
        isinstance(drawable.get("width"), int | float)
        and isinstance(drawable.get("padding"), dict)
        and any(drawable.get(name) for name in GUIDES)
        and "data(" not in json.dumps([drawable.get(name) for name in GUIDES])
        and "layout" not in drawable.get("config", {}).get("legend", {})
        and not OTHER_GUIDES & drawable.keys()
        and not any({*GUIDES, *OTHER_GUIDES} & mark.keys() for mark in all_marks(drawable))
        and not any("signal" in transform for entry in data for transform in entry.get("transform", []))
        and all(scale.get("type") in (*DISCRETE, *CONTINUOUS) for scale in scales)
        and "width" not in json.dumps([drawable.get("signals"), [{**scale, "range": None} for scale in scales]])
        and not any(isinstance(scale.get("range"), dict) and "data" in scale["range"] for scale in scales)
    )


def near_sides(drawable: Specification) -> set[str]:
    """Return the sides of legends if there are marks in groups, which legends avoid."""
    if not any("marks" in mark for mark in drawable["marks"]):
        return set()
    usual = drawable.get("config", {}).get("legend", {}).get("orient", "right")
    return {legend.get("orient", usual) for legend in drawable.get("legends", [])}


def all_marks(group: Specification) -> list[Specification]:
    """Return the marks of a group and of the groups in it."""
    marks = group.get("marks", [])
    return [*marks, *(inner for mark in marks for inner in all_marks(mark))]


def twin_of(drawable: Specification, drawn: str) -> Twin | None:
    """Return a drawing whose guides can be reused; None if its marks change without guides, or hold most text.

    Text of marks is measured in each drawing, so reuse would save nothing.
    """
    if "<defs" in drawn:
        return None
    root = ElementTree.fromstring(drawn)
    width, room = sizes_of(root)
    padding = drawable["padding"]
    room = tuple(side - padding[name] for side, name in zip(room, SIDES, strict=True))
    shown, inner = bare(drawable, width), children_of(root)
    places = [index for index, child in enumerate(inner) if not SPOKEN.search(child.get("class", ""))]
    marks = tuple(text_of(inner[index]) for index in places)
    if shown is None or shown.marks != marks:
        return None
    if 2 * sum(mark.count(":text") for mark in marks) > drawn.count("<text"):
        return None
    for index in places:
        inner[index] = ElementTree.Element("gap")
    return Twin(tuple(text_of(root).split("<gap />")), width, room, shown)


def bare(drawable: Specification, width: float) -> Bare | None:
    """Draw a chart without guides, with a plot of that width; return None if the drawing is ambiguous."""
    teller = {"type": "rect", "aria": True, "encode": {"update": {"description": {"signal": followed(drawable)}}}}
    others = {name: value for name, value in drawable.items() if name not in GUIDES}
    marks = [*drawable.get("marks", []), teller]
    drawn = to_svg({**others, "width": width, "autosize": "pad", "padding": 0, "marks": marks})
    root = ElementTree.fromstring(drawn)
    *found, probe = children_of(root)
    values = probe[0].get("aria-label", "")
    if "<defs" in drawn or BETWEEN * 2 in values:  # ids differ in each drawing; empty values are ambiguous
        return None
    return Bare(values, sizes_of(root)[1], found)


def followed(drawable: Specification) -> str:
    """Return the expression for the values of all signals and the domains of all scales."""
    between = json.dumps(BETWEEN)
    parts = [f"('' + {signal['name']})" for signal in drawable.get("signals", [])]
    for scale in drawable.get("scales", []):
        domain = f"domain({json.dumps(scale['name'])})"
        is_discrete = scale["type"] in DISCRETE
        parts.append(f"join({domain}, {between})" if is_discrete else f"(+{domain}[0]) + {between} + (+peek({domain}))")
    return f" + {between} + ".join([json.dumps("followed"), *parts])


def children_of(root: ElementTree.Element) -> ElementTree.Element:
    """Return the element that contains guides and marks in a drawing of Vega."""
    return root[0][0][0][1]


def sizes_of(root: ElementTree.Element) -> tuple[float, tuple[float, ...]]:
    """Return the width of the plot, and its distances to the left, top, right and bottom edge of the picture."""
    plot, origin = PLOT.search(root[0][0][0][0].get("d", "")), ORIGIN.search(root[0].get("transform", ""))
    assert plot is not None
    assert origin is not None
    (width, height), (left, top) = map(float, plot.groups()), map(float, origin.groups())
    right, bottom = float(root.get("width", 0)) - left - width, float(root.get("height", 0)) - top - height
    return width, (left, top, right, bottom)


def text_of(element: ElementTree.Element) -> str:
    """Return the markup of an element."""
    return ElementTree.tostring(element, encoding="unicode")


TRACE = re.compile(r"\n[ \t]+at .*", re.DOTALL)
# An escaped character of a column's name, or a formula, which is not changed.
ESCAPE = re.compile(rf"\\([.\[\]'\":\\])|{FORMULA.pattern}")
DATA_NAME = re.compile(r'(?<="name": ")data-[0-9a-f]{32}(?=")')
# Formats of units of time, as Vega-Lite writes them.
UNITS = '{"year-month":"%b %Y ","year-month-date":"%b %d, %Y "}'
# Properties of axes and legends that name their scale.
SCALED = ("scale", "fill", "stroke", "size", "opacity", "shape")
# Codes of findings that explain an empty chart.
REASONS = frozenset({"not-a-number"})
# Charts without their rows that are valid in Altair's schema.
VALID: set[str] = set()


@dataclass(frozen=True)
class Layout:
    """A width to draw for, in units of the picture, with its text size and default height of the plot."""

    width: int
    text_size: float
    height: int
    legend_columns: int


# On screen a picture is scaled to its column. The text of the wide one has at least 12 px down to a column of 590 px,
# that of the narrow one down to 285 px, the column on the smallest screen.
WIDE = Layout(width=680, text_size=14, height=320, legend_columns=4)
NARROW = Layout(width=320, text_size=13.5, height=240, legend_columns=2)


@dataclass(frozen=True)
class DrawnChart:
    """A chart drawn twice, for wide and narrow columns.

    Attributes
    ----------
    wide, narrow : str
        ``<svg class="drawing" width height viewBox>`` without styles, fonts or duplicate ids; colours are custom
        properties. The page shows one of them (``div.layout-wide``, ``div.layout-narrow``).
    findings : tuple
        Warnings about the chart.
    """

    wide: str
    narrow: str
    findings: tuple[Problem, ...] = ()


def draw_specification(specification: dict[str, Any] | DrawnChart) -> DrawnChart:
    """Draw a plain specification in the theme of the site, unless it is drawn already; may run in several threads.

    Raises
    ------
    SiteError
        If Vega rejects it, or it needs something that a static picture in a page cannot have.

    Notes
    -----
    About 20 ms per picture, two pictures per chart; compound charts are drawn several times to fit the width.
    """
    if isinstance(specification, DrawnChart):
        return specification
    specification = with_descriptions(specification)
    try:
        probed = draw(specification, WIDE, is_checked=True)
        wide, findings = read_probes(probed, specification)
        if not draws_marks(wide):
            raise empty_error("the chart draws no marks", findings, specification)
        narrow = draw(stack_parts(specification), NARROW)
        return DrawnChart(clean_svg(wide), clean_svg(narrow), tuple(findings))
    except (ValueError, Mistake) as error:
        message = f"the chart cannot be drawn: {TRACE.sub('', str(error)).rstrip()}"
        quoted = (
            re.search(r'"fields?": "[^"\\]*\\', json.dumps({**specification, "datasets": {}})) and "parse" in message
        )
        raise author_error("chart", message, TITLE if quoted else getattr(error, "suggestion", "")) from error


def empty_error(message: str, findings: Sequence[Problem], specification: Any) -> SiteError:
    """Return the error of an empty chart, with the reason if it is known."""
    suggestion, word = "check its data: they are empty or filtered out", ""
    reason = next((one for one in findings if one.code in REASONS), None)
    missing = next(columns_without_values(specification), "") if isinstance(specification, dict) else ""
    if reason is not None:
        message, suggestion, word = f"{message}: {reason.message}", reason.suggestion, reason.about
    elif missing:
        message, word = f"{message}: all values of {missing!r} are missing", missing
    return author_error("chart", message, suggestion, about=word)


def plain_specification(chart: alt.TopLevelMixin, sets: Mapping[str, frozenset[str]] = {}) -> dict[str, Any]:
    """Return the Vega-Lite specification of a chart, without Altair's own configuration.

    ``sets`` holds the columns of its data sets by name.
    """
    import altair as alt

    if not isinstance(chart, alt.TopLevelMixin):
        message = (
            f"a chart function returns an Altair chart, a Matplotlib figure or SVG text, not {type(chart).__name__}"
        )
        raise author_error("chart", message, fix_of(chart))
    infinite = Infinite()
    alt.data_transformers.register(INFINITE, infinite.count)
    try:
        with alt.data_transformers.enable(INFINITE):
            specification = valid_specification(chart)
    except Exception as error:  # Altair raises its own, narwhals' and jsonschema's errors
        message = f"the chart is not valid: {message_of(error)}"
        raise author_error("chart", message, remedy_of(error), about=word_of(error)) from error
    for found in (controls_in, addresses_in, zones_in):
        refuse(found(specification))
    refuse(missing_in(specification, sets))
    configured = {key: value for key, value in specification.get("config", {}).items() if key != "view"}
    plain = with_plain_days(changed({**specification, "config": configured}, with_all_values))
    plain = with_plain_years(plain, plain.get("datasets", {}))
    return {**plain, INFINITE: infinite.counts} if infinite.counts else plain


def fix_of(returned: Any) -> str:
    """Return the fix for a returned value that is not a picture; "" if there is no particular one."""
    if returned is None:
        return "end it with a return statement"
    fixes = {
        "plotly": "return static SVG, figure.to_image('svg').decode()",
        "plotnine": "write it by plot.save(stream, format='svg') into an io.BytesIO, and return the text",
    }
    return fixes.get(type(returned).__module__.partition(".")[0], "")


def valid_specification(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """Return the specification of a chart, validated by Altair unless only its rows are new."""
    described = with_named_rows(chart.to_dict(validate=False))
    shape = DATA_NAME.sub("", json.dumps({**described, "datasets": {}}, sort_keys=True, default=str))
    if shape not in VALID:
        chart.to_dict()
        VALID.add(shape)
    return described


def without_validation() -> AbstractContextManager[None]:
    """Return a context in which Altair does not validate each object that it creates; a new chart is valid as a whole.

    In the first chart of an explorable each object is validated. The other charts have the same objects.
    """
    schemapi: Any = sys.modules.get("altair.utils.schemapi")
    return nullcontext() if schemapi is None else schemapi.debug_mode(False)


def with_all_values(described: Specification) -> Specification:
    """Return a part of a specification whose axis and legend show all values in their ``values``.

    The theme asks for few ticks, and Vega applies that number also to values listed by the author.
    """
    guides = {guide: described[guide] for guide in ("axis", "legend") if isinstance(described.get(guide), dict)}
    listed = {guide: one for guide, one in guides.items() if isinstance(one.get("values"), list)}
    return {**described, **{guide: {"tickCount": len(one["values"]), **one} for guide, one in listed.items()}}


def refuse(found: Iterable[tuple[str, str, str]]) -> None:
    """Raise an error for the problems found in a chart: each a message, its fix, and a word of the code."""
    if problems := [Problem("", 0, 0, "chart", what, fix, about=word) for what, fix, word in dict.fromkeys(found)]:
        raise SiteError(problems)


def controls_in(specification: Specification) -> Iterator[tuple[str, str, str]]:
    """Yield problems of parameters bound to input elements, which have no effect in a static picture."""
    for view in objects_in(specification):
        params = view.get("params")
        for parameter in params if isinstance(params, list) else ():
            bound = parameter.get("bind")
            if isinstance(bound, dict) and "legend" not in bound:
                message = f"the parameter {parameter['name']!r} has an input element (bind)"
                fix = "write the chart as an explorable with a parameter, in content/explorables/NAME.py"
                yield f"{message}, which has no effect in a static picture", fix, "bind"


def addresses_in(specification: Specification) -> Iterator[tuple[str, str, str]]:
    """Yield problems of data with an address: a build contacts no host, and only data sets are files of a chart."""
    for part in objects_in(specification):
        data = part.get("data")
        if isinstance(data, dict) and isinstance(address := data.get("url"), str):
            fix = "publish the file from a data script, and name that data set as the chart's data"
            yield f"the chart fetches its data from {address!r}, and a build loads no data from addresses", fix, address


def missing_in(specification: dict[str, Any], sets: Mapping[str, frozenset[str]]) -> Iterator[tuple[str, str, str]]:
    """Yield problems of missing columns, with which Vega would draw an empty chart without an error."""
    set_with = {columns: name for name, columns in sets.items()}
    for name, columns in missing_columns(specification).items():
        missing = f"{set_with[columns]!r} does not have" if columns in set_with else "its data do not have"
        message = f"the chart asks for a column {name!r}, which {missing}"
        if name in columns:
            message = f"the chart asks for the column {name!r}, whose name contains characters that need backslashes"
        yield message, escape_for(name, columns) or suggest(name, columns), name


def zones_in(specification: dict[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield problems of axes that mix time zones."""
    for first, second in mixed_zones(specification, specification.get("datasets", {})):
        message = f"{first!r} and {second!r} are in different time zones on one axis"
        yield message, "convert them to one zone in the script: frame.at.dt.tz_convert('UTC')", second


def compile_chart(specification: dict[str, Any]) -> dict[str, Any]:
    """Compile Vega-Lite to Vega, with titles and dates as the site writes them."""
    compiled = to_vega({key: value for key, value in specification.items() if key != INFINITE})
    unescape_titles(compiled)
    patterns = conventions().patterns
    if "Ed" not in patterns:
        return compiled
    formats = {"week": "MMMd", "date": "Ed", "hours": "time", "minutes": "time"}
    order_dates(compiled, {}, {unit: patterns[name] for unit, name in formats.items()})
    units = {"year-month": f"{patterns['yMMM']} ", "year-month-date": f"{patterns['yMMMd']} "}
    return dict(with_units(compiled, json.dumps(units, ensure_ascii=False)))


def order_dates(group: dict[str, Any], scales: Mapping[str, str], formats: Mapping[str, str]) -> None:
    """Set the date formats of the site's language on time axes and legends without a format."""
    scales = {**scales, **{scale["name"]: scale.get("type", "") for scale in group.get("scales", [])}}
    for guide in (*group.get("axes", []), *group.get("legends", [])):
        named = {scales.get(guide.get(key, "")) for key in SCALED}
        if named & {"time", "utc"} and "format" not in guide:
            guide["format"] = dict(formats)
    for mark in group.get("marks", []):
        order_dates(mark, scales, formats)


def with_units(described: Any, units: str) -> Any:
    """Return a compiled specification with Vega-Lite's formats of time units replaced by ``units``."""
    if isinstance(described, str):
        return described.replace(UNITS, units)
    if isinstance(described, list):
        return [with_units(inner, units) for inner in described]
    if isinstance(described, dict):
        return {key: inner if key == "values" else with_units(inner, units) for key, inner in described.items()}
    return described


def unescape_titles(group: dict[str, Any]) -> None:
    """Remove the backslashes that Vega-Lite needs in column names from all titles of a group."""
    for guide in (*group.get("axes", []), *group.get("legends", []), group.get("title", {})):
        for key in ("title", "text"):
            if isinstance(guide, dict) and isinstance(guide.get(key), str):
                guide[key] = ESCAPE.sub(lambda found: found[1] or found[0], guide[key])
    for mark in group.get("marks", []):
        unescape_titles(mark)


Compile = Callable[[dict[str, Any]], dict[str, Any]]


def draw(
    specification: dict[str, Any],
    layout: Layout,
    compiled_by: Compile = compile_chart,
    scales: dict[int, float] | None = None,
    drawn_by: Callable[[dict[str, Any]], str] = to_svg,
    is_checked: bool = False,
) -> str:
    """Return the drawing of a chart for one layout.

    ``scales`` caches the scale of similar charts. If ``is_checked``, the drawing contains the answers of probes.
    """

    def made(part: dict[str, Any]) -> str:
        return drawn(compiled_by(part), drawn_by, is_checked)

    configuration = theme(layout.text_size, layout.legend_columns)
    themed = {**specification, "config": {**configuration, **specification["config"]}}
    if is_compound(specification):
        return fit_parts(themed, layout.width, layout.height, made, scales)
    return made(fitted(themed, layout))


def fitted(themed: dict[str, Any], layout: Layout) -> dict[str, Any]:
    """Return a chart of one plot with the size of a layout."""
    single = {"height": layout.height, **themed, "width": layout.width}
    return {**single, "autosize": {"type": "fit-x", "contains": "padding"}}


def drawn(compiled: dict[str, Any], drawn_by: Callable[[dict[str, Any]], str], is_checked: bool = False) -> str:
    """Draw a compiled specification, with stand-ins for colours that Vega must mix."""
    for scale in compiled.get("scales", []):
        require_readable_colors(scale)
    drawable = json.loads(with_stand_ins(json.dumps(compiled)))
    for scale in drawable.get("scales", []):
        if "interpolate" in scale:
            scale["interpolate"] = "rgb"
    describe_marks(drawable.get("marks", []))
    drawable = with_placeholders(drawable, drawn_by)
    if not is_checked:
        return drawn_by(drawable)
    svg = drawn_by(with_probes(drawable))
    return svg if has_answers(svg) else svg.replace("</svg>", f"{probes_in(to_svg(only_probes(drawable)))}</svg>")


def require_readable_colors(scale: dict[str, Any]) -> None:
    """Raise an error for a continuous scale of custom properties without stand-ins, which Vega cannot mix."""
    colors = scale.get("range")
    if scale.get("type") not in CONTINUOUS or not isinstance(colors, list):
        return
    unread = [color for color in colors if isinstance(color, str) and "var(" in with_stand_ins(color)]
    if unread:
        message = f"the scale {scale['name']!r} mixes {', '.join(unread)}"
        raise author_error("chart", f"{message}; continuous colours are made of --s0 to --s6 or --d0 to --d6")
