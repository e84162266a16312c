"""The data command as an author writes it, split into words; it is no line for a shell."""

from __future__ import annotations

import os
import re
import shlex

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
            raise ValueError(f"{match['found']!r} is for a shell; the command runs without one: {remedy}")
    try:
        words = list(lexer_of(command))
    except ValueError as error:
        raise ValueError(f"the command cannot be read: {str(error).lower()}") from None
    if not words:
        raise ValueError("the command is empty")
    return words
