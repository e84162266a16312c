"""Rows that a chart was given as they are, ``altair.Data(values=[…])``, put where Altair puts those of frames."""

from __future__ import annotations

import hashlib
import json
from typing import Any

# How Altair writes a day or a moment that it finds among such rows.
DAY = ("year", "month", "date")
TIME = ("hours", "minutes", "seconds")


def with_named_rows(specification: dict[str, Any]) -> dict[str, Any]:
    """Return a specification whose rows stand in its ``datasets``, by names that tell what is in them."""
    sets: dict[str, Any] = dict(specification.get("datasets", {}))

    def named(described: Any) -> Any:
        if isinstance(described, list):
            return [named(inner) for inner in described]
        if not isinstance(described, dict):
            return described
        return {
            key: placed(inner) if key == "data" else inner if key == "datasets" else named(inner)
            for key, inner in described.items()
        }

    def placed(data: Any) -> Any:
        rows = data.get("values") if isinstance(data, dict) and data.keys() == {"values"} else None
        if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
            return data
        plain = [{name: plain_moment(value) for name, value in row.items()} for row in rows]
        digest = hashlib.sha256(json.dumps(plain, sort_keys=True, default=str).encode()).hexdigest()
        name = f"data-{digest[:32]}"
        sets[name] = plain
        return {"name": name}

    found: dict[str, Any] = named(specification)
    return {**found, "datasets": sets} if sets else found


def plain_moment(value: Any) -> Any:
    """Return a cell with its day or moment as a text."""
    if not isinstance(value, dict) or value.keys() not in ({*DAY}, {*DAY, *TIME, "milliseconds"}):
        return value
    day = "{year:04}-{month:02}-{date:02}".format(**value)
    return day if len(value) == len(DAY) else day + "T{hours:02}:{minutes:02}:{seconds:02}".format(**value)
