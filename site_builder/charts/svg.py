"""Clean a picture drawn by Vega: small, without styles, fonts or ids that could clash."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator

from site_builder.charts.theme import without_stand_ins
from site_builder.charts.tips import tell_mark
from site_builder.problems.source import Mistake

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
NOT_NEEDED = {"aria-hidden", "aria-roledescription", "aria-label", "role", "pointer-events", "font-family", "version"}
DEFAULTS = {"opacity": "1", "fill-opacity": "1", "stroke-opacity": "1", "stroke-width": "1", "font-weight": "normal"}
HARMLESS_STYLES = {"cursor", "pointer-events"}
# Begins the ids of a drawing; each place that shows it puts its own name there, so that no two on a page are the same.
PLACE = "\ue002"
DEFINITIONS = {"defs", "clipPath", "linearGradient", "radialGradient"}
# What elements have from the group around them where they do not say otherwise.
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
COLORED = ("fill", "stroke", "stop-color")
NUMBERS = {digits: re.compile(rf"-?\d+\.\d{{{digits + 1},}}(?:e-?\d+)?") for digits in (1, 2)}
REFERENCE = re.compile(r"url\(#([^)]+)\)")
STILL = re.compile(r"translate\(0,0\)")


def clean_svg(drawn: str, digits: int = 2) -> str:
    """Return the drawing of Vega as the markup of an inline picture, its numbers with so many decimals at most.

    Raises
    ------
    Mistake
        If it needs inline styles that have no attribute, such as a blend mode.
    """
    root = ElementTree.fromstring(drawn)
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
        tell_mark(element)
        clean_attributes(element, digits)
    prune(root)
    share_attributes(root)
    rename_ids(root)
    root.set("class", "drawing")
    root.set("overflow", "visible")  # a label that is wider in the reader's font is not cut off
    return ElementTree.tostring(root, encoding="unicode")


def at_place(drawing: str, place: str) -> str:
    """Return a drawing with the ids of the place that shows it."""
    return drawing.replace(PLACE, place)


def draws_marks(drawn: str) -> bool:
    """Tell whether a drawing of Vega holds any mark that shows something, besides axes and the words around them."""
    groups = ElementTree.fromstring(drawn).iter(f"{SVG}g")
    marks = (group for group in groups if "role-mark" in group.get("class", "").split())
    return any(shows_something(element) for group in marks for element in group.iter())


def shows_something(element: ElementTree.Element) -> bool:
    """Tell whether an element is a mark that is drawn: a line without points has no path, a text may have no words."""
    tag = element.tag.removeprefix(SVG)
    if tag == "path":
        return bool(element.get("d"))
    return tag in ("line", "rect", "image") or (tag == "text" and bool(element.text))


def clean_attributes(element: ElementTree.Element, digits: int) -> None:
    """Drop what a still picture inside a figure does not need, round numbers, translate colours."""
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
        elif name not in ("id", "href", "data-tip", "data-at"):
            element.set(name, NUMBERS[digits].sub(lambda number: rounded(number, digits), value))


def require_harmless(style: str) -> None:
    """Raise an error for a style that would be lost."""
    for declaration in filter(None, (part.strip() for part in style.split(";"))):
        name = declaration.partition(":")[0].strip()
        if name not in HARMLESS_STYLES:
            raise Mistake("chart", f"the chart needs the inline style {declaration!r}, which pages forbid")


def rounded(number: re.Match[str], digits: int = 2) -> str:
    """Return a number to a hundredth of a unit, or to other decimals."""
    text = f"{float(number[0]):.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def prune(parent: ElementTree.Element) -> None:
    """Remove what is not seen, and groups that only hold others."""
    kept: list[ElementTree.Element] = []
    for child in parent:
        if child.tag in DEFINITIONS:
            kept.append(child)
            continue
        prune(child)
        if is_invisible(child):
            continue
        kept.extend(child if child.tag == "g" and not child.attrib else [child])
    parent[:] = kept


def share_attributes(parent: ElementTree.Element) -> None:
    """Write once, on the group, what all the elements in it have in common."""
    for child in parent:
        share_attributes(child)
    if parent.tag != "g" or len(parent) < 2 or any(child.tag in DEFINITIONS for child in parent):
        return
    for name in INHERITED:
        said = {child.get(name) for child in parent}
        if len(said) == 1 and None not in said:
            parent.set(name, said.pop() or "")
            for child in parent:
                del child.attrib[name]


def is_invisible(element: ElementTree.Element) -> bool:
    """Tell whether an element draws nothing."""
    if element.get("display") == "none" or (element.tag == "text" and element.get("opacity") == "0"):
        return True
    if element.tag == "g" and len(element) == 0:
        return True
    painted = element.get("fill") is not None or element.get("stroke") is not None
    frame = element.tag == "path" and element.get("class") is None and not painted
    return frame and element.get("clip-path") is None and element.get("d", "").endswith("Z")


def rename_ids(root: ElementTree.Element) -> None:
    """Name ids by their order, after the mark of a place: Vega numbers them through the life of the process."""
    new_name: dict[str, str] = {}
    for element in with_ids(root):
        new_name[element.attrib["id"]] = f"{PLACE}-{len(new_name)}"
        element.set("id", new_name[element.attrib["id"]])
    for element in root.iter():
        for name, value in element.attrib.items():
            if "url(#" in value:
                element.set(name, REFERENCE.sub(lambda found: f"url(#{new_name[found[1]]})", value))


def with_ids(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Yield the elements that have an id."""
    return (element for element in root.iter() if "id" in element.attrib)
