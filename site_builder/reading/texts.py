"""What an author wrote, read and numbered: texts, chapters, glossary entries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from site_builder.problems.source import Place, Source
from site_builder.reading.outline import Outline
from site_builder.settings.front_matter import ConceptMatter, FrontMatter
from site_builder.syntax.tokens import Reading

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
