"""Draw the pictures of an explorable, from Altair, Matplotlib or SVG, and report axes that jump between states."""

from __future__ import annotations

import copy
import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape
from itertools import chain
from typing import Any

from site_builder.charts.checks import (
    INFINITE,
    STATE,
    Answer,
    answers_in,
    changed,
    findings_of,
    only_probes,
    shape_findings,
    with_probes,
    with_shapes,
)
from site_builder.charts.draw import (
    CONTINUOUS,
    NARROW,
    WIDE,
    Compile,
    Layout,
    SameGuides,
    compile_chart,
    draw,
    fitted,
    fix_of,
    is_compound,
    plain_specification,
    stack_parts,
)
from site_builder.charts.svg import (
    BETWEEN,
    COLORED,
    DEFINITIONS,
    LINK,
    MIDNIGHT,
    NUMBERS,
    PLACE,
    SVG,
    clean_svg,
    draws_marks,
    rounded,
    theme,
    with_descriptions,
)
from site_builder.charts.vega import to_svg
from site_builder.drawing.matplotlib_figures import COLORS as FIGURE_COLORS
from site_builder.drawing.matplotlib_figures import (
    CYCLE,
    TABLEAU,
    AxisLimits,
    code_for_all,
    drawings_of,
    figure_in,
    has_content,
    limits_of,
)
from site_builder.explorables.model import Picture
from site_builder.explore.states import Parameters, read_stop
from site_builder.problems.problem import SiteError
from site_builder.problems.source import Mistake
from site_builder.syntax.html import ANIMATIONS, BREAKING, FOREIGN, fetched_by
from site_builder.syntax.html import FORBIDDEN_IN_SVG as FORBIDDEN

Specification = dict[str, Any]
Domains = dict[str, list[float]]
# Compiled charts by their specification without data.
Compiled = dict[str, Specification]
SEPARATOR = " / "
# A tenth of a unit is less than a tenth of a pixel; two decimals would increase files by a third.
DIGITS = 1


def draw_states(
    specifications: Sequence[Specification], is_held: bool, progress: Callable[[int], None], names: Collection[str] = ()
) -> tuple[list[Picture], list[int]]:
    """Draw the picture of each state in both layouts; return the pictures and the indices of empty ones.

    Parameters
    ----------
    specifications : sequence
        Plain Vega-Lite of each state.
    is_held : bool
        Whether scales of numbers and times without a domain have the same one in all states, their union.
    progress : callable
        Receives the number of finished states.
    names : collection
        Names of the parameters: marks with fields of these names carry their values.

    Notes
    -----
    About 20 ms per picture, two per state; 8 ms if axes and legends of another state can be reused.
    """
    named = [with_plain_names(with_descriptions(specification, names)) for specification in specifications]
    compiled: Compiled = {}
    scales: dict[int, float] = {}
    guides = SameGuides()
    domains, answers = measure_states(named, compiled, is_held and len(named) > 1)

    def compile_held(part: Specification) -> Specification:
        return hold_domains(compile_state(part, compiled), domains)

    def one_layout(specification: Specification, layout: Layout) -> str:
        return draw(specification, layout, compile_held, scales, guides.draw)

    def both(specification: Specification) -> tuple[str, str]:
        return one_layout(specification, WIDE), one_layout(stack_parts(specification), NARROW)

    pictures, empty = list[Picture](), list[int]()
    are_odd = True
    with ThreadPoolExecutor(max_workers=2) as threads:  # one waits for Vega, which draws one at a time
        first = [both(one) for one in named[:1]]  # the others reuse its guides
        try:
            for index, (wide, narrow) in enumerate(chain(first, threads.map(both, named[1:]))):
                # Findings about shapes are reported only if they occur in all states.
                shapes = list(shape_findings(wide)) if are_odd else []
                are_odd = bool(shapes)
                findings = with_shapes(findings_of(answers.get(index, []), named[index]), shapes)
                texts = clean_svg(wide, DIGITS), clean_svg(narrow, DIGITS)
                pictures.append(Picture(*texts, findings=tuple(findings)))
                empty += [] if draws_marks(wide) else [index]
                progress(index + 1)
        except KeyboardInterrupt:  # of a figure in a notebook, which shows the states drawn so far
            if not pictures:
                raise
    return pictures, empty


def with_plain_names(specification: Specification) -> Specification:
    """Rename the data sets of a chart by their order, because Altair names them by digests of their rows."""
    names = {old: f"state-{index}" for index, old in enumerate(specification.get("datasets", {}))}

    def renamed(described: Specification) -> Specification:
        data = described.get("data")
        if not isinstance(data, dict) or data.get("name") not in names:
            return described
        return {**described, "data": {**data, "name": names[data["name"]]}}

    rest = {key: value for key, value in specification.items() if key != "datasets"}
    sets = {names[old]: rows for old, rows in specification.get("datasets", {}).items()}
    return {**changed(rest, renamed), "datasets": sets}


def compile_state(
    specification: Specification, compiled: Compiled, compiling: Compile = compile_chart
) -> Specification:
    """Compile a chart, reusing an earlier one that differs only in the rows of its data; parts of both are the same."""
    sets = specification.get("datasets", {})
    bare = {**specification, "datasets": {name: [] for name in sets}}
    key = json.dumps({**bare, INFINITE: None}, sort_keys=True, default=str)
    if key not in compiled:
        # Compiled with rows, because Vega-Lite may omit a data set without rows.
        compiled[key] = compiling(specification)
    data = [
        {**entry, "values": sets[entry["name"]]} if entry.get("name") in sets and "values" in entry else entry
        for entry in compiled[key].get("data", [])
    ]
    return {**compiled[key], "data": data}


def measure_states(
    specifications: Sequence[Specification], compiled: Compiled, is_held: bool
) -> tuple[Domains, Mapping[int, Sequence[Answer]]]:
    """Return the union of the domains of each open scale, if ``is_held``, and the answers of the probes by state.

    All states are combined in one drawing without marks, in which each writes its domains as text.
    """
    configuration = theme(WIDE.text_size, WIDE.legend_columns)
    groups, probed = [], Compiled()
    for index, specification in enumerate(specifications):
        themed = {"width": WIDE.width, "height": WIDE.height, **specification}
        themed["config"] = {**configuration, **specification.get("config", {})}
        # A chart of one plot is compiled once, for measuring and for drawing.
        whole = themed if is_compound(specification) else fitted(themed, WIDE)
        state = compile_state(whole, probed, lambda one: with_probes(copy.deepcopy(compile_state(one, compiled))))
        names = [scale["name"] for scale in state.get("scales", []) if is_held and is_open(scale)]
        groups.append(measuring_group(state, names, index))
    sheet = {"$schema": "https://vega.github.io/schema/vega/v6.json", "width": 10, "height": 10, "marks": groups}
    drawn = to_svg(sheet)
    domains: Domains = {}
    for name, low, high in domains_in(drawn):
        ends = [*domains.get(name, []), low, high]
        domains[name] = [min(ends), max(ends)]
    answers: dict[int, list[Answer]] = {}
    for state_index, answer in answers_in(drawn):
        answers.setdefault(state_index, []).append(answer)
    return domains, answers


def is_open(scale: Mapping[str, Any]) -> bool:
    """Return whether a scale is continuous and its domain depends on the data."""
    follows = isinstance(scale.get("domain"), dict) and "domainRaw" not in scale and "bins" not in scale
    return follows and scale.get("type") in CONTINUOUS


def measuring_group(state: Mapping[str, Any], names: Sequence[str], index: int) -> Specification:
    """Return a Vega group that computes the scales of a state and writes their domains."""
    sizes = [{"name": side, "value": state[side]} for side in ("width", "height") if side in state]
    signals = [one if one["name"] != STATE else {**one, "value": index} for one in state.get("signals", [])]
    known = {signal["name"] for signal in signals}
    texts = [
        {"type": "text", "encode": {"enter": {"text": {"signal": ends_of(name)}, "fill": {"value": "black"}}}}
        for name in names
    ]
    return {
        "type": "group",
        "signals": [*(size for size in sizes if size["name"] not in known), *signals],
        "data": state.get("data", []),
        "scales": state.get("scales", []),
        "marks": [*texts, *only_probes({**state})["marks"]],
    }


def ends_of(name: str) -> str:
    """Return the expression for a scale's name and the ends of its domain."""
    scale, separator = json.dumps(name), json.dumps(SEPARATOR)
    return f"{scale} + {separator} + (+domain({scale})[0]) + {separator} + (+peek(domain({scale})))"


def domains_in(drawn: str) -> Iterator[tuple[str, float, float]]:
    """Yield the name of a scale, and the ends of its domain, as written by all states."""
    import xml.etree.ElementTree as ElementTree

    for element in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text"):
        name, low, high = (element.text or "").rsplit(SEPARATOR, 2)
        if low not in ("NaN", "undefined") and high not in ("NaN", "undefined"):
            first, last = float(low), float(high)
            yield name, min(first, last), max(first, last)


def hold_domains(compiled: Specification, domains: Domains) -> Specification:
    """Return a compiled chart with the common domains of all states."""

    def held(scale: Specification) -> Specification:
        if scale["name"] not in domains or not is_open(scale):
            return scale
        # The domains of the states are nice already, and include zero where needed; the default of "zero" is true.
        others = {key: value for key, value in scale.items() if key != "nice"}
        return {**others, "domain": domains[scale["name"]], "zero": False}

    return {**compiled, "scales": [held(scale) for scale in compiled.get("scales", [])]}


DROPPED = {"metadata", "title", "desc", "style"}
# CSS properties that are also attributes of SVG.
PRESENTATION = re.compile(
    r"(?:fill|stroke)(?:-[a-z]+)?|opacity|font-(?:size|weight|style)|text-anchor|dominant-baseline|clip-(?:path|rule)"
    r"|stop-(?:color|opacity)|display|visibility|letter-spacing|paint-order|vector-effect|image-rendering"
)
IGNORED_STYLES = {"font-family", "font-stretch", "font-variant", "line-height", "white-space", "cursor"}
BARE_AND = re.compile(r"&(?!#?\w+;)")
BARE_LESS = re.compile(r"<(?![\w/!?])")
NUMBER = r"\+?(?:\d{1,6}(?:\.\d*)?|\.\d+)"
LENGTH = re.compile(rf"(?P<number>{NUMBER})(?P<unit>px|pt|)")
BOX = re.compile(rf"-?{NUMBER}(?:[eE]-?\d{{1,2}})?")
POINT = 4 / 3
INK, SOFT = "var(--ink)", "var(--soft)"
# A rim in the page's colour keeps text readable on bars, lines and images.
HALO = {"stroke": "var(--paper)", "stroke-width": "2.5", "stroke-linejoin": "round", "paint-order": "stroke"}
URL = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")
PIXELS = re.compile(r"data:image/(?:png|jpeg);base64,[\w+/=\s]+", re.ASCII)
FONT = re.compile(r"(?:(?P<style>italic|oblique)\s+)?(?:(?P<weight>bold|\d{3})\s+)?(?P<size>[\d.]+)(?:px)?\b")
# Default colours of Plotly's series, which become colours of the page as Matplotlib's do.
PLOTLY = ("636efa", "ef553b", "00cc96", "ab63fa", "ffa15a", "19d3f3", "ff6692", "b6e880", "ff97ff", "fecb52")
COLORS = {
    **{f"#{color}": own for cycle in (TABLEAU, PLOTLY) for color, own in zip(cycle, CYCLE.values(), strict=True)},
    "#000000": INK,
    "#2a3f5f": INK,  # Plotly's text
}
# Colours of planes and lines in pictures on a white background.
ON_WHITE = {"#e5ecf6": "var(--shade)", "#ebf0f8": "var(--rule)", "#c8d4e3": "var(--line)"}
COLOR_NAMES = {"black": "#000000", "white": "#ffffff"}
RGB = re.compile(r"rgba?\((\d+), ?(\d+), ?(\d+)(?:, ?1(?:\.0*)?)?\)")
SHORT = re.compile(r"#([\da-f])([\da-f])([\da-f])")
NEUTRAL = re.compile(r"#([\da-f]{2})\1\1")
# Transforms whose numbers are not rounded.
SCALES = re.compile(r"scale|matrix")
POINTS = re.compile(r"-?\d+(?:\.\d+)?")


def clean_drawing(text: str, colors: Mapping[str, str] = COLORS, is_measured: bool = False) -> str:
    """Check SVG and convert it to the markup of an inline picture.

    Parameters
    ----------
    text
        The SVG.
    colors
        Replacement of its colours in the page.
    is_measured
        Whether it was measured in CSS pixels: it is never scaled up, and its text gets a rim.

    Raises
    ------
    Mistake
        If it is not SVG, has no size, or contains elements that pages forbid.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        near = text.split("\n")[line - 1][max(0, column - 20) : column + 20]
        opened = never_closed(text)
        wrong = f"<{opened}> is never closed" if opened else f"{error}, near {near!r}"
        raise Mistake("chart", f"this is not SVG: {wrong}", suggestion=unescaped(text)) from None
    if root.tag.removeprefix(SVG) != "svg":
        raise Mistake("chart", f"the outermost element is <{root.tag.removeprefix(SVG)}>, not <svg>")
    for parent in root.iter():
        parent[:] = [child for child in parent if not is_dropped(child.tag)]
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
        name = element.tag.rpartition("}")[2].lower()
        # After an HTML element a browser leaves SVG parsing.
        if name in FORBIDDEN | ANIMATIONS or BREAKING.fullmatch(name) or element.tag.startswith("{"):
            raise Mistake("chart", f"<{name}> is not allowed in a picture")
        clean_element(element)
        trim(element)
    give_size(root, is_measured)
    is_on_white = not is_measured and remove_background(root)
    for element in root.iter():
        recolor(element, colors, is_on_white)
        if is_measured and element.tag == "text" and element.get("fill", INK) in (INK, SOFT):
            element.attrib.update(HALO)
    # Elements without a colour get that of text, since black is invisible in the dark theme.
    root.attrib.setdefault("fill", "var(--ink)")
    name_ids(root)
    root.set("overflow", "visible")
    return ElementTree.tostring(root, encoding="unicode")


def is_dropped(tag: str) -> bool:
    """Return whether an element is not drawn: metadata, descriptions, and data of other programs."""
    space, _, name = tag.removeprefix(SVG).rpartition("}")
    return name in DROPPED if not space else space.removeprefix("{") not in FOREIGN


def unescaped(text: str) -> str:
    """Return the fix for an unescaped & or <, or ""."""
    if BARE_AND.search(text):
        return "write &amp; in place of &"
    return "write &lt; in place of <" if BARE_LESS.search(text) else ""


def never_closed(text: str) -> str:
    """Return the innermost element that is still open at the end of a text; "" for other errors."""
    parser: Any = ElementTree.XMLPullParser(("start", "end"))
    opened = list[str]()
    try:
        parser.feed(text)
        for event, element in parser.read_events():
            if event == "start":
                opened.append(element.tag.removeprefix(SVG))
            else:
                opened.pop()
    except ElementTree.ParseError:
        return ""
    return opened[-1] if opened else ""


def clean_element(element: ElementTree.Element) -> None:
    """Convert styles to attributes, round numbers, and remove attributes of other programs."""
    style = element.attrib.pop("style", "")
    for declaration in filter(None, (part.strip() for part in style.split(";"))):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if name == "font" and (font := FONT.match(value)):
            element.attrib.update({f"font-{part}": text for part, text in font.groupdict().items() if text})
        elif PRESENTATION.fullmatch(name):
            element.set(name, value.removesuffix("px"))
        elif name not in IGNORED_STYLES:
            raise Mistake("chart", f"the picture needs the inline style {declaration!r}, which pages forbid")
    for name, value in list(element.attrib.items()):
        if name.lower().startswith("on"):
            raise Mistake("chart", f"the picture has a script in {name!r}, which pages forbid")
        if "(" in value and (wrong := fetched_by(value)):
            raise Mistake("chart", f"the picture cannot be shown: {wrong}")
        if name == LINK:
            element.set("href", element.attrib.pop(LINK))
        elif name.startswith(("{", "aria-")) or name in ("class", "font-family", "role", "version"):
            del element.attrib[name]
        elif name not in ("id", "href", *COLORED) and not SCALES.search(value):
            element.set(name, NUMBERS[2].sub(rounded, value))
    reference = element.get("href", "#")
    if element.tag == "image" and PIXELS.fullmatch(reference):
        element.set("href", "".join(reference.split()))
    elif not reference.startswith("#"):
        raise Mistake("chart", f"the picture refers to {reference[:60]!r}, which is not in it")


def remove_background(root: ElementTree.Element) -> bool:
    """Return whether the lowest shape is a white background of the whole picture, which is made invisible."""
    hidden = {inner for definitions in root.iter() if definitions.tag in DEFINITIONS for inner in definitions.iter()}
    shape = next((one for one in root.iter() if one.tag in ("rect", "path") and one not in hidden), None)
    if shape is None or plain_color(shape.get("fill", "")) != "#ffffff":
        return False
    sides = [shape.get(side, "") for side in ("width", "height")]
    points = [float(number) for number in POINTS.findall(shape.get("d", ""))]
    if points:
        sides = [str(max(ends) - min(ends)) for ends in (points[::2], points[1::2]) if ends]
    box = map(float, root.get("viewBox", "").split()[2:])
    is_whole = all(
        side == "100%" or (POINTS.fullmatch(side) and float(side) >= length)
        for side, length in zip(sides, box, strict=False)
    )
    if is_whole:
        shape.set("fill", "none")
    return is_whole


def recolor(element: ElementTree.Element, colors: Mapping[str, str], is_on_white: bool) -> None:
    """Replace the colours of an element; on a white background greys become mixtures of ink and paper."""
    for name in COLORED.intersection(element.attrib):
        color = plain_color(element.attrib[name])
        if is_on_white and name != "stop-color":
            grey = NEUTRAL.fullmatch(color)
            mixed = f"color-mix(in oklab,{INK} {100 - int(grey[1], 16) * 100 // 255}%,var(--paper))" if grey else ""
            own = "var(--paper)" if color == "#ffffff" else colors.get(color, ON_WHITE.get(color, mixed))
        else:
            own = colors.get(color, "")
        if own:
            element.set(name, own)


def plain_color(color: str) -> str:
    """Return a colour as ``#rrggbb``, if it is written in numbers, or is black or white; else unchanged."""
    color = COLOR_NAMES.get(color.lower(), color.lower())
    if numbers := RGB.fullmatch(color):
        return "#" + "".join(f"{int(number):02x}" for number in numbers.groups())
    return SHORT.sub(r"#\1\1\2\2\3\3", color) if SHORT.fullmatch(color) else color


def trim(element: ElementTree.Element) -> None:
    """Remove white space between elements, but not in text."""
    if element.tag not in ("text", "tspan"):
        element.text = element.text if (element.text or "").strip() else None
        for child in element:
            child.tail = child.tail if (child.tail or "").strip() else None


def give_size(root: ElementTree.Element, is_measured: bool = False) -> None:
    """Set width, height and viewBox of a picture; a picture with a width in pixels is not scaled up."""
    box = root.get("viewBox", "").replace(",", " ").split()
    sizes = [LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
    width = sizes[0] if sizes[0] is not None and sizes[0]["unit"] != "pt" else None
    root.set("class", "drawing as-wide" if width is not None or is_measured else "drawing")
    if len(box) != 4 or not all(map(BOX.fullmatch, box)):
        if None in sizes:
            raise Mistake("chart", "the picture has no size: give its <svg> a viewBox")
        box = ["0", "0", *(f"{size['number']}" for size in sizes if size is not None)]
    root.set("viewBox", " ".join(box))
    factor = POINT if sizes[0] is not None and sizes[0]["unit"] == "pt" else 1
    if width is not None and float(box[2]) > 0:
        factor = float(width["number"]) / float(box[2])
    for side, length in zip(("width", "height"), box[2:], strict=True):
        root.set(side, f"{float(length) * factor:.2f}".rstrip("0").rstrip("."))


def name_ids(root: ElementTree.Element) -> None:
    """Replace ids that are used by their order, after the prefix of a place; remove the others."""
    referred = {found for element in root.iter() for value in element.attrib.values() for found in URL.findall(value)}
    referred |= {element.get("href", "#")[1:] for element in root.iter()}
    names: dict[str, str] = {}
    for element in root.iter():
        identifier = element.attrib.pop("id", None)
        if identifier is not None and identifier in referred:
            names[identifier] = f"{PLACE}-{len(names)}"
            element.set("id", names[identifier])
    for element in root.iter():
        for name, value in element.attrib.items():
            if name == "href" and value.startswith("#"):
                element.set(name, f"#{names.get(value[1:], value[1:])}")
            elif "url(" in value:
                element.set(name, URL.sub(lambda found: f"url(#{names.get(found[1], found[1])})", value))


# Elements that are not marks: a drawing without other elements is empty.
GROUPS = ("<svg", "<g", "<defs", "</")
# The values of parameters in a mark: "load=80;counters=4".
HELD = re.compile(r' data-at="([^"]*)"')
VALUES = re.compile(f"[{BETWEEN};]")


def describe(value: Any, label: str, fail: Callable[..., SiteError]) -> Any:
    """Convert the result of ``picture`` to plain data: a Vega-Lite specification, or the markup of a drawing.

    Raises
    ------
    SiteError
        If it is not a picture, or pages forbid it.
    """
    try:
        if (picture := drawn_by_hand(value)) is not None:
            return picture
        if callable(getattr(value, "to_dict", None)) and not hasattr(type(value), "columns"):
            return plain_specification(value)
    except (Mistake, SiteError) as error:
        found = error.problems[0] if isinstance(error, SiteError) else error
        raise fail(f"{label}: {found.message}", found.suggestion) from None
    message = f"{label} returned {type(value).__name__}, not an Altair chart, SVG text or a Matplotlib figure"
    raise fail(message, suggestion=fix_of(value))


def draw_all(
    described: Sequence[Any],
    is_held: bool,
    progress: Callable[[int], None],
    fail: Callable[..., SiteError],
    parameters: Parameters,
) -> tuple[list[Picture], list[int]]:
    """Draw the pictures of all states; return them and the indices of empty ones.

    Raises
    ------
    SiteError
        If they mix charts and drawings, or cannot be drawn.
    """
    are_charts = {isinstance(one, dict) for one in described}
    if len(are_charts) > 1:
        raise fail("picture returns a chart in some states and a drawing in others")
    if are_charts == {False}:
        empty = [index for index, one in enumerate(described) if is_empty(one.wide)]
        return [pressable(one, parameters) for one in described], empty
    try:
        pictures, empty = draw_states(described, is_held, progress, list(parameters))
        return [pressable(one, parameters) for one in pictures], empty
    except SiteError as error:
        raise fail(f"the picture cannot be drawn: {error.message}", error.problems[0].suggestion) from None
    except (ValueError, Mistake) as error:
        raise fail(f"the picture cannot be drawn: {error}", getattr(error, "suggestion", "")) from None


def drawn_by_hand(value: Any) -> Picture | None:
    """Return the picture of SVG text or of a Matplotlib figure; None for other values.

    Raises
    ------
    Mistake
        If it cannot be drawn, or pages forbid it.
    """
    if isinstance(value, str):
        drawing = clean_drawing(value)
        return Picture(drawing, drawing)
    figure = figure_in(value)
    if figure is None:
        return None
    if not has_content(figure):
        return Picture("<svg></svg>", "<svg></svg>")  # empty axes
    limits = limits_of(figure)
    wide, narrow = (clean_drawing(one, FIGURE_COLORS, is_measured=True) for one in drawings_of(figure))
    return Picture(wide, narrow, limits)


def pressable(picture: Picture, parameters: Parameters) -> Picture:
    """Return a picture whose marks refer to stops by index."""
    return replace(picture, wide=with_stops(picture.wide, parameters), narrow=with_stops(picture.narrow, parameters))


def is_empty(drawing: str) -> bool:
    """Return whether a drawing has no marks."""
    elements = [piece for piece in drawing.replace("<", "\n<").split("\n") if piece.startswith("<")]
    return all(element.startswith(GROUPS) for element in elements)


def with_stops(drawing: str, parameters: Parameters) -> str:
    """Return a drawing whose marks refer to stops as ``data-at="0:3 2:1"``: index of the parameter and of its stop.

    If a value of a mark is not a stop, its attribute is removed.
    """

    def numbered(found: re.Match[str]) -> str:
        pairs = [pair.partition("=") for pair in VALUES.split(unescape(found[1]))]
        stops = [
            (name, read_stop(parameters[name], value.removesuffix(MIDNIGHT)))
            for name, _, value in pairs
            if name in parameters
        ]
        if not stops or len(stops) < len(pairs) or any(stop is None for _, stop in stops):
            return ""
        return f' data-at="{" ".join(f"{list(parameters).index(name)}:{stop}" for name, stop in stops)}"'

    return HELD.sub(numbered, drawing)


LABELS = re.compile(r'<g [^>]*class="role-axis-label".*?</g>', re.DOTALL)
TEXT = re.compile(r"<text[^>]*>([^<]*)")
SHOWN = 6


def labels_of(picture: Picture) -> list[list[str]]:
    """Return the labels of each axis of a picture by Vega, or its limits in one by Matplotlib."""
    if picture.limits:
        return [[str(one)] for one in picture.limits]
    return [[unescape(text) for text in TEXT.findall(group)] for group in LABELS.findall(picture.wide)]


def first_jump(pictures: Sequence[Picture | None]) -> tuple[tuple[int, str], tuple[int, str]] | None:
    """Return the first two states with different axis labels, each with the labels of the first axis that differs."""
    opening: tuple[int, list[list[str]]] | None = None
    for index, picture in enumerate(pictures):
        if picture is None:
            continue
        labels = labels_of(picture)
        if opening is None:
            opening = index, labels
        elif labels != opening[1]:
            pairs = [pair for pair in zip(opening[1], labels, strict=False) if pair[0] != pair[1]]
            one, other = pairs[0] if pairs else ([f"{len(opening[1])} axes"], [f"{len(labels)} axes"])
            return (opening[0], listed(one)), (index, listed(other))
    return None


def same_limits(pictures: Sequence[Picture | None]) -> str:
    """Return the code that gives jumping axes of Matplotlib the same limits in all states; "" if it is unknown."""
    of_axes: dict[str, set[AxisLimits]] = {}
    for picture in pictures:
        for one in picture.limits if picture else ():
            of_axes.setdefault(one.code, set()).add(one)
    return "; ".join(code_for_all(found) for code, found in of_axes.items() if code and len(found) > 1)


def listed(labels: Sequence[str]) -> str:
    """Return labels for a message; of many only the first and last ones."""
    if len(labels) <= SHOWN:
        return ", ".join(labels) or "none"
    return ", ".join([*labels[: SHOWN // 2], "…", *labels[-SHOWN // 2 :]])
