"""The commands that fill ``build/data``, and the order in which they run."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

from pydantic import BaseModel, ConfigDict, field_validator

# Outside quotes these mean something to a shell, which the command does not see.
OF_SHELLS = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.|(?P<found>&&|\|\||>>|\$\(|[|&;<>`])""")

REMEDIES = dict.fromkeys(("&&", ";"), "give each command a [[data]] of its own")


def lexer_of(command: str) -> shlex.shlex:
    """Return what splits a command; on Windows a backslash separates the parts of a path, and escapes nothing."""
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters = True, ""
    if os.name == "nt":
        lexer.escape = ""
    return lexer


def command_words(command: str) -> list[str]:
    """Return the words of a command, its program first.

    Raises
    ------
    ValueError
        If it is empty, leaves a quote open, or holds what only a shell understands.
    """
    for match in OF_SHELLS.finditer(command):
        if match["found"]:
            remedy = REMEDIES.get(match["found"], "let a script do that")
            raise ValueError(f"{match['found']!r} needs a shell; the command runs without one: {remedy}")
    try:
        words = list(lexer_of(command))
    except ValueError as error:
        raise ValueError(f"the command cannot be read: {str(error).lower()}") from None
    if not words:
        raise ValueError("the command is empty")
    return words


FOLDER = "build/data"


class Data(BaseModel):
    """A data command: a text or a list of its words, run in the project's folder.

    ``makes`` names data sets, or files, that it makes; ``inputs`` what it reads: files, folders, patterns, and data
    sets that other commands make.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    command: str
    makes: list[str] = []
    inputs: list[str] = []

    @field_validator("command", mode="before")
    @classmethod
    def _join(cls, command: object) -> object:
        """Accept a list of words, which need no quotes."""
        if isinstance(command, list) and all(isinstance(word, str) for word in command):
            return shlex.join(command)
        return command

    @field_validator("command")
    @classmethod
    def _without_shell(cls, command: str) -> str:
        """Accept what can be run without a shell."""
        command_words(command)
        return command


def is_file(made: str) -> bool:
    """Tell whether ``makes`` names a file by this, and not a data set."""
    return "/" in made or "." in made


def is_meant(wanted: str, made: str) -> bool:
    """Tell whether an input means what a command makes: by its name or a pattern, a set also by its file."""
    path = PurePosixPath(wanted)
    return fnmatchcase(made, wanted) or (path.parent.as_posix() == FOLDER and path.name.split(".")[0] == made)


def link(commands: Sequence[Data], user: int, maker: int) -> str:
    """Return the first input of one command that another makes; nothing if there is none."""
    made = commands[maker].makes
    return next((wanted for wanted in commands[user].inputs if any(is_meant(wanted, name) for name in made)), "")


def in_order(commands: Sequence[Data]) -> list[int]:
    """Return the commands by number, each after those that make what it reads, else as they are written.

    Those that go in a circle are left out.
    """
    order: list[int] = []
    waiting = list(range(len(commands)))
    while waiting:
        ready = next((each for each in waiting if not any(link(commands, each, other) for other in waiting)), None)
        if ready is None:
            return order
        order.append(ready)
        waiting.remove(ready)
    return order


def circle_among(commands: Sequence[Data]) -> list[int]:
    """Return commands that wait for each other, each for the next, the last for the first; none if there are none."""
    left = [number for number in range(len(commands)) if number not in in_order(commands)]
    path = left[:1]
    while path:
        following = next(other for other in left if link(commands, path[-1], other))
        if following in path:
            return path[path.index(following) :]
        path.append(following)
    return []


def mistakes_among(commands: Sequence[Data]) -> Iterator[tuple[int, str, str, str]]:
    """Yield the number of a command, its key, and what is wrong there, with the words that are wrong, if any."""
    makers: dict[str, int] = {}
    for number, data in enumerate(commands):
        if len(commands) > 1 and not data.makes:
            yield (
                number,
                "command",
                "with several data commands, each needs makes = […], the data sets that it makes",
                "",
            )
        for name in data.makes:
            if name in makers:
                yield number, "makes", f"{name!r} is made by {commands[makers[name]].command!r} already", name
            makers.setdefault(name, number)
    circle = circle_among(commands)
    if circle:
        steps = [
            f"{commands[user].command!r} needs {link(commands, user, maker)!r}"
            for user, maker in zip(circle, [*circle[1:], circle[0]], strict=True)
        ]
        told = f"{', '.join(steps)}, which {'it makes itself' if len(circle) == 1 else 'the first makes'}"
        yield circle[0], "inputs", f"the data commands wait for each other in a circle: {told}", ""
