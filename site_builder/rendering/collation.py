"""The order of texts in the language of the site: that of Node, which browsers have, too; Babel has none."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from site_builder.assets.packages import node
from site_builder.data.rows import english
from site_builder.locales import conventions

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


def collate(texts: Sequence[str]) -> Mapping[str, Any]:
    """Return what texts are compared by in the language of the site; in English without Node."""
    tag, distinct = conventions().tag, tuple(sorted(set(texts)))
    return english(distinct) if tag == "en" or len(distinct) < 2 else ranks(tag, distinct)


@lru_cache(maxsize=256)
def ranks(tag: str, texts: tuple[str, ...]) -> dict[str, int]:
    """Return the place of each text in the order of a language; starting Node takes 0.07 s."""
    question = json.dumps({"tag": tag, "texts": texts})
    done = subprocess.run([node(), "-e", RANKS], input=question, capture_output=True, text=True, check=True)
    return dict(zip(texts, json.loads(done.stdout), strict=True))


def in_dictionary_order(
    entries: Iterable[tuple[str, Entry]], words: Callable[[tuple[str, Entry]], str]
) -> list[tuple[str, Entry]]:
    """Return entries in the order of their words; equal ones in that of their names."""
    listed, tag = list(entries), conventions().tag
    texts = dict.fromkeys(map(words, listed))
    rank_of: Mapping[str, Any] = {text: text.casefold() for text in texts} if tag == "en" else ranks(tag, tuple(texts))
    return sorted(listed, key=lambda entry: (rank_of[words(entry)], entry[0]))
