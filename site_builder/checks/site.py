"""Check a whole site: file names, colours, unused files, and the finished pages."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from html import unescape
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

from site_builder.assets.scripts import Scripts
from site_builder.assets.styles import Styles, blanked
from site_builder.cache.fingerprint import EXPLORABLES
from site_builder.cache.results import Memo
from site_builder.drawing.cached import Workshop
from site_builder.problems.problem import Problem
from site_builder.problems.source import (
    REFUSED,
    RENAME,
    Place,
    Severity,
    Source,
    alike,
    load_source,
    place_in,
    same_but_for_case,
    suggest,
)
from site_builder.project_files import composed, shown, walk_entries, walk_files
from site_builder.reading.library import CONCEPTS, Library
from site_builder.rendering.bodies import Body
from site_builder.rendering.site import Site
from site_builder.settings.references import PATH as REFERENCES
from site_builder.settings.site_toml import Config, Settings
from site_builder.syntax.html import PIECE, scheme_of, wrong_attribute

ADDRESS = re.compile(r'href="([^"]*)"')
NAME = re.compile(r"[A-Za-z][\w:-]*", re.ASCII)
VALUE = r"""(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s"'=<>`]+))"""
ATTRIBUTE = re.compile(rf"""\s(?P<name>[^\s"'<>/=]+)(?:\s*=\s*{VALUE})?""", re.ASCII)
# Elements in which browsers recognize no tags except the end tag.
LITERAL = frozenset({"script", "style", "textarea", "title"})
DATA = ("application/json", "application/ld+json", "speculationrules")
DOCUMENTS = frozenset(
    ["applet", "base", "embed", "frame", "frameset", "iframe", "object", "plaintext", "portal", "xmp"]
)
DOCTYPE = "<!doctype html>"
SHOWN = 60
BROKEN_LINK = " links to {!r}, which is not there"
NO_HOME = "write 'slug: index' in the head of the chapter that is the home page"
MOST_NAMED = 5


def check_uses(settings: Settings, library: Library, bodies: Sequence[Body]) -> list[Problem]:
    """Warn about glossary terms and figures that neither a page nor a draft uses."""
    problems = []
    drafts = [chapter.text for chapter in library.drafts.values()]
    used = {slug for body in bodies for slug in body.concepts}
    used |= {str(token.meta["slug"]).strip() for text in drafts for token in text.reading.of_type("concept_open")}
    for slug, concept in library.concepts.items():
        if slug not in used:
            message = f"no page uses the term {concept.matter.term!r}"
            source = concept.text.source
            suggestion = f"write ::concept[{concept.matter.term}]{{{slug}}} where it occurs, or remove the entry"
            problems.append(source.problem("concept-unused", message, None, suggestion=suggestion, severity="warning"))
    shown = {name for body in bodies for name in body.figures}
    shown |= {name for text in drafts for name in text.outline.figure_names}
    for kind, names in (("charts", settings.config.charts), ("widgets", settings.config.widgets)):
        for name in names:
            if name not in shown and name in settings.explorables:
                path, message = f"content/explorables/{name}.py", f"no page shows the explorable {name!r}"
                suggestion = (
                    f"write ':::explore{{name={name}}}' where it belongs; 'serve' shows it at /explorables/{name}.html"
                )
                problems.append(Problem(path, 0, 0, "figure-unused", message, suggestion, severity="warning"))
            elif name not in shown:
                place = settings.place(kind, name)
                message = f"no page shows the {kind[:-1]} {name!r}"
                problems.append(settings.source.problem("figure-unused", message, place, severity="warning"))
    return problems


def check_downloads(site: Site, bodies: Sequence[Body]) -> list[Problem]:
    """Warn about files to download that no page links to."""
    message = "no page links to this file, though it is published"
    linked = {name for body in bodies for name in ADDRESS.findall(body.html)} if site.downloads else set()
    return [
        Problem(f"content/{name}", 0, 0, "file-unused", message, f"write [text]({name})", severity="warning")
        for name in site.downloads
        if name not in linked
    ]


def check_listed(site: Site, library: Library, bodies: Sequence[Body]) -> list[Problem]:
    """Report data sets that no ``:::datasets`` lists, if there is any such list."""
    lists = [(body.source, place) for body in bodies for place in body.listed.values()]
    missing = sorted(site.data_sets.keys() - {name for body in bodies for name in body.listed})
    if not lists or not missing:
        return []
    path, place = max(lists)
    sources = (chapter.text.source for chapter in library.chapters.values())
    source = next((source for source in sources if source.path == path), Source(path, ""))
    shown = ", ".join(map(repr, missing[:MOST_NAMED])) + (" and others" if len(missing) > MOST_NAMED else "")
    suggestion = "list them, or add a last ':::datasets' without 'sets', which lists all others"
    message = f"no ':::datasets' lists {shown}"
    return [source.problem("data-unlisted", message, place, len(":::datasets"), suggestion)]


@dataclass(frozen=True)
class Names:
    """The ids of a page, the addresses of other pages that it links to, and the errors within the page.

    ``wrong`` holds the codes of errors with their messages, which follow the name of the page.
    """

    ids: Counter[str]
    addresses: frozenset[str]
    wrong: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1 << 16)
def target_of(href: str) -> tuple[str, str]:
    """Return the file and the id of an address, each "" if missing."""
    file, _, fragment = href.partition("#")
    return unquote(file).partition("?")[0], unquote(fragment)


def names_in(html: str) -> Names:
    """Parse a page as browsers do; markup that they may parse differently is an error."""
    ids, addresses, wrong = Counter[str](), set[str](), ""
    at = html.find("<", len(DOCTYPE) if html.startswith(DOCTYPE) else 0)
    head = html.find("</head>")
    while at >= 0:
        found = PIECE.match(html, at)
        if found is None:
            line = html[at : at + SHOWN].partition("\n")[0]
            wrong = wrong or f"markup that browsers may read differently: {str(line)!r}"
            at = html.find("<", at + 1)
            continue
        end = found.end()
        name = NAME.match(html, at + 1)
        if name is not None:
            tag, attributes = name[0].lower(), dict[str, str]()
            for attribute in ATTRIBUTE.finditer(html, name.end(), end):
                value = attribute["double"] or attribute["single"] or attribute["bare"] or ""
                attributes.setdefault(attribute["name"].lower(), unescape(value) if "&" in value else value)
            ids.update([attributes["id"]] if attributes.get("id") else [])
            if tag == "a" and "href" in attributes:
                addresses.add(attributes["href"])
            wrong = wrong or wrong_element(tag, attributes)
            if tag in LITERAL and (tag != "title" or at < head):  # <title> in a drawing contains tags
                closing = re.compile(rf"</{tag}\s*>", re.IGNORECASE).search(html, end)
                end = closing.start() if closing else len(html)
                is_script = tag == "script" and "src" not in attributes and attributes.get("type", "") not in DATA
                if is_script and html[found.end() : end]:
                    wrong = wrong or "a script in the page itself"
        at = html.find("<", end)
    inner = {href for href in addresses if "://" not in href and not href.startswith(("mailto:", "tel:", "/"))}
    own = {href for href in inner if not target_of(href)[0]}
    errors = [("html-forbidden", f": {wrong}")] if wrong else []
    errors += [("id-duplicate", f" has {n} elements with the id {name!r}") for name, n in ids.items() if n > 1]
    errors += [("anchor", BROKEN_LINK.format(href)) for href in own if (part := target_of(href)[1]) and part not in ids]
    return Names(ids, frozenset(inner - own), tuple(errors))


def wrong_element(tag: str, attributes: Mapping[str, str]) -> str:
    """Return the error of an element that finished pages forbid, else ""."""
    if tag in DOCUMENTS or (scheme_of(attributes.get("src", "")) and tag == "script"):
        return f"<{tag}>, which brings what is not the page's own"
    if tag == "meta" and attributes.get("http-equiv", "").lower() == "refresh":
        return "a <meta> that redirects readers"
    for name, value in attributes.items():
        if name.startswith("on"):
            return f"a script in {name}="
        if name != "http-equiv" and (wrong := wrong_attribute(tag, name, value)):
            return wrong
    return ""


def check_pages(
    pages: Mapping[str, str], sources: Mapping[str, str], files: Iterable[str], memo: Memo, may_grow: bool = False
) -> list[Problem]:
    """Report duplicate ids, broken links, paths that differ only in case, and forbidden markup in finished pages.

    This complements the other checks: it reports no lines, but covers the output of templates, drawings and widgets.

    Parameters
    ----------
    pages
        HTML by path; ``sources`` names the author's file of each, ``files`` all paths of the site.
    may_grow
        Whether data are still being computed, so that targets of links may be missing.
    """
    problems = []
    names = {path: memo.call(names_in, html) for path, html in pages.items()}
    known = set(files) | set(pages)
    for name, other in same_but_for_case(sorted(known)).items():
        problems.append(Problem(sources.get(name) or name, 0, 0, "file-name", alike(name, other), RENAME))
    wrong_links = dict[str, str]() if may_grow else codes_of_links(names, known)
    for path, found in names.items():
        errors = [(code, message) for code, message in found.wrong if not (may_grow and code == "anchor")]
        errors += [(wrong_links[href], BROKEN_LINK.format(href)) for href in found.addresses & wrong_links.keys()]
        for code, message in errors:
            suggestion = NO_HOME if BROKEN_LINK.format("index.html") in message else ""
            problems.append(Problem(sources.get(path) or path, 0, 0, code, f"the page {path}{message}", suggestion))
    return sorted(problems)


def codes_of_links(names: Mapping[str, Names], known: Collection[str]) -> dict[str, str]:
    """Return the broken addresses, with the codes of their errors."""
    found = {}
    for href in frozenset[str]().union(*(page.addresses for page in names.values())):
        file, fragment = target_of(href)
        if file not in known:
            found[href] = "link"
        elif fragment and file in names and fragment not in names[file].ids:
            found[href] = "anchor"
    return found


FOLDERS = ("content", "static", "templates", "words")
UNPRINTABLE = re.compile("[\0-\x1f\x7f\ud800-\udfff]")
# Files whose stems are used in addresses, ids and options.
NAMED = re.compile(r"(static/js/[^/]+/widgets/[^/]+\.js|content/explorables/[^/]+\.py)")
FILE_NAME = re.compile(r"[\w-]+")
BUNDLED = re.compile(r"static/.+\.(css|js|json|ts)")


def check_names(project: Path) -> list[Problem]:
    """Report invalid names of the project's folder and its files."""
    problems = []
    if UNPRINTABLE.search(str(project).replace("\n", "")):
        message = f"the path of the project holds characters that are not UTF-8: {shown(str(project))!r}"
        problems.append(Problem(".", 0, 0, "file-name", message, "rename the folder"))
    root = os.path.join(project, "")
    for folder in FOLDERS:
        for entry in walk_entries(project / folder):
            name = composed(entry.path[len(root) :].replace(os.sep, "/"))
            if wrong := name_problem(name):
                problems.append(Problem(shown(name), 0, 0, "file-name", f"the name {wrong}", "rename it"))
    return problems


def name_problem(name: str) -> str:
    """Return the problem of a file's path in the project, "" if it is valid."""
    if UNPRINTABLE.search(name):
        return "has a control character, or is not UTF-8"
    if NAMED.fullmatch(name) and not FILE_NAME.fullmatch(name.rpartition("/")[2].rpartition(".")[0]):
        return "of a figure may have letters, digits, - and _ only"
    if BUNDLED.fullmatch(name) and re.search(r"[*\\]", name):
        return "of a style sheet or script may not have '*' or a backslash"
    return ""


# Codes of errors after which part of the file may be parsed wrongly, so that its ids are unknown.
SWALLOWING = frozenset(
    {
        *("directive-malformed", "directive-unclosed", "directive-unknown", "encoding", "fence-unclosed"),
        *("front-matter", "html-unclosed", "nesting", "option-malformed"),
    }
)


@dataclass(frozen=True)
class Causes:
    """Errors from which other errors may follow.

    ``broken`` holds the paths of files with errors, ``unread`` the texts by path of those that may be parsed wrongly;
    ``lost`` names chapters without a page, ``errors`` are all errors.
    """

    broken: frozenset[str]
    unread: dict[str, str]
    lost: frozenset[str]
    errors: tuple[Problem, ...]

    def explain(self, problem: Problem, library: Library) -> bool:
        """Return whether a problem is a consequence of another error."""
        name, about = problem.code, problem.about
        if name == "link":
            return bool(about) and about.rpartition(".")[0] in self.lost
        if name in {"anchor", "reference", "set-figure"}:
            return self.explain_id(problem, library)
        if name == "concept":
            return f"{CONCEPTS}/{about}.md" in self.broken
        if name in {"citation", "bibliography-field"} or about == "quoted":
            lost = {error.about for error in self.errors if error.code == "bibliography"} - {""}
            return about in lost or (name != "bibliography-field" and REFERENCES in self.broken)
        if name == "note-unused":
            return any(repr(about) in error.suggestion for error in self.of("note", problem.path))
        return name == "widget" and bool(self.of("widget-export", problem.path))

    def of(self, code: str, path: str) -> list[Problem]:
        """Return the errors with a code in a file."""
        return [error for error in self.errors if (error.code, error.path) == (code, path)]

    def explain_id(self, problem: Problem, library: Library) -> bool:
        """Return whether an unknown id is in a text that may be parsed wrongly."""
        file, mark, identifier = problem.about.partition("#")
        if mark and any(f"{{#{identifier}" in text for text in self.unread.values()):
            return True
        paths = {chapter.text.source.path for chapter in library.chapters.values() if file and chapter.file == file}
        return problem.path not in paths and bool(paths & self.unread.keys())


def held_back(problems: Sequence[Problem], library: Library) -> tuple[Problem, ...]:
    """Return the problems that are not consequences of others, in their order.

    The warning about an unlisted chapter becomes an error if links lead to it.
    """
    errors = [problem for problem in problems if problem.severity == "error"]
    unlisted = {problem.about for problem in problems if problem.code == "chapter-orphan"}
    missing = [problem for problem in problems if problem.code in {"chapter-missing", REFUSED}]
    meant = {name for name in unlisted for problem in missing if repr(name) in problem.suggestion}
    texts = {text.source.path: text.source.text for chapter in library.chapters.values() for text in chapter.texts}
    causes = Causes(
        frozenset(problem.path for problem in errors),
        {
            problem.path: texts[problem.path]
            for problem in errors
            if problem.code in SWALLOWING and problem.path in texts
        },
        frozenset(name.rpartition(".")[0] for name in unlisted.union(problem.about for problem in missing)),
        tuple(errors),
    )
    independent = [problem for problem in problems if not causes.explain(problem, library)]
    linked = {problem.about for problem in errors if problem.code == "link"} - {""}
    result = []
    for problem in independent:
        if problem.code == "chapter-orphan" and problem.about in meant:
            continue
        is_linked = problem.code == "chapter-orphan" and problem.about in linked
        result.append(replace(problem, severity="error") if is_linked else problem)
    return tuple(result)


# A property with a fallback value after a comma need not be set.
ASKED = re.compile(r"var\(\s*--(?P<name>[\w-]+)\s*\)")
# Matches assignments in style sheets and in scripts.
SET = re.compile(r"(?<![\w-])--(?P<name>[\w-]+)(?:\s*:|[\"'`])")


def check_colors(
    site: Site, styles: Styles, scripts: Scripts, colors: Collection[str], bodies: Iterable[Body], memo: Memo
) -> list[Problem]:
    """Report drawings by Python with undefined custom properties; warn about such style sheets and scripts.

    ``colors`` holds the names of the colours of the site.
    """
    # Bundled files are named by their contents, so the result is the same as long as the names are.
    bundled = (*styles.files, *scripts.files)
    known, wrong = memo.get("colors", bundled, partial(look_through, site.project, site.settings.config, styles))
    problems = [
        unknown(source, found["name"], place_in(source.text, found.start("name") - 2), colors, "warning")
        for source in (load_source(site.project, path) for path in wrong if (site.project / path).is_file())
        for found in ASKED.finditer(blanked(source.text))
        if found["name"] not in known
    ]
    # Without figures whose data are still being computed.
    shown = site.usable.intersection(chain.from_iterable(body.figures for body in bodies))
    for path, part, names in drawings(site.settings.config, shown, site.make, memo):
        if missing := sorted(names - known):
            source = load_source(site.project, path)
            problems += [unknown(source, name, place_of(source, name, part), colors, "error") for name in missing]
    return problems


def look_through(project: Path, config: Config, styles: Styles) -> tuple[frozenset[str], list[str]]:
    """Return the custom properties that are set, and the project's files that use others."""
    files = chain.from_iterable(walk_files(project / "static" / kind / config.project) for kind in ("css", "js"))
    own = {path.relative_to(project).as_posix(): path.read_text(encoding="utf-8", errors="replace") for path in files}
    sheets = [content.decode() for path, content in styles.files.items() if path.endswith(".css")]
    known = frozenset(found["name"] for text in (*sheets, *own.values()) for found in SET.finditer(text))
    return known, [path for path, text in own.items() if not used_in([blanked(text)]) <= known]


def drawings(
    config: Config, shown: Collection[str], make: Workshop, memo: Memo
) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Yield for each drawing by Python in the pages its file, its function, and the custom properties that it uses."""
    for name, explorable in make.explorables.items():
        if name in shown:
            drawn = (content.decode() for files in explorable.pictures for _, content in files.files)
            names = memo.get("asked", explorable.digest, partial(used_in, drawn))
            yield f"{EXPLORABLES}/{name}.py", "picture", names
    for name, chart in config.charts.items():
        if name in shown:
            made = make.chart(name)
            file, _, function = chart.function.partition(".")
            texts = made.wide, made.narrow
            yield f"content/charts/{file}.py", function, memo.get("asked", texts, partial(used_in, texts))


def used_in(texts: Iterable[str]) -> frozenset[str]:
    """Return the custom properties that texts use."""
    return frozenset(found["name"] for text in texts for found in ASKED.finditer(text))


def place_of(source: Source, name: str, function: str) -> Place:
    """Return the place of a colour's name in a file, else of the function."""
    found = re.search(rf"--{re.escape(name)}\b", source.text) or re.search(rf"\bdef {function}\b", source.text)
    return place_in(source.text, found.start() if found else 0)


def unknown(source: Source, name: str, place: Place, colors: Collection[str], severity: Severity) -> Problem:
    """Return the problem of a colour that no style sheet sets."""
    message, suggestion = f"no style sheet sets '--{name}'", suggest(name, colors)
    return source.problem("color", message, place, len(name) + 2, suggestion, severity=severity)
