import xml.etree.ElementTree as ElementTree

import pytest
from markupsafe import Markup

from site_builder.pages.addresses import page_url, site_files
from site_builder.rendering.bodies import Body
from site_builder.rendering.site import PageInfo
from site_builder.settings.site_toml import Config


def listed(file: str, title: str, description: str = "", date: str = "") -> Body:
    info = PageInfo(file, "chapter", "", title, description, {})
    return Body(info, Markup(), Markup(), Markup(), {}, {}, (), (), (), {}, (), date=date)


SITE = Config(
    title="Dice & <Rules>",
    description="What they say.",
    authors=["A. Author"],
    url="https://example.org/essay/",
    chapters=["index.md"],
)
PAGES = [
    listed("index.html", "Home"),
    listed("old.html", "Old & first", "The first.", "2026-01-31"),
    listed("new.html", "New", "", "2026-02-01"),
]
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def files():
    return site_files(SITE, PAGES)


def test_without_an_address_only_nojekyll_is_written():
    assert site_files(SITE.model_copy(update={"url": None}), PAGES) == {".nojekyll": b""}


def test_the_sitemap_lists_every_page_with_its_date(files):
    namespace = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    urls = ElementTree.fromstring(files["sitemap.xml"]).findall(f"{namespace}url")
    assert [(url.findtext(f"{namespace}loc"), url.findtext(f"{namespace}lastmod")) for url in urls] == [
        ("https://example.org/essay/", None),
        ("https://example.org/essay/old.html", "2026-01-31"),
        ("https://example.org/essay/new.html", "2026-02-01"),
    ]


def test_the_feed_holds_the_dated_pages_newest_first(files):
    feed = ElementTree.fromstring(files["feed.xml"])
    assert feed.findtext(f"{ATOM}title") == SITE.title
    assert feed.findtext(f"{ATOM}updated") == "2026-02-01T00:00:00Z"
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "A. Author"
    entries = feed.findall(f"{ATOM}entry")
    assert [entry.findtext(f"{ATOM}title") for entry in entries] == ["New", "Old & first"]
    assert [entry.findtext(f"{ATOM}summary") for entry in entries] == [None, "The first."]
    ids = [found.text for found in feed.iter(f"{ATOM}id")]
    assert len(set(ids)) == 3


def test_entries_of_equal_date_keep_the_reading_order():
    day = "2026-02-02"
    pages = [listed(f"{name}.html", name, "", day) for name in ("states", "before", "zero", "after")]
    feed = ElementTree.fromstring(site_files(SITE, [*PAGES, *pages])["feed.xml"])
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]
    assert titles == ["states", "before", "zero", "after", "New", "Old & first"]


def test_no_feed_without_dates():
    files = site_files(SITE, PAGES[:1])
    assert set(files) == {".nojekyll", "sitemap.xml"}


def test_robots_txt_is_written_at_the_root_of_a_host_only(files):
    assert "robots.txt" not in files
    at_root = site_files(SITE.model_copy(update={"url": "https://example.org"}), PAGES[:1])
    assert b"Sitemap: https://example.org/sitemap.xml" in at_root["robots.txt"]
    assert page_url("https://example.org", "index.html") == "https://example.org/"
