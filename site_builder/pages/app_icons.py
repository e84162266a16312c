"""Pictures of points for an app: devices that show no SVG on their first screen, iOS among them, take these."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from site_builder.assets.esbuild import hashed_name
from site_builder.pages.icon import Icon
from site_builder.problems.source import Mistake

if TYPE_CHECKING:
    from PIL.Image import Image

Point = tuple[float, float]

APPLE_SIZE = 180
SIZES = (192, 512)
# Devices cut icons to circles; this much of the width lies around the picture.
MARGIN = 0.14
# What a file says that is no picture: its letters, its numbers and colours, or its bytes are wrong.
UNREADABLE = (SyntaxError, ValueError, TypeError, NotImplementedError, OSError)
FINER = 4  # drawn so many times larger, then made smaller: smooth edges
STEPS = 12  # lines that stand for one curve
SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polygon", "polyline"})
# What a shape may say beside its own measures.
LOOKS = frozenset({"fill", "stroke", "stroke-width", "stroke-linejoin", "stroke-linecap"})
MEASURES = frozenset({"d", "points", "x", "y", "x1", "y1", "x2", "y2", "width", "height", "rx", "ry", "cx", "cy", "r"})


def app_icons(icon: Icon, background: str) -> dict[int, Icon]:
    """Return the icon as PNG by its width, on a ground of the app's colour.

    Raises
    ------
    Mistake
        Where an SVG holds what is not drawn here.
    """
    sizes = (APPLE_SIZE, *SIZES)
    large = max(sizes) * FINER
    picture = drawn(icon, round(large * (1 - 2 * MARGIN)))
    return {size: _reduced(picture, large, size, background) for size in sizes}


def _reduced(picture: Image, large: int, size: int, background: str) -> Icon:
    """Return one size of a picture in the middle of its ground."""
    from PIL import Image
    from PIL.Image import Resampling

    ground = Image.new("RGB", (large, large), background)
    edge = (large - picture.width) // 2
    ground.paste(picture, (edge, edge), picture)
    written = io.BytesIO()
    ground.resize((size, size), Resampling.LANCZOS).save(written, "PNG", optimize=True)
    content = written.getvalue()
    name = hashed_name(f"icon-{size}.png", hashlib.sha256(content).hexdigest())
    return Icon(f"assets/{name}", "image/png", content)


def drawn(icon: Icon, side: int) -> Image:
    """Return an icon as a square picture with a clear ground."""
    from PIL import Image, ImageOps

    try:
        if icon.kind == "image/png":
            with Image.open(io.BytesIO(icon.content)) as image:
                return ImageOps.pad(image.convert("RGBA"), (side, side))
        return _drawn_svg(icon.content, side)
    except UNREADABLE as error:
        raise _undrawn(f"cannot be read ({error})") from error


def _drawn_svg(content: bytes, side: int) -> Image:
    """Return plain shapes of SVG, drawn one over the other."""
    from fontTools.misc import etree
    from PIL import Image, ImageDraw

    root = etree.fromstring(content)
    box = [float(number) for number in root.get("viewBox", "").replace(",", " ").split()]
    if len(box) != 4:
        raise _undrawn("has no viewBox")
    scale = side / max(box[2:])
    image = Image.new("RGBA", (side, side))
    pen = ImageDraw.Draw(image)
    for element in root:
        if isinstance(element.tag, str):
            _draw_shape(pen, element, (box[0], box[1]), scale)
    return image


def _undrawn(what: str) -> Mistake:
    """Return the mistake of an icon that cannot be drawn here."""
    return Mistake(
        "icon",
        f"the icon cannot be drawn for devices that install the app: it {what}",
        suggestion="use plain shapes with plain colours, or a PNG of 512 pixels",
    )


def _draw_shape(pen: Any, element: Any, corner: Point, scale: float) -> None:
    """Draw one shape: first what fills it, then its line."""
    from fontTools.svgLib.path import parse_path
    from fontTools.svgLib.path.shapes import PathBuilder

    name = element.tag.rpartition("}")[2]
    if name not in SHAPES:
        raise _undrawn(f"holds <{name}>")
    unknown = sorted(set(element.attrib) - LOOKS - MEASURES)
    if unknown:
        raise _undrawn(f"has {unknown[0]!r} on <{name}>")
    builder = PathBuilder()
    builder.add_path_from_element(element)
    recorder = _Lines(corner, scale)
    parse_path(builder.paths[-1], recorder)
    fill, stroke = element.get("fill", "#000"), element.get("stroke", "none")
    width = max(1, round(float(element.get("stroke-width", "1")) * scale))
    for line, is_closed in recorder.lines:
        if fill != "none" and len(line) > 2:
            pen.polygon(line, fill=fill)
        if stroke != "none":
            _draw_line(pen, line, is_closed, stroke, width)


def _draw_line(pen: Any, line: list[Point], is_closed: bool, color: str, width: int) -> None:
    """Draw a line of some width, with round joints where it bends."""
    whole = [*line, line[0], line[1]] if is_closed else line
    pen.line(whole, fill=color, width=width, joint="curve")


class _Lines:
    """A pen that notes the lines of a path, curves as many short ones, where they lie in the picture."""

    def __init__(self, corner: Point, scale: float) -> None:
        self.corner, self.scale = corner, scale
        self.lines: list[tuple[list[Point], bool]] = []
        self._last: Point = (0, 0)

    def _add(self, point: Point) -> None:
        """Note the next point of the line."""
        self._last = point
        self.lines[-1][0].append(tuple((n - c) * self.scale for n, c in zip(point, self.corner, strict=True)))  # type: ignore[arg-type]

    def moveTo(self, point: Point) -> None:  # noqa: N802 - the names of fontTools' pens
        """Begin a line."""
        self.lines.append(([], False))
        self._add(point)

    def lineTo(self, point: Point) -> None:  # noqa: N802
        """Go straight on."""
        self._add(point)

    def qCurveTo(self, middle: Point, end: Point) -> None:  # noqa: N802
        """Go on along a curve with one point beside it."""
        self._follow([self._last, middle, end])

    def curveTo(self, first: Point, second: Point, end: Point) -> None:  # noqa: N802
        """Go on along a curve with two points beside it."""
        self._follow([self._last, first, second, end])

    def _follow(self, points: list[Point]) -> None:
        """Add the points of a curve."""
        for step in range(1, STEPS + 1):
            self._add(_between(points, step / STEPS))

    def closePath(self) -> None:  # noqa: N802
        """Go back to where the line began."""
        self.lines[-1] = (self.lines[-1][0], True)

    def endPath(self) -> None:  # noqa: N802
        """Leave the line open."""


def _between(points: list[Point], part: float) -> Point:
    """Return a point of the curve with these points, by halving as de Casteljau does."""
    while len(points) > 1:
        points = [(x + (u - x) * part, y + (v - y) * part) for (x, y), (u, v) in pairwise(points)]
    return points[0]


def listed(icons: Mapping[int, Icon]) -> Iterator[dict[str, str]]:
    """List the pictures as a web app manifest does: they may be cut to any form."""
    for size in SIZES if icons else ():
        for purpose in ("any", "maskable"):
            icon = icons[size]
            yield {"src": icon.file, "type": icon.kind, "sizes": f"{size}x{size}", "purpose": purpose}
