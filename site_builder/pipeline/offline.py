"""Convert a site so that it works when it is opened from disk.

Browsers load neither modules nor data from files. Modules are therefore written as functions in classic scripts, and
files that scripts fetch as scripts that contain them; ``static/js/engine/offline.js`` loads both on demand.
"""

from __future__ import annotations

import base64
import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from html import unescape
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from site_builder.assets.esbuild import TARGET, import_of, imported, run_esbuild
from site_builder.assets.scripts import ASSETS, EARLY_OPTIONS, named
from site_builder.output.files import scratch_folder
from site_builder.pages.frame import POLICY
from site_builder.pages.search import FOLDER as SEARCH
from site_builder.plain_values import closure

MAIN_TAG = re.compile(r'<script type="module" id="main-script" src="(?P<root>[./]*)(?P<path>[^"]+)">')
CLASSIC_TAG = re.compile(r'<script (?:async="async" )?src="(?P<root>[./]*)(?P<path>[^"]+)">')
POLICY_TAG = re.compile(r'(?<=http-equiv="Content-Security-Policy" content=")[^"]*')
PRELOAD = re.compile(r'<link rel="preload" [^>]*as="font"[^>]*>\n')
LINK = re.compile(r'\b(?:href|src)="([^"#?]+)')
# A file that a script of the page fetches, in an attribute of its own or in JSON.
FETCHED = re.compile(r'(?:&#34;|\bdata-[\w-]+=")([^"&]+\.[^"&]+)')
FONT = re.compile(r"url\(\./([^)]+\.woff2)\)")
DYNAMIC_IMPORT = re.compile(r"(?<![\w$.])import\(")
STATIC_IMPORT = re.compile(r'\b((?:from|import)\s*)"\./(?=[^"]+")')
MODULE_OPTIONS = (
    "--bundle",
    "--external:site:*",
    "--format=cjs",
    f"--target={TARGET}",
    "--minify-whitespace",
    "--charset=utf8",
    "--define:import.meta.url=moduleUrl",
)
# Files that pages show or link to, which no script fetches.
SHOWN = frozenset({".css", ".html", ".js", ".txt", ".xml"})
OFFLINE_POLICY = POLICY.replace("'self'", "'self' file:").replace("font-src", "font-src data:") + "; worker-src blob:"


def offline_files(files: Mapping[str, bytes], project: Path, engine: Path, node_modules: Path) -> dict[str, bytes]:
    """Return the files of a site that works from disk, from those of the same site for a server."""
    pages = {path: content.decode() for path, content in files.items() if path.endswith(".html")}
    linked, fetched = (
        {resolved(path, name) for path, page in pages.items() for name in pattern.findall(page)}
        for pattern in (LINK, FETCHED)
    )
    classic = {tag["path"] for page in pages.values() for tag in CLASSIC_TAG.finditer(page)}
    modules = {
        path: content.decode()
        for path, content in files.items()
        if path.startswith((f"{ASSETS}/", f"{SEARCH}/")) and path.endswith(".js") and path not in classic
    }
    needs = {path: [resolved(path, name) for name in imported(files[path])] for path in modules}
    loader = import_of(engine / "static" / "js" / "engine" / "offline.js", project)
    starter = run_esbuild(EARLY_OPTIONS, f"import {json.dumps(loader)};", project, node_modules).encode()
    starter_path = named("offline.js", starter)
    made = {starter_path: starter, **as_functions(modules, needs, project, node_modules)}
    made |= {path: offline_page(page, starter_path, needs).encode() for path, page in pages.items()}
    for path, content in files.items():
        if path in made or path.endswith(".woff2") or path.startswith("."):
            continue
        if path.endswith(".css"):
            made[path] = with_fonts(content.decode(), path, files).encode()
            continue
        is_shown = path in linked or PurePosixPath(path).suffix in SHOWN
        if is_shown:
            made[path] = content
        if not is_shown or path in fetched:
            text = base64.b64encode(content).decode()
            made[f"{path}.js"] = f"DISK.file({json.dumps(path)},{json.dumps(text)})".encode()
    return made


def resolved(path: str, link: str) -> str:
    """Return the path in the site to which a link in a file leads."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(unescape(link))))


def as_functions(
    modules: Mapping[str, str], needs: Mapping[str, Sequence[str]], project: Path, node_modules: Path
) -> dict[str, bytes]:
    """Return modules as classic scripts that define functions, by path."""
    numbered = {f"{number}.js": path for number, path in enumerate(modules)}
    # Do not bundle modules into each other: esbuild treats these names as external.
    outside = {path: STATIC_IMPORT.sub(r'\1"site:', text) for path, text in modules.items()}
    texts = {name: DYNAMIC_IMPORT.sub("load(", outside[path]) for name, path in numbered.items()}
    with scratch_folder(texts) as scratch:
        paths = [str(scratch / name) for name in texts]
        run_esbuild([*MODULE_OPTIONS, f"--outdir={scratch / 'out'}", *paths], "", project, node_modules)
        bodies = {path: (scratch / "out" / name).read_text(encoding="utf-8") for name, path in numbered.items()}
    head = "(require,module,moduleUrl,load)=>"
    return {
        path: f"DISK.module({json.dumps(path)},{json.dumps(needs[path])},{head}{{{body}}})".encode()
        for path, body in bodies.items()
    }


def offline_page(page: str, starter: str, needs: Mapping[str, Sequence[str]]) -> str:
    """Return a page that loads classic scripts: the starter first, and all that its module needs before the module."""

    def main_scripts(tag: re.Match[str]) -> str:
        main, root = resolved("", tag["path"]), tag["root"]
        before = sorted(closure([main], needs.__getitem__) - {main})
        tags = [f'<script defer src="{root}{path}"></script>\n' for path in before]
        return "".join([*tags, f'<script defer id="main-script" src="{root}{main}">'])

    page = PRELOAD.sub("", POLICY_TAG.sub(OFFLINE_POLICY, page, count=1))
    if (tag := MAIN_TAG.search(page)) is not None:
        page = page.replace("<script ", f'<script src="{tag["root"]}{starter}"></script>\n<script ', 1)
    return MAIN_TAG.sub(main_scripts, page)


def with_fonts(style: str, path: str, files: Mapping[str, bytes]) -> str:
    """Return a style sheet that contains its fonts, because browsers may not load them from files."""

    def contained(found: re.Match[str]) -> str:
        font = base64.b64encode(files[resolved(path, found[1])]).decode()
        return f"url(data:font/woff2;base64,{font})"

    return FONT.sub(contained, style)
