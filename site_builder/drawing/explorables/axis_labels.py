"""Axes that jump: what stands along the axes of one state's picture and not of another's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from site_builder.drawing.explorables.evaluated import Picture

LABELS = re.compile(r'<g [^>]*class="role-axis-label".*?</g>', re.DOTALL)
TEXT = re.compile(r"<text[^>]*>([^<]*)")
SHOWN = 6


def labels_of(picture: Picture) -> list[list[str]]:
    """Return the labels of each axis of a picture of Vega, as they are read; of Matplotlib, where it ends."""
    if picture.limits:
        return [[end] for end in picture.limits]
    return [[unescape(text) for text in TEXT.findall(group)] for group in LABELS.findall(picture.wide)]


def first_jump(pictures: Sequence[Picture | None]) -> tuple[tuple[int, str], tuple[int, str]] | None:
    """Return the first two states whose axes have other labels: each with those of the first axis that differs."""
    opening: tuple[int, list[list[str]]] | None = None
    for index, picture in enumerate(pictures):
        if picture is None:
            continue
        labels = labels_of(picture)
        if opening is None:
            opening = index, labels
        elif labels != opening[1]:
            pairs = [pair for pair in zip(opening[1], labels, strict=False) if pair[0] != pair[1]]
            one, other = pairs[0] if pairs else ([f"{len(opening[1])} axes"], [f"{len(labels)} axes"])
            return (opening[0], listed(one)), (index, listed(other))
    return None


def listed(labels: Sequence[str]) -> str:
    """Return labels for a message; of many the ends."""
    if len(labels) <= SHOWN:
        return ", ".join(labels) or "none"
    return ", ".join([*labels[: SHOWN // 2], "…", *labels[-SHOWN // 2 :]])
