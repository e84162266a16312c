"""A page without the frame around it, and what it uses of the site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import unescape

from markupsafe import Markup

from site_builder.problems.problem import Problem
from site_builder.problems.source import Place
from site_builder.rendering.counts import Words
from site_builder.rendering.site import Embed, PageInfo
from site_builder.reuse.memo import digest_of

FORMULA = re.compile(r"<math\b.*?</math>", re.DOTALL)
TAG = re.compile(r"<[^<>]*>")


@dataclass(frozen=True)
class Body:
    """A page without the frame around it, and what it uses of the site; ``characters`` are those of its text.

    ``asked`` tells of each data set that it needs whether it is there; ``words`` are those of an author's page;
    ``card`` is what a widget of it draws for the page's card.
    """

    info: PageInfo
    html: Markup
    popovers: Markup
    data: Markup
    concepts: Mapping[str, str]
    cited: Mapping[str, str]
    figures: tuple[str, ...]
    tables: tuple[str, ...]
    assets: tuple[str, ...]
    files: Mapping[str, bytes]
    problems: tuple[Problem, ...]
    listed: Mapping[str, Place] = field(default_factory=dict)
    date: str = ""
    source: str = ""
    characters: frozenset[str] = frozenset()
    depths: frozenset[int] = frozenset()
    asked: Mapping[str, bool] = field(default_factory=dict)
    words: Words | None = None
    embeds: Mapping[str, Embed] = field(default_factory=dict)
    card: str = ""

    @cached_property
    def formula_characters(self) -> frozenset[str]:
        """Return the characters that the page's formulas set."""
        return frozenset(unescape(TAG.sub("", "".join(FORMULA.findall(self.html)))))

    @cached_property
    def digest(self) -> str:
        """Return a short name for all that the page shows."""
        info = self.info
        return digest_of(info.file, info.title, info.description, info.is_draft, self.html, self.popovers, self.data)
