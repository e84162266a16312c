"""Load text files with the places of their characters, so that problems can point at the offending text."""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

from site_builder.problems.problem import Problem
from site_builder.project_files import LARGEST_TEXT, RefusedFileError, composed, find_file, on_disk, read_limited

ENDS_OF_PLANES = "".join(chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
UNSHOWABLE = re.compile(f"[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{ENDS_OF_PLANES}]")
ALLOWED = "delete it; spaces, tabs and line ends are the only invisible characters allowed"


def character_error(character: str) -> str:
    """Return the message for a character that cannot be shown."""
    code = ord(character)
    kind = "half a character" if 0xD800 <= code <= 0xDFFF else "no character"
    return f"U+{code:04X} is {'a control character' if code < 0xA0 else kind}, which no page can show"


RENAME = "rename one of them"
Severity = Literal["error", "warning"]
# Comparing words takes quadratic time in their length.
LONGEST_WORD, MOST_COMPARED = 80, 3000
LARGEST, MOST_LINES = 2_000_000, 30_000  # bytes and lines of a text file
END_OF_LINE = re.compile("\r\n?")
# Conflict markers of git and other tools; a chapter may show them in a block of code.
MERGE_MARK = re.compile(r"^(?:<{7}|>{7}|\|{7})(?= |$)[^\n]*", re.MULTILINE)
CODE_BLOCK = re.compile(r"^ {0,3}(```+|~~~+)[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|\Z)", re.MULTILINE)
REFUSED = "file-refused"


class Place(NamedTuple):
    """A position in a file; line and column count from 1."""

    line: int
    column: int


class Mistake(Exception):  # noqa: N818 (an author's mistake, not an error of the program)
    """An error in a piece of text, at an offset in that text.

    Raised by code that does not know the file; the caller converts it to a :class:`Problem`.
    """

    def __init__(
        self, code: str, message: str, offset: int = 0, length: int = 1, suggestion: str = "", about: str = ""
    ) -> None:
        self.code, self.message, self.offset, self.length, self.suggestion = code, message, offset, length, suggestion
        self.about = about
        super().__init__(message)


@dataclass(frozen=True)
class Source:
    """A text file; ``path`` is relative to the project, with slashes.

    ``problems`` describe invalid characters, which are U+FFFD in ``text``.
    """

    path: str
    text: str
    problems: tuple[Problem, ...] = ()

    @property
    def is_refused(self) -> bool:
        """Return whether the file exists but may be neither published nor quoted."""
        return any(problem.code == REFUSED for problem in self.problems)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Lines without line ends; only a newline ends a line, as in markdown."""
        return tuple(self.text.split("\n"))

    @cached_property
    def _starts(self) -> list[int]:
        """Offsets at which the lines begin."""
        return [0, *(end.end() for end in re.finditer("\n", self.text))]

    def place(self, offset: int) -> Place:
        """Return the place of the character at ``offset``; faster than :func:`place_in` for many calls."""
        number = bisect_right(self._starts, offset)
        return Place(number, offset - self._starts[number - 1] + 1)

    def line(self, number: int) -> str:
        """Return line ``number`` (from 1); "" beyond the end."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    def problem(
        self,
        code: str,
        message: str,
        place: Place | None,
        length: int = 1,
        suggestion: str = "",
        severity: Severity = "error",
        about: str = "",
    ) -> Problem:
        """Return the problem at ``place``; without a place it concerns the file as a whole."""
        line, column = place or (0, 0)
        source = self.line(line)
        # A value on several lines of front matter is located in the first of them.
        column = min(column, len(source) + 1)
        length = max(1, min(length, len(source) - column + 1))
        return Problem(self.path, line, column, code, message, suggestion, source, length, severity, about)

    def mistake(self, mistake: Mistake, place: Place | None, severity: Severity = "error") -> Problem:
        """Return the problem of ``mistake`` at ``place``."""
        words = mistake.code, mistake.message, place, mistake.length, mistake.suggestion
        return self.problem(*words, severity, mistake.about)

    def located(self, problem: Problem) -> Problem:
        """Return a problem of this file with path, column, length and source line filled in.

        Column 0 means the first character of the line, length 0 the whole line.
        """
        written = self.line(problem.line).rstrip()
        column = problem.column or len(written) - len(written.lstrip()) + 1
        length = min(problem.length or len(written), len(written) - column + 1)
        return replace(problem, path=self.path, column=column, length=max(1, length), source=self.line(problem.line))


@dataclass(frozen=True)
class Origin:
    """The places in a file of the lines of an extracted text.

    ``offsets`` are the starts of the lines in the extracted text, ascending from 0; ``places`` are their places in the
    file. A part of an extracted text begins at offset ``start``.
    """

    offsets: tuple[int, ...]
    places: tuple[Place, ...]
    start: int = 0

    def locate(self, offset: int) -> Place:
        """Return the place of the character at ``offset`` of the extracted text."""
        offset += self.start
        index = max(0, bisect_right(self.offsets, offset) - 1)
        line, column = self.places[index]
        return Place(line, column + max(0, offset - self.offsets[index]))

    def part(self, start: int) -> Origin:
        """Return the origin of the part of the text that begins at ``start``."""
        return replace(self, start=self.start + start)


def load_source(
    project: Path,
    path: str,
    is_made: bool = False,
    most: int = LARGEST,
    call: Callable[..., Source] = lambda function, *arguments: function(*arguments),
) -> Source:
    """Load a text file of the project; errors in its content, or a refusal to read it, are in its ``problems``.

    A file that ``is_made`` by a program may have any size and be a link to any place. ``call`` calls a function, or
    returns a cached result of it.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    """
    try:
        file = project / path if is_made else find_file(project, project, path)
        content = file.read_bytes() if is_made else read_limited(file, LARGEST_TEXT)
    except RefusedFileError as refused:
        about = path.rpartition("/")[2]
        return Source(path, "", (Problem(path, 0, 0, REFUSED, refused.message, refused.remedy, about=about),))
    return call(source_of, path, content, len(content) if is_made else most)


def located(project: Path, problem: Problem) -> Problem:
    """Return a problem with its source line, read from the project; a problem of a whole file is not changed."""
    file = on_disk(project / problem.path)
    if not problem.line or not file.is_file():
        return problem
    return Source(problem.path, file.read_text(encoding="utf-8-sig", errors="replace")).located(problem)


def source_of(path: str, content: bytes, most: int = LARGEST) -> Source:
    """Decode the content of a text file; a file that is too large has no text, only a problem."""
    if len(content) > most:
        message = f"the file has {len(content):,} bytes; at most {most:,} are read"
        return Source(path, "", (Problem(path, 0, 0, "file-large", message, "split it"),))
    n_lines = content.count(b"\n") + content.count(b"\r") - content.count(b"\r\n") + 1
    if most == LARGEST and n_lines > MOST_LINES:  # each line of a chapter may be a block
        message = f"the file has {n_lines:,} lines; at most {MOST_LINES:,} are read"
        return Source(path, "", (Problem(path, MOST_LINES + 1, 1, "file-large", message, "split it"),))
    try:
        written, broken = content.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        written, broken = content.decode("utf-8-sig", errors="replace"), error
    # Names and references to them may come from different editors.
    text = composed(END_OF_LINE.sub("\n", written))
    source = Source(path, UNSHOWABLE.sub("\N{REPLACEMENT CHARACTER}", text))
    if broken is None:
        problems = [
            source.problem("character", character_error(found[0]), place_in(text, found.start()), suggestion=ALLOWED)
            for found in UNSHOWABLE.finditer(text)
        ]
    else:
        before = END_OF_LINE.sub("\n", broken.object[: broken.start].decode("utf-8", errors="replace"))
        place = place_in(before, len(before))
        problems = [source.problem("encoding", "the file is not UTF-8", place, suggestion="save it as UTF-8")]
    return replace(source, problems=tuple(problems))


def unfinished_merge(source: Source) -> Problem | None:
    """Return the problem of conflict markers in a file, if there are any."""
    text = source.text
    if source.path.endswith(".md") and MERGE_MARK.search(text):
        text = CODE_BLOCK.sub(lambda block: re.sub(r"[^\n]", " ", block[0]), text)
    mark = MERGE_MARK.search(text)
    if mark is None:
        return None
    remedy = "keep one of the two versions, and remove the lines with <<<<<<<, ======= and >>>>>>>"
    place, length = place_in(source.text, mark.start()), len(mark[0])
    return source.problem("merge", f"unfinished merge: {mark[0]!r}", place, length, remedy)


def place_in(text: str, offset: int) -> Place:
    """Return the place of the character at ``offset`` in the text of a file."""
    return Place(text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset))


def origin_of_lines(pieces: Sequence[str], source: Source, first_line: int, cursor: int = 0) -> Origin:
    """Return the origin of lines that were extracted from a file without indentation and markers.

    Parameters
    ----------
    pieces
        Lines of the extracted text.
    first_line
        Line of the file (from 1) that contains the first piece; the others follow.
    cursor
        Column (from 0) before which the first piece cannot start; table rows have several cells in a line.
    """
    offsets, places, offset = [], [], 0
    for index, piece in enumerate(pieces):
        written = source.line(first_line + index)
        start = cursor if index == 0 else 0
        if start == 0 and written.rstrip().endswith(piece.rstrip()):
            column = len(written.rstrip()) - len(piece.rstrip())
        else:
            column = max(written.find(piece, start), written.find(piece.strip(), start), start)
        offsets.append(offset)
        places.append(Place(first_line + index, column + 1))
        offset += len(piece) + 1
    return Origin(tuple(offsets), tuple(places))


def same_but_for_case(names: Iterable[str]) -> dict[str, str]:
    """Map each name that differs from an earlier one only in case to that earlier name.

    On Windows and macOS both name the same file, so one of the two would be lost.
    """
    first: dict[str, str] = {}
    return {name: other for name in names if (other := first.setdefault(composed(name).casefold(), name)) != name}


def alike(name: str, other: str) -> str:
    """Return the message for two names that differ only in case."""
    return f"{name!r} and {other!r} differ only in case; Windows and macOS cannot tell them apart"


def suggest(word: str, known: Iterable[str], kind: str = "") -> str:
    """Suggest the known word nearest to ``word``, or else list them; ``kind`` names the words if there are none."""
    names = sorted(set(known))
    if meant := nearest_word(word, names):
        return f"write {meant!r}"
    if not names:
        return f"correct the name: there are no {kind}" if kind else ""
    shown = ", ".join(names[:12]) + (", …" if len(names) > 12 else "")
    return f"choose one of: {shown}"


def nearest_word(word: str, known: Iterable[str]) -> str:
    """Return the known word with the most similar spelling; "" if none is similar."""
    names = sorted(set(known))
    same = [name for name in names if name.casefold() == word.casefold()]
    if same:
        return same[0]
    near = names if len(names) <= MOST_COMPARED else [name for name in names if name[:1] == word[:1]][:MOST_COMPARED]
    nearest = difflib.get_close_matches(word, near, n=3, cutoff=0.6) if len(word) <= LONGEST_WORD else []
    # Among equally similar words, prefer one with the same letters, of which two were swapped.
    return min(nearest, key=lambda name: sorted(name) != sorted(word), default="")
