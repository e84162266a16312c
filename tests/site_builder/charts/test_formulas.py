"""Formulas in the texts of charts."""

from __future__ import annotations

import re

import altair as alt
import pandas as pd
import pytest

from site_builder.charts.draw import draw_specification, plain_specification
from site_builder.charts.formulas import FORMULA, SIGNS, placeholder
from site_builder.problems.problem import SiteError
from site_builder.syntax.markdown import parser

DOLLARS = [
    *("$x$", "a $x$ b", "($x$)", "$x$ and $y$", "$x$, $y$", "$$x$$", "$a\\$b$", "$x^{2}$-th", "a$x$b"),
    *("$5 to $10", "$5-$10", "US$5, US$6", "5$ and 6$", "$ x$", "$x $", "\\$x$", "$x\\$", "$x$5", "5$x$", "$"),
]


@pytest.mark.parametrize("text", DOLLARS)
def test_a_dollar_begins_a_formula_by_the_rule_of_prose(text: str) -> None:
    (inline,) = parser().parseInline(text)
    expected = [token.content for token in inline.children or () if token.type.startswith("math")]
    assert [found["latex"] for found in FORMULA.finditer(text)] == expected


def test_a_placeholder_is_as_wide_as_its_formula() -> None:
    for width in (step / 50 for step in range(1, 400)):
        over = sum(SIGNS.get(sign, 0) for sign in placeholder(width, "")) - width
        assert -1e-9 < over < (0.17 if width < 1 else 0.05)


ROWS = pd.DataFrame({"x": [1, 2], "y": [1, 3], "kind": [r"$\alpha$", r"rate $\beta$"]})


def drawn(chart: alt.TopLevelMixin) -> str:
    """Return the wide drawing of a chart."""
    return draw_specification(plain_specification(chart)).wide


def test_formulas_are_drawn_in_titles_labels_legends_facets_and_text_marks() -> None:
    x = alt.X("x:Q", title=r"load $\varrho$ (1/s)", axis=alt.Axis(labelExpr="'$10^{' + datum.label + '}$'"))
    points = alt.Chart(ROWS).mark_text().encode(x=x, y=alt.Y("y:Q", title=r"$\hat{w}$"), text="kind:N", color="kind:N")
    svg = drawn(points.properties(title=alt.Title(["Cost in \\$, $x$", "two $y$"], subtitle="of $5 to $6")))
    svg += drawn(points.facet(column=alt.Column("kind:N", title="kind $k$")))
    texts = re.findall(r"<text[^>]*>([^<]*)", svg)
    assert {"load", "(1/s)", "rate", "two", "Cost in $,", "of $5 to $6", "kind"} <= set(texts)
    assert not any(FORMULA.search(text) for text in texts)
    assert "black" not in svg
    assert svg.count("scale(0.014)") > 20  # formulas are as large as text, of 14 units
    place = r'<text lengthAdjust="spacingAndGlyphs" x="([\d.-]+)" y="0" textLength="([\d.]+)"[^>]*>'
    (begin, length), (rest, _) = (re.findall(place + word, svg)[0] for word in ("load", r"\(1/s"))
    assert 7 < float(rest) - float(begin) - float(length) < 22  # a narrow letter and two spaces


def test_a_formula_that_a_limit_truncates_is_left_out() -> None:
    rows = pd.DataFrame({"x": [1, 2], "kind": [r"$\alpha + \beta + \gamma + \delta$", r"$\mu$"]})
    for limit in (14, 20, 30):
        svg = drawn(alt.Chart(rows).mark_bar().encode(x="x:Q", y=alt.Y("kind:N", axis=alt.Axis(labelLimit=limit))))
        assert svg.count("scale(0.014)") == 1
        assert not any(sign in svg for sign in SIGNS)


def test_vega_reserves_the_width_of_the_drawn_formula() -> None:
    y = alt.Y("kind:N", title=None)
    plot = {
        source: drawn(alt.Chart(pd.DataFrame({"x": [1], "kind": [source]})).mark_bar().encode(x="x:Q", y=y))
        for source in (r"$\mathrm{x}$", "x", r"$\operatorname{aaa}$", "aaaa")
    }
    left = {
        source: float(svg.partition('miterlimit="10" transform="translate(')[2].partition(",")[0])
        for source, svg in plot.items()
    }
    assert abs(left[r"$\mathrm{x}$"] - left["x"]) < 4
    assert left["x"] + 8 < left[r"$\operatorname{aaa}$"] < left["aaaa"] + 1


@pytest.mark.parametrize(
    ("formula", "about", "message"),
    [
        (r"$a + \frc{1}{2}$", r"\frc", "nsupported"),
        (r"$\boxed{x}$", "", "frame"),
        (r"$\value{x.y}$", "x", "value"),
    ],
)
def test_an_error_names_the_part_of_the_formula(formula: str, about: str, message: str) -> None:
    chart = alt.Chart(ROWS, title=f"in {formula}").mark_point().encode(x="x:Q", y="y:Q")
    with pytest.raises(SiteError, match=message) as found:
        drawn(chart)
    (problem,) = found.value.problems
    assert (problem.code, formula in problem.message) == ("math", True)
    assert problem.about.startswith(about)
