"""Publish a project's texts, ``static/words/NAME.json``, which figures fetch in the language of the reader.

A widget that lists ``NAME.json`` under ``files`` gets the file without formatting. Figures in a single language do not
need this, since their texts are in their scripts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from site_builder.plain_values import parse_json
from site_builder.problems.problem import Problem, SiteError
from site_builder.problems.source import Mistake, load_source, place_in
from site_builder.project_files import composed, content_files

FOLDER = "static/words"
ENDING = ".json"
TEXT_OR_WORD = re.compile(r'"(?:\\.|[^"\\])*(?:"|\Z)|-?\w+')


def source_of(name: str) -> str | None:
    """Return the source of a file of texts; None for other files."""
    return f"{FOLDER}/{name}" if name.endswith(ENDING) else None


def known_texts(project: Path) -> list[str]:
    """Return the names of the project's files of texts."""
    return [composed(path.name) for path in content_files(project / FOLDER, f"*{ENDING}")]


def read_texts(project: Path, names: Iterable[str]) -> Mapping[str, bytes]:
    """Return the published contents of files of texts.

    Parameters
    ----------
    names
        Files that widgets list; missing ones are skipped.

    Raises
    ------
    SiteError
        For files that are not JSON, with line and column.
    """
    texts, problems = {}, list[Problem]()
    for name in sorted(set(names) & set(known_texts(project))):
        source = load_source(project, f"{FOLDER}/{name}")
        problems += source.problems
        try:
            texts[name] = json.dumps(read_json(source.text), ensure_ascii=False, separators=(",", ":")).encode()
        except Mistake as mistake:
            problems.append(source.mistake(mistake, place_in(source.text, mistake.offset)))
    if problems:
        raise SiteError(problems)
    return texts


def read_json(text: str) -> Any:
    """Parse JSON as browsers do.

    Raises
    ------
    Mistake
        If it is invalid, contains NaN or Infinity, or has a duplicate key, of which one would be lost.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        known: set[str] = set()
        for key, _ in pairs:
            if key in known:
                last = text.rfind(json.dumps(key, ensure_ascii=False))
                raise Mistake("texts", f"{key!r} is there twice", max(last, 0), len(key) + 2, "remove one of them")
            known.add(key)
        return dict(pairs)

    def refuse(word: str) -> None:
        place = next(found.start() for found in TEXT_OR_WORD.finditer(text) if found[0] == word)
        raise Mistake("texts", f"{word} is not JSON", place, len(word), "write null, or a text in quotes")

    try:
        return parse_json(text, object_pairs_hook=once, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise Mistake("texts", f"not JSON: {error.msg}", error.pos) from None
