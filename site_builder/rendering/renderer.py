"""Write a text as HTML by a table of rules, which is handed in: one function for each kind of token."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from site_builder.data.values import Cell
from site_builder.problems.source import Mistake, Origin, Place, Severity
from site_builder.reading.texts import Text
from site_builder.rendering.site import Draft, Site
from site_builder.syntax.markdown import parser
from site_builder.syntax.tokens import Directive, fold_inlines

Tokens = Sequence[Token]
PLAIN = ("hardbreak", "softbreak", "html_block", "html_inline")
SILENT = frozenset({"html_inline", "mistake", "note", "note_reference"})


TokenRule = Callable[["Renderer", Tokens, int], str]
DirectiveRule = Callable[["Renderer", Token], str]


class Rules(NamedTuple):
    """How everything is written.

    ``tokens`` writes each type of token, ``directives`` each directive; ``words`` writes those types of token whose
    plain words, for titles and alt texts, are not their content.
    """

    tokens: Mapping[str, TokenRule]
    directives: Mapping[str, DirectiveRule]
    words: Mapping[str, TokenRule]


class Renderer(RendererHTML):
    """Writes the tokens of one text onto a draft; problems go to the draft. Tokens are only read.

    ``PLAIN`` names the rules that are markdown-it's own.
    """

    def __init__(self, table: Rules, site: Site, draft: Draft, text: Text) -> None:
        self.table, self.site, self.draft, self.written = table, site, draft, text
        self.options = parser().options
        rules: dict[str, TokenRule] = {**table.tokens, "directive": write_directive}
        self.rules = {kind: getattr(self, kind) for kind in PLAIN} | {
            kind: self._bound(rule) for kind, rule in rules.items()
        }

    def on(self, text: Text) -> Renderer:
        """Return a renderer of another text, onto the same draft."""
        return Renderer(self.table, self.site, self.draft, text)

    def _bound(self, rule: TokenRule) -> Any:
        """Return a rule of ours in the form that markdown-it calls."""

        def call(tokens: Tokens, index: int, options: OptionsDict, environment: EnvType) -> str:
            return rule(self, tokens, index)

        return call

    def renderInline(self, tokens: Tokens, options: OptionsDict, env: EnvType) -> str:  # noqa: N802 (markdown-it's name)
        """Write a line of text; what stands in a note or in a project's own directive goes to it as one piece."""
        return super().renderInline(fold_inlines(tokens), options, env)

    def blocks(self, tokens: Tokens) -> Markup:
        """Return blocks as HTML."""
        return Markup(self.render(tokens, self.options, {}).strip("\n"))

    def line(self, tokens: Tokens | None) -> Markup:
        """Return the tokens of a line as HTML."""
        return Markup(self.renderInline(tokens or [], self.options, {}))

    def words(self, tokens: Tokens | None) -> str:
        """Return the tokens of a line as plain words, numbers filled in: for titles and alt text."""
        parts, folded = [], fold_inlines(tokens or [])
        for index, token in enumerate(folded):
            if token.type in SILENT:
                continue
            if token.type in self.table.words:
                parts.append(self.table.words[token.type](self, folded, index))
            elif token.type in {"softbreak", "hardbreak"}:
                parts.append(" ")
            else:
                parts.append(self.words(token.children) if token.type in {"image", "own"} else token.content)
        return "".join(parts)

    def cell(self, token: Token) -> Cell | None:
        """Return the cell that a value token names; report it if there is none."""
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
        """Return the cell that a query names, and note which data set the page needs for it."""
        cell = self.site.numbers.find(query, spec)
        if cell.set_name:
            self.draft.asked[cell.set_name] = cell.set_name in self.site.numbers.tables.sets
        return cell

    def awaits(self, widget: str) -> bool:
        """Tell whether data of a widget are still to come."""
        entry = self.site.settings.config.widgets.get(widget)
        return entry is not None and any(map(self.site.numbers.awaits, [*entry.data, *entry.files]))

    def report(self, mistake: Mistake, place: Place | None, severity: Severity = "error") -> None:
        """Add a problem to the draft."""
        self.draft.problems.append(self.written.source.mistake(mistake, place, severity))

    def report_in(self, mistake: Mistake, origin: Origin, start: int, severity: Severity = "error") -> None:
        """Add a problem inside a piece of text that begins at ``start`` of what ``origin`` locates."""
        self.report(mistake, origin.locate(start + mistake.offset), severity)

    def fill(self, template: str, /, **values: Any) -> str:
        """Return a filled template of ``components``."""
        return self.site.templates.fill(f"components/{template}.html", **values)


def write_directive(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a directive; an unknown one, reported already, leaves its body."""
    directive: Directive = tokens[index].meta["directive"]
    rule = renderer.table.directives.get(directive.name)
    if rule is None:
        return renderer.blocks(directive.body) + "\n"
    return rule(renderer, tokens[index]) + "\n"
