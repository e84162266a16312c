"""What a page says in the preview while the data that it needs are being made."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

MOST_NAMED = 4
END = b"</body>"
OLD = "The numbers of this page are those of before: its data are being made anew."


def notice(asked: Mapping[str, bool], is_old: bool) -> str:
    """Return the sentence of a page that needs these data sets; nothing if they are all there, and not old."""
    awaited = [name for name, is_there in asked.items() if not is_there]
    if not awaited:
        return OLD if asked and is_old else ""
    named, n_others = awaited[:MOST_NAMED], len(awaited) - MOST_NAMED
    others = f" and {n_others} other{'s' if n_others > 1 else ''}" if n_others > 0 else ""
    return f"This page waits for {len(awaited)} of {len(asked)} data sets: {', '.join(named)}{others}."


def with_notice(page: bytes, asked: Mapping[str, bool], is_old: bool, since: float) -> bytes:
    """Return a page with its sentence, and how much of its data is there, at its end; scripts fix it to the window.

    While the data are being made, ``since`` a second of the clock, they count the seconds there; it is 0 at rest.
    """
    words = notice(asked, is_old and since > 0)
    if not words:
        return page
    there = f'<progress value="{sum(asked.values())}" max="{len(asked)}"></progress>' if not all(asked.values()) else ""
    clock = f'<span data-since="{1000 * since:.0f}" aria-hidden="true"></span>' if since else ""
    written = f'<p class="data-notice" role="status" data-pagefind-ignore>{escape(words)}{clock}{there}</p>\n'.encode()
    start, end, rest = page.rpartition(END)
    return start + written + end + rest if end else page
