"""Cut the faces of text and mathematics to the characters and weights that a site uses.

Roman is one variable font from regular to bold, italic one weight. Other scripts (Greek, accented Latin) come as faces
of their own when they occur, fetched by ``unicode-range``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from site_builder.assets import cutting, fallback_font, formula_font, own_fonts
from site_builder.assets.cutting import cut_font
from site_builder.assets.esbuild import hashed_name
from site_builder.assets.fallback_font import fallback_rules
from site_builder.assets.formula_font import formula_face_rule, formula_font_file, with_italics
from site_builder.assets.own_fonts import BOLD, FAMILIES, OwnFace, letters_of, weights_of
from site_builder.assets.packages import installed_version
from site_builder.reuse.kept import cache_folder, made_once

FAMILY = "Source Serif 4"
PACKAGE = "@fontsource-variable/source-serif-4"
SCRIPTS = ("latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese")
WEIGHTS = {"normal": (400, 700), "italic": (400, 400)}
# What stands behind a face of the project's own, until it is there.
BEHIND = {
    "text": f'"{fallback_font.FALLBACK}",Charter,"Iowan Old Style",Georgia,serif',
    "label": 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
}
FEATURES = ("kern", "liga", "ccmp", "locl", "tnum", "pnum")

# Always there, so that an edit seldom changes the fonts: printable ASCII and the punctuation that typesetting adds.
ALWAYS = frozenset(chr(code) for code in range(0x20, 0x7F)) | frozenset("\N{NO-BREAK SPACE}‘’“”–—…·×−")  # noqa: RUF001

# Part of the name of what is kept: another way of making it must not find what an older one left.
MODULES = (__file__, cutting.__file__, fallback_font.__file__, formula_font.__file__, own_fonts.__file__)
CODE = b"".join(Path(file).read_bytes() for file in MODULES)
RECIPE = hashlib.sha256(CODE).hexdigest()


@dataclass(frozen=True)
class Fonts:
    """Cut fonts: bytes by file name, the ``@font-face`` rules (files beside the style sheet), what to preload."""

    files: Mapping[str, bytes]
    css: str
    preload: tuple[str, ...]


@lru_cache(maxsize=4)
def cut_fonts(
    node_modules: Path,
    characters: frozenset[str],
    formulas: frozenset[str] = frozenset(),
    own: tuple[OwnFace, ...] = (),
) -> Fonts:
    """Return the text face for ``characters`` and, if there are any, the face of the mathematics for ``formulas``.

    Faces of the project's own go before: a text face among them stands for the built-in one. What a face lacks is left
    to the reader's own fonts.

    Notes
    -----
    About a second; what was cut once is found again in the user's cache. The bytes depend on the characters and the
    package only.
    """
    files: dict[str, bytes] = {}
    rules: list[str] = []
    if not any(face.role == "text" for face in own):
        for name, content, rule in built_in_faces(node_modules, characters | ALWAYS):
            files[name] = content
            rules.append(rule)
        rules.append(matched_fallback(node_modules))
    files_of_own, rules_of_own = own_faces(node_modules, characters | ALWAYS, own)
    files |= files_of_own
    rules += rules_of_own
    if formulas:
        content = formula_face(node_modules, with_italics(formulas))
        name = hashed_name(formula_font.PUBLISHED, hashlib.sha256(content).hexdigest())
        files[name] = content
        rules.append(formula_face_rule(name))
    return Fonts(files, "".join(rules), preload=tuple(files)[:1])


def built_in_faces(node_modules: Path, characters: frozenset[str]) -> Iterator[tuple[str, bytes, str]]:
    """Yield file, bytes and rule of the built-in text face, for each script that occurs."""
    left = characters
    for script in SCRIPTS:
        styles = ("normal", "italic") if script == "latin" else ("normal",)
        covered = left & characters_of(font_file(node_modules, script, "normal"))
        left -= covered
        for style in styles if covered else ():
            content = cut_or_kept(font_file(node_modules, script, style), covered, style, node_modules)
            parts = ("source-serif-4", script if script != "latin" else "", style if style != "normal" else "")
            name = hashed_name("-".join(filter(None, parts)) + ".woff2", hashlib.sha256(content).hexdigest())
            yield name, content, face_rule(name, style, covered)


def own_faces(
    node_modules: Path, characters: frozenset[str], own: tuple[OwnFace, ...]
) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of the project's own faces, and the rules that make pages use them."""
    files: dict[str, bytes] = {}
    rules: list[str] = []
    for face in own:
        covered = characters & letters_of(face)
        ingredients = ("own", face.digest, face.style, str(face.weight), "".join(sorted(covered)))
        content = cut_once(
            ingredients, node_modules / PACKAGE, partial(cut_font, face.file, covered, FEATURES, weights_of(face))
        )
        stem = "-".join(("site", face.role, *(("italic",) if face.style == "italic" else ()), str(face.weight)))
        name = hashed_name(f"{stem}.woff2", hashlib.sha256(content).hexdigest())
        files[name] = content
        rules.append(face_rule(name, face.style, covered, FAMILIES[face.role], weights_of(face)))
    text = {face.style: face.file for face in own if face.role == "text" and face.weight < BOLD}
    if text:
        measured = {style: text.get(style, text["normal"]) for style in WEIGHTS}
        rules += fallback_rules(measured)
    return files, rules


def own_stacks(own: tuple[OwnFace, ...]) -> str:
    """Return the rule that makes pages use the project's own faces, before those of the reader's own."""
    roles = sorted({face.role for face in own})
    stacks = "".join(f'--{role}:"{FAMILIES[role]}",{BEHIND[role]};' for role in roles)
    return f":root{{{stacks}}}" if stacks else ""


def formula_face(node_modules: Path, characters: frozenset[str]) -> bytes:
    """Return the cut face of the mathematics, from the cache if it was cut before."""
    source = formula_font_file(node_modules)
    ingredients = ("formulas", "".join(sorted(characters)))
    package = node_modules / formula_font.PACKAGE
    return cut_once(ingredients, package, lambda: cut_font(source, characters, formula_font.FEATURES))


def font_file(node_modules: Path, script: str, style: str) -> Path:
    """Return the variable font of a script as the package brings it."""
    return node_modules / PACKAGE / "files" / f"source-serif-4-{script}-wght-{style}.woff2"


@lru_cache
def characters_of(source: Path) -> frozenset[str]:
    """Return the characters that a font file has."""
    from fontTools.ttLib import TTFont

    with TTFont(source, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def cut_or_kept(source: Path, characters: Iterable[str], style: str, node_modules: Path) -> bytes:
    """Return a cut font, from the cache if it was cut before."""
    text = "".join(sorted(characters))
    return cut_once(("cut", source.name, style, text), node_modules / PACKAGE, lambda: cut(source, text, style))


def matched_fallback(node_modules: Path) -> str:
    """Return the rules of the fallback, from the cache if they were computed before."""
    sources = {style: font_file(node_modules, "latin", style) for style in WEIGHTS}
    made = cut_once(("fallback",), node_modules / PACKAGE, lambda: "".join(fallback_rules(sources)).encode())
    return made.decode()


def cut_once(ingredients: tuple[str, ...], package: Path, make: Callable[[], bytes]) -> bytes:
    """Return what ``make`` gives, kept by its ingredients, the recipe and the package's version."""
    return made_once(cache_folder() / "fonts", (RECIPE, installed_version(package) or "", *ingredients), make)


def cut(source: Path, characters: str, style: str) -> bytes:
    """Return the font with these characters, the weights of ``style``, and the features that pages use, as woff2."""
    return cut_font(source, characters, FEATURES, WEIGHTS[style])


def face_rule(
    name: str,
    style: str,
    characters: Iterable[str],
    family: str = FAMILY,
    weights: tuple[int, int] | None = None,
) -> str:
    """Return the ``@font-face`` rule of a cut font."""
    lightest, boldest = weights or WEIGHTS[style]
    weight = str(lightest) if lightest == boldest else f"{lightest} {boldest}"
    return (
        f'@font-face{{font-family:"{family}";font-style:{style};font-weight:{weight};font-display:swap;'
        f'src:url("./{name}") format("woff2");unicode-range:{unicode_range(characters)}}}\n'
    )


def unicode_range(characters: Iterable[str]) -> str:
    """Return the characters as the value of ``unicode-range``."""
    codes = sorted(map(ord, characters))
    starts = [code for code in codes if code - 1 not in set(codes)]
    ends = [code for code in codes if code + 1 not in set(codes)]
    pairs = zip(starts, ends, strict=True)
    return ",".join(f"U+{start:X}" if start == end else f"U+{start:X}-{end:X}" for start, end in pairs)
