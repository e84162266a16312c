"""Second half of a build: frames, styles, the app, and all other files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from site_builder.assets.fonts import read_own_fonts
from site_builder.assets.packages import cached_bundle
from site_builder.assets.palette import other_names, read_palette
from site_builder.assets.scripts import LIVE_PARTS, Modules, Scripts, bundle_modules
from site_builder.assets.styles import Own, Styles, bundle_styles
from site_builder.assets.texts import source_of
from site_builder.cache.fingerprint import digest_folder
from site_builder.cache.results import digest_of
from site_builder.checks import weights as budgets
from site_builder.checks.site import check_colors, check_pages
from site_builder.checks.weights import check_weights, weigh_explorables
from site_builder.data.files import arrow_file_of
from site_builder.data.manifest import Manifest
from site_builder.data.published import arrow_file, csv_file, files_in
from site_builder.data.tables import as_csv
from site_builder.drawing.formulas import style_sheet
from site_builder.pages import search
from site_builder.pages.addresses import Moved, figures_led, moved_files, site_files, with_parts
from site_builder.pages.app import (
    MANIFEST,
    ONLINE,
    WORKER,
    AppLook,
    Icon,
    app_icons,
    app_manifest,
    app_worker,
    held_by,
    idle_fonts,
    kept_files,
    look_of_app,
    reached,
    read_icon,
    translated_manifest,
)
from site_builder.pages.cards import CARD, site_cards
from site_builder.pages.frame import POLICY, Frame, contents_file, write_embed, write_missing_page, write_page
from site_builder.pipeline.context import Build, in_thread
from site_builder.problems.problem import SiteError
from site_builder.problems.source import Mistake, Severity
from site_builder.rendering.bodies import Body, together
from site_builder.rendering.site import Site

ASCII = frozenset(map(chr, range(32, 127)))


@dataclass(frozen=True)
class Look:
    """Style sheets with their fonts, and the colours of the light theme by name."""

    styles: Styles
    colors: Mapping[str, str]


def look_of(build: Build, bodies: Sequence[Body], scripts: Scripts, texts: Iterable[bytes] = ()) -> Look | None:
    """Return the look of a site; None if its inputs have errors, which are appended to the problems.

    ``texts`` are files with text that figures fetch.
    """
    palette, wrong_colors = read_palette(build.project, build.engine, build.settings)
    faces, wrong_faces = read_own_fonts(build.project, build.settings)
    build.problems.extend([*wrong_colors, *wrong_faces])
    if wrong_faces:
        return None
    try:
        styles = styles_of(build, bodies, scripts, texts, Own(palette.accent_rule, faces))
    except SiteError as error:
        build.problems.extend(error.problems)
        return None
    return Look(styles, {**other_names(build.project, palette.light), **palette.light})


def styles_of(build: Build, bodies: Sequence[Body], scripts: Scripts, texts: Iterable[bytes], own: Own) -> Styles:
    """Bundle styles, and fonts for the characters in pages, scripts and texts."""
    characters = ASCII | build.memo.get("letters", digest_of(sorted(scripts.files)), partial(characters_of, scripts))
    characters = characters.union(*(text.decode() for text in texts), *(body.characters for body in bodies))
    formulas = "".join(sorted(frozenset().union(*(body.formula_characters for body in bodies))))
    shown = "".join(sorted(character for character in characters if character.isprintable()))
    widgets = {body.info.file: body.figures for body in bodies}
    sheets = digest_folder(build.project / "static" / "css", build.engine / "static" / "css" / "engine")
    mathematics = style_sheet(build.node_modules, frozenset().union(*(body.formula_classes for body in bodies)))
    source = build.project, build.engine, build.node_modules
    bundle: Callable[[], Styles] = partial(bundle_styles, *source, shown, formulas, mathematics, widgets, own)
    if not own.faces and not (build.project / "static" / "css").is_dir():
        key = digest_of(sheets, shown, formulas, mathematics, own.rule)
        bundle = partial(cached_bundle, "styles", key, bundle)
    return build.memo.get("styles", (sheets, shown, formulas, mathematics, tuple(widgets.items()), own), bundle)


def characters_of(scripts: Scripts) -> frozenset[str]:
    """Return the characters that scripts may show."""
    unread = scripts.urls.get("licenses")
    texts = (content.decode(errors="ignore") for path, content in scripts.files.items() if path != unread)
    return frozenset().union(*texts)


CLASSIC = ("early", "licenses")  # not modules


@dataclass(frozen=True)
class AppScripts:
    """Modules for the app's pages only, and these pages with them."""

    modules: Modules
    pages: Mapping[str, str]


def begin_app_scripts(
    build: Build, site: Site, look: AppLook, scripts: Scripts, written: Mapping[str, str]
) -> Callable[[], AppScripts]:
    """Start to bundle the modules of the app's pages separately; the returned function waits for the result.

    esbuild takes 0.2 s.
    """
    pages = {file: written[file] for file in look.files if file in written}
    named = {
        name: url
        for name, url in scripts.urls.items()
        if name not in CLASSIC and any(url in page for page in pages.values())
    }
    held = held_by(pages.values())
    exports = {name: scripts.exports.get(name.partition(":")[2], ()) for name in named}
    asked = {name: [part for part in LIVE_PARTS if part in found] for name, found in exports.items()}
    key = digest_of(*sorted(scripts.files), asked, sorted(held))
    make: Callable[[], Modules] = partial(
        bundle_modules, build.project, build.engine, build.node_modules, site.words.texts, asked, held
    )
    if not build.memo.knows("app-scripts", key):
        make = in_thread(make).result

    def finish() -> AppScripts:
        modules, own = build.memo.get("app-scripts", key, make), pages
        for name, url in named.items():
            own = {file: page.replace(url, modules.urls[name]) for file, page in own.items()}
        return AppScripts(modules, own)

    return finish


def icons_of_app(build: Build, icon: Icon, background: str) -> Mapping[int, Icon]:
    """Return the icon of an app in the sizes that devices need; a broken icon is appended to the problems."""
    try:
        make = partial(app_icons, icon, background)
        return build.memo.get("app-icons", digest_of(icon.content, background), make)
    except Mistake as mistake:
        mistake.length = len(build.settings.config.icon)
        place = build.settings.place("icon", value=True)
        build.problems.append(build.settings.source.mistake(mistake, place))
        return {}


def app_of(
    build: Build,
    look: AppLook,
    icon: Icon,
    icons: Mapping[int, Icon],
    site: Site,
    bodies: Sequence[Body],
    manifest: Manifest,
    files: Mapping[str, bytes],
    parts: Mapping[str, str],
) -> dict[str, bytes]:
    """Return the files of an app: its manifest, and the worker that stores its pages."""
    app = build.settings.config.app
    if app is None:
        return {}
    carried = [body for body in bodies if body.info.file in look.files]
    whole = [name for body in carried for name in body.assets if not manifest.sets[name].is_archive]
    fetched = [*(site.data_files[name] for name in whole), *(path for body in carried for path in body.files)]
    made = {MANIFEST: app_manifest(build.settings.config, app, look, icon, icons)}
    for tag, language in site.languages.items():
        translated = {page.file: page.description for page in language.pages.values()}
        if app.first_file in translated:
            config = build.settings.in_language(tag).config
            config = config.model_copy(update={"description": translated[app.first_file]})
            made[translated_manifest(tag)] = app_manifest(config, app, look, icon, icons)
    every = {**files, **made}
    found = reached(every, look.files, [*fetched, *made], {parts[ONLINE]})
    idle = idle_fonts(every, found)
    paths = [path for path in found if path not in idle]

    def write() -> bytes:
        return app_worker(every, paths, build.engine, build.project, build.node_modules)

    made[WORKER] = build.memo.get("app", digest_of(*(every[path] for path in paths)), write)
    return made


MISSING = "404.html"


def assemble(
    build: Build, site: Site, bodies: Sequence[Body], scripts: Scripts, manifest: Manifest, moved: Moved
) -> dict[str, bytes]:
    """Return every file of the site but the search index; errors are appended to the problems."""
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
    # The preview is never kept, and a site on disk has no worker.
    app = None if build.background or build.is_offline else look_of_app(config.app, look.colors)
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
    for body in bodies:
        files |= body.files
        for path, embed in body.embeds.items():
            files[path] = write_embed(site.templates, frame, body, embed).encode()
    files |= data_files(build, site, bodies, manifest)
    files |= site_files(config, [body for body in bodies if not body.info.is_draft])
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
    """Return the project's own files with text that figures fetch."""
    return [found.content for name, found in manifest.sets.items() if found.content is not None and source_of(name)]


def in_frames(
    build: Build, site: Site, frame: Frame, bodies: Sequence[Body], card_of: Mapping[str, str]
) -> dict[str, tuple[str, bytes]]:
    """Return each page in its frame, as text and as bytes, from the cache if neither has changed."""

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
    """Return the data that pages offer or fetch; an unreadable archive is appended to the problems."""
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
    """Report exceeded budgets; return the measured sizes of pages and of each explorable."""
    limits, scale, app = build.settings.config.budgets, budgets.Scale(files), build.settings.config.app
    # The preview creates no app, but its widgets are exempt from the budget in the same way.
    kept = kept_files(files) or (list(app.files) if app else [])
    build.problems.extend(budgets.check(files, sources, limits, scale, kept))
    explorables = site.make.explorables
    made_from = digest_of(
        [(name, one.digest) for name, one in explorables.items()], [str(body.data) for body in bodies]
    )
    # The preview shows pages that exceed a budget, so that their author can improve them.
    severity: Severity = "error" if build.background is None else "warning"
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
    """Return the report of a build: bytes of pages, explorables and the site, words, and the inputs of the data.

    Data sets whose scripts do not record their inputs are listed under "".
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
