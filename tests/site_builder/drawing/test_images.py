"""Pictures: their size whatever made them, lighter copies of heavy ones, and words for what is no picture."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from PIL import Image

from site_builder.cache.results import cache_folder
from site_builder.drawing import images
from site_builder.drawing.images import LIGHT, image_size, lighter_copies
from site_builder.problems.source import Mistake


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def noise(width: int, height: int, mode: str = "RGB") -> Image.Image:
    """Return what no format makes small."""
    return Image.frombytes(mode, (width, height), random.Random(7).randbytes(width * height * len(mode)))


def written(image: Image.Image, kind: str, **options: object) -> bytes:
    content = io.BytesIO()
    image.save(content, kind, **options)
    return content.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(io.BytesIO(content))


@pytest.mark.parametrize(
    ("name", "kind", "options"),
    [
        ("a.png", "PNG", {}),
        ("a.JPG", "JPEG", {}),
        ("a.jpeg", "JPEG", {"progressive": True}),
        ("a.gif", "GIF", {}),
        ("a.webp", "WEBP", {"lossless": True}),
        ("b.webp", "WEBP", {"quality": 50}),
        ("a.avif", "AVIF", {}),
    ],
)
def test_sizes_of_pictures_of_any_program_are_read(name: str, kind: str, options: dict[str, object]) -> None:
    content = written(noise(40, 30), kind, **options)
    assert image_size(content, name) == (40, 30)
    assert lighter_copies(content, name) == {}


def test_a_photograph_has_the_size_that_browsers_show() -> None:
    exif = Image.Exif()
    exif[images.ORIENTATION] = 6
    content = written(noise(400, 300), "JPEG", exif=exif, quality=100)
    assert image_size(content, "a.jpg") == (300, 400)
    (copy,) = lighter_copies(content, "a.jpg").values()
    assert opened(copy).size == (300, 400)
    assert not opened(copy).getexif()


@pytest.mark.parametrize(
    "content",
    [b'<?xml version="1.0"?><svg xmlns="x" width="40px" height="30"/>', b"<svg viewBox='0 0 40.2 30'>"],
)
def test_sizes_of_drawings_are_read(content: bytes) -> None:
    assert image_size(content, "a.svg") == (40, 30)
    assert lighter_copies(content + b" " * LIGHT, "a.svg") == {}


@pytest.mark.parametrize(
    ("width", "widths"), [(500, [500]), (800, [800]), (1000, [800, 1000]), (1600, [800, 1600]), (2000, [800, 1600])]
)
def test_heavy_pictures_have_copies_for_columns_and_for_sharp_screens(width: int, widths: list[int]) -> None:
    content = written(noise(width, 100), "PNG")
    assert len(content) > LIGHT
    copies = lighter_copies(content, "a.png")
    assert list(copies) == widths
    for wanted, copy in copies.items():
        assert opened(copy).format == "WEBP"
        assert opened(copy).size == (wanted, round(100 * wanted / width))
        assert len(copy) < len(content)


def test_copies_keep_transparency_and_are_cached() -> None:
    content = written(noise(300, 200, "RGBA"), "PNG")
    first = lighter_copies(content, "a.png")
    assert opened(first[300]).mode == "RGBA"
    (kept,) = (cache_folder() / "pictures").iterdir()
    assert kept.stat().st_size > len(first[300])


def test_pictures_of_few_colours_are_lossless() -> None:
    image = Image.new("RGB", (1200, 900), "white")
    for step in range(40):
        image.paste((6 * step, 20, 255 - 6 * step), (30 * step, 7 * step, 30 * step + 9, 7 * step + 400))
    copy = lighter_copies(written(image, "PNG", compress_level=0), "a.png")[1200]
    assert opened(copy).convert("RGB").tobytes() == image.tobytes()


def test_animations_are_published_unchanged() -> None:
    frames = [noise(200, 200), noise(200, 200).rotate(90)]
    content = written(frames[0], "GIF", save_all=True, append_images=frames[1:])
    assert lighter_copies(content + b"\0" * LIGHT, "a.gif") == {}


PHOTOGRAPH = written(noise(300, 300), "JPEG", quality=100)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.png", b"", "'a.png' is damaged, or is not a PNG file"),
        ("a.png", PHOTOGRAPH, "'a.png' is a JPEG file, although its name ends in .png"),
        ("a.jpg", b"\0\0\0\x18ftypheic\0\0", "'a.jpg' is a HEIC file"),
        ("a.jpg", b"\xff\xd8\xff", "is damaged"),
        ("a.svg", b"<svg>", "does not state its size"),
        ("a.bmp", b"BM", "not a supported kind of picture"),
    ],
)
def test_a_file_that_is_no_picture_is_reported(name: str, content: bytes, words: str) -> None:
    with pytest.raises(Mistake, match=words):
        image_size(content, name)


def test_a_truncated_picture_is_reported() -> None:
    assert image_size(PHOTOGRAPH[: LIGHT + 9], "a.jpg") == (300, 300)
    with pytest.raises(Mistake, match="is damaged"):
        lighter_copies(PHOTOGRAPH[: LIGHT + 9], "a.jpg")
