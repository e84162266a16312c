"""The app of a site: stored on the first visit, usable offline, updated once no page of the old version is open."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urljoin

from playwright.sync_api import Browser, Page, expect
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse
from starlette.routing import Route

from site_builder.cache.results import Memo
from site_builder.output.files import replacing
from site_builder.pipeline.build import build_files
from tests.browser.server import static_host

CACHES = "async () => (await caches.keys()).filter((name) => name.startsWith('app '))"
SITE = """title = "Tides"
chapters = ["index.md"]
tools = ["table.md"]

[app]
name = "Tides"
pages = ["table.md"]

[charts.bars]
function = "play.bars"
data = []
alt = "Bars."
"""
CHART = """import altair as alt


def bars():
    return alt.Chart(alt.Data(values=[{"x": 1, "y": 2}])).mark_bar().encode(x="x:Q", y="y:Q")
"""
FIGURE = ":::chart{#bars name=bars}\n:::"


def build(project: Path, memo: Memo, words: str) -> Path:
    """Build a site with these words on the page of its app; return its folder."""
    texts = {"chapters/index.md": "# Tides", "chapters/table.md": f"# Table\n\n{words}\n\n{FIGURE}"}
    files = {"site.toml": SITE, "charts/play.py": CHART, **texts}
    for name, text in files.items():
        path = project / "content" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"---\ntitle: {name}\n---\n\n{text}\n" if name.endswith(".md") else text, encoding="utf-8")
    result = build_files(project, memo)
    assert result.files, result.problems
    with replacing(project / "build" / "site") as replacement:
        replacement.end(result.files)
    return project / "build" / "site"


def kept(page: Page, but_not: str = "") -> str:
    """Return the name of the only stored version, once it differs from ``but_not``."""
    names = page.evaluate(
        """async (other) => {
          for (;;) {
            const names = (await caches.keys()).filter((name) => name.startsWith("app "));
            if (names.length === 1 && names[0] !== other) return names;
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        }""",
        but_not,
    )
    return str(names[0])


def test_the_app_works_without_a_network_and_is_renewed_when_it_is_closed(browser: Browser, tmp_path: Path) -> None:
    memo = Memo()
    site = build(tmp_path, memo, "The first edition.")
    context = browser.new_context()
    page = context.new_page()
    with static_host(site) as address:
        outside = urljoin(address, "/nowhere")  # of the same host, and above the app
        page.goto(f"{address}table.html")
        said = page.locator(".app-kept")
        expect(said).to_contain_text("works without a network")
        expect(said).to_contain_text(" MB are kept")
        first = kept(page)

        # A full-screen figure hides the footer: the message is shown over the figure, and closed by a press.
        page.evaluate("document.querySelector('.page-end').inert = true")
        build(tmp_path, memo, "The second edition.")
        page.evaluate("async () => (await navigator.serviceWorker.ready).update()")
        news = page.locator(".app-news")
        expect(news).to_contain_text("A newer version is here")
        expect(said).to_contain_text("A newer version is here")
        news.get_by_role("button", name="Close").click()
        expect(news).to_have_count(0)
        page.reload()
        expect(page.get_by_text("The first edition.")).to_be_visible()
        # A page outside the app comes from the host, with the app open or not.
        other = context.new_page()
        other.goto(address)
        assert other.locator("link[rel=manifest]").count() == 0
        assert other.evaluate("async () => (await fetch('index.html')).headers.get('etag') !== null")
        other.close()

        page.goto(outside)
        kept(page, but_not=first)
        page.goto(f"{address}table.html")
        expect(page.get_by_text("The second edition.")).to_be_visible()

    # The host is gone.
    page.reload()
    expect(page.get_by_text("The second edition.")).to_be_visible()
    expect(said).to_contain_text("works without a network")
    said.get_by_role("button", name="Delete them").click()
    expect(said).to_contain_text("Deleted")
    assert page.evaluate(CACHES) == []
    context.close()


def test_a_page_that_is_changed_on_its_way_is_named_in_the_foot(browser: Browser, tmp_path: Path) -> None:
    memo = Memo()
    site = build(tmp_path, memo, "The first edition.")
    change_on_the_way(site)
    context = browser.new_context()
    page = context.new_page()
    with static_host(site) as address:
        page.goto(f"{address}table.html")
        said = page.locator(".app-kept")
        expect(said).to_contain_text("could not be kept on this device")
        expect(said).to_contain_text("does not deliver table.html as it was published")
        assert page.evaluate(CACHES) == []
        # An app that is stored already remains, and the footer explains why no newer version is stored.
        build(tmp_path, memo, "The first edition.")
        page.reload()
        expect(said).to_contain_text(" MB are kept")
        expect(said).not_to_contain_text("as it was published")
        change_on_the_way(build(tmp_path, memo, "The second edition."))
        page.evaluate("async () => (await navigator.serviceWorker.ready).update().catch(() => {})")
        expect(said).to_contain_text(" MB are kept")
        expect(said).to_contain_text("does not deliver table.html as it was published")
    context.close()


def change_on_the_way(site: Path) -> None:
    """Change a page by a line, as some hosts and proxies do."""
    page = site / "table.html"
    content = page.read_bytes().replace(b"</body>", b"<!-- proxy -->\n</body>")
    page.unlink()
    page.write_bytes(content)


def test_the_app_is_stored_if_the_host_drops_html_from_addresses(browser: Browser, tmp_path: Path) -> None:
    site = build(tmp_path, Memo(), "The first edition.")

    async def to_short(request: Request) -> RedirectResponse:
        return RedirectResponse(f"/repo/{request.path_params['name']}", 308)

    async def from_short(request: Request) -> FileResponse:
        return FileResponse(site / "table.html")

    routes = [Route("/repo/{name}.html", to_short), Route("/repo/table", from_short)]
    context = browser.new_context()
    page = context.new_page()
    said = page.locator(".app-kept")
    with static_host(site, routes=routes) as address:
        page.goto(f"{address}table.html")
        assert page.url == f"{address}table"
        expect(said).to_contain_text(" MB are kept")
    for place in (f"{address}table", f"{address}table.html"):  # the host is gone
        page.goto(place)
        expect(page.get_by_text("The first edition.")).to_be_visible()
        expect(said).to_contain_text("works without a network")
    context.close()


def test_a_tool_that_is_opened_from_a_file_says_that_it_needs_a_server(browser: Browser, tmp_path: Path) -> None:
    site = build(tmp_path, Memo(), "The first edition.")
    context = browser.new_context()
    page = context.new_page()
    sentence = page.get_by_text("This page needs scripts and a web server: opened as a file from a disk")
    page.goto((site / "table.html").as_uri())
    expect(sentence).to_be_visible()
    with static_host(site) as address:
        page.goto(f"{address}table.html")
        expect(page.locator(".app-kept")).to_be_visible()
        expect(sentence).to_be_hidden()
    context.close()
