"""Icons of a site: the one in a browser's tab, and those of an app."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from site_builder.assets.esbuild import hashed_name
from site_builder.drawing.images import image_size, published
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, did_you_mean
from site_builder.project_files import LARGEST_PICTURE, RefusedFileError, content_files, find_file, read_limited
from site_builder.settings.site_toml import SITE, Settings

if TYPE_CHECKING:
    from PIL.Image import Image


PLAIN = Path("templates") / "icon.svg"
KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


@dataclass(frozen=True)
class Icon:
    """A picture that is published as ``file``; ``kind`` is its media type."""

    file: str
    kind: str
    content: bytes


def read_icon(project: Path, engine: Path, settings: Settings) -> tuple[Icon, list[Problem]]:
    """Return the icon of a site, and what is wrong with the one that its author names."""
    plain = _icon(PLAIN.name, (engine / PLAIN).read_bytes())
    name = settings.config.icon
    if not name:
        return plain, []
    folder = (project / SITE).parent.resolve()
    try:
        return _icon(name, _content(folder, name)), []
    except Mistake as mistake:
        mistake.length = len(name)
        return plain, [settings.source.mistake(mistake, settings.place("icon", value=True))]


def _content(folder: Path, name: str) -> bytes:
    """Return the bytes of a picture in ``folder``; raise ``Mistake`` for what is none."""
    if PurePosixPath(name).suffix.lower() not in KINDS:
        raise Mistake("icon", f"{name!r} cannot be an icon", suggestion=f"use one of {', '.join(KINDS)}")
    try:
        content = read_limited(find_file(folder, folder, name, "the folder of site.toml"), LARGEST_PICTURE)
    except FileNotFoundError:
        files = content_files(folder, "**/*")
        known = [path.relative_to(folder).as_posix() for path in files if path.suffix.lower() in KINDS]
        suggestion = did_you_mean(name, known) or "put the picture beside site.toml"
        message = f"there is no picture {name!r} in the folder of site.toml"
        raise Mistake("icon", message, suggestion=suggestion) from None
    except RefusedFileError as refused:
        raise Mistake("icon", refused.message, suggestion=refused.remedy) from None
    image_size(content, name)
    return published(content, name)


def _icon(name: str, content: bytes) -> Icon:
    """Return the icon under a name that tells its content."""
    suffix = PurePosixPath(name).suffix.lower()
    return Icon(f"assets/{hashed_name(f'icon{suffix}', hashlib.sha256(content).hexdigest())}", KINDS[suffix], content)


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
    """Return the error of an icon that cannot be drawn here."""
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
