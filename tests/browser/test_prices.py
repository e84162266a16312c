"""Your throw and the price tags answer to mouse, keyboard and touch, and show what the data sets hold."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.test_figures import awake
from tests.browser.ways import WAYS, figure_of, find_row, press

OpenPage = Callable[..., Page]


def whole_in_window(control: Locator) -> bool:
    """Return whether a control is completely inside the window."""
    return bool(control.evaluate("one => one.getBoundingClientRect().bottom <= innerHeight"))


def test_on_a_phone_the_first_window_shows_the_question_and_the_hill(open_page: OpenPage) -> None:
    page = open_page("index.html", width=360, height=740, has_touch=True, reduced_motion="reduce")
    expect(page.locator("#your-throw.alive")).to_have_count(1)
    assert page.evaluate("scrollY") == 0
    chips, edge = page.locator("#your-throw .throw-chip"), page.locator("#your-throw .throw-edge")
    assert [whole_in_window(chips.nth(at)) for at in range(3)] == [True] * 3
    before = edge.get_attribute("d") or ""
    chips.first.tap()
    expect(edge).not_to_have_attribute("d", before)
    assert page.evaluate("scrollY") == 0
    assert whole_in_window(page.locator("#your-throw .throw-number").last)
    more = page.locator('#your-throw [data-press="next"]')
    more.scroll_into_view_if_needed()
    assert not page.locator("#your-throw .throw-dice").evaluate("dice => dice.getBoundingClientRect().top > 0")
    more.tap()
    expect(page.locator("#your-throw .throw-dice")).to_be_in_viewport()
    check_primer(page)


def check_primer(page: Page) -> None:
    """Check the six drawings: two rows of three, kept dice stay, and no letter is too small."""
    steps = page.locator(".primer li")
    tops = [steps.nth(at).evaluate("step => Math.round(step.getBoundingClientRect().top)") for at in range(6)]
    assert tops == [tops[0]] * 3 + [tops[3]] * 3
    assert tops[3] > tops[0]
    assert [steps.nth(at).locator(".primer-kept").count() for at in range(6)] == [0, 2, 2, 3, 3, 0]
    size = "text => parseFloat(getComputedStyle(text).fontSize) * text.ownerSVGElement.clientWidth / 112"
    assert page.locator(".primer text").first.evaluate(size) >= 12


def test_your_throw_is_asked_answered_and_followed_by_two_more(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "index.html", "your-throw")
    expect(figure.locator(".throw-tag")).to_have_count(0)
    house = find_row("throw_options", throw=1, category="full_house")
    threes = find_row("throw_options", throw=1, category="threes")
    press(page, figure.locator('[data-press="option-1"]'), "keyboard")
    expect(figure.locator(".throw-verdict")).to_contain_text(f"{house['regret']:.1f} given away.")
    expect(figure.locator(".throw-chip.own .throw-tag")).to_have_text(f"−{house['regret']:.1f}")  # noqa: RUF001
    expect(figure.locator(".throw-chip.best .throw-tag")).to_have_text("best")
    expect(figure.locator(".throw-number")).to_have_text([f"{threes['value']:.1f} best", f"{house['value']:.1f}"])
    press(page, figure.locator('[data-press="option-3"]'), "keyboard")  # preview only: the answer is unchanged
    expect(figure.locator(".throw-number")).to_have_text(f"{threes['value']:.1f}")
    expect(figure.locator(".throw-verdict")).to_contain_text("Nothing given away.")
    expect(figure.locator(".throw-chip.own")).to_have_attribute("data-press", "option-1")
    for number in (2, 3):
        press(page, figure.locator('[data-press="next"]'), "mouse")
        expect(figure.locator(".throw-question")).to_contain_text("Turn 12" if number == 2 else "Turn 14")
        expect(figure.locator(".throw-chip").first).to_be_focused()
        best = find_row("throw_options", throw=number, regret=0.0)
        press(page, figure.locator(f'[data-press="option-{best["option"]}"]'), "keyboard")
        expect(figure.locator(".throw-verdict")).to_contain_text("Nothing given away.")
    greedy = sum(find_row("throw_options", throw=number, greedy=True)["regret"] for number in (1, 2, 3))
    sums = figure.locator(".throw-sums tr")
    expect(sums.nth(1)).to_contain_text(f"{house['regret']:.1f}")
    expect(sums.nth(2)).to_contain_text(f"{greedy:.1f}")
    expect(figure.get_by_role("link", name="Find out why")).to_have_attribute("href", "prices.html")
    expect(page).to_have_url(re.compile(r"your-throw=3\.\d\.1\d\d"))


def test_decisions_of_the_title_page_count_on_the_card_of_the_first_chapter(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, "index.html", "your-throw", "mouse")
    house = find_row("throw_options", throw=1, category="full_house")
    points = 10 - round(house["regret"])
    figure.locator('[data-press="option-1"]').click()
    told = f"First answer: {points} of 10 points, on your card: {points}"
    expect(figure.locator(".guess-points")).to_have_text(told)
    figure.locator('[data-press="option-3"]').click()  # to look at; the first answer counts
    figure.get_by_role("link", name="Find out why").click()
    expect(page.locator('.contents a[href="prices.html"] .ledger-box')).to_have_text(f"{points} points")
    decisions = awake(page, "decisions")
    expect(decisions.locator(".decisions-place")).to_contain_text("Decision 2")
    decisions.locator('[data-press="previous"]').click()
    decisions.locator('[data-press="score-threes"]').click()
    expect(decisions.locator(".guess-points")).to_have_text(told)


@pytest.mark.parametrize("way", WAYS)
def test_price_tags_are_guessed_and_change_with_the_card(open_page: OpenPage, way: str) -> None:
    page, figure = figure_of(open_page, "prices.html", "price-tags", way)
    chance = figure.locator('[data-press="box-13"]')
    expect(chance.locator(".tags-price")).to_be_hidden()
    expect(chance).to_have_accessible_name("Chance")
    press(page, figure.locator('[data-press="guess-two_pairs"]'), way)
    price = find_row("prices", box="chance")["price"]
    expect(figure.locator(".guess-verdict")).to_contain_text(f"Chance costs {price:.1f}")
    expect(chance.locator(".tags-price")).to_contain_text(f"{price:.1f}")
    expect(figure.locator(".tags-row.best")).to_contain_text("Threes")
    press(page, figure.locator('[data-press="box-2"]'), way)
    six = [find_row("prices", box="threes", number=number)["price"] for number in range(6)]
    expect(figure.locator(".tags-box tr").nth(1).locator("td")).to_have_text([f"{one:.1f}" for one in six])
    press(page, figure.locator('[data-press="write"]'), way)
    expect(figure.locator('[data-press="box-2"]')).to_contain_text("filled")
    # The values of all cards are fetched for this.
    expect(chance.locator(".tags-price")).to_have_text(re.compile(r"\d+\.\d$"))
    expect(figure.locator(".tags-total output")).to_have_text("9")
    expect(page).to_have_url(re.compile(r"price-tags=4\.9\.11333\.2"))
    die = figure.locator(".tags-dice .die").first
    press(page, die, way)
    expect(die).to_have_accessible_name("die showing 2; press to turn")
    if way == "touch":
        return

    total = figure.get_by_role("slider", name="Points in the upper half")
    before = figure.locator('[data-press="box-5"] .tags-price').inner_text()
    total.focus()
    page.keyboard.press("Home")
    expect(figure.locator(".tags-total output")).to_have_text("0")
    expect(figure.locator('[data-press="box-5"] .tags-price')).not_to_have_text(before)
    press(page, figure.locator('[data-press="empty"]'), "keyboard")
    expect(chance.locator(".tags-price")).to_contain_text(f"{price:.1f}")


def test_a_link_to_a_card_shows_its_tags(open_page: OpenPage) -> None:
    """Only Sixes open, forty-five points above: three of them earn the bonus, and their price is negative."""
    page = open_page("prices.html?price-tags=32735.45.13666.5", reduced_motion="reduce")
    figure = awake(page, "price-tags")
    expect(figure.locator(".tags-box .now").nth(1)).to_have_text(re.compile(r"^−\d"))  # noqa: RUF001
    expect(figure.locator(".guess")).to_be_hidden()
