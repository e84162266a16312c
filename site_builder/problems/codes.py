"""The codes of problems, each with what lies behind it and what to do."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("codes.toml")


@dataclass(frozen=True)
class Explained:
    """What lies behind a code, and what to do; words between backticks are code.

    ``quiet`` marks the codes of warnings that a figure can silence.
    """

    cause: str
    remedy: str
    quiet: bool = False


@cache
def known_codes() -> Mapping[str, Explained]:
    """Return all codes that a problem may have, in the order of the handbook."""
    return {code: Explained(**words) for code, words in tomllib.loads(FILE.read_text(encoding="utf-8")).items()}


def quiet_codes() -> list[str]:
    """Return the codes that a figure can silence."""
    return [code for code, explained in known_codes().items() if explained.quiet]
