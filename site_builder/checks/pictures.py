"""Weigh the pictures that chapters show, where they show them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from site_builder.checks.budgets import limits
from site_builder.drawing.images import image_size
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake
from site_builder.reading.library import CHAPTERS
from site_builder.reading.texts import Text
from site_builder.settings.site_toml import Settings
from site_builder.syntax.tokens import walk

# Twice the widest column of text, for screens of twice as many points.
WIDE_ENOUGH = 1400


def check_pictures(project: Path, settings: Settings, texts: Iterable[Text]) -> list[Problem]:
    """Report pictures that are heavier than readers should have to load."""
    limit = limits(settings.config.budgets).picture
    problems = []
    for text in texts:
        for token in walk(text.reading.tokens):
            if token.type == "image" and "target_start" in token.meta:
                address = str(token.attrs.get("src", ""))
                mistake = heavy(project / CHAPTERS / unquote(address), address, limit)
                if mistake is not None:
                    place = token.meta["origin"].locate(token.meta["target_start"])
                    problems.append(text.source.mistake(mistake, place))
    return problems


def heavy(file: Path, address: str, limit: int) -> Mistake | None:
    """Describe a picture that is too heavy; nothing for one that is not, or is not there."""
    try:
        size = file.stat().st_size
    except (OSError, ValueError):
        return None
    if size <= limit:
        return None
    try:
        width = image_size(file.read_bytes(), address)[0]
    except Mistake:
        return None  # That it is damaged is told where it is drawn.
    narrower = f"at {WIDE_ENOUGH:,} in place of {width:,} pixels of width, " if width > WIDE_ENOUGH else ""
    message = f"the picture: {size:,} bytes, {size - limit:,} over the budget of {limit:,}"
    suggestion = f"save it {narrower}as JPEG or WebP, or set picture under [budgets] in site.toml"
    return Mistake("budget", message, 0, len(address), suggestion)
