"""Colour arithmetic: contrast as WCAG 2.2 has it; lightness, chroma and hue as OKLab sees them (Ottosson 2020)."""

from __future__ import annotations

import math
from typing import NamedTuple

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
    """Return the colour of a shade; where no screen has it, the one of less chroma that a screen has."""
    chroma = shade.chroma
    while True:
        lab = (shade.lightness, chroma * math.cos(shade.hue), chroma * math.sin(shade.hue))
        linear = times(FROM_CONES, tuple(value**3 for value in times(FROM_LAB, lab)))
        if chroma <= 0 or all(-0.0005 <= value <= 1.0005 for value in linear):
            return "#" + "".join(f"{round(255 * encoded(value)):02x}" for value in linear)
        chroma = max(0.0, chroma - 0.002)


def mixed(one: str, other: str, share: float) -> str:
    """Return ``share`` (0 to 1) of one colour in another, as ``color-mix(in oklab, …)`` mixes them."""
    first, second = (shade_of(color) for color in (one, other))
    lightness = share * first.lightness + (1 - share) * second.lightness
    a = share * first.chroma * math.cos(first.hue) + (1 - share) * second.chroma * math.cos(second.hue)
    b = share * first.chroma * math.sin(first.hue) + (1 - share) * second.chroma * math.sin(second.hue)
    return color_of(Shade(lightness, math.hypot(a, b), math.atan2(b, a)))


def encoded(value: float) -> float:
    """Return a linear channel as screens write it."""
    value = min(1.0, max(0.0, value))
    return 12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def nearest_with(color: str, grounds: tuple[str, ...], least: float) -> str | None:
    """Return the colour of nearest lightness that has a contrast of ``least`` with every ground, if there is one."""
    shade = shade_of(color)
    for step in range(STEPS + 1):
        for lightness in (shade.lightness - step / STEPS, shade.lightness + step / STEPS):
            tried = color_of(shade._replace(lightness=lightness)) if 0 <= lightness <= 1 else None
            if tried and all(contrast(tried, ground) >= least for ground in grounds):
                return tried
    return None
