"""Pictures in a chapter: small files unchanged, large ones in several widths."""

from __future__ import annotations

import random
import re

from PIL import Image

from tests.site_builder.conftest import Build, Make


def test_a_heavy_picture_is_published_in_widths(make_project: Make, build: Build) -> None:
    project = make_project()
    chapters = project / "content" / "chapters"
    noise = Image.frombytes("RGB", (1700, 60), random.Random(1).randbytes(1700 * 60 * 3))
    noise.save(chapters / "sea wall.png")
    noise.crop((0, 0, 30, 20)).save(chapters / "buoy.png")
    with (chapters / "tides.md").open("a", encoding="utf-8") as chapter:
        chapter.write('\n![Waves](sea%20wall.png "The wall in **March**.")\n\nA ![buoy](buoy.png) swims.\n')
    result = build(project)
    assert result.problems == ()
    page = result.files["tides.html"].decode()
    heavy, light = re.findall(r"<img [^>]*>", page)
    assert re.sub(r"-[0-9a-f]{8}\.", "-HASH.", heavy) == (
        '<img src="assets/sea-wall-800-HASH.webp" srcset="assets/sea-wall-800-HASH.webp 800w, '
        'assets/sea-wall-1600-HASH.webp 1600w" sizes="min(100vw, 800px)" alt="Waves" width="1700" height="60" '
        'loading="lazy" decoding="async">'
    )
    assert re.search(r'src="(assets/buoy-[0-9a-f]{8}\.png)" alt="buoy" width="30" height="20"', light)
    published = {path for path in result.files if path.endswith((".webp", ".png"))}
    assert len(published) == 3
    assert published == set(re.findall(r"assets/[\w-]+\.(?:webp|png)", page))
