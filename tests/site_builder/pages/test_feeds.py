import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import pytest

from site_builder.pages.card import Outlines, card_svg, colors_of, wrap
from site_builder.pages.feeds import Listed, Publication, page_url, site_files

ROOT = Path(__file__).resolve().parents[3]
NODE_MODULES = ROOT / "node_modules"
SITE = Publication("Dice & <Rules>", "What they say.", "en", ("A. Author",), "https://example.org/essay/")
PAGES = [
    Listed("index.html", "Home"),
    Listed("old.html", "Old & first", "The first.", "2026-01-31"),
    Listed("new.html", "New", "", "2026-02-01"),
]
ATOM = "{http://www.w3.org/2005/Atom}"
COLORS = {"paper": "#ffffff", "ink": "#000000", "soft": "#555555", "blue": "#0000ff", "rule": "#dddddd"}


@pytest.fixture(scope="module")
def files():
    return site_files(SITE, PAGES, ROOT, NODE_MODULES)


def test_without_an_address_only_the_host_is_told():
    assert site_files(replace(SITE, url=None), PAGES, ROOT, NODE_MODULES) == {".nojekyll": b""}


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


def test_the_feed_keeps_the_order_of_reading_where_dates_are_equal():
    day = "2026-02-02"
    pages = [Listed(f"{name}.html", name, "", day) for name in ("states", "before", "zero", "after")]
    feed = ElementTree.fromstring(site_files(SITE, [*PAGES, *pages], ROOT, NODE_MODULES)["feed.xml"])
    titles = [entry.findtext(f"{ATOM}title") for entry in feed.findall(f"{ATOM}entry")]
    assert titles == ["states", "before", "zero", "after", "New", "Old & first"]


def test_no_feed_without_dates():
    files = site_files(SITE, PAGES[:1], ROOT, NODE_MODULES)
    assert set(files) == {".nojekyll", "sitemap.xml", "card.png"}


def test_robots_are_told_at_the_root_of_a_host_only(files):
    assert "robots.txt" not in files
    at_root = site_files(replace(SITE, url="https://example.org"), PAGES[:1], ROOT, NODE_MODULES)
    assert b"Sitemap: https://example.org/sitemap.xml" in at_root["robots.txt"]
    assert page_url("https://example.org", "index.html") == "https://example.org/"


def test_the_card_is_a_picture_of_the_agreed_size_and_the_same_every_time(files):
    png = files["card.png"]
    assert png.startswith(b"\x89PNG")
    assert (int.from_bytes(png[16:20]), int.from_bytes(png[20:24])) == (1200, 630)
    assert site_files(SITE, PAGES, ROOT, NODE_MODULES)["card.png"] == png


@pytest.mark.parametrize("words", [1, 4, 12, 60])
def test_titles_and_descriptions_of_any_length_stay_on_the_card(words):
    svg = card_svg("Explorable " * words, "description " * 3 * words, "example.org", COLORS, NODE_MODULES)
    root = ElementTree.fromstring(svg)
    groups = root.findall("{http://www.w3.org/2000/svg}g")
    baselines = [float(group.attrib["transform"].split(",")[1].partition(")")[0]) for group in groups]
    assert baselines == sorted(baselines)
    assert baselines[-1] < 630 - 40
    assert baselines[-2] < baselines[-1] - 60


def test_what_is_cut_ends_in_an_ellipsis_and_stays_inside():
    font = Outlines(NODE_MODULES, 400)
    lines = wrap("word " * 100, font, 40, 2)
    assert len(lines) == 2
    assert all(line.width * 40 / 1000 <= 1200 - 2 * 80 for line in lines)
    assert lines[1].glyphs[-1][0] == font.line("…").glyphs[0][0]
    assert len(wrap("one line", font, 40, 2)) == 1


def test_colours_are_the_first_of_the_tokens():
    assert colors_of((ROOT / "static/css/engine/tokens.css").read_text())["paper"].startswith("#f")
