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
    """What lies behind a code, and what to do; words between backticks are code."""

    cause: str
    remedy: str


@cache
def known_codes() -> Mapping[str, Explained]:
    """Return all codes that a problem may have, in the order of the handbook."""
    return {code: Explained(**words) for code, words in tomllib.loads(FILE.read_text(encoding="utf-8")).items()}
