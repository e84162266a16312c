"""Hold the state that rendering shares: the site, its templates, and the draft of a page."""

from __future__ import annotations

import json
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined, TemplateSyntaxError
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.meta import find_referenced_templates
from markupsafe import Markup

from site_builder.cache.fingerprint import digest_folder
from site_builder.cache.results import Memo, digest_of
from site_builder.data.manifest import DataSet
from site_builder.data.values import Numbers
from site_builder.drawing.cached import Workshop
from site_builder.drawing.directives import OwnDirectives
from site_builder.locales import number
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Place, load_source, suggest
from site_builder.project_files import content_files
from site_builder.reading.texts import Anchor, Chapter, Concept, PageKind
from site_builder.settings.references import References
from site_builder.settings.site_toml import Settings
from site_builder.settings.words import Words
from site_builder.syntax.directive_table import Dialect
from site_builder.syntax.inlines import curved

FOLDER = "templates"
# Prefix by which a project's template refers to the builder's, to extend one of the same name.
BUILDER = "site_builder"
CODE = "template"


class Templates:
    """Templates, loaded once, and their texts.

    ``digest`` covers the templates and texts; ``problems`` holds the problems of the project's templates.
    """

    def __init__(self, engine: Path, project: Path, words: Words, memo: Memo) -> None:
        folder, own = engine / FOLDER, project / FOLDER
        self._project, self.words = project, words
        self._has_own = own.is_dir() and not own.samefile(folder)
        folders = (folder, own) if self._has_own else (folder,)
        self.digest = digest_of(digest_folder(*folders), words.digest)
        self._templates = memo.get("templates", self.digest, lambda: load_templates(words, *folders))
        self.problems: tuple[Problem, ...] = ()
        if self._has_own:
            check = partial(check_own, project, self._templates, folder)
            self.problems = memo.get("own templates", self.digest, lambda: tuple(check()))

    def fill(self, template: str, /, **values: Any) -> str:
        """Render a template.

        Raises
        ------
        SiteError
            If a template of the project fails, at its line.
        """
        try:
            return Markup(self._templates.get_template(template).render(values))
        except Exception as error:  # a template may call any of its values
            problem = failure_in(self._project, error) if self._has_own else None
            if problem is None:
                raise
            raise SiteError([problem]) from error


class CompiledTemplates(BytecodeCache):
    """Caches compiled templates in this process; compiling those of a page takes 0.1 s."""

    def __init__(self) -> None:
        self._codes: dict[str, Bucket] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Set the cached code of a template if its source is unchanged."""
        compiled = self._codes.get(bucket.key)
        if compiled is not None and compiled.checksum == bucket.checksum:
            bucket.code = compiled.code

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the code of a template."""
        self._codes[bucket.key] = bucket


COMPILED_TEMPLATES = CompiledTemplates()


def load_templates(words: Words, folder: Path, own: Path | None = None) -> Environment:
    """Return an environment with the templates of ``own``, else of ``folder``; it escapes text that is not Markup."""
    builder = FileSystemLoader(folder)
    before = [FileSystemLoader(own, encoding="utf-8-sig")] if own else []
    environment = Environment(
        loader=ChoiceLoader([*before, builder, PrefixLoader({BUILDER: builder})]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=COMPILED_TEMPLATES,
    )
    environment.globals["say"] = words.html
    environment.filters["curved"] = curved
    environment.filters["grouped"] = number
    environment.filters["tojson_attribute"] = lambda value: json.dumps(value, sort_keys=True, ensure_ascii=False)
    return environment


def check_own(project: Path, templates: Environment, engine: Path) -> list[Problem]:
    """Report templates of a project that are invalid, and those that nothing uses."""
    folder, problems = project / FOLDER, list[Problem]()
    names = [path.relative_to(folder).as_posix() for path in content_files(folder, "**/*.html")]
    known = {path.relative_to(engine).as_posix() for path in engine.rglob("*.html")}
    used: set[str] = set()
    for name in names:
        source = load_source(project, f"{FOLDER}/{name}")
        problems += source.problems
        try:
            used |= {other for other in find_referenced_templates(templates.parse(source.text)) if other}
        except TemplateSyntaxError as error:
            problems.append(at_line(project, source.path, error.lineno, error.message or "cannot be read"))
    for name in names:
        if name not in known | used:
            message = "no page uses this template: the builder has none of this name, and no template includes it"
            suggestion = suggest(name, known)
            source = load_source(project, f"{FOLDER}/{name}")
            problems.append(source.problem("template-unused", message, None, 1, suggestion, "warning"))
    return problems


def failure_in(project: Path, error: Exception) -> Problem | None:
    """Return the problem of a failed template of the project, at its line; None for other errors."""
    folder = (project / FOLDER).resolve()
    if isinstance(error, TemplateSyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        path = Path(error.filename).relative_to(project).as_posix()
        return at_line(project, path, error.lineno, error.message or "cannot be read")
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if Path(frame.filename).is_relative_to(folder):
            path = Path(frame.filename).relative_to(project).as_posix()
            return at_line(project, path, frame.lineno or 0, f"{type(error).__name__}: {error}")
    return None


def at_line(project: Path, path: str, line: int, message: str) -> Problem:
    """Return a problem at a line of a template."""
    return load_source(project, path).located(Problem(path, line, 0, CODE, message, length=0))


EMBEDS = "embed/"
GLOSSARY = "glossary.html"
REFERENCES = "references.html"


@dataclass(frozen=True)
class PageInfo:
    """A page as other pages refer to it: its title and description in plain text, and its anchors.

    Equality ignores ``anchors``: equal pages look the same in lists of pages.
    """

    file: str
    kind: PageKind
    number: str
    title: str
    description: str
    anchors: Mapping[str, Anchor] = field(repr=False, compare=False)
    is_draft: bool = False

    @cached_property
    def details(self) -> list[list[str]]:
        """Return the fields of the page and of its anchors, except lines."""
        parts = self.anchors.items()
        whole = [self.file, self.file, self.kind, self.number, self.title, self.description]
        return [whole, *([key, self.file, self.number, one.kind, one.number, one.shows] for key, one in parts)]

    @cached_property
    def digest(self) -> str:
        """Return the digest of the details."""
        return digest_of(self.details)


@dataclass(frozen=True)
class Language:
    """A language that pages are translated into: its templates, and the translated pages by the name of their page."""

    templates: Templates
    pages: Mapping[str, PageInfo]


@dataclass(frozen=True)
class Site:
    """The state that all pages share.

    ``pages`` is keyed by the name of the chapter's file, ``usable`` names the figures without errors, ``data_sets``
    holds those that may be published, in the order of the manifest. ``may_grow`` is true if data sets are still being
    computed, and ``awaited`` names the known ones of these; ``drafts`` are chapters that are left out, ``downloads``
    the files of ``content/files`` by their path in the site, ``languages`` those of translations by their tag.
    """

    project: Path
    settings: Settings
    numbers: Numbers
    concepts: Mapping[str, Concept]
    references: References
    pages: Mapping[str, PageInfo]
    urls: Mapping[str, str]
    usable: frozenset[str]
    data_files: Mapping[str, str]
    data_sets: Mapping[str, DataSet]
    awaited: frozenset[str]
    may_grow: bool
    make: Workshop
    templates: Templates
    own: OwnDirectives
    drafts: Mapping[str, Chapter] = field(default_factory=dict)
    downloads: Mapping[str, Path] = field(default_factory=dict)
    languages: Mapping[str, Language] = field(default_factory=dict)

    @cached_property
    def page_of_file(self) -> Mapping[str, PageInfo]:
        """Return the pages by their file in the site."""
        return {page.file: page for page in self.pages.values()}

    @cached_property
    def pages_with(self) -> Mapping[str, list[PageInfo]]:
        """Return the pages that have an anchor, by its identifier."""
        found: dict[str, list[PageInfo]] = {}
        for page in self.pages.values():
            for identifier in page.anchors:
                found.setdefault(identifier, []).append(page)
        return found

    @cached_property
    def embeds(self) -> frozenset[str]:
        """Return the possible embed pages of figures; the kinds of figures are checked when pages are written."""
        return frozenset(
            embed_of(page.file, identifier)
            for identifier, pages in self.pages_with.items()
            for page in pages
            if page.anchors[identifier].kind == "figure"
        )

    @cached_property
    def sets_of_file(self) -> Mapping[str, list[str]]:
        """Return the data sets by the file under which they are published."""
        found: dict[str, list[str]] = {}
        for name, file in self.data_files.items():
            found.setdefault(file, []).append(name)
        return found

    @property
    def words(self) -> Words:
        """Return the texts of the builder in the language of the site."""
        return self.templates.words

    def in_language(self, tag: str) -> Site:
        """Return the site as the translations into a language see it."""
        return replace(
            self, settings=self.settings.in_language(tag), templates=self.languages[tag].templates, languages={}
        )

    @cached_property
    def dialect(self) -> Dialect:
        """Return the directives and options for texts."""
        return replace(self.own.dialect, quotes=self.settings.config.quotes)


def embed_of(file: str, identifier: str) -> str:
    """Return the path of the embed page of a figure, by the page and the id of the figure."""
    return f"{EMBEDS}{file.removesuffix('.html')}-{identifier}.html"


@dataclass(frozen=True)
class Embed:
    """A figure for an embed page: its markup and its data."""

    identifier: str
    html: Markup
    data: Markup


@dataclass
class Draft:
    """A page while it is being written: what it uses so far, and its problems.

    ``lede`` follows the title; ``noted`` holds the number of each note by file and label, ``of_heading`` the notes of
    the heading that is being written. ``sets`` names the data sets in the page, ``scripts`` holds those that are JSON
    already, ``tables`` names those offered as CSV, ``listed`` those offered in every form, with the place of their
    list, ``assets`` those that its widgets fetch; ``asked`` maps all that it needs to whether they exist. ``depths``
    holds the levels of its depth blocks, ``captions`` those of its figures as HTML; ``card`` is the drawing of a widget
    for the page's card; ``records`` holds the data of its explorables for scripts. ``is_translation`` leaves out what
    the page has already: pictures and data.
    """

    info: PageInfo
    lede: str = ""
    problems: list[Problem] = field(default_factory=list)
    concepts: dict[str, None] = field(default_factory=dict)
    cited: dict[str, str] = field(default_factory=dict)
    figures: dict[str, None] = field(default_factory=dict)
    sets: dict[str, None] = field(default_factory=dict)
    tables: dict[str, None] = field(default_factory=dict)
    assets: dict[str, None] = field(default_factory=dict)
    listed: dict[str, Place] = field(default_factory=dict)
    asked: dict[str, bool] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    scripts: dict[str, str] = field(default_factory=dict)
    n_stills: int = 0
    embeds: dict[str, Embed] = field(default_factory=dict)
    depths: set[int] = field(default_factory=set)
    captions: list[str] = field(default_factory=list)
    n_notes: int = 0
    noted: dict[tuple[str, str], int] = field(default_factory=dict)
    of_heading: list[str] | None = None
    card: str = ""
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    is_translation: bool = False

    def use_concept(self, slug: str) -> bool:
        """Record that the page uses a concept; return whether it is the first time."""
        first = slug not in self.concepts
        self.concepts[slug] = None
        return first

    def cite(self, key: str, has_place: bool = True) -> str:
        """Record that the page cites a work; return the id for this place if it is the first that can have one."""
        anchor = "" if self.cited.get(key) or not has_place else f"cite-{key}"
        self.cited[key] = self.cited.get(key) or anchor
        return anchor

    def offer(self, href: str, site: Site) -> None:
        """Record a link of the page, so that the data file at ``href`` is published, if it is one."""
        for name in site.sets_of_file.get(href, ()):
            (self.tables if name in site.numbers.tables.sets else self.assets)[name] = None
