"""What an explorable declares, and the values of its parts in every state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from site_builder.explore.parameters import Guess, Parameter
from site_builder.explore.states import State, grid
from site_builder.problems.problem import Problem, SiteError, author_error

# What makes sense at all comes first, then the numbers, which other parts may ask for.
PART_NAMES = ("only", "numbers", "picture", "table", "sentence", "alt_text")
# The parts that readers see, in this order.
SHOWN = ("picture", "sentence", "table")


def failure(message: str, path: str, line: int = 0, suggestion: str = "", column: int = 0) -> SiteError:
    """Return the error of an explorable that cannot be evaluated; line 0 stands for the file as a whole."""
    return author_error("explorable", message, suggestion, path, line, column)


@dataclass(frozen=True)
class Words:
    """A text of the file, and the line where it stands."""

    text: str
    line: int = 0


@dataclass(frozen=True)
class Former:
    """How links read before: whole texts with what they read now, and a pattern with groups named as parameters."""

    texts: Mapping[str, str] = field(default_factory=dict)
    pattern: str = ""


@dataclass(frozen=True)
class Asked:
    """A guess of the file by its name, the stops of all parameters where it is asked for, and its line."""

    name: str
    guess: Guess
    stops: Mapping[str, int]
    line: int = 0


@dataclass(frozen=True)
class Declared:
    """An explorable as its file declares it; ``depends`` names for each part the parameters of its grid.

    ``formats`` are those of the columns of its table.
    """

    name: str
    parameters: Mapping[str, Parameter]
    frames: tuple[str, ...]
    depends: Mapping[str, tuple[str, ...]]
    lines: Mapping[str, int]
    caption: Words = Words("")
    alt: Words = Words("")
    axes: Literal["held", "free"] = "held"
    quiet: frozenset[str] = frozenset()
    why: str = ""
    former: Former = Former()
    asked: Asked | None = None
    formats: Mapping[str, str] = field(default_factory=dict)

    def states(self, part: str) -> list[State]:
        """Return the grid of a part."""
        return grid(self.parameters, self.depends[part])

    @property
    def first_shown(self) -> str:
        """Return the first part that a figure shows: its picture, if it has one."""
        return next(name for name in SHOWN if name in self.depends)


@dataclass(frozen=True)
class Table:
    """A table as text; ``is_number`` tells which columns hold numbers."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    is_number: tuple[bool, ...]


@dataclass(frozen=True)
class Picture:
    """A picture as markup; drawings that are one for all columns have the same twice.

    ``limits`` tell where its axes begin and end, if that is known. ``findings`` may mislead.
    """

    wide: str
    narrow: str
    limits: tuple[str, ...] = ()
    findings: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class PictureFiles:
    """The pictures of one layout: the file of each shard, and the parameter by whose stops they are split, if any."""

    layout: str
    by: str
    files: tuple[tuple[str, bytes], ...]


@dataclass(frozen=True)
class Evaluated:
    """The values of each part in the order of its grid; parts that the file does not have are missing.

    A state that makes no sense, by ``only``, has None.

    While the others are still to come there is one of each, for the state where the figure opens, and no parameter has
    another stop; ``whole`` is then what the file declares, and ``n_done`` how many states of the picture are done.

    ``is_settled`` tells that all of it is made from what was ordered: nothing was saved meanwhile. ``pictures`` are the
    files of the pictures, ``arrow`` that of the numbers, as readers get them.
    """

    declared: Declared
    values: Mapping[str, list[Any]]
    warnings: tuple[Problem, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
    whole: Declared | None = None
    n_done: int = 0
    is_settled: bool = True
    pictures: tuple[PictureFiles, ...] = ()
    arrow: bytes = b""
