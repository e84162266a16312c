"""Cut the face of the mathematics to the signs that formulas set.

Brackets, roots and braces stretch only with a font that has a MATH table, and many telephones have none.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

FAMILY = "STIX Two Math"
PACKAGE = "@fontsource/stix-two-math"
PUBLISHED = "stix-two-math.woff2"  # and a hash
SOURCE = "stix-two-math-latin-400-normal.woff2"

# Where Unicode keeps the slanted letters that a browser puts in the place of a single one (MathML Core, appendix C).
ITALIC_ALPHABETS = (("A", 26, 0x1D434), ("a", 26, 0x1D44E), ("\u0391", 25, 0x1D6E2), ("\u03b1", 25, 0x1D6FC))
ITALIC_H = "\N{PLANCK CONSTANT}"  # stands where the alphabet has a hole
FEATURES = ("ssty", "dtls", "flac")  # other sizes and shapes of signs
FALLBACK_SIGNS = frozenset("()[]{}|+-=<>,.0123456789 \N{MINUS SIGN}")


def formula_font_file(node_modules: Path) -> Path:
    """Return the font as the package brings it."""
    return node_modules / PACKAGE / "files" / SOURCE


def with_italics(characters: Iterable[str]) -> frozenset[str]:
    """Return the characters, the slanted letters that browsers draw for them, and the commonest signs."""
    signs = frozenset(characters) | FALLBACK_SIGNS
    slanted = {
        ITALIC_H if character == "h" else chr(start + ord(character) - ord(first))
        for character in signs
        for first, length, start in ITALIC_ALPHABETS
        if 0 <= ord(character) - ord(first) < length
    }
    return signs | slanted


def formula_face_rule(name: str) -> str:
    """Return the ``@font-face`` rule of the cut font; browsers fetch it for pages that show a formula."""
    return (
        f'@font-face{{font-family:"{FAMILY}";font-style:normal;font-weight:400;font-display:swap;'
        f'src:url("./{name}") format("woff2")}}\n'
    )
