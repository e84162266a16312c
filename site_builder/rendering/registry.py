"""The table of rules: the function that renders each token and directive, authors' directives included."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.drawing.directives import CODE, IDENTIFIER, OwnDirective, OwnDirectives
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.reporting import Sink
from site_builder.problems.source import Place, located
from site_builder.reading.texts import Text
from site_builder.rendering.block_rules import BLOCK_RULES, IMAGE_RULES, LAYOUT_RULES, LISTING_RULES, NOTE_RULES
from site_builder.rendering.figure_rules import FIGURE_RULES
from site_builder.rendering.inline_rules import INLINE_RULES, INLINE_WORDS
from site_builder.rendering.renderer import Renderer, Rules, Tokens, line_in
from site_builder.rendering.site import Draft, Site
from site_builder.rendering.state_rules import NUMBER_RULES, NUMBER_WORDS, PICK_RULES, PICK_WORDS, SET_RULES, options_of
from site_builder.rendering.table_rules import DATA_LIST_RULES, TABLE_RULES
from site_builder.syntax.html import read_html, without_comments
from site_builder.syntax.options import Directive, Options, check_options

SHOWN = 60


def own_block(renderer: Renderer, token: Token) -> str:
    """Write a block of a project's own."""
    directive: Directive = token.meta["directive"]
    own = renderer.site.own.by_name[directive.name]
    is_raw = own.component.kind == "raw"
    body = directive.raw if is_raw else renderer.blocks(directive.body)
    if check_options(own.component, directive.options):
        return "" if is_raw else body
    return write(renderer, own, directive.options, body, directive.place)


def own_words(renderer: Renderer, tokens: Tokens, index: int) -> str:
    """Write a directive of a project's own that is in a line."""
    token = tokens[index]
    own = renderer.site.own.by_name[token.meta["name"]]
    sink = Sink(renderer.written.source)
    options = options_of(token, own.component, sink)
    renderer.draft.problems += sink.problems
    words = renderer.line(token.children)
    return words if sink.problems else write(renderer, own, options, words, token.meta["place"])


def write(renderer: Renderer, own: OwnDirective, options: Options, body: str, place: Place) -> str:
    """Call the function of a directive; an error in it or in what it returns is reported at its code.

    Then only what it holds is written, for the preview.
    """
    used_at = f"{own.component.marked} in {renderer.written.source.path}:{place.line}"
    given, held = values_of(renderer, own, options), "" if own.component.kind == "raw" else body

    try:
        written = without_comments(own.write(used_at, body, given))
    except SiteError as error:
        renderer.draft.problems += [located(renderer.site.project, problem) for problem in error.problems]
        return held
    # The words inside are of the pipeline's own making; what the function wrote around them is not.
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
    """Return the options as the function gets them: in their types, a line of markdown as HTML."""
    values: dict[str, Any] = {IDENTIFIER: options.identifier.text if options.identifier else ""}
    if not own.component.takes_id:
        values = {}
    for option in own.component.options:
        given = options.values.get(option.name)
        if given is None:
            continue
        value: object = option.read(given.text)
        if option.name in own.lines:
            other, children = line_in(renderer, given.text, renderer.written.source, given.value_place)
            value = Markup(other.line(children))
        values[option.name.replace("-", "_")] = value
    return values


OWN_RULES = {"own": own_words}


RULES = Rules(
    tokens={
        **INLINE_RULES,
        **SET_RULES,
        **NUMBER_RULES,
        **PICK_RULES,
        **NOTE_RULES,
        **IMAGE_RULES,
        **BLOCK_RULES,
        **OWN_RULES,
    },
    directives={**LAYOUT_RULES, **FIGURE_RULES, **DATA_LIST_RULES, **LISTING_RULES, **TABLE_RULES},
    words={**INLINE_WORDS, **NUMBER_WORDS, **PICK_WORDS},
)


@lru_cache(maxsize=4)
def rules_of(directives: OwnDirectives) -> Rules:
    """Return the rules of a project: the builder's, and for each directive of its own the one that calls it."""
    blocks_of_project = directives.by_name.keys() & directives.dialect.blocks
    return RULES._replace(directives={**RULES.directives, **dict.fromkeys(blocks_of_project, own_block)})


def renderer(site: Site, draft: Draft, text: Text) -> Renderer:
    """Return a renderer that knows every rule."""
    return Renderer(rules_of(site.own), site, draft, text)
