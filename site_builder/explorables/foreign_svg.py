"""Adapt an SVG picture drawn by hand or by Matplotlib to a page: no styles, no scripts, unique ids."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Mapping
from typing import Any

from site_builder.charts.svg import LINK, NUMBERS, PLACE, SVG, rounded
from site_builder.problems.source import Mistake
from site_builder.syntax.html import ANIMATIONS, BREAKING
from site_builder.syntax.svg import FORBIDDEN, FOREIGN, fetched_by

DROPPED = {"metadata", "title", "desc", "style"}
# What a style may say that has an attribute of the same name.
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
# Words that lie on bars, lines or images are read on a rim of the page's colour.
HALO = {"stroke": "var(--paper)", "stroke-width": "2.5", "stroke-linejoin": "round", "paint-order": "stroke"}
URL = re.compile(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)")
PIXELS = re.compile(r"data:image/(?:png|jpeg);base64,[\w+/=\s]+", re.ASCII)
FONT = re.compile(r"(?:(?P<style>italic|oblique)\s+)?(?:(?P<weight>bold|\d{3})\s+)?(?P<size>[\d.]+)(?:px)?\b")
# The colours that Matplotlib draws with unless told otherwise, as those of the page.
COLORS = {
    "#1f77b4": "var(--c1)", "#ff7f0e": "var(--c2)", "#2ca02c": "var(--c3)",
    "#d62728": "var(--c4)", "#9467bd": "var(--c5)", "#8c564b": "var(--c6)",
    "#000000": "var(--ink)", "black": "var(--ink)", "#000": "var(--ink)",
}  # fmt: skip


def clean_drawing(text: str, colors: Mapping[str, str] = COLORS, is_measured: bool = False) -> str:
    """Return SVG as the markup of an inline picture.

    Parameters
    ----------
    text
        The SVG.
    colors
        What stands for its colours in the page.
    is_measured
        Whether it was measured in pixels of the page: it is never drawn wider, and its words keep clear of what they
        may lie on.

    Raises
    ------
    Mistake
        If it is not SVG, has no size, or holds what pages forbid.
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
        # Behind elements of HTML a browser reads on as HTML.
        if name in FORBIDDEN | ANIMATIONS or BREAKING.fullmatch(name) or element.tag.startswith("{"):
            raise Mistake("chart", f"<{name}> is not allowed in a picture")
        clean_element(element, colors)
        trim(element)
        if is_measured and element.tag == "text" and element.get("fill", INK) in (INK, SOFT):
            element.attrib.update(HALO)
    give_size(root, is_measured)
    # What has no colour of its own is drawn in that of words, not in black, which nobody sees at night.
    root.attrib.setdefault("fill", "var(--ink)")
    name_ids(root)
    root.set("overflow", "visible")
    return ElementTree.tostring(root, encoding="unicode")


def is_dropped(tag: str) -> bool:
    """Tell whether an element says nothing to readers: words about the drawing, and what other programs keep in it."""
    space, _, name = tag.removeprefix(SVG).rpartition("}")
    return name in DROPPED if not space else space.removeprefix("{") not in FOREIGN


def unescaped(text: str) -> str:
    """Return how to write a sign that is in a text as it is, and begins an element or a character there."""
    if BARE_AND.search(text):
        return "write &amp; in place of &"
    return "write &lt; in place of <" if BARE_LESS.search(text) else ""


def never_closed(text: str) -> str:
    """Return the innermost element that is still open where a text ends; "" for other errors."""
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


def clean_element(element: ElementTree.Element, colors: Mapping[str, str]) -> None:
    """Turn styles into attributes, round numbers, and drop what belongs to other programs."""
    style = element.attrib.pop("style", "")
    for declaration in filter(None, (part.strip() for part in style.split(";"))):
        name, _, value = (part.strip() for part in declaration.partition(":"))
        if name == "font" and (font := FONT.match(value)):
            element.attrib.update({f"font-{part}": said for part, said in font.groupdict().items() if said})
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
        elif name in ("fill", "stroke", "stop-color"):
            element.set(name, colors.get(value.lower(), value))
        elif name not in ("id", "href"):
            element.set(name, NUMBERS[2].sub(rounded, value))
    reference = element.get("href", "#")
    if element.tag == "image" and PIXELS.fullmatch(reference):
        element.set("href", "".join(reference.split()))
    elif not reference.startswith("#"):
        raise Mistake("chart", f"the picture refers to {reference[:60]!r}, which is not in it")


def trim(element: ElementTree.Element) -> None:
    """Drop white space between elements; that of words stays."""
    if element.tag not in ("text", "tspan"):
        element.text = element.text if (element.text or "").strip() else None
        for child in element:
            child.tail = child.tail if (child.tail or "").strip() else None


def give_size(root: ElementTree.Element, is_measured: bool = False) -> None:
    """Give a picture width, height and box in units of its own; one whose width is in pixels is drawn no wider."""
    box = root.get("viewBox", "").replace(",", " ").split()
    sizes = [LENGTH.fullmatch(root.get(side, "")) for side in ("width", "height")]
    told = sizes[0] if sizes[0] is not None and sizes[0]["unit"] != "pt" else None
    root.set("class", "drawing as-wide" if told is not None or is_measured else "drawing")
    if len(box) != 4 or not all(map(BOX.fullmatch, box)):
        if None in sizes:
            raise Mistake("chart", "the picture has no size: give its <svg> a viewBox")
        box = ["0", "0", *(f"{size['number']}" for size in sizes if size is not None)]
    root.set("viewBox", " ".join(box))
    factor = POINT if sizes[0] is not None and sizes[0]["unit"] == "pt" else 1
    if told is not None and float(box[2]) > 0:
        factor = float(told["number"]) / float(box[2])
    for side, length in zip(("width", "height"), box[2:], strict=True):
        root.set(side, f"{float(length) * factor:.2f}".rstrip("0").rstrip("."))


def name_ids(root: ElementTree.Element) -> None:
    """Name ids that are referred to by their order, after the mark of a place; drop the others."""
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
