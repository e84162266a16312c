"""Draw charts while the site is built: an Altair chart in, inline pictures and a compiled Vega specification out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Thread
from typing import TYPE_CHECKING, Any

from site_builder.drawing.charts.columns import missing_columns, with_dots
from site_builder.drawing.charts.days import with_plain_days
from site_builder.drawing.charts.fit import fit_parts, is_compound, stack_parts
from site_builder.drawing.charts.remedies import remedy_of, sentence_of, word_of
from site_builder.drawing.charts.rows import with_named_rows
from site_builder.drawing.charts.same_guides import CONTINUOUS, to_svg
from site_builder.drawing.charts.svg import DrawingError, clean_svg, draws_marks
from site_builder.drawing.charts.theme import theme, with_stand_ins
from site_builder.drawing.charts.tips import PARTS, forget_all, tell_all, with_tellers
from site_builder.problems.source import did_you_mean

if TYPE_CHECKING:
    import altair as alt

DATA_NAME = re.compile(r'(?<="name": ")data-[0-9a-f]{32}(?=")')
# Charts that fit Altair's schema, without their rows.
VALID: set[str] = set()


@dataclass(frozen=True)
class Finding:
    """One thing wrong with a chart: where in its file, from 1, 0 if unknown; ``word`` is what the code says there."""

    message: str
    line: int = 0
    column: int = 0
    length: int = 1
    suggestion: str = ""
    word: str = ""


class ChartError(Exception):
    """A chart that cannot be loaded or drawn, with all that was found; ``line`` is that of the first finding."""

    def __init__(self, message: str, line: int = 0, findings: Sequence[Finding] = ()) -> None:
        self.findings = tuple(findings) or (Finding(message, line),)
        self.line = self.findings[0].line
        super().__init__(message)


@dataclass(frozen=True)
class Layout:
    """A width to draw for, in units of the picture, with its text size and the default height of the plot."""

    width: int
    text_size: float
    height: int
    legend_columns: int


# On screen a picture is scaled to its column. The wide one keeps its text at 12 px or more down to 590 px, the narrow
# one down to 285 px, which is the stage on the smallest screen.
WIDE = Layout(width=680, text_size=14, height=320, legend_columns=4)
NARROW = Layout(width=320, text_size=13.5, height=240, legend_columns=2)


@dataclass(frozen=True)
class DrawnChart:
    """A chart drawn twice, for wide and narrow columns, and what brings it to life.

    Attributes
    ----------
    wide, narrow : str
        ``<svg class="drawing" width height viewBox>`` without styles, fonts or clashing ids; colours are custom
        properties. The page shows one of them (``div.layout-wide``, ``div.layout-narrow``).
    vega_spec : dict
        The compiled Vega specification. Every ``var(--name)`` in it must be replaced by the property's value before
        Vega reads it; empty for drawings. Where ``autosize.type`` is ``fit``, ``width`` and ``height`` may be set to
        the size of the box that the live chart must fill; else the chart has the size it has.
    """

    wide: str
    narrow: str
    vega_spec: dict[str, Any]


@cache
def warm_up() -> None:
    """Start Vega in the background, once: its first drawing takes 0.3 s, as long as importing Altair."""
    import vl_convert

    empty = {"data": {"values": []}, "mark": "point"}
    Thread(target=vl_convert.vegalite_to_svg, args=(empty,), daemon=True).start()


def draw_specification(specification: dict[str, Any] | DrawnChart) -> DrawnChart:
    """Draw a plain specification in the theme of the site, unless it is a drawing; may run in several threads at once.

    Raises
    ------
    ChartError
        If Vega cannot make sense of it, or it asks for what a still picture in a strict page cannot have.

    Notes
    -----
    About 20 ms a picture, two pictures a chart; charts made of parts are drawn up to three times to fit the width.
    """
    if isinstance(specification, DrawnChart):
        return specification
    specification = with_tellers(specification)
    try:
        wide_spec, wide = draw(specification, WIDE)
        if not draws_marks(wide):
            message, suggestion = "the chart draws no marks", "are its data empty, or filtered away?"
            raise ChartError(message, findings=[Finding(message, suggestion=suggestion)])
        _, narrow = draw(stack_parts(specification), NARROW)
        return DrawnChart(clean_svg(wide), clean_svg(narrow), wide_spec)
    except (ValueError, DrawingError) as error:
        raise ChartError(f"the chart cannot be drawn: {error}") from error


def plain_specification(chart: alt.TopLevelMixin, sets: Mapping[str, frozenset[str]] = {}) -> dict[str, Any]:
    """Return the Vega-Lite specification of a chart, without Altair's own configuration.

    ``sets`` tells the columns of the data sets that it was made from, by name.
    """
    import altair as alt

    if not isinstance(chart, alt.TopLevelMixin):
        message = (
            f"a chart function returns an Altair chart, a Matplotlib figure or SVG text, not {type(chart).__name__}"
        )
        raise ChartError(
            message, findings=[Finding(message, suggestion="does it return what it makes?" if chart is None else "")]
        )
    try:
        with alt.data_transformers.enable("default", max_rows=None):
            specification = valid_specification(chart)
    except Exception as error:  # Altair raises its own, narwhals' and jsonschema's errors
        message = f"the chart is not valid: {sentence_of(error)}"
        found = Finding(message, suggestion=remedy_of(error), word=word_of(error))
        raise ChartError(message, findings=[found]) from error
    refuse_controls(specification)
    refuse_addresses(specification)
    require_columns(specification, sets)
    configured = {key: value for key, value in specification.get("config", {}).items() if key != "view"}
    return with_plain_days(with_all_values({**specification, "config": configured}))


def valid_specification(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """Return what Altair makes of a chart, checked against its schema unless only its rows are new."""
    described = with_named_rows(chart.to_dict(validate=False))
    shape = DATA_NAME.sub("", json.dumps({**described, "datasets": {}}, sort_keys=True, default=str))
    if shape not in VALID:
        chart.to_dict()
        VALID.add(shape)
    return described


def with_all_values(described: Any) -> Any:
    """Return a specification whose axes and legends show all values that they are given.

    The theme wishes for few ticks, and Vega thins even those that an author has listed to such a wish.
    """
    if isinstance(described, list):
        return [with_all_values(inner) for inner in described]
    if not isinstance(described, dict):
        return described
    made = {key: inner if key == "datasets" else with_all_values(inner) for key, inner in described.items()}
    for guide in ("axis", "legend"):
        values = made[guide].get("values") if isinstance(made.get(guide), dict) else None
        if isinstance(values, list):
            made[guide] = {"tickCount": len(values), **made[guide]}
    return made


def refuse_controls(specification: dict[str, Any]) -> None:
    """Refuse parameters that readers would set by a control: without Vega they are dead, and no text can read them."""
    found = [
        Finding(
            f"the parameter {name!r} has a control of its own, which a still picture cannot answer",
            suggestion="make an explorable of the chart: a parameter in content/explorables/NAME.py",
            word="bind",
        )
        for name in dict.fromkeys(bound_parameters(specification))
    ]
    if found:
        raise ChartError("; ".join(finding.message for finding in found), findings=found)


def refuse_addresses(specification: dict[str, Any]) -> None:
    """Refuse data that would be fetched: a build asks no other host, and knows no files but those of data sets."""
    found = [
        Finding(
            f"the chart fetches its data from {address!r}, which a build does not",
            suggestion="let a data script read and publish them: the function gets the data set as a frame",
            word=address,
        )
        for address in dict.fromkeys(addresses_in(specification))
    ]
    if found:
        raise ChartError("; ".join(finding.message for finding in found), findings=found)


def addresses_in(described: Any) -> Iterator[str]:
    """Yield the addresses from which a specification takes data."""
    if isinstance(described, list):
        for inner in described:
            yield from addresses_in(inner)
    elif isinstance(described, dict):
        for key, inner in described.items():
            if key == "data" and isinstance(inner, dict) and isinstance(inner.get("url"), str):
                yield inner["url"]
            elif key != "datasets":
                yield from addresses_in(inner)


def bound_parameters(specification: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of parameters that are bound to controls; to scales and legends they may be."""
    for parameter in specification.get("params", ()):
        bound = parameter.get("bind")
        if isinstance(bound, dict) and "legend" not in bound:
            yield parameter["name"]
    inner = [one for part in PARTS for one in specification.get(part, ())]
    for one in [*inner, *([specification["spec"]] if "spec" in specification else [])]:
        yield from bound_parameters(one)


def require_columns(specification: dict[str, Any], sets: Mapping[str, frozenset[str]]) -> None:
    """Refuse a chart of columns that are not there: it would be drawn empty, without a word."""
    set_with = {columns: name for name, columns in sets.items()}
    findings = []
    for name, columns in missing_columns(specification).items():
        dotted = with_dots(name, columns).replace(".", r"\.")
        suggestion = f"write r'{dotted}'" if dotted else did_you_mean(name, columns)
        lacking = f"{set_with[columns]!r} does not have" if columns in set_with else "its data do not have"
        message = f"the chart asks for a column {name!r}, which {lacking}"
        findings.append(Finding(message, suggestion=suggestion, word=name))
    if findings:
        raise ChartError("; ".join(finding.message for finding in findings), findings=findings)


def compile_chart(specification: dict[str, Any]) -> dict[str, Any]:
    """Compile Vega-Lite to Vega."""
    import vl_convert

    compiled: dict[str, Any] = vl_convert.vegalite_to_vega(specification)
    return compiled


Compile = Callable[[dict[str, Any]], dict[str, Any]]


def draw(
    specification: dict[str, Any],
    layout: Layout,
    compiled_by: Compile = compile_chart,
    scales: dict[int, float] | None = None,
    drawn_by: Callable[[dict[str, Any]], str] = to_svg,
) -> tuple[dict[str, Any], str]:
    """Return the compiled Vega specification and the drawing of it for one layout.

    ``scales`` keeps what was found for charts like it.
    """
    configuration = theme(layout.text_size, layout.legend_columns)
    themed = {**specification, "config": {**configuration, **specification["config"]}}
    if is_compound(specification):
        return fit_parts(themed, layout.width, layout.height, lambda part: drawn(compiled_by(part), drawn_by), scales)
    single = {"height": layout.height, **themed, "width": layout.width}
    fitted = {**single, "autosize": {"type": "fit-x", "contains": "padding"}}
    compiled, svg = drawn(compiled_by(fitted), drawn_by)
    return {**compiled, "autosize": {"type": "fit", "contains": "padding"}}, svg


def drawn(compiled: dict[str, Any], drawn_by: Callable[[dict[str, Any]], str]) -> tuple[dict[str, Any], str]:
    """Return a compiled specification and its drawing, with stand-ins for colours that Vega must mix."""
    for scale in compiled.get("scales", []):
        require_readable_colors(scale)
    drawable = json.loads(with_stand_ins(json.dumps(compiled)))
    for scale in drawable.get("scales", []):
        if "interpolate" in scale:
            scale["interpolate"] = "rgb"
    tell_all(drawable.get("marks", []))
    forget_all(compiled.get("marks", []))
    return compiled, drawn_by(drawable)


def require_readable_colors(scale: dict[str, Any]) -> None:
    """Refuse a continuous scale between properties that have no stand-ins: every value would get one colour."""
    colors = scale.get("range")
    if scale.get("type") not in CONTINUOUS or not isinstance(colors, list):
        return
    unread = [color for color in colors if isinstance(color, str) and "var(" in with_stand_ins(color)]
    if unread:
        raise ChartError(
            f"the scale {scale['name']!r} mixes {', '.join(unread)}; continuous colours are made of --s0 to --s6 "
            "or --d0 to --d6"
        )
