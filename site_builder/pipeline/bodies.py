"""Collect the state that pages share, and render the bodies of changed pages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from urllib.parse import unquote

from site_builder.cache.fingerprint import EXPLORABLES, digest_files
from site_builder.cache.results import digest_of
from site_builder.checks.figures import check_figures
from site_builder.checks.prose import check_raw_links
from site_builder.data.manifest import Manifest
from site_builder.data.published import published_name
from site_builder.data.tables import Tables
from site_builder.data.values import Numbers
from site_builder.drawing.cached import Workshop
from site_builder.drawing.directives import OwnDirectives
from site_builder.explore.parameters import IN_NAMES
from site_builder.locales import in_language
from site_builder.pipeline.context import Build
from site_builder.problems.problem import Problem
from site_builder.project_files import composed, content_files, on_disk
from site_builder.reading.library import CHAPTERS, Library
from site_builder.reading.texts import Chapter, Text, read_downloads
from site_builder.rendering.bodies import Body, describe_page, write_chapter, write_glossary, write_references
from site_builder.rendering.site import EMBEDS, GLOSSARY, REFERENCES, Language, PageInfo, Site, Templates
from site_builder.settings.references import PATH, References, read_references
from site_builder.settings.site_toml import SITE
from site_builder.settings.words import read_words

# What a link or a reference can name: a file, or an identifier.
NAME = re.compile(rf"[{IN_NAMES}.-]+")
# A link to a state of a figure, whose explorable the text need not name.
STATE_LINK = re.compile(r"[?#][^\s?#]+[=:]")
NO_NAME = re.compile(rf"%|[^{IN_NAMES}.-]")


@dataclass(frozen=True)
class Pages:
    """Digests of the pages as other pages refer to them: an edit affects only pages that name what has changed."""

    build: Build
    site: Site

    @cached_property
    def digest(self) -> str:
        """Return a digest of all pages."""
        return digest_of([(name, page.digest) for name, page in self.site.pages.items()])

    @cached_property
    def details(self) -> Mapping[str, list[list[str]]]:
        """Return the details of all pages, by the names under which a text may refer to them."""
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
        """Return a digest of details that any page may use: names in settings, terms and figures, and unusual names."""
        figures = (self.build.project / EXPLORABLES).glob("*.py")
        texts = [self.build.settings.source.text, *(path.read_text("utf-8", "replace") for path in figures)]
        texts += [concept.text.source.text for concept in self.site.concepts.values()]

        def find() -> str:
            names = frozenset().union(*map(names_in, texts))
            return self.of_names(names.union(key for key in self.details if NO_NAME.search(key)))

        return self.build.memo.get("pages for all", (self.digest, *texts), find)

    def of_names(self, names: Collection[str]) -> str:
        """Return a digest of the details under some names."""
        return digest_of([(name, self.details[name]) for name in sorted(self.details.keys() & names)])

    def of_chapter(self, chapter: Chapter) -> str:
        """Return a digest of the details that a chapter may use."""
        text = "\n".join(text.source.text for text in chapter.texts)
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
    """Return a digest of the state that any page may use, except figures, other pages and its own text."""
    texts = [(slug, concept.text.source.text) for slug, concept in site.concepts.items()]
    tables = sorted((name, repr(data_set)) for name, data_set in site.data_sets.items())
    files = [(name, path.stat().st_size, path.stat().st_mtime_ns) for name, path in site.downloads.items()]
    references = tuple(map(repr, (site.references.works, site.references.quoted, site.references.letters)))
    return digest_of(
        *(build.settings.source.text, texts, tables, dict(site.data_files), references, site.templates.digest),
        *((tag, one.templates.digest, one.pages) for tag, one in site.languages.items()),
        *(site.may_grow, sorted(site.awaited), files, site.own.digest, sorted(build.settings.explorables)),
        *((name, draft.digest) for name, draft in site.drafts.items()),
    )


def own_digest(build: Build, site: Site, text: Text, digest: str) -> str:
    """Return a digest of the figures and pictures of a text."""
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
    """Return the explorables that a text names, and its pictures and listed files."""
    reading = text.reading
    written = text.source.text
    named = [name for name in explorables if name in written or STATE_LINK.search(written)]
    images = [str(token.attrs.get("src", "")) for token in reading.of_type("image")]
    directives = [token.meta["directive"] for token in reading.of_type("directive")]
    return named, images, [str(one.options.text("file")) for one in directives if one.name == "listing"]


BODY = "body"


def gather_site(
    build: Build,
    library: Library,
    manifest: Manifest,
    tables: Tables,
    own: OwnDirectives,
    make: Workshop,
    templates: Templates,
    urls: Mapping[str, str],
) -> Site:
    """Return the state that all pages share."""
    explorables = content_files(build.project / EXPLORABLES, "*.py")
    texts = [build.settings.source.text, *(path.read_text("utf-8", "replace") for path in explorables)]
    texts += [text.source.text for chapter in library.chapters.values() for text in chapter.texts]
    texts += [concept.text.source.text for concept in library.concepts.values()]
    references = references_of(build).with_letters(templates.words, texts)
    usable, problems = check_figures(build.project, build.settings, manifest, urls, make.explorables)
    build.problems.extend([*references.problems, *problems])
    downloads, problems = read_downloads(build.project)
    build.problems.extend(problems)
    quoted = {key: quotation.value for key, quotation in references.quoted.items()}
    site = Site(
        project=build.project,
        settings=build.settings,
        numbers=Numbers(
            tables, build.settings.config.constants, quoted, partial(awaits, manifest, make, build.settings.explorables)
        ),
        concepts=library.concepts,
        references=references,
        pages={},
        urls=urls,
        usable=usable,
        data_files={name: published_name(found) for name, found in manifest.sets.items() if found.kind != "test"},
        data_sets={name: found for name, found in manifest.sets.items() if found.is_data},
        awaited=manifest.missing,
        may_grow=manifest.is_open or bool(manifest.missing),
        make=make,
        templates=templates,
        drafts=library.drafts,
        own=own,
        downloads=downloads,
    )
    site = replace(site, languages=dict(languages_of(build, site, library)))
    pages: dict[str, PageInfo] = {}
    say = templates.words.say
    for chapter in library.chapters.values():
        pages[chapter.name], problems = described(build, site, chapter)
        build.problems.extend(problems)
    if library.concepts:
        pages[GLOSSARY] = PageInfo(GLOSSARY, "glossary", "", say("glossary"), say("about_glossary"), {})
    if references.works:
        pages[REFERENCES] = PageInfo(REFERENCES, "references", "", say("references"), say("about_references"), {})
    return replace(site, pages=pages)


def languages_of(build: Build, site: Site, library: Library) -> Iterator[tuple[str, Language]]:
    """Yield the languages that pages are translated into."""
    chapters = library.chapters.values()
    for tag in sorted({tag for chapter in chapters for tag in chapter.translations}):
        words, problems = read_words(build.project, build.settings.in_language(tag))
        build.problems.extend(problems)
        templates = Templates(build.engine, build.project, words, build.memo)
        with in_language(tag):
            other = replace(site, templates=templates)
            pages = {
                chapter.name: describe_page(other, chapter.translations[tag])[0]
                for chapter in chapters
                if tag in chapter.translations
            }
        yield tag, Language(templates, pages)


def described(build: Build, site: Site, chapter: Chapter) -> tuple[PageInfo, list[Problem]]:
    """Return a page as others refer to it; a title or description with directives or citations is not cached."""
    matter, heading = chapter.matter, chapter.text.outline.title
    head = f"{matter.title or (heading.content if heading else '')}{matter.description or ''}"
    if any(mark in head for mark in ("::", "[", "@", "\\")):
        return describe_page(site, chapter)
    key = (chapter.name, chapter.kind, chapter.number, chapter.digest, site.dialect.quotes)
    return build.memo.get("page info", key, partial(describe_page, site, chapter))


def references_of(build: Build) -> References:
    """Return the works that can be cited; a large bibliography takes a while to read."""
    config = build.settings.config
    beside = (build.project / SITE).parent
    files = digest_files([build.project / PATH, *(beside / name for name in config.bibliography)])
    key = digest_of(files, config.bibliography, config.citation_style, build.settings.source.text)
    return build.memo.get("references", key, partial(read_references, build.project, build.settings))


def awaits(manifest: Manifest, make: Workshop, explorables: Collection[str], name: str) -> bool:
    """Return whether the data of a figure are missing: still being computed, or failed with a reported error."""
    found = make.explorables.get(name)
    return (name in explorables and (found is None or found.is_opening)) or manifest.awaits(name)


def write_bodies(build: Build, site: Site, library: Library) -> list[Body]:
    """Render every changed page, then glossary and references, which depend on all others."""
    shared, pages, chapters = shared_digest(build, site), Pages(build, site), library.chapters.values()
    stages = {chapter.name: stage_of(site, chapter.text) for chapter in chapters}

    def key_of(chapter: Chapter, others: str) -> tuple[str, tuple[object, ...]]:
        own = tuple(own_digest(build, site, text, chapter.digest) for text in chapter.texts)
        return stages[chapter.name], (chapter.name, shared, others, chapter.digest, chapter.number, own)

    keys = {
        chapter.name: key_of(chapter, pages.of_chapter(chapter) if stages[chapter.name] == BODY else pages.digest)
        for chapter in chapters
    }
    fresh = [chapter for chapter in chapters if not build.memo.knows(*keys[chapter.name])]
    shown = [name for chapter in fresh for name in chapter.text.outline.figure_names]
    site.make.draw_ahead(name for name in shown if name in build.settings.config.charts and name in site.usable)
    written = {}
    charts = build.settings.config.charts.keys()
    # Pages with charts last: until then the charts are drawn in the background.
    for chapter in sorted(chapters, key=lambda chapter: not charts.isdisjoint(chapter.text.outline.figure_names)):
        write = partial(write_chapter, site, chapter)
        written[chapter.name] = build.memo.get(*keys[chapter.name], write)
        if written[chapter.name].problems:  # suggestions depend on the names in all pages
            written[chapter.name] = build.memo.get(*key_of(chapter, pages.digest), write)
        build.problems.extend(check_raw_links(site, chapter.text, site.pages[chapter.name]))
    bodies = [written[chapter.name] for chapter in library.chapters.values()]
    lists = list(bodies)
    for concept in library.concepts.values():
        build.problems.extend(check_raw_links(site, concept.text, site.pages[GLOSSARY]))
    if library.concepts:
        terms = [concept.text for concept in site.concepts.values()]
        own = tuple(own_digest(build, site, text, text.source.text) for text in terms)
        key = (shared, pages.digest, own, tuple((body.info, tuple(body.concepts.items())) for body in bodies))
        lists.append(build.memo.get("glossary", key, partial(write_glossary, site, bodies)))
    if any(body.cited for body in lists):
        lists.append(write_references(site, lists))
    for body in lists:
        build.problems.extend(body.problems)
    return lists


def stage_of(site: Site, text: Text) -> str:
    """Return the cache stage of a page's body: a separate one if directives of the project may read untracked files."""
    texts = [text, *(concept.text for concept in site.concepts.values())] if site.own.by_name else []
    is_own = any(f"::{name}" in text.source.text for name in site.own.by_name for text in texts)
    return "body with own directives" if is_own else BODY
