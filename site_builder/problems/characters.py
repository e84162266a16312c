"""Characters that no page can show: control characters, halves of characters, and code points that are none."""

from __future__ import annotations

import re

ENDS_OF_PLANES = "".join(chr(plane * 0x10000 + end) for plane in range(17) for end in (0xFFFE, 0xFFFF))
UNSHOWABLE = re.compile(f"[\0-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef{ENDS_OF_PLANES}]")
ALLOWED = "of what cannot be seen, a text holds spaces, tabs and ends of lines"


def what_is(character: str) -> str:
    """Return what a character that cannot be shown is, as a sentence of a message."""
    code = ord(character)
    kind = "half a character" if 0xD800 <= code <= 0xDFFF else "no character"
    return f"U+{code:04X} is {'a control character' if code < 0xA0 else kind}, which no page can show"
