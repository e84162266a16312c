"""Directives for the tutorials of the handbook."""

from markupsafe import Markup


def result(body: Markup) -> str:
    """Show the working result of a tutorial's step."""
    return f'<div class="handbook-result">\n{body}</div>'
