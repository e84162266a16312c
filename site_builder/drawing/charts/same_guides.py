"""Draw charts that differ in their data: the words around marks are measured once where nothing moves them.

To measure words takes Vega nine tenths of a picture. Axes and legends, and the room that they leave to the plot, follow
from scales and signals, and from how far marks reach out of the plot, in whole units. So a chart of which a twin was
drawn is drawn without them: in the width in which the layout begins, to see whether all that is as with the twin, and
then in the width that the twin's plot has, for its marks.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

Specification = dict[str, Any]
SPOKEN = re.compile(r"\brole-(axis|legend|title)\b")
PLOT = re.compile(r"h([\d.]+)v([\d.]+)h")
ORIGIN = re.compile(r"translate\(([\d.]+),([\d.]+)\)")
GUIDES, OTHER_GUIDES = ("axes", "legends"), frozenset({"title", "layout"})
DISCRETE, CONTINUOUS = ("band", "point", "ordinal"), ("linear", "log", "pow", "sqrt", "symlog", "time", "utc")
SIDES = ("left", "top", "right", "bottom")
BETWEEN = "\ue014"  # a private letter


def to_svg(drawable: Specification) -> str:
    """Return the drawing of Vega."""
    import vl_convert

    drawn: str = vl_convert.vega_to_svg(drawable, allowed_base_urls=[])
    return drawn


@dataclass(frozen=True)
class Bare:
    """A chart drawn without guides: what these follow from, how far marks reach out of the plot, and the marks."""

    followed: str
    reach: tuple[float, ...]
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Twin:
    """A drawing with gaps for its marks, the width of its plot and the room around it; and the same without guides."""

    pieces: tuple[str, ...]
    width: float
    room: tuple[float, ...]
    begun: Bare
    ended: Bare

    def has_room_for(self, begun: Bare, ended: Bare, near: Collection[str]) -> bool:
        """Tell whether the guides of another chart lie as they do here.

        Where marks need less room than there is, guides need it all; on sides that are ``near``, all that marks need
        counts.
        """

        def is_same(side: int) -> bool:
            mine, other = self.begun.reach[side], begun.reach[side]
            if SIDES[side] in near:
                return (mine, self.ended.reach[side]) == (other, ended.reach[side])
            return mine == other or max(mine, other) < self.room[side]

        return self.ended.followed == ended.followed and all(map(is_same, range(len(SIDES))))


class SameGuides:
    """Draws charts as :func:`to_svg` does, and takes the guides of each from those that it drew before."""

    def __init__(self) -> None:
        self._first: dict[str, tuple[Specification, str]] = {}
        self._twins: dict[str, dict[str, Twin] | None] = {}

    def draw(self, drawable: Specification) -> str:
        """Return the drawing of Vega; for several threads at once."""
        if not has_plain_guides(drawable):
            return to_svg(drawable)
        structure = json.dumps({**drawable, "data": [{**entry, "values": []} for entry in drawable.get("data", [])]})
        if structure not in self._first:
            self._first[structure] = drawable, to_svg(drawable)
            return self._first[structure][1]
        if structure not in self._twins:
            twin = twin_of(*self._first[structure])
            self._twins[structure] = None if twin is None else {twin.begun.followed: twin}
        twins = self._twins[structure]
        begun = None if twins is None else bare(drawable, drawable["width"])
        if twins is None or begun is None:
            return to_svg(drawable)
        if begun.followed not in twins:
            drawn = to_svg(drawable)
            twin = twin_of(drawable, drawn)
            twins |= {} if twin is None else {begun.followed: twin}
            return drawn
        twin = twins[begun.followed]
        ended = bare(drawable, twin.width)
        if ended is None or not twin.has_room_for(begun, ended, near_sides(drawable)):
            return to_svg(drawable)
        return "".join(piece + mark for piece, mark in zip(twin.pieces, [*ended.marks, ""], strict=True))


def has_plain_guides(drawable: Specification) -> bool:
    """Tell whether axes and legends follow from scales and signals alone, and no other guides are there."""
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
        and not any(isinstance(scale.get("range"), dict) and "data" in scale["range"] for scale in scales)
    )


def near_sides(drawable: Specification) -> set[str]:
    """Return the sides on which legends keep off marks: off those in groups."""
    if not any("marks" in mark for mark in drawable["marks"]):
        return set()
    usual = drawable.get("config", {}).get("legend", {}).get("orient", "right")
    return {legend.get("orient", usual) for legend in drawable.get("legends", [])}


def all_marks(group: Specification) -> list[Specification]:
    """Return the marks of a group, and those in its groups."""
    marks = group.get("marks", [])
    return [*marks, *(inner for mark in marks for inner in all_marks(mark))]


def twin_of(drawable: Specification, drawn: str) -> Twin | None:
    """Return a drawing as a twin of others; None where its marks are others without guides, or hold most of the words.

    Words of marks are measured in each drawing, so there is nothing to be gained.
    """
    if "<defs" in drawn:
        return None
    root = ElementTree.fromstring(drawn)
    width, room = sizes_of(root)
    padding = drawable["padding"]
    room = tuple(side - padding[name] for side, name in zip(room, SIDES, strict=True))
    begun, ended, inner = bare(drawable, drawable["width"]), bare(drawable, width), children_of(root)
    places = [index for index, child in enumerate(inner) if not SPOKEN.search(child.get("class", ""))]
    marks = tuple(text_of(inner[index]) for index in places)
    if begun is None or ended is None or ended.marks != marks:
        return None
    if 2 * sum(mark.count(":text") for mark in marks) > drawn.count("<text"):
        return None
    for index in places:
        inner[index] = ElementTree.Element("gap")
    return Twin(tuple(text_of(root).split("<gap />")), width, room, begun, ended)


def bare(drawable: Specification, width: float) -> Bare | None:
    """Return a chart without guides, its plot of that width; None where its drawing does not tell all."""
    teller = {"type": "rect", "aria": True, "encode": {"update": {"description": {"signal": followed(drawable)}}}}
    others = {name: value for name, value in drawable.items() if name not in GUIDES}
    marks = [*drawable.get("marks", []), teller]
    drawn = to_svg({**others, "width": width, "autosize": "pad", "padding": 0, "marks": marks})
    root = ElementTree.fromstring(drawn)
    *found, told = children_of(root)
    said = told[0].get("aria-label", "")
    if "<defs" in drawn or BETWEEN * 2 in said:  # names that are given anew in each drawing; an empty text, or nothing
        return None
    return Bare(said, sizes_of(root)[1], tuple(map(text_of, found)))


def followed(drawable: Specification) -> str:
    """Return the expression that writes all signals, and the domains of all scales."""
    between = json.dumps(BETWEEN)
    told = [f"('' + {signal['name']})" for signal in drawable.get("signals", [])]
    for scale in drawable.get("scales", []):
        domain = f"domain({json.dumps(scale['name'])})"
        is_discrete = scale["type"] in DISCRETE
        told.append(f"join({domain}, {between})" if is_discrete else f"(+{domain}[0]) + {between} + (+peek({domain}))")
    return f" + {between} + ".join([json.dumps("followed"), *told])


def children_of(root: ElementTree.Element) -> ElementTree.Element:
    """Return what holds guides and marks in a drawing of Vega."""
    return root[0][0][0][1]


def sizes_of(root: ElementTree.Element) -> tuple[float, tuple[float, ...]]:
    """Return the width of the plot, and what is left, above, right and below of it, to the edges of the picture."""
    plot, origin = PLOT.search(root[0][0][0][0].get("d", "")), ORIGIN.search(root[0].get("transform", ""))
    assert plot is not None
    assert origin is not None
    (width, height), (left, top) = map(float, plot.groups()), map(float, origin.groups())
    right, bottom = float(root.get("width", 0)) - left - width, float(root.get("height", 0)) - top - height
    return width, (left, top, right, bottom)


def text_of(element: ElementTree.Element) -> str:
    """Return the markup of an element."""
    return ElementTree.tostring(element, encoding="unicode")
