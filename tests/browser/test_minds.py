"""The figures of "The mat" and "How machines learn it" answer, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_figures import rows
from tests.browser.ways import WAYS, choose, figure_of, find_row, press

OpenPage = Callable[..., Page]


@pytest.mark.parametrize("way", WAYS)
def test_the_mat_is_guessed_turned_and_played(open_page: OpenPage, way: str) -> None:
    page, figure = figure_of(open_page, "mat.html", "mat", way)
    mean = find_row("minds_mat", rules=7)["mean"]
    expect(figure.locator(".mat-turning")).to_be_hidden()
    press(page, figure.locator('[data-press="guess-230"]'), way)
    expect(figure.locator(".guess-verdict")).to_contain_text(f"it scores {mean:.1f} points")
    turning = figure.locator(".mat-turning p")
    expect(turning).to_contain_text(f"the mat scores {mean:.2f}")
    press(page, figure.locator('[data-press="down"]'), way)
    turned = find_row("minds_turned", box="chance", change=-1)
    expect(turning).to_contain_text(f"With Chance at {turned['par']} the mat scores {turned['mean']:.2f}")
    expect(page).to_have_url(re.compile(r"mat=1\.chance\.-1"))
    lower = figure.locator('[data-press="down"]')
    while lower.get_attribute("aria-disabled") is None:
        press(page, lower, way)
    if way == "keyboard":
        expect(lower).to_be_focused()  # also where it is disabled
    options = [row for row in rows("minds_moments") if row["example"] == 1]
    (says,) = (row for row in options if row["by_mat"])
    for die, face in enumerate(says["dice"]):
        if face in says["keep"]:
            press(page, figure.locator(f'[data-press="die-{die}"]'), way)
    press(page, figure.locator('[data-press="throw"]'), way)
    expect(figure.locator(".verdict")).to_contain_text(f"Line {says['line']} of the mat says the same")
    expect(figure.locator(".mat-lines .decides")).to_have_text(says["lesson"])


def test_the_mat_is_taken_along_on_one_page_of_its_size(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "mat.html", "mat")
    page.evaluate("window.print = () => {}")
    figure.get_by_role("button", name="Take the mat along").click()
    printed = page.pdf(prefer_css_page_size=True)
    assert printed.count(b"/Type /Page\n") == 1
    assert re.search(rb"/MediaBox \[0 0 4\d\d[\d.]* 59\d", printed)  # 148 by 210 mm, in points
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="print")
    expect(page.locator("h1")).to_be_visible()
    page.emulate_media(media="screen")


def test_the_mind_of_seventeen_numbers_is_shown_by_a_word(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "mat.html", "few-numbers")
    says, one = figure.locator(".explorable-sentence"), find_row("minds_values", family="curve-1")
    expect(says).to_contain_text(f"With one number, fitted to choices, on top of an exact turn: {one['mean']:.2f}")
    page.get_by_role("button", name="Fifteen pars and two numbers for the bonus").click()
    best = max(row["mean"] for row in rows("minds_values") if row["numbers"] == 17)
    expect(says).to_contain_text(f"With 17 numbers, fitted to choices, on top of an exact turn: {best:.2f}")


def test_a_temper_is_chosen(open_page: OpenPage) -> None:
    page, temper = figure_of(open_page, "learning.html", "temper")
    for turns in ("Turns 1 to 5", "Turns 11 to 15"):
        choose(page, temper.get_by_role("group", name=turns), "bold", "mouse")
    bold = find_row("temper_players", kind="stops", early=0.025, middle=0.0, late=0.025)
    tells = f"Bold early, plain in the middle, bold late: an average of {bold['mean']:.2f} points."
    expect(temper.locator(".explorable-sentence")).to_contain_text(tells)


def test_learners_are_chosen(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "learning.html", "teachers-figure")
    says = figure.locator(".explorable-sentence")
    expect(says).to_contain_text("After 300 games the learner scores")
    page.get_by_role("button", name="A network", exact=True).click()
    average = find_row("minds_learned", learner="network", told="average", games=1000)["mean"]
    score = find_row("minds_learned", learner="network", told="final_score", games=10000)["mean"]
    expect(says).to_contain_text(f"After 1,000 games a network scores {average:.1f} told the average of the turn")
    expect(says).to_contain_text(f"told the final score it has {score:.1f} after 10,000")
    page.get_by_role("button", name="Another", exact=True).click()
    row = find_row("minds_learned", learner="notebook", games=1000)
    scores = f"scores {row['mean']:.1f}, the worst of five {row['worst']:.1f}"
    expect(says).to_contain_text(
        f"After 1,000 games and {row['looked_at']:,.0f} cards looked at, "
        f"a learner who knows no dice and keeps a notebook {scores}"
    )
    expect(page).to_have_url(re.compile("teachers-figure=learner-notebook"))
