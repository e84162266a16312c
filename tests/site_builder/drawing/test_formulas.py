import re
from pathlib import Path

import pytest
import tinycss2  # type: ignore[import-untyped]

from site_builder.drawing.formulas import CLASS_OF_DECLARATION, MathRenderer, style_sheet
from site_builder.problems.source import Mistake

NODE_MODULES = Path(__file__).resolve().parents[3] / "node_modules"

FORMULAS = [
    r"V(S, m) = \sum_{r} P(r)\,\max_{c \notin S}\left[s(c, r) + V(S \cup \{c\}, m')\right]",
    r"\begin{aligned} a &= b + c \\ &= d \end{aligned}",
    r"\begin{cases} 1 & x > 0 \\ 0 & \text{otherwise} \end{cases}",
    r"\begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}",
    r"\begin{array}{|c:c||c|} \hline 1 & 2 & 3 \\ \hdashline 3 & 4 & 5 \\ \hline\hline \end{array}",
    r"\operatorname*{arg\,max}_k \underbrace{x + y}_{n} \overbrace{z}^{m} \hat{y} \bar{x} \vec{v} \widehat{abc}",
    r"\boxed{x} \fbox{y} \cancel{z} \sqrt[3]{x} \binom{n}{k} \dfrac{1}{2} \tfrac{1}{2} \cfrac{1}{1 + \cfrac{1}{x}}",
    r"a\!b\negmedspace c\negthickspace d \mathllap{x} \mathclap{y} \mathrlap{z} \phantom{x} \smash{y}",
    r"\mathbf{x} \boldsymbol{\theta} \mathbb{E} \mathcal{L} \mathscr{L} \mathfrak{g} \textbf{bold} \textit{italic}",
    r"\begin{smallmatrix} a & b \\ c & d \end{smallmatrix} \begin{alignedat}{2} a &= b & c &= d \end{alignedat}",
    r"{}_{n}^{m}X \overset{a}{b} \underset{a}{b} \overline{x} \underline{y} \xrightarrow{n} \lim_{n \to \infty}",
    r"\begin{gathered} a \\ b \end{gathered} \sum_{\substack{i \\ j}} x",
    r"\colorbox{yellow}{x} \reflectbox{R} \bordermatrix{a & b \cr c & d}",
    r"\begin{aligned} a &= b & c &= d \\ e &= f \end{aligned} \begin{pmatrix} 1 & 2 \\ 3 \end{pmatrix}",
    r"\boldsymbol{0} \bm{1} \mathit{12} \textit{Lemma 4} \text{see \textit{part 2}}",
]


@pytest.fixture(scope="module")
def renderer():
    return MathRenderer(NODE_MODULES)


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize("display", [True, False])
def test_formulas_need_no_inline_style(renderer, formula, display):
    markup = renderer.render(formula, display)
    assert markup.startswith("<math")
    assert ("display=" in markup) == display
    assert " style=" not in markup
    for tag in re.findall(r"<[^/][^>]*>", markup):
        assert tag.count(" class=") <= 1


def test_a_numbered_formula_needs_no_inline_style(renderer):
    assert " style=" not in renderer.render(r"\begin{split} a &= b \end{split} \tag{1}", True)


def test_cells_that_complete_short_rows_have_the_lines_of_their_own_columns(renderer):
    markup = renderer.render(r"\begin{array}{c|cc} a & b & c \\ d \end{array}", True)
    first, second = (re.findall(r"<mtd[^>]*>", row) for row in markup.split("</mtr>")[:2])
    assert second == first


def test_every_class_that_replaces_a_style_has_its_rule(renderer):
    rules = {
        tinycss2.serialize(rule.prelude).strip(): tinycss2.serialize(rule.content).strip()
        for rule in tinycss2.parse_stylesheet(style_sheet(NODE_MODULES), skip_comments=True, skip_whitespace=True)
        if rule.type == "qualified-rule"
    }
    for declaration, name in CLASS_OF_DECLARATION.items():
        prop, _, value = declaration.partition(":")
        assert rules[f".{name}"].startswith(f"{prop}:{value[0]}")
    markup = renderer.render(FORMULAS[1], True)
    assert 'class="tml-right m-l0 m-r0"' in markup


def test_the_style_sheet_requests_no_font_file():
    css = style_sheet(NODE_MODULES)
    assert "@font-face" not in css
    assert "Temml" not in css
    assert ".tml-display" in css
    assert not [rule for rule in tinycss2.parse_stylesheet(css) if rule.type == "error"]


def test_a_colour_becomes_an_attribute(renderer):
    assert '<mi mathcolor="#ff0000">b</mi>' in renderer.render(r"a\color{red}{b}", False)


@pytest.mark.parametrize(
    ("formula", "message", "position"),
    [
        (r"\foo{2}", r"Unsupported function name: \foo", 0),
        (r"x + \frac{1}{", "Unexpected end of input", 13),
        (r"x^{", "Expected '}'", 3),
        ("\N{MATHEMATICAL SANS-SERIF SMALL X} + \\foo", r"\foo", 4),
        (r"a & b", "&", 2),
        (r"\begin{aligned} a \end{cases}", "cases", 18),
        (r"\hspace{-7em} x", "margin-left:-7em", 0),
    ],
)
def test_errors_have_a_message_and_a_place(renderer, formula, message, position):
    with pytest.raises(Mistake) as caught:
        renderer.render(formula, True)
    assert message in caught.value.message
    assert caught.value.offset == position
    assert "\u0332" not in caught.value.message


@pytest.mark.parametrize(
    ("formula", "fix"),
    [
        (r"\fracc{1}{2}", r"write '\frac'"),
        (r"\mathds{1}", r"write '\mathbb'"),
        (r"90\textdegree", r"write '\text{\textdegree}'"),
        (r"\begin{flalign} a &= b \end{flalign}", r"write '\begin{aligned}'"),
        (r"\begin{nothing} a \end{nothing}", ""),
        (r"\newcommand{\R}{R} \R", r"remove the definition, because the command exists, or write '\renewcommand'"),
        (r"\newcommand{\mine}{x} \def\yours{y}", "write them under [macros] in site.toml"),
        (r"a \mkern-10mu b", r"write '\!', '\negmedspace' or '\negthickspace' for negative space"),
    ],
)
def test_errors_suggest_what_is_supported(renderer, formula, fix):
    with pytest.raises(Mistake) as caught:
        renderer.render(formula, True)
    assert caught.value.suggestion == fix


def test_macros_are_known_to_all_formulas_and_named_in_their_errors():
    renderer = MathRenderer(NODE_MODULES, {"R": r"\mathbb{R}", "norm": r"\lVert #1 \rVert", "bad": r"\foo"})
    for _ in range(2):
        assert "‖" in renderer.render(r"\norm{x}", False)
        assert "\u211d" in renderer.render(r"x \in \R", True)
    for formula, fix in ((r"1 + \bad x", "see 'bad' of [macros] in site.toml"), (r"\R + \fracc12", r"write '\frac'")):
        with pytest.raises(Mistake) as caught:
            renderer.render(formula, False)
        assert caught.value.suggestion == fix


def test_a_definition_stays_in_its_formula(renderer):
    renderer.render(r"\gdef\mine{x} \mine", False)
    with pytest.raises(Mistake):
        renderer.render(r"\mine", False)
