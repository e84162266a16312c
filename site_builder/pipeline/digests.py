"""Short names for all that a page is made from, so that one that has not changed is not written anew."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from urllib.parse import unquote

from site_builder.explore.names import IN_NAMES
from site_builder.pipeline.given import Build
from site_builder.project_files import composed, on_disk
from site_builder.reading.library import CHAPTERS
from site_builder.reading.texts import Chapter, Text
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
        """Return a digest of all pages."""
        return digest_of([(name, page.digest) for name, page in self.site.pages.items()])

    @cached_property
    def details(self) -> Mapping[str, list[list[str]]]:
        """Return what there is to know of the pages, by the name under which a text may ask for it."""
        return self.build.memo.get("details", self.digest, self.gather_details)

    def gather_details(self) -> Mapping[str, list[list[str]]]:
        """Return the details of all pages by their names."""
        found = defaultdict[str, list[list[str]]](list)
        for name, page in self.site.pages.items():
            for detail in page.details:
                found[detail[0]].append(detail)
            if name != page.file:
                found[name].append([name, *page.details[0]])
        return found

    @cached_property
    def for_all(self) -> str:
        """Return a digest of what any page may ask for: by names in settings, terms and figures, and unusual ones."""
        figures = (self.build.project / EXPLORABLES).glob("*.py")
        texts = [self.build.settings.source.text, *(path.read_text("utf-8", "replace") for path in figures)]
        texts += [concept.text.source.text for concept in self.site.concepts.values()]

        def find() -> str:
            names = frozenset().union(*map(names_in, texts))
            return self.of_names(names.union(key for key in self.details if NO_NAME.search(key)))

        return self.build.memo.get("pages for all", (self.digest, *texts), find)

    def of_names(self, names: Collection[str]) -> str:
        """Return a digest of what there is under some names."""
        return digest_of([(name, self.details[name]) for name in sorted(self.details.keys() & names)])

    def of_chapter(self, chapter: Chapter) -> str:
        """Return a digest of what a chapter may look at of the pages."""
        text = chapter.text.source.text
        if chapter.kind == "home" or EMBEDS in text or "%" in text:
            return self.digest

        def find() -> str:
            own: PageInfo = self.site.pages[chapter.name]
            return digest_of(self.for_all, own.title, own.description, self.of_names(names_in(text)))

        return self.build.memo.get("pages", (self.digest, self.for_all, chapter.name, chapter.digest), find)


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


def own_digest(build: Build, site: Site, text: Text, digest: str) -> str:
    """Return a short name for the figures and pictures of a text, which has a digest."""
    config, outline = build.settings.config, text.outline
    names = [name for name in outline.figure_names if name in site.usable]
    known = tuple(site.make.explorables)
    asked, images, listed = build.memo.get("asked", (digest, known), partial(asked_in, text, known))
    if not any((names, asked, images, listed)):
        return ""
    charts = [site.make.chart_digest(name) for name in names if name in config.charts]
    explorables = [(name, site.make.explorables[name].digest) for name in asked]
    stills = site.make.still_digest if any(name in config.widgets for name in names) else ""
    scripts = sorted(site.urls.items()) if names else []
    pictures = digest_files(on_disk(build.project / CHAPTERS / unquote(image)) for image in images)
    listings = digest_files(on_disk(build.project / name) for name in listed)
    return digest_of(names, charts, explorables, stills, scripts, images, pictures, listed, listings)


def asked_in(text: Text, explorables: tuple[str, ...]) -> tuple[list[str], list[str], list[str]]:
    """Return the explorables that a text names, and the pictures and the listed files that it shows."""
    reading = text.reading
    named = [name for name in explorables if name in text.source.text]
    images = [str(token.attrs.get("src", "")) for token in reading.of_type("image")]
    directives = [token.meta["directive"] for token in reading.of_type("directive")]
    return named, images, [str(one.options.text("file")) for one in directives if one.name == "listing"]
