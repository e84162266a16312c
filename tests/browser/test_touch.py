"""Every control is at least 24 pixels wide and high (WCAG 2.2, 2.5.8), on every page at 360 pixels.

Links in sentences are exempt; a target may extend beyond its box, so hit tests of the page itself determine its size.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.test_every_page import PAGES, wake_figures

OpenPage = Callable[..., Page]

SMALL_TARGETS = """() => {
    const LEAST = 24;
    const SENTENCES = "p, li, dd, td, figcaption, blockquote";
    const CONTROLS = "a[href], button, input, select, textarea, summary, [tabindex='0'], [data-press]";
    const shown = control => control.checkVisibility({visibilityProperty: true});
    const controls = [...document.querySelectorAll(CONTROLS)].filter(shown);
    const targets = [...new Set(controls.map(control => control.closest("label") ?? control))];
    const inSentence = target => {
        const block = target.closest(SENTENCES);
        const inline = getComputedStyle(target).display.startsWith("inline");
        return inline && block !== null && block.textContent.trim().length > target.textContent.trim().length;
    };
    const reaches = target => {
        target.scrollIntoView({block: "center", behavior: "instant"});
        const {left, right, top, bottom} = target.getBoundingClientRect();
        const [x, y, far] = [(left + right) / 2, (top + bottom) / 2, LEAST / 2 - 0.5];
        const around = [[-far, 0], [far, 0], [0, -far], [0, far]];
        return around.every(([dx, dy]) => target.contains(document.elementFromPoint(x + dx, y + dy)));
    };
    const small = targets.filter(target => {
        const {width, height} = target.getBoundingClientRect();
        return width > 1 && Math.min(width, height) < LEAST - 0.5 && !inSentence(target) && !reaches(target);
    });
    return [targets.length, small.map(target => {
        const {width, height} = target.getBoundingClientRect();
        const name = (target.ariaLabel ?? target.textContent).trim().slice(0, 40);
        const place = target.closest("[id]")?.id;
        return `${place}: ${target.tagName}.${target.className} "${name}" ${width.toFixed(1)} x ${height.toFixed(1)}`;
    })];
}"""

# Open what is folded, and what waits for a guess.
UNCOVER = """() => {
    for (const button of document.querySelectorAll("[data-press='skip']")) if (button.checkVisibility()) button.click();
    for (const details of document.querySelectorAll("details")) details.open = true;
}"""

# Summaries whose words are not centred: the arrow is on a line of its own.
BROKEN_FOLDS = """() => [...document.querySelectorAll(".depth > summary")].filter(fold => {
    const words = document.createRange();
    words.selectNodeContents(fold);
    const [inner, outer] = [words, fold].map(one => one.getBoundingClientRect());
    return outer.height > 0 && Math.abs(inner.top + inner.bottom - outer.top - outer.bottom) > 3;
}).map(fold => fold.textContent)"""


@pytest.mark.parametrize("path", PAGES)
def test_touch_targets_are_large_enough(open_page: OpenPage, path: str) -> None:
    page = open_page(f"{path}?depth=3", width=360, has_touch=True, is_mobile=True, reduced_motion="reduce")
    page.evaluate("() => dispatchEvent(new Event('wheel'))")
    wake_figures(page)
    assert page.evaluate(BROKEN_FOLDS) == []
    for prepare in ("() => undefined", UNCOVER):
        page.evaluate(prepare)
        count, small = page.evaluate(SMALL_TARGETS)
        assert count > 5
        assert not small, "\n" + "\n".join(small)
