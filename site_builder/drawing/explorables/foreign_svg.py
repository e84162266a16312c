"""Make a picture that was drawn by hand or by Matplotlib at home in a page: no styles, no scripts, no clashing ids."""

from __future__ import annotations

import hashlib
import io
import re
import sys
import xml.etree.ElementTree as ElementTree
from typing import Any

from site_builder.drawing.charts.svg import LINK, NUMBERS, PREFIX, SVG, DrawingError, rounded
from site_builder.syntax.html import BREAKING
from site_builder.syntax.safety import ANIMATIONS
from site_builder.syntax.svg import FORBIDDEN, FOREIGN, fetched_by

DROPPED = {"metadata", "title", "desc", "style"}
# What a style may say that has an attribute of the same name.
PRESENTATION = re.compile(
    r"(?:fill|stroke)(?:-[a-z]+)?|opacity|font-(?:size|weight|style)|text-anchor|dominant-baseline|clip-(?:path|rule)"
    r"|stop-(?:color|opacity)|display|visibility|letter-spacing|paint-order|vector-effect"
)
IGNORED_STYLES = {"font", "font-family", "font-stretch", "font-variant", "line-height", "white-space", "cursor"}
BARE_AND = re.compile(r"&(?!#?\w+;)")
BARE_LESS = re.compile(r"<(?![\w/!?])")
NUMBER = r"\+?(?:\d{1,6}(?:\.\d*)?|\.\d+)"
LENGTH = re.compile(rf"(?P<number>{NUMBER})(?P<unit>px|pt|)")
BOX = re.compile(rf"-?{NUMBER}(?:[eE]-?\d{{1,2}})?")
POINT = 4 / 3
URL = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")
# The colours that Matplotlib draws with unless told otherwise, as those of the page.
COLORS = {
    "#1f77b4": "var(--c1)", "#ff7f0e": "var(--c2)", "#2ca02c": "var(--c3)",
    "#d62728": "var(--c4)", "#9467bd": "var(--c5)", "#8c564b": "var(--c6)",
    "#000000": "var(--ink)", "black": "var(--ink)", "#000": "var(--ink)",
}  # fmt: skip


def clean_drawing(text: str) -> str:
    """Return SVG as the markup of an inline picture.

    Raises
    ------
    DrawingError
        If it is not SVG, has no size, or holds what pages forbid.
    """
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        near = text.split("\n")[line - 1][max(0, column - 20) : column + 20]
        opened = never_closed(text)
        wrong = f"<{opened}> is never closed" if opened else f"{error}, near {near!r}"
        raise DrawingError(f"this is no SVG: {wrong}", unescaped(text)) from None
    if root.tag.removeprefix(SVG) != "svg":
        raise DrawingError(f"the outermost element is <{root.tag.removeprefix(SVG)}>, not <svg>")
    for parent in root.iter():
        parent[:] = [child for child in parent if not is_dropped(child.tag)]
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
        name = element.tag.rpartition("}")[2].lower()
        # Behind elements of HTML a browser reads on as HTML.
        if name in FORBIDDEN | ANIMATIONS or BREAKING.fullmatch(name) or element.tag.startswith("{"):
            raise DrawingError(f"a picture holds no <{name}>")
        clean_element(element)
        trim(element)
    give_size(root)
    # What has no colour of its own is drawn in that of words, not in black, which nobody sees at night.
    root.attrib.setdefault("fill", "var(--ink)")
    name_ids(root)
    root.set("overflow", "visible")
    made = ElementTree.tostring(root, encoding="unicode")
    return made.replace(PREFIX, "g" + hashlib.sha256(made.encode()).hexdigest()[:8])


def is_dropped(tag: str) -> bool:
    """Tell whether an element says nothing to readers: words about the drawing, and what other programs keep in it."""
    space, _, name = tag.removeprefix(SVG).rpartition("}")
    return name in DROPPED if not space else space.removeprefix("{") not in FOREIGN


def unescaped(text: str) -> str:
    """Return how to write a sign that stands in a text as it is, and begins an element or a character there."""
    if BARE_AND.search(text):
        return "write &amp; in place of &"
    return "write &lt; in place of <" if BARE_LESS.search(text) else ""


def never_closed(text: str) -> str:
    """Return the innermost element that is still open where a text ends; "" for other mistakes."""
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
    """Turn styles into attributes, round numbers, and drop what belongs to other programs."""
    style = element.attrib.pop("style", "")
    for declaration in filter(None, (part.strip() for part in style.split(";"))):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if PRESENTATION.fullmatch(name):
            element.set(name, value.removesuffix("px"))
        elif name not in IGNORED_STYLES:
            raise DrawingError(f"the picture needs the inline style {declaration!r}, which pages forbid")
    for name, value in list(element.attrib.items()):
        if name.lower().startswith("on"):
            raise DrawingError(f"the picture has a script in {name!r}, which pages forbid")
        if "(" in value and (wrong := fetched_by(value)):
            raise DrawingError(f"the picture cannot be shown: {wrong}")
        if name == LINK:
            element.set("href", element.attrib.pop(LINK))
        elif name.startswith("{") or name in ("class", "font-family", "version"):
            del element.attrib[name]
        elif name in ("fill", "stroke", "stop-color"):
            element.set(name, COLORS.get(value.lower(), value))
        elif name not in ("id", "href"):
            element.set(name, NUMBERS[2].sub(rounded, value))
    reference = element.get("href", "#")
    if not reference.startswith("#"):
        raise DrawingError(f"the picture refers to {reference!r}, which is not in it")


def trim(element: ElementTree.Element) -> None:
    """Drop white space between elements; that of words stays."""
    if element.tag not in ("text", "tspan"):
        element.text = element.text if (element.text or "").strip() else None
        for child in element:
            child.tail = child.tail if (child.tail or "").strip() else None


def give_size(root: ElementTree.Element) -> None:
    """Give a picture width, height and box in units of its own; one whose width is told in pixels is drawn no wider."""
    box = root.get("viewBox", "").replace(",", " ").split()
    sizes = [LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
    told = sizes[0] if sizes[0] is not None and sizes[0]["unit"] != "pt" else None
    root.set("class", "drawing" if told is None else "drawing as-wide")
    if len(box) != 4 or not all(map(BOX.fullmatch, box)):
        if None in sizes:
            raise DrawingError("the picture has no size: give its <svg> a viewBox")
        box = ["0", "0", *(f"{size['number']}" for size in sizes if size is not None)]
    root.set("viewBox", " ".join(box))
    factor = POINT if sizes[0] is not None and sizes[0]["unit"] == "pt" else 1
    if told is not None and float(box[2]) > 0:
        factor = float(told["number"]) / float(box[2])
    for side, length in zip(("width", "height"), box[2:], strict=True):
        root.set(side, f"{float(length) * factor:.2f}".rstrip("0").rstrip("."))


def name_ids(root: ElementTree.Element) -> None:
    """Name ids that are referred to by their order, after a mark that the content's hash replaces; drop the others."""
    referred = {found for element in root.iter() for value in element.attrib.values() for found in URL.findall(value)}
    referred |= {element.get("href", "#")[1:] for element in root.iter()}
    names: dict[str, str] = {}
    for element in root.iter():
        identifier = element.attrib.pop("id", None)
        if identifier is not None and identifier in referred:
            names[identifier] = f"{PREFIX}-{len(names)}"
            element.set("id", names[identifier])
    for element in root.iter():
        for name, value in element.attrib.items():
            if name == "href":
                element.set(name, f"#{names.get(value[1:], value[1:])}")
            elif "url(" in value:
                element.set(name, URL.sub(lambda found: f"url(#{names.get(found[1], found[1])})", value))


def drawing_of_figure(figure: Any) -> str:
    """Return the SVG of a Matplotlib figure, its words as words; the figure is closed."""
    matplotlib = sys.modules["matplotlib"]  # the figure was made with it
    stream = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": "explorable"}):
        figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    pyplot = sys.modules.get("matplotlib.pyplot")
    if pyplot is not None:
        pyplot.close(figure)  # it would be kept until the end
    return stream.getvalue()
