"""The directives that texts of a project may hold: those of the builder, and behind them the project's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from site_builder.syntax.directive_table import TABLE, Component

# The parser's environment holds the dialect under it.
DIALECT = "dialect"


@dataclass(frozen=True)
class Dialect:
    """A table of directives, and what the parser asks of it; with ``quotes``, texts get them and dashes."""

    table: tuple[Component, ...]
    quotes: tuple[str, ...] = ()

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """Return the directives by name."""
        return {component.name: component for component in self.table}

    @cached_property
    def blocks(self) -> frozenset[str]:
        """Return the names of those that are blocks."""
        return frozenset(component.name for component in self.table if component.kind != "inline")

    @cached_property
    def inlines(self) -> frozenset[str]:
        """Return the names of those that stand in a line of text."""
        return frozenset(component.name for component in self.table if component.kind == "inline")

    @cached_property
    def own_inlines(self) -> frozenset[str]:
        """Return the names of the project's own among them."""
        return self.inlines - BUILT_IN.inlines

    @cached_property
    def raw(self) -> frozenset[str]:
        """Return the names of those whose bodies are taken as they are."""
        return frozenset(component.name for component in self.table if component.kind == "raw")

    def __hash__(self) -> int:
        """Return a number for the names: what parses a text is asked for by its dialect, often."""
        return self._number

    @cached_property
    def _number(self) -> int:
        return hash(tuple(self.components))


BUILT_IN = Dialect(TABLE)


def dialect_of(environment: Mapping[str, Any]) -> Dialect:
    """Return the dialect that the parser was started with; by default that of the builder."""
    dialect = environment.get(DIALECT, BUILT_IN)
    assert isinstance(dialect, Dialect)
    return dialect
