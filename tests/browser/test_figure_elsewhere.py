"""A figure in a page of another program: it takes the page's face and theme, and leaves the page as it is."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from site_builder.explore import Figure, choice, slider
from tests.browser.conftest import quiet_page

Open = Callable[..., Page]
# In the shadow tree of a figure.
CONTROL, SENTENCE = "css=input[type=range]", "css=.explorable-sentence"


def squares(side: int, color: str) -> str:
    marks = f'<rect width="{side}" height="{side}" fill="{color}"/><text y="9" fill="black">{side}</text>'
    return f'<svg viewBox="0 0 40 12">{marks}</svg>'


@pytest.fixture(scope="module")
def figure() -> Figure:
    parameters: dict[str, Any] = {"side": slider(1, 9, start=3, label="Side"), "color": choice(["red", "blue"])}
    return Figure(squares, sentence="The **{color}** side is {side}.", name="squares", **parameters)


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Serve a folder, without messages."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, *arguments: object) -> None:
            pass

    folder = tmp_path_factory.mktemp("host")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield folder, f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def opened(browser: Browser, host: tuple[Path, str]) -> Iterator[Open]:
    """Return a function that opens a page of another program with some markup."""
    folder, address = host
    contexts = []

    def show(body: str, head: str = "", path: str = "page.html", **options: Any) -> Page:
        icon = '<link rel="icon" href="data:,">'
        (folder / "page.html").write_text(f"<!doctype html><title>Host</title>{icon}{head}<body>{body}")
        context = quiet_page(browser, **options)
        page = context.__enter__()
        contexts.append(context)
        page.goto(f"{address}/{path}")
        return page

    yield show
    for context in contexts:
        context.__exit__(None, None, None)


def test_it_is_moved_by_keyboard_and_press_and_the_page_is_left_as_it_is(opened: Open, figure: Figure) -> None:
    html = figure.html()
    other = re.sub(r"explorable-figure-[0-9a-f]{8}", "explorable-figure-00000000", html)
    page = opened(
        f"<p>Before</p>{html}{html}{other}<p class='figure stage'>After</p>", "<style>p { color: green }</style>"
    )
    expect(page.locator("css=.alive")).to_have_count(3)
    page.locator(CONTROL).nth(0).press("ArrowRight")
    page.get_by_label("blue").nth(1).check()
    sentences = page.locator(SENTENCE)
    expect(sentences).to_have_text(["The red side is 4.", "The blue side is 3.", "The red side is 3."])
    expect(page.locator("css=rect:visible").first).to_have_attribute("width", "4")
    expect(page.locator("css=[role=status]").first).to_have_text("The red side is 4.")
    page.locator("css=[data-action=reset]").first.click()
    expect(sentences.first).to_have_text("The red side is 3.")
    assert page.evaluate("[location.hash + location.search, document.title, localStorage.length]") == ["", "Host", 0]
    assert page.locator("body > *").evaluate_all("all => all.map((one) => one.localName)")[0] == "p"
    color = "getComputedStyle(document.querySelector('p.figure')).color"
    assert page.evaluate(color) == "rgb(0, 128, 0)"
    # A cell that is run again replaces its output.
    page.evaluate("document.querySelector('[name=squares]').remove()")
    expect(page.locator("css=.alive")).to_have_count(2)


@pytest.mark.parametrize(
    ("style", "change", "before", "after"),
    [
        (".night { background: #101418 }", "document.body.className = 'night'", "light", "dark"),
        ("[lang=fr] { color-scheme: dark }", "document.documentElement.lang = 'fr'", "light", "dark"),
        ("", "document.querySelector('[name=squares]').setAttribute('theme', 'dark')", "light", "dark"),
        ("", "document.body.style = 'background: linear-gradient(#111, #222); color: #eee'", "light", "dark"),
        (":root { color-scheme: light dark }", "document.body.style.background = 'oklch(0.9 0 9)'", "dark", "light"),
    ],
)
def test_it_takes_the_theme_of_the_page_and_follows_it(
    opened: Open, figure: Figure, style: str, change: str, before: str, after: str
) -> None:
    page = opened(figure.html(), f"<style>{style}</style>", color_scheme=before)
    ground = page.locator("css=.ground")
    expect(ground).to_have_css("color-scheme", before)
    page.evaluate(change)
    expect(ground).to_have_css("color-scheme", after)
    ink = "rgb(235, 231, 221)" if after == "dark" else "rgb(29, 36, 51)"
    expect(page.locator(SENTENCE)).to_have_css("color", ink)


def test_links_to_a_state_are_followed_and_the_address_is_left_as_it_is(opened: Open, figure: Figure) -> None:
    link = '<a href="#squares:side-7.color-blue">seven</a>'
    page = opened(f"{link}<p style='height: 300vh'>{figure.html()}", path="page.html#squares:side-2")
    sentence = page.locator(SENTENCE)
    expect(sentence).to_have_text("The red side is 2.")
    expect(sentence).to_be_in_viewport()
    for _ in range(2):
        page.get_by_text("seven").click()
        expect(sentence).to_have_text("The blue side is 7.")
        page.locator(CONTROL).press("ArrowLeft")
        expect(sentence).to_have_text("The blue side is 6.")
        assert page.evaluate("location.hash") == "#squares:side-7.color-blue"


def test_a_linked_figure_writes_its_state_into_the_address(opened: Open, figure: Figure) -> None:
    link = '<a href="#squares:side-7.color-blue">seven</a>'
    page = opened(link + figure.html(attributes="linked"), path="page.html#squares:side-2")
    sentence = page.locator(SENTENCE)
    expect(sentence).to_have_text("The red side is 2.")
    page.get_by_text("seven").click()
    expect(sentence).to_have_text("The blue side is 7.")
    page.locator(CONTROL).press("ArrowLeft")
    expect(sentence).to_have_text("The blue side is 6.")
    assert page.evaluate("location.hash") == "#squares:side-6.color-blue"
    page.evaluate("location.hash = '%E0:%'")  # of the page, and no code
    page.locator(CONTROL).press("ArrowLeft")
    expect(sentence).to_have_text("The blue side is 5.")


def test_it_brings_its_own_ground_where_its_words_could_not_be_read(
    opened: Open, figure: Figure, host: tuple[Path, str]
) -> None:
    figure.save(host[0] / "frame.html")
    figure.save(host[0] / "fitting.html", theme="light")
    frames = "<iframe src='frame.html'></iframe><iframe src='fitting.html'></iframe>"
    page = opened(f"{frames}{figure.html()}", "<style>body { background: #0d6efd; color: white }</style>")
    expect(page.locator("css=.ground")).to_have_css("background-color", "rgb(251, 248, 241)")
    for index, ground in enumerate(("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")):
        inside = page.frame_locator("iframe").nth(index)
        expect(inside.locator("css=.alive")).to_have_count(1)
        expect(inside.locator("html")).to_have_css("background-color", ground)


def test_keys_of_its_controls_are_not_those_of_the_page(opened: Open, figure: Figure) -> None:
    listen = "<script>addEventListener('keydown', ({key}) => { document.title += ` ${key}`; })</script>"
    page = opened(listen + figure.html())
    for key in ("ArrowRight", "Escape", "x", "Control+s"):
        page.locator(CONTROL).press(key)
    expect(page.locator(SENTENCE)).to_have_text("The red side is 4.")
    expect(page).to_have_title("Host Escape Control s")
    expect(page.locator("[name=squares]")).to_have_attribute("data-lm-suppress-shortcuts", "true")  # of Jupyter


@pytest.mark.parametrize("style", ["display: flex", "display: table", "float: left", "position: absolute"])
def test_it_is_wide_in_a_place_that_is_as_wide_as_its_contents(opened: Open, figure: Figure, style: str) -> None:
    page = opened(f"<div style='{style}'>{figure.html()}</div>")
    expect(page.locator("css=.alive")).to_have_count(1)
    assert page.locator("css=.stage").evaluate("stage => stage.offsetWidth") > 700
    page.set_viewport_size({"width": 400, "height": 600})
    assert 300 < page.locator("css=.stage").evaluate("stage => stage.offsetWidth") <= 400


def test_letters_and_the_direction_of_the_page_are_not_those_of_its_words(opened: Open, figure: Figure) -> None:
    head = "<style>body { letter-spacing: 9px; text-transform: uppercase; text-indent: 40px; white-space: pre }</style>"
    page = opened(f"<div dir='rtl'>{figure.html()}</div>", head)
    words = page.locator(SENTENCE)
    for name, value in (("letter-spacing", "normal"), ("text-transform", "none"), ("white-space", "normal")):
        expect(words).to_have_css(name, value)
    # Its last sign, the full stop, is right of the others.
    last = """sentence => {
      const range = document.createRange();
      range.selectNodeContents(sentence);
      const {right} = range.getBoundingClientRect();
      range.setStart(sentence.lastChild, sentence.lastChild.length - 1);
      return right - range.getBoundingClientRect().right;
    }"""
    assert words.evaluate(last) == 0


def test_without_scripts_there_are_picture_and_sentence(opened: Open, figure: Figure) -> None:
    page = opened(figure.html(), java_script_enabled=False)
    expect(page.get_by_text("The red side is 3.")).to_be_visible()
    image = page.locator("css=img")
    expect(image).to_have_attribute("alt", "The red side is 3.")
    assert image.evaluate("image => image.complete && image.width") > 100


def test_a_saved_figure_tells_its_height_and_obeys_a_strict_policy(
    opened: Open, figure: Figure, host: tuple[Path, str]
) -> None:
    folder, _ = host
    figure.save(folder / "squares.html")
    figure.save(folder / "apart.html", separate=True)
    policy = "<meta http-equiv=content-security-policy content=\"default-src 'self'; img-src data:\">"
    strict = (folder / "apart.html").read_text().replace("<head>", f"<head>{policy}")
    (folder / "apart.html").write_text(strict)
    listen = "addEventListener('message', ({data}) => { document.title = JSON.stringify(data); });"
    page = opened(f'<script>{listen}</script><iframe src="squares.html"></iframe><iframe src="apart.html"></iframe>')
    for frame in page.locator("iframe").all():
        inside = frame.content_frame
        inside.locator(CONTROL).press("ArrowRight")
        expect(inside.locator(SENTENCE)).to_have_text("The red side is 4.")
    expect(page).to_have_title(re.compile(r'\{"type":"figure-height","figure":"squares","height":\d{3}\}'))


def line(end: int) -> None:
    from matplotlib import pyplot

    pyplot.plot([0, end])
    pyplot.ylim(0, 3)


def test_a_saved_file_without_scripts_shows_the_narrow_picture_in_the_theme_of_the_reader(
    opened: Open, host: tuple[Path, str]
) -> None:
    figure = Figure(line, sentence="{end}", end=(1, 2))
    for theme, expected in (("", "dark"), ("light", "light")):
        figure.save(host[0] / "line.html", theme=theme)
        options: dict[str, Any] = {"color_scheme": "dark", "viewport": {"width": 360, "height": 600}}
        page = opened("", path="line.html", java_script_enabled=False, **options)
        image = page.locator("css=img")
        assert image.evaluate("image => image.naturalWidth") <= 336
        corner = Image.open(BytesIO(image.screenshot())).convert("L").tobytes()[0]
        assert ("dark" if corner < 128 else "light") == expected
        page = opened("", path="line.html", **options)
        expect(page.locator("css=.ground")).to_have_css("color-scheme", expected)


def test_a_saved_file_follows_links_by_any_name(opened: Open, host: tuple[Path, str], figure: Figure) -> None:
    figure.save(host[0] / "one.html")
    page = opened("", path="one.html#shop:side-7")
    expect(page.locator(SENTENCE)).to_have_text("The red side is 7.")


@pytest.mark.parametrize("state", ["foo", "side-7,color-blue"])
def test_a_state_that_a_figure_does_not_have_is_named_below_it(
    opened: Open, host: tuple[Path, str], figure: Figure, state: str
) -> None:
    figure.save(host[0] / "one.html")
    page = opened("", path=f"one.html#squares:{state}")
    message, sentence = page.locator("css=.figure-message"), page.locator(SENTENCE)
    expect(message).to_have_text(f"This figure has no state “{state}”, which the link names.")
    expect(sentence).to_have_text("The red side is 3.")
    page.locator(CONTROL).press("ArrowRight")
    expect(sentence).to_have_text("The red side is 4.")
    expect(message).to_have_count(0)
    page.evaluate("location.hash = 'squares:bar'")
    expect(message).to_contain_text("“bar”")
    expect(sentence).to_have_text("The red side is 4.")


def test_a_picture_for_untrusted_notebooks_is_that_of_the_opening(figure: Figure) -> None:
    bundle = figure._repr_mimebundle_()
    assert bundle["text/plain"] == "The red side is 3."
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
