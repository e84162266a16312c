"""The words of a line, each with the column where it stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from solver.errors import SolverError

# The white space of JavaScript, so that pages read the same words.
SPACE = r"\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
WORD = re.compile(f"[^{SPACE},]+|,")


class RecordError(SolverError):
    """A record of games that cannot be read: ``message`` stands without its place, which counts from 1."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.line, self.column, self.message = line, column, message


@dataclass(frozen=True)
class Word:
    """A word, or a comma; line and column count from 1."""

    text: str
    line: int
    column: int

    def refuse(self, message: str) -> NoReturn:
        """Say what is wrong with the word."""
        raise RecordError(self.line, self.column, message)

    @property
    def is_number(self) -> bool:
        """Return whether the word is digits only."""
        return re.fullmatch("[0-9]+", self.text) is not None


def words_of(text: str, line: int) -> list[Word]:
    """Return the words of a line."""
    return [Word(match[0], line, match.start() + 1) for match in WORD.finditer(text)]


def quoted(text: str) -> str:
    """Return what was written, in quotation marks and cut where it is long."""
    return f'"{text if len(text) <= 30 else text[:29] + "…"}"'


def listed(texts: Sequence[str]) -> str:
    """Return texts with commas between them."""
    return ", ".join(texts)
