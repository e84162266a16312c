"""Scale a font that readers have to the measures of the text face, so that no line moves when the face arrives.

The reference is Times: its widths are published, and Times New Roman, Liberation Serif, Tinos and Nimbus Roman share
them, so one of these fonts is found nearly everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

FALLBACK = "Source Serif 4 Fallback"

# Letters and spaces of English text, in per mille (Lewand 2000, table 1.2, with one space in every 5.6 characters).
FREQUENCY = {
    "a": 67, "b": 12, "c": 23, "d": 35, "e": 104, "f": 18, "g": 17, "h": 50, "i": 57, "j": 1, "k": 6, "l": 33, "m": 20,
    "n": 55, "o": 62, "p": 16, "q": 1, "r": 49, "s": 52, "t": 74, "u": 23, "v": 8, "w": 19, "x": 1, "y": 16, "z": 1,
    " ": 180,
}  # fmt: skip

# Advance widths in thousandths of an em (Adobe core 14 metrics), in the order of FREQUENCY.
TIMES_WIDTHS = {
    "roman": (444, 500, 444, 500, 444, 333, 500, 500, 278, 278, 500, 278, 778, 500, 500, 500, 500, 333, 389, 278, 500,
              500, 722, 500, 500, 444, 250),
    "bold": (500, 556, 444, 556, 444, 333, 500, 556, 278, 333, 556, 278, 833, 556, 500, 556, 556, 444, 389, 333, 556,
             500, 722, 500, 500, 444, 250),
    "italic": (500, 500, 444, 500, 444, 278, 500, 500, 278, 278, 444, 278, 722, 500, 500, 500, 500, 389, 389, 278, 500,
               444, 667, 444, 444, 389, 250),
}  # fmt: skip
LOCAL_NAMES = {
    "roman": ("Times New Roman", "Liberation Serif", "Tinos", "Nimbus Roman", "Times"),
    "bold": ("Times New Roman Bold", "Liberation Serif Bold", "Tinos Bold", "Nimbus Roman Bold", "Times Bold"),
    "italic": ("Times New Roman Italic", "Liberation Serif Italic", "Tinos Italic", "Nimbus Roman Italic"),
}
# Cut, style of the source file, weight at which it is measured, weights for which the rule stands.
CUTS = (("roman", "normal", 400, "400"), ("bold", "normal", 600, "500 700"), ("italic", "italic", 400, "400"))


def fallback_rules(sources: Mapping[str, Path]) -> list[str]:
    """Return the ``@font-face`` rules of the fallback, one for each cut, for the fonts in ``sources`` (by style)."""
    return [fallback_rule(cut, style, weights, measure(sources[style], weight)) for cut, style, weight, weights in CUTS]


@lru_cache
def measure(source: Path, weight: int) -> tuple[float, float, float, float]:
    """Return average width, ascent, descent and line gap of a variable font, in ems."""
    from fontTools.ttLib import TTFont

    with TTFont(source, lazy=True) as font:
        units = font["head"].unitsPerEm
        glyphs: Any = font.getGlyphSet(location={"wght": weight})
        names = font.getBestCmap()
        widths = [glyphs[names[ord(letter)]].width / units for letter in FREQUENCY]
        table = font["hhea"]
        return average(widths), table.ascent / units, -table.descent / units, table.lineGap / units


def average(widths: list[float]) -> float:
    """Return the mean advance width of a character of prose."""
    weights = FREQUENCY.values()
    return sum(width * weight for width, weight in zip(widths, weights, strict=True)) / sum(weights)


def fallback_rule(cut: str, style: str, weights: str, measures: tuple[float, float, float, float]) -> str:
    """Return the rule that scales Times to the measures of one cut."""
    width, ascent, descent, gap = measures
    scale = width / average([units / 1000 for units in TIMES_WIDTHS[cut]])
    local = ",".join(f'local("{name}")' for name in LOCAL_NAMES[cut])
    return (
        f'@font-face{{font-family:"{FALLBACK}";font-style:{style};font-weight:{weights};src:{local};'
        f"size-adjust:{scale:.2%};ascent-override:{ascent / scale:.2%};descent-override:{descent / scale:.2%};"
        f"line-gap-override:{gap / scale:.2%}}}\n"
    )
