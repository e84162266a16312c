"""Subset fonts to the characters and weights of a site: the built-in faces, those of a project, and formulas."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from site_builder.assets.esbuild import hashed_name
from site_builder.assets.packages import installed_version
from site_builder.cache.results import cached
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, suggest
from site_builder.project_files import LARGEST_PICTURE, RefusedFileError, content_files, find_file, read_limited
from site_builder.settings.site_toml import SITE, Settings


def cut_font(
    source: Path, characters: Iterable[str], features: Iterable[str], weights: tuple[int, int] | None = None
) -> bytes:
    """Return a font subset with these characters and features as woff2, and a variable font with a range of weights.

    About a tenth of a second, with HarfBuzz; fontTools takes ten times as long to limit the weights.
    """
    import uharfbuzz
    from fontTools.ttLib import TTFont

    face = uharfbuzz.Face(uncompressed(source, source.stat().st_mtime_ns))
    wanted = uharfbuzz.SubsetInput()
    wanted.flags = uharfbuzz.SubsetFlags.NO_HINTING
    tags = (int.from_bytes(feature.encode(), "big") for feature in features)
    for chosen, those in (
        (wanted.unicode_set, map(ord, characters)),
        (wanted.layout_feature_tag_set, tags),
        (wanted.name_id_set, (0, 1, 2, 13, 14)),
    ):
        chosen.clear()
        chosen.update(those)
    if weights is not None:
        for axis in face.axis_infos:
            if axis.tag != "wght":
                wanted.pin_axis_to_default(face, axis.tag)
            elif weights[0] == weights[1]:
                wanted.pin_axis_location(face, axis.tag, weights[0])
            else:
                wanted.set_axis_range(face, axis.tag, *weights)
    return saved(TTFont(io.BytesIO(wanted.subset(face).blob.data), recalcTimestamp=False), "woff2")


@lru_cache(maxsize=8)
def uncompressed(source: Path, saved_at: int) -> bytes:
    """Return a font file as TrueType or OpenType; ``saved_at`` is its time. To read a woff2 takes 0.2 s."""
    from fontTools.ttLib import TTFont

    return saved(TTFont(source, recalcTimestamp=False), None)


def saved(font: Any, flavor: str | None) -> bytes:
    """Return a font as a file: as woff2, or uncompressed if ``flavor`` is None."""
    font.flavor = flavor
    target = io.BytesIO()
    font.save(target)
    return target.getvalue()


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
# Cut, style of the source file, weight at which it is measured, weights for which the rule applies.
CUTS = (("roman", "normal", 400, "400"), ("bold", "normal", 600, "500 700"), ("italic", "italic", 400, "400"))


def fallback_rules(sources: Mapping[str, Path]) -> list[str]:
    """Return the ``@font-face`` rules of the fallback, one for each cut, for the fonts in ``sources`` by style."""
    return [fallback_rule(cut, style, weights, measure(sources[style], weight)) for cut, style, weight, weights in CUTS]


@lru_cache
def measure(source: Path, weight: int) -> tuple[float, float, float, float]:
    """Return average width, ascent, descent and line gap of a variable font, in ems."""
    import uharfbuzz
    from fontTools.ttLib import TTFont

    content = uncompressed(source, source.stat().st_mtime_ns)
    face = uharfbuzz.Face(content)
    font = uharfbuzz.Font(face)
    font.set_variations({"wght": weight})
    widths = [font.get_glyph_h_advance(font.get_nominal_glyph(ord(letter))) / face.upem for letter in FREQUENCY]
    table = TTFont(io.BytesIO(content), lazy=True)["hhea"]
    return (average(widths), *(part / face.upem for part in (table.ascent, -table.descent, table.lineGap)))


def average(widths: list[float]) -> float:
    """Return the mean advance width of a character of prose."""
    weights = FREQUENCY.values()
    return sum(width * weight for width, weight in zip(widths, weights, strict=True)) / sum(weights)


def fallback_rule(cut: str, style: str, weights: str, measures: tuple[float, float, float, float]) -> str:
    """Return the rule that scales Times to the metrics of one cut."""
    width, ascent, descent, gap = measures
    scale = width / average([units / 1000 for units in TIMES_WIDTHS[cut]])
    local = ",".join(f'local("{name}")' for name in LOCAL_NAMES[cut])
    return (
        f'@font-face{{font-family:"{FALLBACK}";font-style:{style};font-weight:{weights};src:{local};'
        f"size-adjust:{scale:.2%};ascent-override:{ascent / scale:.2%};descent-override:{descent / scale:.2%};"
        f"line-gap-override:{gap / scale:.2%}}}\n"
    )


FORMULA_FAMILY = "STIX Two Math"
FORMULA_PACKAGE = "@fontsource/stix-two-math"
PUBLISHED = "stix-two-math.woff2"  # plus a hash
SOURCE = "stix-two-math-latin-400-normal.woff"  # read four times as fast as the woff2, and the same font

# Unicode ranges of the italic letters by which browsers replace single letters (MathML Core, appendix C).
ITALIC_ALPHABETS = (("A", 26, 0x1D434), ("a", 26, 0x1D44E), ("\u0391", 25, 0x1D6E2), ("\u03b1", 25, 0x1D6FC))
ITALIC_H = "\N{PLANCK CONSTANT}"  # replaces an unassigned code point of the alphabet
FORMULA_FEATURES = ("ssty", "dtls", "flac")  # variants of sizes and shapes of symbols
FALLBACK_SIGNS = frozenset("()[]{}|+-=<>,.0123456789 \N{MINUS SIGN}")


def with_italics(characters: Iterable[str]) -> frozenset[str]:
    """Return the characters, the italic letters that browsers draw for them, and common symbols."""
    signs = frozenset(characters) | FALLBACK_SIGNS
    slanted = {
        ITALIC_H if character == "h" else chr(start + ord(character) - ord(first))
        for character in signs
        for first, length, start in ITALIC_ALPHABETS
        if 0 <= ord(character) - ord(first) < length
    }
    return signs | slanted


def formula_face_rule(name: str) -> str:
    """Return the ``@font-face`` rule of the subset; browsers fetch it for pages that show a formula."""
    return (
        f'@font-face{{font-family:"{FORMULA_FAMILY}";font-style:normal;font-weight:400;font-display:swap;'
        f'src:url("./{name}") format("woff2")}}\n'
    )


KINDS = (".woff2", ".woff", ".ttf", ".otf")
ROLES = ("text", "label")
FAMILIES = {"text": "Site Text", "label": "Site Label"}
# Cut, style and declared weight of a file; a variable font has all weights from this one on.
OWN_CUTS = (("roman", "normal", 400), ("bold", "normal", 700), ("italic", "italic", 400))
BOLD = 700
FONT_ERROR = "font"


class OwnFace(NamedTuple):
    """A font file: its role (``text`` or ``label``), style, lightest weight, path and digest."""

    role: str
    style: str
    weight: int
    file: Path
    digest: str


def read_own_fonts(project: Path, settings: Settings) -> tuple[tuple[OwnFace, ...], list[Problem]]:
    """Return the font files that ``site.toml`` names, and the problems of those that cannot be used."""
    faces: list[OwnFace] = []
    problems: list[Problem] = []
    for role in ROLES:
        face = getattr(settings.config.fonts, role)
        for cut, style, weight in OWN_CUTS if face else ():
            name: str = getattr(face, cut)
            if not name:
                continue
            try:
                file, digest = checked(project, name)
                faces.append(OwnFace(role, style, weight, file, digest))
            except Mistake as mistake:
                mistake.length = len(name)
                problems.append(settings.source.mistake(mistake, settings.place("fonts", role, cut, value=True)))
    return tuple(faces), problems


def read_beside(project: Path, name: str, what: str, code: str, kinds: Collection[str]) -> tuple[Path, bytes]:
    """Return a file in the folder of ``site.toml`` and its content; raise ``Mistake`` if it is not there or refused."""
    folder = (project / SITE).parent.resolve()
    try:
        file = find_file(folder, folder, name, "the folder of site.toml")
        return file, read_limited(file, LARGEST_PICTURE)
    except FileNotFoundError:
        files = content_files(folder, "**/*")
        known = [path.relative_to(folder).as_posix() for path in files if path.suffix.lower() in kinds]
        message = f"there is no {what} {name!r} in the folder of site.toml"
        raise Mistake(code, message, suggestion=suggest(name, known) or "put the file beside site.toml") from None
    except RefusedFileError as refused:
        raise Mistake(code, refused.message, suggestion=refused.remedy) from None


def checked(project: Path, name: str) -> tuple[Path, str]:
    """Return a font file beside ``site.toml`` and its digest; raise ``Mistake`` if it is not a usable font."""
    from fontTools.ttLib import TTFont, TTLibError

    file, content = read_beside(project, name, "font", FONT_ERROR, KINDS)
    try:
        with TTFont(io.BytesIO(content), lazy=True) as font:
            has_letters = ord("a") in font.getBestCmap()
    except (TTLibError, KeyError, TypeError, AssertionError, ValueError):
        suggestion = f"use {', '.join(KINDS)}"
        raise Mistake(FONT_ERROR, f"{name!r} cannot be read as a font", suggestion=suggestion) from None
    if not has_letters:
        raise Mistake(FONT_ERROR, f"{name!r} has no letters, only symbols")
    return file, hashlib.sha256(content).hexdigest()


@lru_cache(maxsize=16)
def weights_of(face: OwnFace) -> tuple[int, int]:
    """Return the lightest and the boldest weight of a face that pages can use."""
    from fontTools.ttLib import TTFont

    with TTFont(face.file, lazy=True) as font:
        axes = {axis.axisTag: axis for axis in font["fvar"].axes} if "fvar" in font else {}
    if "wght" not in axes or face.style == "italic":
        return face.weight, face.weight
    lightest = max(int(axes["wght"].minValue), face.weight)
    return lightest, max(lightest, min(int(axes["wght"].maxValue), BOLD))


FAMILY = "Source Serif 4"
PACKAGE = "@fontsource-variable/source-serif-4"
SCRIPTS = ("latin", "latin-ext", "greek", "cyrillic", "cyrillic-ext", "vietnamese")
WEIGHTS = {"normal": (400, 700), "italic": (400, 400)}
# Fallback fonts for a face of the project until it is loaded.
FALLBACK_STACKS = {
    "text": f'"{FALLBACK}",Charter,"Iowan Old Style",Georgia,serif',
    "label": 'system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
}
FEATURES = ("kern", "liga", "ccmp", "locl", "tnum", "pnum")

# Always included, so that an edit seldom changes the fonts: printable ASCII and typographic punctuation.
ALWAYS = frozenset(chr(code) for code in range(0x20, 0x7F)) | frozenset("\N{NO-BREAK SPACE}‘’“”–—…·×−")  # noqa: RUF001

# Part of the cache key: fonts made by another version of this code must not be reused.
CODE = Path(__file__).read_bytes()
RECIPE = hashlib.sha256(CODE).hexdigest()


@dataclass(frozen=True)
class Fonts:
    """Font subsets: contents by file name, their ``@font-face`` rules, and the files to preload."""

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
    """Return the text face for ``characters`` and, if there are formulas, the formula face for ``formulas``.

    Faces of the project take precedence: a text face among them replaces the built-in one. Missing characters are shown
    in fonts of the reader.

    Notes
    -----
    About a third of a second; subsets are cached in the user's cache. The bytes depend only on the characters and the
    packages.
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
        name = hashed_name(PUBLISHED, hashlib.sha256(content).hexdigest())
        files[name] = content
        rules.append(formula_face_rule(name))
    return Fonts(files, "".join(rules), preload=tuple(files)[:1])


def built_in_faces(node_modules: Path, characters: frozenset[str]) -> Iterator[tuple[str, bytes, str]]:
    """Yield file name, content and rule of the built-in text face for each script that occurs."""
    left = characters
    for script in SCRIPTS:
        styles = ("normal", "italic") if script == "latin" else ("normal",)
        covered = left & characters_of(font_file(node_modules, script, "normal"))
        left -= covered
        for style in styles if covered else ():
            content = cached_subset(font_file(node_modules, script, style), covered, style, node_modules)
            parts = ("source-serif-4", script if script != "latin" else "", style if style != "normal" else "")
            name = hashed_name("-".join(filter(None, parts)) + ".woff2", hashlib.sha256(content).hexdigest())
            yield name, content, face_rule(name, style, covered)


def own_faces(
    node_modules: Path, characters: frozenset[str], own: tuple[OwnFace, ...]
) -> tuple[dict[str, bytes], list[str]]:
    """Return the files of the project's faces and their ``@font-face`` rules."""
    files: dict[str, bytes] = {}
    rules: list[str] = []
    for face in own:
        covered = characters & characters_of(face.file, face.digest)
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
    """Return the rule that puts the project's faces first in the font stacks; "" without such faces."""
    roles = sorted({face.role for face in own})
    stacks = "".join(f'--{role}:"{FAMILIES[role]}",{FALLBACK_STACKS[role]};' for role in roles)
    return f":root{{{stacks}}}" if stacks else ""


def formula_face(node_modules: Path, characters: frozenset[str]) -> bytes:
    """Return the cached subset of the formula face."""
    ingredients = ("formulas", "".join(sorted(characters)))
    package = node_modules / FORMULA_PACKAGE
    return cut_once(ingredients, package, lambda: cut_font(package / "files" / SOURCE, characters, FORMULA_FEATURES))


def font_file(node_modules: Path, script: str, style: str) -> Path:
    """Return the path of the variable font of a script in its package."""
    return node_modules / PACKAGE / "files" / f"source-serif-4-{script}-wght-{style}.woff2"


@lru_cache
def characters_of(source: Path, digest: str = "") -> frozenset[str]:
    """Return the characters of a font file; ``digest`` is that of a file that may change."""
    from fontTools.ttLib import TTFont

    with TTFont(source, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap()))


def cached_subset(source: Path, characters: Iterable[str], style: str, node_modules: Path) -> bytes:
    """Return the cached subset of a font."""
    text = "".join(sorted(characters))
    return cut_once(("cut", source.name, style, text), node_modules / PACKAGE, lambda: cut(source, text, style))


def matched_fallback(node_modules: Path) -> str:
    """Return the cached rules of the fallback."""
    sources = {style: font_file(node_modules, "latin", style) for style in WEIGHTS}
    made = cut_once(("fallback",), node_modules / PACKAGE, lambda: "".join(fallback_rules(sources)).encode())
    return made.decode()


def cut_once(ingredients: tuple[str, ...], package: Path, make: Callable[[], bytes]) -> bytes:
    """Return the cached result of ``make``, by its ingredients, this code and the package's version."""
    return cached("fonts", (RECIPE, installed_version(package) or "", *ingredients), make)


def cut(source: Path, characters: str, style: str) -> bytes:
    """Return the subset of a font with these characters and the weights of ``style`` as woff2."""
    return cut_font(source, characters, FEATURES, WEIGHTS[style])


def face_rule(
    name: str, style: str, characters: Iterable[str], family: str = FAMILY, weights: tuple[int, int] | None = None
) -> str:
    """Return the ``@font-face`` rule of a subset."""
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
