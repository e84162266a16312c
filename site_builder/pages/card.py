"""Draw the picture that other sites show beside a link to this one (OpenGraph, 1200 x 630)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from site_builder.assets.fonts import SCRIPTS, font_file

WIDTH, HEIGHT, MARGIN = 1200, 630, 80
TITLE_SIZES = (104, 92, 80, 68, 58)
TITLE_LINES = 3
TITLE_WEIGHT, TEXT_WEIGHT = 600, 400
TEXT_SIZE, FOOT_SIZE = 38, 30
TITLE_LEADING, TEXT_LEADING = 1.1, 1.36
PROPERTY = re.compile(r"--([\w-]+):\s*(?:light-dark\()?(#[0-9a-fA-F]{3,8})\b")
NEEDED = ("paper", "ink", "soft", "blue", "rule")


@dataclass(frozen=True)
class Piece:
    """A line of text as outlines: SVG path data for each glyph with its horizontal place, in units of the font."""

    glyphs: tuple[tuple[str, float], ...]
    width: float


class Outlines:
    """Letters of the text face as paths, so that the picture depends on no installed font."""

    def __init__(self, node_modules: Path, weight: int) -> None:
        self._sources = [font_file(node_modules, script, "normal") for script in SCRIPTS]
        self._weight = weight
        self._open: list[tuple[dict[int, str], Any]] = []
        self._glyphs: dict[str, tuple[str, float]] = {}

    def line(self, text: str) -> Piece:
        """Return a line of text; characters that the face lacks are left out."""
        glyphs, place = [], 0.0
        for character in text:
            if character not in self._glyphs:
                self._glyphs[character] = self._draw(character)
            path, width = self._glyphs[character]
            glyphs.append((path, place))
            place += width
        return Piece(tuple(glyphs), place)

    def _draw(self, character: str) -> tuple[str, float]:
        """Return the outline of a character and its width; nothing for one that the face lacks."""
        from fontTools.pens.svgPathPen import SVGPathPen

        found = self._find(character)
        if found is None:
            return "", 0.0
        name, letters = found
        pen = SVGPathPen(letters, ntos=lambda number: f"{number:.0f}")
        letters[name].draw(pen)
        return pen.getCommands(), letters[name].width

    def _find(self, character: str) -> tuple[str, Any] | None:
        """Return the name of a character's glyph and the glyphs it belongs to."""
        from fontTools.ttLib import TTFont

        for number, source in enumerate(self._sources):
            if number == len(self._open):
                font = TTFont(source)
                self._open.append((font.getBestCmap(), font.getGlyphSet(location={"wght": self._weight})))
            names, letters = self._open[number]
            if ord(character) in names:
                return names[ord(character)], letters
        return None


def draw_card(title: str, description: str, foot: str, tokens: str, node_modules: Path) -> bytes:
    """Return the card as PNG.

    Parameters
    ----------
    title, description, foot : str
        Words; what does not fit is cut, with an ellipsis.
    tokens : str
        Text of ``tokens.css``, whose first colours (light) are used.
    node_modules : Path
        Where the text face lies.

    Notes
    -----
    About 0.2 s; the same words give the same bytes.
    """
    import vl_convert

    svg = card_svg(title, description, foot, colors_of(tokens), node_modules)
    png: bytes = vl_convert.svg_to_png(svg)
    return png


def card_svg(title: str, description: str, foot: str, colors: dict[str, str], node_modules: Path) -> str:
    """Return the card as SVG made of paths only."""
    heavy, light = Outlines(node_modules, TITLE_WEIGHT), Outlines(node_modules, TEXT_WEIGHT)
    size, title_lines = fit_title(title, heavy)
    foot_baseline = HEIGHT - 0.7 * MARGIN
    rule = foot_baseline - 1.7 * FOOT_SIZE
    first_text = MARGIN + size * (0.5 + TITLE_LEADING * len(title_lines)) + 0.6 * TEXT_SIZE
    room = int((rule - 0.6 * TEXT_SIZE - first_text) / (TEXT_SIZE * TEXT_LEADING)) + 1
    text_lines = wrap(description, light, TEXT_SIZE, room)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{colors["paper"]}"/>',
        f'<rect width="{WIDTH}" height="14" fill="{colors["blue"]}"/>',
        f'<rect x="{MARGIN}" y="{rule:.0f}" width="{WIDTH - 2 * MARGIN}" height="2" fill="{colors["rule"]}"/>',
    ]
    for number, line in enumerate(title_lines):
        parts.append(draw_line(line, size, MARGIN + size * (0.75 + TITLE_LEADING * number), colors["ink"]))
    for number, line in enumerate(text_lines):
        parts.append(draw_line(line, TEXT_SIZE, first_text + TEXT_SIZE * TEXT_LEADING * number, colors["soft"]))
    parts.append(draw_line(light.line(foot), FOOT_SIZE, foot_baseline, colors["blue"]))
    return "".join([*parts, "</svg>"])


def fit_title(title: str, font: Outlines) -> tuple[int, Sequence[Piece]]:
    """Return the largest size at which the title fits its lines, and those lines."""
    for size in TITLE_SIZES[:-1]:
        lines = wrap(title, font, size, TITLE_LINES + 1)
        if len(lines) <= TITLE_LINES:
            return size, lines
    return TITLE_SIZES[-1], wrap(title, font, TITLE_SIZES[-1], TITLE_LINES)


def wrap(text: str, font: Outlines, size: int, most: int) -> list[Piece]:
    """Break text into at most ``most`` lines; what is left over is cut with an ellipsis."""
    room = (WIDTH - 2 * MARGIN) * 1000 / size
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


def colors_of(tokens: str) -> dict[str, str]:
    """Return the first value of each colour that the card needs."""
    found: dict[str, str] = {}
    for name, value in PROPERTY.findall(tokens):
        found.setdefault(name, value)
    return {name: found[name] for name in NEEDED}
