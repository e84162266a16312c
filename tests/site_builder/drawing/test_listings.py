"""Code in the colours of its language."""

from __future__ import annotations

from pathlib import PurePath

import pytest
from pygments.lexers import find_lexer_class_for_filename, get_all_lexers

from site_builder.drawing.listings import highlight_file, language_of

PATTERNS = sorted({pattern for _, _, patterns, _ in get_all_lexers(plugins=False) for pattern in patterns})
ENDINGS = [pattern[1:] for pattern in PATTERNS if pattern.startswith("*.") and PurePath(f"x{pattern[1:]}").suffix]
NAMES = [f"file{ending}" for ending in ENDINGS if "[" not in ending][::7]


@pytest.mark.parametrize(
    "name",
    [
        *NAMES,
        "file.py",
        "file.h",
        "file.php4",
        "file.xbm",
        "file.3",
        "file.none",
        "CMakeLists.txt",
        "Makefile",
        "x.txt",
    ],
)
def test_a_file_has_the_language_that_pygments_finds_for_it(name: str) -> None:
    found = find_lexer_class_for_filename(name)
    assert language_of(name) == (found.aliases[0] if found else "text")


def test_a_file_is_coloured_by_its_ending() -> None:
    assert highlight_file("def f(): ...", "solver/f.py").startswith('<span class="k">def</span>')
    assert highlight_file("def f(): ...", "LICENSE") == "def f(): ..."
