"""Render texts as HTML by a table of rules; resolve links and references; render captions and alt texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar
from urllib.parse import unquote

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from site_builder.data.values import Cell
from site_builder.drawing.cached import figure_problem
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Origin, Place, Severity, Source, nearest_word, suggest
from site_builder.project_files import composed
from site_builder.reading.numbering import outline_of
from site_builder.reading.texts import FILES, Anchor, Text
from site_builder.rendering.site import Draft, PageInfo, Site
from site_builder.settings.words import Words
from site_builder.syntax.directive_table import TURN_TO
from site_builder.syntax.markdown import parser, read_line
from site_builder.syntax.options import Directive, fold_inlines

Tokens = Sequence[Token]
PLAIN = ("hardbreak", "softbreak", "html_block", "html_inline")
SILENT = frozenset({"html_inline", "mistake", "note", "note_reference"})


TokenRule = Callable[["Renderer", Tokens, int], str]
DirectiveRule = Callable[["Renderer", Directive], str]
Rule = TypeVar("Rule")
# Rules that render tokens by type, directives by name, and, as plain text for titles and alt texts, the types of token
# whose plain text is not their content. The modules of rules fill them.
TOKEN_RULES: dict[str, TokenRule] = {}
DIRECTIVE_RULES: dict[str, DirectiveRule] = {}
WORD_RULES: dict[str, TokenRule] = {}


def renders(rules: dict[str, Rule], *names: str) -> Callable[[Rule], Rule]:
    """Register the decorated function as the rule of some types of tokens, or of some directives."""

    def register(rule: Rule) -> Rule:
        rules.update(dict.fromkeys(names, rule))
        return rule

    return register


class Renderer(RendererHTML):
    """Renders the tokens of one text, which are not changed; problems are added to the draft.

    ``PLAIN`` names the rules that are inherited from markdown-it.
    """

    def __init__(self, site: Site, draft: Draft, text: Text) -> None:
        self.site, self.draft, self.written = site, draft, text
        self.options = parser().options
        self.rules = {kind: getattr(self, kind) for kind in PLAIN} | {
            kind: self._bound(rule) for kind, rule in TOKEN_RULES.items()
        }

    def _bound(self, rule: TokenRule) -> Any:
        """Return a rule with the signature that markdown-it calls."""

        def call(tokens: Tokens, index: int, options: OptionsDict, environment: EnvType) -> str:
            return rule(self, tokens, index)

        return call

    def renderInline(self, tokens: Tokens, options: OptionsDict, env: EnvType) -> str:  # noqa: N802 (markdown-it's name)
        """Render inline tokens; those in a note or in a project's directive are folded into one token."""
        return super().renderInline(fold_inlines(tokens), options, env)

    def blocks(self, tokens: Tokens) -> Markup:
        """Render block tokens as HTML."""
        return Markup(self.render(tokens, self.options, {}).strip("\n"))

    def line(self, tokens: Tokens | None) -> Markup:
        """Render inline tokens as HTML."""
        return Markup(self.renderInline(tokens or [], self.options, {}))

    def words(self, tokens: Tokens | None) -> str:
        """Render inline tokens as plain text with values filled in, for titles and alt texts."""
        parts, folded = [], fold_inlines(tokens or [])
        for index, token in enumerate(folded):
            if token.type in SILENT:
                continue
            if token.type in WORD_RULES:
                parts.append(WORD_RULES[token.type](self, folded, index))
            elif token.type in {"softbreak", "hardbreak"}:
                parts.append(" ")
            else:
                parts.append(self.words(token.children) if token.type in {"image", "own"} else token.content)
        return "".join(parts)

    def cell(self, token: Token) -> Cell | None:
        """Return the cell for a value token; report an error and return None if there is none."""
        meta = token.meta
        try:
            cell = self.find(meta["query"], meta["spec"])
        except Mistake as mistake:
            if mistake.code == "value-format":
                mistake.offset += len("]{")
            self.report_in(mistake, meta["origin"], meta["query_start"])
            return None
        work = self.site.references.work_quoted(meta["query"])
        if work:
            self.draft.cite(work, has_place=False)
        return cell

    def find(self, query: str, spec: str) -> Cell:
        """Return the cell for a query, and record that the page needs its data set."""
        cell = self.site.numbers.find(query, spec)
        if cell.set_name:
            self.draft.asked[cell.set_name] = cell.set_name in self.site.numbers.tables.sets
        return cell

    def awaits(self, widget: str) -> bool:
        """Return whether data of a widget are still being computed."""
        entry = self.site.settings.config.widgets.get(widget)
        return entry is not None and any(map(self.site.numbers.awaits, [*entry.data, *entry.files]))

    def read_line(self, text: str, place: Place, source: Source | None = None) -> tuple[Renderer, Tokens]:
        """Return a line of markdown from an option, or from another file, and a renderer for it."""
        source = source or self.written.source
        reading = read_line(text, source, place, self.site.dialect)
        outline = outline_of(reading, source)
        self.draft.problems += [*reading.problems, *outline.problems]
        other = Renderer(self.site, self.draft, Text(source, reading, outline, {}))
        return other, reading.tokens[0].children or []

    def line_in(self, text: str, place: Place, source: Source | None = None) -> Markup:
        """Return a line of markdown as HTML; parameters as in ``read_line``."""
        other, children = self.read_line(text, place, source)
        return other.line(children)

    def words_in(self, text: str, place: Place, source: Source | None = None) -> str:
        """Return a line of markdown as plain text with values filled in; parameters as in ``read_line``."""
        other, children = self.read_line(text, place, source)
        return other.words(children)

    def report(self, mistake: Mistake, place: Place | None, severity: Severity = "error") -> None:
        """Add a problem to the draft."""
        self.draft.problems.append(self.written.source.mistake(mistake, place, severity))

    def report_in(self, mistake: Mistake, origin: Origin, start: int, severity: Severity = "error") -> None:
        """Add a problem in a piece of text that begins at offset ``start`` of the text that ``origin`` locates."""
        self.report(mistake, origin.locate(start + mistake.offset), severity)

    def report_figure(self, name: str, problems: Iterable[Problem]) -> None:
        """Report the problems of a chart or widget, except warnings that the chart silences."""
        settings, chart = self.site.settings, self.site.settings.config.charts.get(name)
        quiet = () if chart is None else chart.quiet
        shown = [problem for problem in problems if problem.code not in quiet]
        self.draft.problems += [figure_problem(self.site.project, settings, name, problem) for problem in shown]

    def fill(self, template: str, /, **values: Any) -> str:
        """Render a template of ``components``."""
        return self.site.templates.fill(f"components/{template}.html", **values)


@renders(TOKEN_RULES, "directive")
def write_directive(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Render a directive; of an unknown one, which is reported already, render the body."""
    directive: Directive = tokens[index].meta["directive"]
    own = renderer.site.own.by_name.get(directive.name)
    rule = DIRECTIVE_RULES.get("own" if own and own.component.kind != "inline" else directive.name)
    return (rule(renderer, directive) if rule else renderer.blocks(directive.body)) + "\n"


SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)
# An address without its scheme, which Markdown reads as a file.
ELSEWHERE = re.compile(r"www\.|[^\s/@]+@[\w-]+\.[\w.-]+$", re.IGNORECASE)
OWN = "site:"
DATA = "data/"
PAGES = (".md", ".html", ".htm", ".qmd", ".rmd", ".ipynb", ".rst", ".tex")
ALLOWED = ("http:", "https:", "mailto:", "tel:")
LOCAL = "put the file into content/files, and write [text](files/name.pdf)"
WITH_DRAFTS = "remove the link until it is published; the preview and 'build --drafts' include drafts"
# Names of the texts for kinds of anchors.
WORDS = {"figure": "figure", "equation": "equation", "table": "table", "section": "section", "heading": "section"}


def draft_in(href: str, site: Site) -> str:
    """Return the name of the draft to which a link leads, "" if it does not lead to a draft."""
    name = _parts(href.partition("?")[0])[0].removeprefix("./")
    by_file = {chapter.file: draft for draft, chapter in site.drafts.items()}
    return name if name in site.drafts else by_file.get(name, "")


def _parts(href: str) -> tuple[str, str]:
    """Return file and anchor of a link; ``%23`` is part of a name."""
    name, _, fragment = href.partition("#")
    return composed(unquote(name)), composed(unquote(fragment))


def resolve_link(href: str, site: Site, page: PageInfo) -> str:
    """Return the address of a link in the site: ``other.md#id`` becomes ``other.html#id``.

    ``site:source`` and ``site:contact`` become the addresses in ``site.toml``.

    Raises
    ------
    Mistake
        If the page or the anchor does not exist, or the scheme of the address is not allowed.
    """
    if href.startswith(OWN):
        return _own_address(href, site)
    scheme = SCHEME.match(href)
    if scheme is not None:
        if scheme[0].lower() not in ALLOWED:
            is_drive = len(scheme[0]) == 2
            suggestion = LOCAL if is_drive else f"only {', '.join(ALLOWED)} are allowed"
            raise Mistake("link", f"links cannot lead to {scheme[0]!r} addresses", 0, len(href), suggestion)
        return href
    if href.startswith("/"):
        raise Mistake("link", f"{href!r} starts at the root of the host", 0, len(href), "write 'other.md#id'")
    name, fragment = _parts(href)
    if not name and not fragment:
        raise Mistake("link", "the link has no address", 0, max(1, len(href)), "write 'other.md#id'")
    target = find_page(name, href, site) if name else page
    if target is not None and fragment:
        known = anchors_of(target, site)
        if fragment not in known:
            where = f"{name!r} has" if name else "this page has"
            former = {name for name, anchor in target.anchors.items() if anchor.kind == "former"}
            suggestion = suggest(fragment, known - former, "anchors")
            offset = href.index("#") + 1
            about = f"{target.file}#{fragment}"
            raise Mistake("anchor", f"{where} no anchor {fragment!r}", offset, len(href) - offset, suggestion, about)
    file = target.file if target is not None else name
    return (file if name else "") + (f"#{fragment}" if fragment else "")


def _own_address(href: str, site: Site) -> str:
    """Return the address in ``site.toml`` for the key after ``site:``."""
    key = href.removeprefix(OWN)
    addresses = site.settings.config.contact_links
    if key in addresses:
        return addresses[key]
    if key in TURN_TO:
        suggestion = f"write it inside ':::when{{given={key}}}', which is left out if site.toml does not have it"
        raise Mistake("link", f"site.toml has no {key!r}", len(OWN), len(key), suggestion)
    raise Mistake("link", f"{href!r} is not an address that site.toml can give", 0, len(href), suggest(key, TURN_TO))


def find_page(name: str, href: str, site: Site) -> PageInfo | None:
    """Return the page with a name; None for a data file.

    Raises
    ------
    Mistake
        If there is none, as the error of the link ``href``.
    """
    name = name.removeprefix("./")
    if name in site.pages:
        return site.pages[name]
    if name in site.page_of_file:
        return site.page_of_file[name]
    if name in site.downloads or name in site.sets_of_file or (site.may_grow and name.startswith(DATA)):
        return None
    if name in site.embeds:
        return None
    if draft_in(name, site):
        raise Mistake("link", f"{name!r} is a draft, so it has no page", 0, len(href), WITH_DRAFTS, name)
    if ELSEWHERE.match(name):
        suggestion = f"write '{'mailto:' if '@' in name else 'https://'}{name}'"
        raise Mistake("link", f"there is no page {name!r}", 0, len(href), suggestion, name)
    known = list(site.pages)
    files = [] if name.endswith(".md") else [*site.data_files.values(), *site.downloads]
    if meant := nearest_word(name, [*known, *files]):
        suggestion = f"write {meant!r}"
    else:
        suggestion = suggest(name, site.downloads if name.startswith(FILES) else known, "files in content/files")
        is_file = "." in name and not name.lower().endswith(PAGES)
        suggestion = LOCAL if is_file and not name.startswith((FILES, DATA)) else suggestion
    raise Mistake("link", f"there is no page {name!r}", 0, len(href), suggestion, name)


def anchors_of(page: PageInfo, site: Site) -> set[str]:
    """Return the ids of a page that links can lead to."""
    if page.kind == "glossary":
        return set(site.concepts)
    if page.kind == "references":
        return set(site.references.works)
    return {name for name, anchor in page.anchors.items() if anchor.kind != "caption"}


def find_reference(identifier: str, site: Site, page: PageInfo) -> tuple[str, str]:
    """Return address and text of ``::ref{id}``, on this page, else on the only other page with that id.

    Raises
    ------
    Mistake
        If nothing numbered has that id, or several pages have it.
    """
    if identifier in page.anchors:
        return f"#{identifier}", words_of(page.anchors[identifier], page, site.words)
    others = [other for other in site.pages_with.get(identifier, ()) if is_numbered(other.anchors[identifier])]
    if len(others) == 1:
        return f"{others[0].file}#{identifier}", words_of(others[0].anchors[identifier], others[0], site.words)
    if others:
        files = ", ".join(other.file for other in others)
        message = f"{identifier!r} is on several pages: {files}"
        raise Mistake("reference", message, 0, len(identifier), "link to one of them: [text](other.md#id)")
    for name, chapter in site.drafts.items():
        if identifier in chapter.text.outline.anchors:
            message = f"{identifier!r} is in the draft {name}, so it has no page"
            raise Mistake("reference", message, 0, len(identifier), WITH_DRAFTS)
    known = {name for other in site.pages.values() for name, anchor in other.anchors.items() if is_numbered(anchor)}
    suggestion = suggest(identifier, known, "numbered figures, equations or sections")
    about = f"#{identifier}"
    raise Mistake("reference", f"unknown reference {identifier!r}", 0, max(1, len(identifier)), suggestion, about)


def is_numbered(anchor: Anchor) -> bool:
    """Return whether an anchor has a number, or is that of a chapter."""
    return bool(anchor.number) or anchor.kind == "section"


def full_number(page: PageInfo, number: str) -> str:
    """Return a number after that of its chapter, such as "3.2"."""
    return ".".join(part for part in (page.number, number) if part)


def words_of(anchor: Anchor, page: PageInfo, words: Words) -> str:
    """Return the text of a reference to ``anchor``."""
    if anchor.kind == "section" and not anchor.number and page.number:
        return words.say("chapter_number", number=page.number)
    if not anchor.number:
        message = f"{anchor.identifier!r} has no number"
        suggestion = "refer to a figure, to an equation or table with an id, or to ':::section{#id}'"
        raise Mistake("reference", message, 0, len(anchor.identifier), suggestion, f"#{anchor.identifier}")
    return f"{words.say(WORDS[anchor.kind])} {full_number(page, anchor.number)}"


def split_captions(body: Sequence[Token]) -> tuple[list[Token], list[Directive]]:
    """Return a body without its captions, and the captions."""
    captions, rest = [], []
    for token in body:
        if token.type == "directive" and token.meta["directive"].name == "caption":
            captions.append(token.meta["directive"])
        else:
            rest.append(token)
    return rest, captions


def caption_of(renderer: Renderer, captions: Sequence[Directive]) -> Markup:
    """Render the caption in the chapter, if there is one."""
    for extra in captions[1:]:
        renderer.report(Mistake("caption", "a figure has one caption", 0, len(":::caption")), extra.place)
    return body_as_caption(renderer, captions[0].body) if captions else Markup()


def body_as_caption(renderer: Renderer, body: Sequence[Token]) -> Markup:
    """Render a body as a caption, a single paragraph without an element."""
    if [token.type for token in body] == ["paragraph_open", "inline", "paragraph_close"]:
        return renderer.line(body[1].children)
    return renderer.blocks(body)
