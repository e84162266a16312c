"""Pages in other languages: their files, their errors, and the page that a reader turns into Swedish and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.server import static_host
from tests.material.conftest import Author
from tests.site_builder.conftest import keep_apart

SETTINGS = """
authors = ["Ada"]
[widgets.game]
alt = "A board."
caption = "Press a field."
[app]
name = "Game"
pages = ["index.md"]
"""
WIDGET = """
export const view = () => `<button type="button" data-press="sv">Speak</button><input value="mine">`;
export function mount(element, data, {translate, language}) {
  const press = (tag) => translate(tag, true).then(() => element.setAttribute("data-language", language()));
  element.querySelector("button").addEventListener("click", ({target}) => press(target.dataset.press));
  return {reset() {}, press};
}
"""
PAGE = """---
title: The game
description: For 2 players.
---
:::widget{#game name=game}
:::

:::section{#rules}

## Rules

See [above](#game): 1,5.

:::
"""
SWEDISH = """---
title: Spelet
description: För två spelare.
---
:::widget{#game name=game alt="Ett bräde."}
:::caption
Tryck på en ruta.
:::
:::

:::section{#rules}

## Regler

Se [ovan](#game) och [sidan](index.md#rules): ::value[constants.most]{,}.

:::
"""


@pytest.fixture
def game(tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Author:
    """Return a project with a page in English and Swedish."""
    keep_apart(monkeypatch, tmp_path / "cache")
    author = Author(tmp_path / "project", capfd)
    author.write({"content/site.toml": ""})
    author.settings(SETTINGS + "[constants]\nmost = 12345.5\n")
    author.write({"static/js/site/widgets/game.js": WIDGET, "content/chapters/index.md": PAGE})
    author.write({"content/chapters/index.sv.md": SWEDISH})
    return author


def test_a_page_is_turned_into_its_translation_and_back(game: Author, browser: Browser) -> None:
    built = game.build()
    assert built.code == 0, built.problems
    (path,) = (built.site / "assets/translations").iterdir()
    translation = json.loads(path.read_text("utf-8"))
    assert translation["title"] == "Trial"  # of the title page
    assert "12\N{NO-BREAK SPACE}345,5" in translation["main"]
    assert path.name in (built.site / "app-worker.js").read_text("utf-8")
    manifest = json.loads((built.site / "app.sv.webmanifest").read_text("utf-8"))
    assert (manifest["lang"], manifest["description"]) == ("sv", "För två spelare.")
    with static_host(built.site) as host:
        page = browser.new_page()
        page.goto(host)
        before = page.inner_text("main")
        page.fill("input", "typed")
        page.click("[data-press]")
        page.wait_for_selector("[data-language=sv]")
        swedish = page.inner_text("body")
        for words in ("För två spelare.", "Tryck på en ruta.", "Regler", "Återställ", "av Ada"):
            assert words in swedish
        assert not {"Rules", "Reset", "Press a field.", "Contents"} & set(swedish.split("\n"))
        assert page.evaluate("document.documentElement.lang") == "sv"
        assert page.get_attribute(".stage", "aria-label") == "Ett bräde."
        assert page.input_value("input") == "typed"
        assert str(page.get_attribute("link[rel=manifest]", "href")) == "app.sv.webmanifest"
        page.eval_on_selector("[data-press]", "button => button.dataset.press = 'en'")
        page.click("[data-press]")
        page.wait_for_selector("[data-language=en]")
        assert page.inner_text("main") == before
        page.close()


def test_errors_of_translations_are_reported_at_their_place(game: Author) -> None:
    other = SWEDISH
    for good, bad in (("{#rules}", "{#regler}"), (' alt="Ett bräde."', ""), ("::value[constants.most]{,}", "12345")):
        other = other.replace(good, bad)
    game.write({"content/chapters/index.sv.md": other, "content/chapters/index.xx.md": SWEDISH})
    found = [(one["path"].rpartition("/")[2], one["line"], one["code"]) for one in game.build().problems]
    assert ("index.sv.md", 1, "translation") in found  # other sections
    assert ("index.sv.md", 5, "translation") in found  # no alt text
    assert ("index.xx.md", 1, "translation") in found  # no language
    assert ("index.sv.md", 15, "number-unbound") in found
