"""A figure as a chapter asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from markdown_it.token import Token
from markupsafe import Markup

from site_builder.problems.source import Place
from site_builder.rendering.lines import alt_of
from site_builder.rendering.links import full_number
from site_builder.rendering.renderer import Renderer
from site_builder.syntax.options import Options
from site_builder.syntax.tokens import Directive

EMPTY = Markup()
NO_OPTIONS = Options()


@dataclass(frozen=True)
class Figure:
    """What a figure shows besides its picture; ``number`` is empty where it has none."""

    identifier: str
    number: str
    alt: str
    caption: Markup


@dataclass(frozen=True)
class Wanted:
    """A figure as a chapter asks for it; ``place`` is where its name stands."""

    name: str
    identifier: str
    number: str
    place: Place
    alt: str = ""
    caption: Markup = EMPTY
    without_script: Markup = EMPTY
    options: Options = NO_OPTIONS

    @property
    def is_docking(self) -> bool:
        """Tell whether the figure stands by while words that move it are read."""
        dock = self.options.values.get("dock")
        return dock is not None and dock.text == "yes"


def wanted_by(
    renderer: Renderer, token: Token, option: str, caption: Markup, without_script: Markup = EMPTY
) -> Wanted | None:
    """Return what a directive asks for; nothing if it names no figure, which is reported already."""
    directive: Directive = token.meta["directive"]
    given = directive.options.values.get(option)
    if given is None or id(token) not in renderer.written.outline.figures:
        return None
    identifier, number = renderer.written.outline.figures[id(token)]
    number = full_number(renderer.draft.info, number)
    alt = alt_of(renderer, directive)
    return Wanted(given.text, identifier, number, given.value_place, alt, caption, without_script, directive.options)
