"""Exact solutions of dice games of the Yatzy family.

What a stranger needs is here by name, and told in ``solver.library``: ``ruleset``, ``solve``, ``advise``,
``distribution``, ``chances``. Each is loaded when it is asked for, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.9.0"  # of the distribution, `--version` and the manifest

# By the text of their module's name: whatever reads imports, such as the sources of a data set, sees none here.
PUBLIC = dict.fromkeys(("ruleset", "solve", "advise", "distribution", "chances"), "solver.library")


def __getattr__(name: str) -> Any:
    """Return a public function, whose module is loaded now."""
    if name not in PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(PUBLIC)}")
    return getattr(import_module(PUBLIC[name]), name)


def __dir__() -> list[str]:
    """List the public functions."""
    return [*globals(), *PUBLIC]
