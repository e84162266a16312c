"""Throws are visible: dice are animated or marked, held ones are not, and first throws need a press."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_table import HOLD_REST, PHONE, OpenPage, kept, sit_down, wait_until_painted

TUMBLING = """() => [...document.querySelectorAll(".table-dice .die")].map(
    die => die.getAnimations().filter(one => one.animationName === "tumble").map(one => one.effect.getTiming().duration)
)"""
# Thrown dice stay at the beginning of their animation, however late they are looked at.
HOLD_TUMBLING = """() => {
    const style = new CSSStyleSheet();
    style.replaceSync(".table-dice .die { animation-play-state: paused !important; }");
    document.adoptedStyleSheets.push(style);
}"""
BORDERS = "() => [...document.querySelectorAll('.table-dice .die')].map(die => getComputedStyle(die).borderTopStyle)"


def throw(page: Page) -> None:
    page.locator("[data-press=throw]").tap()
    wait_until_painted(page)


def test_a_throw_needs_a_press_and_is_animated(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE | {"reduced_motion": "no-preference"})
    sit_down(page, "pen", "pen", at_once=False)
    place = page.locator(".table-place")
    expect(place).to_contain_text("A, before the throw")
    page.evaluate(HOLD_TUMBLING)
    throw(page)
    assert page.evaluate(TUMBLING) == [[250]] * 5
    page.evaluate("document.getAnimations().forEach(one => one.finish())")
    for die in (0, 3):
        page.locator(f"[data-press=die-{die}]").tap()
    wait_until_painted(page)
    assert page.evaluate(TUMBLING) == [[]] * 5  # holding a die does not move the others
    throw(page)
    assert page.evaluate(TUMBLING) == [[], [250], [250], [], [250]]
    page.emulate_media(reduced_motion="reduce")
    page.locator(".cell.offered").first.tap()
    page.evaluate(HOLD_REST)
    page.locator("[data-press=write]").tap()
    # The button is marked as not ready for 600 ms; then the next player can throw.
    button = page.locator("[data-press=throw]")
    expect(place).to_contain_text("B, before the throw")
    expect(button).to_have_attribute("aria-disabled", "true")
    button.evaluate("button => button.click()")
    page.evaluate("rest()")
    expect(button).not_to_have_attribute("aria-disabled", "true")
    expect(place).to_contain_text("B, before the throw")
    throw(page)
    expect(place).to_contain_text("B, first throw")
    assert page.evaluate(TUMBLING) == [[]] * 5
    assert page.evaluate(BORDERS) == ["double"] * 5
    page.locator("[data-press=undo]").tap()
    expect(place).to_contain_text("B, before the throw")
    page.locator("[data-press=redo]").tap()
    # The setting is stored: the page throws after a box is written.
    page.locator("[data-press=menu]").tap()
    page.locator("[data-press=once]").tap()
    page.locator("[data-press=close]").tap()
    page.reload()
    page.locator(".cell.offered").first.tap()
    page.locator("[data-press=write]").tap()
    expect(place).to_contain_text("A, first throw")
    assert page.evaluate(BORDERS) == ["double"] * 5
    assert [event.get("pressed", False) for event in kept(page)["events"] if event["kind"] == "throw"] == [
        True,
        False,
        True,
        False,
    ]


def test_held_chosen_and_offered_differ_with_forced_colours(open_page: OpenPage) -> None:
    page = open_page("table.html?lang=en", **PHONE)
    sit_down(page, "pen")
    page.emulate_media(forced_colors="active")
    page.locator("[data-press=die-1]").tap()
    page.locator(".cell.offered").first.tap()

    def styles(selector: str, style: str) -> list[str]:
        found: list[str] = page.locator(selector).evaluate_all(
            "(all, style) => all.map(one => getComputedStyle(one)[style])", style
        )
        return found

    assert styles(".table-dice .die", "outlineStyle") == ["none", "solid", "none", "none", "none"]
    assert sorted(styles(".card-columns .cell", "outlineStyle"))[-2:] == ["none", "solid"]
    assert set(styles(".cell.offered b", "borderTopStyle")) == {"dashed"}
    page.locator("[data-press=write]").tap()
    expect(page.locator(":is(.cell.written, .cell.struck)")).to_have_count(1)
    assert set(styles(":is(.cell.written, .cell.struck) b", "borderTopStyle")) == {"none"}
