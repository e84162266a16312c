from pathlib import Path

import pytest

from site_builder.assets.esbuild import run_esbuild
from site_builder.assets.scripts import STILL_OPTIONS, still_source
from site_builder.drawing.widgets import EndlessWidgetError, Stills, decode_numbers
from site_builder.problems.problem import SiteError

NODE_MODULES = Path(__file__).resolve().parents[3] / "node_modules"


@pytest.fixture
def stills(tmp_path):
    def load(cpu_seconds: float = 3, **modules: str) -> Stills:
        paths = {}
        for name, text in modules.items():
            paths[name] = tmp_path / "static" / "js" / "essay" / "widgets" / f"{name}.js"
            paths[name].parent.mkdir(parents=True, exist_ok=True)
            paths[name].write_text(text)
        bundle = run_esbuild(STILL_OPTIONS, still_source(paths, tmp_path), tmp_path, NODE_MODULES)
        return Stills(bundle, cpu_seconds)

    return load


def test_a_view_gets_its_state_and_data(stills):
    drawn = stills(
        dial="export function view(state, data) { return `${state.step} ${data.counts.n.join('+')} ${state.layout}`; }"
    )
    assert drawn.view("dial", {"step": 2}, {"counts": {"n": [1, 2.5, None]}}) == [("", "2 1+2.5+ undefined")]


def test_a_view_is_drawn_for_each_layout(stills):
    drawn = stills(
        dial="export const layouts = ['wide', 'narrow']; export const view = (state) => `<b>${state.layout}</b>`;"
    )
    assert drawn.view("dial", {}, {}) == [("wide", "<b>wide</b>"), ("narrow", "<b>narrow</b>")]


def test_one_picture_does_not_change_the_next(stills):
    drawn = stills(
        dial="export function view(state, data) { data.set.n.push(9); state.x = 1; return String(data.set.n); }"
    )
    state, data = {"x": 0}, {"set": {"n": [1]}}
    assert drawn.view("dial", state, data) == drawn.view("dial", state, data) == [("", "1,9")]


def test_an_error_is_shown_in_the_author_s_lines(stills):
    source = (
        "function inner(text) {\n  return text.length;\n}\n\n"
        "export function view(state) {\n  return inner(state.gone);\n}\n"
    )
    with pytest.raises(SiteError, match="undefined") as caught:
        stills(other="export const view = () => '';", dial=source).view("dial", {}, {})
    assert (caught.value.problems[0].path, caught.value.problems[0].line) == ("static/js/essay/widgets/dial.js", 2)
    assert "at inner (static/js/essay/widgets/dial.js:2:" in str(caught.value)
    assert "(static/js/essay/widgets/dial.js:6:16)" in str(caught.value)
    assert "drawStill" not in str(caught.value)


@pytest.mark.parametrize("chance", ["Math.random()", "new Date()", "Date.now()", "Date()", "performance.now()"])
def test_chance_and_the_clock_are_not_there(stills, chance):
    with pytest.raises(SiteError, match=r"not there while the site is built|not defined"):
        stills(dial=f"export const view = () => String({chance});").view("dial", {}, {})


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("export const view = () => 7;", "returned number, not a string"),
        ("export const mount = () => 7;", "exports no function view"),
        ('export const view = () => \'<p class="a" style="color:red">\';', "style="),
        ("export const view = () => '<button onclick=\"go()\">';", "onclick="),
        ("export const view = () => '<script>alert(1)</script>';", "<script>"),
        ("export const view = () => { throw 'thrown text'; };", "thrown text"),
        ("export const view = () => document.title;", "document is not defined"),
    ],
)
def test_invalid_markup_of_a_widget_is_reported(stills, source, message):
    with pytest.raises(SiteError, match=message):
        stills(dial=source).view("dial", {}, {})


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ("7", "returned number, not a string"),
        ("'<p>a</p>'", "what card returned is no drawing"),
        ("'<svg><rect/></svg>'", "what card returned is no drawing"),
        ('\'<svg viewBox="0 0 9 9"><rect style="fill:red"/></svg>\'', r"in what card returned, .*style"),
    ],
)
def test_a_card_is_a_drawing_that_needs_no_styles(stills, card, message):
    good = '\'<svg viewBox="0 0 9 9"><rect fill="var(--ink)"/></svg>\''
    made = stills(
        dial=f"export const view = () => ''; export const card = () => {card};",
        other=f"export const view = () => ''; export const card = ({{x}}, data) => {good} || x;",
        plain="export const view = () => '';",
    )
    assert made.card("plain", {}, {}) == ""
    assert made.card("other", {"x": 1}, {}) == '<svg viewBox="0 0 9 9"><rect fill="var(--ink)"/></svg>'
    with pytest.raises(SiteError, match=message):
        made.card("dial", {}, {})


def test_words_that_look_like_attributes_are_allowed(stills):
    assert stills(dial="export const view = () => '<p>style = one = two</p>';").view("dial", {}, {})


def test_a_module_that_uses_the_document_while_loading_is_reported(stills):
    with pytest.raises(SiteError, match=r"window is not defined[\s\S]*dial\.js:1:") as caught:
        stills(dial="const width = window.innerWidth;\nexport const view = () => String(width);")
    assert caught.value.problems[0].path == "static/js/essay/widgets/dial.js"


def test_packages_used_only_by_mount_do_not_affect_stills(stills):
    source = (
        "import {tableFromIPC} from '@uwdata/flechette';\nexport const view = () => 'still';\n"
        "export const mount = (element, bytes) => tableFromIPC(bytes);"
    )
    assert stills(dial=source).view("dial", {}, {}) == [("", "still")]


def test_data_that_json_cannot_represent_is_reported(stills):
    with pytest.raises(SiteError, match="cannot be given to JavaScript"):
        stills(dial="export const view = () => '';").view("dial", {}, {"set": {"n": [float("nan")]}})


LOOP = "function turn() {\n  let n = 0;\n  for (;;) n += 1;\n}\nexport const mount = () => ({reset() {}});\n"


@pytest.mark.parametrize(
    ("source", "place"),
    [
        ("// One.\nexport function view() {\n  for (;;);\n}", ("static/js/essay/widgets/dial.js", 2)),
        (
            "export const view = () => { try { for (;;); } catch { return ''; } };",
            ("static/js/essay/widgets/dial.js", 1),
        ),
        (f"{LOOP}export const view = () => turn();", ("static/js/essay/widgets/dial.js", 1)),
        (f"{LOOP}turn();\nexport const view = () => '';", ("static/js/essay/widgets/dial.js", 1)),
        ("while (true);\nexport const view = () => '';", ("static/js", 0)),
    ],
)
def test_an_endless_loop_is_stopped_and_reported_at_the_author_s_line(stills, source, place):
    with pytest.raises(EndlessWidgetError, match=r"ran longer than 0.2 s") as caught:
        stills(0.2, dial=source).view("dial", {}, {})
    assert (caught.value.problems[0].path, caught.value.problems[0].line) == place
    assert "<input>" not in str(caught.value)


def test_numbers_of_source_maps():
    assert decode_numbers("AAgBC") == [0, 0, 16, 1]
    assert decode_numbers("D") == [-1]


READER = """export const view = () => '';
export function readouts({hour = 6, linked = String(hour)}, {tides}) {
  const row = tides.hour.indexOf(Number(linked));
  return row < 0 ? null : {height: tides.height[row].toFixed(1)};
}"""


def test_quantities_are_read_out_at_the_opening_and_in_linked_states(stills):
    data = {"tides": {"hour": [0, 6, 12], "height": [1.25, 4, 1.5]}}
    reader = stills(boat=READER)
    found = reader.readouts("boat", {"hour": 12}, [None, "6", "7", "0"], data)
    assert found == [{"height": "1.5"}, {"height": "4.0"}, None, {"height": "1.3"}]
    assert reader.readouts("boat", {}, [None], data) == [{"height": "4.0"}]


def test_a_widget_that_reads_nothing_out(stills):
    assert stills(boat="export const view = () => '';").readouts("boat", {}, [None], {}) is None


@pytest.mark.parametrize("answer", ["7", "'7'", "{hour: 7}", "{hour: null}", "undefined"])
def test_quantities_that_are_not_texts_are_reported(stills, answer):
    source = f"export const view = () => '';\nexport const readouts = () => ({answer});"
    with pytest.raises(SiteError, match="failed in readouts: TypeError: readouts returned no record of texts"):
        stills(boat=source).readouts("boat", {}, [None], {})


def test_a_failure_to_read_out_is_shown_in_the_author_s_lines(stills):
    source = "export const view = () => '';\nexport function readouts(state) {\n  return state.gone.length;\n}"
    with pytest.raises(SiteError, match="undefined") as caught:
        stills(boat=source).readouts("boat", {}, [None], {})
    assert (caught.value.problems[0].path, caught.value.problems[0].line) == ("static/js/essay/widgets/boat.js", 3)
