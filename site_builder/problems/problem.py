"""What can be wrong with a project, told so that its author can mend it."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, order=True)
class Problem:
    """One mistake of an author: where it is, what was found, what is allowed.

    ``path`` is relative to the project; ``line`` and ``column`` count from 1 (line 0: the file as a whole);
    ``length`` is the number of characters the caret underlines; ``source`` is the line as written. ``about`` names
    what is missed, so that it can be told from what is wrong with that.
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

    def __str__(self) -> str:
        """Render ``path:line:column: message`` with the source line, a caret and the suggestion."""
        place = f"{self.path}:{self.line}:{self.column}" if self.line else self.path
        label = "warning: " if self.severity == "warning" else ""
        lines = [f"{place}: {label}{self.message}"]
        if self.source:
            indent = "".join("\t" if character == "\t" else " " for character in self.source[: self.column - 1])
            lines += [f"    {self.source}", f"    {indent}{'^' * max(1, self.length)}"]
        if self.suggestion:
            lines.append(f"    {self.suggestion}")
        return "\n".join(lines)


def fault_of(error: Exception) -> Problem:
    """Describe a failure of the program itself."""
    shown = "".join(traceback.format_exception(error))
    return Problem("site_builder", 0, 0, "fault", f"the site builder failed, which is not your mistake:\n{shown}")


class SiteError(Exception):
    """A project that cannot be built, with every problem that was found."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(sorted(problems))
        super().__init__("\n".join(str(problem) for problem in self.problems))
