import io
import re
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from site_builder.assets import fonts
from site_builder.assets.fonts import (
    ALWAYS,
    FREQUENCY,
    TIMES_WIDTHS,
    characters_of,
    cut_fonts,
    fallback_rules,
    font_file,
    unicode_range,
)

NODE_MODULES = Path(__file__).resolve().parents[3] / "node_modules"
GREEK = "\N{GREEK SMALL LETTER THETA}"
ACCENTED = "\N{LATIN SMALL LETTER O WITH DOUBLE ACUTE}"


@pytest.fixture(scope="module")
def cut():
    return cut_fonts(NODE_MODULES, frozenset("Yatzy" + GREEK + ACCENTED + "\N{N-ARY SUMMATION}"))


def open_font(content: bytes) -> TTFont:
    return TTFont(io.BytesIO(content))


def test_there_is_a_face_for_each_script_that_occurs(cut):
    stems = [name.rpartition("-")[0] for name in cut.files]
    assert stems == ["source-serif-4", "source-serif-4-italic", "source-serif-4-latin-ext", "source-serif-4-greek"]
    assert cut.preload == (next(iter(cut.files)),)
    assert [stem.rpartition("-")[0] for stem in cut_fonts(NODE_MODULES, frozenset("a")).files] == stems[:2]


def test_fonts_contain_exactly_the_requested_characters(cut):
    roman, italic, accented, greek = (set(map(chr, open_font(content).getBestCmap())) for content in cut.files.values())
    assert roman == italic == ALWAYS
    assert accented == {ACCENTED}
    assert greek == {GREEK}


def test_the_text_font_is_well_below_its_budget(cut):
    roman, italic = list(cut.files.values())[:2]
    assert len(roman) <= 35_000
    assert len(italic) <= 20_000
    assert sum(map(len, cut.files.values())) <= 56_000


def test_roman_varies_from_regular_to_bold_and_italic_does_not(cut):
    roman, italic = (open_font(content) for content in list(cut.files.values())[:2])
    assert [(axis.axisTag, axis.minValue, axis.maxValue) for axis in roman["fvar"].axes] == [("wght", 400, 700)]
    assert "fvar" not in italic


def test_kerning_and_tabular_figures_are_kept(cut):
    roman = open_font(next(iter(cut.files.values())))
    features = {
        record.FeatureTag for table in ("GSUB", "GPOS") for record in roman[table].table.FeatureList.FeatureRecord
    }
    assert {"kern", "tnum", "liga"} <= features
    assert "frac" not in features


def test_subsetting_is_deterministic():
    source = font_file(NODE_MODULES, "greek", "normal")
    assert fonts.cut(source, GREEK, "normal") == fonts.cut(source, GREEK, "normal")


def test_a_subset_font_is_cached_and_a_damaged_one_is_created_again(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    source = font_file(NODE_MODULES, "greek", "normal")
    made = fonts.cached_subset(source, GREEK, "normal", NODE_MODULES)
    kept = next((tmp_path / "site-builder" / "fonts").iterdir())
    kept.write_bytes(kept.read_bytes()[:-1])
    assert fonts.cached_subset(source, GREEK, "normal", NODE_MODULES) == made


def test_every_rule_names_its_file_and_range(cut):
    rules = re.findall(r"@font-face\{font-family:\"Source Serif 4\";.*?\}", cut.css)
    assert len(rules) == 4
    for rule, name in zip(rules, cut.files, strict=True):
        assert f'url("./{name}")' in rule
        assert "font-display:swap" in rule
    assert "unicode-range:U+151}" in rules[2]
    assert f"unicode-range:U+{ord(GREEK):X}}}" in rules[3]


def test_ranges_are_joined():
    assert unicode_range("cabz") == "U+61-63,U+7A"


def test_characters_of_the_source_are_known():
    assert GREEK in characters_of(font_file(NODE_MODULES, "greek", "normal"))
    assert GREEK not in characters_of(font_file(NODE_MODULES, "latin", "normal"))


def test_the_fallback_is_as_wide_and_high_as_the_face():
    sources = {style: font_file(NODE_MODULES, "latin", style) for style in ("normal", "italic")}
    roman = fallback_rules(sources)[0]
    font = TTFont(sources["normal"])
    names, widths = font.getBestCmap(), font["hmtx"]
    total = sum(FREQUENCY.values())
    ours = sum(widths[names[ord(letter)]][0] * weight for letter, weight in FREQUENCY.items()) / total
    times = sum(width * weight for width, weight in zip(TIMES_WIDTHS["roman"], FREQUENCY.values(), strict=True)) / total
    scale, ascent, descent = (
        float(re.findall(rf"{name}:([\d.]+)%", roman)[0]) / 100
        for name in ("size-adjust", "ascent-override", "descent-override")
    )
    assert scale == pytest.approx(ours / times, abs=1e-4)
    assert ascent * scale == pytest.approx(font["hhea"].ascent / 1000, abs=1e-3)
    assert descent * scale == pytest.approx(-font["hhea"].descent / 1000, abs=1e-3)


def test_formulas_bring_a_face_whose_brackets_stretch() -> None:
    from fontTools.ttLib import TTFont

    fonts = cut_fonts(NODE_MODULES, frozenset("a"), frozenset("(C)h\N{N-ARY SUMMATION}"))
    name = next(name for name in fonts.files if name.startswith("stix-two-math-"))
    font = TTFont(io.BytesIO(fonts.files[name]))
    letters = set(map(chr, font.getBestCmap()))
    assert {"(", "\N{N-ARY SUMMATION}", "\N{MATHEMATICAL ITALIC CAPITAL C}", "\N{PLANCK CONSTANT}"} <= letters
    assert font["MATH"].table.MathVariants.VertGlyphCoverage.glyphs
    assert "STIX Two Math" in fonts.css
    assert name not in fonts.preload
    assert len(fonts.files[name]) < 12_000
