"""Links between pages, and references to what is numbered."""

from __future__ import annotations

import re
from urllib.parse import unquote

from site_builder.problems.source import Mistake, did_you_mean
from site_builder.project_files import composed
from site_builder.reading.downloads import FILES
from site_builder.reading.outline import Anchor
from site_builder.rendering.site import PageInfo, Site
from site_builder.settings.words import Words
from site_builder.syntax.directive_table import TURN_TO

SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
OWN = "site:"
DATA = "data/"
ALLOWED = ("http:", "https:", "mailto:", "tel:")
WITH_DRAFTS = "leave it out until then; the preview and 'build --drafts' make pages of drafts"
# What each kind is called, by the name of the word.
WORDS = {"figure": "figure", "equation": "equation", "table": "table", "section": "section", "heading": "section"}


def draft_in(href: str, site: Site) -> str:
    """Return the chapter that a link names though it is a draft, of which no page is made; else nothing."""
    name = _parts(href)[0].removeprefix("./")
    by_file = {chapter.file: draft for draft, chapter in site.drafts.items()}
    return name if name in site.drafts else by_file.get(name, "")


def _parts(href: str) -> tuple[str, str]:
    """Return file and anchor of a link; %23 is a sign of a name."""
    name, _, fragment = href.partition("#")
    return composed(unquote(name)), composed(unquote(fragment))


def resolve_link(href: str, site: Site, page: PageInfo) -> str:
    """Return the address of a link as readers need it: ``other.md#id`` becomes ``other.html#id``.

    ``site:source`` and ``site:contact`` lead where ``site.toml`` says.

    Raises
    ------
    Mistake
        If the page or the anchor does not exist, or the address is of a kind that pages do not follow.
    """
    if href.startswith(OWN):
        return _own_address(href, site)
    scheme = SCHEME.match(href)
    if scheme is not None:
        if scheme[0].lower() not in ALLOWED:
            raise Mistake("link", f"links cannot lead to {scheme[0]!r} addresses", 0, len(href))
        return href
    if href.startswith("/"):
        raise Mistake("link", f"{href!r} starts at the root of the host", 0, len(href), "write 'other.md#id'")
    name, fragment = _parts(href)
    if not name and not fragment:
        raise Mistake("link", "the link leads nowhere", 0, max(1, len(href)), "write 'other.md#id'")
    target = _page(name, href, site) if name else page
    if target is not None and fragment:
        known = anchors_of(target, site)
        if fragment not in known:
            where = f"{name!r} has" if name else "this page has"
            former = {name for name, anchor in target.anchors.items() if anchor.kind == "former"}
            suggestion = did_you_mean(fragment, known - former, "anchors")
            offset = href.index("#") + 1
            about = f"{target.file}#{fragment}"
            raise Mistake("anchor", f"{where} no anchor {fragment!r}", offset, len(href) - offset, suggestion, about)
    file = target.file if target is not None else name
    return (file if name else "") + (f"#{fragment}" if fragment else "")


def _own_address(href: str, site: Site) -> str:
    """Return the address that ``site.toml`` gives under the key behind ``site:``."""
    key = href.removeprefix(OWN)
    given = site.settings.config.turn_to
    if key in given:
        return given[key]
    if key in TURN_TO:
        suggestion = f"write it inside ':::when{{given={key}}}', which is left out where there is none"
        raise Mistake("link", f"site.toml gives no {key!r}", len(OWN), len(key), suggestion)
    raise Mistake("link", f"{href!r} is no address of the site's own", 0, len(href), did_you_mean(key, TURN_TO))


def _page(name: str, href: str, site: Site) -> PageInfo | None:
    """Return the page that ``name`` means; None for a data file."""
    name = name.removeprefix("./")
    if name in site.pages:
        return site.pages[name]
    if name in site.page_of_file:
        return site.page_of_file[name]
    if name in site.downloads or name in site.sets_of_file or (site.may_grow and name.startswith(DATA)):
        return None
    if name in site.embeds:
        return None
    if draft_in(name, site):
        raise Mistake("link", f"{name!r} is a draft, of which no page is made", 0, len(href), WITH_DRAFTS, name)
    known = list(site.pages)
    files = [] if name.endswith(".md") else [*site.data_files.values(), *site.downloads]
    suggestion = did_you_mean(name, [*known, *files])
    if not suggestion.startswith("did"):
        suggestion = did_you_mean(name, site.downloads if name.startswith(FILES) else known, "files in content/files")
    raise Mistake("link", f"there is no page {name!r}", 0, len(href), suggestion, name)


def anchors_of(page: PageInfo, site: Site) -> set[str]:
    """Return the ids of a page that links can lead to."""
    if page.kind == "glossary":
        return set(site.concepts)
    if page.kind == "references":
        return set(site.references.works)
    return {name for name, anchor in page.anchors.items() if anchor.kind != "caption"}


def find_reference(identifier: str, site: Site, page: PageInfo) -> tuple[str, str]:
    """Return address and words of ``::ref{id}``: of this page first, else of the only other page with that id.

    Raises
    ------
    Mistake
        If nothing numbered has that id, or several pages have it.
    """
    if identifier in page.anchors:
        return f"#{identifier}", words_of(page.anchors[identifier], page, site.words)
    others = [other for other in site.pages_with.get(identifier, ()) if is_numbered(other.anchors[identifier])]
    if len(others) == 1:
        return f"{others[0].file}#{identifier}", words_of(others[0].anchors[identifier], others[0], site.words)
    if others:
        files = ", ".join(other.file for other in others)
        message = f"{identifier!r} is on several pages: {files}"
        raise Mistake("reference", message, 0, len(identifier), "link to one of them: [text](other.md#id)")
    for name, chapter in site.drafts.items():
        if identifier in chapter.text.outline.anchors:
            message = f"{identifier!r} is in the draft {name}, of which no page is made"
            raise Mistake("reference", message, 0, len(identifier), WITH_DRAFTS)
    known = {name for other in site.pages.values() for name, anchor in other.anchors.items() if is_numbered(anchor)}
    suggestion = did_you_mean(identifier, known, "numbered figures, equations or sections")
    about = f"#{identifier}"
    raise Mistake("reference", f"unknown reference {identifier!r}", 0, max(1, len(identifier)), suggestion, about)


def is_numbered(anchor: Anchor) -> bool:
    """Tell whether an anchor has a number, or is the chapter's own."""
    return bool(anchor.number) or anchor.kind == "section"


def full_number(page: PageInfo, number: str) -> str:
    """Return a number with that of its chapter before it."""
    return ".".join(part for part in (page.number, number) if part)


def words_of(anchor: Anchor, page: PageInfo, words: Words) -> str:
    """Return what a reference to ``anchor`` says."""
    if anchor.kind == "section" and not anchor.number and page.number:
        return words.say("chapter_number", number=page.number)
    if not anchor.number:
        message = f"{anchor.identifier!r} has no number"
        suggestion = "numbers are given to figures, to equations and tables with an id, and to ':::section{#id}'"
        raise Mistake("reference", message, 0, len(anchor.identifier), suggestion, f"#{anchor.identifier}")
    return f"{words.say(WORDS[anchor.kind])} {full_number(page, anchor.number)}"
