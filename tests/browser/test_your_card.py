"""The last figure: the card of guesses, and the players who answer some throws like the reader."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from tests.browser.test_figures import awake, rows
from tests.browser.test_ledger import with_marks
from tests.browser.test_solving import OpenPage
from tests.browser.ways import figure_of, press

PAGE = "your-card.html"
QUESTION_OF_DICE = {row["dice"]: row["question"] for row in rows("habit_questions")}
PLAYER = "bonus-top"


def answer_as(figure: Locator, question: str) -> Locator:
    """Return the button of what one player does."""
    row = next(r for r in rows("habit_questions") if r["question"] == question and PLAYER in r["players"].split())
    if row["action"] == "score":
        return figure.get_by_role("button", name=re.compile(f"in {row['option'].replace('_', ' ')}", re.IGNORECASE))
    return figure.get_by_role("button", name=f"Keep {' '.join(row['option'])}", exact=True)


def test_answers_give_a_range_that_is_stored_and_can_be_shared(open_page: OpenPage) -> None:
    page, figure = figure_of(open_page, PAGE, "your-card", "touch")
    expect(figure.locator(".own-picture")).to_have_count(0)
    for place in range(len(QUESTION_OF_DICE)):
        expect(figure.locator(".own-place")).to_contain_text(f"{place + 1} of {len(QUESTION_OF_DICE)}")
        labels = figure.locator(".own-dice .die").evaluate_all("dice => dice.map(die => die.ariaLabel).join()")
        answer = answer_as(figure, QUESTION_OF_DICE[re.sub(r"\D", "", labels)])
        press(page, answer, "touch" if place % 2 else "keyboard")
    words = figure.locator(".own-words")
    expect(words).to_be_focused()
    mean = next(row["mean"] for row in rows("habit_players") if row["habits"] == PLAYER)
    expect(words).to_contain_text(f"Players who answer as you do average about {mean:.0f} points")
    expect(figure.locator(".own-advice")).to_contain_text("counting the chances of a turn")
    expect(page).to_have_url(re.compile(r"your-card=\d{8}"))
    with page.expect_download() as saved:
        press(page, figure.get_by_role("button", name="Keep the picture (SVG)"), "touch")
    drawing = saved.value.path().read_text(encoding="utf-8")
    assert f">{mean:.0f}</text>" in drawing
    assert "var(" not in drawing
    told, sent = words.inner_text(), page.url
    press(page, figure.get_by_role("button", name="Back", exact=True), "touch")
    expect(figure.locator(".own-place")).to_contain_text(f"{len(QUESTION_OF_DICE)} of {len(QUESTION_OF_DICE)}")
    page.goto(sent)
    expect(awake(page, "your-card").locator(".own-words")).to_have_text(told)


def test_the_card_and_the_answers_are_there_on_the_next_visit(open_page: OpenPage) -> None:
    page = open_page(PAGE, reduced_motion="reduce")
    with_marks(
        page, {"luck.html": {"read": True, "points": {"x": 7}}, "two-halves.html": {"read": True, "points": {"y": 8}}}
    )
    figure = awake(page, "your-card")
    card = figure.locator(".own-card")
    expect(card.get_by_role("row", name=re.compile("^Luck"))).to_contain_text("7")
    expect(card.get_by_role("row", name=re.compile("^All of it"))).to_contain_text("15")
    expect(card.get_by_role("row", name=re.compile("^Your card"))).to_have_count(0)  # it has no guess
    for _ in range(2):
        figure.locator('[data-press="answer-0"]').click()
    expect(figure.locator(".own-place")).to_contain_text("3 of")
    page.goto(page.url.split("?")[0])
    expect(awake(page, "your-card").locator(".own-place")).to_contain_text("3 of")
