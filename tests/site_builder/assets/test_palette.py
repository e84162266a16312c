"""The accent of a site and the colours of its style sheets: derived, and reported if unreadable."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.assets.palette import (
    GROUNDS,
    ON_GROUNDS,
    Palette,
    color_of,
    contrast,
    engine_tokens,
    mixed,
    nearest_with,
    other_names,
    settings_in,
    shade_of,
    variants,
    weakest,
)
from tests.site_builder.conftest import SITES, Build, Make

ROOT = Path(__file__).resolve().parents[3]
TOKENS = engine_tokens((ROOT / "static/css/engine/tokens.css").read_text(encoding="utf-8"))
LIGHT, DARK = ({name: colors[theme] for name, colors in TOKENS.items()} for theme in (0, 1))
SITE = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("color", ["#1f5f8b", "#000000", "#ffffff", "#ff0000", "#0000ff", "#7a1f5c"])
def test_a_color_is_recovered_from_its_shade(color: str) -> None:
    assert color_of(shade_of(color)) == color


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#fff") == pytest.approx(4.478, abs=0.001)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_colors_of_the_engine_are_readable(theme: str) -> None:
    palette = Palette(LIGHT, DARK)
    assert [name for name, grounds, least in ON_GROUNDS if weakest(name, grounds, least, palette, theme)] == []


@pytest.mark.parametrize("accent", ["#8a2be2", "#7a1f5c", "#0a7a3a", "#8a5a00", "#333333"])
def test_text_has_contrast_on_colors_derived_from_an_accent(accent: str) -> None:
    for colors in (LIGHT, DARK):
        fit = nearest_with(accent, tuple(colors[ground] for ground in GROUNDS), 4.5)
        assert fit is not None
        derived = {**colors, **variants(colors, fit)}
        assert min(contrast(derived[word], derived["blue-soft"]) for word in ("ink", "soft", "blue")) >= 4.5
        steps = [contrast(derived[f"s{step}"], derived["paper"]) for step in range(7)]
        assert steps == sorted(steps)
        assert derived["s6"] != colors["s6"]


def test_an_accent_follows_the_colors_of_the_engine(make_project: Make, build: Build) -> None:
    site = SITE.replace("[data]", 'accent = "#7a1f5c"\n\n[data]')
    result = build(make_project(files={"content/site.toml": site}))
    assert result.problems == ()
    (sheet,) = re.findall(r'<link rel="stylesheet" href="([^"]+)"', result.files["tides.html"].decode())[:1]
    css = result.files[sheet].decode()
    engine, own = (match.start() for match in re.finditer(r"--blue:", css))
    assert css[engine:].startswith("--blue: light-dark(#1f5f8b") or css[engine:].startswith("--blue:light-dark(#1f5f8b")
    assert "#7a1f5c" in css[own : own + 60]
    dark = re.findall(r"--blue:\s*light-dark\(\s*#7a1f5c,\s*(#[0-9a-f]{6})", css)
    assert contrast(dark[0], DARK["paper"]) >= 4.5


def test_an_accent_without_contrast_is_reported_with_a_fix(make_project: Make, build: Build) -> None:
    site = SITE.replace("[data]", 'accent = { light = "#ffcc00", dark = "#553300" }\n\n[data]')
    result = build(make_project(files={"content/site.toml": site}))
    assert [(problem.path, problem.code, problem.message, problem.suggestion) for problem in result.errors] == [
        (
            "content/site.toml", "contrast",
            "the accent #553300 on #1d2432 has a contrast of 1.38 in the dark theme; words need 4.5",
            "write #aa8357, the nearest colour with enough contrast",
        ),
        (
            "content/site.toml", "contrast",
            "the accent #ffcc00 on #f4efe3 has a contrast of 1.32 in the light theme; words need 4.5",
            "write #856a02, the nearest colour with enough contrast",
        ),
    ]  # fmt: skip
    assert contrast("#aa8357", "#1d2432") >= 4.5 > contrast("#a57e53", "#1d2432")


def test_an_accent_in_another_format_is_reported(make_project: Make, build: Build) -> None:
    site = SITE.replace("[data]", 'accent = "purple"\n\n[data]')
    (problem,) = build(make_project(files={"content/site.toml": site})).errors
    assert (problem.source, problem.suggestion) == ('accent = "purple"', "write a colour as #rrggbb")


def test_colors_of_a_style_sheet_are_looked_at_too(make_project: Make, build: Build) -> None:
    css = "/* :root { --ink: #fff } */\np { color: var(--ink) }\n:root { --soft: light-dark(#c0c0c0, #a5acba); }\n"
    css += "@media print { :root { --ink: #eeeeee; } }\n:root {\n  --line: #8a8371;\n}\n"
    result = build(make_project(files={"static/css/harbour/look.css": css}))
    found = [(problem.line, problem.severity, problem.message) for problem in result.problems]
    assert found == [
        (3, "warning", "--soft #c0c0c0 on #cfe0ea has a contrast of 1.34 in the light theme; words need 4.5"),
        (3, "warning", "--soft #c0c0c0 on #f4efe3 has a contrast of 1.59 in the light theme; words need 4.5"),
    ]
    assert result.files


def test_only_unconditional_root_colors_are_read() -> None:
    css = ":root{--a:#fff;--b:light-dark(#000,#111)}@media screen{:root{--c:#000}}.x{--d:#000}:root{--e:var(--a)}"
    assert [(one.name, one.light, one.dark) for one in settings_in(css)] == [
        ("a", "#fff", "#fff"),
        ("b", "#000", "#111"),
    ]


def test_colors_have_other_names_in_any_sheet_of_a_project(tmp_path: Path) -> None:
    """Drawings on cards, which no style sheet reaches, are coloured by these names, too."""
    parts = tmp_path / "static" / "css" / "tides" / "parts"
    parts.mkdir(parents=True)
    (parts / "boats.css").write_text(":root{--ferry:var(--c2);--line:none;--far:var(--nowhere)}.x{--tug:var(--c1)}")
    assert other_names(tmp_path, {"c1": "#000000", "c2": "#0000ff"}) == {"ferry": "#0000ff"}


@pytest.mark.parametrize(
    ("one", "other", "share", "expected"),
    [
        ("#ffffff", "#000000", 0.25, "#222222"),
        ("#000000", "#ffffff", 0.25, "#aeaeae"),
        ("#336699", "#cc9933", 1, "#336699"),
        ("#336699", "#cc9933", 0, "#cc9933"),
    ],
)
def test_a_share_of_one_colour_is_mixed_into_another(one: str, other: str, share: float, expected: str) -> None:
    assert mixed(one, other, share) == expected
