"""Define errors and warnings about a project: their codes, texts and output formats."""

from __future__ import annotations

import tomllib
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal

# Most printed characters of a message, a suggestion and a source line; together below 2,000.
MESSAGE, SUGGESTION, LINE = 900, 400, 200
# Most errors, and most warnings, that a build prints.
MOST = 100
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"


@dataclass(frozen=True, order=True)
class Problem:
    """One error or warning about an author's file: place, code, message and fix.

    ``path`` is relative to the project; ``line`` and ``column`` count from 1 (line 0: the file as a whole);
    ``length`` is the number of characters the caret underlines; ``source`` is the line as written. ``about`` names
    the missing or invalid object, to find problems that are consequences of another one. Long texts are cut; if the
    line is cut, around the caret, ``caret`` is its column in ``source``.
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
        """Shorten long texts."""
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
    """Shorten a text to at most ``most`` characters by omitting its middle."""
    half = (most - 3) // 2
    return text if len(text) <= most else f"{text[:half]} {ELLIPSIS} {text[-half:]}"


def reported(problems: Iterable[Problem]) -> tuple[list[Problem], dict[str, int]]:
    """Return the problems to print (the first errors and warnings), and the number of omitted ones by severity."""
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
    """Return a line for each severity with omitted problems."""
    return "".join(f"and {count:,} more {kind if count > 1 else kind[:-1]}\n" for kind, count in omitted.items())


# The packages of the extra `build`, by the names of their modules.
BUILD_PACKAGES = (
    *("altair", "babel", "brotli", "fontTools", "jinja2", "mdit_py_plugins", "narwhals", "pagefind", "PIL", "pyarrow"),
    *("pybtex", "pydantic", "pygments", "quickjs", "rich", "starlette", "uharfbuzz", "uvicorn", "vl_convert"),
    *("watchfiles", "websockets", "yaml", "ziamath"),
)
BUILD_EXTRA = 'pip install "explorable-site-builder[build]"'


def can_import(name: str) -> bool:
    """Return whether a module is installed."""
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def require_build_packages(what: str) -> None:
    """Raise an error if a package of the extra ``build`` is not installed; ``what`` needs it."""
    missing = [name for name in BUILD_PACKAGES if not can_import(name)]
    if missing:
        message = f"{what} needs packages that are not installed: {', '.join(missing)}"
        raise author_error("extra", message, f"run {BUILD_EXTRA}")


def fault_of(error: Exception) -> Problem:
    """Return the problem for an internal error of the site builder."""
    shown = "".join(traceback.format_exception(error))
    return Problem("site_builder", 0, 0, "fault", f"internal error of the site builder; please report it:\n{shown}")


class SiteError(Exception):
    """Errors of the author, one or several problems; it can be pickled between processes."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__(self.problems)

    def __str__(self) -> str:
        """Return the problems as printed."""
        return "\n".join(map(str, self.problems))

    @property
    def message(self) -> str:
        """Return only the messages of the problems."""
        return "; ".join(problem.message for problem in self.problems)


def author_error(
    code: str, message: str, suggestion: str = "", path: str = "", line: int = 0, column: int = 0, about: str = ""
) -> SiteError:
    """Return an error with one problem; a caller that knows the file may add the path."""
    return SiteError([Problem(path, line, column, code, message, suggestion, about=about)])


FILE = Path(__file__).with_name("codes.toml")


@dataclass(frozen=True)
class Explained:
    """The cause and the remedy of a message code, with code between backticks.

    ``quiet`` is whether a figure can silence the warning.
    """

    cause: str
    remedy: str
    quiet: bool = False


@cache
def known_codes() -> Mapping[str, Explained]:
    """Return all message codes, in the order of the handbook."""
    return {code: Explained(**words) for code, words in tomllib.loads(FILE.read_text(encoding="utf-8")).items()}


def quiet_codes() -> list[str]:
    """Return the codes of warnings that a figure can silence."""
    return [code for code, explained in known_codes().items() if explained.quiet]


IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def problems_for_programs(problems: Iterable[Problem]) -> dict[str, Any]:
    """Return the problems for ``--json``: their records, and the number of omitted ones if there are any."""
    shown, omitted = reported(problems)
    return {"problems": records_of(shown), **({"omitted": omitted} if omitted else {})}


def records_of(problems: Iterable[Problem]) -> list[dict[str, Any]]:
    """Convert problems to records for programs; a problem of a whole file has line 1 and column 1."""
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
    """Return problems as GitHub annotations, one line each, with paths relative to the working directory."""
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
        written = ",".join(f"{name}={str(value).translate(IN_PROPERTY)}" for name, value in properties.items())
        message = "\n".join(filter(None, (record["message"], record["suggestion"])))
        lines.append(f"::{record['severity']} {written}::{message.translate(IN_MESSAGE)}")
    return lines + describe_omitted(omitted).splitlines()
