"""Short names for all that a page is made from, so that one that has not changed is not written anew."""

from __future__ import annotations

from urllib.parse import unquote

from site_builder.pipeline.given import Build
from site_builder.project_files import on_disk
from site_builder.reading.library import CHAPTERS
from site_builder.reading.texts import Chapter
from site_builder.rendering.site import Site
from site_builder.reuse.fingerprint import digest_files
from site_builder.reuse.memo import digest_of
from site_builder.syntax.tokens import walk


def shared_digest(build: Build, site: Site) -> str:
    """Return a short name for all that any page may look at, except figures and its own text."""
    pages = [
        (name, page.file, page.title, page.number, page.description, [repr(page.anchors[key]) for key in page.anchors])
        for name, page in site.pages.items()
    ]
    texts = [(slug, concept.text.source.text) for slug, concept in site.concepts.items()]
    tables = sorted((name, repr(data_set)) for name, data_set in site.data_sets.items())
    files = [(name, path.stat().st_size, path.stat().st_mtime_ns) for name, path in site.downloads.items()]
    references = (repr(site.references.works), repr(site.references.quoted), repr(site.references.shown))
    return digest_of(
        *(build.settings.source.text, pages, texts, tables, dict(site.data_files), references, site.templates.digest),
        *(site.may_grow, sorted(site.awaited), files, site.own.digest),
        *((name, draft.digest) for name, draft in site.drafts.items()),
    )


def own_digest(build: Build, site: Site, chapter: Chapter) -> str:
    """Return a short name for the figures and pictures of a page."""
    config, outline = build.settings.config, chapter.text.outline
    names = [name for name in outline.figure_names if name in site.usable]
    charts = [site.make.chart_digest(name) for name in names if name in config.charts]
    explorables = [
        (name, found.digest) for name, found in site.make.explorables.items() if name in chapter.text.source.text
    ]
    stills = site.make.still_digest if any(name in config.widgets for name in names) else ""
    scripts = sorted(site.urls.items()) if names else []
    images = [token.attrs.get("src", "") for token in walk(chapter.text.reading.tokens) if token.type == "image"]
    pictures = digest_files(on_disk(build.project / CHAPTERS / unquote(str(image))) for image in images)
    listed = [
        str(token.meta["directive"].options.text("file"))
        for token in walk(chapter.text.reading.tokens)
        if token.type == "directive" and token.meta["directive"].name == "listing"
    ]
    listings = digest_files(on_disk(build.project / name) for name in listed)
    return digest_of(names, charts, explorables, stills, scripts, images, pictures, listed, listings)
