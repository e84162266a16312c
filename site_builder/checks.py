"""Checks on the project as a whole: registered figures, raw links, unused terms, and the pages as written."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from html import unescape
from pathlib import Path
from typing import Literal

from site_builder.budgets import known_budgets
from site_builder.chapters import Library
from site_builder.config import Settings
from site_builder.context import Chapter, Concept, PageInfo, Site, Text
from site_builder.data import Manifest
from site_builder.errors import Problem
from site_builder.links import resolve_link
from site_builder.markdown import Reading, read_line
from site_builder.memo import Memo
from site_builder.pages import Body
from site_builder.source import Mistake, Place, Severity, Source, did_you_mean
from site_builder.unbound import unbound_numbers
from site_builder.widget_checks import check_columns

ID = re.compile(r'<[a-z][^<>]*?\sid="([^"]+)"')
HREF = re.compile(r'<a\b[^<>]*?\shref="([^"]*)"')
MOST_NAMED = 5
PICTURE_ATTRIBUTES = frozenset({"src", "srcset", "poster"})


def check_budget_names(settings: Settings) -> list[Problem]:
    """Report names under ``[budgets]`` that no budget has."""
    known = known_budgets()
    return [
        settings.source.problem(
            "config-key",
            f"unknown budget {name!r}",
            settings.place("budgets", name),
            length=len(name),
            suggestion=did_you_mean(name, known),
        )
        for name in settings.config.budgets
        if name not in known
    ]


def check_templates(project: Path, engine: Path) -> list[Problem]:
    """Warn of templates that a project has of its own: pages are filled from those of the builder."""
    folder = project / "templates"
    if not folder.is_dir() or folder.samefile(engine / "templates"):
        return []
    message = "the templates of a project are not used: pages have those of the builder"
    suggestion = "remove the folder; what pages look like is set in static/css"
    return [Problem("templates", 0, 0, "templates-unused", message, suggestion, severity="warning")]


def check_figures(
    project: Path, settings: Settings, manifest: Manifest, urls: Mapping[str, str]
) -> tuple[frozenset[str], list[Problem]]:
    """Return the registered figures that can be drawn, and why the others cannot.

    Parameters
    ----------
    urls
        Bundled scripts by logical name; empty if they could not be bundled, which is reported elsewhere.
    """
    config, problems, usable = settings.config, list[Problem](), set[str]()
    told = not manifest.lacks_all
    for name, chart in config.charts.items():
        found = _check_sets(settings, manifest, ("charts", name, "data"), chart.data, "table")
        problems += found if told else []
        if not found:
            usable.add(name)
    for name, widget in config.widgets.items():
        found = _check_sets(settings, manifest, ("widgets", name, "data"), widget.data, "table")
        found += _check_sets(settings, manifest, ("widgets", name, "files"), widget.files, "asset")
        found += check_columns(settings, manifest, name)
        problems += found if told else []
        path = f"static/js/{config.project}/widgets/{name}.js"
        if not (project / path).is_file():
            names = [file.stem for file in (project / path).parent.glob("*.js")]
            message, suggestion = f"there is no {path}", did_you_mean(name, names, "widgets there")
            place = settings.place("widgets", name)
            problems.append(settings.source.problem("widget-missing", message, place, suggestion=suggestion))
        elif not found and f"widget:{name}" in urls:
            usable.add(name)
    return frozenset(usable), problems


def _check_sets(
    settings: Settings, manifest: Manifest, path: tuple[str, ...], names: Sequence[str], kind: Literal["table", "asset"]
) -> list[Problem]:
    """Report data sets that a figure asks for in vain."""
    known = [data_set.name for data_set in manifest.sets.values() if data_set.kind == kind]
    return [
        settings.source.problem(
            "data-set",
            f"unknown data {'set' if kind == 'table' else 'file'} {name!r}",
            settings.item_place(name, *path),
            length=len(name),
            suggestion=did_you_mean(name, known, "of that kind in the manifest"),
        )
        for name in names
        if name not in known
    ]


def check_raw_links(site: Site, text: Text, page: PageInfo) -> list[Problem]:
    """Report links in raw HTML that lead nowhere; there they are written as readers need them."""
    problems = []
    for attribute, address, place in text.outline.links:
        mistake: Mistake | None = None
        if attribute in PICTURE_ATTRIBUTES:
            if not address.startswith("data:") and address not in site.data_files.values():
                message = f"{attribute}={address!r} is not published with the page"
                mistake = Mistake("image", message, 0, len(attribute), "write the picture as ![what it shows](path)")
        else:
            mistake = _raw_mistake(site, address, attribute, page)
        if mistake is not None:
            problems.append(text.source.mistake(mistake, place))
    return problems


def _raw_mistake(site: Site, address: str, attribute: str, page: PageInfo) -> Mistake | None:
    """Return what is wrong with an address in raw HTML."""
    try:
        resolved = resolve_link(unescape(address), site, page)
    except Mistake as mistake:
        return Mistake(mistake.code, mistake.message, 0, len(attribute), mistake.suggestion)
    if resolved != unescape(address):
        return Mistake("link", f"raw HTML is not changed: {address!r}", 0, len(attribute), f"write {resolved!r}")
    return None


def check_numbers(settings: Settings, library: Library, memo: Memo) -> list[Problem]:
    """Report numbers typed by hand: a warning, or an error under ``strict_numbers``."""
    severity: Severity = "error" if settings.config.strict_numbers else "warning"
    constants = settings.config.constants.values()
    allowed = frozenset(float(value) for value in constants if isinstance(value, int | float))

    def numbers_of(source: Source, readings: Callable[[], Iterable[Reading]]) -> list[Problem]:
        def look() -> list[Problem]:
            return [
                problem for reading in readings() for problem in unbound_numbers(reading, source, allowed, severity)
            ]

        return memo.get("numbers", (source, allowed, severity), look)

    problems = numbers_of(settings.source, partial(readings_of_settings, settings))
    for chapter in library.chapters.values():
        problems = problems + numbers_of(chapter.text.source, partial(readings_of_chapter, chapter))
    for concept in library.concepts.values():
        problems = problems + numbers_of(concept.text.source, partial(readings_of_concept, concept))
    return problems


def readings_of_chapter(chapter: Chapter) -> list[Reading]:
    """Return the text of a chapter, and its description."""
    described = chapter.matter.description
    place = chapter.text.places.get("description", Place(1, 1))
    return [chapter.text.reading, *([read_line(described, chapter.text.source, place)] if described else [])]


def readings_of_concept(concept: Concept) -> list[Reading]:
    """Return the text of a glossary entry, and its short form."""
    return [concept.text.reading, concept.short.reading]


def readings_of_settings(settings: Settings) -> list[Reading]:
    """Return the captions and alt texts of ``site.toml``."""
    readings = []
    for kind, entries in (("charts", settings.config.charts), ("widgets", settings.config.widgets)):
        for name, entry in entries.items():
            for key, text in (("alt", entry.alt), ("caption", entry.caption)):
                place = settings.place(kind, name, key, value=True) or Place(1, 1)
                readings.append(read_line(text, settings.source, place))
    return readings


def check_uses(settings: Settings, library: Library, bodies: Sequence[Body]) -> list[Problem]:
    """Warn of glossary terms that no page uses and of figures that none shows."""
    problems = []
    used = {slug for body in bodies for slug in body.concepts}
    for slug, concept in library.concepts.items():
        if slug not in used:
            message = f"no page uses the term {concept.matter.term!r}"
            source = concept.text.source
            suggestion = f"write ::concept[{concept.matter.term}]{{{slug}}} where it occurs, or remove the entry"
            problems.append(source.problem("concept-unused", message, None, suggestion=suggestion, severity="warning"))
    shown = {name for body in bodies for name in body.figures}
    for kind, names in (("charts", settings.config.charts), ("widgets", settings.config.widgets)):
        for name in names:
            if name not in shown:
                place = settings.place(kind, name)
                message = f"no page shows the {kind[:-1]} {name!r}"
                problems.append(settings.source.problem("figure-unused", message, place, severity="warning"))
    return problems


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


def names_in(html: str) -> tuple[Counter[str], frozenset[str]]:
    """Return how often each id occurs in a page, and the addresses that it links to."""
    return Counter(ID.findall(html)), frozenset(map(unescape, HREF.findall(html)))


def check_pages(
    pages: Mapping[str, str], sources: Mapping[str, str], files: Iterable[str], memo: Memo
) -> list[Problem]:
    """Report ids that occur twice on a page as written, and links of pages that lead nowhere.

    A net under the other checks: it knows no lines, but sees what templates, drawings and widgets wrote.

    Parameters
    ----------
    pages
        HTML by path; ``sources`` names the author's file of each, ``files`` all paths of the site.
    """
    problems = []
    names = {path: memo.call(names_in, html) for path, html in pages.items()}
    ids = {path: found for path, (found, _) in names.items()}
    known = set(files) | set(pages)
    for path, (_, addresses) in names.items():
        source = Source(sources.get(path) or path, "")
        for identifier, count in sorted(ids[path].items()):
            if count > 1:
                message = f"the page {path} has {count} elements with the id {identifier!r}"
                problems.append(source.problem("id-duplicate", message, None))
        for href in sorted(addresses):
            file, _, fragment = href.partition("#")
            target = file.partition("?")[0] or path
            if "://" in href or href.startswith(("mailto:", "tel:", "/")):
                continue
            if target not in known:
                problems.append(source.problem("link", f"the page {path} links to {href!r}, which is not there", None))
            elif fragment and target in ids and fragment not in ids[target]:
                problems.append(
                    source.problem("anchor", f"the page {path} links to {href!r}, which is not there", None)
                )
    return problems
