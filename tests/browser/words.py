"""Count the words that a reader of the story sees: python -m tests.browser.words [--site build/site].

Every chapter is opened at depth 1 and 1280 pixels, with its figures running; words in figures count, numbers and
text that only a screen reader gets do not. Exit status 1 if the chapters have more words than the budget.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.chromium import arguments, executable
from tests.browser.server import static_host

BUDGET = 11_000
ROOT = Path(__file__).parents[2]
WORD = re.compile(r"\S*\w\S*")
TEXTS = """() => {
    const texts = {prose: [], figures: []};
    const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (!parent.checkVisibility({visibilityProperty: true}) || parent.closest('.visually-hidden')) continue;
        texts[parent.closest('figure') ? 'figures' : 'prose'].push(walker.currentNode.data);
    }
    return texts;
}"""


def wake(page: Page) -> None:
    """Scroll through the page, so that every figure starts."""
    page.evaluate("""async () => {
        for (let y = 0; y < document.body.scrollHeight; y += 600) {
            scrollTo(0, y);
            await new Promise(done => setTimeout(done, 60));
        }
    }""")
    page.wait_for_load_state("networkidle")


def count(browser: Browser, url: str) -> dict[str, int]:
    """Count the words of one page: of its prose, and of its figures."""
    page = browser.new_page(viewport={"width": 1280, "height": 900}, reduced_motion="reduce")
    page.goto(url)
    wake(page)
    words = {kind: len(WORD.findall(" ".join(texts))) for kind, texts in page.evaluate(TEXTS).items()}
    page.close()
    return words


def main() -> int:
    """Print one line a chapter; return 1 if all together are over budget."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--site", type=Path, default=Path("build/site"))
    options = parser.parse_args()
    settings = tomllib.loads((ROOT / "content/site.toml").read_text(encoding="utf-8"))
    total = 0
    with static_host(options.site) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=arguments())
        for chapter in settings["chapters"][1:]:  # the title page is no chapter
            name = Path(chapter).stem
            words = count(browser, f"{address}{name}.html")
            total += sum(words.values())
            print(f"{name:<12} {sum(words.values()):6,}   prose {words['prose']:6,}   figures {words['figures']:6,}")
        browser.close()
    print(f"{'all':<12} {total:6,}   budget {BUDGET:,}")
    return int(total > BUDGET)


if __name__ == "__main__":
    sys.exit(main())
