"""First half of a build: read everything, and write the bodies of all pages."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial

from site_builder.checks.figures import check_figures
from site_builder.checks.prose import check_raw_links
from site_builder.data.manifest import Manifest
from site_builder.data.published import published_name
from site_builder.data.values import Numbers
from site_builder.drawing.makers import Workshop
from site_builder.pipeline.digests import Pages, own_digest, shared_digest
from site_builder.pipeline.given import Build, Ingredients
from site_builder.problems.problem import Problem
from site_builder.project_files import content_files
from site_builder.reading.downloads import read_downloads
from site_builder.reading.library import Library
from site_builder.reading.texts import Chapter, Text
from site_builder.rendering.bodies import describe_page, write_chapter, write_glossary, write_references
from site_builder.rendering.body import Body
from site_builder.rendering.site import GLOSSARY, REFERENCES, PageInfo, Site
from site_builder.rendering.templates import Templates
from site_builder.reuse.fingerprint import digest_files
from site_builder.reuse.imports import EXPLORABLES
from site_builder.reuse.memo import digest_of
from site_builder.settings.references import PATH, References, read_references
from site_builder.settings.site_toml import SITE

BODY = "body"


def gather_site(
    build: Build,
    library: Library,
    given: Ingredients,
    make: Workshop,
    templates: Templates,
    urls: Mapping[str, str],
) -> Site:
    """Return what all pages share."""
    manifest = given.manifest
    explorables = content_files(build.project / EXPLORABLES, "*.py")
    texts = [build.settings.source.text, *(path.read_text("utf-8", "replace") for path in explorables)]
    texts += [chapter.text.source.text for chapter in library.chapters.values()]
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
            given.tables,
            build.settings.config.constants,
            quoted,
            partial(awaits, manifest, make, build.settings.explorables),
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
        own=given.own,
        downloads=downloads,
    )
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


def described(build: Build, site: Site, chapter: Chapter) -> tuple[PageInfo, list[Problem]]:
    """Return what others know of a page; a title or description with directives or citations is read each time."""
    matter, heading = chapter.matter, chapter.text.outline.title
    head = f"{matter.title or (heading.content if heading else '')}{matter.description or ''}"
    if any(mark in head for mark in ("::", "[", "@", "\\")):
        return describe_page(site, chapter)
    key = (chapter.name, chapter.kind, chapter.number, chapter.digest, site.dialect.quotes)
    return build.memo.get("page info", key, partial(describe_page, site, chapter))


def references_of(build: Build) -> References:
    """Return what can be cited; a large bibliography takes a while to read."""
    config = build.settings.config
    beside = (build.project / SITE).parent
    files = digest_files([build.project / PATH, *(beside / name for name in config.bibliography)])
    key = digest_of(files, config.bibliography, config.citation_style, build.settings.source.text)
    return build.memo.get("references", key, partial(read_references, build.project, build.settings))


def awaits(manifest: Manifest, make: Workshop, explorables: Collection[str], name: str) -> bool:
    """Tell whether the numbers of a set are still to come, or cannot come: what is wrong with them is told once."""
    found = make.explorables.get(name)
    return (name in explorables and (found is None or found.is_opening)) or manifest.awaits(name)


def write_bodies(build: Build, site: Site, library: Library) -> list[Body]:
    """Write every page that has changed, then glossary and references, which know of all the others."""
    shared, pages, chapters = shared_digest(build, site), Pages(build, site), library.chapters.values()
    stages = {chapter.name: stage_of(site, chapter.text) for chapter in chapters}

    def key_of(chapter: Chapter, others: str) -> tuple[str, tuple[str, ...]]:
        own = own_digest(build, site, chapter.text, chapter.digest)
        return stages[chapter.name], (chapter.name, shared, others, chapter.digest, chapter.number, own)

    keys = {
        chapter.name: key_of(chapter, pages.of_chapter(chapter) if stages[chapter.name] == BODY else pages.digest)
        for chapter in chapters
    }
    fresh = [chapter for chapter in chapters if not build.memo.knows(*keys[chapter.name])]
    shown = [name for chapter in fresh for name in chapter.text.outline.figure_names]
    site.make.draw_ahead(name for name in shown if name in build.settings.config.charts and name in site.usable)
    written = {}
    # Those with charts last: until then the charts are drawn in the background.
    for chapter in sorted(chapters, key=lambda chapter: shows_chart(build, chapter)):
        write = partial(write_chapter, site, chapter)
        written[chapter.name] = build.memo.get(*keys[chapter.name], write)
        if written[chapter.name].problems:  # what they suggest depends on the names in all pages
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
    """Return the stage of a page's body: its own where directives of the project may have read what nobody knows of."""
    texts = [text, *(concept.text for concept in site.concepts.values())] if site.own.by_name else []
    is_own = any(f"::{name}" in text.source.text for name in site.own.by_name for text in texts)
    return "body with own directives" if is_own else BODY


def shows_chart(build: Build, chapter: Chapter) -> bool:
    """Return whether a page shows a chart."""
    return any(name in build.settings.config.charts for name in chapter.text.outline.figure_names)
