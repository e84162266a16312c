"""Compare listings that name a file with what the file says: they were pasted, and the file may have changed since."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path

from markdown_it.token import Token

from site_builder.drawing.listings import read_info
from site_builder.problems.problem import Problem
from site_builder.project_files import LARGEST_TEXT, RefusedFileError, find_file, read_limited
from site_builder.reading.texts import Text

LEFT_OUT = frozenset({"…", "...", "# …", "# ...", "// …", "// ..."})


def check_listings(project: Path, texts: Iterable[Text]) -> list[Problem]:
    """Warn of listings under the name of a file that says something else."""
    problems = []
    for text in texts:
        for token in text.reading.of_type("fence"):
            if is_stale(project, token):
                name, place = read_info(token.info).file_name, token.meta["place"]
                message = f"this listing is not what {name} says"
                suggestion = f"write ':::listing{{file={name} symbol=…}}', which always is; or leave out the name"
                problems.append(
                    text.source.problem(
                        "listing-stale",
                        message,
                        place,
                        length=len(text.source.line(place.line)),
                        suggestion=suggestion,
                        severity="warning",
                    )
                )
    return problems


def is_stale(project: Path, token: Token) -> bool:
    """Tell whether a listing names a file of the project in which it does not stand; lines may be left out by dots."""
    name = read_info(token.info).file_name
    try:
        content = read_limited(find_file(project, project, name), LARGEST_TEXT)
    except (FileNotFoundError, RefusedFileError):
        return False
    lines = stripped(content.decode("utf-8-sig", errors="replace"))
    for is_left_out, piece in groupby(stripped(token.content), key=LEFT_OUT.__contains__):
        if not is_left_out and not holds(lines, list(piece)):
            return True
    return False


def stripped(text: str) -> list[str]:
    """Return the lines of a text that are not empty, without the white space around them."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def holds(lines: Sequence[str], piece: Sequence[str]) -> bool:
    """Tell whether some lines stand among others, one after another."""
    return any(lines[start : start + len(piece)] == piece for start in range(len(lines) - len(piece) + 1))
