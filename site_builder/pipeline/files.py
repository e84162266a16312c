"""Second half of a build: pages into their frames, and all the files beside them."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from site_builder.assets.scripts import Scripts
from site_builder.checks import budgets
from site_builder.checks.site import check_pages
from site_builder.data.manifest import Manifest
from site_builder.data.published import arrow_file, csv_file, files_in
from site_builder.data.tables import as_csv
from site_builder.pages import feeds, search
from site_builder.pages.cards import CARD, site_cards
from site_builder.pages.frame import Frame, write_missing_page, write_page
from site_builder.pages.icon import read_icon
from site_builder.pipeline.given import Build
from site_builder.pipeline.look import look_of
from site_builder.problems.problem import SiteError
from site_builder.rendering.body import Body
from site_builder.rendering.counts import together
from site_builder.rendering.site import Site
from site_builder.reuse.memo import digest_of

MISSING = "404.html"


def assemble(
    build: Build, site: Site, bodies: Sequence[Body], scripts: Scripts, manifest: Manifest
) -> dict[str, bytes]:
    """Return every file of the site but the search index; what is wrong goes to the problems."""
    config = build.settings.config
    look = look_of(build, bodies, scripts)
    if look is None:
        return {}
    styles = look.styles
    has_feed = bool(config.url) and any(body.date for body in bodies)
    pages = [body.info for body in bodies]
    icon, problems = read_icon(build.project, build.engine, build.settings)
    build.problems.extend(problems)
    frame = Frame(
        config,
        scripts.urls,
        styles.url,
        styles.page_urls,
        styles.preload,
        pages,
        has_feed,
        {"file": icon.file, "kind": icon.kind},
        sorted(frozenset().union(*(body.depths for body in bodies))),
        site.words,
    )
    card_of, cards = site_cards(config, bodies, look.colors, build.node_modules)
    written = in_frames(build, site, frame, bodies, card_of)
    files: dict[str, bytes] = {**scripts.files, **styles.files, **cards, icon.file: icon.content}
    for body in bodies:
        files |= body.files
    files |= data_files(build, site, bodies, manifest)
    files |= extra_files(build, bodies)
    if not site.may_grow:  # else what is still to come would be missed
        build.problems.extend(check_pages(written, page_sources(bodies), files, build.memo))
    if config.url:
        written[MISSING] = write_missing_page(site.templates, frame)
    return {**{path: html.encode() for path, html in written.items()}, **files}


def in_frames(
    build: Build, site: Site, frame: Frame, bodies: Sequence[Body], card_of: Mapping[str, str]
) -> dict[str, str]:
    """Return each page in its frame, written anew where it or what is around it has changed."""
    around = digest_of(repr(frame), site.templates.digest)

    def write(body: Body) -> str:
        card = card_of.get(body.info.file, CARD)
        make = partial(write_page, site.templates, frame, body, card)
        return build.memo.get("page", (around, card, body.digest), make)

    return {body.info.file: write(body) for body in bodies}


def page_sources(bodies: Sequence[Body]) -> dict[str, str]:
    """Return the author's file of each page."""
    return {body.info.file: body.source or "content/site.toml" for body in bodies}


def data_files(build: Build, site: Site, bodies: Sequence[Body], manifest: Manifest) -> dict[str, bytes]:
    """Return the data that pages offer or fetch; an archive that cannot be opened is a problem."""
    files: dict[str, bytes] = {}

    def written(name: str) -> bytes:
        return build.memo.get("csv", manifest.sets[name].sha256, lambda: as_csv(site.numbers.tables.columns(name)))

    for body in bodies:
        for name in body.tables:
            files[csv_file(name)] = written(name)
        for name in body.listed:
            if name in site.numbers.tables.sets:
                files[arrow_file(name)] = manifest.sets[name].file.read_bytes()
    for name in dict.fromkeys(name for body in bodies for name in body.assets):
        data_set, place = manifest.sets[name], site.data_files[name]
        if not data_set.is_archive:
            files[place] = data_set.file.read_bytes()
            continue
        try:
            files |= {place + part: content for part, content in files_in(data_set).items()}
        except SiteError as error:
            build.problems.extend(error.problems)
    return files


def extra_files(build: Build, bodies: Sequence[Body]) -> Mapping[str, bytes]:
    """Return the files for hosts, search engines and feed readers."""
    config = build.settings.config
    about = feeds.Publication(config.title, config.description, config.language, tuple(config.authors), config.url)
    listed = [
        feeds.Listed(body.info.file, body.info.title, body.info.description, body.date or None) for body in bodies
    ]
    return feeds.site_files(about, listed)


def add_index(build: Build, files: Mapping[str, bytes], pages: Sequence[str]) -> dict[str, bytes]:
    """Return the files with those of the search index."""
    found = {path: files[path] for path in pages}
    try:
        return {**files, **build.memo.get("search", digest_of(*found.values()), lambda: search.index(found))}
    except SiteError as error:
        build.problems.extend(error.problems)
        return dict(files)


def weigh(build: Build, files: Mapping[str, bytes], sources: Mapping[str, str]) -> None:
    """Report budgets that are exceeded."""
    build.problems.extend(budgets.check(files, sources, build.settings.config.budgets))


def report_on(files: Mapping[str, bytes], bodies: Sequence[Body]) -> dict[str, Any]:
    """Return sizes in bytes, of every page, plain and gzipped, and of the whole site; and how many words there are."""
    return {
        "pages": [
            {
                "path": body.info.file,
                "bytes": len(files[body.info.file]),
                "gzip_bytes": len(gzip.compress(files[body.info.file], 9, mtime=0)),
                **({"words": body.words.as_record()} if body.words else {}),
            }
            for body in bodies
        ],
        "words": together(body.words for body in bodies if body.words).as_record(),
        "files": len(files),
        "bytes": sum(map(len, files.values())),
    }
