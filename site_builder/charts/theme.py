"""The Vega-Lite theme made from the custom properties of ``tokens.css``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from site_builder.locales import conventions

CATEGORIES = tuple(f"var(--c{step})" for step in range(1, 7))
SEQUENTIAL = tuple(f"var(--s{step})" for step in range(7))
DIVERGING = tuple(f"var(--d{step})" for step in range(7))

# Fonts that vl-convert brings along, so that labels are measured alike on every machine; readers get the label font.
MEASURING_FONT = "Liberation Sans, Arimo, Arial, Helvetica, sans-serif"

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
        # Readers' fonts may be wider than the one that measures.
        "padding": {"left": 6, "right": 8, "top": 2, "bottom": 2},
        "view": {"stroke": None},
        "mark": {"color": CATEGORIES[0], "tooltip": True},
        "line": {"strokeWidth": 2.25, "strokeJoin": "round", "strokeCap": "round"},
        "area": {"fillOpacity": 0.75},
        "point": {"filled": True, "size": 60},
        "rule": {"color": "var(--soft)"},
        "text": {"color": "var(--ink)", "fontSize": text_size},
        "title": {"color": "var(--ink)", "fontSize": text_size + 1, "fontWeight": 600, "anchor": "start"},
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
    """Return how labels and titles are set."""
    return {
        "labelColor": "var(--soft)",
        "labelFontSize": text_size,
        "titleFontSize": text_size,
        "titleColor": "var(--ink)",
        "titleFontWeight": 500,
    }


def axis_theme(text_size: float) -> dict[str, Any]:
    """Return the configuration of axes; the title of an upright one lies over it, to be read without turning."""
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
    """Return the configuration of legends: over the plot, in lines of ``columns`` entries."""
    return {
        **words(text_size),
        "labelColor": "var(--ink)",
        "orient": "top",
        "titleOrient": "left",
        # Else the title touches the first symbol, and a line there reads as a dash behind it.
        "titlePadding": text_size,
        # Room for the title of the upright axis, which lies between the plot and the legend.
        "offset": 2 * text_size,
        "columns": columns,
        "columnPadding": 20,
        "labelLimit": 260,
        "symbolStrokeWidth": 2.25,
        "gradientLength": 180,
        "gradientStrokeColor": "var(--rule)",
    }


def with_stand_ins(spec_text: str) -> str:
    """Return the text of a specification with the steps of the continuous scales as colours that Vega can mix."""

    def stand_in(found: re.Match[str]) -> str:
        green, blue = MARK_OF_SCALE[found[1]]
        return f"#{int(found[2]) * STEP:02x}{green:02x}{blue:02x}"

    return SCALE_STEP.sub(stand_in, spec_text)


def without_stand_ins(color: str) -> str:
    """Return a drawn colour with stand-ins translated back: a property, or a mixture of two."""
    return STAND_IN.sub(mixture, color)


def mixture(found: re.Match[str]) -> str:
    """Return what stands for one drawn colour; colours that are no stand-ins stay."""
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
    """Let Altair keep what it finds out of its own classes; a version of it that works otherwise is left as it is.

    Notes
    -----
    It reads the schemas of 568 classes for each ``x="load:Q"``: a sixth of the time that the charts of an explorable
    take to be described, of which all else is one after the other.
    """
    from altair.utils import schemapi

    reader: Any = getattr(schemapi, "_FromDict", None)
    if reader is None or hasattr(reader, "read_anew"):
        return
    known: dict[tuple[type, ...], Any] = {}
    read_anew = reader.__init__

    def read_once(self: Any, classes: Iterable[type], /, *others: Any, **named: Any) -> None:
        """Take what is known of these classes."""
        found = tuple(classes)
        if found not in known:
            read_anew(self, found, *others, **named)
            known[found] = vars(self)
        vars(self).update(known[found])

    reader.__init__, reader.read_anew = read_once, read_anew
