"""The table of all rules, those of a project's own directives among them, and the renderer that has it."""

from __future__ import annotations

from functools import lru_cache

from site_builder.drawing.directives import OwnDirectives
from site_builder.reading.texts import Text
from site_builder.rendering.renderer import Renderer, Rules
from site_builder.rendering.rules import (
    blocks,
    data_lists,
    figures,
    images,
    layout,
    listings,
    live_numbers,
    notes,
    own,
    parameters,
    phrases,
    set_words,
    tables,
)
from site_builder.rendering.site import Draft, Site

RULES = Rules(
    tokens=phrases.RULES
    | set_words.RULES
    | live_numbers.RULES
    | parameters.RULES
    | notes.RULES
    | images.RULES
    | blocks.RULES
    | own.RULES,
    directives=layout.RULES | figures.RULES | data_lists.RULES | listings.RULES | tables.RULES,
    words=phrases.WORDS | live_numbers.WORDS | parameters.WORDS,
)


@lru_cache(maxsize=4)
def rules_of(directives: OwnDirectives) -> Rules:
    """Return the rules of a project: the builder's, and for each directive of its own the one that calls it."""
    blocks_of_project = directives.by_name.keys() & directives.dialect.blocks
    return RULES._replace(directives={**RULES.directives, **dict.fromkeys(blocks_of_project, own.own_block)})


def renderer(site: Site, draft: Draft, text: Text) -> Renderer:
    """Return a renderer that knows every rule."""
    return Renderer(rules_of(site.own), site, draft, text)
