"""Weigh the pictures that chapters show, where they show them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from urllib.parse import unquote

from site_builder.checks.budgets import limits
from site_builder.drawing.images import image_size, lighter_copies
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake
from site_builder.project_files import LARGEST_PICTURE, RefusedFileError, find_file, read_limited
from site_builder.reading.library import CHAPTERS
from site_builder.reading.texts import Text
from site_builder.settings.site_toml import Settings


def check_pictures(project: Path, settings: Settings, texts: Iterable[Text]) -> list[Problem]:
    """Report pictures that are heavier than readers should have to load."""
    limit = limits(settings.config.budgets).picture
    problems = []
    for text in texts:
        for token in text.reading.of_type("image"):
            if "target_start" in token.meta:
                address = str(token.attrs.get("src", ""))
                mistake = heavy(project, address, limit)
                if mistake is not None:
                    place = token.meta["origin"].locate(token.meta["target_start"])
                    problems.append(text.source.mistake(mistake, place))
    return problems


def heavy(project: Path, address: str, limit: int) -> Mistake | None:
    """Describe a picture of which readers load too much; nothing for one that is light, or is not there."""
    try:
        content = read_limited(find_file(project, project / CHAPTERS, unquote(address)), LARGEST_PICTURE)
    except (FileNotFoundError, RefusedFileError):
        return None
    if len(content) <= limit:
        return None
    try:
        image_size(content, address)
        size = max(map(len, lighter_copies(content, address).values()), default=len(content))
    except Mistake:
        return None  # That it is damaged is told where it is drawn.
    if size <= limit:
        return None
    message = f"the picture: readers load {size:,} bytes, {size - limit:,} over the budget of {limit:,}"
    suggestion = "show less of it, or something simpler; or set picture under [budgets] in site.toml"
    return Mistake("budget", message, 0, len(address), suggestion)
