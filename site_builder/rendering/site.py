"""What rendering a page may look at: the whole site, frozen; and the page that is being written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from markupsafe import Markup

from site_builder.data.manifest import DataSet
from site_builder.data.values import Numbers
from site_builder.drawing.directives import OwnDirectives
from site_builder.drawing.makers import Workshop
from site_builder.problems.problem import Problem
from site_builder.problems.source import Place
from site_builder.reading.outline import Anchor
from site_builder.reading.texts import Chapter, Concept, PageKind
from site_builder.rendering.templates import Templates
from site_builder.reuse.memo import digest_of
from site_builder.settings.references import References
from site_builder.settings.site_toml import Settings
from site_builder.settings.words import Words
from site_builder.syntax.dialect import Dialect

EMBEDS = "embed/"
GLOSSARY = "glossary.html"
REFERENCES = "references.html"


@dataclass(frozen=True)
class PageInfo:
    """What other pages know of a page: its title and description in plain words, and what can be linked to.

    Two are equal if they look the same in lists of pages: ``anchors`` do not count.
    """

    file: str
    kind: PageKind
    number: str
    title: str
    description: str
    anchors: Mapping[str, Anchor] = field(repr=False, compare=False)
    is_draft: bool = False

    @cached_property
    def details(self) -> list[list[str]]:
        """Return what there is to know of the page and of its parts, each after its name; their lines do not count."""
        parts = self.anchors.items()
        whole = [self.file, self.file, self.kind, self.number, self.title, self.description]
        return [whole, *([key, self.file, self.number, one.kind, one.number] for key, one in parts)]

    @cached_property
    def digest(self) -> str:
        """Return a short name for the details."""
        return digest_of(self.details)


@dataclass(frozen=True)
class Site:
    """All that pages share.

    ``pages`` is keyed by the name of the chapter's file, ``usable`` names sound figures, ``data_sets`` are those that
    may be published, in the order of the manifest. ``may_grow`` tells that more are still to come, ``awaited`` names
    those of them that are known; ``drafts`` are the chapters that are left out, ``downloads`` the files
    of ``content/files`` by their path in the site.
    """

    project: Path
    settings: Settings
    numbers: Numbers
    concepts: Mapping[str, Concept]
    references: References
    pages: Mapping[str, PageInfo]
    urls: Mapping[str, str]
    usable: frozenset[str]
    data_files: Mapping[str, str]
    data_sets: Mapping[str, DataSet]
    awaited: frozenset[str]
    may_grow: bool
    make: Workshop
    templates: Templates
    own: OwnDirectives
    drafts: Mapping[str, Chapter] = field(default_factory=dict)
    downloads: Mapping[str, Path] = field(default_factory=dict)

    @cached_property
    def page_of_file(self) -> Mapping[str, PageInfo]:
        """Return the pages by their file in the site."""
        return {page.file: page for page in self.pages.values()}

    @cached_property
    def pages_with(self) -> Mapping[str, list[PageInfo]]:
        """Return the pages that have an anchor, by its identifier."""
        found: dict[str, list[PageInfo]] = {}
        for page in self.pages.values():
            for identifier in page.anchors:
                found.setdefault(identifier, []).append(page)
        return found

    @cached_property
    def embeds(self) -> frozenset[str]:
        """Return the pages that figures may have of their own; their kinds are checked when they are written."""
        return frozenset(
            embed_of(page.file, identifier)
            for identifier, pages in self.pages_with.items()
            for page in pages
            if page.anchors[identifier].kind == "figure"
        )

    @cached_property
    def sets_of_file(self) -> Mapping[str, list[str]]:
        """Return the data sets by the file under which they are published."""
        found: dict[str, list[str]] = {}
        for name, file in self.data_files.items():
            found.setdefault(file, []).append(name)
        return found

    @property
    def words(self) -> Words:
        """Return the words that the builder says itself."""
        return self.templates.words

    @cached_property
    def dialect(self) -> Dialect:
        """Return the directives that texts may hold."""
        return replace(self.own.dialect, quotes=self.settings.config.quotes)


def embed_of(file: str, identifier: str) -> str:
    """Return the page of a figure alone, by the page that the figure stands on and its id."""
    return f"{EMBEDS}{file.removesuffix('.html')}-{identifier}.html"


@dataclass(frozen=True)
class Embed:
    """A figure alone, for a page in the folder ``embed``: its markup and its data."""

    identifier: str
    html: Markup
    data: Markup


@dataclass
class Draft:
    """A page while it is being written: what it has used so far, and what is wrong with it.

    ``lede`` is written behind the title; ``noted`` gives the number of each note by file and label,
    ``of_heading`` the notes of the heading that is being written; ``sets`` are the
    data shipped in the page, ``scripts`` those that are JSON already, ``tables`` those it offers as CSV, ``listed``
    those it offers in every form, with the place of their list; ``assets`` those its widgets fetch; ``asked`` tells of
    each that it needs whether it is there; ``depths`` are the levels of its depth blocks, ``captions`` those of its
    figures as HTML; ``card`` is the drawing of the page's card, if a widget gives one; ``records`` are what the page's
    scripts know of its explorables.
    """

    info: PageInfo
    lede: str = ""
    problems: list[Problem] = field(default_factory=list)
    concepts: dict[str, None] = field(default_factory=dict)
    cited: dict[str, str] = field(default_factory=dict)
    figures: dict[str, None] = field(default_factory=dict)
    sets: dict[str, None] = field(default_factory=dict)
    tables: dict[str, None] = field(default_factory=dict)
    assets: dict[str, None] = field(default_factory=dict)
    listed: dict[str, Place] = field(default_factory=dict)
    asked: dict[str, bool] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    scripts: dict[str, str] = field(default_factory=dict)
    n_stills: int = 0
    embeds: dict[str, Embed] = field(default_factory=dict)
    depths: set[int] = field(default_factory=set)
    captions: list[str] = field(default_factory=list)
    n_notes: int = 0
    noted: dict[tuple[str, str], int] = field(default_factory=dict)
    of_heading: list[str] | None = None
    card: str = ""
    records: dict[str, dict[str, Any]] = field(default_factory=dict)

    def use_concept(self, slug: str) -> bool:
        """Note that the page needs a concept's explanation; return whether it is the first time."""
        first = slug not in self.concepts
        self.concepts[slug] = None
        return first

    def cite(self, key: str, has_place: bool = True) -> str:
        """Note that the page cites a work; return the id that this place gets if it is the first that can have one."""
        anchor = "" if self.cited.get(key) or not has_place else f"cite-{key}"
        self.cited[key] = self.cited.get(key) or anchor
        return anchor

    def offer(self, href: str, site: Site) -> None:
        """Note that the page links to a data file, if it does, so that the file is published."""
        for name in site.sets_of_file.get(href, ()):
            (self.tables if name in site.numbers.tables.sets else self.assets)[name] = None
