"""A static site generator for explorable explanations: markdown, data and widgets in, a site out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from site_builder.publishing.publish import publish

__all__ = ["publish"]
__version__ = "0.9.0"  # of the distribution, `--version` and the footer of pages


def __getattr__(name: str) -> Any:
    """Import the functions for data scripts on first access: no command needs them."""
    if name == "publish":
        from site_builder.publishing.publish import publish

        return publish
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
