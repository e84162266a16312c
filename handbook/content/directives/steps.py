"""Blocks of the handbook's own."""

from markupsafe import Markup


def result(body: Markup) -> str:
    """What the step of a tutorial makes, alive."""
    return f'<div class="handbook-result">\n{body}</div>'
