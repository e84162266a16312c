"""Draw charts while the site is built: an Altair chart in, inline pictures and a compiled Vega specification out."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import TYPE_CHECKING, Any

from site_builder.chart_columns import missing_columns, with_dots
from site_builder.chart_layout import fit_parts, is_compound, stack_parts
from site_builder.chart_svg import DrawingError, clean_svg, draws_marks
from site_builder.chart_theme import theme, with_stand_ins
from site_builder.source import did_you_mean

if TYPE_CHECKING:
    import altair as alt

CONTINUOUS = ("linear", "log", "pow", "sqrt", "symlog", "time", "utc")


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
        Vega reads it. Where ``autosize.type`` is ``fit``, ``width`` and ``height`` may be set to the size of the box
        that the live chart must fill; else the chart has the size it has.
    """

    wide: str
    narrow: str
    vega_spec: dict[str, Any]


def load_chart(function: str, folder: Path) -> Callable[..., alt.TopLevelMixin]:
    """Return the function ``module.name`` of ``folder``.

    Raises
    ------
    ChartError
        If the file or the function is missing, or the file cannot be run; with what there is instead.
    """
    warm_up()
    stem, dot, name = function.partition(".")
    path = folder / f"{stem}.py"
    if not dot or not name.isidentifier():
        raise ChartError(f"{function!r} does not name a chart function; write FILE.FUNCTION")
    if not path.is_file():
        known = ", ".join(sorted(other.name for other in folder.glob("*.py"))) or "none"
        raise ChartError(f"there is no file {path.name} in {folder.name}; there are: {known}")
    found = getattr(load_module(path), name, None)
    if not callable(found):
        known = ", ".join(chart_names(path)) or "none"
        raise ChartError(f"{path.name} has no function {name!r}; its functions are: {known}")
    chart_function: Callable[..., alt.TopLevelMixin] = found
    return chart_function


@cache
def warm_up() -> None:
    """Start Vega in the background, once: its first drawing takes 0.3 s, as long as importing Altair."""
    import vl_convert

    empty = {"data": {"values": []}, "mark": "point"}
    Thread(target=vl_convert.vegalite_to_svg, args=(empty,), daemon=True).start()


def load_module(path: Path) -> ModuleType:
    """Run a file as a module that no other code can import; it may import the files beside it."""
    spec = importlib.util.spec_from_file_location(f"site_charts_{path.stem}", path)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    try:
        with neighbours_of(path):
            # Compiled from the text at hand: a cached file is trusted by its time, which two quick saves can share.
            exec(compile(path.read_bytes(), str(path), "exec"), module.__dict__)
    except SyntaxError as error:
        name = Path(error.filename or path).name
        raise ChartError(f"{name} is not Python: {error.msg}", error.lineno or 0 if name == path.name else 0) from None
    except Exception as error:
        raise ChartError(f"{path.name} failed: {type(error).__name__}: {error}", line_in(path, error)) from error
    return module


@contextmanager
def neighbours_of(path: Path) -> Iterator[None]:
    """Let imports find the files beside ``path``, and forget them afterwards, so that edits are seen."""
    folder, writes_caches = str(path.parent), sys.dont_write_bytecode
    before = set(sys.modules)
    sys.path.insert(0, folder)
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.path.remove(folder)
        sys.dont_write_bytecode = writes_caches
        for name in set(sys.modules) - before:
            if Path(getattr(sys.modules[name], "__file__", None) or "").parent == path.parent:
                del sys.modules[name]


def chart_names(path: Path) -> list[str]:
    """Return the public functions of a chart file, in the order of the file."""
    return re.findall(r"^def ([a-z]\w*)\(", path.read_text(encoding="utf-8"), re.MULTILINE)


def line_in(path: Path, error: BaseException) -> int:
    """Return the last line of ``path`` that an error passed through, or 0."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def draw_chart(chart: alt.TopLevelMixin) -> DrawnChart:
    """Draw a chart in the theme of the site.

    Raises
    ------
    ChartError
        If Altair or Vega cannot make sense of it, or it asks for what a still picture in a strict page cannot have.

    Notes
    -----
    About 20 ms a picture, two pictures a chart; charts made of parts are drawn up to three times to fit the width.
    """
    return draw_specification(plain_specification(chart))


def draw_specification(specification: dict[str, Any]) -> DrawnChart:
    """Draw a plain specification, as :func:`draw_chart` does; this half may run in several threads at once."""
    try:
        wide_spec, wide = draw(specification, WIDE)
        if not draws_marks(wide):
            message, suggestion = "the chart draws no marks", "are its data empty, or filtered away?"
            raise ChartError(message, findings=[Finding(message, suggestion=suggestion)])
        _, narrow = draw(stack_parts(specification), NARROW)
        return DrawnChart(clean_svg(wide), clean_svg(narrow), wide_spec)
    except (ValueError, DrawingError) as error:
        raise ChartError(f"the chart cannot be drawn: {error}") from error


def plain_specification(chart: alt.TopLevelMixin) -> dict[str, Any]:
    """Return the Vega-Lite specification of a chart, without Altair's own configuration."""
    import altair as alt

    if not isinstance(chart, alt.TopLevelMixin):
        message = f"a chart function returns an Altair chart, not {type(chart).__name__}"
        raise ChartError(
            message, findings=[Finding(message, suggestion="does it return what it makes?" if chart is None else "")]
        )
    try:
        with alt.data_transformers.enable("default", max_rows=None):
            specification: dict[str, Any] = chart.to_dict()
    except Exception as error:  # Altair raises its own, narwhals' and jsonschema's errors
        raise ChartError(f"the chart is not valid: {error}") from error
    require_columns(specification)
    configured = {key: value for key, value in specification.get("config", {}).items() if key != "view"}
    return {**specification, "config": configured}


def require_columns(specification: dict[str, Any]) -> None:
    """Refuse a chart of columns that are not there: it would be drawn empty, without a word."""
    findings = []
    for name, columns in missing_columns(specification).items():
        dotted = with_dots(name, columns).replace(".", r"\.")
        suggestion = f"write r'{dotted}'" if dotted else did_you_mean(name, columns)
        message = f"the chart asks for a column {name!r}, which its data do not have"
        findings.append(Finding(message, suggestion=suggestion, word=name))
    if findings:
        raise ChartError("; ".join(finding.message for finding in findings), findings=findings)


def draw(specification: dict[str, Any], layout: Layout) -> tuple[dict[str, Any], str]:
    """Return the compiled Vega specification and the drawing of it for one layout."""
    configuration = theme(layout.text_size, layout.legend_columns)
    themed = {**specification, "config": {**configuration, **specification["config"]}}
    if is_compound(specification):
        return fit_parts(themed, layout.width, layout.height, compile_and_draw)
    single = {"height": layout.height, **themed, "width": layout.width}
    compiled, svg = compile_and_draw({**single, "autosize": {"type": "fit-x", "contains": "padding"}})
    return {**compiled, "autosize": {"type": "fit", "contains": "padding"}}, svg


def compile_and_draw(specification: dict[str, Any]) -> tuple[dict[str, Any], str]:
    """Compile Vega-Lite to Vega and draw it, with stand-ins for colours that Vega must mix."""
    import vl_convert

    compiled: dict[str, Any] = vl_convert.vegalite_to_vega(specification)
    for scale in compiled.get("scales", []):
        require_readable_colors(scale)
    drawable = json.loads(with_stand_ins(json.dumps(compiled)))
    for scale in drawable.get("scales", []):
        if "interpolate" in scale:
            scale["interpolate"] = "rgb"
    svg: str = vl_convert.vega_to_svg(drawable, allowed_base_urls=[])
    return compiled, svg


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
