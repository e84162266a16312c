"""Errors and warnings about a project: their codes, texts and formats."""

from __future__ import annotations

import tomllib
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

# Most characters of what is printed of an error: of its message, its suggestion and its line; together below 2,000.
MESSAGE, SUGGESTION, LINE = 900, 400, 200
# Most errors, and most warnings, that are printed of a build.
MOST = 100
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, order=True)
class Problem:
    """One error of an author: where it is, what was found, what is allowed.

    ``path`` is relative to the project; ``line`` and ``column`` count from 1 (line 0: the file as a whole);
    ``length`` is the number of characters the caret underlines; ``source`` is the line as written. ``about`` names
    what is missed, so that it can be told from what is wrong with that. Long texts are cut, the line around the caret:
    ``caret`` is the column in ``source`` then.
    """

    path: str
    line: int
    column: int
    code: str
    message: str
    suggestion: str = ""
    source: str = ""
    length: int = 1
    severity: Literal["error", "warning"] = "error"
    about: str = ""
    caret: int = 0

    def __post_init__(self) -> None:
        """Cut what is too long to be read."""
        for name, most in (("message", MESSAGE), ("suggestion", SUGGESTION), ("about", MESSAGE)):
            object.__setattr__(self, name, shortened(getattr(self, name), most))
        if len(self.source) > LINE:
            most = LINE - 2 * len(ELLIPSIS)
            start = min(max(0, (self.caret or self.column) - 1 - most // 2), len(self.source) - most)
            before = ELLIPSIS if start else ""
            after = ELLIPSIS if start + most < len(self.source) else ""
            object.__setattr__(self, "caret", (self.caret or self.column) - start + len(before))
            object.__setattr__(self, "source", f"{before}{self.source[start : start + most]}{after}")

    def __str__(self) -> str:
        """Render ``path:line:column: severity[code]: message`` with the source line, a caret and the fix."""
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        lines = [f"{place}: {self.severity}[{self.code}]: {self.message}"]
        if self.source:
            before = self.source[: (self.caret or self.column) - 1]
            indent = "".join("\t" if character == "\t" else " " for character in before)
            shown = min(self.length, len(self.source) - len(before))
            lines += [f"    {self.source}", f"    {indent}{'^' * max(1, shown)}"]
        if self.suggestion:
            lines.append(f"    Fix: {self.suggestion}")
        return "\n".join(lines)


def shortened(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters: of a longer one its beginning and its end."""
    half = (most - 3) // 2
    return text if len(text) <= most else f"{text[:half]} {ELLIPSIS} {text[-half:]}"


def reported(problems: Iterable[Problem]) -> tuple[list[Problem], dict[str, int]]:
    """Return the problems that are printed, and how many are not: the first errors and the first warnings are."""
    shown: list[Problem] = []
    omitted: Counter[str] = Counter()
    of_severity: Counter[str] = Counter()
    for problem in problems:
        of_severity[problem.severity] += 1
        if of_severity[problem.severity] <= MOST:
            shown.append(problem)
        else:
            omitted[f"{problem.severity}s"] += 1
    return shown, dict(omitted)


def describe_omitted(omitted: Mapping[str, int]) -> str:
    """Return a line for each severity of which problems are not printed."""
    return "".join(f"and {count:,} more {kind if count > 1 else kind[:-1]}\n" for kind, count in omitted.items())


def fault_of(error: Exception) -> Problem:
    """Describe a failure of the program itself."""
    shown = "".join(traceback.format_exception(error))
    return Problem("site_builder", 0, 0, "fault", f"internal error of the site builder; please report it:\n{shown}")


class SiteError(Exception):
    """An error of the author, with every problem that was found; processes send it as it is."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return what is printed of the problems."""
        return "\n".join(map(str, self.problems))

    @property
    def message(self) -> str:
        """Return the messages alone."""
        return "; ".join(problem.message for problem in self.problems)


def author_error(
    code: str, message: str, suggestion: str = "", path: str = "", line: int = 0, column: int = 0, about: str = ""
) -> SiteError:
    """Return an error with one problem; its path may be added where the file is known."""
    return SiteError([Problem(path, line, column, code, message, suggestion, about=about)])


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


IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def problems_for_programs(problems: Iterable[Problem]) -> dict[str, Any]:
    """Return what ``--json`` prints of problems: their records, and how many are left out, if any are."""
    shown, omitted = reported(problems)
    return {"problems": records_of(shown), **({"omitted": omitted} if omitted else {})}


def records_of(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Return problems for programs, which know no place but a line and a column: a file as a whole begins at both."""
    return [
        {
            "path": problem.path,
            "line": max(1, problem.line),
            "column": max(1, problem.column),
            "length": problem.length,
            "code": problem.code,
            "message": problem.message,
            "suggestion": problem.suggestion,
            "severity": problem.severity,
        }
        for problem in problems
    ]


def annotations_of(problems: Iterable[Problem], project: Path) -> list[str]:
    """Return problems as GitHub's runners read them, a line each, with paths as they are from where one calls."""
    lines = []
    shown, omitted = reported(problems)
    for record in records_of(shown):
        properties = {
            "file": (project / record["path"]).as_posix(),
            "line": record["line"],
            "col": record["column"],
            "endColumn": record["column"] + record["length"],
            "title": record["code"],
        }
        told = ",".join(f"{name}={str(value).translate(IN_PROPERTY)}" for name, value in properties.items())
        message = "\n".join(filter(None, (record["message"], record["suggestion"])))
        lines.append(f"::{record['severity']} {told}::{message.translate(IN_MESSAGE)}")
    return lines + describe_omitted(omitted).splitlines()
