"""The table of all rules, those of a project's own directives among them, and the renderer that has it."""

from __future__ import annotations

from functools import lru_cache

from site_builder.drawing.directives import OwnDirectives
from site_builder.reading.texts import Text
from site_builder.rendering.block_rules import BLOCK_RULES, IMAGE_RULES, LAYOUT_RULES, NOTE_RULES
from site_builder.rendering.figure_rules import FIGURE_RULES
from site_builder.rendering.inline_rules import INLINE_RULES, INLINE_WORDS
from site_builder.rendering.listing_rules import LISTING_RULES
from site_builder.rendering.own_directives import OWN_RULES, own_block
from site_builder.rendering.renderer import Renderer, Rules
from site_builder.rendering.site import Draft, Site
from site_builder.rendering.state_rules import NUMBER_RULES, NUMBER_WORDS, PICK_RULES, PICK_WORDS, SET_RULES
from site_builder.rendering.table_rules import DATA_LIST_RULES, TABLE_RULES

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
