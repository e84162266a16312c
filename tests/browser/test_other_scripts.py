"""A site with letters beyond ASCII: browsers write them in addresses as percent signs and digits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from site_builder.pipeline.publish import build_site
from tests.browser.chromium import PATIENCE_MS
from tests.browser.server import static_host

HEAD = "---\ntitle: {title}\ndescription: En sida.\n---\n\n# {title}\n"
FAR = "\n".join(f"\nEtt stycke till, {word}.\n" for word in "abcdefghijklmnopqrstuvwxyz")
SITE = """title = "Prov"
language = "sv"
chapters = ["index.md", "övning.md"]
[redirects]
"index.html#förr" = "övning.md#ärlig"
"gåta.html" = "övning.md"
"""
FILES = {
    "content/site.toml": SITE,
    "content/chapters/index.md": f"{HEAD.format(title='Hem')}{FAR}\n## Øvelse\n\nKort.\n{FAR}",
    "content/chapters/övning.md": (
        f'{HEAD.format(title="Övning")}{FAR}\n## Ärlig\n\nKort.\n:::depth-2{{title="Läs mer"}}\n\nDjupt.\n\n:::\n{FAR}'
    ),
}


@pytest.fixture(scope="module")
def swedish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    project: Path = tmp_path_factory.mktemp("swedish")
    for path, text in FILES.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text, encoding="utf-8")
    build_site(project, project / "build" / "site")
    with static_host(project / "build" / "site") as address:
        yield address


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1000, "height": 700})
    context.set_default_timeout(PATIENCE_MS)
    made = context.new_page()
    complaints: list[str] = []
    made.on("console", lambda message: complaints.append(message.text))
    made.on("pageerror", lambda error: complaints.append(str(error)))
    yield made
    context.close()
    assert not complaints, complaints


@pytest.mark.parametrize(
    ("address", "heading"),
    [
        ("index.html#%C3%B8velse", "Øvelse"),
        ("index.html#øvelse", "Øvelse"),
        ("index.html#velse", "Øvelse"),
        ("index.html#f%C3%B6rr", "Ärlig"),
        ("%C3%B6vning.html#%C3%A4rlig", "Ärlig"),
        ("övning.html#arlig", "Ärlig"),
        ("g%C3%A5ta.html#%C3%A4rlig", "Ärlig"),
        ("gåta.html#arlig", "Ärlig"),
    ],
)
def test_an_address_leads_to_its_heading(page: Page, swedish: str, address: str, heading: str) -> None:
    page.goto(swedish + address)
    expect(page.locator("h2", has_text=heading)).to_be_in_viewport()
    assert page.evaluate("scrollY") > 500


@pytest.mark.parametrize("part", ["l%C3%A4s-mer", "läs-mer", "las-mer"])
def test_an_address_opens_a_closed_block(page: Page, swedish: str, part: str) -> None:
    page.goto(f"{swedish}övning.html#{part}")
    expect(page.locator("details.depth")).to_have_attribute("open", "")
    expect(page.get_by_text("Djupt.")).to_be_in_viewport()


def test_the_search_leads_to_a_heading(page: Page, swedish: str) -> None:
    page.goto(f"{swedish}index.html")
    page.keyboard.press("/")
    page.locator("dialog.search input").fill("ärlig")
    page.locator(".search-results a", has_text="Ärlig").first.click()
    page.wait_for_url(f"{swedish}%C3%B6vning.html#%C3%A4rlig")
    expect(page.locator("h2", has_text="Ärlig")).to_be_in_viewport()
