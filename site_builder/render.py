"""The table of all rules, and the renderer that has it."""

from __future__ import annotations

from site_builder import (
    blocks,
    datasets,
    figures,
    included,
    layout_blocks,
    live_numbers,
    notes,
    phrases,
    pictures,
    set_words,
)
from site_builder.context import Draft, Site, Text
from site_builder.renderer import Renderer, Rules

RULES = Rules(
    tokens=phrases.RULES | set_words.RULES | live_numbers.RULES | notes.RULES | pictures.RULES | blocks.RULES,
    directives=layout_blocks.RULES | figures.RULES | datasets.RULES | included.RULES,
    words=phrases.WORDS | live_numbers.WORDS,
)


def renderer(site: Site, draft: Draft, text: Text) -> Renderer:
    """Return a renderer that knows every rule."""
    return Renderer(RULES, site, draft, text)
