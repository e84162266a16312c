"""Find colours that no style sheet sets: what asks for one is drawn in black or not at all, and nothing says so."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

from site_builder.assets.scripts import Scripts
from site_builder.assets.styles import Styles
from site_builder.cache.fingerprint import EXPLORABLES
from site_builder.cache.results import Memo
from site_builder.drawing.cached import Workshop
from site_builder.explorables.page_data import Explorable
from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Severity, Source, did_you_mean, load_source, place_in
from site_builder.project_files import walk_files
from site_builder.rendering.body import Body
from site_builder.rendering.site import Site
from site_builder.settings.site_toml import Config

# One that names another value behind a comma can do without.
ASKED = re.compile(r"var\(\s*--(?P<name>[\w-]+)\s*\)")
# In style sheets, and by scripts.
SET = re.compile(r"(?<![\w-])--(?P<name>[\w-]+)(?:\s*:|[\"'`])")
COMMENT = re.compile(r"/\*[\s\S]*?\*/")


def check_colors(
    site: Site, styles: Styles, scripts: Scripts, colors: Collection[str], bodies: Iterable[Body], memo: Memo
) -> list[Problem]:
    """Report drawings of Python that ask for what is set nowhere; warn of style sheets and scripts that do.

    ``colors`` are the names of those that there are.
    """
    # What is bundled is named by its content: while these names stay, the same is set and asked for.
    bundled = (*styles.files, *scripts.files)
    known, wrong = memo.get("colors", bundled, partial(look_through, site.project, site.settings.config, styles))
    problems = [
        unknown(source, found["name"], place_in(source.text, found.start("name") - 2), colors, "warning")
        for source in (
            without_comments(load_source(site.project, path)) for path in wrong if (site.project / path).is_file()
        )
        for found in ASKED.finditer(source.text)
        if found["name"] not in known
    ]
    # Without those whose data are still to come.
    shown = site.usable.intersection(chain.from_iterable(body.figures for body in bodies))
    for path, part, names in drawings(site.settings.config, shown, site.make, memo):
        if missing := sorted(names - known):
            source = load_source(site.project, path)
            problems += [unknown(source, name, place_of(source, name, part), colors, "error") for name in missing]
    return problems


def look_through(project: Path, config: Config, styles: Styles) -> tuple[frozenset[str], list[str]]:
    """Return the custom properties that are set, and the project's files that ask for others."""
    files = chain.from_iterable(walk_files(project / "static" / kind / config.project) for kind in ("css", "js"))
    own = {path.relative_to(project).as_posix(): path.read_text(encoding="utf-8", errors="replace") for path in files}
    sheets = [content.decode() for path, content in styles.files.items() if path.endswith(".css")]
    known = names_set([*sheets, *own.values()])
    return known, [path for path, text in own.items() if not asked([COMMENT.sub("", text)]) <= known]


def without_comments(source: Source) -> Source:
    """Return a file with blanks in place of its comments."""
    return replace(source, text=COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), source.text))


def names_set(texts: Iterable[str]) -> frozenset[str]:
    """Return the custom properties that are set in texts."""
    return frozenset(found["name"] for text in texts for found in SET.finditer(text))


def drawings(
    config: Config, shown: Collection[str], make: Workshop, memo: Memo
) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield what Python drew for the pages: its file, the function that drew it, and the colours that it asks for."""
    for name, explorable in make.explorables.items():
        if name in shown:
            names = memo.get("asked", explorable.digest, partial(asked_by, explorable))
            yield f"{EXPLORABLES}/{name}.py", "picture", names
    for name, chart in config.charts.items():
        if name in shown:
            drawn = make.chart(name)
            file, _, function = chart.function.partition(".")
            texts = drawn.wide, drawn.narrow
            yield f"content/charts/{file}.py", function, memo.get("asked", texts, partial(asked, texts))


def asked(texts: Iterable[str]) -> frozenset[str]:
    """Return the custom properties that texts ask for."""
    return frozenset(found["name"] for text in texts for found in ASKED.finditer(text))


def asked_by(explorable: Explorable) -> frozenset[str]:
    """Return the custom properties that the pictures of an explorable ask for, in any state."""
    return asked(content.decode() for files in explorable.pictures for _, content in files.files)


def place_of(source: Source, name: str, function: str) -> Place:
    """Return where a file writes a colour's name, else the function that makes it."""
    found = re.search(rf"--{re.escape(name)}\b", source.text) or re.search(rf"\bdef {function}\b", source.text)
    return place_in(source.text, found.start() if found else 0)


def unknown(source: Source, name: str, place: Place, colors: Collection[str], severity: Severity) -> Problem:
    """Describe a colour that is set nowhere."""
    message, suggestion = f"no style sheet sets '--{name}'", did_you_mean(name, colors)
    return source.problem("color", message, place, length=len(name) + 2, suggestion=suggestion, severity=severity)
