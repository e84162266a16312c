"""Check a site as a whole: file names, colours, unused files, and the finished pages."""

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
from site_builder.assets.styles import Styles
from site_builder.cache.fingerprint import EXPLORABLES
from site_builder.cache.results import Memo
from site_builder.drawing.cached import Workshop
from site_builder.explorables.page_data import Explorable
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
# In these a browser reads no tags but for their own end.
LITERAL = frozenset({"script", "style", "textarea", "title"})
DATA = ("application/json", "application/ld+json", "speculationrules")
DOCUMENTS = frozenset(
    ["applet", "base", "embed", "frame", "frameset", "iframe", "object", "plaintext", "portal", "xmp"]
)
DOCTYPE = "<!doctype html>"
SHOWN = 60
LEADS_NOWHERE = " links to {!r}, which is not there"
NO_HOME = "write 'slug: index' in the head of the chapter that is the home page"
MOST_NAMED = 5


def check_uses(settings: Settings, library: Library, bodies: Sequence[Body]) -> list[Problem]:
    """Warn of glossary terms that no page uses and of figures that none shows, nor any draft."""
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
                suggestion = f"write ':::explore{{name={name}}}' where it belongs"
                problems.append(Problem(path, 0, 0, "figure-unused", message, suggestion, severity="warning"))
            elif name not in shown:
                place = settings.place(kind, name)
                message = f"no page shows the {kind[:-1]} {name!r}"
                problems.append(settings.source.problem("figure-unused", message, place, severity="warning"))
    return problems


def check_downloads(site: Site, bodies: Sequence[Body]) -> list[Problem]:
    """Warn of files to download that no page links to."""
    message = "no page links to this file, though it is published"
    linked = {name for body in bodies for name in ADDRESS.findall(body.html)} if site.downloads else set()
    return [
        Problem(f"content/{name}", 0, 0, "file-unused", message, f"write [text]({name})", severity="warning")
        for name in site.downloads
        if name not in linked
    ]


def check_listed(site: Site, library: Library, bodies: Sequence[Body]) -> list[Problem]:
    """Report data sets that no list names, where there are lists: what is published is accounted for."""
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
    return [source.problem("data-unlisted", message, place, length=len(":::datasets"), suggestion=suggestion)]


@dataclass(frozen=True)
class Names:
    """What a page holds: its ids, the addresses of other pages that it links to, and what is wrong with it alone.

    ``wrong`` are the codes of errors with their messages, which go on behind the name of the page.
    """

    ids: Counter[str]
    addresses: frozenset[str]
    wrong: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1 << 16)
def target_of(href: str) -> tuple[str, str]:
    """Return the file and the id that an address leads to, each "" where there is none."""
    file, _, fragment = href.partition("#")
    return unquote(file).partition("?")[0], unquote(fragment)


def names_in(html: str) -> Names:
    """Return what a page holds, read as browsers read it: what they could read in two ways is not allowed."""
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
            tag, given = name[0].lower(), dict[str, str]()
            for attribute in ATTRIBUTE.finditer(html, name.end(), end):
                value = attribute["double"] or attribute["single"] or attribute["bare"] or ""
                given.setdefault(attribute["name"].lower(), unescape(value) if "&" in value else value)
            ids.update([given["id"]] if given.get("id") else [])
            if tag == "a" and "href" in given:
                addresses.add(given["href"])
            wrong = wrong or wrong_element(tag, given)
            if tag in LITERAL and (tag != "title" or at < head):  # that of a drawing holds tags
                closing = re.compile(rf"</{tag}\s*>", re.IGNORECASE).search(html, end)
                end = closing.start() if closing else len(html)
                if (
                    tag == "script"
                    and "src" not in given
                    and given.get("type", "") not in DATA
                    and html[found.end() : end]
                ):
                    wrong = wrong or "a script in the page itself"
        at = html.find("<", end)
    inner = {href for href in addresses if "://" not in href and not href.startswith(("mailto:", "tel:", "/"))}
    own = {href for href in inner if not target_of(href)[0]}
    told = [("html-forbidden", f": {wrong}")] if wrong else []
    told += [("id-duplicate", f" has {n} elements with the id {name!r}") for name, n in ids.items() if n > 1]
    told += [("anchor", LEADS_NOWHERE.format(href)) for href in own if (part := target_of(href)[1]) and part not in ids]
    return Names(ids, frozenset(inner - own), tuple(told))


def wrong_element(tag: str, attributes: Mapping[str, str]) -> str:
    """Return what is wrong with an element of a finished page, nothing if it may be there."""
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
    """Report ids that occur twice, links that lead nowhere, paths that differ in case only, and what is refused.

    A net under the other checks: it knows no lines, but sees what templates, drawings and widgets wrote.

    Parameters
    ----------
    pages
        HTML by path; ``sources`` names the author's file of each, ``files`` all paths of the site.
    may_grow
        Whether data are still to come, so that links may lead to what is not there yet.
    """
    problems = []
    names = {path: memo.call(names_in, html) for path, html in pages.items()}
    known = set(files) | set(pages)
    for name, other in same_but_for_case(sorted(known)).items():
        problem = Source(sources.get(name) or name, "").problem(
            "file-name", alike(name, other), None, suggestion=RENAME
        )
        problems.append(problem)
    wrong_links = dict[str, str]() if may_grow else codes_of_links(names, known)
    for path, found in names.items():
        told = [(code, message) for code, message in found.wrong if not (may_grow and code == "anchor")]
        told += [(wrong_links[href], LEADS_NOWHERE.format(href)) for href in found.addresses & wrong_links.keys()]
        for code, message in told:
            source = Source(sources.get(path) or path, "")
            suggestion = NO_HOME if LEADS_NOWHERE.format("index.html") in message else ""
            problems.append(source.problem(code, f"the page {path}{message}", None, suggestion=suggestion))
    return sorted(problems)


def codes_of_links(names: Mapping[str, Names], known: Collection[str]) -> dict[str, str]:
    """Return the addresses that lead nowhere, with the code of the error."""
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
# Pages name these by their stems, in addresses, ids and options.
NAMED = re.compile(r"(static/js/[^/]+/widgets/[^/]+\.js|content/explorables/[^/]+\.py)")
FILE_NAME = re.compile(r"[\w-]+")
BUNDLED = re.compile(r"static/.+\.(css|js|json|ts)")


def check_names(project: Path) -> list[Problem]:
    """Return what is wrong with the name of the project's folder, and with those of the files in it."""
    problems = []
    if UNPRINTABLE.search(str(project).replace("\n", "")):
        message = f"the path of the project holds characters that are not UTF-8: {shown(str(project))!r}"
        problems.append(Problem(".", 0, 0, "file-name", message, "rename the folder"))
    root = os.path.join(project, "")
    for folder in FOLDERS:
        for entry in walk_entries(project / folder):
            name = composed(entry.path[len(root) :].replace(os.sep, "/"))
            if wrong := what_is_wrong(name):
                problems.append(Problem(shown(name), 0, 0, "file-name", f"the name {wrong}", "rename it"))
    return problems


def what_is_wrong(name: str) -> str:
    """Return what is wrong with the name of a file, seen from the project; nothing if it can be used."""
    if UNPRINTABLE.search(name):
        return "has a control character, or is not UTF-8"
    if NAMED.fullmatch(name) and not FILE_NAME.fullmatch(name.rpartition("/")[2].rpartition(".")[0]):
        return "of a figure may have letters, digits, - and _ only"
    if BUNDLED.fullmatch(name) and re.search(r"[*\\]", name):
        return "of a style sheet or script may not have '*' or a backslash"
    return ""


# Behind these a part of their file may be read as something else: ids that are written there are then missed.
SWALLOWING = frozenset(
    {
        *("directive-malformed", "directive-unclosed", "directive-unknown", "encoding", "fence-unclosed"),
        *("front-matter", "html-unclosed", "nesting", "option-malformed"),
    }
)


@dataclass(frozen=True)
class Causes:
    """What other errors may come from.

    ``broken`` are the files with errors, ``unread`` the texts of those that are not read as they are meant, by path;
    ``lost`` names chapters of which no page is made, ``errors`` are all of them.
    """

    broken: frozenset[str]
    unread: dict[str, str]
    lost: frozenset[str]
    errors: tuple[Problem, ...]

    def explain(self, problem: Problem, library: Library) -> bool:
        """Tell whether a problem is there only because of another."""
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
        """Return the errors of a kind in a file."""
        return [error for error in self.errors if (error.code, error.path) == (code, path)]

    def explain_id(self, problem: Problem, library: Library) -> bool:
        """Tell whether an id that is missed is in a text that is not read as it is meant."""
        file, mark, identifier = problem.about.partition("#")
        if mark and any(f"{{#{identifier}" in text for text in self.unread.values()):
            return True
        paths = {chapter.text.source.path for chapter in library.chapters.values() if file and chapter.file == file}
        return problem.path not in paths and bool(paths & self.unread.keys())


def held_back(problems: Sequence[Problem], library: Library) -> tuple[Problem, ...]:
    """Return the problems that are not there only because of others, in their order.

    A chapter that is not listed, of which a warning is given, is an error where links lead to it.
    """
    errors = [problem for problem in problems if problem.severity == "error"]
    unlisted = {problem.about for problem in problems if problem.code == "chapter-orphan"}
    missing = [problem for problem in problems if problem.code in {"chapter-missing", REFUSED}]
    meant = {name for name in unlisted for problem in missing if repr(name) in problem.suggestion}
    texts = {chapter.text.source.path: chapter.text.source.text for chapter in library.chapters.values()}
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
    kept = [problem for problem in problems if not causes.explain(problem, library)]
    wanted = {problem.about for problem in errors if problem.code == "link"} - {""}
    told = []
    for problem in kept:
        if problem.code == "chapter-orphan" and problem.about in meant:
            continue
        is_wanted = problem.code == "chapter-orphan" and problem.about in wanted
        told.append(replace(problem, severity="error") if is_wanted else problem)
    return tuple(told)


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
    message, suggestion = f"no style sheet sets '--{name}'", suggest(name, colors)
    return source.problem("color", message, place, length=len(name) + 2, suggestion=suggestion, severity=severity)
