"""Exact solutions of dice games of the Yatzy family.

The public functions are ``ruleset``, ``solve``, ``advise``, ``distribution`` and ``chances``, documented in
``solver.library``. Each is imported on first access, so ``import solver`` is fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.9.0"  # of the distribution, `--version` and the manifest

# The module is named by a string, so that tools that read import statements (``store.sources``) find no imports here.
PUBLIC = dict.fromkeys(("ruleset", "solve", "advise", "distribution", "chances"), "solver.library")


def __getattr__(name: str) -> Any:
    """Import a public function on first access."""
    if name not in PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(PUBLIC)}")
    return getattr(import_module(PUBLIC[name]), name)


def __dir__() -> list[str]:
    """List the public functions."""
    return [*globals(), *PUBLIC]
