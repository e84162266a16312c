"""Names of parameters, numbers and columns: what Python takes for an identifier, in any script."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

# Vowel signs and other combining marks, which identifiers may hold and ``\w`` does not match.
MARKS = "".join(
    sign for sign in map(chr, range(0x300, 0xFFFF)) if not sign.isalnum() and sign != "_" and f"a{sign}".isidentifier()
)
# For the inside of a character class: all that a name may hold.
IN_NAMES = rf"\w{MARKS}"


def same_name(name: str, known: Iterable[str]) -> str:
    """Return the known name that is the same identifier, or the name itself.

    Python compares identifiers in NFKC: ``µ`` (micro sign) and ``μ`` (the Greek letter) are the same parameter, and so
    are composed and decomposed forms of ``ö``.
    """
    names = list(known)
    if name in names:
        return name
    wanted = unicodedata.normalize("NFKC", name)
    return next((one for one in names if unicodedata.normalize("NFKC", one) == wanted), name)
