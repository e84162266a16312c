"""Measure the pictures of chapters, and make smaller copies of large ones."""

from __future__ import annotations

import hashlib
import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from site_builder.cache.results import cached
from site_builder.output.pictures import kind_of, without_notes
from site_builder.problems.source import Mistake
from site_builder.syntax.html import check_svg

if TYPE_CHECKING:
    from PIL.Image import Image

SVG_TAG = re.compile(rb"<svg\b[^<>]*>", re.DOTALL)
# At most five digits, since no page shows more pixels.
SVG_NUMBER = rb"\+?(\d{1,5}(?:\.\d{0,9})?|\.\d{1,9})"
SVG_LENGTH = rb'\s%%s\s*=\s*["\']\s*%s(?:px)?\s*["\']' % SVG_NUMBER
SVG_BOX = re.compile(
    rb'\sviewBox\s*=\s*["\']\s*[^\s,"\']+[\s,]+[^\s,"\']+[\s,]+%s[\s,]+%s\s*["\']' % (SVG_NUMBER, SVG_NUMBER)
)
# Pillow's names of the formats that all browsers support, by the suffix of the file.
RASTERS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".gif": "GIF", ".webp": "WEBP", ".avif": "AVIF"}
KINDS = (*RASTERS, ".svg")
# The first bytes of other kinds of pictures, which programs and phones save under the names of these.
OTHER_SIGNS = {rb".{4}ftyp(?:hei|hev|mif1)": "HEIC", rb"II\*\0|MM\0\*": "TIFF"}

# The widest column of a figure in CSS pixels, and twice that for dense screens.
WIDTHS = (800, 1600)
# Bytes up to which a picture is published unchanged.
LIGHT = 100_000
ORIENTATION = 0x0112
QUALITY = 82
# Part of the cache key: copies made by another version of this code must not be reused.
RECIPE = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()

Size = tuple[int, int]


def image_size(content: bytes, path: str) -> Size:
    """Return width and height of an image as a page shows it, after its EXIF rotation.

    Raises
    ------
    Mistake
        If browsers do not support its format, or it is damaged, or has no size.
    """
    suffix = PurePosixPath(path).suffix.lower()
    if suffix == ".svg":
        return svg_size(content, path)
    with opened(content, path) as image:
        turned = image.getexif().get(ORIENTATION, 1) >= 5
        return (image.height, image.width) if turned else (image.width, image.height)


def published(content: bytes, path: str) -> bytes:
    """Return a picture as published, without camera metadata; reject SVG that would run or fetch anything.

    Raises
    ------
    Mistake
        As :func:`image_size`, and for SVG that :func:`check_svg` rejects.
    """
    suffix = PurePosixPath(path).suffix.lower()
    if suffix == ".svg":
        check_svg(content, path)
        return content
    with opened(content, path):
        return without_notes(content, RASTERS[suffix])


def lighter_copies(content: bytes, path: str) -> dict[int, bytes]:
    """Return WebP copies of a large picture by width in pixels; none for small files, animations and SVG.

    Raises
    ------
    Mistake
        As :func:`image_size`, and if the pixels cannot be decoded completely.

    Notes
    -----
    A tenth of a second for a million pixels; cached by content in the user's cache.
    """
    if len(content) <= LIGHT or PurePosixPath(path).suffix.lower() == ".svg":
        return {}
    with opened(content, path) as image:
        if getattr(image, "is_animated", False):
            return {}
        width = image_size(content, path)[0]
    widths = [target for target in WIDTHS if target < width]
    if width <= WIDTHS[1]:
        widths.append(width)
    return {target: copy_of(content, path, target) for target in widths}


def copy_of(content: bytes, path: str, width: int) -> bytes:
    """Return the cached copy of one width; its key holds the content and the versions of the code and of Pillow."""
    import PIL

    ingredients = (RECIPE, PIL.__version__, hashlib.sha256(content).hexdigest(), str(width))
    return cached("pictures", ingredients, lambda: copied(content, path, width))


def copied(content: bytes, path: str, width: int) -> bytes:
    """Return a picture as WebP of this width, without metadata; lossless for PNG and GIF if that is smaller."""
    from PIL import ImageOps
    from PIL.Image import Resampling

    with opened(content, path) as image:
        drawn = image.format in {"PNG", "GIF"}
        whole = ImageOps.exif_transpose(image)
        plain = whole.convert("RGBA" if whole.has_transparency_data else "RGB")
        small = plain.resize((width, max(1, round(plain.height * width / plain.width))), Resampling.LANCZOS)
        profile = image.info.get("icc_profile")
    lossy = saved(small, profile, lossless=False)
    return min(lossy, saved(small, profile, lossless=True), key=len) if drawn else lossy


def saved(image: Image, profile: bytes | None, lossless: bool) -> bytes:
    """Return the bytes of an image as WebP."""
    written = io.BytesIO()
    image.save(written, "WEBP", lossless=lossless, quality=QUALITY, method=4, icc_profile=profile)
    return written.getvalue()


@contextmanager
def opened(content: bytes, path: str) -> Iterator[Image]:
    """Open an image in the format of its suffix; report what Pillow rejects as an error of the author's file."""
    kind = RASTERS.get(PurePosixPath(path).suffix.lower())
    if kind is None:
        raise Mistake(
            "image", f"{path!r} is not a supported kind of picture", suggestion=f"use one of {', '.join(KINDS)}"
        )
    from PIL import Image, UnidentifiedImageError

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=[kind]) as image:
                yield image
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        message = f"{path!r} has more than {Image.MAX_IMAGE_PIXELS:,} pixels"
        raise Mistake("image", message, suggestion=f"{WIDTHS[1]} pixels of width are enough for a page") from None
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError):
        raise wrong_kind(content, path, kind) from None


def wrong_kind(content: bytes, path: str, kind: str) -> Mistake:
    """Return the error of a picture that is not of the kind that its name states."""
    other = (name for sign, name in OTHER_SIGNS.items() if re.match(sign, content, re.DOTALL))
    found = next(other, "") or kind_of(content) or kind
    if found == kind:
        return Mistake("image", f"{path!r} is damaged, or is not a {kind} file", suggestion="export it again")
    suffix = next((suffix for suffix, name in RASTERS.items() if name == found), "")
    remedy = f"rename it to {PurePosixPath(path).stem + suffix!r}" if suffix else "export it as JPEG"
    message = f"{path!r} is a {found} file, although its name ends in {PurePosixPath(path).suffix}"
    return Mistake("image", message, suggestion=remedy)


def svg_size(content: bytes, path: str) -> Size:
    """Return the size of SVG from width and height, else from its view box; raise ``Mistake`` if it has neither."""
    tag = SVG_TAG.search(content)
    lengths = [tag and re.search(SVG_LENGTH % name, tag[0]) for name in (b"width", b"height")]
    if lengths[0] and lengths[1]:
        return pixels(lengths[0][1]), pixels(lengths[1][1])
    box = tag and SVG_BOX.search(tag[0])
    if not box:
        message = f"{path!r} is damaged or does not state its size"
        raise Mistake("image", message, suggestion='give its <svg> a viewBox="0 0 width height"')
    return pixels(box[1]), pixels(box[2])


def pixels(number: bytes) -> int:
    """Return a length rounded to pixels, at least one."""
    return max(1, round(float(number)))
