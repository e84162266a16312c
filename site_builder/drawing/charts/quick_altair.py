"""Altair looks up its classes by their schemas anew for each encoding that is a text: here it does so once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def remember_classes() -> None:
    """Let Altair keep what it finds out of its own classes; a version of it that works otherwise is left as it is.

    Notes
    -----
    It reads the schemas of 568 classes for each ``x="load:Q"``: a sixth of the time that the charts of an explorable
    take to be described, of which all else is one after the other.
    """
    from altair.utils import schemapi

    reader: Any = getattr(schemapi, "_FromDict", None)
    if reader is None or hasattr(reader, "read_anew"):
        return
    known: dict[tuple[type, ...], Any] = {}
    read_anew = reader.__init__

    def read_once(self: Any, classes: Iterable[type], /, *others: Any, **named: Any) -> None:
        """Take what is known of these classes."""
        found = tuple(classes)
        if found not in known:
            read_anew(self, found, *others, **named)
            known[found] = vars(self)
        vars(self).update(known[found])

    reader.__init__, reader.read_anew = read_once, read_anew
