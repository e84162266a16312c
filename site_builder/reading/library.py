"""Read the texts of a project: chapters, tools, appendices and glossary entries."""

from __future__ import annotations

import hashlib
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from site_builder.cache.results import Memo, digest_of, identity_of, is_settled
from site_builder.problems.problem import Problem
from site_builder.problems.source import Place, Source, load_source, suggest
from site_builder.project_files import composed, content_files, files_in
from site_builder.reading.numbering import hyphenated, outline_of
from site_builder.reading.texts import Chapter, Concept, PageKind, Text
from site_builder.settings.front_matter import ConceptMatter, FrontMatter, read_front_matter
from site_builder.settings.site_toml import Settings, require_tag
from site_builder.syntax.directive_table import BUILT_IN, Dialect
from site_builder.syntax.markdown import read_line, read_markdown

CHAPTERS = "content/chapters"
CONCEPTS = "content/concepts"
HOME = "index"
TAKEN = frozenset({"glossary", "references", "404"})
# The file of a translation, ``NAME.LANG.md``, named after the file of its page, ``NAME.md``.
TRANSLATION = re.compile(r"(.+)\.[A-Za-z]{2,3}(?:-[A-Za-z0-9]+)*\.md")
# A number at the start of a file name, for sorting.
ORDER = re.compile(r"^\d+[-_]")


@dataclass
class Library:
    """The texts of a project in reading order, and their problems; ``drafts`` are the chapters that are left out.

    ``owners`` maps each slug to its chapter.
    """

    chapters: dict[str, Chapter] = field(default_factory=dict)
    drafts: dict[str, Chapter] = field(default_factory=dict)
    owners: dict[str, str] = field(default_factory=dict)
    concepts: dict[str, Concept] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    dialect: Dialect = BUILT_IN


def read_library(
    project: Path, settings: Settings, memo: Memo, dialect: Dialect = BUILT_IN, with_drafts: bool = False
) -> Library:
    """Read every chapter, tool, appendix and glossary entry of a project; drafts and their errors are left out."""
    library = Library(dialect=dialect)
    number = 0
    config = settings.config
    listed: list[tuple[str, PageKind, list[str]]] = [
        ("chapters", "chapter", config.chapters),
        ("tools", "tool", config.tools),
        ("appendices", "appendix", config.appendices),
    ]
    files = files_in(project, project / CHAPTERS)
    translations = defaultdict[str, list[str]](list)
    for name in texts_among(files):
        translations[page_of(name)].append(name)
    for key, kind, names in listed:
        for name in names:
            if name in library.chapters or name in library.drafts:
                continue
            try:
                source = source_in(project, CHAPTERS, name, files, memo)
            except FileNotFoundError:
                library.problems.append(_missing(settings, key, name, files))
                continue
            if source.is_refused:
                library.problems += source.problems
                continue
            chapter, problems = memo.call(read_chapter, source, name, kind, dialect)
            if chapter.matter.draft and not with_drafts:
                library.drafts[name] = chapter
                continue
            library.problems += problems
            chapter = translated(project, chapter, translations[name], files, library, memo)
            if chapter.kind == "chapter":
                number += 1
                numbered = partial(replace, chapter, number=str(number))
                chapter = memo.get("numbered", (name, chapter.digest, number), numbered)
            _add(library, chapter)
    _report_unlisted(settings, library, files)
    files = files_in(project, project / CONCEPTS)
    for slug in [composed(path.stem) for path in content_files(project / CONCEPTS, "*.md")]:
        _read_concept(source_in(project, CONCEPTS, f"{slug}.md", files, memo), slug, library, memo)
    return library


def source_in(project: Path, folder: str, name: str, files: Mapping[str, os.DirEntry[str]], memo: Memo) -> Source:
    """Load one of the ``files`` in a folder like :func:`load_source`; an unchanged file is not read again.

    Links, and files that were written a moment ago, are read in every build.
    """
    path = f"{folder}/{name}"
    with suppress(OSError, KeyError):
        if not files[name].is_symlink() and is_settled(identity := identity_of(files[name])):
            return memo.get("source", (path, identity), partial(load_source, project, path))
    return load_source(project, path, call=memo.call)


def _report_unlisted(settings: Settings, library: Library, files: Iterable[str]) -> None:
    """Report chapters that ``site.toml`` does not list, and a site without a title page."""
    config = settings.config
    listed = {*config.chapters, *config.tools, *config.appendices}
    for name in texts_among(files):
        if composed(name) not in listed and page_of(name) not in listed:
            message, remedy = "this chapter is not listed, so no page is made of it", "list it in content/site.toml"
            file = Source(f"{CHAPTERS}/{name}", "")
            library.problems.append(file.problem("chapter-orphan", message, None, 1, remedy, "warning", name))
    if not any(chapter.kind == "home" for chapter in library.chapters.values()) and not library.problems:
        message = "no chapter is the title page"
        place = settings.place("chapters")
        library.problems.append(settings.source.problem("config", message, place, suggestion="list an index.md"))


def page_of(name: str) -> str:
    """Return the file of the page that a file is named as a translation of; "" for other files."""
    found = TRANSLATION.fullmatch(composed(name))
    return f"{found[1]}.md" if found else ""


def translated(
    project: Path,
    chapter: Chapter,
    names: Sequence[str],
    files: Mapping[str, os.DirEntry[str]],
    library: Library,
    memo: Memo,
) -> Chapter:
    """Return a chapter with its translations, the files ``names``; their problems are added to the library."""
    translations = dict[str, Chapter]()
    for name in names:
        source = source_in(project, CHAPTERS, name, files, memo)
        try:
            tag = require_tag(name.removesuffix(".md").rpartition(".")[2])
        except ValueError as error:
            library.problems.append(source.problem("translation", str(error), None, suggestion="rename the file"))
            continue
        if source.is_refused:
            library.problems += source.problems
            continue
        translation, problems = memo.call(read_chapter, source, chapter.name, chapter.kind, library.dialect)
        library.problems += [*problems, *unlike(chapter, translation)]
        translations[tag] = translation
    if not translations:
        return chapter
    digest = digest_of(chapter.digest, [(tag, one.digest) for tag, one in translations.items()])
    return replace(chapter, translations=translations, digest=digest)


def unlike(chapter: Chapter, translation: Chapter) -> Iterator[Problem]:
    """Yield an error if a translation has other sections and figures than its page: addresses name them."""
    own, ids = (
        [one.identifier for one in page.text.outline.anchors.values() if one.kind in {"section", "figure"}]
        for page in (translation, chapter)
    )
    if own != ids:
        message = f"this translation has the sections and figures {', '.join(own) or 'none'}"
        suggestion = f"write those of {chapter.name}, in its order: {', '.join(ids) or 'none'}"
        yield translation.text.source.problem("translation", message, Place(1, 1), suggestion=suggestion)


def texts_among(names: Iterable[str]) -> list[str]:
    """Return the sorted names of markdown files."""
    return sorted(name for name in names if name.endswith(".md"))


def read_chapter(
    source: Source, name: str, kind: PageKind, dialect: Dialect = BUILT_IN
) -> tuple[Chapter, list[Problem]]:
    """Read one chapter; return it with its problems."""
    matter, places, body, problems = read_front_matter(source, FrontMatter, FrontMatter())
    assert matter is not None
    reading = read_markdown(source, body, dialect)
    outline = outline_of(reading, source)
    slug = composed(matter.slug or ORDER.sub("", name.removesuffix(".md")))
    if slug != hyphenated(slug):
        message = f"{slug!r} is not a valid slug: use small letters, digits and hyphens"
        allowed = hyphenated(slug) or "page"
        suggestion = f"write {allowed!r}" if matter.slug else f"rename the file, or write 'slug: {allowed}' in its head"
        problems.append(source.problem("slug", message, places.get("slug"), len(slug), suggestion))
        slug = allowed
    if kind == "chapter" and slug == HOME:
        kind = "home"
    codes = {problem.code for problem in [*source.problems, *problems]}
    is_read = "encoding" not in codes and (places or "front-matter" not in codes)
    if matter.title is None and outline.title is None and source.text and is_read:
        message, suggestion = "this page has no title", "begin it with a heading, or give a title in its front matter"
        problems.append(source.problem("title-missing", message, Place(1, 1), suggestion=suggestion))
    text = Text(source, reading, outline, places)
    digest = hashlib.sha256(source.text.encode()).hexdigest()
    chapter = Chapter(name, slug, kind, "", matter, text, digest)
    return chapter, [*source.problems, *problems, *reading.problems, *outline.problems]


def _add(library: Library, chapter: Chapter) -> None:
    """Add a chapter; report a slug that another page has."""
    owner = "the engine" if chapter.slug in TAKEN else library.owners.get(chapter.slug, "")
    if owner:
        slug, place, source = chapter.slug, chapter.text.places.get("slug"), chapter.text.source
        message = f"the slug {slug!r} is taken by {owner}"
        library.problems.append(source.problem("slug", message, place, len(slug), "set another slug"))
    library.chapters[chapter.name] = chapter
    library.owners[chapter.slug] = chapter.name


def _missing(settings: Settings, kind: str, name: str, files: Iterable[str]) -> Problem:
    """Return the problem of a chapter that is listed but does not exist."""
    place = settings.item_place(name, kind)
    suggestion = suggest(name, texts_among(files), f"chapters in {CHAPTERS}")
    return settings.source.problem(
        "chapter-missing", f"there is no {CHAPTERS}/{name}", place, len(name), suggestion, about=name
    )


def _read_concept(source: Source, slug: str, library: Library, memo: Memo) -> None:
    """Read a glossary entry and add it to the library."""
    if source.is_refused:
        library.problems += source.problems
        return
    concept, problems = memo.call(read_concept, source, slug, library.dialect)
    library.problems += problems
    if concept is not None:
        library.concepts[slug] = concept


def read_concept(source: Source, slug: str, dialect: Dialect = BUILT_IN) -> tuple[Concept | None, list[Problem]]:
    """Read one glossary entry; return it with its problems."""
    matter, places, body, problems = read_front_matter(source, ConceptMatter)
    if slug != hyphenated(slug):
        message = f"{slug!r} is not a valid slug: use small letters, digits and hyphens"
        problems.append(source.problem("slug", message, None, suggestion="rename the file"))
    reading = read_markdown(source, body, dialect)
    outline = outline_of(reading, source)
    for token in reading.tokens:
        if token.type == "heading_open":
            message = "a glossary entry has no headings of its own"
            problems.append(source.problem("concept-heading", message, token.meta.get("place")))
    found = [*source.problems, *problems, *reading.problems, *outline.problems]
    if matter is None:
        return None, found
    line = read_line(matter.short, source, places.get("short", Place(1, 1)), dialect)
    short = Text(source, line, outline_of(line, source), {})
    found += [*line.problems, *short.outline.problems]
    return Concept(slug, matter, Text(source, reading, outline, places), short), found
