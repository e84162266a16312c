"""Check a site as a whole: what is used, what is listed, and the pages once they are written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import unescape
from urllib.parse import unquote

from site_builder.problems.problem import Problem
from site_builder.problems.source import RENAME, Source, alike, same_but_for_case
from site_builder.reading.library import Library
from site_builder.rendering.body import Body
from site_builder.rendering.site import Site
from site_builder.reuse.memo import Memo
from site_builder.settings.site_toml import Settings
from site_builder.syntax.html import PIECE
from site_builder.syntax.safety import scheme_of, wrong_attribute

ADDRESS = re.compile(r'href="([^"]*)"')
NAME = re.compile(r"[A-Za-z][\w:-]*", re.ASCII)
VALUE = r"""(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'=<>`]+))"""
ATTRIBUTE = re.compile(rf"""\s(?P<name>[^\s"'<>/=]+)(?:\s*=\s*{VALUE})?""", re.ASCII)
# In these a browser reads no tags but for their own end.
LITERAL = frozenset({"script", "style", "textarea", "title"})
DATA = ("application/json", "application/ld+json", "speculationrules")
DOCUMENTS = frozenset(
    ["applet", "base", "embed", "frame", "frameset", "iframe", "object", "plaintext", "portal", "xmp"]
)
DOCTYPE = "<!doctype html>"
SHOWN = 60
LEADS_NOWHERE = " links to {!r}, which is not there"
NO_HOME = "write 'slug: index' in the head of the chapter that is the home page"
MOST_NAMED = 5


def check_uses(settings: Settings, library: Library, bodies: Sequence[Body]) -> list[Problem]:
    """Warn of glossary terms that no page uses and of figures that none shows, nor any draft."""
    problems = []
    drafts = [chapter.text for chapter in library.drafts.values()]
    used = {slug for body in bodies for slug in body.concepts}
    used |= {str(token.meta["slug"]).strip() for text in drafts for token in text.reading.of_type("concept_open")}
    for slug, concept in library.concepts.items():
        if slug not in used:
            message = f"no page uses the term {concept.matter.term!r}"
            source = concept.text.source
            suggestion = f"write ::concept[{concept.matter.term}]{{{slug}}} where it occurs, or remove the entry"
            problems.append(source.problem("concept-unused", message, None, suggestion=suggestion, severity="warning"))
    shown = {name for body in bodies for name in body.figures}
    shown |= {name for text in drafts for name in text.outline.figure_names}
    for kind, names in (("charts", settings.config.charts), ("widgets", settings.config.widgets)):
        for name in names:
            if name not in shown and name in settings.explorables:
                path, message = f"content/explorables/{name}.py", f"no page shows the explorable {name!r}"
                suggestion = f"write ':::explore{{name={name}}}' where it belongs"
                problems.append(Problem(path, 0, 0, "figure-unused", message, suggestion, severity="warning"))
            elif name not in shown:
                place = settings.place(kind, name)
                message = f"no page shows the {kind[:-1]} {name!r}"
                problems.append(settings.source.problem("figure-unused", message, place, severity="warning"))
    return problems


def check_downloads(site: Site, bodies: Sequence[Body]) -> list[Problem]:
    """Warn of files to download that no page links to."""
    message = "no page links to this file, though it is published"
    linked = {name for body in bodies for name in ADDRESS.findall(body.html)} if site.downloads else set()
    return [
        Problem(f"content/{name}", 0, 0, "file-unused", message, f"write [text]({name})", severity="warning")
        for name in site.downloads
        if name not in linked
    ]


def check_listed(site: Site, library: Library, bodies: Sequence[Body]) -> list[Problem]:
    """Report data sets that no list names, where there are lists: what is published is accounted for."""
    lists = [(body.source, place) for body in bodies for place in body.listed.values()]
    missing = sorted(site.data_sets.keys() - {name for body in bodies for name in body.listed})
    if not lists or not missing:
        return []
    path, place = max(lists)
    sources = (chapter.text.source for chapter in library.chapters.values())
    source = next((source for source in sources if source.path == path), Source(path, ""))
    shown = ", ".join(map(repr, missing[:MOST_NAMED])) + (" and others" if len(missing) > MOST_NAMED else "")
    suggestion = "name them, or end with a ':::datasets' that has no 'sets': it takes all the rest"
    message = f"no ':::datasets' lists {shown}"
    return [source.problem("data-unlisted", message, place, length=len(":::datasets"), suggestion=suggestion)]


@dataclass(frozen=True)
class Names:
    """What a page holds: its ids, the addresses of other pages that it links to, and what is wrong with it alone.

    ``wrong`` are the codes of errors with their messages, which go on behind the name of the page.
    """

    ids: Counter[str]
    addresses: frozenset[str]
    wrong: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1 << 16)
def target_of(href: str) -> tuple[str, str]:
    """Return the file and the id that an address leads to, each "" where there is none."""
    file, _, fragment = href.partition("#")
    return unquote(file).partition("?")[0], unquote(fragment)


def names_in(html: str) -> Names:
    """Return what a page holds, read as browsers read it: what they could read in two ways is not allowed."""
    ids, addresses, wrong = Counter[str](), set[str](), ""
    at = html.find("<", len(DOCTYPE) if html.startswith(DOCTYPE) else 0)
    head = html.find("</head>")
    while at >= 0:
        found = PIECE.match(html, at)
        if found is None:
            line = html[at : at + SHOWN].partition("\n")[0]
            wrong = wrong or f"something that browsers may read in another way: {str(line)!r}"
            at = html.find("<", at + 1)
            continue
        end = found.end()
        name = NAME.match(html, at + 1)
        if name is not None:
            tag, given = name[0].lower(), dict[str, str]()
            for attribute in ATTRIBUTE.finditer(html, name.end(), end):
                value = attribute["double"] or attribute["single"] or attribute["bare"] or ""
                given.setdefault(attribute["name"].lower(), unescape(value) if "&" in value else value)
            ids.update([given["id"]] if given.get("id") else [])
            if tag == "a" and "href" in given:
                addresses.add(given["href"])
            wrong = wrong or wrong_element(tag, given)
            if tag in LITERAL and (tag != "title" or at < head):  # that of a drawing holds tags
                closing = re.compile(rf"</{tag}\s*>", re.IGNORECASE).search(html, end)
                end = closing.start() if closing else len(html)
                if (
                    tag == "script"
                    and "src" not in given
                    and given.get("type", "") not in DATA
                    and html[found.end() : end]
                ):
                    wrong = wrong or "a script in the page itself"
        at = html.find("<", end)
    inner = {href for href in addresses if "://" not in href and not href.startswith(("mailto:", "tel:", "/"))}
    own = {href for href in inner if not target_of(href)[0]}
    told = [("html-forbidden", f": {wrong}")] if wrong else []
    told += [("id-duplicate", f" has {n} elements with the id {name!r}") for name, n in ids.items() if n > 1]
    told += [("anchor", LEADS_NOWHERE.format(href)) for href in own if (part := target_of(href)[1]) and part not in ids]
    return Names(ids, frozenset(inner - own), tuple(told))


def wrong_element(tag: str, attributes: Mapping[str, str]) -> str:
    """Return what is wrong with an element of a finished page, nothing if it may be there."""
    if tag in DOCUMENTS or (scheme_of(attributes.get("src", "")) and tag == "script"):
        return f"<{tag}>, which brings what is not the page's own"
    if tag == "meta" and attributes.get("http-equiv", "").lower() == "refresh":
        return "a <meta> that leads readers away"
    for name, value in attributes.items():
        if name.startswith("on"):
            return f"a script in {name}="
        if name != "http-equiv" and (wrong := wrong_attribute(tag, name, value)):
            return wrong
    return ""


def check_pages(
    pages: Mapping[str, str], sources: Mapping[str, str], files: Iterable[str], memo: Memo, may_grow: bool = False
) -> list[Problem]:
    """Report ids that occur twice, links that lead nowhere, paths that differ in case only, and what is refused.

    A net under the other checks: it knows no lines, but sees what templates, drawings and widgets wrote.

    Parameters
    ----------
    pages
        HTML by path; ``sources`` names the author's file of each, ``files`` all paths of the site.
    may_grow
        Whether data are still to come, so that links may lead to what is not there yet.
    """
    problems = []
    names = {path: memo.call(names_in, html) for path, html in pages.items()}
    known = set(files) | set(pages)
    for name, other in same_but_for_case(sorted(known)).items():
        problem = Source(sources.get(name) or name, "").problem(
            "file-name", alike(name, other), None, suggestion=RENAME
        )
        problems.append(problem)
    wrong_links = dict[str, str]() if may_grow else codes_of_links(names, known)
    for path, found in names.items():
        told = [(code, message) for code, message in found.wrong if not (may_grow and code == "anchor")]
        told += [(wrong_links[href], LEADS_NOWHERE.format(href)) for href in found.addresses & wrong_links.keys()]
        for code, message in told:
            source = Source(sources.get(path) or path, "")
            suggestion = NO_HOME if LEADS_NOWHERE.format("index.html") in message else ""
            problems.append(source.problem(code, f"the page {path}{message}", None, suggestion=suggestion))
    return sorted(problems)


def codes_of_links(names: Mapping[str, Names], known: Collection[str]) -> dict[str, str]:
    """Return the addresses that lead nowhere, with the code of the error."""
    found = {}
    for href in frozenset[str]().union(*(page.addresses for page in names.values())):
        file, fragment = target_of(href)
        if file not in known:
            found[href] = "link"
        elif fragment and file in names and fragment not in names[file].ids:
            found[href] = "anchor"
    return found
