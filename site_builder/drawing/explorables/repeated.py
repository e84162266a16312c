"""Values that depend on more than the arguments: on chance, on the clock, or on what was called before."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from site_builder.drawing.explorables.evaluated import Picture, Table

REMEDY = (
    "a value may depend on the arguments alone, or each build publishes another: seed chance inside the function, "
    "with random.seed(0) or rng = np.random.default_rng(0), and change nothing outside of it"
)
# Altair counts the names that it gives to selections and views.
COUNTED = re.compile(r"\b(param|view|layer|concat|hconcat|vconcat|facet|repeat)_\d+")
SHOWN = 60


def difference(first: Any, again: Any) -> str:
    """Return in words how a value differs from what the same call returned before; "" where it does not."""
    if isinstance(first, dict) and isinstance(again, dict) and "$schema" in first:
        same = COUNTED.sub("", json.dumps(first, default=str)) == COUNTED.sub("", json.dumps(again, default=str))
        return "" if same else "another chart"
    if first == again:
        return ""
    if isinstance(first, Picture):
        return "another picture"
    if isinstance(first, Mapping) and isinstance(again, Mapping):
        name = next(name for name in [*first, *again] if first.get(name) != again.get(name))
        return f"{name}={first.get(name)!r} once and {name}={again.get(name)!r} again"
    if isinstance(first, Table) and isinstance(again, Table):
        pairs = zip(sum(first.rows, ()), sum(again.rows, ()), strict=False)
        one, other = next(((one, other) for one, other in pairs if one != other), ("a table", "another"))
        return f"{one} once and {other} again"
    return f"{shortened(first)!r} once and {shortened(again)!r} again"


def shortened(value: Any) -> Any:
    """Return a value as a message shows it."""
    return value[:SHOWN] + "…" if isinstance(value, str) and len(value) > SHOWN else value
