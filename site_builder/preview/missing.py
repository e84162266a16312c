"""What the preview shows at an address that no page has: the pages that there are."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

# A page of the site's own for that is made for its host: there its links lead from another root.
NOT_FOUND = "404.html"
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title></head>'


def missing_page(files: Mapping[str, bytes]) -> bytes:
    """Return the page that is shown in place of one that is not there; an empty one while there is none at all."""
    pages = [path for path in files if path.endswith(".html") and "/" not in path and path != NOT_FOUND]
    links = "".join(f'<li><a href="/{escape(path)}">{title_of(files[path]) or escape(path)}</a></li>' for path in pages)
    body = f"<h1>There is no such page</h1><p>There are these:</p><ul>{links}</ul>" if files else ""
    return f"{HEAD}<body>{body}</body></html>".encode()


def title_of(page: bytes) -> str:
    """Return the title of a page as HTML, "" if it has none."""
    found = TITLE.search(page.decode(errors="replace"))
    return found[1].strip() if found else ""
