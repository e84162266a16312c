"""A guess that an explorable asks for before it tells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from site_builder.explore.stops import DeclarationError

MOST_POINTS = 10


@dataclass(frozen=True)
class Guess:
    """A question, and numbers to choose from as answers; made by ``guess``."""

    question: str
    answers: tuple[tuple[float, str], ...]
    of: str
    off: float
    at: Mapping[str, Any] = field(default_factory=dict)

    def points(self, answer: float, truth: float) -> int:
        """Return what an answer brings: ten where it is right, less the further it is off."""
        return max(0, MOST_POINTS - round(abs(answer - truth) / self.off))


def guess(
    question: str, answers: Mapping[float, str], *, of: str, off: float, at: Mapping[str, Any] | None = None
) -> Guess:
    """Return a question that readers answer before the figure tells.

    Parameters
    ----------
    question
        What is asked.
    answers
        Two numbers or more to choose from, with the words on their buttons.
    of
        Which of ``numbers`` is asked for: it is the truth, and nobody types it in.
    off
        An answer that is off by so much loses a point of ten.
    at
        The stops at which it is asked for, by parameter, where they are not those at which the figure opens. There the
        figure goes when it has been answered.

    Examples
    --------
    >>> asked = guess("How long?", {2: "2 minutes", 8: "8 minutes"}, of="wait", off=1)
    >>> [asked.points(answer, 7.6) for answer, words in asked.answers]
    [4, 10]
    """
    if len(answers) < 2:
        raise DeclarationError("a guess needs two answers or more")
    words = [" ".join(str(word).split()) for word in answers.values()]
    if same := next((word for word in words if words.count(word) > 1), ""):
        raise DeclarationError(f"two answers have the words {same!r}, which readers cannot tell apart; change one")
    if not off > 0:
        raise DeclarationError(f"off={off!r}: by how much an answer is off for a point is more than 0")
    return Guess(question, tuple((float(answer), words) for answer, words in answers.items()), of, off, at or {})
