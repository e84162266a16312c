"""Cards: previews of pages that other sites show beside links."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from site_builder.assets.palette import engine_tokens
from site_builder.cache.results import Memo
from site_builder.pages import cards as card
from site_builder.pages.cards import (
    HEIGHT,
    MARGIN,
    WIDTH,
    Card,
    Outlines,
    card_svg,
    draw_card,
    drawing_in,
    letters_of,
    wrap,
)
from site_builder.pipeline.build import build_files
from tests.site_builder.conftest import SITES, Make

ROOT = Path(__file__).resolve().parents[3]
NODE_MODULES = ROOT / "node_modules"
LETTERS = letters_of(NODE_MODULES)
TOKENS = engine_tokens((ROOT / "static/css/engine/tokens.css").read_text(encoding="utf-8"))
COLORS = {name: light for name, (light, _) in TOKENS.items()}
DRAWING = (
    '<svg width="320" height="200" viewBox="0 0 320 200" class="drawing" overflow="visible"><rect fill="var(--c1)" '
    'width="320" height="200" stroke="color-mix(in oklab,var(--s2) 50%,var(--s1))"/>'
    '<text fill="currentColor">a</text></svg>'
)
SVG = "{http://www.w3.org/2000/svg}"


def size_of(png: bytes) -> tuple[int, int]:
    """Return width and height of a PNG."""
    assert png.startswith(b"\x89PNG")
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")


def test_a_card_is_drawn_once_and_the_same_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "one"))
    first = Card("Tides", "What they say.", "example.org", DRAWING)
    png = draw_card(first, COLORS, LETTERS)
    assert size_of(png) == (1200, 630)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "other"))
    assert draw_card(first, COLORS, LETTERS) == png


def test_a_drawing_has_the_colors_of_the_site() -> None:
    svg = card_svg(Card("Tides", "", "example.org", DRAWING), COLORS, LETTERS)
    assert "var(" not in svg
    assert "color-mix" not in svg
    (drawing,) = ElementTree.fromstring(svg).findall(f"{SVG}svg")
    assert drawing.attrib["viewBox"] == "0 0 320 200"
    assert drawing[0].attrib["fill"] == COLORS["c1"]
    left, top = float(drawing.attrib["x"]), float(drawing.attrib["y"])
    assert left + float(drawing.attrib["width"]) < WIDTH - MARGIN
    assert top + float(drawing.attrib["height"]) < HEIGHT - MARGIN


def test_the_first_drawing_of_a_page_is_taken_narrow_if_it_can_be_had() -> None:
    alone, wide, narrow = (DRAWING.replace("320", width) for width in ("500", "680", "320"))
    both = f'<div class="layout layout-wide">{wide}</div>\n<div class="layout layout-narrow">{narrow}</div>'
    assert drawing_in(f"<svg><path/></svg>{both}{alone}") == narrow
    assert drawing_in(f"{alone}{both}") == alone
    assert drawing_in(f'<div class="layout layout-wide">{wide}</div>{alone}') == wide
    assert drawing_in("<p>None.</p>") == ""


@pytest.mark.parametrize("drawing", ["", DRAWING], ids=["alone", "beside"])
@pytest.mark.parametrize("words", [1, 4, 12, 60])
def test_titles_and_descriptions_of_any_length_stay_on_the_card(words: int, drawing: str) -> None:
    shown = Card("Explorable " * words, "description " * 3 * words, "example.org", drawing)
    groups = ElementTree.fromstring(card_svg(shown, COLORS, LETTERS)).findall(f"{SVG}g")
    baselines = [float(group.attrib["transform"].split(",")[1].partition(")")[0]) for group in groups]
    assert baselines == sorted(baselines)
    assert baselines[-1] < 630 - 40
    assert baselines[-2] < baselines[-1] - 60
    for group in groups[:-1]:
        scale = float(group.attrib["transform"].split("scale(")[1].partition(",")[0])
        last = max(float(path.attrib["transform"].split("(")[1].partition(",")[0]) for path in group)
        assert MARGIN + last * scale < (WIDTH - MARGIN if not drawing else WIDTH - MARGIN - card.PICTURE)


def test_truncated_text_ends_in_an_ellipsis_and_stays_inside() -> None:
    font = Outlines(NODE_MODULES, 400)
    lines = wrap("word " * 100, font, 40, 2)
    assert len(lines) == 2
    assert all(line.width * 40 / 1000 <= 1200 - 2 * 80 for line in lines)
    assert lines[1].glyphs[-1][0] == font.line("…").glyphs[0][0]
    assert len(wrap("one line", font, 40, 2)) == 1


def test_every_page_of_an_author_has_its_card(make_project: Make, memo: Memo) -> None:
    site = 'url = "https://example.org/tides/"\n' + (SITES / "_base/content/site.toml").read_text(encoding="utf-8")
    files = build_files(make_project(files={"content/site.toml": site}), memo, complete=False).files
    cards = {}
    for page in ("index.html", "tides.html", "glossary.html"):
        html = files[page].decode()
        (address,) = re.findall(r'<meta property="og:image" content="https://example.org/tides/([^"]+)">', html)
        assert size_of(files[address]) == (1200, 630)
        cards[page] = address
        (words,) = re.findall(r'<meta property="og:image:alt" content="([^"]+)">', html)
        assert words == ("Tides" if page == "tides.html" else "Harbour. A small site about tides.")
    assert cards["index.html"] == cards["glossary.html"] == "card.png"
    assert re.fullmatch(r"assets/card-tides-[0-9a-f]{8,10}\.png", cards["tides.html"])
    assert drawing_in(files["tides.html"].decode()).startswith('<svg width="320"')
    assert drawing_in(files["index.html"].decode()) == ""


def test_a_widget_draws_the_card_of_its_page(make_project: Make, memo: Memo) -> None:
    base = SITES / "_base"
    settings = (base / "content/site.toml").read_text(encoding="utf-8")
    project = make_project(
        files={
            "content/site.toml": f'url = "https://example.org/"\n{settings}',
            "content/chapters/index.md": "# Harbour\n\n:::widget{#boat name=boat}\nIt floats.\n:::\n",
        }
    )
    boat = project / "static/js/harbour/widgets/boat.js"
    module = boat.read_text(encoding="utf-8")
    cards = []
    for hours in (2, 3):
        picture = f'<svg viewBox="0 0 9 9"><rect width="${{hour / {hours}}}" height="9"/></svg>'
        card = f"export const card = ({{hour}}) => `{picture}`;"
        boat.write_text(f"{module}\n{card}\n", encoding="utf-8")
        files = build_files(project, memo, complete=False).files
        cards.append({files[path] for path in files if path.endswith(".png")})
    assert list(map(len, cards)) == [2, 2]  # of the title page, and of the chapter
    assert cards[0].isdisjoint(cards[1])


def test_a_card_does_not_answer_the_question_of_a_figure() -> None:
    drawing = '<svg class="drawing"><path d="M{}"/></svg>'
    figures = [
        f'<figure><div class="explorable{kind}">{drawing.format(kind)}</div></figure>' for kind in (" asking", "")
    ]
    assert drawing_in("".join(figures)) == drawing.format("")
    assert drawing_in(figures[0]) == ""
