"""An explorable as its module in JavaScript gets it: what is the same on all pages, and what a page has written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from site_builder.drawing.explorables.asked import asked_record
from site_builder.drawing.explorables.evaluated import Declared, Evaluated, PictureFiles
from site_builder.drawing.explorables.shipped import Record, parameters_record
from site_builder.explore.parameters import Parameter
from site_builder.explore.states import text_of
from site_builder.reuse.memo import digest_of

# The name of the module behind all explorables, which no widget can have; as ``assets.scripts`` bundles it.
EXPLORE = "site_builder/explore"


@dataclass(frozen=True)
class Explorable:
    """An explorable, evaluated; ``quantities`` are its numbers as the prose reads them out.

    ``made_from`` is a short name for all that it is made from, if that is known.
    """

    found: Evaluated
    quantities: Mapping[str, Any] = field(default_factory=dict)
    made_from: str = ""

    @property
    def declared(self) -> Declared:
        """Return what its file declares."""
        return self.found.declared

    @property
    def is_opening(self) -> bool:
        """Tell whether all but the opening state is still to come."""
        return self.found.whole is not None

    @property
    def parameters(self) -> Mapping[str, Parameter]:
        """Return the parameters as the file declares them, whether all their stops can be shown yet or not."""
        return (self.found.whole or self.found.declared).parameters

    @cached_property
    def bare(self) -> Record:
        """Return what its numbers can be read out of."""
        return {
            "parameters": parameters_record(self.declared.parameters),
            "quantities": dict(self.quantities),
            "sentence": None,
            "table": None,
            "alt_text": None,
            "alt": "",
            "picture": None,
            "guess": asked_record(self.found),
            **self.limits,
        }

    @property
    def limits(self) -> Record:
        """Return which stops make sense together, and how links read before."""
        declared, allowed = self.declared, self.found.values.get("only")
        on = [self.names.index(name) for name in declared.depends.get("only", ())]
        only = {"on": on, "allowed": "".join("1" if one else "0" for one in allowed)} if allowed else None
        former = {"texts": dict(declared.former.texts), "pattern": declared.former.pattern}
        return {"only": only, "why": declared.why, "former": former if any(former.values()) else None}

    @property
    def pictures(self) -> Sequence[PictureFiles]:
        """Return the files of its pictures."""
        return self.found.pictures

    @cached_property
    def drawn(self) -> dict[str, list[Any]]:
        """Return its pictures, packed, by layout."""
        return {files.layout: [json.loads(content) for _, content in files.files] for files in self.pictures}

    @cached_property
    def digest(self) -> str:
        """Return a short name for all of it."""
        return self.made_from or digest_of(self.quantities, repr(self.found))

    def link(self, stops: Mapping[str, int]) -> str:
        """Return the text of a state that differs from the opening in some stops."""
        return text_of(self.parameters, stops)

    @property
    def names(self) -> Sequence[str]:
        """Return the names of its parameters."""
        return list(self.declared.parameters)
