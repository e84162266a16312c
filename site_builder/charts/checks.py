"""Report charts that mislead: values that a scale cannot show, bars that do not begin at zero."""

from __future__ import annotations

import datetime
import json
import math
import re
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import pairwise
from statistics import mode
from typing import Any

from site_builder.problems.problem import Problem

Specification = dict[str, Any]
SVG = "{http://www.w3.org/2000/svg}"

PROBE, STATE = "site-builder-probe", "site_builder_state"
# Name of the builder's data transformer for Altair, and key of its counts in a specification.
INFINITE = "infinite"
# Private-use characters between the answers of a plot, the parts of an answer and the values of a part.
NEXT_ANSWER, NEXT_PART, NEXT_VALUE = "\ue015", "\ue016", "\ue017"
# Drawings composed by SameGuides have a namespace prefix before the names of elements.
PROBES = re.compile(rf'<((?:\w+:)?g) [^>]*class="mark-rect role-mark {PROBE}"[^>]*>.*?</\1>', re.DOTALL)
# The description of a possible finding, and the values that Vega computed for it.
Answer = tuple[dict[str, Any], list[str]]
ANSWER = re.compile(r'aria-label="([^"]*)"')

CONTINUOUS = ("linear", "log", "pow", "sqrt", "symlog", "time", "utc")
MEASURES = ("linear", "pow", "sqrt", "symlog")
PLACES = ("x", "x2", "xc", "y", "y2", "yc")
PAINTS = {"fill": "colours", "stroke": "colours", "shape": "shapes", "strokeDash": "dashes"}
GUIDED = ("scale", "fill", "stroke", "shape", "strokeDash")
NAMES = {"fill": "the colours", "stroke": "the colours", "size": "the sizes", "shape": "the shapes"}
PATHS = ("line", "area", "trail")
# The expression by which Vega-Lite filters out invalid numbers.
VALID = re.compile(r'isValid\(datum\["((?:\\.|[^"\\])+)"\]\) && isFinite\(\+datum\["\1"\]\)')
NO_SUMS = frozenset(
    "mean average median min max q1 q3 stdev stdevp stderr variance variancep ci0 ci1".split()  # noqa: SIM905
)
INVISIBLE = "marks-invisible"
# Codes of findings that may cause invisible marks.
CAUSES = frozenset({"log-scale", "scale-domain", "not-a-number"})
# Codes that are reported for a chart of several states only if all states have the problem.
IF_ALWAYS = frozenset({"bar-baseline", INVISIBLE, "plot-empty"})
SHOWN_VALUES = 3
MOST_DIGITS = 10
MOST_NAMES_SENT, MOST_VALUES = 400, 5000
# Limits of the number of values on a discrete axis.
MOST_UNEVEN, MOST_NAMES, MOST_BARS = 20, 30, 50
EVEN_SHARE = 0.75
DAY = re.compile(r"\d{4}-\d\d(-\d\d)?([T ].*)?")
WHITE = frozenset({"white", "#fff", "#ffffff", "rgb(255,255,255)", "var(--paper)"})
NOTHING = frozenset({"none", "transparent", ""})
NUMBER = re.compile(r"-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?")
PLACE = re.compile(r"translate\((-?[\d.e-]+),(-?[\d.e-]+)\)")
BOX = re.compile(r"M[^a-zA-Z]+h(-?[\d.e-]+)v(-?[\d.e-]+)h-?[\d.e-]+Z")
# Labels of a vertical axis closer than this share of their height overlap.
NEAREST_LABELS = 0.6


ROWS = ("datasets", "values")
# Types of columns whose values Altair does not convert.
PLAIN = frozenset(f"{kind}{bits}" for kind in ("int", "uint", "float") for bits in (8, 16, 32, 64)) | {"bool"}


def objects_in(described: Any) -> Iterator[Specification]:
    """Yield the objects of a specification, except rows of data."""
    if isinstance(described, dict):
        yield described
        described = [inner for key, inner in described.items() if key not in ROWS]
    for inner in described if isinstance(described, list) else ():
        yield from objects_in(inner)


def changed(described: Any, change: Callable[[Specification], Specification]) -> Any:
    """Return a specification with ``change`` applied to each object, inner ones first, except rows of data."""
    if isinstance(described, list):
        return [changed(inner, change) for inner in described]
    if not isinstance(described, dict):
        return described
    return change({key: inner if key in ROWS else changed(inner, change) for key, inner in described.items()})


def finding(code: str, message: str, suggestion: str, word: str = "") -> Problem:
    """Return a warning about a chart; ``word`` is the text in the author's code to which it refers."""
    return Problem("", 0, 0, code, message, suggestion, severity="warning", about=word)


@dataclass(frozen=True)
class Origin:
    """The origin of a derived column: the kind of transform, its input column, operation and start column."""

    kind: str
    column: str
    operation: str = ""
    start: str = ""


@dataclass
class Plot:
    """A plot of a compiled chart to which probes are added: its group, its scales by name, and the expressions to add.

    ``divided_by`` names the columns that divide the chart into small plots.
    """

    group: Specification
    scales: Mapping[str, Specification]
    divided_by: frozenset[str] = frozenset()
    expressions: dict[str, str] = field(default_factory=dict)


class Probes:
    """Adds probes to a compiled chart: invisible marks into whose descriptions Vega writes the values to check."""

    def __init__(self, chart: Specification) -> None:
        self._chart = chart
        self._origins = dict(origins_in(chart))
        self._guided = set(guided_in(chart))
        self._n_sets = 0

    def add(self) -> None:
        """Add a probe to each plot of the chart, and a signal for the state of an explorable."""
        self._chart["signals"] = [*self._chart.get("signals", []), {"name": STATE, "value": 0}]
        self._visit(Plot(self._chart, {}))

    def _visit(self, plot: Plot) -> None:
        """Add probes to a group and the groups in it."""
        group = plot.group
        plot.scales = {**plot.scales, **{scale["name"]: scale for scale in group.get("scales", [])}}
        for entry in list(group.get("data", [])):
            self._ask_of_filter(plot, entry)
        marks, seen = group.get("marks", []), dict[str, str]()
        for mark in marks:
            facet = mark.get("from", {}).get("facet", {})
            if mark.get("type") == "group" and not is_path(mark):
                self._visit(Plot(mark, plot.scales, plot.divided_by | set(facet.get("groupby", []))))
                continue
            inner = mark["marks"][0] if is_path(mark) else mark
            data = facet.get("data") or mark.get("from", {}).get("data")
            if data is not None:
                self._ask_of_mark(plot, inner, data)
                self._ask_of_twin(plot, mark, inner, data, seen)
        if plot.expressions:
            between = f" + {json.dumps(NEXT_ANSWER)} + "
            answers = between.join(plot.expressions.values())
            description = {"description": {"signal": f"{STATE} + {json.dumps(NEXT_ANSWER)} + {answers}"}}
            marks.append({"type": "rect", "name": PROBE, "aria": True, "encode": {"update": description}})

    def _ask(self, plot: Plot, when: str, info: Mapping[str, Any], *parts: str) -> None:
        """Add an answer to the probe of a plot: its description and Vega expressions, written if ``when`` is true."""
        answer = json.dumps(json.dumps(info))
        if answer not in plot.expressions:
            plot.expressions[answer] = f"(({when}) ? {f' + {json.dumps(NEXT_PART)} + '.join([answer, *parts])} : '')"

    def _ask_for_values(
        self, plot: Plot, data: str, column: str, when: str, info: Mapping[str, Any], *ends: str
    ) -> None:
        """Ask for the values of a column if a condition on their extent, ``LOW`` and ``HIGH``, is true."""
        rows = f"data({json.dumps(data)})"
        values = f"pluck({rows}, {json.dumps(escaped(column))})"
        when = f"length({rows}) && ({when})".replace("LOW", f"extent({values})[0]").replace(
            "HIGH", f"extent({values})[1]"
        )
        joined = f"join(slice({values}, 0, {MOST_VALUES}), {json.dumps(NEXT_VALUE)})"
        about = {**info, "data": data, "column": column}
        # Each small plot reports its number of values, so that they can be added up.
        if plot.divided_by:
            when, joined = "true", f"({when} ? {joined} : '')"
        self._ask(plot, when, about, f"length({rows})", joined, *ends)

    def _ask_of_filter(self, plot: Plot, entry: Specification) -> None:
        """Ask for the values that Vega-Lite filters out of a data set because they are not numbers."""
        transforms = entry.get("transform", [])
        is_last = (VALID.search(str(one.get("expr"))) and one["type"] == "filter" for one in transforms)
        at = next((index for index, found in enumerate(is_last) if found), None)
        if at is None:
            return
        columns = [json.loads(f'"{name}"') for name in VALID.findall(transforms[at]["expr"])]
        before = entry.get("source")
        if at > 0 or not isinstance(before, str):
            self._n_sets += 1
            before = f"{PROBE}-{self._n_sets}"
            head = {**entry, "name": before, "transform": transforms[:at]}
            tail = {"name": entry["name"], "source": before, "transform": transforms[at:]}
            entries = plot.group["data"]
            index = next(index for index, one in enumerate(entries) if one is entry)
            entries[index : index + 1] = [head, tail]
        self._ask_for_no_numbers(plot, before, columns)

    def _ask_for_no_numbers(self, plot: Plot, data: str, columns: Iterable[str]) -> None:
        """Ask for values that are neither numbers nor missing."""
        names = list(dict.fromkeys(columns))
        info = {"kind": "invalid", "data": data, "columns": [self._named(name) for name in names]}
        if not names or json.dumps(json.dumps(info)) in plot.expressions:
            return
        self._n_sets += 1
        found = f"data({json.dumps(f'{PROBE}-{self._n_sets}')})"
        values = [f"datum[{json.dumps(name)}]" for name in names]
        fits = " || ".join(f"({value} != null && !isFinite(+{value}))" for value in values)
        rows = {"name": f"{PROBE}-{self._n_sets}", "source": data, "transform": [{"type": "filter", "expr": fits}]}
        plot.group.setdefault("data", []).append(rows)
        lists = [f"join(pluck({found}, {json.dumps(escaped(name))}), {json.dumps(NEXT_VALUE)})" for name in names]
        self._ask(plot, f"length({found})", info, f"length(data({json.dumps(data)}))", *lists)

    def _ask_of_mark(self, plot: Plot, mark: Specification, data: str) -> None:
        """Ask for each channel of a mark whether its scale can show the values."""
        encoded = mark.get("encode", {}).get("update", {})
        defined = encoded.get("defined", {})
        shown = VALID.findall(str(defined.get("signal"))) if isinstance(defined, dict) else []
        self._ask_for_no_numbers(plot, data, [json.loads(f'"{column}"') for column in shown])
        channels = [(channel, *one) for channel, definition in encoded.items() for one in scaled(definition)]
        for channel, name, column in channels:
            scale = plot.scales.get(name)
            if scale is None or "[" in column.replace("\\[", "") or "." in column.replace("\\.", ""):
                continue
            plain = unescaped(column)
            axis = f"the {channel[0]} axis" if channel in PLACES else NAMES.get(channel, channel)
            info = {"channel": axis, **self._named(plain)}
            if scale.get("type") == "log":
                self._ask_of_log(plot, name, data, plain, info)
            if channel in PLACES and scale.get("type") in CONTINUOUS:
                self._ask_of_domain(plot, mark, name, data, plain, info)
                self._ask_of_length(plot, mark, encoded, channel, name, data, info)
                self._ask_of_years(plot, scale, data, plain, info)
            elif isinstance(scale.get("domain"), list):
                self._ask_of_names(plot, scale, data, plain, info)
            elif channel in PLACES and scale.get("type") in ("band", "point") and name in self._guided:
                self._ask_of_axis(plot, mark, name, plain, info)
            others = {other for place, _, other in channels if place in PLACES} | plot.divided_by
            is_read = name in self._guided and column not in others
            if channel in PAINTS and scale.get("type") == "ordinal" and is_read:
                parts = f"length(range({json.dumps(name)}))", joined_domain(name)
                when = f"length(domain({json.dumps(name)})) > {parts[0]}"
                self._ask(plot, when, {**info, "kind": "palette", "what": PAINTS[channel]}, *parts)
            if self._origins.get(plain, Origin("", "")).kind == "stack" and channel in ("x", "y", "startAngle"):
                self._ask_of_stack(plot, mark, data, self._origins[plain], info)

    def _ask_of_log(self, plot: Plot, name: str, data: str, column: str, info: Mapping[str, Any]) -> None:
        """Ask for values that a log scale cannot show."""
        first, last = ends_of(name)
        begins = {"begins": self._origins.get(column, Origin("", "")).start == column}
        when = f"LOW <= 0 && !(max({first}, {last}) < 0)"
        self._ask_for_values(plot, data, column, when, {**info, **begins, "kind": "log"})
        base = plot.scales[name].get("base", 10)
        if not isinstance(base, int | float) or base <= 0 or base == 1:
            self._ask(plot, "true", {**info, "kind": "base", "base": base})

    def _ask_of_domain(
        self, plot: Plot, mark: Specification, name: str, data: str, column: str, info: Mapping[str, Any]
    ) -> None:
        """Ask whether an explicit domain is valid and contains the values."""
        scale = plot.scales[name]
        if not has_explicit_domain(scale):
            return
        first, last = ends_of(name)
        definition = scale.get("domain")
        shown = definition if isinstance(definition, list) else ""
        is_span = f"isFinite({first}) && isFinite({last}) && {first} != {last}"
        is_broken = any(end is None or (isinstance(end, float) and not math.isfinite(end)) for end in shown)
        about = {**info, "name": name, "shown": shown}
        self._ask(plot, "true" if is_broken else f"!({is_span})", {**about, "kind": "domain"})
        numbers = [end for end in shown if isinstance(end, int | float)]
        if info["channel"] == "the y axis" and is_length(mark) and len(numbers) > 1 and numbers[0] > numbers[-1]:
            self._ask(plot, is_span, {**about, "kind": "reversed"})
        origin = self._origins.get(column)
        is_cut = mark.get("clip") is True
        if is_broken or (is_cut and mark["type"] in PATHS) or (origin and origin.start == column):
            return
        slack = f"1e-9 * abs({last} - {first})"
        when = f"{is_span} && (LOW < min({first}, {last}) - {slack} || HIGH > max({first}, {last}) + {slack})"
        is_time = scale["type"] in ("time", "utc")
        outside = {**info, "kind": "outside", "is_cut": is_cut, "is_time": is_time, "is_log": scale["type"] == "log"}
        self._ask_for_values(plot, data, column, when, outside, first, last)

    def _ask_of_length(
        self,
        plot: Plot,
        mark: Specification,
        encoded: Mapping[str, Any],
        channel: str,
        name: str,
        data: str,
        info: Mapping[str, Any],
    ) -> None:
        """Ask whether bars and areas that show amounts by their length begin at zero."""
        if channel not in ("x", "y") or not is_length(mark) or plot.scales[name]["type"] not in MEASURES:
            return
        base = encoded.get(f"{channel}2")
        if not isinstance(base, dict) or not self._is_zero(base):
            return
        first, last = ends_of(name)
        when = f"length(data({json.dumps(data)})) && (min({first}, {last}) > 0 || max({first}, {last}) < 0)"
        self._ask(plot, when, {**info, "kind": "length", "mark": mark["type"]}, first, last)

    def _ask_of_years(self, plot: Plot, scale: Specification, data: str, column: str, info: Mapping[str, Any]) -> None:
        """Ask whether the times on an axis are numbers of years."""
        origin = self._origins.get(column, Origin("", column))
        if scale["type"] in ("time", "utc") and origin.kind in ("", "timeunit"):
            values = f"extent(pluck(data({json.dumps(data)}), {json.dumps(escaped(origin.column))}))"
            first, last = f"(+{values}[0])", f"(+{values}[1])"
            self._ask(plot, f"{first} >= 1000 && {last} < 3000", {**info, "kind": "years"}, first, last)

    def _is_zero(self, base: Mapping[str, Any]) -> bool:
        """Return whether a mark should begin at zero, and not at a column of its own."""
        if isinstance(base.get("field"), str):
            origin = self._origins.get(unescaped(base["field"]), Origin("", ""))
            return origin.kind == "stack" and origin.operation != "center"
        return base.get("value") == 0 or "field" in base or "inrange(0" in str(base.get("signal", ""))

    def _ask_of_names(self, plot: Plot, scale: Specification, data: str, column: str, info: Mapping[str, Any]) -> None:
        """Ask for names that are missing in an explicit domain."""
        names = scale["domain"]
        if scale.get("type") in ("band", "point", "ordinal") and all(isinstance(name, str) for name in names):
            self._ask_for_values(plot, data, column, "true", {**info, "kind": "unlisted", "names": names})

    def _ask_of_axis(self, plot: Plot, mark: Specification, name: str, column: str, info: Mapping[str, Any]) -> None:
        """Ask for the names on an axis that has many."""
        if self._origins.get(column, Origin("", "")).kind in ("bin", "timeunit"):
            return
        domain = f"domain({json.dumps(name)})"
        kind = "bars" if is_length(mark) else mark["type"]
        about = {**info, "kind": "names", "mark": kind}
        self._ask(plot, f"length({domain}) > {MOST_UNEVEN}", about, f"isNumber({domain}[0])", joined_domain(name))

    def _ask_of_stack(
        self, plot: Plot, mark: Specification, data: str, origin: Origin, info: Mapping[str, Any]
    ) -> None:
        """Ask whether the stacked values can be added up."""
        starts = f"extent(pluck(data({json.dumps(data)}), {json.dumps(escaped(origin.start))}))"
        is_stacked = f"length(data({json.dumps(data)})) && ({starts}[0] != 0 || {starts}[1] != 0)"
        operation = self._origins.get(origin.column, Origin("", "")).operation
        is_arc = mark["type"] == "arc"
        if operation in NO_SUMS and origin.operation != "center" and not is_arc:
            self._ask(plot, is_stacked, {**info, "kind": "no-sum", "operation": operation})
        is_share = is_arc or origin.operation == "normalize"
        if is_share or mark["type"] == "area":
            when = f"{is_stacked} && LOW < 0" + " && HIGH > 0" * (not is_share)
            self._ask_for_values(
                plot, data, origin.column, when, {**info, "kind": "negative", "share": is_share, "arc": is_arc}
            )

    def _ask_of_twin(
        self, plot: Plot, mark: Specification, inner: Specification, data: str, seen: dict[str, str]
    ) -> None:
        """Report marks that equal earlier marks of this plot."""
        encoded = inner.get("encode", {}).get("update", {})
        shape = json.dumps([inner["type"], data, inner.get("clip"), encoded], sort_keys=True)
        if shape in seen:
            column = next((one[1] for definition in encoded.values() for one in scaled(definition)), "")
            info = {"kind": "twice", "mark": inner["type"], **self._named(unescaped(column))}
            self._ask(plot, f"length(data({json.dumps(data)}))", info)
        seen[shape] = mark.get("name", "")

    def _named(self, column: str) -> dict[str, str]:
        """Return the description of a column for messages, and its name in the author's data."""
        origin, operation = self._origins.get(column), ""
        while origin is not None:
            operation = operation or (origin.operation if origin.kind == "aggregate" else "")
            column = origin.column
            origin = self._origins.get(column)
        label = f"the {operation} of {column!r}" if column and operation else repr(column) if column else "the count"
        return {"field": label, "word": column}


def is_path(mark: Specification) -> bool:
    """Return whether a group of a compiled chart only divides the rows of a line or area into series."""
    facet = mark.get("from", {}).get("facet", {}) if mark.get("type") == "group" else {}
    inner = mark.get("marks", [])
    return (
        len(inner) == 1
        and "name" in facet
        and inner[0].get("from", {}).get("data") == facet["name"]
        and inner[0].get("type") in PATHS
    )


def is_length(mark: Specification) -> bool:
    """Return whether a mark shows an amount by its length."""
    return mark["type"] == "area" or (mark["type"] == "rect" and "bar" in mark.get("style", []))


def has_explicit_domain(scale: Specification) -> bool:
    """Return whether a scale has an explicit domain, which does not depend on the data."""
    domain = scale.get("domain")
    if "domainRaw" in scale:
        return False
    listed = domain.get("fields", [{}]) if isinstance(domain, dict) else [{}]
    is_listed = all(isinstance(one, list) or "signal" in one for one in listed)
    return isinstance(domain, list) or is_listed or "domainMin" in scale or "domainMax" in scale


def scaled(definition: Any) -> Iterator[tuple[str, str]]:
    """Yield scale and column of each rule of a channel that maps a column by a scale."""
    for one in definition if isinstance(definition, list) else [definition]:
        if isinstance(one, dict) and isinstance(one.get("scale"), str) and isinstance(one.get("field"), str):
            yield one["scale"], one["field"]


def guided_in(group: Specification) -> Iterator[str]:
    """Yield the scales of a compiled chart that have an axis with labels, or a legend."""
    for guide in (*group.get("axes", []), *group.get("legends", [])):
        if guide.get("labels") is not False:
            yield from (name for key, name in guide.items() if key in GUIDED and isinstance(name, str))
    for mark in group.get("marks", []):
        yield from guided_in(mark)


def origins_in(group: Specification) -> Iterator[tuple[str, Origin]]:
    """Yield the columns that the transforms of a compiled chart create, with their origins."""
    for entry in group.get("data", []):
        for transform in entry.get("transform", []):
            kind, made = transform.get("type"), transform.get("as")
            if kind == "stack" and isinstance(made, list) and isinstance(transform.get("field"), str):
                column, offset = unescaped(transform["field"]), str(transform.get("offset", "zero"))
                yield from ((name, Origin(kind, column, offset, made[0])) for name in made if name != column)
            elif kind in ("aggregate", "joinaggregate") and isinstance(made, list):
                columns = [unescaped(one) if isinstance(one, str) else "" for one in transform.get("fields", made)]
                for name, column, operation in zip(made, columns, transform.get("ops", []), strict=False):
                    if name != column and isinstance(name, str):
                        yield name, Origin("aggregate", column, str(operation))
            elif kind in ("bin", "timeunit") and isinstance(made, list) and isinstance(transform.get("field"), str):
                column = unescaped(transform["field"])
                yield from ((name, Origin(kind, column)) for name in made if name != column)
    for mark in group.get("marks", []):
        yield from origins_in(mark)


def ends_of(name: str) -> tuple[str, str]:
    """Return the expressions for the first and the last number of a scale's domain."""
    domain = f"domain({json.dumps(name)})"
    return f"(+{domain}[0])", f"(+peek({domain}))"


def joined_domain(name: str) -> str:
    """Return the expression for the joined values of a scale's domain."""
    return f"join(slice(domain({json.dumps(name)}), 0, {MOST_NAMES_SENT}), {json.dumps(NEXT_VALUE)})"


def unescaped(column: str) -> str:
    """Return the name of a column as in the rows, without backslashes."""
    return re.sub(r"\\(.)", r"\1", column)


def escaped(column: str) -> str:
    """Return the name of a column, escaped so that Vega reads it as a whole."""
    return re.sub(r"[.\[\]\\'\"]", r"\\\g<0>", column)


@dataclass
class Infinite:
    """Counts of infinite values and of all values by column of a chart's frames; Altair replaces them with null."""

    counts: dict[str, tuple[int, int]] = field(default_factory=dict)

    def count(self, data: Any) -> Any:
        """Count the infinite values of a frame, and return its rows as Altair does."""
        columns = plain_columns(data)
        if columns is None:
            return self.count_by_altair(data)
        for name, values in columns.items():
            found = sum(value in (math.inf, -math.inf) for value in values)
            self.counts |= {name: (found, len(values))} if found else {}
            columns[name] = [None if isinstance(one, float) and not math.isfinite(one) else one for one in values]
        return {"values": [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]}

    def count_by_altair(self, data: Any) -> Any:
        """Count the infinite values of any frame; see :meth:`count`."""
        import altair as alt
        import narwhals as nw

        frame: Any = nw.from_native(data, eager_only=True, pass_through=True)
        for column, kind in frame.schema.items() if isinstance(frame, nw.DataFrame) else ():
            found = int((frame[column].abs() == math.inf).sum() or 0) if kind.is_float() else 0
            self.counts |= {str(column): (found, len(frame))} if found else {}
        as_rows: Any = alt.default_data_transformer
        return as_rows(data, max_rows=None)


def plain_columns(frame: Any) -> dict[str, list[Any]] | None:
    """Return the values of a pandas frame by column, if they are truth values, numbers and texts, else None.

    For small frames Altair takes 20 times as long.
    """
    pandas = sys.modules.get("pandas")
    if pandas is None or type(frame) is not pandas.DataFrame or frame.index.nlevels > 1 or not frame.columns.is_unique:
        return None
    columns: dict[str, list[Any]] = {}
    for name, kind in frame.dtypes.items():
        is_text = isinstance(kind, pandas.StringDtype)
        if not isinstance(name, str) or not (is_text or str(kind) in PLAIN):
            return None
        values = frame[name].tolist()
        columns[name] = [value if isinstance(value, str) else None for value in values] if is_text else values
    return columns or None


def with_probes(chart: Specification) -> Specification:
    """Add probes to the plots of a compiled chart, in place, and return it."""
    Probes(chart).add()
    return chart


def probes_in(drawn: str) -> str:
    """Return the markup of the probes in a drawing."""
    return "".join(found[0] for found in PROBES.finditer(drawn))


def has_answers(drawn: str) -> bool:
    """Return whether all probes of a drawing have answers: Vega stops at a colour scale without numbers."""
    return all(ANSWER.search(probe[0]) for probe in PROBES.finditer(drawn))


def only_probes(chart: Specification) -> Specification:
    """Return a chart with its probes but without its marks, axes and legends."""
    inner = [only_probes(mark) for mark in chart.get("marks", []) if mark.get("type") == "group" and not is_path(mark)]
    probes = [mark for mark in chart.get("marks", []) if mark.get("name") == PROBE]
    rest = {key: value for key, value in chart.items() if key not in ("axes", "legends", "title")}
    return {**rest, "marks": [*(group for group in inner if group["marks"]), *probes]}


def read_probes(drawn: str, specification: Specification) -> tuple[str, list[Problem]]:
    """Return a drawing without its probes, and the findings from its probes and shapes.

    Parameters
    ----------
    specification : dict
        Vega-Lite of the chart, with the rows whose texts Vega could not read as numbers.
    """
    bare = PROBES.sub("", drawn)
    findings = findings_of((answer for _, answer in answers_in(drawn)), specification)
    return bare, with_shapes(findings, shape_findings(bare))


def with_shapes(findings: list[Problem], shapes: Iterable[Problem]) -> list[Problem]:
    """Return the findings of the answers, and those of the shapes that are not consequences of them."""
    is_explained = any(found.code in CAUSES for found in findings)
    return [*findings, *(shape for shape in shapes if not (is_explained and shape.code == INVISIBLE))]


def findings_of(answers: Iterable[Answer], specification: Specification) -> list[Problem]:
    """Return the findings from the answers of a chart, one for each code and column."""
    findings = dict[tuple[str, str], Problem]()
    for info, parts in merged(answers):
        found = REPORTS[info["kind"]](info, parts, specification)
        if found is not None:
            findings.setdefault((found.code, found.about), found)
    for column, (count, total) in specification.get(INFINITE, {}).items():
        if is_named(specification, column, "quantitative"):
            message = f"{count} of {total} values of {column!r} are infinite and are left out"
            remedy = "check how they arise, or leave these rows out with transform_filter"
            infinite = finding("not-a-number", message, remedy, column)
            findings.setdefault((infinite.code, column), infinite)
    return list(findings.values())


def answers_in(drawn: str) -> Iterator[tuple[int, Answer]]:
    """Yield the state and the answer, its description and parts, of all answers of all plots."""
    for probe in PROBES.finditer(drawn):
        for label in ANSWER.findall(probe[0]):
            state, *answers = unescape(label).split(NEXT_ANSWER)
            for answer in filter(None, answers):
                known, *parts = answer.split(NEXT_PART)
                yield from ((int(state), found) for found in read_answer(json.loads(known), parts))


def read_answer(info: dict[str, Any], parts: list[str]) -> Iterator[Answer]:
    """Yield an answer; one about values has the parts number of wrong values, number of values, wrong values."""
    if info["kind"] == "invalid":
        for about, values in zip(info.pop("columns"), parts[1:], strict=False):
            wrong = [value for value in values.split(NEXT_VALUE) if not is_number(value)]
            if wrong:
                yield {**info, **about}, [str(len(wrong)), parts[0], NEXT_VALUE.join(wrong)]
    elif info["kind"] in OF_ROWS:
        total, values, *ends = parts
        wrong = [value for value in values.split(NEXT_VALUE) if value and is_wrong(value, info, ends)]
        yield info, [str(len(wrong)), total, NEXT_VALUE.join(wrong)]
    else:
        yield info, parts


def is_wrong(value: str, info: Mapping[str, Any], ends: Sequence[str]) -> bool:
    """Return whether a value has the problem that an answer is about."""
    if info["kind"] == "unlisted":
        return value not in info["names"]
    number = moment_of(value)
    if info["kind"] != "outside":
        return number < 0 or (number == 0 and info["kind"] == "log")
    low, high = sorted(map(float, ends))
    slack = 1e-9 * (high - low)
    return (number < low - slack or number > high + slack) and not (info["is_log"] and number <= 0)


def merged(answers: Iterable[Answer]) -> list[Answer]:
    """Return the answers, with those about the rows of several small plots combined."""
    found: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for info, parts in answers:
        key = json.dumps(info, sort_keys=True)
        if key in found and info["kind"] in OF_ROWS:
            count, total, values = found[key][1]
            both = NEXT_VALUE.join(filter(None, (values, parts[2])))
            parts = [str(int(count) + int(parts[0])), str(int(total) + int(parts[1])), both]
        found[key] = info, parts
    return [(info, parts) for info, parts in found.values() if info["kind"] not in OF_ROWS or int(parts[0])]


def listed(values: Iterable[str], are_texts: bool = False) -> str:
    """Return up to three values as text, the most frequent first, each with its count if above one."""
    counts = Counter(map(repr if are_texts else as_number, values)).most_common()
    shown = [value if count == 1 else f"{value} ({count} times)" for value, count in counts[:SHOWN_VALUES]]
    more = len(counts) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def as_number(text: str) -> str:
    """Return a number for a message: a minus sign, and six significant digits if it is long."""
    short = f"{float(text):.6g}" if len(text) > MOST_DIGITS and is_number(text) and "." in text else text
    return re.sub("^-", "\N{MINUS SIGN}", short)


Report = Callable[[Mapping[str, Any], Sequence[str], Specification], Problem | None]


def of_rows(parts: Sequence[str], info: Mapping[str, Any]) -> tuple[str, list[str]]:
    """Return the beginning of a message about some of the values, and these values."""
    count, total, values = parts
    return f"{count} of {total} values of {info['field']}", values.split(NEXT_VALUE)


def report_log(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report zero and negative values on a log scale."""
    if info["begins"]:
        message = f"the bars of {info['field']} begin at zero, which the log scale of {info['channel']} does not have"
        remedy = f"write stack=None in the encoding of {info['word']!r}, or draw points"
    else:
        some, values = of_rows(parts, info)
        message = f"the log scale of {info['channel']} cannot show {some}, which are zero or negative: {listed(values)}"
        remedy = "use a 'symlog' scale, or leave these rows out with transform_filter"
    return finding("log-scale", message, remedy, info["word"])


def report_base(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report a log scale with an impossible base."""
    message = f"the log scale of {info['channel']} has the base {info['base']}"
    return finding("log-scale", message, "write a base above 1, such as 2 or 10", "base")


def report_invalid(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report values that are not numbers, as in the author's rows."""
    some, values = of_rows(parts, info)
    are_dates = is_named(specification, info["word"], "temporal")
    rows = [row for rows in specification.get("datasets", {}).values() for row in rows if isinstance(row, dict)]
    texts = [row[info["word"]] for row in rows if isinstance(row.get(info["word"]), str)]
    texts = [text for text in texts if not (is_date(text) if are_dates else is_number(text))]
    if are_dates:
        remedy = "write dates as 2026-11-26, or leave these rows out with transform_filter"
    elif texts:
        remedy = "write ':N' after the column if these are names; else clean them, or leave them out"
    else:
        remedy = "see which rows have no result, and leave them out with transform_filter"
    what = "dates" if are_dates else "numbers"
    message = f"{some} are no {what} and are left out: {listed(texts or values, bool(texts))}"
    return finding("not-a-number", message, remedy, info["word"])


def report_domain(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report a domain that is not an interval."""
    shown = json.dumps(info["shown"]) if info["shown"] else "that is given"
    message = f"the domain {shown} of {info['channel']} is not a span of numbers: all marks are drawn at one place"
    remedy = "write two different finite numbers, as domain=[0, 10]"
    return finding("scale-domain", message, remedy, "domain")


def report_reversed(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report bars that hang from the top because their domain runs from large to small."""
    message = f"the bars of {info['field']} hang from the top: the domain {json.dumps(info['shown'])} runs downwards"
    remedy = "write the smaller number first; for an axis that runs downwards write sort='descending'"
    return finding("scale-domain", message, remedy, "domain")


def report_outside(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report values outside of the domain."""
    some, values = of_rows(parts, info)
    values = [as_day(value) for value in values] if info["is_time"] else values
    effect = "are left out" if info["is_cut"] else "are drawn outside of the plot"
    message = f"{some} lie outside of the domain of {info['channel']} and {effect}: {listed(values)}"
    remedy = "widen the domain, or leave these rows out with transform_filter"
    return finding("outside-domain", message, remedy, info["word"])


def report_unlisted(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report names that an explicit domain does not list."""
    some, values = of_rows(parts, info)
    message = f"{some} are missing in the domain of {info['channel']}: {listed(values, True)}"
    remedy = "list all names in the domain, or leave these rows out with transform_filter"
    return finding("outside-domain", message, remedy, info["word"])


def report_length(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report bars that do not begin at zero."""
    what = "areas" if info["mark"] == "area" else "bars"
    low = min((float(part) for part in parts), key=abs)
    message = f"the {what} of {info['field']} do not begin at zero: the scale of {info['channel']} begins at {low:g}"
    remedy = f"let the domain hold 0, or draw points: the lengths of {what} are compared"
    return finding("bar-baseline", message, remedy, info["word"])


def report_names(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem | None:
    """Report amounts or dates on a discrete axis."""
    names = parts[1].split(NEXT_VALUE)
    are_numbers = parts[0] == "true"
    is_nominal = is_named(specification, info["word"], "nominal")
    if are_numbers:
        places = sorted(float(name) for name in names)
        most = MOST_BARS if info["mark"] in ("bars", "rect") else MOST_NAMES
    elif all(DAY.fullmatch(name) for name in names):
        places = sorted(day_of(name) for name in names)
        most = MOST_NAMES
    else:
        return None
    gaps = [round(later - earlier, 9) for earlier, later in pairwise(places)]
    is_even = gaps.count(mode(gaps)) >= EVEN_SHARE * len(gaps)
    if is_even and not (len(names) > most and is_nominal and info["mark"] != "rect"):
        return None
    what, kind = ("numbers", ":Q") if are_numbers else ("dates", ":T")
    count = f"{len(names)}{' or more' if len(names) == MOST_NAMES_SENT else ''}"
    message = f"{info['channel']} has {count} {what} of {info['field']} as names, at equal distances: {listed(names)}"
    return finding("axis-type", message, f"write '{kind}' after the column", info["word"])


def report_years(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report numbers of years on an axis of time."""
    message = f"{info['channel']} reads the numbers of {info['field']}, {' to '.join(parts)}, as milliseconds of 1970"
    remedy = "write ':O' or ':Q' after the column if these are years, or publish dates"
    return finding("axis-type", message, remedy, info["word"])


def report_palette(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report names that share a colour with others."""
    names = parts[1].split(NEXT_VALUE)
    count = int(parts[0])
    message = (
        f"{info['field']} has {len(names)} values and {count} {info['what']}: "
        f"{names[0]!r} and {names[count]!r} look the same"
    )
    remedy = f"group the rare values, give {len(names)} {info['what']} by scale=alt.Scale(range=[…]), or use facets"
    return finding("colors-repeat", message, remedy, info["word"])


def report_no_sum(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report stacks of values that cannot be added up, such as means."""
    message = f"{info['field']} is stacked, but such values do not add up: the height of a stack has no meaning"
    remedy = f"write stack=None, or xOffset for bars side by side, in place of a stack of {info['operation']}s"
    return finding("stacked-values", message, remedy, info["word"])


def report_negative(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report stacks in which negative values cover others."""
    some, values = of_rows(parts, info)
    what = "a share of a whole" if info["share"] else "a layer of stacked areas"
    message = f"{some} are negative, and none of them can be {what}: {listed(values)}"
    remedy = "draw bars" if info["arc"] else "write stack=None, or draw lines"
    return finding("stacked-values", message, remedy, info["word"])


def report_twice(info: Mapping[str, Any], parts: Sequence[str], specification: Specification) -> Problem:
    """Report marks that are drawn twice in the same place."""
    message = f"the {info['mark']} marks of {info['field']} are drawn twice, one on the other"
    return finding("marks-twice", message, "remove one of the layers", info["word"])


REPORTS: Mapping[str, Report] = {
    "log": report_log,
    "base": report_base,
    "invalid": report_invalid,
    "domain": report_domain,
    "reversed": report_reversed,
    "outside": report_outside,
    "unlisted": report_unlisted,
    "length": report_length,
    "names": report_names,
    "years": report_years,
    "palette": report_palette,
    "no-sum": report_no_sum,
    "negative": report_negative,
    "twice": report_twice,
}
OF_ROWS = frozenset({"log", "invalid", "outside", "unlisted", "negative"})


def is_number(text: str) -> bool:
    """Return whether Vega reads a text as a finite number or, if it is empty, as a missing value."""
    try:
        return math.isfinite(float(text))
    except ValueError:
        return not text.strip()


def is_date(text: str) -> bool:
    """Return whether a text is a date or time in ISO format."""
    try:
        datetime.datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def moment_of(text: str) -> float:
    """Return a number, or the milliseconds of a time in JavaScript's format; NaN for other text."""
    if is_number(text):
        return float(text)
    try:
        moment = datetime.datetime.strptime(text[:24], "%a %b %d %Y %H:%M:%S")
    except ValueError:
        return math.nan
    return moment.replace(tzinfo=datetime.UTC).timestamp() * 1000


def as_day(value: str) -> str:
    """Return a time in Vega's format as a date."""
    try:
        moment = datetime.datetime.fromtimestamp(moment_of(value) / 1000, datetime.UTC)
    except (ValueError, OverflowError, OSError):
        return value
    return moment.isoformat(" ").removesuffix("+00:00").removesuffix(" 00:00:00")


def day_of(text: str) -> float:
    """Return the ordinal number of the day of a date; 0 if it is invalid."""
    year, month, *day = (int(part) for part in text[:10].split("-"))
    try:
        return float(datetime.date(year, month, day[0] if day else 1).toordinal())
    except ValueError:
        return 0.0


def is_named(specification: Specification, column: str, kind: str) -> bool:
    """Return whether a channel of a specification encodes a column with a type."""
    channels = (one for one in objects_in(specification) if one.get("type") == kind)
    return any(unescaped(str(channel.get("field", ""))) == column for channel in channels)


def shape_findings(drawn: str) -> Iterator[Problem]:
    """Yield findings from the shapes of a drawing: marks without extent or colour, empty plots, overlapping labels."""
    root = ElementTree.fromstring(drawn)
    groups: dict[str, list[ElementTree.Element]] = {}
    for group in root.iter(f"{SVG}g"):
        words = group.get("class", "").split()
        # The frame of a selection has no extent until a reader selects.
        if "role-mark" in words and not words[-1].endswith(("_brush", "_brush_bg")):
            groups.setdefault(" ".join(words), []).extend(group)
        elif "role-axis-label" in words:
            yield from label_findings(group)
        elif re.search(r"concat_\d+_group$", group.get("class", "")) or "child__" in group.get("class", ""):
            yield from empty_findings(group)
    for name, marks in groups.items():
        kind, missing = name.split()[0].removeprefix("mark-"), missing_extent(marks)
        # A line of one point is visible if points are drawn as well.
        if missing and not (missing == "length" and any("mark-symbol" in other for other in groups)):
            what = (
                f"the {len(marks)} {kind} marks have no {missing}"
                if len(marks) > 1
                else f"the {kind} mark has no {missing}"
            )
            yield finding(INVISIBLE, what, REMEDIES[missing])
    shown = [mark for marks in groups.values() for mark in marks if mark.tag != f"{SVG}g"]
    if shown and not any(is_painted(mark) for mark in shown):
        message = "the marks cannot be seen: they are transparent, or have the colour of the page"
        remedy = "give them an opacity above 0 and a colour of the theme, such as 'var(--c1)'"
        yield finding(INVISIBLE, message, remedy)


REMEDIES = {
    "width": "give both ends: x2 for bars with bin='binned', or bin=True",
    "height": "check whether all values are zero; give both ends: y2 for bars with bin='binned', or bin=True",
    "size": "give them a size above 0",
    "length": "check the encodings of colour and detail: each group of a line needs two points",
}


def missing_extent(marks: Sequence[ElementTree.Element]) -> str:
    """Return the dimension in which all marks of a kind have no extent, "" if none or unknown."""
    paths = [mark.get("d", "") for mark in marks if mark.tag == f"{SVG}path"]
    if not paths or len(paths) < len(marks):
        return ""
    boxes = [BOX.fullmatch(path) for path in paths]
    if all(boxes):
        sizes = [(float(box[1]), float(box[2])) for box in boxes if box is not None]
        return "width" if not any(wide for wide, _ in sizes) else "height" if not any(high for _, high in sizes) else ""
    if any(mark.get("fill", "none") not in NOTHING for mark in marks):
        return "size" if all(not any(map(float, NUMBER.findall(path))) for path in paths) else flat_dimension(paths)
    is_point = [len(NUMBER.findall(path)) <= 2 for path in paths]
    if all(is_point):
        return "size" if all(not any(map(float, NUMBER.findall(path))) for path in paths) else "length"
    return ""


def flat_dimension(paths: Sequence[str]) -> str:
    """Return the dimension in which all areas are flat, or ""."""
    if any("A" in path or "v" in path for path in paths):
        return ""
    corners = [[float(number) for number in NUMBER.findall(path)] for path in paths]
    for missing, places in (("height", [one[1::2] for one in corners]), ("width", [one[::2] for one in corners])):
        if all(len(set(found)) == 1 for found in places):
            return missing
    return ""


def is_painted(mark: ElementTree.Element) -> bool:
    """Return whether a mark has a colour that is visible on the page."""
    if mark.tag == f"{SVG}image":
        return True
    paints = [
        (mark.get(kind, "none"), mark.get("opacity", "1"), mark.get(f"{kind}-opacity", "1"))
        for kind in ("fill", "stroke")
        if kind == "fill" or mark.get("stroke-width") != "0"
    ]
    return any(
        color.replace(" ", "").lower() not in WHITE | NOTHING and float(opacity) > 0 and float(own) > 0
        for color, opacity, own in paints
    )


def empty_findings(plot: ElementTree.Element) -> Iterator[Problem]:
    """Yield a finding if one of several plots is empty."""
    marks = [group for group in plot.iter(f"{SVG}g") if "role-mark" in group.get("class", "").split()]
    if marks and not any(inner.tag != f"{SVG}g" for group in marks for inner in group.iter() if inner is not group):
        message = "one of the plots draws no marks"
        remedy = "check whether its data are empty or filtered out"
        yield finding("plot-empty", message, remedy)


def label_findings(axis: ElementTree.Element) -> Iterator[Problem]:
    """Yield a finding if the labels of a vertical axis overlap."""
    places = [(PLACE.fullmatch(label.get("transform", "")), label) for label in axis if label.get("opacity") != "0"]
    found = [(float(place[1]), float(place[2]), label) for place, label in places if place is not None]
    if len(found) < 3 or len({across for across, _, _ in found}) > 1:
        return
    height = float(found[0][2].get("font-size", "0").removesuffix("px"))
    ordered = sorted(found, key=lambda one: one[1])
    if all(below[1] - above[1] < NEAREST_LABELS * height for above, below in pairwise(ordered)):
        words = [ordered[index][2].text or "" for index in range(3)]
        message = f"the {len(found)} labels of a vertical axis overlap, as {', '.join(map(repr, words))}"
        remedy = "make the chart higher, height=alt.Step(18), or show fewer names"
        yield finding("labels-overlap", message, remedy)
