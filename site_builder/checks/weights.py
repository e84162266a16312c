"""Measure the sizes of pages, pictures and explorables, and report those above their budgets."""

from __future__ import annotations

import gzip
import html
import json
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from site_builder.cache.fingerprint import EXPLORABLES
from site_builder.drawing.images import image_size, lighter_copies
from site_builder.explorables.model import BUDGET, Declared, compressed_size, reduce_size_fix
from site_builder.explorables.page_data import Explorable, reduce_pictures_fix
from site_builder.explore.states import size
from site_builder.plain_values import closure
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Severity, located, suggest
from site_builder.project_files import LARGEST_PICTURE, RefusedFileError, find_file, read_limited
from site_builder.reading.library import CHAPTERS
from site_builder.reading.texts import Text
from site_builder.rendering.bodies import Body
from site_builder.settings.site_toml import Settings

TAG = re.compile(r"<(?P<name>script|link|figure)\b(?P<attributes>[^>]*)>")
ATTRIBUTE = re.compile(r'(?<![a-z-])([a-z-]+)="([^"]*)"')
STATIC_IMPORT = re.compile(r'\b(?:from|import)\s*"(\.[^"]+)"')
FONT = re.compile(r'url\("?\./([^")]+\.woff2)"?\)')
HEAVIEST = 4


@dataclass(frozen=True)
class Budgets:
    """The largest sizes allowed, in bytes (1 kB is 1000 bytes); ``site.toml`` may set others by name.

    ``app`` limits all scripts that the app stores; each of its pages loads only some of them.
    """

    first_load: int = 75_000
    early_scripts: int = 10_000
    blocking_script: int = 1_024
    fonts: int = 80_000
    widget: int = 25_000
    data_file: int = 1_200_000
    picture: int = 500_000
    explorable: int = BUDGET
    app: int = 60_000


@dataclass(frozen=True)
class PageWeight:
    """The gzipped sizes of the first load of a page, by path; ``widgets`` by path of the widget's module."""

    html: int
    styles: Mapping[str, int]
    scripts: Mapping[str, int]
    fonts: Mapping[str, int]
    widgets: Mapping[str, int]

    @property
    def first_load(self) -> int:
        """Return the bytes of markup, styles and scripts that the page needs at once."""
        return self.html + sum(self.styles.values()) + sum(self.scripts.values())


def known_budgets() -> tuple[str, ...]:
    """Return the names that ``[budgets]`` of ``site.toml`` may set."""
    return tuple(field.name for field in fields(Budgets))


def limits(overrides: Mapping[str, float] | None = None) -> Budgets:
    """Return the budgets with ``overrides``, ignoring unknown names, which are reported elsewhere."""
    return replace(
        Budgets(), **{name: int(limit) for name, limit in (overrides or {}).items() if name in known_budgets()}
    )


def check(
    files: Mapping[str, bytes],
    pages: Mapping[str, str],
    overrides: Mapping[str, float] | None = None,
    scale: Scale | None = None,
    kept: Collection[str] = (),
) -> list[Problem]:
    """Return a problem for each budget that is exceeded.

    Parameters
    ----------
    files : mapping
        The whole site: contents by path.
    pages : mapping
        Source file, as the problem's place, by path of the page in the site.
    overrides : mapping, optional
        Other limits by name of the field of :class:`Budgets`.
    scale : Scale, optional
        Measures the files; pass one to read the sizes afterwards.
    kept : collection, optional
        The files that an app stores, including its pages.

    Notes
    -----
    About 3 ms per page.
    """
    budgets = limits(overrides)
    weigh = scale or Scale(files)
    problems = [
        problem
        for path, source in pages.items()
        for problem in page_problems(source, weigh.page(path), path in kept, weigh.largest_blocking(path), budgets)
    ]
    scripts = weigh.weights(path for path in kept if path.endswith(".js"))
    if (size := sum(scripts.values())) > budgets.app:
        problems.append(too_heavy("scripts of the app", size, budgets.app, scripts, "content/site.toml", "app"))
    for path, content in files.items():
        if path.startswith("data/") and len(content) > budgets.data_file:
            problems.append(
                too_heavy(f"data file {path}", len(content), budgets.data_file, {}, "content/site.toml", "data_file")
            )
    return sorted(set(problems))


def page_problems(source: str, weight: PageWeight, is_kept: bool, blocking: int, budgets: Budgets) -> list[Problem]:
    """Return the exceeded budgets of one page; an app's scripts are measured with its stored files instead."""
    widgets, early = ({}, {}) if is_kept else (weight.widgets, weight.scripts)
    everything = {"the page itself": weight.html, **weight.styles, **weight.scripts}
    measured = [
        ("first load (HTML, CSS, JavaScript)", weight.first_load, "first_load", everything),
        ("JavaScript loaded before a figure is near", sum(early.values()), "early_scripts", early),
        ("script that blocks painting, not gzipped,", blocking, "blocking_script", {}),
        ("fonts", sum(weight.fonts.values()), "fonts", weight.fonts),
        *((f"code of the widget in {path}", size, "widget", {}) for path, size in widgets.items()),
    ]
    return [
        too_heavy(what, size, getattr(budgets, name), parts, source, name)
        for what, size, name, parts in measured
        if size > getattr(budgets, name)
    ]


def too_heavy(what: str, size: int, limit: int, parts: Mapping[str, int], source: str, name: str) -> Problem:
    """Return the problem of one exceeded budget, with the largest parts."""
    heaviest = sorted(parts.items(), key=lambda part: -part[1])[:HEAVIEST]
    listed = "".join(f"; {path}: {weight:,}" for path, weight in heaviest)
    message = f"{what}: {size:,} bytes, {size - limit:,} over the budget of {limit:,}{listed}"
    return Problem(source, 0, 0, "budget", message, f"make it lighter, or set {name} under [budgets] in site.toml")


class Scale:
    """Measures the pages of one site; every file is compressed once."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._weights: dict[str, int] = {}
        self._imports: dict[str, set[str]] = {}

    def page(self, path: str) -> PageWeight:
        """Return the sizes of the first load of a page, and of the code of its widgets."""
        scripts: set[str] = set()
        styles: set[str] = set()
        widgets: set[str] = set()
        for name, attributes in tags_of(self._files[path]):
            if name == "script" and "src" in attributes:
                scripts |= self.modules(resolve(path, attributes["src"]))
            elif name == "link" and attributes.get("rel") == "modulepreload":
                scripts |= self.modules(resolve(path, attributes["href"]))
            elif name == "link" and attributes.get("rel") == "stylesheet":
                styles.add(resolve(path, attributes["href"]))
            elif "data-module" in attributes:
                widgets.add(resolve(path, attributes["data-module"]))
        fonts = {font for style in styles for font in self.fonts_of(style)}
        return PageWeight(
            html=self.weight(path),
            styles=self.weights(styles),
            scripts=self.weights(scripts),
            fonts={font: len(self._files[font]) for font in sorted(fonts)},
            widgets={widget: sum(self.weights(self.modules(widget) - scripts).values()) for widget in sorted(widgets)},
        )

    def largest_blocking(self, path: str) -> int:
        """Return the size of the largest classic script that blocks a page."""
        blocking = [
            len(self._files.get(resolve(path, attributes["src"]), b""))
            for name, attributes in tags_of(self._files[path])
            if name == "script" and "src" in attributes and attributes.get("type") != "module"
            if "async" not in attributes
        ]
        return max(blocking, default=0)

    def modules(self, path: str) -> set[str]:
        """Return a script and all its static imports."""

        def imported(name: str) -> set[str]:
            if name not in self._imports:
                text = self._files.get(name, b"").decode(errors="replace")
                self._imports[name] = {resolve(name, found) for found in STATIC_IMPORT.findall(text)}
            return self._imports[name]

        return closure([path], imported)

    def fonts_of(self, style: str) -> Iterable[str]:
        """Return the published fonts that a style sheet names."""
        named = (resolve(style, found) for found in FONT.findall(self._files.get(style, b"").decode()))
        return (font for font in named if font in self._files)

    def weights(self, paths: Iterable[str]) -> dict[str, int]:
        """Return the size of each file."""
        return {path: self.weight(path) for path in sorted(paths)}

    def weight(self, path: str) -> int:
        """Return the gzipped size of a file; 0 if it is not in the site."""
        if path not in self._weights:
            content = self._files.get(path, b"")
            self._weights[path] = len(gzip.compress(content, 9, mtime=0)) if content else 0
        return self._weights[path]


def tags_of(page: bytes) -> Iterable[tuple[str, dict[str, str]]]:
    """Yield the tags of a page that load something, with their attributes."""
    for tag in TAG.finditer(page.decode()):
        yield tag["name"], {name: html.unescape(value) for name, value in ATTRIBUTE.findall(tag["attributes"])}


def resolve(base: str, address: str) -> str:
    """Return the path in the site of a relative address on the page or script ``base``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), address.partition("?")[0].partition("#")[0]))


def check_budget_names(settings: Settings) -> list[Problem]:
    """Report unknown names under ``[budgets]``."""
    known = known_budgets()
    return [
        settings.source.problem(
            "config-key", f"unknown budget {name!r}", settings.place("budgets", name), len(name), suggest(name, known)
        )
        for name in settings.config.budgets
        if name not in known
    ]


def check_pictures(project: Path, settings: Settings, texts: Iterable[Text]) -> list[Problem]:
    """Report pictures above the budget."""
    limit = limits(settings.config.budgets).picture
    problems = []
    for text in texts:
        for token in text.reading.of_type("image"):
            if "target_start" in token.meta:
                address = str(token.attrs.get("src", ""))
                mistake = heavy(project, address, limit)
                if mistake is not None:
                    place = token.meta["origin"].locate(token.meta["target_start"])
                    problems.append(text.source.mistake(mistake, place))
    return problems


def heavy(project: Path, address: str, limit: int) -> Mistake | None:
    """Return the error of a picture above the budget; None for small, missing and damaged ones."""
    try:
        content = read_limited(find_file(project, project / CHAPTERS, unquote(address)), LARGEST_PICTURE)
    except (FileNotFoundError, RefusedFileError):
        return None
    if len(content) <= limit:
        return None
    try:
        image_size(content, address)
        size = max(map(len, lighter_copies(content, address).values()), default=len(content))
    except Mistake:
        return None  # A damaged picture is reported when its page is rendered.
    if size <= limit:
        return None
    message = f"the picture has {size:,} bytes, {size - limit:,} over the budget of {limit:,}"
    suggestion = "simplify the picture, or set picture under [budgets] in site.toml"
    return Mistake("budget", message, 0, len(address), suggestion)


SHIPPED = re.compile(
    r'<script type="application/json" data-set="explore-([^"]+)"(?: data-from="([^"]+)")?>(.*?)</script>'
)

# Parts in the page's data, with their keys.
KEYS = {"numbers": "quantities", "sentence": "sentence", "alt_text": "alt_text", "table": "table"}


def weigh_explorables(explorables: Mapping[str, Explorable], bodies: Iterable[Body]) -> list[dict[str, Any]]:
    """Return the states and sizes of each part of explorables, pictures by layout."""
    shipped = {
        name: text or body.files[path] for body in bodies for name, path, text in SHIPPED.findall(str(body.data))
    }
    weights = []
    for name, explorable in explorables.items():
        if name in shipped:
            parts = dict(part_weights(explorable, json.loads(shipped[name])))
            weights.append({"name": name, "seconds": dict(explorable.found.seconds), "parts": parts})
    return weights


def part_weights(explorable: Explorable, record: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield name, number of states and sizes of each part; pictures by layout."""
    declared = explorable.declared
    contents = {
        name: [json.dumps(record[key], ensure_ascii=False, separators=(",", ":")).encode()]
        for name, key in KEYS.items()
        if name in declared.depends
    }
    contents |= {f"picture {files.layout}": [content for _, content in files.files] for files in explorable.pictures}
    for name, files in contents.items():
        states = size(declared.parameters, declared.depends[name.split(" ")[0]])
        yield name, {"states": states, "bytes": sum(map(len, files)), "gzip_bytes": sum(map(compressed_size, files))}


def proportional(declared: Declared, n_bytes: int, name: str, stops: Collection[int]) -> int:
    """Return the size of a part of words and numbers if a parameter has only some of its stops."""
    return n_bytes * len(stops) // len(declared.parameters[name].stops)


def check_weights(
    project: Path,
    explorables: Mapping[str, Explorable],
    weights: Iterable[Mapping[str, Any]],
    overrides: Mapping[str, float],
    severity: Severity = "error",
) -> list[Problem]:
    """Report explorables above the budget in one layout, with their largest part and how to reduce it."""
    most = int(overrides.get("explorable", Budgets.explorable))
    problems = []
    for weight in weights:
        parts, explorable = weight["parts"], explorables[weight["name"]]
        words = sum(part["gzip_bytes"] for name, part in parts.items() if not name.startswith("picture"))
        drawn = max((part["gzip_bytes"] for name, part in parts.items() if name.startswith("picture")), default=0)
        if words + drawn <= most:
            continue
        heaviest = max(parts, key=lambda name: parts[name]["gzip_bytes"])
        part = heaviest.split(" ")[0]
        states, size_of_part = parts[heaviest]["states"], parts[heaviest]["gzip_bytes"]
        message = (
            f"{weight['name']} weighs {words + drawn:,} bytes gzipped in one layout, over the budget 'explorable' of "
            f"{most:,}: {part}({', '.join(explorable.declared.depends[part])}) has {states:,} states, "
            f"{size_of_part:,} bytes"
        )
        path = f"{EXPLORABLES}/{weight['name']}.py"
        suggestion = (
            reduce_pictures_fix(explorable.found, heaviest.split(" ")[1])
            if part == "picture"
            else reduce_size_fix(explorable.declared, part, partial(proportional, explorable.declared, size_of_part))
        )
        line = explorable.declared.lines.get(part, 0)
        problem = Problem(path, line, 0, "budget", message, suggestion, severity=severity)
        problems.append(located(project, problem))
    return problems
