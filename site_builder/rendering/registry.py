"""The table of all rules, and the renderer that has it."""

from __future__ import annotations

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
    phrases,
    set_words,
    tables,
)
from site_builder.rendering.site import Draft, Site

RULES = Rules(
    tokens=phrases.RULES | set_words.RULES | live_numbers.RULES | notes.RULES | images.RULES | blocks.RULES,
    directives=layout.RULES | figures.RULES | data_lists.RULES | listings.RULES | tables.RULES,
    words=phrases.WORDS | live_numbers.WORDS,
)


def renderer(site: Site, draft: Draft, text: Text) -> Renderer:
    """Return a renderer that knows every rule."""
    return Renderer(RULES, site, draft, text)
