"""The data of a page's figures: small sets come with the page, the others in files that are fetched when needed."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping

from markupsafe import Markup

from site_builder.assets.esbuild import hashed_name

# So many compressed bytes of data sets come with a page; the largest sets beyond wait until a figure is near.
WITH_PAGE = 1024
FOLDER = "assets/sets"


def ship(columns: Mapping[str, str], scripts: Mapping[str, str]) -> tuple[Markup, dict[str, bytes]]:
    """Return the elements that hold the data of a page, and the files, by path, of those that are fetched.

    Parameters
    ----------
    columns : mapping
        Data sets by name, as JSON that may stand in a page.
    scripts : mapping
        What explorables know, by name; it always comes with the page, whose words are made of it.
    """
    weights = {name: len(zlib.compress(text.encode())) for name, text in columns.items()}
    elements, files, left = dict[str, str](), dict[str, bytes](), WITH_PAGE
    for name in sorted(columns, key=lambda name: (weights[name], name)):
        text = columns[name]
        left -= weights[name]
        if left >= 0:
            elements[name] = element(name, text)
            continue
        content = text.encode()
        path = f"{FOLDER}/{hashed_name(f'{name}.json', hashlib.sha256(content).hexdigest())}"
        files[path] = content
        elements[name] = f'<script type="application/json" data-set="{name}" data-from="{path}"></script>\n'
    held = [elements[name] for name in columns] + [element(name, text) for name, text in scripts.items()]
    return Markup("".join(held)), files


def element(name: str, text: str) -> str:
    """Return the element that holds a data set."""
    return f'<script type="application/json" data-set="{name}">{text}</script>\n'
