"""The app within a build: scripts of its own for its pages, its icons, and the files that it keeps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

from site_builder.assets.esbuild import Joined
from site_builder.assets.own_scripts import LIVE_PARTS, Modules, bundle_some
from site_builder.assets.scripts import Scripts
from site_builder.data.manifest import Manifest
from site_builder.pages.app import (
    MANIFEST,
    ONLINE,
    WORKER,
    AppLook,
    app_manifest,
    app_worker,
    held_by,
    idle_fonts,
    reached,
)
from site_builder.pages.app_icons import app_icons
from site_builder.pages.icon import Icon
from site_builder.pipeline.given import Build
from site_builder.problems.source import Mistake
from site_builder.rendering.body import Body
from site_builder.rendering.site import Site
from site_builder.reuse.memo import digest_of

# Of the parts that pages fetch on demand, a device keeps all but the search: those of some size stay by themselves, for
# a page to begin before they come.
JOINED = Joined(30_000, (ONLINE,))
CLASSIC = ("early", "vega", "licenses")  # no modules


@dataclass(frozen=True)
class AppScripts:
    """Modules for the pages of the app alone, and these pages with them."""

    modules: Modules
    pages: Mapping[str, str]


def begin_app_scripts(
    build: Build, site: Site, look: AppLook, scripts: Scripts, written: Mapping[str, str]
) -> Callable[[], AppScripts]:
    """Begin to bundle the modules that pages of the app name, apart from those of the others; return what waits for it.

    It takes another program 0.2 s.
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
        bundle_some, build.project, build.engine, build.node_modules, site.words.texts, asked, held, JOINED
    )
    if not build.memo.knows("app-scripts", key):
        threads = ThreadPoolExecutor(max_workers=1)
        make = threads.submit(make).result
        threads.shutdown(wait=False)

    def finish() -> AppScripts:
        modules, own = build.memo.get("app-scripts", key, make), pages
        for name, url in named.items():
            own = {file: page.replace(url, modules.urls[name]) for file, page in own.items()}
        return AppScripts(modules, own)

    return finish


def icons_of_app(build: Build, icon: Icon, background: str) -> Mapping[int, Icon]:
    """Return the icon of an app as devices show it; one that cannot be drawn is a problem."""
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
    """Return what makes an app of some pages: its manifest, and the worker that keeps what they need."""
    app = build.settings.config.app
    if app is None:
        return {}
    carried = [body for body in bodies if body.info.file in look.files]
    whole = [name for body in carried for name in body.assets if not manifest.sets[name].is_archive]
    fetched = [*(site.data_files[name] for name in whole), *(path for body in carried for path in body.files)]
    made = {MANIFEST: app_manifest(build.settings.config, app, look, icon, icons)}
    every = {**files, **made}
    found = reached(every, look.files, fetched, {parts[ONLINE]})
    idle = idle_fonts(every, found)
    paths = [path for path in found if path not in idle]

    def write() -> bytes:
        return app_worker(every, paths, build.engine, build.project, build.node_modules)

    made[WORKER] = build.memo.get("app", digest_of(*(every[path] for path in paths)), write)
    return made
