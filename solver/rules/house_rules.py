"""Options: the house rules of a ruleset, and how their values are written."""

from __future__ import annotations

from dataclasses import dataclass

from solver.errors import RulesError

OptionValue = int | bool | str


def read_whole_number(text: str, largest: int) -> int | None:
    """Return the number that ``text`` writes in digits 0 to 9; None if it is anything else or above ``largest``."""
    if not (text.isascii() and text.isdigit()):
        return None
    digits = text.lstrip("0") or "0"
    # Lengths first: Python refuses to read thousands of digits.
    return int(digits) if len(digits) <= len(str(largest)) and int(digits) <= largest else None


@dataclass(frozen=True)
class Option:
    """One house rule: its default and, for a number, the range that makes sense, for a word, the words it can be."""

    name: str
    default: OptionValue
    meaning: str
    largest: int = 1
    words: tuple[str, ...] = ()

    @property
    def allowed(self) -> str:
        """Say which values the option takes."""
        if self.words:
            return f"{', '.join(self.words[:-1])} or {self.words[-1]}"
        return "true or false" if isinstance(self.default, bool) else f"a whole number from 0 to {self.largest}"

    def read(self, text: str) -> OptionValue:
        """Return the value written as ``text``.

        Raises
        ------
        RulesError
            If the option does not take that value.
        """
        if self.words:
            if text in self.words:
                return text
        elif isinstance(self.default, bool):
            if text in ("true", "false"):
                return text == "true"
        elif (number := read_whole_number(text, self.largest)) is not None:
            return number
        raise RulesError(f"{self.name!r} cannot be {text!r}; it takes {self.allowed}")
