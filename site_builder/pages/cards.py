"""Draw social cards, which other sites show with a link to a page (OpenGraph, 1200 by 630)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from site_builder.assets.esbuild import hashed_name
from site_builder.assets.fonts import PACKAGE, SCRIPTS, font_file
from site_builder.assets.packages import installed_version
from site_builder.assets.palette import VARIABLE, in_colors
from site_builder.cache.results import cached
from site_builder.rendering.bodies import Body
from site_builder.settings.site_toml import Config

WIDTH, HEIGHT, MARGIN = 1200, 630, 80
TITLE_SIZES = (104, 92, 80, 68, 58)
TITLE_LINES = 3
TITLE_WEIGHT, TEXT_WEIGHT = 600, 400
TEXT_SIZE, FOOT_SIZE = 38, 30
TITLE_LEADING, TEXT_LEADING = 1.1, 1.36
# For cards with a drawing.
TITLE_SIZES_BESIDE = (80, 70, 62, 55, 48)
LINES_BESIDE, TEXT_BESIDE = 2, 34
PICTURE, GUTTER, INSET = 460, 48, 20
NEEDED = ("paper", "stage", "ink", "soft", "blue", "rule")
DRAWING = re.compile(
    r'(?:<div class="layout layout-(?P<layout>\w+)">)?(?P<svg><svg [^<>]*class="drawing"[^<>]*>.*?</svg>)', re.DOTALL
)
ASKING = '<div class="explorable asking">'
SIZES = re.compile(r' (?:width|height|class)="[^"]*"')
RECIPE = hashlib.sha256(Path(__file__).read_bytes()).hexdigest()


@dataclass(frozen=True)
class Piece:
    """A line of text as outlines: SVG path data for each glyph and its horizontal position, in units of the font."""

    glyphs: tuple[tuple[str, float], ...]
    width: float


class Outlines:
    """Glyphs of the text face as paths, so that the picture does not depend on installed fonts."""

    def __init__(self, node_modules: Path, weight: int) -> None:
        self._sources = [font_file(node_modules, script, "normal") for script in SCRIPTS]
        self._weight = weight
        self._open: list[tuple[dict[int, str], Any]] = []
        self._glyphs: dict[str, tuple[str, float]] = {}

    def line(self, text: str) -> Piece:
        """Return a line of text, without characters that the face lacks."""
        glyphs, place = [], 0.0
        for character in text:
            if character not in self._glyphs:
                self._glyphs[character] = self._draw(character)
            path, width = self._glyphs[character]
            glyphs.append((path, place))
            place += width
        return Piece(tuple(glyphs), place)

    def _draw(self, character: str) -> tuple[str, float]:
        """Return the outline of a character and its width; an empty outline if the face lacks it."""
        from fontTools.pens.svgPathPen import SVGPathPen

        found = self._find(character)
        if found is None:
            return "", 0.0
        name, letters = found
        pen = SVGPathPen(letters, ntos=lambda number: f"{number:.0f}")
        letters[name].draw(pen)
        return pen.getCommands(), letters[name].width

    def _find(self, character: str) -> tuple[str, Any] | None:
        """Return the name of a character's glyph and the glyph set that contains it."""
        from fontTools.ttLib import TTFont

        for number, source in enumerate(self._sources):
            if number == len(self._open):
                font = TTFont(source)
                self._open.append((font.getBestCmap(), font.getGlyphSet(location={"wght": self._weight})))
            names, letters = self._open[number]
            if ord(character) in names:
                return names[ord(character)], letters
        return None


@dataclass(frozen=True)
class Letters:
    """The two weights of the text face, shared by all cards because opening it takes ten times as long as drawing."""

    heavy: Outlines
    light: Outlines
    version: str


def letters_of(node_modules: Path) -> Letters:
    """Return the letters of the fonts in ``node_modules``; fonts are opened on first use."""
    heavy, light = Outlines(node_modules, TITLE_WEIGHT), Outlines(node_modules, TEXT_WEIGHT)
    return Letters(heavy, light, installed_version(node_modules / PACKAGE) or "")


@dataclass(frozen=True)
class Card:
    """The content of a card: texts, cut with an ellipsis if they do not fit, and a drawing of the page."""

    title: str
    description: str
    foot: str
    drawing: str = ""

    @property
    def room(self) -> int:
        """Return the width available for text."""
        return WIDTH - 2 * MARGIN - (PICTURE + GUTTER if self.drawing else 0)

    @property
    def text_size(self) -> int:
        """Return the size of the description."""
        return TEXT_BESIDE if self.drawing else TEXT_SIZE


def draw_card(card: Card, colors: Mapping[str, str], letters: Letters) -> bytes:
    """Draw a card as PNG in the colours of the light theme; cached in the user's cache.

    Notes
    -----
    About 0.03 s, the first 0.3 s; the same texts and drawing give the same bytes.
    """

    def draw() -> bytes:
        import vl_convert

        png: bytes = vl_convert.svg_to_png(card_svg(card, colors, letters))
        return png

    used = {name: colors[name] for name in sorted({*NEEDED, *VARIABLE.findall(card.drawing)} & colors.keys())}
    return cached("cards", (RECIPE, letters.version, repr(card), repr(used)), draw)


def card_svg(card: Card, colors: Mapping[str, str], letters: Letters) -> str:
    """Return a card as SVG, with text as paths."""
    light = letters.light
    size, title_lines = fit_title(card, letters.heavy)
    text = card.text_size
    foot_baseline = HEIGHT - 0.7 * MARGIN
    rule = foot_baseline - 1.7 * FOOT_SIZE
    first_text = MARGIN + size * (0.5 + TITLE_LEADING * len(title_lines)) + 0.6 * text
    room = int((rule - 0.6 * text - first_text) / (text * TEXT_LEADING)) + 1
    text_lines = wrap(card.description, light, text, room, card.room)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colors["paper"]}"/>',
        f'<rect width="{WIDTH}" height="14" fill="{colors["blue"]}"/>',
        f'<rect x="{MARGIN}" y="{rule:.0f}" width="{WIDTH - 2 * MARGIN}" height="2" fill="{colors["rule"]}"/>',
        *(place_drawing(card.drawing, colors, rule) if card.drawing else ()),
    ]
    for number, line in enumerate(title_lines):
        parts.append(draw_line(line, size, MARGIN + size * (0.75 + TITLE_LEADING * number), colors["ink"]))
    for number, line in enumerate(text_lines):
        parts.append(draw_line(line, text, first_text + text * TEXT_LEADING * number, colors["soft"]))
    parts.append(draw_line(light.line(card.foot), FOOT_SIZE, foot_baseline, colors["blue"]))
    return "".join([*parts, "</svg>"])


def place_drawing(drawing: str, colors: Mapping[str, str], rule: float) -> Iterator[str]:
    """Yield a panel on the right, and the page's drawing in it, as large as it fits."""
    left, height = WIDTH - MARGIN - PICTURE, rule - MARGIN - GUTTER / 2
    yield (
        f'<rect x="{left}" y="{MARGIN}" width="{PICTURE}" height="{height:.0f}" rx="12" '
        f'fill="{colors["stage"]}" stroke="{colors["rule"]}" stroke-width="2"/>'
    )
    place = f'x="{left + INSET}" y="{MARGIN + INSET}" width="{PICTURE - 2 * INSET}" height="{height - 2 * INSET:.0f}"'
    opening = SIZES.sub("", drawing[: drawing.index(">")])
    # The letters of drawings are measured in a font included in vl-convert.
    inherited = f'xmlns="http://www.w3.org/2000/svg" font-family="Liberation Sans" color="{colors["ink"]}"'
    yield in_colors(f"{opening} {place} {inherited}{drawing[drawing.index('>') :]}", colors)


def drawing_in(html: str) -> str:
    """Return the first drawing that answers no question of its figure, preferably in its narrow layout; else ""."""
    told = (
        one for one in DRAWING.finditer(html) if ASKING not in html[html.rfind("<figure", 0, one.start()) : one.start()]
    )
    first, second = [*islice(told, 2), None, None][:2]
    if first and second and (first["layout"], second["layout"]) == ("wide", "narrow"):
        return str(second["svg"])
    return str(first["svg"]) if first else ""


def fit_title(card: Card, font: Outlines) -> tuple[int, Sequence[Piece]]:
    """Return the largest size at which the title fits without a cut word, and its lines."""
    sizes, most = (TITLE_SIZES_BESIDE, LINES_BESIDE) if card.drawing else (TITLE_SIZES, TITLE_LINES)
    for size in sizes[:-1]:
        lines = wrap(card.title, font, size, most + 1, card.room)
        if len(lines) <= most and all(line.width * size <= card.room * 1000 for line in lines):
            return size, lines
    return sizes[-1], wrap(card.title, font, sizes[-1], TITLE_LINES, card.room)


def wrap(text: str, font: Outlines, size: int, most: int, width: int = WIDTH - 2 * MARGIN) -> list[Piece]:
    """Break text into at most ``most`` lines; cut the rest with an ellipsis."""
    room = width * 1000 / size
    words = text.split()
    lines: list[Piece] = []
    while words and len(lines) < most:
        mark = "…" if len(lines) == most - 1 else ""
        whole = font.line(" ".join(words))
        if whole.width <= room:
            return [*lines, whole]
        tried = (
            (n, font.line(" ".join(words[:n]).rstrip(".,;:" if mark else "") + mark)) for n in range(len(words), 0, -1)
        )
        count, line = next((n, line) for n, line in tried if line.width <= room or n == 1)
        lines.append(line)
        words = words[count:]
    return lines


def draw_line(line: Piece, size: float, baseline: float, color: str) -> str:
    """Return the paths of a line of text that starts at the margin."""
    scale = size / 1000
    paths = "".join(f'<path transform="translate({place:.0f},0)" d="{path}"/>' for path, place in line.glyphs if path)
    return (
        f'<g fill="{color}" transform="translate({MARGIN},{baseline:.1f}) scale({scale:.4f},-{scale:.4f})">{paths}</g>'
    )


CARD = "card.png"


def site_cards(
    config: Config, bodies: Sequence[Body], colors: Mapping[str, str], node_modules: Path
) -> tuple[dict[str, str], dict[str, bytes]]:
    """Return the path of each page's card by page, and the cards by path; empty if the site has no address.

    The card of the home page has a constant name, and generated pages share it. The card of a page without a drawing
    shows the drawing of the home page.
    """
    if config.url is None:
        return {}, {}
    address = urlsplit(config.url)
    foot = (address.netloc + address.path).rstrip("/")
    home = next((drawing_of(body) for body in bodies if body.info.kind == "home"), "")
    letters = letters_of(node_modules)
    files = {CARD: draw_card(Card(config.title, config.description, foot, home), colors, letters)}
    paths = {}
    for body in bodies:
        paths[body.info.file] = CARD
        if body.source and body.info.kind != "home":
            card = Card(body.info.title, body.info.description, foot, drawing_of(body) or home)
            content = draw_card(card, colors, letters)
            stem = body.info.file.removesuffix(".html")
            path = f"assets/{hashed_name(f'card-{stem}.png', hashlib.sha256(content).hexdigest())}"
            paths[body.info.file] = path
            files[path] = content
    return paths, files


def drawing_of(body: Body) -> str:
    """Return the drawing of a widget for the card, else the first drawing of the page."""
    return body.card or drawing_in(body.html)
