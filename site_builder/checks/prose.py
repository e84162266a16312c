"""Check what prose says: links in raw HTML, and numbers that no data set gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from html import unescape
from pathlib import Path

from site_builder.checks.explorable_words import words_of
from site_builder.checks.leftovers import leftovers
from site_builder.checks.typed_numbers import unbound_numbers
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Place, Severity, Source
from site_builder.project_files import on_disk
from site_builder.reading.library import Library
from site_builder.reading.texts import Chapter, Concept, Text
from site_builder.rendering.links import resolve_link
from site_builder.rendering.site import PageInfo, Site
from site_builder.reuse.imports import EXPLORABLES, find_explorables
from site_builder.reuse.memo import Memo
from site_builder.settings.site_toml import Settings
from site_builder.syntax.dialect import Dialect
from site_builder.syntax.markdown import read_line
from site_builder.syntax.tokens import Reading

PICTURE_ATTRIBUTES = frozenset({"src", "srcset", "poster"})


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


def check_words(settings: Settings, library: Library, memo: Memo) -> list[Problem]:
    """Report numbers typed by hand: a warning, or an error under ``strict_numbers``; and what is left of a dialect."""
    severity: Severity = "error" if settings.config.strict_numbers else "warning"
    constants = settings.config.constants.values()
    allowed = frozenset(value for value in constants if isinstance(value, int | float))

    def found_in(source: Source, readings: Callable[[], Iterable[Reading]]) -> list[Problem]:
        def look() -> list[Problem]:
            found = ((unbound_numbers(one, source, allowed, severity), leftovers(one, source)) for one in readings())
            return [problem for kinds in found for problems in kinds for problem in problems]

        return memo.get("words", (source, allowed, severity, library.dialect), look)

    problems = found_in(settings.source, partial(readings_of_settings, settings, library.dialect))
    for chapter in library.chapters.values():
        readings = partial(readings_of_chapter, chapter, library.dialect)
        problems = problems + found_in(chapter.text.source, readings)
    for concept in library.concepts.values():
        problems = problems + found_in(concept.text.source, partial(readings_of_concept, concept))
    return problems


def check_explorable_words(project: Path, settings: Settings, dialect: Dialect) -> list[Problem]:
    """Report numbers that are typed by hand in the words of explorables."""
    severity: Severity = "error" if settings.config.strict_numbers else "warning"
    constants = settings.config.constants.values()
    allowed = frozenset(value for value in constants if isinstance(value, int | float))
    problems = []
    for name in find_explorables(project):
        path = f"{EXPLORABLES}/{name}.py"
        code = on_disk(project / path).read_bytes()
        source = Source(path, code.decode("utf-8-sig", "replace"))
        lines = source.text.split("\n")
        for literal in words_of(code):
            reading = read_line(literal.text, source, Place(literal.first, 1), dialect)
            for problem in unbound_numbers(reading, source, allowed, severity):
                number = problem.message.split(" ")[0]
                at = next((one for one in range(literal.first, literal.last + 1) if number in lines[one - 1]), 0)
                column = lines[at - 1].index(number) + 1 if at else 1
                mistake = Mistake(problem.code, problem.message, 0, len(number), problem.suggestion)
                found = source.mistake(mistake, Place(at or literal.first, column), severity)
                problems.append(found)
    return problems


def readings_of_chapter(chapter: Chapter, dialect: Dialect) -> list[Reading]:
    """Return the text of a chapter, and its description."""
    described = chapter.matter.description
    place = chapter.text.places.get("description", Place(1, 1))
    return [chapter.text.reading, *([read_line(described, chapter.text.source, place, dialect)] if described else [])]


def readings_of_concept(concept: Concept) -> list[Reading]:
    """Return the text of a glossary entry, and its short form."""
    return [concept.text.reading, concept.short.reading]


def readings_of_settings(settings: Settings, dialect: Dialect) -> list[Reading]:
    """Return the captions and alt texts of ``site.toml``."""
    readings = []
    for kind, entries in (("charts", settings.config.charts), ("widgets", settings.config.widgets)):
        for name, entry in entries.items():
            for key, text in (("alt", entry.alt), ("caption", entry.caption)):
                place = settings.place(kind, name, key, value=True) or Place(1, 1)
                readings.append(read_line(text, settings.source, place, dialect))
    return readings
