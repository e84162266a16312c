"""First half of a build: read everything, and write the bodies of all pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from site_builder.assets import Scripts, bundle_scripts
from site_builder.chapters import CHAPTERS, Library
from site_builder.checks import check_figures, check_raw_links
from site_builder.config import Settings
from site_builder.context import GLOSSARY, REFERENCES, Chapter, PageInfo, Site
from site_builder.data import DataSet, Manifest, Tables, read_manifest
from site_builder.errors import Problem, SiteError
from site_builder.figure_data import csv_file
from site_builder.inputs import digest_files, digest_folder
from site_builder.markdown import walk
from site_builder.memo import Memo, digest_of
from site_builder.pages import Body, describe_page, write_chapter, write_glossary, write_references
from site_builder.references import read_references
from site_builder.templates import Templates
from site_builder.values import Numbers
from site_builder.widget_checks import check_exports
from site_builder.workshop import Workshop

ABOUT_GLOSSARY = "Every term of the essay, explained in a sentence and by an example."
ABOUT_REFERENCES = "The works that the essay builds on, and what it has from each."


@dataclass(frozen=True)
class Work:
    """One build: what is given, and the problems found so far."""

    project: Path
    engine: Path
    node_modules: Path
    settings: Settings
    memo: Memo
    problems: list[Problem] = field(default_factory=list)

    def has_errors(self) -> bool:
        """Tell whether anything found so far forbids publishing."""
        return any(problem.severity == "error" for problem in self.problems)

    def sorted_problems(self) -> tuple[Problem, ...]:
        """Return all problems, each once, in the order of files and lines."""
        return tuple(sorted(set(self.problems)))


def read_data(work: Work) -> Manifest:
    """Read the manifest; data that cannot be trusted are a problem."""
    manifest = read_manifest(work.project)
    data = work.settings.config.data
    if manifest.problems:
        work.problems.extend(manifest.problems)
    elif manifest.stale and (data is not None or manifest.sets):
        suggestion = f"'build' runs {data.command!r}" if data else "give [data] the command that makes them"
        place = work.settings.place("data", "command", value=True)
        message = f"stale data: {manifest.stale}"
        work.problems.append(work.settings.source.problem("data-stale", message, place, suggestion=suggestion))
    return manifest


def scripts_of(work: Work) -> Scripts | None:
    """Bundle the scripts; code that cannot be bundled is a problem."""
    key = digest_folder(work.project / "static" / "js", work.engine / "static" / "js" / "engine")
    try:
        scripts = work.memo.get("scripts", key, lambda: bundle_scripts(work.project, work.engine, work.node_modules))
    except SiteError as error:
        work.problems.extend(error.problems)
        return None
    work.problems.extend(check_exports(work.settings, scripts.exports))
    return scripts


def gather_site(
    work: Work,
    library: Library,
    manifest: Manifest,
    tables: Tables,
    make: Workshop,
    templates: Templates,
    urls: Mapping[str, str],
) -> Site:
    """Return what all pages share."""
    references = read_references(work.project)
    usable, problems = check_figures(work.project, work.settings, manifest, urls)
    work.problems.extend([*references.problems, *problems])
    quoted = {key: quotation.value for key, quotation in references.quoted.items()}
    site = Site(
        project=work.project,
        settings=work.settings,
        numbers=Numbers(tables, work.settings.config.constants, quoted, manifest.lacks_all),
        concepts=library.concepts,
        references=references,
        pages={},
        urls=urls,
        usable=usable,
        data_files={name: published_name(found) for name, found in manifest.sets.items() if found.kind != "test"},
        data_sets={name: found for name, found in manifest.sets.items() if found.kind != "test"},
        make=make,
        templates=templates,
    )
    pages: dict[str, PageInfo] = {}
    for chapter in library.chapters.values():
        pages[chapter.name], problems = describe_page(site, chapter)
        work.problems.extend(problems)
    if library.concepts:
        pages[GLOSSARY] = PageInfo(GLOSSARY, "glossary", "", "Glossary", ABOUT_GLOSSARY, {})
    if references.works:
        pages[REFERENCES] = PageInfo(REFERENCES, "references", "", "References", ABOUT_REFERENCES, {})
    return replace(site, pages=pages)


def published_name(data_set: DataSet) -> str:
    """Return the file of the site that a data set is published as: tables as CSV, assets named by their content.

    An archive becomes a folder; its name ends with a slash.
    """
    if data_set.kind != "asset":
        return csv_file(data_set.name)
    stem, dot, ending = data_set.file.name.partition(".")
    return f"data/{stem}-{data_set.sha256[:8]}{'/' if data_set.is_archive else dot + ending}"


def write_bodies(work: Work, site: Site, library: Library) -> list[Body]:
    """Write every page that has changed, then glossary and references, which know of all the others."""
    shared = shared_digest(work, site)
    shown = [name for chapter in library.chapters.values() for name in chapter.text.outline.figure_names]
    site.make.draw_ahead(name for name in shown if name in work.settings.config.charts and name in site.usable)
    written = {}
    # Those with charts last: until then the charts are drawn in the background.
    for chapter in sorted(library.chapters.values(), key=lambda chapter: shows_chart(work, chapter)):
        key = digest_of(shared, chapter.digest, chapter.number, own_digest(work, site, chapter))
        written[chapter.name] = work.memo.get("body", (chapter.name, key), partial(write_chapter, site, chapter))
        work.problems.extend(check_raw_links(site, chapter.text, site.pages[chapter.name]))
    bodies = [written[chapter.name] for chapter in library.chapters.values()]
    lists = list(bodies)
    for concept in library.concepts.values():
        work.problems.extend(check_raw_links(site, concept.text, site.pages[GLOSSARY]))
    if library.concepts:
        lists.append(write_glossary(site, bodies))
    if any(body.cited for body in lists):
        lists.append(write_references(site, lists))
    for body in lists:
        work.problems.extend(body.problems)
    return lists


def shows_chart(work: Work, chapter: Chapter) -> bool:
    """Return whether a page shows a chart."""
    return any(name in work.settings.config.charts for name in chapter.text.outline.figure_names)


def shared_digest(work: Work, site: Site) -> str:
    """Return a short name for all that any page may look at, except figures and its own text."""
    pages = [
        (name, page.file, page.title, page.number, page.description, [repr(page.anchors[key]) for key in page.anchors])
        for name, page in site.pages.items()
    ]
    texts = [(slug, concept.text.source.text) for slug, concept in site.concepts.items()]
    tables = sorted((name, repr(data_set)) for name, data_set in site.data_sets.items())
    references = (repr(site.references.works), repr(site.references.quoted))
    return digest_of(
        work.settings.source.text, pages, texts, tables, dict(site.data_files), references, site.templates.digest
    )


def own_digest(work: Work, site: Site, chapter: Chapter) -> str:
    """Return a short name for the figures and pictures of a page."""
    config, outline = work.settings.config, chapter.text.outline
    names = [name for name in outline.figure_names if name in site.usable]
    charts = [site.make.chart_digest(name) for name in names if name in config.charts]
    stills = site.make.still_digest if any(name in config.widgets for name in names) else ""
    scripts = sorted(site.urls.items()) if names else []
    images = [token.attrs.get("src", "") for token in walk(chapter.text.reading.tokens) if token.type == "image"]
    pictures = digest_files(work.project / CHAPTERS / str(image) for image in images)
    listed = [
        str(token.meta["directive"].options.text("file"))
        for token in walk(chapter.text.reading.tokens)
        if token.type == "directive" and token.meta["directive"].name == "listing"
    ]
    listings = digest_files(work.project / name for name in listed)
    return digest_of(names, charts, stills, scripts, images, pictures, listed, listings)
