"""The data command as an author writes it, split into words; it is no line for a shell."""

from __future__ import annotations

import re
import shlex

# Outside quotes these mean something to a shell, which the command does not see.
OF_SHELLS = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.|(?P<found>&&|\|\||>>|\$\(|[|&;<>`])""")

REMEDIES = dict.fromkeys(("&&", ";"), "give each command a [[data]] of its own")


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
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"the command cannot be read: {str(error).lower()}") from None
    if not words:
        raise ValueError("the command is empty")
    return words
