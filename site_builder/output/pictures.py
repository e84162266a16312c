"""Remove metadata of cameras and programs from pictures, such as the place where a photograph was taken.

A picture without metadata is not changed. The colour profile is kept, and the orientation is applied.
"""

from __future__ import annotations

import io
import re
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

ORIENTATION = 0x0112
QUALITY = 90
# JPEG segments with metadata: Exif and XMP, IPTC, and those of programs; not the profile (2) and Adobe's (14).
JPEG_NOTES = frozenset({0xE1, *range(0xE3, 0xEE), 0xEF, 0xFE})
PNG_KEPT = frozenset(
    b"IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs hIST sPLT acTL fcTL fdAT cICP mDCV cLLI".split()
)
GIF_KEPT = (b"NETSCAPE2.0", b"ANIMEXTS1.0", b"ICCRGBG1012")
PNG_SIGN = b"\x89PNG\r\n\x1a\n"
SIGNS = {
    "AVIF": re.compile(rb".{4}ftyp(avif|avis|mif1)", re.DOTALL),
    "GIF": re.compile(rb"GIF8[79]a"),
    "JPEG": re.compile(rb"\xff\xd8\xff"),
    "PNG": re.compile(re.escape(PNG_SIGN)),
    "WEBP": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
}
EXIF_BIT, XMP_BIT = 0x08, 0x04


def without_notes(content: bytes, kind: str) -> bytes:
    """Return a picture without metadata; ``kind`` is Pillow's name of its format.

    Raises
    ------
    OSError
        If it is damaged.
    """
    if kind in CLEANERS and not is_rotated(content, kind):
        with suppress(struct.error, IndexError, ValueError):
            return b"".join(CLEANERS[kind](content))
    return reencoded(content, kind)


def kind_of(content: bytes) -> str:
    """Return Pillow's name of the format of a picture, detected by content; "" for other files."""
    return next((kind for kind, sign in SIGNS.items() if sign.match(content)), "")


def is_rotated(content: bytes, kind: str) -> bool:
    """Return whether the metadata of a picture require it to be rotated or mirrored."""
    if not any(mark in content for mark in (b"Exif", b"eXIf", b"EXIF")):
        return False
    from PIL import Image

    with Image.open(io.BytesIO(content), formats=[kind]) as image:
        return not getattr(image, "is_animated", False) and image.getexif().get(ORIENTATION, 1) not in {0, 1}


def reencoded(content: bytes, kind: str) -> bytes:
    """Apply the orientation of a picture, and encode it again without metadata."""
    from PIL import Image, ImageOps

    with Image.open(io.BytesIO(content), formats=[kind]) as image:
        if kind == "AVIF" and not (image.getexif() or image.info.get("xmp")):
            return content
        written = io.BytesIO()
        image.load()  # sets the duration of the first frame
        profile, moves = image.info.get("icc_profile"), getattr(image, "is_animated", False)
        whole = image if moves else ImageOps.exif_transpose(image)
        quality = {"quality": QUALITY} if kind in {"AVIF", "JPEG", "WEBP"} else {}
        more = {"save_all": True, "duration": image.info.get("duration", 100)} if moves else {}
        if kind == "PNG":  # otherwise its text chunks are written again
            whole.info = {key: value for key, value in whole.info.items() if key == "transparency"}
        whole.save(written, kind, exif=b"", xmp=b"", icc_profile=profile, **quality, **more)
        return written.getvalue()


def jpeg_pieces(content: bytes) -> Iterator[bytes]:
    """Yield the segments of a JPEG without metadata; data after its end, such as videos of cameras, are dropped."""
    yield content[:2]
    at = 2
    while content[at + 1] != 0xD9:
        marker, (length,) = content[at + 1], struct.unpack(">H", content[at + 2 : at + 4])
        if content[at] != 0xFF or length < 2:
            raise ValueError("no segment of JPEG")
        end = at + 2 + length
        if marker == 0xDA:  # the pixels: up to the next marker that is not part of them
            while content[end] != 0xFF or content[end + 1] in {0x00, 0xFF, *range(0xD0, 0xD8)}:
                end = content.index(b"\xff", end + 1)
        if marker not in JPEG_NOTES and not (marker == 0xE2 and not content[at + 4 :].startswith(b"ICC_PROFILE")):
            yield content[at:end]
        at = end
    yield content[at : at + 2]


def png_pieces(content: bytes) -> Iterator[bytes]:
    """Yield the chunks of a PNG without metadata."""
    if not content.startswith(PNG_SIGN):
        raise ValueError("no PNG")
    yield PNG_SIGN
    at, name = len(PNG_SIGN), b""
    while name != b"IEND":
        (length,), name = struct.unpack(">I", content[at : at + 4]), content[at + 4 : at + 8]
        if name in PNG_KEPT:
            yield content[at : at + 12 + length]
        at += 12 + length


def gif_pieces(content: bytes) -> Iterator[bytes]:
    """Yield the blocks of a GIF without metadata; the number of repetitions is kept."""
    at = 13 + (3 << (content[10] & 7) + 1 if content[10] & 0x80 else 0)
    yield content[:at]
    while content[at] != 0x3B:
        begins, kind = at, content[at + 1]
        is_extension = content[at] == 0x21
        if not is_extension and content[at] != 0x2C:
            raise ValueError("no block of GIF")
        at += 2 if is_extension else 11 + (3 << (content[at + 9] & 7) + 1 if content[at + 9] & 0x80 else 0)
        name = content[at + 1 : at + 12]
        while content[at]:
            at += content[at] + 1
        at += 1
        if not is_extension or kind not in {0xFE, 0xFF} or (kind == 0xFF and name in GIF_KEPT):
            yield content[begins:at]
    yield b"\x3b"


def webp_pieces(content: bytes) -> Iterator[bytes]:
    """Yield the chunks of a WebP without metadata."""
    if content[:4] != b"RIFF" or content[8:12] != b"WEBP":
        raise ValueError("no WebP")
    (size,), at, kept = struct.unpack("<I", content[4:8]), 12, list[bytes]()
    while at < min(size + 8, len(content)):
        name, (length,) = content[at : at + 4], struct.unpack("<I", content[at + 4 : at + 8])
        chunk = content[at : at + 8 + length + length % 2]
        if name == b"VP8X":
            chunk = chunk[:8] + bytes([chunk[8] & ~(EXIF_BIT | XMP_BIT)]) + chunk[9:]
        if name not in {b"EXIF", b"XMP "}:
            kept.append(chunk)
        at += 8 + length + length % 2
    yield b"RIFF" + struct.pack("<I", 4 + sum(map(len, kept))) + b"WEBP"
    yield from kept


CLEANERS: Mapping[str, Callable[[bytes], Iterator[bytes]]] = {
    "GIF": gif_pieces,
    "JPEG": jpeg_pieces,
    "PNG": png_pieces,
    "WEBP": webp_pieces,
}
