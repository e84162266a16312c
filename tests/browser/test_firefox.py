"""The site in Firefox, where there is one: every page on a phone and on a desk, every figure by mouse and by keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from tests.browser.conftest import ROOT
from tests.browser.firefox import KEYS, Firefox, executable, running_firefox
from tests.browser.test_advisor import expected_options, positions
from tests.browser.test_every_page import PAGES, WAKE

pytestmark = pytest.mark.nightly
N_POSITIONS = 10
TOLERANCE = 2 / 256  # of the table's steps, as in test_advisor.py

# Controls: fields that handle arrow keys, or else buttons.
CONTROLS = """
const [figure, selector] = values;
const found = [...document.querySelectorAll(`#${figure} .stage :is(${selector})`)];
const able = found.filter(control => control.checkVisibility() && control.ariaDisabled !== "true");
return able.map(control => found.indexOf(control));
"""
FOCUS = """
const [figure, selector, place] = values;
const control = document.querySelectorAll(`#${figure} .stage :is(${selector})`)[place];
control.scrollIntoView({block: "center", behavior: "instant"});
control.focus({preventScroll: true});
const {left, top, width, height} = control.getBoundingClientRect();
return [left, top, width, height];
"""
SHOWN = "return document.querySelector(`#${values[0]} .stage`).innerHTML;"
CHANGED = """
const [figure, before] = values;
const stage = document.querySelector(`#${figure} .stage`);
for (let frame = 0; frame < 30 && stage.innerHTML === before; frame++) await new Promise(requestAnimationFrame);
return stage.innerHTML !== before;
"""
SETTLED = """
for (let frame = 0; frame < 3 || innerWidth !== values[0]; frame++) await new Promise(requestAnimationFrame);
return document.documentElement.scrollWidth;
"""
FIELDS = "[role=slider][tabindex='0'], [role=application][tabindex='0']"
BUTTONS = "button[data-press], input[type=radio]"
ARROWS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    """Start Firefox once; conftest.py sees to it that nothing here is run where there is none."""
    path = executable()
    assert path is not None
    with running_firefox(path) as started:
        yield started


@pytest.fixture
def quiet(firefox: Firefox) -> Iterator[Firefox]:
    """Return the browser; a complaint of a page fails the test."""
    firefox.complaints.clear()
    yield firefox
    firefox.run("await new Promise(requestAnimationFrame)")
    assert not firefox.complaints, "\n".join(firefox.complaints)


def test_a_site_on_disk_comes_alive(quiet: Firefox, on_disk: Path) -> None:
    for page in sorted(on_disk.glob("*.html")):
        quiet.open(page.as_uri())
        quiet.wait_for("document.documentElement.dataset.alive")


def point_at(firefox: Firefox, figure: str, selector: str, place: int) -> tuple[float, float, float]:
    """Bring a control into the window, focus and mouse to its middle; return that middle and its width."""
    left, top, width, height = firefox.run(FOCUS, figure, selector, place)
    x, y = left + width / 2, top + height / 2
    firefox.move(x, y)
    return x, y, width


def answers(firefox: Firefox, figure: str, act: Callable[[], object]) -> bool:
    """Return whether an action changes the content of a figure."""
    before = firefox.run(SHOWN, figure)
    act()
    return bool(firefox.run(CHANGED, figure, before))


def check_fields(firefox: Firefox, figure: str) -> int:
    """Check that each field of a figure answers to the arrow keys and to the mouse; return how many there are."""
    places = firefox.run(CONTROLS, figure, FIELDS)
    for place in places:
        point_at(firefox, figure, FIELDS, place)
        assert any(answers(firefox, figure, partial(firefox.press, key)) for key in ARROWS), f"{figure}: arrow keys"
        x, y, width = point_at(firefox, figure, FIELDS, place)
        # A small handle is dragged upwards; over a field the pointer moves sideways.
        end = (x, y - 40) if width < 80 else (x + 0.2 * width, y + 10)
        assert answers(firefox, figure, partial(firefox.drag, (x, y), end)), f"{figure}: a drag of the mouse"
        assert firefox.run("return String(getSelection())") == "", f"{figure}: words are marked by a drag"
    return len(places)


def check_buttons(firefox: Firefox, figure: str) -> None:
    """Check that a button or choice of a figure answers to a click, and one to the keyboard."""

    def answers_to(way: str, place: int) -> bool:
        x, y, _ = point_at(firefox, figure, BUTTONS, place)
        act = partial(firefox.press, way) if way in KEYS else partial(firefox.drag, (x, y))
        return answers(firefox, figure, act)

    is_choice = firefox.run("return !document.querySelector(`#${values[0]} .stage button[data-press]`)", figure)
    for way in ("a click", "ArrowRight" if is_choice else "Enter"):
        assert any(answers_to(way, place) for place in firefox.run(CONTROLS, figure, BUTTONS)), f"{figure}: {way}"


@pytest.mark.parametrize("path", PAGES)
def test_a_page_and_its_figures(quiet: Firefox, address: str, path: str) -> None:
    quiet.resize(360, 640)
    quiet.open(f"{address}{path}?depth=3")
    figures = quiet.run(WAKE)
    assert quiet.run(SETTLED, 360) <= 360
    quiet.resize(1280, 900)
    assert quiet.run(SETTLED, 1280) <= 1280
    for figure in figures:
        if check_fields(quiet, figure) == 0:
            check_buttons(quiet, figure)


ENTER_CARD = """
for (const [category, points] of Object.entries(values[0])) {
    const box = document.querySelector(`select[data-category="${category}"]`);
    box.value = points;
    box.dispatchEvent(new Event("change", {bubbles: true}));
}
document.querySelector(`[data-press="rerolls-${values[1]}"]`).click();
document.querySelector(".dice-row .die").focus();
"""
OPTIONS = """
const rows = [...document.querySelectorAll(".advisor-answer li.option")];
return rows.map(({dataset}) => [dataset.option, Number(dataset.value)]);
"""


def test_the_advisor_answers_as_the_solver_does(quiet: Firefox, address: str) -> None:
    vectors = json.loads((ROOT / "build" / "data" / "vectors.json").read_text())
    quiet.resize(360, 640)
    quiet.open(f"{address}advisor.html")
    quiet.wait_for("document.querySelector('#advisor.alive')")
    for position, written in islice(positions(vectors), N_POSITIONS):
        quiet.run("document.querySelector('[data-press=new]').click()")
        quiet.run(ENTER_CARD, written, position["rerolls"])
        quiet.press(*position["dice"])
        quiet.wait_for("document.querySelector('.advisor-answer li.option')")
        shown = quiet.run(OPTIONS)
        wanted = expected_options(position, sum(written.values()))
        assert dict(shown) == pytest.approx(wanted, abs=TOLERANCE)
        assert wanted[shown[0][0]] >= max(wanted.values()) - TOLERANCE


def test_a_game_goes_on_after_a_reload(quiet: Firefox, address: str) -> None:
    """Firefox restores form fields on a reload; it must not bring the old dice back."""
    quiet.open(f"{address}advisor.html")
    quiet.wait_for("document.querySelector('#advisor.alive')")
    quiet.run("document.querySelector('[data-press=new]').click(); document.querySelector('.dice-row .die').focus()")
    quiet.press(*"55266")
    quiet.wait_for("document.querySelector('[data-press=keep-55]')")
    quiet.run("document.querySelector('[data-press=keep-55]').click()")
    quiet.reload()
    quiet.wait_for("document.querySelector('#advisor.alive .die.kept')")
    dice = "return [...document.querySelectorAll('.dice-row .die')].map(die => die.dataset.face).join('')"
    assert quiet.run(dice) == "55000"
    assert quiet.run("return document.querySelector('[data-field=dice]').value") == ""
    quiet.run("document.querySelector('.advisor-undo').click()")
    assert quiet.run(dice) == "55266"
