"""Pictures of points for an app: devices that show no SVG on their first screen, iOS among them, take these."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from site_builder.assets.esbuild import hashed_name
from site_builder.pages.icon import Icon
from site_builder.problems.source import Mistake

if TYPE_CHECKING:
    from PIL.Image import Image

APPLE_SIZE = 180
SIZES = (192, 512)
# Devices cut icons to circles; this much of the width lies around the picture.
MARGIN = 0.14
# What looks otherwise on each machine, or is not drawn at all.
NOT_DRAWN = ("text", "image", "foreignObject")
# What a file says that is no picture: its marks, its numbers or its bytes are wrong.
UNREADABLE = (SyntaxError, ValueError, OSError)


def app_icons(icon: Icon, background: str) -> dict[int, Icon]:
    """Return the icon as PNG by its width, on a ground of the app's colour.

    Raises
    ------
    Mistake
        Where the icon cannot be read, or holds what is not drawn here.
    """
    return {size: _on_ground(icon, size, background) for size in (APPLE_SIZE, *SIZES)}


def _on_ground(icon: Icon, size: int, background: str) -> Icon:
    """Return a picture in the middle of its ground."""
    from PIL import Image

    picture = drawn(icon, round(size * (1 - 2 * MARGIN)))
    ground = Image.new("RGB", (size, size), background)
    edge = (size - picture.width) // 2
    ground.paste(picture, (edge, edge), picture)
    written = io.BytesIO()
    ground.save(written, "PNG", optimize=True)
    content = written.getvalue()
    name = hashed_name(f"icon-{size}.png", hashlib.sha256(content).hexdigest())
    return Icon(f"assets/{name}", "image/png", content)


def drawn(icon: Icon, side: int) -> Image:
    """Return an icon as a square picture with a clear ground.

    Raises
    ------
    Mistake
        As :func:`app_icons` does.
    """
    from PIL import Image, ImageOps

    try:
        content = icon.content if icon.kind == "image/png" else _drawn_svg(icon.content, side)
        with Image.open(io.BytesIO(content)) as image:
            picture = ImageOps.pad(image.convert("RGBA"), (side, side))
    except UNREADABLE as error:
        raise _undrawn(f"cannot be read ({error})") from error
    if picture.getbbox() is None:
        raise _undrawn("shows nothing")
    return picture


def _drawn_svg(content: bytes, side: int) -> bytes:
    """Return an SVG as PNG, as large as fits into a square."""
    import vl_convert

    root = ElementTree.fromstring(content)
    for element in root.iter():
        if (name := element.tag.rpartition("}")[2]) in NOT_DRAWN:
            raise _undrawn(f"holds <{name}>")
    if "viewBox" not in root.attrib:
        raise _undrawn("has no viewBox")
    root.attrib |= {"width": str(side), "height": str(side)}
    png: bytes = vl_convert.svg_to_png(ElementTree.tostring(root, encoding="unicode"))
    return png


def _undrawn(what: str) -> Mistake:
    """Return the mistake of an icon that cannot be drawn here."""
    return Mistake(
        "icon",
        f"the icon cannot be drawn for devices that install the app: it {what}",
        suggestion="draw it with shapes alone, letters as paths, or give a PNG of 512 pixels",
    )


def listed(icons: Mapping[int, Icon]) -> Iterator[dict[str, str]]:
    """List the pictures as a web app manifest does: they may be cut to any form."""
    for size in SIZES if icons else ():
        for purpose in ("any", "maskable"):
            icon = icons[size]
            yield {"src": icon.file, "type": icon.kind, "sizes": f"{size}x{size}", "purpose": purpose}
