"""Directives that arrange text: sections, levels of depth, asides, equations."""

from __future__ import annotations

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.problems.source import Mistake
from site_builder.rendering.lines import line_in
from site_builder.rendering.renderer import Renderer
from site_builder.rendering.rules.blocks import former_anchor
from site_builder.rendering.rules.formulas import equation
from site_builder.syntax.directive_table import CALLOUTS
from site_builder.syntax.tokens import Directive

# Levels with the names of their labels.
DEPTHS = {"depth-2": (2, "mathematics"), "depth-3": (3, "code")}
ASIDES = {"math": "mathematics", "code": "code", "insight": "in_short"}


def section(renderer: Renderer, token: Token) -> str:
    """Write a section."""
    directive: Directive = token.meta["directive"]
    return renderer.fill("section", identifier=directive.identifier, body=renderer.blocks(directive.body))


def when(renderer: Renderer, token: Token) -> str:
    """Write the body if the site's settings give the key that it speaks of."""
    directive: Directive = token.meta["directive"]
    is_given = directive.options.text("given") in renderer.site.settings.config.turn_to
    return renderer.blocks(directive.body) if is_given else ""


def part_title(renderer: Renderer, token: Token) -> str:
    """Write the small line over a title."""
    directive: Directive = token.meta["directive"]
    lines = [renderer.line(inner.children) for inner in directive.body if inner.type == "inline"]
    return f'<p class="part">{"<br>".join(lines)}</p>'


def depth(renderer: Renderer, token: Token) -> str:
    """Write a folded level of depth."""
    directive: Directive = token.meta["directive"]
    level, label = DEPTHS[directive.name]
    renderer.draft.depths.add(level)
    identifier = directive.identifier or renderer.written.outline.deep.get(id(token), "")
    return renderer.fill(
        "depth",
        level=level,
        label=renderer.site.words.say(label),
        identifier=identifier,
        former=former_anchor(renderer, identifier),
        title=title_of(renderer, directive),
        body=renderer.blocks(directive.body),
    )


def title_of(renderer: Renderer, directive: Directive) -> Markup:
    """Return the title of a level or a callout, which is a line of markdown."""
    given = directive.options.values.get("title")
    if given is None:
        return Markup()
    other, children = line_in(renderer, given.text, renderer.written.source, given.value_place)
    return other.line(children)


def aside(renderer: Renderer, token: Token) -> str:
    """Write an aside."""
    directive: Directive = token.meta["directive"]
    return renderer.fill(
        "aside",
        kind=directive.name,
        label=renderer.site.words.say(ASIDES[directive.name]),
        identifier=directive.identifier,
        body=renderer.blocks(directive.body),
    )


def callout(renderer: Renderer, token: Token) -> str:
    """Write a callout."""
    directive: Directive = token.meta["directive"]
    return renderer.fill(
        "callout",
        kind=directive.name,
        label=CALLOUTS[directive.name],
        title=title_of(renderer, directive),
        identifier=directive.identifier,
        body=renderer.blocks(directive.body),
    )


def stray_part(renderer: Renderer, token: Token) -> str:
    """Report a caption or step outside the directive that it belongs to."""
    directive: Directive = token.meta["directive"]
    owners = {"caption": "':::chart', ':::widget' or ':::steps'", "step": "':::steps'"}[directive.name]
    message = f"':::{directive.name}' stands inside {owners} only"
    renderer.report(Mistake("directive-place", message, 0, len(directive.name) + 3), directive.place)
    return renderer.blocks(directive.body)


RULES = {
    "section": section,
    "when": when,
    "part-title": part_title,
    **dict.fromkeys(DEPTHS, depth),
    **dict.fromkeys(ASIDES, aside),
    **dict.fromkeys(CALLOUTS, callout),
    "equation": equation,
    "caption": stray_part,
    "step": stray_part,
}
