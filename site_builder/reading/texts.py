"""Texts of authors, parsed and numbered, with what can be linked to in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from markdown_it.token import Token

from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source
from site_builder.settings.front_matter import ConceptMatter, FrontMatter
from site_builder.syntax.html import Slot
from site_builder.syntax.tokens import Reading

AnchorKind = Literal["section", "heading", "figure", "equation", "table", "caption", "former", "other"]
DEEP = frozenset({"depth-2", "depth-3"})


@dataclass(frozen=True)
class Anchor:
    """Something with an id; ``number`` is what ``::ref`` shows, within its page, empty if it has none."""

    identifier: str
    kind: AnchorKind
    number: str
    place: Place


@dataclass(frozen=True)
class Heading:
    """A heading as it will stand: its level, and the section or heading id that its link leads to."""

    level: int
    identifier: str
    number: str
    own_id: bool


@dataclass(frozen=True)
class Outline:
    """All numbers of one text; ``headings``, ``figures``, ``slots``, ``deep`` are keyed by the identity of tokens.

    ``former`` maps ids of headings and closed blocks to those that earlier versions gave them.
    """

    anchors: Mapping[str, Anchor]
    headings: Mapping[int, Heading]
    title: Token | None
    figures: Mapping[int, tuple[str, str]]
    slots: Mapping[int, tuple[Slot, ...]]
    deep: Mapping[int, str]
    links: tuple[tuple[str, str, Place], ...]
    name_of_figure: Mapping[str, str]
    problems: tuple[Problem, ...]
    former: Mapping[str, str]

    @property
    def figure_names(self) -> tuple[str, ...]:
        """Return the charts and widgets that are asked for, in the order of the text."""
        return tuple(self.name_of_figure.values())


def letters(number: int) -> str:
    """Return a number in letters: 1 is a, 26 is z, 27 is aa."""
    written = ""
    while number:
        number, last = divmod(number - 1, 26)
        written = chr(ord("a") + last) + written
    return written


PageKind = Literal["home", "chapter", "tool", "appendix", "glossary", "references", "404"]


@dataclass(frozen=True)
class Text:
    """A file of markdown, read and numbered, and the places of what its head says."""

    source: Source
    reading: Reading
    outline: Outline
    places: Mapping[str, Place]


@dataclass(frozen=True)
class Chapter:
    """A page written by an author; ``number`` is its number in the reading order; only chapters have one."""

    name: str
    slug: str
    kind: PageKind
    number: str
    matter: FrontMatter
    text: Text
    digest: str

    @property
    def file(self) -> str:
        """Return the page's file in the site."""
        return f"{self.slug}.html"


@dataclass(frozen=True)
class Concept:
    """A glossary entry."""

    slug: str
    matter: ConceptMatter
    text: Text
    short: Text
