"""Pictures of a chapter: their size in pixels, read from the first bytes."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import PurePosixPath

from site_builder.problems.source import Mistake

SVG_SIZE = re.compile(rb"<svg\b[^>]*>", re.DOTALL)
SVG_LENGTH = rb'\s%s\s*=\s*["\']\s*([\d.]+)(?:px)?\s*["\']'
SVG_BOX = re.compile(rb'\sviewBox\s*=\s*["\']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)')

SAVE_ANEW = "open it and save it anew; an SVG needs width and height, or a viewBox"

Size = tuple[int, int]


def image_size(content: bytes, path: str) -> Size:
    """Return width and height of an image.

    Raises
    ------
    Mistake
        If it is none of PNG, JPEG, GIF, WebP and SVG, or holds no size.
    """
    reader = READERS.get(PurePosixPath(path).suffix.lower())
    if reader is None:
        suggestion = f"use one of {', '.join(READERS)}"
        raise Mistake("image", f"{path!r} is no kind of picture known here", suggestion=suggestion)
    try:
        size = reader(content)
    except (struct.error, IndexError):
        size = None
    if size is None:
        raise Mistake("image", f"{path!r} is damaged or says nothing about its size", suggestion=SAVE_ANEW)
    return size


def _png(content: bytes) -> Size | None:
    """Read the header chunk of PNG."""
    if not content.startswith(b"\x89PNG\r\n\x1a\n"):
        return None
    width, height = struct.unpack(">II", content[16:24])
    return width, height


def _gif(content: bytes) -> Size | None:
    """Read the screen descriptor of GIF."""
    if not content.startswith((b"GIF87a", b"GIF89a")):
        return None
    width, height = struct.unpack("<HH", content[6:10])
    return width, height


def _jpeg(content: bytes) -> Size | None:
    """Walk the segments of JPEG to the start of a frame."""
    if not content.startswith(b"\xff\xd8"):
        return None
    position = 2
    while position < len(content):
        if content[position] != 0xFF:
            return None
        marker = content[position + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", content[position + 5 : position + 9])
            return width, height
        (length,) = struct.unpack(">H", content[position + 2 : position + 4])
        position += 2 + length
    return None


def _webp(content: bytes) -> Size | None:
    """Read the first chunk of WebP: lossy, lossless or extended."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        return None
    kind = content[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", content[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        (bits,) = struct.unpack("<I", content[21:25])
        return (bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1
    if kind == b"VP8X":
        width = int.from_bytes(content[24:27], "little") + 1
        return width, int.from_bytes(content[27:30], "little") + 1
    return None


def _svg(content: bytes) -> Size | None:
    """Read width and height of SVG, else its view box."""
    match = SVG_SIZE.search(content)
    if match is None:
        return None
    lengths = [re.search(SVG_LENGTH % name, match[0]) for name in (b"width", b"height")]
    if lengths[0] and lengths[1]:
        return round(float(lengths[0][1])), round(float(lengths[1][1]))
    box = SVG_BOX.search(match[0])
    return (round(float(box[1])), round(float(box[2]))) if box else None


READERS: dict[str, Callable[[bytes], Size | None]] = {
    ".png": _png,
    ".jpg": _jpeg,
    ".jpeg": _jpeg,
    ".gif": _gif,
    ".webp": _webp,
    ".svg": _svg,
}
