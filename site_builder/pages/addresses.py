"""Write redirects, sitemap and feed; check a site against a record of its addresses."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape, unescape
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from markupsafe import Markup

from site_builder.explore.parameters import IN_NAMES
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Mistake, alike, same_but_for_case
from site_builder.project_files import composed
from site_builder.rendering.bodies import Body
from site_builder.rendering.renderer import anchors_of, resolve_link
from site_builder.rendering.site import EMBEDS, PageInfo, Site, Templates, embed_of
from site_builder.settings.site_toml import Config
from site_builder.syntax.options import IDENTIFIER

SITEMAP, FEED = "sitemap.xml", "feed.xml"


def site_files(site: Config, pages: Sequence[Body]) -> dict[str, bytes]:
    """Return ``.nojekyll``, and if the site's address is known its sitemap, feed and robots.txt.

    ``pages`` are all pages except drafts and the 404 page, in reading order; the feed contains those with a date.
    """
    files = {".nojekyll": b""}
    if site.url is None:
        return files
    address = urlsplit(site.url)
    files[SITEMAP] = sitemap(site.url, pages).encode()
    if any(page.date for page in pages):
        files[FEED] = feed(site, site.url, pages).encode()
    if address.path in ("", "/"):
        # Robots read this file only at the root of a host.
        files["robots.txt"] = f"User-agent: *\nAllow: /\nSitemap: {page_url(site.url, SITEMAP)}\n".encode()
    return files


def text(words: str) -> str:
    """Escape text for the content of an element, where quotes need no escape."""
    return escape(words, quote=False)


def quoted(words: str) -> str:
    """Escape and quote text for the value of an attribute."""
    return f'"{escape(words)}"'


def page_url(url: str, path: str) -> str:
    """Return the full address of a page; that of the home page is the site's address."""
    return url.rstrip("/") + "/" + ("" if path == "index.html" else quote(path, safe="/#"))


def sitemap(url: str, pages: Sequence[Body]) -> str:
    """Return the sitemap with all pages and their dates."""
    entries = []
    for page in pages:
        date = f"<lastmod>{page.date}</lastmod>" if page.date else ""
        entries.append(f"  <url><loc>{text(page_url(url, page.info.file))}</loc>{date}</url>\n")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{"".join(entries)}</urlset>\n'
    )


def feed(site: Config, url: str, pages: Sequence[Body]) -> str:
    """Return the Atom feed of the dated pages, newest first, and pages of the same day in reading order.

    The times are midnight UTC of the dates, since a build must not depend on the clock.
    """
    dated = sorted((page for page in pages if page.date), key=lambda page: page.date, reverse=True)
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


def feed_entry(url: str, page: Body) -> str:
    """Return the entry of one page."""
    address, description = page_url(url, page.info.file), page.info.description
    summary = f"    <summary>{text(description)}</summary>\n" if description else ""
    return (
        f"  <entry>\n    <title>{text(page.info.title)}</title>\n    <id>{text(address)}</id>\n"
        f"    <link href={quoted(address)}/>\n    <updated>{page.date}T00:00:00Z</updated>\n{summary}  </entry>\n"
    )


# Elements whose ids are addresses for readers; marks in a line, popovers and parts of drawings are not.
HOLDING = r"section|h[1-6]|figure|div|details|li|table|p|aside"
PART = re.compile(rf'<(?:{HOLDING})\b(?![^<>]*\spopover\b)[^<>]*?\sid="([^"]+)"')
ID = re.compile(r'<[a-z][^<>]*?\sid="([^"]+)"')
MOVED = re.compile(r'<html\b[^<>]*\sdata-moved="([^"]*)"')

Addresses = Mapping[str, Sequence[str]]


def addresses_of(files: Mapping[str, bytes]) -> dict[str, list[str]]:
    """Return the ids of the parts of each page that have an address, without redirect pages."""
    pages = {name: content.decode() for name, content in sorted(files.items()) if name.endswith(".html")}
    return {name: PART.findall(html) for name, html in pages.items() if "" not in _places(html)}


def read_addresses(record: Path) -> Addresses:
    """Read a record of addresses.

    Raises
    ------
    SiteError
        If the file is not a record of addresses.
    """
    try:
        found = json.loads(record.read_text(encoding="utf-8"))["addresses"]
        return {str(file): [str(part) for part in parts] for file, parts in found.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        suggestion = "make one from the site of that time: site-builder addresses --json > addresses.json"
        raise SiteError(
            [Problem(str(record), 0, 0, "addresses", "the file holds no record of addresses", suggestion)]
        ) from None


def lost(recorded: Addresses, files: Mapping[str, bytes]) -> Iterator[tuple[str, str]]:
    """Yield recorded addresses that are broken now, as page and part; the part "" is the whole page."""
    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    parts = {name: frozenset(ID.findall(html)) for name, html in pages.items()}
    places = {name: _places(html) for name, html in pages.items()}
    for file, known in recorded.items():
        for part in ("", *known):
            target, identifier = _target_of(file, part, places.get(file, {}))
            if "://" in target or (target in pages and (not identifier or identifier in parts[target])):
                continue
            yield file, part


def _places(html: str) -> Mapping[str, str]:
    """Return the targets of a redirect page by part."""
    found = MOVED.search(html)
    places: dict[str, str] = json.loads(unescape(found[1])) if found else {}
    return places


def _target_of(file: str, part: str, places: Mapping[str, str]) -> tuple[str, str]:
    """Return the target page and part of an address, as the script of redirect pages does."""
    address = places.get(part, places.get(""))
    if address is None or "://" in address:
        return address or file, part
    target, _, identifier = address.partition("#")
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), target)), identifier or part


def line_for(file: str, part: str, files: Mapping[str, bytes], sources: Mapping[str, str]) -> str:
    """Return a line for ``[redirects]``, with the new address if exactly one page has the part, else empty."""
    found = [name for name in sources if part and part in ID.findall(files[name].decode())]
    new = f"{Path(sources[found[0]]).name}#{part}" if len(found) == 1 else ""
    return f'"{file}{"#" if part else ""}{part}" = "{new}"'


OLD = re.compile(rf"(?P<file>(?:[{IN_NAMES}-]+/)*[{IN_NAMES}.-]+\.html)(?:#(?P<part>{IDENTIFIER.pattern}))?")
# Elements that allow only certain children, so that no <span> can be inserted in them.
CLOSED = frozenset({"details", "dl", "figure", "ol", "picture", "svg", "table", "tbody", "thead", "tr", "ul"})


@dataclass(frozen=True)
class Moved:
    """New addresses of removed pages, by part ("" is the whole page), and of moved parts of existing pages."""

    pages: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def with_embeds(self, embeds: Collection[tuple[str, str]]) -> Moved:
        """Add redirects of the embed pages of moved figures.

        ``embeds`` holds the page and the id of each figure with an embed page.
        """
        found: dict[str, Mapping[str, str]] = {}
        of_page: dict[str, list[str]] = {}
        for new, identifier in embeds:
            of_page.setdefault(new, []).append(identifier)
        for file, places in {**self.pages, **self.parts}.items():
            gone, _, _ = places.get("", "").partition("#")
            if file.startswith(EMBEDS):
                continue  # a removed figure's own page
            led = {identifier: f"{gone}#{identifier}" for identifier in of_page.get(gone, ())} | dict(places)
            for part, address in led.items():
                new, _, identifier = address.partition("#")
                if part and identifier in of_page.get(new, ()) and part not in of_page.get(file, ()):
                    place = embed_of(new, identifier)
                    found[embed_of(file, part)] = {"": place, part: f"{place}#{identifier}"}
        return replace(self, pages={**found, **self.pages})


def read_moved(site: Site) -> tuple[Moved, list[Problem]]:
    """Return the redirects of the settings, and their problems."""
    settings, problems = site.settings, list[Problem]()
    pages: dict[str, dict[str, str]] = {}
    parts: dict[str, dict[str, str]] = {}
    by_file = {page.file: page for page in site.pages.values()}
    same = same_but_for_case(old.partition("#")[0] for old in settings.config.redirects)
    for old, new in settings.config.redirects.items():
        try:
            file, part = read_old(old, by_file, site)
            if file in same:
                raise Mistake("redirect-old", alike(file, same[file]), suggestion="keep one spelling")
            address = resolve_link(new, site, by_file.get(file, PageInfo(file, "404", "", "", "", {})))
            if new.startswith("#") and file not in by_file:
                raise Mistake("redirect", f"{new!r} names no page", suggestion="write 'other.md#id'")
        except Mistake as mistake:
            is_old = mistake.code == "redirect-old"
            mistake.length = max(1, len(old if is_old else new))
            problems.append(settings.source.mistake(mistake, settings.place("redirects", old, value=not is_old)))
            continue
        # Addresses on an existing page contain the file, because the page's script compares whole addresses.
        whole = f"{file}{address}" if address.startswith("#") else address
        (parts if file in by_file else pages).setdefault(file, {})[part] = whole
    for file in [file for file, places in pages.items() if "" not in places]:
        message, suggestion = f"the page {file!r} itself has no redirect", f'write "{file}" = "other.md", too'
        first = next(old for old in settings.config.redirects if old.startswith(f"{file}#"))
        place = settings.place("redirects", first)
        problems.append(settings.source.problem("redirect", message, place, len(first), suggestion))
    return Moved(pages, parts), problems


def read_old(old: str, by_file: Mapping[str, PageInfo], site: Site) -> tuple[str, str]:
    """Return page and part of an old address; raise an error if it is invalid or still exists."""
    found = OLD.fullmatch(composed(unquote(old)))
    if found is None:
        suggestion = "write it as in readers' links: 'old.html', or 'page.html#part'"
        raise Mistake("redirect-old", f"{old!r} is not the address of a page", suggestion=suggestion)
    file, part = found["file"], found["part"] or ""
    page = by_file.get(file)
    if same := same_but_for_case([*by_file, file]):
        message, suggestion = alike(file, same[file]), "remove this line; most hosts ignore the difference"
        raise Mistake("redirect-old", message, suggestion=suggestion)
    if page is not None and not part:
        raise Mistake("redirect-old", f"there is a page {file!r}, so it cannot be redirected", suggestion="remove one")
    if page is not None and part in anchors_of(page, site):
        raise Mistake("redirect-old", f"{file!r} still has a part {part!r}", suggestion="remove this line")
    return file, part


def with_parts(bodies: Sequence[Body], moved: Moved, templates: Templates) -> list[Body]:
    """Add the old ids of moved parts to pages: at their new place on the page, or on a line with a link."""
    titles = {body.info.file: body.info.title for body in bodies}
    return [
        replace(body, html=Markup(with_old_ids(body, moved.parts[body.info.file], templates, titles)))
        if body.info.file in moved.parts
        else body
        for body in bodies
    ]


def with_old_ids(body: Body, parts: Mapping[str, str], templates: Templates, titles: Mapping[str, str]) -> str:
    """Return the HTML of a page with the old ids of its parts; lines with links are for readers without scripts."""
    html = str(body.html)
    for old, address in parts.items():
        file, _, identifier = address.partition("#")
        if file == body.info.file and identifier:
            tag = re.search(rf'<(?P<name>[a-z][a-z0-9]*)\b[^<>]*\sid="{re.escape(identifier)}"[^<>]*>', html)
            if tag is not None:
                at = tag.start() if tag["name"] in CLOSED else tag.end()
                html = f'{html[:at]}<span id="{old}"></span>{html[at:]}'
                continue
        title = titles.get(file, address)
        # Joined as text: adding markup to a plain string would escape the string.
        line = templates.fill("components/moved_part.html", identifier=old, address=address, title=title)
        html = f"{html}\n{line}"
    return html


def figures_led(site: Site, moved: Moved) -> dict[str, dict[str, str]]:
    """Return the new addresses of moved figures by old page, and the new pages of removed pages under ""."""
    figures = {
        f"{page.file}#{identifier}"
        for page in site.pages.values()
        for identifier, anchor in page.anchors.items()
        if anchor.kind == "figure"
    }
    files = {page.file for page in site.pages.values()}
    found: dict[str, dict[str, str]] = {}
    for file, places in {**moved.pages, **moved.parts}.items():
        home, _, _ = places.get("", file).partition("#")
        if "" in places and home in files:
            found.setdefault(file, {})[""] = home
        for part, new in places.items():
            if new in figures and new != f"{home}#{part}":
                found.setdefault(file, {})[part] = new
    return found


def moved_files(
    site: Site, moved: Moved, script: tuple[str, bytes], policy: str, card_of: Mapping[str, str]
) -> dict[str, bytes]:
    """Return path and content of each redirect page, and of the script that redirects parts.

    A redirect page has the social card of its target page; ``card_of`` holds the cards by page.
    """
    if not moved.pages and not moved.parts:
        return {}
    titles = {page.file: page.title for page in site.pages.values()}
    name, content = script
    files = {name: content}
    for file, places in moved.pages.items():
        root = "../" * file.count("/")
        from_here = {part: address if "://" in address else root + address for part, address in places.items()}
        target = places.get("", "")
        config = site.settings.config
        canonical = page_url(config.url, target) if config.url and "://" not in target else from_here.get("", "")
        card = card_of.get(target.partition("#")[0], "")
        page = site.templates.fill(
            "moved.html",
            site=config,
            places=json.dumps(from_here),
            policy=policy,
            title=titles.get(target.partition("#")[0], target),
            canonical=canonical,
            card=page_url(config.url, card) if config.url and card else "",
            script=root + name,
            address=from_here.get("", ""),
        )
        files[file] = f"{page}\n".encode()
    return files
