import ast
import re
import sys
import xml.etree.ElementTree as ElementTree

import altair as alt
import pandas as pd
import pytest

from site_builder.charts.draw import (
    NARROW,
    WIDE,
    DrawnChart,
    draw_specification,
    plain_specification,
)
from site_builder.charts.svg import at_place, clean_svg, without_stand_ins
from site_builder.charts.worker import load_chart, place
from site_builder.problems.problem import Problem, SiteError

FRAME = pd.DataFrame(
    {"x": range(12), "y": [n * n for n in range(12)], "kind": ["one kind", "another"] * 6, "sign": range(-6, 6)}
)
LINE = alt.Chart(FRAME).mark_line().encode(x="x:Q", y=alt.Y("y:Q", title="Squares"), color="kind:N")
CHARTS = {
    "line": LINE,
    "clipped bars": alt.Chart(FRAME).mark_bar(clip=True).encode(x="x:O", y="y:Q", color="sign:Q"),
    "heat map": alt.Chart(FRAME).mark_rect().encode(x="x:O", y="kind:N", color="y:Q"),
    "layers": alt.layer(LINE, alt.Chart(FRAME).mark_text().encode(x="x:Q", y="y:Q", text="y")),
    "side by side": alt.hconcat(LINE, LINE.mark_point()),
    "a title wider than half the plot": alt.vconcat(
        LINE.encode(y=alt.Y("y:Q", title="Points that one more throw adds to it all")), LINE
    ),
    "facets": LINE.encode(column="kind:N"),
    "wrapped facets": LINE.facet("kind:N", columns=2),
    "steps": alt.Chart(FRAME, height=alt.Step(18)).mark_bar().encode(y="x:N", x="y:Q"),
}


def draw_chart(chart: alt.TopLevelMixin) -> DrawnChart:
    return draw_specification(plain_specification(chart))


@pytest.fixture(scope="module", params=CHARTS)
def drawn(request):
    return draw_chart(CHARTS[request.param])


def size(svg: str) -> tuple[float, float]:
    found = re.match(r'<svg width="([\d.]+)" height="([\d.]+)"', svg)
    assert found is not None
    return float(found[1]), float(found[2])


def test_pictures_have_the_width_of_their_layout(drawn):
    for svg, layout in ((drawn.wide, WIDE), (drawn.narrow, NARROW)):
        assert 0.96 * layout.width <= size(svg)[0] <= 1.01 * layout.width
        assert f'viewBox="0 0 {size(svg)[0]:g} {size(svg)[1]:g}"' in svg


def test_text_is_at_least_12_px_on_the_smallest_screen_of_each_layout(drawn):
    for svg, smallest_column, layout in ((drawn.wide, 590, WIDE), (drawn.narrow, 285, NARROW)):
        sizes = [float(found) for found in re.findall(r'font-size="([\d.]+)px"', svg)]
        assert sizes
        assert min(sizes) * smallest_column / layout.width >= 12


def test_pictures_fit_strict_pages_and_the_page_font(drawn):
    for svg in (drawn.wide, drawn.narrow):
        root = ElementTree.fromstring(svg)
        names = {name for element in root.iter() for name in element.attrib}
        assert not names & {"style", "font-family", "role", "aria-label", "aria-hidden", "onclick"}
        assert "xmlns" not in svg


def test_colours_are_the_page_s(drawn):
    for svg in (drawn.wide, drawn.narrow):
        colors = set(re.findall(r'(?:fill|stroke|stop-color)="([^"]+)"', svg))
        assert any("var(--" in color for color in colors)
        left = {
            color for color in colors if not color.startswith(("var(", "color-mix(", "url(", "none", "transparent"))
        }
        assert left == set()


def test_the_title_of_a_legend_keeps_clear_of_the_first_symbol():
    """In the font used for measuring, an M is 0.833 of the size wide."""
    drawn = draw_chart(LINE.encode(color=alt.Color("kind:N", title="MMMM")))
    place = r'role-legend-entry"><g transform="translate\(([\d.]+).*role-legend-title"><text[^>]* font-size="([\d.]+)px'
    for svg in (drawn.wide, drawn.narrow):
        (found,) = re.findall(place, svg)
        begin, text_size = map(float, found)
        assert begin - 4 * 0.833 * text_size > 0.8 * text_size


def test_parts_lie_one_below_the_other_in_narrow_columns():
    beside = draw_chart(CHARTS["side by side"])
    assert size(beside.narrow)[1] > 1.5 * size(beside.wide)[1]


def test_drawing_twice_gives_the_same_bytes_and_ids_never_clash():
    first, second = draw_chart(CHARTS["clipped bars"]), draw_chart(CHARTS["clipped bars"])
    assert (first.wide, first.narrow) == (second.wide, second.narrow)
    pictures = [at_place(first.wide, "one-wide"), at_place(first.wide, "other-wide"), at_place(first.narrow, "narrow")]
    ids = [set(re.findall(r' id="([^"]+)"', svg)) for svg in pictures]
    assert all(ids)
    assert len(set.union(*ids)) == sum(map(len, ids))
    for svg, own in zip(pictures, ids, strict=True):
        assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= own


def test_a_continuous_scale_uses_mixtures_of_neighbouring_steps():
    frame = pd.DataFrame({"x": range(7), "v": [0, 1, 2, 3, 4, 5.5, 6]})
    svg = draw_chart(alt.Chart(frame).mark_rect().encode(x="x:O", color="v:Q")).wide
    fills = re.findall(r'class="role-mark">(.*?)</g>', svg)[0]
    assert re.findall(r'fill="([^"]+)"', fills) == [
        *(f"var(--s{step})" for step in range(5)),
        "color-mix(in oklab,var(--s6) 50%,var(--s5))",
        "var(--s6)",
    ]


def test_a_diverging_scale_has_the_given_middle():
    frame = pd.DataFrame({"x": range(3), "v": [-5, 0, 10]})
    scale = alt.Scale(range="diverging", domainMid=0)
    svg = draw_chart(alt.Chart(frame).mark_rect().encode(x="x:O", color=alt.Color("v:Q", scale=scale))).wide
    fills = re.findall(r'fill="(var\(--d\d\)|color-mix[^"]+)"', svg)
    assert fills[:3] == ["var(--d0)", "var(--d3)", "var(--d6)"]


def test_other_colours_are_unchanged():
    assert without_stand_ins("rgb(1, 2, 3)") == "rgb(1, 2, 3)"
    assert without_stand_ins("#abcdef") == "#abcdef"


def test_a_scale_between_unreadable_colours_is_refused():
    scale = alt.Scale(range=["var(--paper)", "var(--blue)"])
    with pytest.raises(SiteError, match=r"mixes var\(--paper\), var\(--blue\)"):
        draw_chart(alt.Chart(FRAME).mark_rect().encode(x="x:O", color=alt.Color("y:Q", scale=scale)))


def test_a_style_without_an_attribute_is_refused():
    with pytest.raises(SiteError, match="mix-blend-mode"):
        draw_chart(alt.Chart(FRAME).mark_bar(blend="multiply").encode(x="x:O", y="y:Q"))


def test_invisible_elements_are_removed():
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><g transform="translate(0,0)">'
        '<path class="background" d="M0,0h1v0h0Z"/><text opacity="0">hidden</text><text fill="#000">shown</text>'
        '<path d="M0.123456,1e-7L5,5" stroke="#000" pointer-events="none"/><g class="mark-rule"></g></g></svg>'
    )
    assert clean_svg(drawn) == (
        '<svg width="10" height="10" class="drawing" overflow="visible"><text fill="#000">shown</text>'
        '<path d="M0.12,1e-7L5,5" stroke="#000" /></svg>'
    )


PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=="


def test_a_picture_in_a_chart_is_embedded_or_refused():
    chart = alt.Chart(FRAME).mark_image(width=20, height=20).encode(x="x:Q", y="y:Q")
    assert PIXEL in draw_chart(chart.encode(url=alt.value(PIXEL))).wide
    with pytest.raises(SiteError, match="shows the picture 'https:") as raised:
        draw_chart(chart.encode(url=alt.value("https://example.org/a.png")))
    assert "base64" in raised.value.problems[0].suggestion


def test_the_legend_of_a_continuous_scale_fits_the_narrow_layout():
    color = alt.Color("y:Q", title="Count of records")
    drawn = draw_chart(alt.Chart(FRAME).mark_rect().encode(x="x:O", y="y:O", color=color))
    gradients = [re.search(r'd="M0,0h(\d+)v16h[^"]*" fill="url', layout) for layout in (drawn.wide, drawn.narrow)]
    assert [found and found[1] for found in gradients] == ["180", "120"]  # the title takes about 130 of 320 px


def test_no_data_is_fetched():
    with pytest.raises(SiteError, match="the chart fetches its data from 'https:"):
        draw_chart(alt.Chart("https://example.org/data.json").mark_bar().encode(x="a:Q"))


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: "no chart", "not str"),
        (lambda: alt.Chart(FRAME).mark_bar().encode(x="missing"), "missing"),
        (lambda: LINE.add_params(alt.param(name="n", bind=alt.binding_range(min=1, max=8))), "'n' has an input"),
        (lambda: LINE | LINE.add_params(alt.param(name="n", bind=alt.binding_checkbox())), "'n' has an input"),
        (
            lambda: LINE.add_params(
                alt.selection_point(name="s", fields=["kind"], bind=alt.binding_select(options=[1]))
            ),
            "'s' has an input",
        ),
    ],
)
def test_an_object_that_is_no_chart_is_reported(make, message):
    with pytest.raises(SiteError, match=message):
        draw_chart(make())


def test_a_selection_may_be_bound_to_scales_and_legends():
    zoom = alt.selection_interval(bind="scales")
    assert draw_chart(LINE.add_params(zoom)).wide
    assert draw_chart(LINE.add_params(alt.selection_point(fields=["kind"], bind="legend"))).wide


def test_charts_are_loaded_by_name_and_again_after_an_edit(tmp_path):
    path = tmp_path / "content/charts/play.py"
    path.parent.mkdir(parents=True)
    path.write_text("def bars(frame):\n    return 1\n")
    assert str(load_chart("play.bars", tmp_path)(None)) == "1"
    path.write_text("def bars(frame):\n    return 2\n")
    assert str(load_chart("play.bars", tmp_path)(None)) == "2"


def test_a_chart_file_may_import_its_neighbour_and_sees_its_edits(tmp_path):
    folder = tmp_path / "content/charts"
    folder.mkdir(parents=True)
    (folder / "play.py").write_text("import shared\n\ndef bars(frame):\n    return shared.N\n")
    for number in ("1", "2"):
        (folder / "shared.py").write_text(f"N = {number}\n")
        assert str(load_chart("play.bars", tmp_path)(None)) == number
    assert "shared" not in sys.modules
    assert str(folder) not in sys.path


@pytest.mark.parametrize(
    ("function", "source", "message", "line"),
    [
        ("bars", "", "write FILE.FUNCTION", 0),
        ("other.bars", "", "no file other.py in charts|choose one of: play.py", 0),
        (
            "play.lines",
            "def bars(frame):\n    ...\n\ndef areas(frame):\n    ...\n",
            "has no function 'lines'|choose one of: areas, bars",
            0,
        ),
        ("play.bars", "x = 1\ndef bars(:\n", "not Python", 2),
        ("play.bars", "import math\nmath.sqrt(-1)\n", "ValueError", 2),
    ],
)
def test_a_chart_that_cannot_be_loaded_is_reported_with_reason_and_place(tmp_path, function, source, message, line):
    folder = tmp_path / "content/charts"
    folder.mkdir(parents=True)
    (folder / "play.py").write_text(source)
    with pytest.raises(SiteError, match=message.partition("|")[0]) as caught:
        load_chart(function, tmp_path)
    (finding,) = caught.value.problems
    assert finding.line == line
    assert finding.message.endswith(message.partition("|")[0]) or "|" not in message
    assert finding.suggestion == message.partition("|")[2]


def test_a_form_feed_between_functions_moves_no_place() -> None:
    text = '\fimport altair\n\f\ndef bars(tides):\n    return "tall"\n'
    module = ast.parse(text)
    *_, bars = module.body
    assert isinstance(bars, ast.FunctionDef)
    found = place(Problem("", 0, 0, "chart", "", about="tall"), module, bars, text)
    assert (found.line, found.column) == (4, 13)


def test_an_axis_has_all_values_that_it_is_given() -> None:
    months = [f"2026-{month:02}-01" for month in range(1, 10)]
    frame = pd.DataFrame({"month": months, "n": range(9)})
    axis = alt.Axis(values=months, format="%b", labelOverlap=False)
    wide = draw_chart(alt.Chart(frame).mark_bar().encode(x=alt.X("month:T", axis=axis), y="n:Q")).wide
    assert re.findall(r">([JFMAS][a-z]{2})<", wide) == ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep"]
