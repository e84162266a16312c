"""Words for which the search knows the place: terms of the glossary, and what ``[search]`` says."""

from __future__ import annotations

import json

from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake
from site_builder.rendering.links import resolve_link
from site_builder.rendering.site import GLOSSARY, PageInfo, Site

FILE = "assets/known.json"


def read_known(site: Site) -> tuple[dict[str, list[str]], list[Problem]]:
    """Return address and title by the words in small letters, and what is wrong with what the settings say."""
    settings, problems = site.settings, list[Problem]()
    known: dict[str, list[str]] = {}
    if any(page.file == GLOSSARY for page in site.pages.values()):
        for slug, concept in site.concepts.items():
            for word in (concept.matter.term, *concept.matter.also):
                known.setdefault(plain(word), [f"{GLOSSARY}#{slug}", concept.matter.term])
    titles = {page.file: page.title for page in site.pages.values()}
    for words, place in settings.config.search.items():
        try:
            address = resolve_link(place, site, PageInfo("", "404", "", "", "", {}))
        except Mistake as mistake:
            mistake.length = max(1, len(place))
            problems.append(settings.source.mistake(mistake, settings.place("search", words, value=True)))
            continue
        known[plain(words)] = [address, titles.get(address.partition("#")[0], words)]
    return known, problems


def plain(words: str) -> str:
    """Return words as they are compared: in small letters, with single spaces."""
    return " ".join(words.lower().split())


def known_file(known: dict[str, list[str]]) -> dict[str, bytes]:
    """Return the file that the search dialog fetches."""
    return {FILE: json.dumps(known, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()}
