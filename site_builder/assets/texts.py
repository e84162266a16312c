"""A project's own texts: ``static/words/NAME.json``, which figures fetch in the language that a reader has chosen.

A widget that lists ``NAME.json`` under ``files`` gets the file without the blanks that are for people. What a figure
says in one language alone needs none of this: it stands in the figure's script.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from site_builder.problems.problem import Problem, SiteError

FOLDER = "static/words"
ENDING = ".json"


def source_of(name: str) -> str | None:
    """Return the source of a file of texts; None for a file that is none."""
    return f"{FOLDER}/{name}" if name.endswith(ENDING) else None


def known_texts(project: Path) -> list[str]:
    """Return the files of texts that the project has."""
    return sorted(path.name for path in (project / FOLDER).glob(f"*{ENDING}"))


def read_texts(project: Path, names: Iterable[str]) -> Mapping[str, bytes]:
    """Return files of texts as they are published.

    Parameters
    ----------
    names
        Files that widgets ask for; those that are not there are left out.

    Raises
    ------
    SiteError
        For files that are no JSON, with line and column.
    """
    texts, problems = {}, list[Problem]()
    for name in sorted(set(names) & set(known_texts(project))):
        text = (project / FOLDER / name).read_bytes()
        try:
            texts[name] = json.dumps(json.loads(text), ensure_ascii=False, separators=(",", ":")).encode()
        except UnicodeDecodeError:
            problems.append(Problem(f"{FOLDER}/{name}", 0, 0, "texts", "this is not UTF-8", "save the file as UTF-8"))
        except json.JSONDecodeError as error:
            line = text.decode().splitlines()[error.lineno - 1] if error.lineno <= text.count(b"\n") + 1 else ""
            problems.append(
                Problem(f"{FOLDER}/{name}", error.lineno, error.colno, "texts", f"no JSON: {error.msg}", source=line)
            )
    if problems:
        raise SiteError(problems)
    return texts
