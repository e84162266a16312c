"""Second half of a build: pages into their frames, and all the files beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from site_builder.assets.scripts import Scripts
from site_builder.assets.texts import source_of
from site_builder.checks import budgets
from site_builder.checks.colors import check_colors
from site_builder.checks.explorables import check_weights, weigh_explorables
from site_builder.checks.site import check_pages
from site_builder.data.forms import arrow_file_of
from site_builder.data.manifest import Manifest
from site_builder.data.published import arrow_file, csv_file, files_in
from site_builder.data.tables import as_csv
from site_builder.pages import feeds, search
from site_builder.pages.app import kept_files, look_of_app
from site_builder.pages.cards import CARD, site_cards
from site_builder.pages.frame import POLICY, Frame, contents_file, write_embed, write_missing_page, write_page
from site_builder.pages.icon import read_icon
from site_builder.pages.moved import Moved, figures_led, moved_files, with_parts
from site_builder.pipeline.app import app_of, begin_app_scripts, icons_of_app
from site_builder.pipeline.given import Build
from site_builder.pipeline.look import look_of
from site_builder.problems.problem import SiteError
from site_builder.problems.source import Severity
from site_builder.rendering.body import Body
from site_builder.rendering.counts import together
from site_builder.rendering.site import Site
from site_builder.reuse.memo import digest_of

MISSING = "404.html"


def assemble(
    build: Build, site: Site, bodies: Sequence[Body], scripts: Scripts, manifest: Manifest, moved: Moved
) -> dict[str, bytes]:
    """Return every file of the site but the search index; what is wrong goes to the problems."""
    config = build.settings.config
    bodies = with_parts(bodies, moved, site.templates)
    led = figures_led(site, moved)
    moved = moved.with_embeds([(body.info.file, one.identifier) for body in bodies for one in body.embeds.values()])
    look = look_of(build, bodies, scripts, texts_in(manifest))
    if look is None:
        return {}
    styles = look.styles
    build.problems.extend(check_colors(site, styles, scripts, look.colors, bodies, build.memo))
    has_feed = bool(config.url) and any(body.date for body in bodies)
    pages = [body.info for body in bodies]
    icon, problems = read_icon(build.project, build.engine, build.settings)
    build.problems.extend(problems)
    app = None if build.behind else look_of_app(config.app, look.colors)  # the preview is never kept
    icons = {} if app is None else icons_of_app(build, icon, app.background)
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
        {file: json.dumps(places) for file, places in moved.parts.items()},
        scripts.moved[0] if moved.parts else "",
        json.dumps(led) if led else "",
        app and app.with_icons(icons),
    )
    contents: dict[str, bytes] = {}
    if frame.is_large:
        key = digest_of(repr(frame.contents), repr(config), site.templates.digest)
        make = partial(contents_file, site.templates, config, frame.contents)
        place, content = build.memo.get("contents", key, make)
        frame, contents = replace(frame, contents_file=place), {place: content}
    card_of, cards = site_cards(config, bodies, look.colors, build.node_modules)
    framed = in_frames(build, site, frame, bodies, card_of)
    written = {path: page for path, (page, _) in framed.items()}
    files: dict[str, bytes] = {**scripts.files, **styles.files, **cards, **contents, icon.file: icon.content}
    bundling = None if app is None else begin_app_scripts(build, site, app, scripts, written)
    if not any(chart.live for chart in config.charts.values()):
        files.pop(scripts.urls["vega"], None)  # half a megabyte that nobody asks for
    for body in bodies:
        files |= body.files
        for path, embed in body.embeds.items():
            files[path] = write_embed(site.templates, frame, body, embed).encode()
    files |= data_files(build, site, bodies, manifest)
    files |= extra_files(build, bodies)
    files |= {name: path.read_bytes() for name, path in site.downloads.items()}
    files |= moved_files(site, moved, scripts.moved, POLICY, card_of)
    own = None if bundling is None else bundling()
    if own is not None:
        written |= own.pages
        files |= own.modules.files
    build.problems.extend(check_pages(written, page_sources(bodies), files, build.memo, site.may_grow))
    if config.url:
        written[MISSING] = write_missing_page(site.templates, frame)
    encoded = {path: content for path, (page, content) in framed.items() if written[path] is page}
    files = {**{path: encoded.get(path) or html.encode() for path, html in written.items()}, **files}
    files |= {one.file: one.content for one in icons.values()}
    if app is None or own is None:
        return files
    return {**files, **app_of(build, app, icon, icons, site, bodies, manifest, files, own.modules.parts)}


def texts_in(manifest: Manifest) -> list[bytes]:
    """Return the texts of the project's own that figures fetch."""
    return [found.content for name, found in manifest.sets.items() if found.content is not None and source_of(name)]


def in_frames(
    build: Build, site: Site, frame: Frame, bodies: Sequence[Body], card_of: Mapping[str, str]
) -> dict[str, tuple[str, bytes]]:
    """Return each page in its frame, as text and in bytes, written anew where it or what is around it has changed."""

    def write(body: Body) -> tuple[str, bytes]:
        card = card_of.get(body.info.file, CARD)

        def make() -> tuple[str, bytes]:
            page = write_page(site.templates, frame, body, card)
            return page, page.encode()

        key = (frame.around(body.info), site.templates.digest, card, body.digest)
        return build.memo.get("page", key, make)

    return {body.info.file: write(body) for body in bodies}


def page_sources(bodies: Sequence[Body]) -> dict[str, str]:
    """Return the author's file of each page."""
    return {body.info.file: body.source or "content/site.toml" for body in bodies}


def data_files(build: Build, site: Site, bodies: Sequence[Body], manifest: Manifest) -> dict[str, bytes]:
    """Return the data that pages offer or fetch; an archive that cannot be opened is a problem."""
    files: dict[str, bytes] = {}

    def written(name: str) -> bytes:
        return build.memo.get("csv", manifest.sets[name].digest, lambda: as_csv(site.numbers.tables.columns(name)))

    for body in bodies:
        for name in body.tables:
            files[csv_file(name)] = written(name)
        for name in body.listed:
            if name in site.numbers.tables.sets:
                files[arrow_file(name)] = arrow_file_of(manifest.sets[name].table)
    for name in dict.fromkeys(name for body in bodies for name in body.assets):
        data_set, place = manifest.sets[name], site.data_files[name]
        if not data_set.is_archive:
            files[place] = data_set.read()
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
        feeds.Listed(body.info.file, body.info.title, body.info.description, body.date or None)
        for body in bodies
        if not body.info.is_draft
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


def weigh(
    build: Build, files: Mapping[str, bytes], sources: Mapping[str, str], site: Site, bodies: Sequence[Body]
) -> tuple[budgets.Scale, list[dict[str, Any]]]:
    """Report budgets that are exceeded; return what weighed the pages, and what each explorable weighs."""
    limits, scale = build.settings.config.budgets, budgets.Scale(files)
    build.problems.extend(budgets.check(files, sources, limits, scale, kept_files(files)))
    explorables = site.make.explorables
    made_from = digest_of(
        [(name, one.digest) for name, one in explorables.items()], [str(body.data) for body in bodies]
    )
    # The preview shows what is too heavy: its author wants to see it while making it lighter.
    severity: Severity = "error" if build.behind is None else "warning"
    weights = build.memo.get("weights", made_from, lambda: weigh_explorables(explorables, bodies))
    build.problems.extend(check_weights(build.project, explorables, weights, limits, severity))
    return scale, weights


def report_on(
    files: Mapping[str, bytes],
    bodies: Sequence[Body],
    manifest: Manifest,
    scale: budgets.Scale,
    explorables: Sequence[Mapping[str, Any]],
) -> dict[str, Any]:
    """Return what a build tells: bytes of pages, explorables and the whole, words, and what the data were made from.

    Sets of scripts that do not tell what they read stand under "".
    """
    script_of = {
        name: found.made_by if found.made_by in manifest.inputs else ""
        for name, found in manifest.sets.items()
        if found.content is None
    }
    return {
        "data": [
            {
                "script": script,
                "sets": [name for name, made_by in script_of.items() if made_by == script],
                "inputs": list(manifest.inputs.get(script, ())),
            }
            for script in dict.fromkeys([*manifest.inputs, *script_of.values()])
        ],
        "pages": [
            {
                "path": body.info.file,
                "bytes": len(files[body.info.file]),
                "gzip_bytes": scale.weight(body.info.file),
                **({"words": body.words.as_record()} if body.words else {}),
            }
            for body in bodies
        ],
        "explorables": list(explorables),
        "words": together(body.words for body in bodies if body.words).as_record(),
        "files": len(files),
        "bytes": sum(map(len, files.values())),
    }
