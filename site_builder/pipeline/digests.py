"""Short names for all that a page is made from, so that one that has not changed is not written anew."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property, partial
from urllib.parse import unquote

from site_builder.explore.names import IN_NAMES
from site_builder.pipeline.given import Build
from site_builder.project_files import composed, on_disk
from site_builder.reading.library import CHAPTERS
from site_builder.reading.texts import Chapter
from site_builder.rendering.site import EMBEDS, PageInfo, Site
from site_builder.reuse.fingerprint import digest_files
from site_builder.reuse.imports import EXPLORABLES
from site_builder.reuse.memo import digest_of

# What a link or a reference can name: a file, or an identifier.
NAME = re.compile(rf"[{IN_NAMES}.-]+")
NO_NAME = re.compile(rf"%|[^{IN_NAMES}.-]")


@dataclass(frozen=True)
class Pages:
    """What pages may look at of each other: an edit of one changes only those that name what has changed there."""

    build: Build
    site: Site

    @cached_property
    def digest(self) -> str:
        """Return a digest of all pages; the lines of their parts do not count."""
        return digest_of([detail for details in self.details.values() for detail in details])

    @cached_property
    def details(self) -> dict[str, list[list[str]]]:
        """Return what there is to know of the pages, by the name under which a text may ask for it."""
        found: dict[str, list[list[str]]] = {}
        for name, page in self.site.pages.items():
            whole = [name, page.file, page.kind, page.number, page.title, page.description]
            for key in {name, page.file}:
                found.setdefault(key, []).append(whole)
            for key, anchor in page.anchors.items():
                found.setdefault(key, []).append([page.file, page.number, key, anchor.kind, anchor.number])
        return found

    @cached_property
    def always(self) -> frozenset[str]:
        """Return the names that any page may ask for: those in settings, terms and figures, and unusual ones."""
        figures = (self.build.project / EXPLORABLES).glob("*.py")
        texts = [self.build.settings.source.text, *(path.read_text("utf-8", "replace") for path in figures)]
        texts += [concept.text.source.text for concept in self.site.concepts.values()]
        names = frozenset().union(*map(names_in, texts)) if texts else frozenset()
        return names.union(key for key in self.details if NO_NAME.search(key))

    @cached_property
    def for_all(self) -> str:
        """Return a digest of what any page may ask for."""
        return self.of_names(self.always)

    def of_names(self, names: Collection[str]) -> str:
        """Return a digest of what there is under some names."""
        return digest_of([(name, self.details[name]) for name in sorted(self.details.keys() & names)])

    def of_chapter(self, chapter: Chapter) -> str:
        """Return a digest of what a chapter may look at of the pages."""
        text = chapter.text.source.text
        if chapter.kind == "home" or EMBEDS in text or "%" in text:
            return self.digest
        names = self.build.memo.get("names", chapter.digest, partial(names_in, text))
        own: PageInfo = self.site.pages[chapter.name]
        return digest_of(self.for_all, own.title, own.description, self.of_names(names))


def names_in(text: str) -> frozenset[str]:
    """Return the words of a text that may name a page or a part of one."""
    words = NAME.findall(composed(f"{text} {unquote(text)}"))
    return frozenset(words).union(word.rstrip(".-") for word in words)


def shared_digest(build: Build, site: Site) -> str:
    """Return a short name for all that any page may look at, except figures, other pages and its own text."""
    texts = [(slug, concept.text.source.text) for slug, concept in site.concepts.items()]
    tables = sorted((name, repr(data_set)) for name, data_set in site.data_sets.items())
    files = [(name, path.stat().st_size, path.stat().st_mtime_ns) for name, path in site.downloads.items()]
    references = tuple(map(repr, (site.references.works, site.references.quoted, site.references.letters)))
    return digest_of(
        *(build.settings.source.text, texts, tables, dict(site.data_files), references, site.templates.digest),
        *(site.may_grow, sorted(site.awaited), files, site.own.digest),
        *((name, draft.digest) for name, draft in site.drafts.items()),
    )


def own_digest(build: Build, site: Site, chapter: Chapter) -> str:
    """Return a short name for the figures and pictures of a page."""
    config, outline = build.settings.config, chapter.text.outline
    names = [name for name in outline.figure_names if name in site.usable]
    known = tuple(site.make.explorables)
    asked, images, listed = build.memo.get("asked", (chapter.digest, known), partial(asked_in, chapter, known))
    if not any((names, asked, images, listed)):
        return ""
    charts = [site.make.chart_digest(name) for name in names if name in config.charts]
    explorables = [(name, site.make.explorables[name].digest) for name in asked]
    stills = site.make.still_digest if any(name in config.widgets for name in names) else ""
    scripts = sorted(site.urls.items()) if names else []
    pictures = digest_files(on_disk(build.project / CHAPTERS / unquote(image)) for image in images)
    listings = digest_files(on_disk(build.project / name) for name in listed)
    return digest_of(names, charts, explorables, stills, scripts, images, pictures, listed, listings)


def asked_in(chapter: Chapter, explorables: tuple[str, ...]) -> tuple[list[str], list[str], list[str]]:
    """Return the explorables that a chapter names, and the pictures and the listed files that it shows."""
    reading = chapter.text.reading
    named = [name for name in explorables if name in chapter.text.source.text]
    images = [str(token.attrs.get("src", "")) for token in reading.of_type("image")]
    directives = [token.meta["directive"] for token in reading.of_type("directive")]
    return named, images, [str(one.options.text("file")) for one in directives if one.name == "listing"]
