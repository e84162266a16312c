"""Rules for formulas: in a line of text, displayed, and numbered."""

from __future__ import annotations

import re

from markdown_it.common.utils import escapeHtml
from markdown_it.token import Token
from markupsafe import Markup

from site_builder.drawing.formulas.values import set_formula
from site_builder.problems.source import Mistake, Origin
from site_builder.rendering.links import full_number
from site_builder.rendering.renderer import Renderer, Tokens
from site_builder.syntax.html import without_comments
from site_builder.syntax.html_between import is_html
from site_builder.syntax.tokens import Directive

# They also break it between a formula and the mark or ending behind it, as in "of $x$, the $n$-th".
BEHIND_FORMULA = re.compile(r"[,.;:!?)\]\u2018\u2019\u201c\u201d\xbb\u203a\u202f]+|-\w+|")
TAG = re.compile(r"<[^<>]*>")
WIDE, WIDEST = 20, 45  # characters that fit into a line of the narrowest screens, and of all others
NUMBERING = re.compile(r"\\(?P<name>label|eqref|ref|tag)\*?\s*\{(?P<label>[^{}]*)\}")


def math_block(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a displayed formula, with its number if it has an id."""
    token = tokens[index]
    identifier = token.info
    anchors = renderer.written.outline.anchors
    number = full_number(renderer.draft.info, anchors[identifier].number) if identifier else ""
    body = Markup(formula(renderer, token, True, 0))
    return renderer.fill("equation", is_html=False, identifier=identifier, body=body, number=number) + "\n"


def equation(renderer: Renderer, token: Token) -> str:
    """Write a displayed formula, numbered if it has an id."""
    directive: Directive = token.meta["directive"]
    identifier = directive.identifier
    number = ""
    if identifier:
        number = full_number(renderer.draft.info, renderer.written.outline.anchors[identifier].number)
    in_html = is_html(directive.raw, directive.options.text("format"))
    body = Markup(without_comments(directive.raw))
    if not in_html:
        assert directive.origin is not None
        warn_of_numbering(renderer, directive.raw, directive.origin, 0, identifier)
        try:
            body = Markup(set_formula(directive.raw, True, renderer.find, renderer.site.make.formula))
        except Mistake as mistake:
            renderer.report_in(mistake, directive.origin, 0)
            body = Markup()
    return renderer.fill("equation", is_html=in_html, identifier=identifier, body=body, number=number)


def warn_of_numbering(renderer: Renderer, latex: str, origin: Origin, start: int, identifier: str = "") -> None:
    r"""Warn of ``\label`` and ``\eqref``, which print nothing, and of a ``\tag`` beside a number."""
    for found in NUMBERING.finditer(latex):
        name, label = found["name"], (found["label"] or "").strip() or "id"
        message, suggestion = f"'{found[0]}' has no effect in a formula", f"write ::ref{{{label}}} outside of it"
        if name == "tag":
            message, suggestion = (
                f"'{found[0]}' stands beside the number of this formula",
                "remove one: the tag, or the id",
            )
        elif name == "label":
            suggestion = f"number the formula by ':::equation{{#{label}}}', and refer to it by ::ref{{{label}}}"
        if name != "tag" or identifier:
            mistake = Mistake("math", message, found.start(), len(found[0]), suggestion)
            renderer.report_in(mistake, origin, start, "warning")


def formula(renderer: Renderer, token: Token, display: bool, start: int) -> str:
    """Return a formula as MathML; ``start`` is where it begins in what the token's origin locates."""
    warn_of_numbering(renderer, token.content, token.meta["origin"], start, token.info if display else "")
    try:
        return set_formula(token.content, display, renderer.find, renderer.site.make.formula)
    except Mistake as mistake:
        renderer.report_in(mistake, token.meta["origin"], start)
        return ""


def math_inline(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a formula in a line of text, held together with what follows it without a space; a wide one can scroll."""
    written = formula(renderer, tokens[index], False, tokens[index].meta["start"] + len(tokens[index].markup))
    behind = behind_formula(tokens, index + 1)
    size = len(TAG.sub("", written))
    kind = "whole wide widest" if size > WIDEST else "whole wide" if size > WIDE else "whole" if behind else ""
    return f'<span class="{kind}">{written}{escapeHtml(behind)}</span>' if kind else written


def behind_formula(tokens: Tokens, index: int) -> str:
    """Return the beginning of a token that belongs to the formula before it; nothing if there is no formula."""
    if not 0 < index < len(tokens) or tokens[index].type != "text" or tokens[index - 1].type != "math_inline":
        return ""
    found = BEHIND_FORMULA.match(tokens[index].content)
    return found[0] if found else ""


def text(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write plain words, but for what a formula before them has taken along."""
    return escapeHtml(tokens[index].content.removeprefix(behind_formula(tokens, index)))


def math_inline_double(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a displayed formula in a line of text."""
    return formula(renderer, tokens[index], True, tokens[index].meta["start"] + len(tokens[index].markup))
