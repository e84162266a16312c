"""Write the files of the installable app: manifest, service worker and icons."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import re
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from site_builder.assets.esbuild import hashed_name, import_of, run_esbuild
from site_builder.assets.fonts import PUBLISHED, read_beside
from site_builder.assets.scripts import EARLY_OPTIONS
from site_builder.drawing.images import image_size, published
from site_builder.plain_values import closure
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake
from site_builder.settings.site_toml import App, Config, Settings

if TYPE_CHECKING:
    from PIL.Image import Image


PLAIN = Path("templates") / "icon.svg"
KINDS = {".svg": "image/svg+xml", ".png": "image/png"}


@dataclass(frozen=True)
class Icon:
    """A picture that is published as ``file``; ``kind`` is its media type."""

    file: str
    kind: str
    content: bytes


def read_icon(project: Path, engine: Path, settings: Settings) -> tuple[Icon, list[Problem]]:
    """Return the icon of a site, and the problems of the one in the settings."""
    plain = _icon(PLAIN.name, (engine / PLAIN).read_bytes())
    name = settings.config.icon
    if not name:
        return plain, []
    try:
        if PurePosixPath(name).suffix.lower() not in KINDS:
            raise Mistake("icon", f"{name!r} cannot be an icon", suggestion=f"use one of {', '.join(KINDS)}")
        _, content = read_beside(project, name, "picture", "icon", KINDS)
        image_size(content, name)
        return _icon(name, published(content, name)), []
    except Mistake as mistake:
        mistake.length = len(name)
        return plain, [settings.source.mistake(mistake, settings.place("icon", value=True))]


def _icon(name: str, content: bytes) -> Icon:
    """Return the icon under a name with a digest of its content."""
    suffix = PurePosixPath(name).suffix.lower()
    return Icon(f"assets/{hashed_name(f'icon{suffix}', hashlib.sha256(content).hexdigest())}", KINDS[suffix], content)


APPLE_SIZE = 180
SIZES = (192, 512)
# Share of the width around the picture on each side, because devices crop icons to circles.
MARGIN = 0.14
# Elements that look different on each machine, or are not drawn at all.
NOT_DRAWN = ("text", "image", "foreignObject")
# Exceptions for files that are not valid pictures.
UNREADABLE = (SyntaxError, ValueError, OSError)


def app_icons(icon: Icon, background: str) -> dict[int, Icon]:
    """Return the icon as PNG by width, on the background colour of the app.

    Raises
    ------
    Mistake
        If the icon cannot be read, or contains elements that cannot be drawn.
    """
    return {size: _on_ground(icon, size, background) for size in (APPLE_SIZE, *SIZES)}


def _on_ground(icon: Icon, size: int, background: str) -> Icon:
    """Return a picture centred on a background."""
    from PIL import Image

    picture = drawn(icon, round(size * (1 - 2 * MARGIN)))
    ground = Image.new("RGB", (size, size), background)
    edge = (size - picture.width) // 2
    ground.paste(picture, (edge, edge), picture)
    written = io.BytesIO()
    ground.save(written, "PNG", optimize=True)
    content = written.getvalue()
    name = hashed_name(f"icon-{size}.png", hashlib.sha256(content).hexdigest())
    return Icon(f"assets/{name}", "image/png", content)


def drawn(icon: Icon, side: int) -> Image:
    """Return an icon as a square picture with a transparent background.

    Raises
    ------
    Mistake
        As :func:`app_icons` does.
    """
    from PIL import Image, ImageOps

    try:
        content = icon.content if icon.kind == "image/png" else _drawn_svg(icon.content, side)
        with Image.open(io.BytesIO(content)) as image:
            picture = ImageOps.pad(image.convert("RGBA"), (side, side))
    except UNREADABLE as error:
        raise _undrawn(f"cannot be read ({error})") from error
    if picture.getbbox() is None:
        raise _undrawn("shows nothing")
    return picture


def _drawn_svg(content: bytes, side: int) -> bytes:
    """Convert SVG to PNG, as large as fits into a square."""
    import vl_convert

    root = ElementTree.fromstring(content)
    for element in root.iter():
        if (name := element.tag.rpartition("}")[2]) in NOT_DRAWN:
            raise _undrawn(f"holds <{name}>")
    if "viewBox" not in root.attrib:
        raise _undrawn("has no viewBox")
    root.attrib |= {"width": str(side), "height": str(side)}
    png: bytes = vl_convert.svg_to_png(ElementTree.tostring(root, encoding="unicode"))
    return png


def _undrawn(what: str) -> Mistake:
    """Return the error of an icon that cannot be drawn."""
    return Mistake(
        "icon",
        f"the icon cannot be drawn for devices that install the app: it {what}",
        suggestion="draw it with shapes alone, letters as paths, or give a PNG of 512 pixels",
    )


def listed(icons: Mapping[int, Icon]) -> Iterator[dict[str, str]]:
    """Yield the entries of the icons in a web app manifest."""
    for size in SIZES if icons else ():
        for purpose in ("any", "maskable"):
            icon = icons[size]
            yield {"src": icon.file, "type": icon.kind, "sizes": f"{size}x{size}", "purpose": purpose}


MANIFEST = "app.webmanifest"
WORKER = "app-worker.js"
SOURCE = Path("static", "js", "engine", WORKER)
# Added to the security policy on pages of the app.
POLICY = "; manifest-src 'self'; worker-src 'self'"
# Suffixes of files that are named by their content and that pages load by themselves.
CARRIED = (".js", ".css", ".woff2", ".svg", ".png", ".webp")
# Prefix of the file of the contents of a large site.
CONTENTS = "assets/contents-"
NAMED = re.compile(rb"[\w.~-]+\.\w+")
TEXTS = (".html", ".js", ".css", ".json")
DIGITS = 8  # of a SHA-256, 32 bits, enough to detect changes
LISTED = re.compile(rb'\["([^"]+)","[0-9a-f]{%d}"\]' % DIGITS)
FORMULA_FACE = f"assets/{Path(PUBLISHED).stem}-"
FACE = re.compile(r"@font-face\{[^}]*?url\(\"?\./([^)\"]+)[^}]*?unicode-range:([^;}]+)")


def of_class(*names: str) -> re.Pattern[bytes]:
    """Return a pattern for markup that contains an element of one of these classes."""
    return re.compile(rb"\bclass=[\"']?(?:[^\"'>]* )?(?:%s)\b" % "|".join(names).encode())


# Features of pages that a part of the engine serves (`HAS` in its scripts), and how to find them in markup.
SIGNS: Mapping[str, re.Pattern[bytes]] = {
    "concepts": re.compile(rb"\bdata-concept="),
    "contents": re.compile(rb"\bdata-contents="),
    "datasets": of_class("datasets"),
    "dock": re.compile(rb"\bdata-dock\b"),
    "embed": of_class("page-embed"),
    "embeds": re.compile(rb"\bdata-action=[\"']?embed\b"),
    "far": of_class("page-chapter"),
    "listings": of_class("listing"),
    "scrollers": of_class("equation", "highlight", "table", "figure-data"),
    "scrubs": of_class("scrub", "readout", "pick"),
    "sets": of_class("set"),
    "steps": re.compile(rb"\bdata-step="),
    "tables": of_class("data-table"),
    "tips": re.compile(rb"\bdata-tips=|\bexplorable-picture\b"),
    "translations": re.compile(rb"\bdata-translations="),
}
# The search, a part that is fetched on demand and does not work offline.
ONLINE = "frame/search.js"


@dataclass(frozen=True)
class AppLook:
    """The look of the app in its pages: its page files, the colours of its window, and the path of its icon."""

    files: tuple[str, ...]
    color: str
    background: str
    apple: str = ""

    def values_for(self, page: str) -> dict[str, str] | None:
        """Return the values for the template of a page; None for a page that is not part of the app."""
        if page not in self.files:
            return None
        return {"manifest": MANIFEST, "worker": WORKER, "color": self.color, "apple": self.apple}

    def with_icons(self, icons: Mapping[int, Icon]) -> AppLook:
        """Return the look with the path of the Apple icon, if there are icons."""
        return replace(self, apple=icons[APPLE_SIZE].file) if icons else self


def look_of_app(app: App | None, colors: Mapping[str, str]) -> AppLook | None:
    """Return the look of an app, by default in the site's colours."""
    if app is None:
        return None
    return AppLook(tuple(app.files), app.color or colors["stage"], app.background or colors["paper"])


def translated_manifest(tag: str) -> str:
    """Return the path of the web app manifest in another language; the scripts of pages form the same."""
    return MANIFEST.replace(".", f".{tag}.")


def app_manifest(config: Config, app: App, look: AppLook, icon: Icon, icons: Mapping[int, Icon]) -> bytes:
    """Return the web app manifest."""
    content = {
        "name": app.name,
        "short_name": app.name,
        "description": config.description,
        "lang": config.language,
        "id": f"./{app.first_file}",
        "start_url": f"./{app.first_file}",
        "scope": "./",
        "display": "standalone",
        "theme_color": look.color,
        "background_color": look.background,
        "icons": [{"src": icon.file, "type": icon.kind, "sizes": "any", "purpose": "any"}, *listed(icons)],
    }
    return json.dumps(content, ensure_ascii=False, indent=1).encode()


def held_by(pages: Iterable[str]) -> frozenset[str]:
    """Return the features of some pages, given as markup."""
    markup = "\n".join(pages).encode()
    return frozenset(name for name, sign in SIGNS.items() if sign.search(markup))


def reached(
    files: Mapping[str, bytes], pages: Iterable[str], fetched: Iterable[str], idle: Collection[str] = ()
) -> list[str]:
    """Return the paths of all files that pages need: themselves, data of figures, and files that they name.

    Files in ``idle`` are left out, and files that only they need.
    """
    carried: dict[bytes, str] = {
        path.rpartition("/")[2].encode(): path
        for path in files
        if path.startswith("assets/") and (path.endswith(CARRIED) or path.startswith(CONTENTS)) and path not in idle
    }

    def named_in(path: str) -> set[str]:
        names = NAMED.findall(files[path]) if path.endswith(TEXTS) else ()
        return {carried[name] for name in names if name in carried}

    return sorted(closure((path for path in (*pages, *fetched) if path in files), named_in))


def idle_fonts(files: Mapping[str, bytes], paths: Sequence[str]) -> set[str]:
    """Return the fonts among some files that these pages and scripts do not need for a letter or formula."""
    texts = [path for path in paths if path.endswith(TEXTS)]
    has_formulas = any(b"<math" in files[path] for path in texts if not path.endswith(".css"))
    letters = {*map(ord, set().union(*(files[path].decode() for path in texts if not path.endswith(".css"))))}
    needed, known = set(), set()
    for path in texts:
        for font, ranges in FACE.findall(files[path].decode()) if path.endswith(".css") else ():
            known.add(font)
            bounds = [[int(bound, 16) for bound in span.split("-")] for span in ranges.replace("U+", "").split(",")]
            if any(span[0] <= letter <= span[-1] for span in bounds for letter in letters):
                needed.add(font)
    idle = known - needed
    return {
        path
        for path in paths
        if path.rpartition("/")[2] in idle or (path.startswith(FORMULA_FACE) and not has_formulas)
    }


def kept_files(files: Mapping[str, bytes]) -> list[str]:
    """Return the files of a site that its app stores, and its service worker; empty without an app."""
    return [WORKER, *map(bytes.decode, LISTED.findall(files[WORKER]))] if WORKER in files else []


def inflated(content: bytes) -> bytes:
    """Decompress gzipped content, and return other content unchanged, as browsers receive it from some hosts."""
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error):
        return content


def app_worker(
    files: Mapping[str, bytes], paths: Sequence[str], engine: Path, project: Path, node_modules: Path
) -> bytes:
    """Return the service worker that stores these files."""
    listed = [[path, hashlib.sha256(inflated(files[path])).hexdigest()[:DIGITS]] for path in paths]
    program = (engine / SOURCE).read_bytes()
    version = hashlib.sha256(json.dumps(listed).encode() + program).hexdigest()[:16]
    record = {"version": version, "bytes": sum(len(files[path]) for path in paths), "files": listed}
    module = json.dumps(import_of(engine / SOURCE, project))
    source = f"import {{startWorker}} from {module};\nstartWorker(self, {json.dumps(record)});"
    return run_esbuild(EARLY_OPTIONS, source, project, node_modules).encode()
