"""Draw Matplotlib figures in the style of the page, for wide and narrow columns.

Text stays text: readers see it in the label font, can search and copy it, and it takes a tenth of the bytes of
outlines. It is measured in DejaVu Sans, which Matplotlib includes, so that drawings are the same on every machine.
Formulas (``$…$``) become outlines of STIX, the face of the page's formulas, which Matplotlib includes too.
"""

from __future__ import annotations

import io
import logging
import math
import re
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

from site_builder.charts.draw import NARROW, WIDE
from site_builder.locales import ENGLISH, conventions, localized
from site_builder.problems.source import Mistake

# Source that may draw with Matplotlib: directly, or through seaborn or pandas.
MENTIONS = (b"matplotlib", b"pylab", b"seaborn", b".plot")
PIXELS = 96  # an inch
POINT = 72 / PIXELS
# Inches: parts that overlap the edge by less than SLACK are ignored, those beyond FARTHEST do not extend the picture.
SLACK, FARTHEST = 0.03, 100.0
# A face with a lower opacity does not count as the background of text.
COVERS = 0.6
MATH = re.compile(r"(?<!\\)\$")
# The page's colours in the light theme, with which Matplotlib draws, and the custom property that replaces each.
INK, SOFT, LINE, RULE, PAPER, SHADE = "#1d2433", "#596275", "#8a8371", "#e3dccd", "#fbf8f1", "#f4efe3"
CYCLE = {
    "#1f5f8b": "var(--c1)",
    "#b37f04": "var(--c2)",
    "#1b3a2c": "var(--c3)",
    "#8a68cc": "var(--c4)",
    "#1a8f80": "var(--c5)",
    "#6a4a36": "var(--c6)",
    # The others are mixtures of the first ones with ink, which keep their contrast in both themes.
    "#1e4160": "color-mix(in oklab,var(--c1) 50%,var(--ink))",
    "#68511d": "color-mix(in oklab,var(--c2) 50%,var(--ink))",
    "#544680": "color-mix(in oklab,var(--c4) 50%,var(--ink))",
    "#1d595a": "color-mix(in oklab,var(--c5) 50%,var(--ink))",
}
# Text on a face is white or black as drawn, or white in the light and black in the dark theme.
WHITE, BLACK, EITHER = "#fefefe", "#010101", "#fefefd"
# The text colour that is readable on each colour of the cycle, in both themes.
ON_CYCLE = dict(zip(CYCLE, (EITHER, BLACK, WHITE, BLACK, BLACK, EITHER, *[EITHER] * 4), strict=True))
# Matplotlib's own cycle, for styles that restore it.
TABLEAU = ("1f77b4", "ff7f0e", "2ca02c", "d62728", "9467bd", "8c564b", "e377c2", "7f7f7f", "bcbd22", "17becf")
# Text in a colour of the cycle is mixed with ink to be readable; its drawn colour differs in the last bit.
WORDS = {f"#{int(color[1:], 16) ^ 1:06x}": own for color, own in CYCLE.items()}
COLORS = {
    **{color: f"color-mix(in oklab,{own} 60%,var(--ink))" for color, own in WORDS.items()},
    **CYCLE,
    **{f"#{tableau}": own for tableau, own in zip(TABLEAU, CYCLE.values(), strict=True)},
    INK: "var(--ink)",
    SOFT: "var(--soft)",
    LINE: "var(--line)",
    RULE: "var(--rule)",
    SHADE: "var(--shade)",
    PAPER: "var(--paper)",
    WHITE: "#fff",
    BLACK: "#000",
    EITHER: "light-dark(#fff,#000)",
    "#000000": "var(--ink)",
    "#ffffff": "var(--paper)",
}
TEXT = WIDE.text_size * POINT
TITLE = TEXT + POINT
# The height of a chart of the same width, with its axis.
SIZE = (WIDE.width / PIXELS, (WIDE.height + 64) / PIXELS)
STYLE: dict[Any, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": LINE,
    "axes.facecolor": "none",
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": INK,
    "axes.labelsize": TEXT,
    "axes.labelweight": 500,
    "axes.linewidth": POINT,
    "axes.spines.left": False,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": TITLE,
    "axes.titleweight": 600,
    "axes3d.xaxis.panecolor": SHADE,
    "axes3d.yaxis.panecolor": SHADE,
    "axes3d.zaxis.panecolor": SHADE,
    "boxplot.boxprops.color": INK,
    "boxplot.capprops.color": INK,
    "boxplot.flierprops.color": INK,
    "boxplot.flierprops.markeredgecolor": INK,
    "boxplot.whiskerprops.color": INK,
    "figure.constrained_layout.use": True,
    "figure.edgecolor": "none",
    "figure.facecolor": "none",
    "figure.labelsize": TEXT,
    "figure.figsize": SIZE,
    "figure.max_open_warning": 0,
    "figure.titlesize": TITLE,
    "figure.titleweight": 600,
    "font.family": ["sans-serif"],
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": TEXT,
    "grid.color": RULE,
    "grid.linewidth": POINT,
    "hatch.color": INK,
    "image.interpolation": "none",
    "legend.edgecolor": RULE,
    "legend.facecolor": PAPER,
    "legend.fontsize": TEXT,
    "legend.frameon": False,
    "lines.linewidth": 2.25 * POINT,
    "lines.solid_capstyle": "round",
    "mathtext.fontset": "stix",  # the face of formulas in the page
    "patch.edgecolor": INK,
    "savefig.facecolor": "auto",
    "svg.fonttype": "none",
    "svg.hashsalt": "site",
    "text.color": INK,
    "xtick.color": LINE,
    "xtick.labelcolor": SOFT,
    "xtick.labelsize": TEXT,
    "ytick.color": LINE,
    "ytick.labelcolor": SOFT,
    "ytick.labelsize": TEXT,
    "ytick.major.size": 0,
    "ytick.minor.size": 0,
}
# Warnings of Matplotlib that are expected: no window, text measured in another font, repeated layout.
HARMLESS = (
    r".*(non-interactive|cannot be shown|missing from (font|current font)|layout engine|figure layout has changed)"
)


def may_draw(sources: Iterable[bytes]) -> bool:
    """Return whether one of the sources may draw with Matplotlib."""
    return any(word in source for source in sources for word in MENTIONS)


@contextmanager
def page_style(is_needed: bool = True) -> Iterator[None]:
    """Run the author's code with the style of the page as Matplotlib's defaults, and without windows.

    Settings in the author's file take precedence. The user's ``matplotlibrc`` is ignored, so that a site is the same on
    every machine.
    """
    if not is_needed or not is_installed():
        yield
        return
    import matplotlib
    from matplotlib import pyplot
    from matplotlib.rcsetup import cycler

    # Series after the page's six colours are dashed, too.
    series = cycler("color", list(CYCLE)) + cycler("linestyle", ["-"] * 6 + ["--"] * 4)
    uses = [(matplotlib, "use", matplotlib.use), (pyplot, "switch_backend", pyplot.switch_backend)]
    logging.getLogger("matplotlib").setLevel(logging.ERROR)
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=HARMLESS)
        matplotlib.rcdefaults()
        pyplot.switch_backend("svg")
        matplotlib.rcParams.update({**STYLE, "axes.prop_cycle": series})
        for owner, name, _ in uses:  # no window opens, even if a file selects a backend
            setattr(owner, name, lambda *arguments, **options: None)
        try:
            yield
        finally:
            for owner, name, function in uses:
                setattr(owner, name, function)
            pyplot.close("all")


def is_installed() -> bool:
    """Return whether Matplotlib can be imported."""
    try:
        import matplotlib.pyplot  # noqa: F401
    except ImportError:
        return False
    return True


def close_figures() -> None:
    """Close all figures of pyplot, which would otherwise stay in memory."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close("all")


def figure_in(value: Any) -> Any:
    """Return the Matplotlib figure of an author's return value, or None.

    The value may be a figure, a part of one (axes, artists, a grid of seaborn, or several of these), ``pyplot``, or
    None if pyplot has one figure open.

    Raises
    ------
    Mistake
        If the value belongs to several figures, or is ``pyplot`` without a figure.
    """
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is None:
        return None
    is_pyplot = getattr(value, "__name__", "") in ("matplotlib.pyplot", "matplotlib.pylab", "pylab")
    if value is None or is_pyplot:
        found = [pyplot.figure(number) for number in pyplot.get_fignums()]
        found = found[-1:] if is_pyplot else found
        if is_pyplot and not found:
            raise Mistake("chart", "pyplot has drawn no figure", suggestion="draw one, and write 'return fig'")
    else:
        found = list({id(figure): figure for figure in figures_of(value)}.values())
    if len(found) > 1:
        what = "nothing was returned, and" if value is None else "what was returned is of"
        remedy = "return the one to be shown, 'return fig', or draw into one figure with plt.subplots(…)"
        raise Mistake("chart", f"{what} {len(found)} figures{' are open' if value is None else ''}", suggestion=remedy)
    return found[0] if found else None


def figures_of(value: Any) -> Iterator[Any]:
    """Yield the figures to which a value, or an item in it, belongs."""
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

    if isinstance(value, Artist):
        figure: Any = value.figure
        while figure is not None and getattr(figure, "figure", figure) is not figure:
            figure = figure.figure  # a part of a figure
        yield from [] if figure is None else [figure]
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from figures_of(inner)
    elif isinstance(value, list | tuple) or str(getattr(value, "dtype", "")) == "object":
        for inner in value if not hasattr(value, "ravel") else value.ravel():
            yield from figures_of(inner)
    elif isinstance(getattr(value, "figure", None), Figure):  # a grid of seaborn
        yield value.figure


def drawings_of(figure: Any) -> tuple[str, str]:
    """Return the SVG of a figure for wide and for narrow columns, with the same text size.

    Raises
    ------
    Mistake
        If Matplotlib cannot draw it.
    """
    width, height = figure.get_size_inches()
    wide, narrow = min(width, SIZE[0]), min(width, NARROW.width / PIXELS)
    height *= wide / width
    rows = rows_below_each_other(figure) if narrow < wide else []
    # Narrow drawings are relatively higher, since their axes have as many labels.
    small = narrow, min(len(rows) * ROW_HEIGHT, HIGHEST) * narrow if rows else height * (narrow / wide) ** 0.5
    drawn = []
    try:
        for size in ((wide, height), small):
            changed = Changes()
            figure.set_size_inches(*size)
            try:
                if size == small:
                    stack(rows, changed)
                localize(figure, changed)
                settle(figure, changed)
                drawn.append(svg_of(figure))
            finally:
                changed.undo()
    except Exception as error:  # formulas are parsed, and data laid out, only when drawn
        reason = str(error).strip().partition("\n")[0]
        raise Mistake("chart", f"Matplotlib cannot draw the figure: {type(error).__name__}: {reason}") from error
    finally:
        figure.set_size_inches(width, height * width / wide)
    return drawn[0], drawn[1]


# Height of each of several axes in a narrow drawing, and of all of them, relative to their width. Phones would scale a
# higher picture down.
ROW_HEIGHT, HIGHEST = 0.65, 1.9


def rows_below_each_other(figure: Any) -> list[list[Any]]:
    """Return the axes of a figure in the order in which a narrow drawing stacks them; none if they cannot be stacked.

    Axes that share a place are in one row. Stacked are the cells of one grid with a constrained layout; colorbars
    follow their axes.
    """
    placed = [axes for axes in figure.axes if not hasattr(axes, "_colorbar")]
    specs = [axes.get_subplotspec() for axes in placed]
    is_constrained = type(figure.get_layout_engine()).__name__ == "ConstrainedLayoutEngine"
    if not is_constrained or None in specs or len({id(spec.get_gridspec()) for spec in specs}) != 1:
        return []
    if specs[0].get_gridspec().ncols == 1 or any(spec.num1 != spec.num2 for spec in specs):
        return []
    of_cell: dict[int, list[Any]] = {}
    for axes, spec in sorted(zip(placed, specs, strict=True), key=lambda pair: pair[1].num1):
        of_cell.setdefault(spec.num1, []).append(axes)
    return list(of_cell.values())


def stack(rows: list[list[Any]], changed: Changes) -> None:
    """Place axes below each other; those that share an axis get numbers of their own."""
    from matplotlib.gridspec import GridSpec

    if not rows:
        return
    grid: Any = GridSpec(len(rows), 1, figure=rows[0][0].figure)
    for index, row in enumerate(rows):
        for axes in row:
            changed.set(axes, subplotspec=grid[index, 0])
            if len(axes.get_shared_y_axes().get_siblings(axes)) > 1:
                changed.set_labels(axes.yaxis, labelleft=True)
            if len(axes.get_shared_x_axes().get_siblings(axes)) > 1:
                changed.set_labels(axes.xaxis, labelbottom=True)


class Changes:
    """Changes to an author's figure, which are undone because the author may draw it again in the next state."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], Any]] = []

    def set(self, artist: Any, **properties: Any) -> None:
        """Set properties of an artist."""
        self._undo.append(partial(artist.set, **{name: getattr(artist, f"get_{name}")() for name in properties}))
        artist.set(**properties)

    def set_labels(self, axis: Any, **shown: bool) -> None:
        """Show or hide the numbers of an axis."""
        before = axis.get_tick_params()
        self._undo.append(partial(axis.set_tick_params, **{name: before.get(name, True) for name in shown}))
        axis.set_tick_params(**shown)

    def undo(self) -> None:
        """Restore the previous values of all properties."""
        for undo in reversed(self._undo):
            undo()


def svg_of(figure: Any) -> str:
    """Return the SVG of a figure, including parts that overlap its edge."""
    from matplotlib.transforms import Bbox

    stream = io.StringIO()
    box = Bbox.from_bounds(0, 0, *figure.get_size_inches())
    tight = figure.get_tightbbox()
    overlaps_edge = all(abs(end) < FARTHEST for end in tight.extents) and any(
        over > SLACK for over in (box.x0 - tight.x0, box.y0 - tight.y0, tight.x1 - box.x1, tight.y1 - box.y1)
    )
    whole = Bbox.union([box, tight]) if overlaps_edge else None
    layout = figure.get_layout_engine()
    # It is laid out already, which takes as long as drawing; a figure with a colorbar accepts nothing else but "none".
    figure.set_layout_engine("none")
    try:
        no_dates = {"Date": None, "Creator": None}
        figure.savefig(stream, format="svg", dpi=2 * PIXELS, bbox_inches=whole, metadata=no_dates)
    finally:
        figure.set_layout_engine(layout)
    return stream.getvalue()


def localize(figure: Any, changed: Changes) -> None:
    """Format the numbers of axes in the language of the site, unless the author formats them."""
    from matplotlib.ticker import Formatter, PercentFormatter, ScalarFormatter

    class Localized(Formatter):
        """Translates the number format of another formatter into the language of the site."""

        def __init__(self, known: Formatter) -> None:
            self.known = known

        def __call__(self, value: float, position: int | None = None) -> str:
            return localized(self.known(value, position))

        def format_ticks(self, values: Any) -> list[str]:
            return [localized(text) for text in self.known.format_ticks(values)]

        def get_offset(self) -> str:
            return localized(self.known.get_offset())

    for axes in figure.axes if conventions() != ENGLISH else ():
        for axis in (axes.xaxis, axes.yaxis, *([axes.zaxis] if hasattr(axes, "zaxis") else [])):
            formatter = axis.get_major_formatter()
            if type(formatter) in (ScalarFormatter, PercentFormatter):
                changed.set(axis, major_formatter=Localized(formatter))


def settle(figure: Any, changed: Changes) -> None:
    """Lay a figure out, and correct what the style of the page would make unreadable.

    Of two axes in one place only one has a grid; images and meshes have none; formulas become outlines; text contrasts
    with its background; labels that touch are turned.
    """
    from matplotlib.collections import QuadMesh
    from matplotlib.patheffects import Normal
    from matplotlib.text import Text

    figure.draw_without_rendering()
    places = set[tuple[float, ...]]()
    for axes in figure.axes:
        bounds = tuple(axes.get_position().bounds)
        if bounds in places or axes.images or any(isinstance(one, QuadMesh) for one in axes.collections):
            axes.grid(visible=False)
        places.add(bounds)
        if hasattr(axes, "zaxis"):
            for axis in (axes.xaxis, axes.yaxis, axes.zaxis):
                axis.labelpad = max(axis.labelpad, TEXT)
    for text in figure.findobj(Text):
        marks = len(MATH.findall(text.get_text()))
        if marks and marks % 2 == 0 and text.get_parse_math() and not text.get_path_effects():
            changed.set(text, path_effects=[Normal()])
        if text.get_text() and text.get_visible() and (color := readable(text)):
            changed.set(text, color=color)
    has_turned = False
    for axes in figure.axes:
        labels = [label for label in axes.get_xticklabels() if label.get_text() and label.get_visible()]
        boxes = [label.get_window_extent() for label in labels]
        touch = any(one.x1 > other.x0 and one.y1 > other.y0 for one, other in pairwise(boxes))
        if touch and axes.name == "rectilinear" and not any(label.get_rotation() for label in labels):
            has_turned = True
            for label in labels:
                changed.set(label, rotation=40, horizontalalignment="right", rotation_mode="anchor")
    if has_turned:
        figure.draw_without_rendering()


def readable(text: Any) -> str:
    """Return a readable colour for text that is not readable in its own; "" for other text.

    This applies to text in ink, black or white on a face of another colour, and to text in a colour of the cycle.
    """
    from matplotlib.colors import to_hex, to_rgb

    color = to_hex(text.get_color()) if text.get_color() != "none" else ""
    cycle = COLORS.get(color, "")
    if cycle in WORDS.values():
        return next(name for name, own in WORDS.items() if own == cycle)
    if color not in (INK, "#000000", "#ffffff"):
        return ""
    face = face_behind(text)
    if face is None:
        is_on_image = text.axes and text.axes.images and text.axes.bbox.contains(*center_of(text))
        return {"#000000": BLACK, "#ffffff": WHITE}.get(color, "") if is_on_image else ""
    name = to_hex(face)
    if name in ON_CYCLE:
        return ON_CYCLE[name]
    if name in (INK, "#000000"):
        return PAPER
    if name in COLORS:
        return INK if color == "#ffffff" else ""
    red, green, blue = (part**2.2 for part in to_rgb(face))
    return BLACK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else WHITE


def face_behind(text: Any) -> Any:
    """Return the colour of the topmost face under the centre of a text, or None."""
    own, others = [text.get_bbox_patch()], []
    for axes in [text.axes] if text.axes is not None else []:
        own += [cell for table in axes.tables for cell in table.get_celld().values() if cell.get_text() is text]
        legend = axes.get_legend()
        own += [legend.get_frame()] if legend is not None and text in legend.findobj(type(text)) else []
        others += [*sorted(axes.patches, key=lambda patch: patch.get_zorder(), reverse=True), axes.patch]
    others.append(text.get_figure().patch)
    center = center_of(text)
    for face in (*filter(None, own), *(one for one in others if one.contains_point(center))):
        color = face.get_facecolor()
        if face.get_visible() and color[3] > COVERS:
            return None if face.get_hatch() else color[:3]  # text on a hatch would need an outline
    return None


def center_of(text: Any) -> tuple[float, float]:
    """Return the centre of a text in pixels of the figure."""
    box = text.get_window_extent()
    return (box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2


def has_content(figure: Any) -> bool:
    """Return whether a figure shows more than empty axes."""
    axes_show = any(axes.has_data() or axes.texts or axes.tables or axes.artists for axes in figure.axes)
    parts = (figure.texts, figure.images, figure.lines, figure.patches, figure.artists, figure.legends)
    return axes_show or any(parts) or any(map(has_content, figure.subfigs))


@dataclass(frozen=True)
class AxisLimits:
    """The limits of an axis, also as text, its name for messages, and the code that sets it, "" for dates."""

    name: str
    code: str
    ends: tuple[float, float]
    texts: tuple[str, str]

    def __str__(self) -> str:
        """Return the name with the limits."""
        return f"{self.name} from {self.texts[0]} to {self.texts[1]}"


def limits_of(figure: Any) -> tuple[AxisLimits, ...]:
    """Return the limits of each visible axis of a figure."""
    found = []
    for index, axes in enumerate(figure.axes):
        title = next(filter(None, (axes.get_title(where) for where in ("left", "center", "right"))), "")
        of = f" of {title!r}" if title else f" of fig.axes[{index}]"
        for name in ("x", "y", "z"):
            axis = getattr(axes, f"{name}axis", None)
            if axis is None or not axes.axison or not axis.get_visible() or not len(axis.get_ticklocs()):
                continue
            first, last = getattr(axes, f"get_{name}lim")()
            label = f" ({axis.label.get_text()})" if axis.label.get_text() else ""
            owner, where = ("ax", "") if len(figure.axes) == 1 else (f"fig.axes[{index}]", of)
            code = f"{owner}.set_{name}lim({{}}, {{}})" if is_of_numbers(axis) else ""
            code = code if not hasattr(axes, "_colorbar") else f"vmin={{}}, vmax={{}} for the colours of {owner}"
            texts = limit_text(axis, first), limit_text(axis, last)
            found.append(AxisLimits(f"{name}{label}{where}", code, (float(first), float(last)), texts))
    return tuple(found)


def code_for_all(limits: Iterable[AxisLimits]) -> str:
    """Return the code that gives an axis the limits that hold those of all states, rounded to three digits."""
    known = list(limits)
    low, high = min(min(one.ends) for one in known), max(max(one.ends) for one in known)
    step = 10.0 ** (math.floor(math.log10(high - low)) - 2) if high > low else 1.0
    ends = [f"{end * step:.6g}" for end in (math.floor(round(low / step, 6)), math.ceil(round(high / step, 6)))]
    return known[0].code.format(*(ends if known[0].ends[0] <= known[0].ends[1] else reversed(ends)))


def is_of_numbers(axis: Any) -> bool:
    """Return whether an axis is not one of dates."""
    dates: Any = sys.modules.get("matplotlib.dates")
    return not dates or not isinstance(axis.get_major_formatter(), (dates.DateFormatter, dates.AutoDateFormatter))


def limit_text(axis: Any, end: float) -> str:
    """Return a limit of an axis as text: a date and time for axes of dates."""
    if is_of_numbers(axis):
        return f"{end:.4g}"
    return str(sys.modules["matplotlib.dates"].num2date(end).strftime("%Y-%m-%d %H:%M"))
