"""Words in the files of explorables that readers see, without code."""

from __future__ import annotations

import pytest

from site_builder.checks.prose import words_of


@pytest.mark.parametrize(("code", "words"), [
    ('caption = "**Why** 77?"', ["**Why** 77?"]),
    ('sentence = "At {load:.2f} % of 250 {{or so}}"', ["At ", " % of 250 {", "or so}"]),
    ('def sentence(load):\n    """At 12."""\n    return f"At {load + 34:.56f} of 78" + "90"',
     ["At ", " of 78", "90"]),
    ('load = slider(10, 20, label="12")\nunit = "345"', []),
    ("def sentence(:", []),
])  # fmt: skip
def test_words_are_found(code: str, words: list[str]) -> None:
    assert [literal.text for literal in words_of(code.encode())] == words


def test_a_text_of_several_lines_is_found_in_all_of_them() -> None:
    (literal,) = words_of(b'x = 1\nalt_text = (\n    "one "\n    "two"\n)')
    assert (literal.text, literal.first, literal.last) == ("one two", 3, 4)
