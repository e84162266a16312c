"""Compute the light and dark colours of a site, and check their contrast with backgrounds (WCAG 2.2, OKLab)."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Place, Source, load_source, place_in
from site_builder.project_files import content_files

if TYPE_CHECKING:
    from site_builder.settings.site_toml import Settings

TO_CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
TO_LAB = (
    (0.2104542553, 0.793617785, -0.0040720468),
    (1.9779984951, -2.428592205, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.808675766),
)
FROM_LAB = (
    (1.0, 0.3963377774, 0.2158037573),
    (1.0, -0.1055613458, -0.0638541728),
    (1.0, -0.0894841775, -1.291485548),
)
FROM_CONES = (
    (4.0767416621, -3.3077115913, 0.2309699292),
    (-1.2684380046, 2.6097574011, -0.3413193965),
    (-0.0041960863, -0.7034186147, 1.707614701),
)
STEPS = 400


class Shade(NamedTuple):
    """A colour by lightness (0 to 1), chroma and hue (radians)."""

    lightness: float
    chroma: float
    hue: float


def channels(color: str) -> tuple[float, float, float]:
    """Return linear red, green and blue of ``#rrggbb`` or ``#rgb``, 0 to 1."""
    digits = color.removeprefix("#")
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else [digits[i : i + 2] for i in (0, 2, 4)]
    values = [int(pair, 16) / 255 for pair in pairs]
    red, green, blue = (value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in values)
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(color: str) -> float:
    """Return the relative luminance of a colour."""
    red, green, blue = channels(color)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    """Return the product of a matrix and a vector."""
    return tuple(sum(weight * value for weight, value in zip(row, vector, strict=True)) for row in matrix)


def shade_of(color: str) -> Shade:
    """Return a colour as lightness, chroma and hue."""
    lightness, a, b = times(TO_LAB, tuple(math.cbrt(value) for value in times(TO_CONES, channels(color))))
    return Shade(lightness, math.hypot(a, b), math.atan2(b, a))


def color_of(shade: Shade) -> str:
    """Return the sRGB colour of a shade, with reduced chroma if it is outside sRGB."""
    chroma = shade.chroma
    while True:
        lab = (shade.lightness, chroma * math.cos(shade.hue), chroma * math.sin(shade.hue))
        linear = times(FROM_CONES, tuple(value**3 for value in times(FROM_LAB, lab)))
        if chroma <= 0 or all(-0.0005 <= value <= 1.0005 for value in linear):
            return "#" + "".join(f"{round(255 * to_srgb(value)):02x}" for value in linear)
        chroma = max(0.0, chroma - 0.002)


def mixed(one: str, other: str, share: float) -> str:
    """Mix ``share`` (0 to 1) of one colour into another, as ``color-mix(in oklab, …)`` does."""
    first, second = (shade_of(color) for color in (one, other))
    lightness = share * first.lightness + (1 - share) * second.lightness
    a = share * first.chroma * math.cos(first.hue) + (1 - share) * second.chroma * math.cos(second.hue)
    b = share * first.chroma * math.sin(first.hue) + (1 - share) * second.chroma * math.sin(second.hue)
    return color_of(Shade(lightness, math.hypot(a, b), math.atan2(b, a)))


VARIABLE = re.compile(r"var\(--([\w-]+)\)")
MIXTURE = re.compile(r"color-mix\(in oklab, ?(#[0-9a-f]{6}) (\d+)%, ?(#[0-9a-f]{6})\)")


def in_colors(drawing: str, colors: Mapping[str, str]) -> str:
    """Replace custom properties in a drawing by colours, and compute mixtures."""
    plain = VARIABLE.sub(lambda found: colors.get(found[1], found[0]), drawing)
    return MIXTURE.sub(lambda found: mixed(found[1], found[3], int(found[2]) / 100), plain)


def to_srgb(value: float) -> float:
    """Return the sRGB value of a linear channel."""
    value = min(1.0, max(0.0, value))
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def nearest_with(color: str, grounds: tuple[str, ...], least: float) -> str | None:
    """Return the colour of nearest lightness with a contrast of ``least`` to every background, if there is one."""
    shade = shade_of(color)
    for step in range(STEPS + 1):
        for lightness in (shade.lightness - step / STEPS, shade.lightness + step / STEPS):
            tried = color_of(shade._replace(lightness=lightness)) if 0 <= lightness <= 1 else None
            if tried and all(contrast(tried, ground) >= least for ground in grounds):
                return tried
    return None


HEX = r"#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}"
BOTH_THEMES = rf"light-dark\(\s*(?P<light>{HEX})\s*,\s*(?P<dark>{HEX})\s*\)"
TOKEN = re.compile(rf"(?<![\w-])--(?P<name>[\w-]+)\s*:\s*(?:{BOTH_THEMES}|(?P<both>{HEX}))\s*[;}}]")
ALIAS = re.compile(r"(?<![\w-])--(?P<name>[\w-]+)\s*:\s*var\(--(?P<color>[\w-]+)\)\s*[;}]")
PIECE = re.compile(r"/\*.*?(?:\*/|\Z)|(?<![^{};/])(?P<selector>[^{};/]*)\{|\}", re.DOTALL)
THEMES = ("light", "dark")
WORDS, MARKS = 4.5, 3.0
GROUNDS = ("paper", "stage", "shade")
# Each colour with its backgrounds and required contrast, as text or as marks. tests/js/engine/tokens.test.js checks
# the engine's own colours.
ON_GROUNDS = (
    *((word, GROUNDS, WORDS) for word in ("ink", "soft", "blue", "gold-text", "green")),
    ("red", ("paper", "stage"), WORDS),
    *((word, ("blue-soft",), WORDS) for word in ("ink", "soft", "blue")),
    *((word, ("shade",), WORDS) for word in ("code-word", "code-text", "code-number", "code-name", "code-note")),
    ("line", GROUNDS, MARKS),
    *((mark, ("paper", "stage"), MARKS) for mark in ("gold", "c1", "c2", "c3", "c4", "c5", "c6")),
)
# Colours that take the hue of the accent; the first is the accent itself.
BLUES = ("blue", "c1", "code-word", "s1", "s2", "s3", "s4", "s5", "s6", "d4", "d5", "d6")
SOFTEST, SOFT_STEPS = 0.22, 44
CODE = "contrast"


@dataclass(frozen=True)
class Palette:
    """Colours of each theme by name, and the CSS rule of the accent's colours, empty without an accent."""

    light: Mapping[str, str]
    dark: Mapping[str, str]
    accent_rule: str = ""

    def of(self, theme: str) -> Mapping[str, str]:
        """Return the colours of a theme."""
        return self.light if theme == "light" else self.dark


@dataclass(frozen=True)
class Setting:
    """A colour that a style sheet sets for all pages, with its place."""

    name: str
    light: str
    dark: str
    place: Place
    length: int


def read_palette(project: Path, engine: Path, settings: Settings) -> tuple[Palette, list[Problem]]:
    """Return the colours of a site, and problems of its own colours with too little contrast."""
    tokens = engine_tokens((engine / "static" / "css" / "engine" / "tokens.css").read_text(encoding="utf-8"))
    light, dark = ({name: colors[theme] for name, colors in tokens.items()} for theme in (0, 1))
    sheets = [path for path in content_files(project / "static" / "css", "*/*.css") if path.parent.name != "engine"]
    sources = [load_source(project, path.relative_to(project).as_posix()) for path in sheets]
    set_by_sheets = [(source, setting) for source in sources for setting in settings_in(source.text)]
    for _, setting in set_by_sheets:
        light[setting.name], dark[setting.name] = setting.light, setting.dark
    named = settings.config.accent
    if named is None:
        palette = Palette(light, dark)
        return palette, list(check_sheets(palette, set_by_sheets))
    accents = (variants(light, named.light), variants(dark, named.dark or darkened(dark, named.light)))
    # A style sheet of the project comes after the accent, and takes precedence.
    own = {setting.name for _, setting in set_by_sheets}
    new = {name: (accents[0][name], accents[1][name]) for name in accents[0] if name not in own}
    written = "".join(f"--{name}:light-dark({one},{other});" for name, (one, other) in new.items())
    rule = f":root{{{written}}}"
    light |= {name: one for name, (one, _) in new.items()}
    dark |= {name: other for name, (_, other) in new.items()}
    palette = Palette(light, dark, rule)
    return palette, [*check_accent(palette, settings), *check_sheets(palette, set_by_sheets)]


@lru_cache(maxsize=4)
def engine_tokens(text: str) -> Mapping[str, tuple[str, str]]:
    """Return the colours of ``tokens.css``, light and dark."""
    found = TOKEN.finditer(text)
    return {token["name"]: (token["light"] or token["both"], token["dark"] or token["both"]) for token in found}


def other_names(project: Path, colors: Mapping[str, str]) -> dict[str, str]:
    """Return the colours for which a project's style sheets define aliases on ``:root``, by alias."""
    folders = [folder for folder in (project / "static" / "css").glob("*/") if folder.name != "engine"]
    sheets = [path for folder in folders for path in content_files(folder, "**/*.css")]
    texts = [path.read_text(encoding="utf-8-sig", errors="replace") for path in sheets]
    found = [alias for text in texts for part in parts_of_root(text) for alias in ALIAS.finditer(text, *part)]
    return {alias["name"]: colors[alias["color"]] for alias in found if alias["color"] in colors}


def settings_in(text: str) -> Iterator[Setting]:
    """Yield the colours that a style sheet sets on ``:root``."""
    for begins, ends in parts_of_root(text):
        for token in TOKEN.finditer(text, begins, ends):
            both = token["both"]
            place = place_in(text, token.start())
            yield Setting(token["name"], token["light"] or both, token["dark"] or both, place, len(token["name"]) + 2)


def parts_of_root(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and end offsets of ``:root`` rules in a style sheet, except those in at-rules."""
    around: list[str] = []
    begins = 0
    for piece in PIECE.finditer(text):
        if piece[0].startswith("/*"):
            continue
        if piece[0] == "}":
            if around == [":root"]:
                yield begins, piece.end()
            around = around[:-1]
        else:
            around.append(piece["selector"].strip())
            begins = piece.end()


def variants(colors: Mapping[str, str], accent: str) -> dict[str, str]:
    """Return the blue colours of a theme with the hue of an accent, at the same lightness."""
    blue, target = shade_of(colors["blue"]), shade_of(accent)
    share = target.chroma / blue.chroma
    turned = {}
    for name in BLUES:
        shade = shade_of(colors[name])
        turned[name] = color_of(shade._replace(chroma=min(shade.chroma * share, 0.3), hue=target.hue))
    return turned | {"blue": accent, "c1": accent, "code-word": accent, "blue-soft": softened(colors, accent)}


def softened(colors: Mapping[str, str], accent: str) -> str:
    """Return the strongest tint of an accent, up to a limit, on which text is readable."""
    paper = shade_of(colors["paper"])
    strong = shade_of(accent)
    words = (colors["ink"], colors["soft"], accent)
    for step in range(SOFT_STEPS, 0, -1):
        share = SOFTEST * step / SOFT_STEPS
        lightness = paper.lightness + share * (strong.lightness - paper.lightness)
        pale = color_of(strong._replace(lightness=lightness, chroma=share * strong.chroma))
        if all(contrast(word, pale) >= WORDS for word in words):
            return pale
    return colors["paper"]


def darkened(dark: Mapping[str, str], accent: str) -> str:
    """Return an accent for the dark theme, as light as its blue, or lighter if text needs it."""
    blue, target = shade_of(dark["blue"]), shade_of(accent)
    tried = color_of(target._replace(lightness=blue.lightness, chroma=min(target.chroma, 1.2 * blue.chroma)))
    grounds = tuple(dark[ground] for ground in GROUNDS)
    return nearest_with(tried, grounds, WORDS) or tried


def check_accent(palette: Palette, settings: Settings) -> Iterator[Problem]:
    """Report an accent with too little contrast for text on the page."""
    accent = settings.config.accent
    assert accent is not None
    for theme in THEMES:
        mistake = weakest("blue", GROUNDS, WORDS, palette, theme, "the accent")
        color = accent.light if theme == "light" else accent.dark
        if mistake is not None and color is not None:
            mistake.length = len(color)
            yield settings.source.mistake(mistake, settings.place("accent", theme, value=True))


def check_sheets(palette: Palette, found: Iterable[tuple[Source, Setting]]) -> Iterator[Problem]:
    """Warn about colours of a project's style sheets with too little contrast, as foreground or background."""
    reported = set()
    for source, setting in found:
        for name, grounds, least in ON_GROUNDS:
            concerned = (
                grounds if name == setting.name else tuple(ground for ground in grounds if ground == setting.name)
            )
            for theme in THEMES if concerned else ():
                mistake = weakest(name, concerned, least, palette, theme)
                if mistake is not None and (name, concerned, theme) not in reported:
                    reported.add((name, concerned, theme))
                    mistake.length = setting.length
                    yield source.mistake(mistake, setting.place, severity="warning")


def weakest(
    name: str, grounds: tuple[str, ...], least: float, palette: Palette, theme: str, label: str = ""
) -> Mistake | None:
    """Return the error of a colour with too little contrast to one of its backgrounds, else None."""
    colors = palette.of(theme)
    if name not in colors:
        return None
    color, backgrounds = colors[name], tuple(colors[ground] for ground in grounds)
    ratio, ground = min((contrast(color, one), one) for one in backgrounds)
    if ratio >= least:
        return None
    named, need = label or f"--{name}", "words need" if least == WORDS else "marks need"
    message = f"{named} {color} on {ground} has a contrast of {ratio:.2f} in the {theme} theme; {need} {least:g}"
    nearest = nearest_with(color, backgrounds, least)
    return Mistake(
        CODE, message, suggestion=f"write {nearest}, the nearest colour with enough contrast" if nearest else ""
    )
