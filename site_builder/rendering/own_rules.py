"""Rules for the directives of a project: call the author's function and check the HTML that it returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from site_builder.drawing.directives import CODE, IDENTIFIER, OwnDirective
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Place, located
from site_builder.rendering.renderer import DIRECTIVE_RULES, TOKEN_RULES, Renderer, Tokens, renders
from site_builder.syntax.html import read_html, without_comments
from site_builder.syntax.options import Directive, Options

SHOWN = 60


@renders(DIRECTIVE_RULES, "own")
def own_block(renderer: Renderer, directive: Directive) -> str:
    """Write a block directive of the project."""
    own = renderer.site.own.by_name[directive.name]
    is_raw = own.component.kind == "raw"
    body = directive.raw if is_raw else renderer.blocks(directive.body)
    if not directive.options.is_sound:
        return "" if is_raw else body
    return write(renderer, own, directive.options, body, directive.place)


@renders(TOKEN_RULES, "own")
def own_words(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write an inline directive of the project."""
    token = tokens[index]
    options, words = token.meta["given"], renderer.line(token.children)
    own = renderer.site.own.by_name[token.meta["component"].name]
    return write(renderer, own, options, words, token.meta["place"]) if options.is_sound else str(words)


def write(renderer: Renderer, own: OwnDirective, options: Options, body: str, place: Place) -> str:
    """Call the function of a directive; an error in it or in its result is reported at its code.

    After an error the preview shows the body alone.
    """
    used_at = f"{own.component.marked} in {renderer.written.source.path}:{place.line}"
    given, held = values_of(renderer, own, options), "" if own.component.kind == "raw" else body

    try:
        written = without_comments(own.write(used_at, body, given))
    except SiteError as error:
        renderer.draft.problems += [located(renderer.site.project, problem) for problem in error.problems]
        return held
    # The body is rendered by the builder and need not be checked; the function's own HTML must be.
    stand_in = "<span></span>" if own.component.kind == "inline" else "<div></div>"
    around = written.replace(body, stand_in) if body and own.component.kind != "raw" else written
    mistakes = read_html(around, in_line=own.component.kind == "inline").mistakes
    for mistake in mistakes:
        said = " ".join(around[mistake.offset : mistake.offset + SHOWN].split())
        message = f"{used_at} wrote {said!r}: {mistake.message}"
        problem = Problem(own.path, own.line, 0, CODE, message, mistake.suggestion)
        renderer.draft.problems.append(located(renderer.site.project, problem))
    return held if mistakes else written


def values_of(renderer: Renderer, own: OwnDirective, options: Options) -> Mapping[str, Any]:
    """Return the options as passed to the function: converted to their types, a line of markdown as HTML."""
    values: dict[str, Any] = {}
    if own.component.takes_id:
        values[IDENTIFIER] = options.identifier.text if options.identifier else ""
    for option in own.component.options:
        given = options.values.get(option.name)
        if given is not None:
            is_line = option.name in own.lines
            value = renderer.line_in(given.text, given.value_place) if is_line else option.read(given.text)
            values[option.name.replace("-", "_")] = value
    return values
