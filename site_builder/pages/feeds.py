"""Files beside the pages: for hosts, search engines, feed readers, and for links that are shared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, urlsplit

SITEMAP, FEED = "sitemap.xml", "feed.xml"


@dataclass(frozen=True)
class Publication:
    """What the site says of itself; ``url`` is where it will lie, if that is known."""

    title: str
    description: str
    language: str
    authors: tuple[str, ...]
    url: str | None


@dataclass(frozen=True)
class Listed:
    """A page as others list it; ``date`` (ISO, YYYY-MM-DD) puts it into the feed."""

    path: str
    title: str
    description: str = ""
    date: str | None = None


def site_files(site: Publication, pages: Sequence[Listed]) -> Mapping[str, bytes]:
    """Return ``.nojekyll``, and where the site's address is known its sitemap, feed and robots.txt.

    Parameters
    ----------
    site : Publication
        Words and address.
    pages : sequence of Listed
        Every page that should be found, in reading order; not the 404 page.
    """
    files = {".nojekyll": b""}
    if site.url is None:
        return files
    address = urlsplit(site.url)
    files[SITEMAP] = sitemap(site.url, pages).encode()
    if any(page.date for page in pages):
        files[FEED] = feed(site, site.url, pages).encode()
    if address.path in ("", "/"):
        # Robots read this file at the root of a host only.
        files["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {page_url(site.url, SITEMAP)}\n".encode()
    return files


def text(words: str) -> str:
    """Return words as the text of an element; quotes need nothing there."""
    return escape(words, quote=False)


def quoted(words: str) -> str:
    """Return words as the value of an attribute."""
    return f'"{escape(words)}"'


def page_url(url: str, path: str) -> str:
    """Return the full address of a page; the title page is the site's own."""
    return url.rstrip("/") + "/" + ("" if path == "index.html" else quote(path, safe="/#"))


def sitemap(url: str, pages: Sequence[Listed]) -> str:
    """Return the sitemap: every page, with its date where it has one."""
    entries = []
    for page in pages:
        date = f"<lastmod>{page.date}</lastmod>" if page.date else ""
        entries.append(f"  <url><loc>{text(page_url(url, page.path))}</loc>{date}</url>\n")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{"".join(entries)}</urlset>\n'
    )


def feed(site: Publication, url: str, pages: Sequence[Listed]) -> str:
    """Return the Atom feed of the dated pages, newest first, and those of one day in reading order.

    Times are those of the dates, at midnight UTC: a build must not depend on the clock.
    """
    dated = sorted((page for page in pages if page.date), key=lambda page: page.date or "", reverse=True)
    authors = "".join(f"  <author><name>{text(author)}</name></author>\n" for author in site.authors or (site.title,))
    entries = "".join(feed_entry(url, page) for page in dated)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang={quoted(site.language)}>\n'
        f"  <title>{text(site.title)}</title>\n  <subtitle>{text(site.description)}</subtitle>\n"
        f"  <id>{text(page_url(url, 'index.html'))}</id>\n  <updated>{dated[0].date}T00:00:00Z</updated>\n"
        f'  <link rel="self" href={quoted(page_url(url, FEED))}/>\n'
        f"  <link href={quoted(page_url(url, 'index.html'))}/>\n{authors}{entries}</feed>\n"
    )


def feed_entry(url: str, page: Listed) -> str:
    """Return the entry of one page."""
    address = page_url(url, page.path)
    summary = f"    <summary>{text(page.description)}</summary>\n" if page.description else ""
    return (
        f"  <entry>\n    <title>{text(page.title)}</title>\n    <id>{text(address)}</id>\n"
        f"    <link href={quoted(address)}/>\n    <updated>{page.date}T00:00:00Z</updated>\n{summary}  </entry>\n"
    )
