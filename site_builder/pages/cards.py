"""The cards of a site: that of the title page, and one for each page that an author wrote."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from site_builder.assets.esbuild import hashed_name
from site_builder.pages.card import Card, draw_card, drawing_in, letters_of
from site_builder.rendering.body import Body
from site_builder.settings.site_toml import Config

CARD = "card.png"


def site_cards(
    config: Config, bodies: Sequence[Body], colors: Mapping[str, str], node_modules: Path
) -> tuple[dict[str, str], dict[str, bytes]]:
    """Return the path of each page's card by the page's file, and the cards by their paths; none without an address.

    The card of the title page has a name that stays, and so have all pages that nobody wrote. A page that draws nothing
    shows the drawing of the title page beside its own words.
    """
    if config.url is None:
        return {}, {}
    address = urlsplit(config.url)
    foot = (address.netloc + address.path).rstrip("/")
    home = next((drawing_of(body) for body in bodies if body.info.kind == "home"), "")
    letters = letters_of(node_modules)
    files = {CARD: draw_card(Card(config.title, config.description, foot, home), colors, letters)}
    paths = {}
    for body in bodies:
        paths[body.info.file] = CARD
        if body.source and body.info.kind != "home":
            card = Card(body.info.title, body.info.description, foot, drawing_of(body) or home)
            content = draw_card(card, colors, letters)
            stem = body.info.file.removesuffix(".html")
            path = f"assets/{hashed_name(f'card-{stem}.png', hashlib.sha256(content).hexdigest())}"
            paths[body.info.file] = path
            files[path] = content
    return paths, files


def drawing_of(body: Body) -> str:
    """Return what a widget draws for the card of its page, else the first drawing of the page."""
    return body.card or drawing_in(body.html)
