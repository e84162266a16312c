"""Fenced code, coloured by classes while the site is built."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import TYPE_CHECKING

from site_builder.problems.source import Mistake, did_you_mean
from site_builder.syntax.blocks import FOREIGN_NAMES
from site_builder.syntax.directive_table import BLOCKS

if TYPE_CHECKING:
    from pygments.lexer import Lexer

# Directives of MyST, and what to write for them.
DIRECTIVES_OF_MYST = {
    "math": "write $$, the formula, and $$, each on its own line; with a number ':::equation{#id}' and ':::'",
    **dict.fromkeys(("code", "code-block", "sourcecode", "code-cell"), "write the language alone, as ```python"),
    **dict.fromkeys(("figure", "image"), "write ![what the picture shows](picture.svg)"),
    **dict.fromkeys(("table", "list-table", "csv-table"), "write a table of Markdown, or ':::table' for a data set"),
    **dict.fromkeys(("include", "literalinclude"), "write ':::listing{file=…}'"),
    **dict.fromkeys(
        ("toctree", "contents", "tableofcontents"), "remove it; 'chapters' in site.toml makes the contents"
    ),
    **dict.fromkeys(
        ("mermaid", "plantuml", "geojson", "topojson", "stl", "dataview"),
        "export it as a picture, ![what it shows](picture.svg), or use 'text' to show its source",
    ),
    "bibliography": "remove it; the page of references is written from what is cited",
    "glossary": "write each term into a file content/concepts/SLUG.md",
    **dict.fromkeys(("margin", "sidebar"), "write a note, ^[words]"),
    **dict.fromkeys(("raw", "html"), "write ':::html', the HTML, and ':::'"),
}
PLAIN = frozenset({"", "text", "plain", "txt"})


@dataclass(frozen=True)
class Info:
    """The words after a fence: a language, then a file name."""

    language: str
    file_name: str


def read_info(info: str) -> Info:
    """Read the words after a fence: ``python``, ``python solver/rules/games.py``, ``python title="rules.py"``."""
    language, _, rest = info.strip().partition(" ")
    rest = rest.strip()
    for key in ("title=", "file="):
        rest = rest.removeprefix(key)
    return Info(language, rest.strip("\"'"))


def highlight(code: str, language: str) -> str:
    """Return code as HTML with Pygments' classes.

    Raises
    ------
    Mistake
        If no such language is known; the offset is that of the language after the fence.
    """
    from pygments import highlight as colour
    from pygments.formatters.html import HtmlFormatter

    formatter = HtmlFormatter(nowrap=True)
    return str(colour(code, lexer_for(language), formatter)).rstrip("\n")


def highlight_file(code: str, file_name: str) -> str:
    """Return code as HTML in the language that its file's name tells; plain if it tells none."""
    path = PurePath(file_name)
    # By its ending, so that many files of one kind are looked up once; a text file may be CMakeLists.txt.
    return highlight(code, language_of(path.name if path.suffix in {"", ".txt"} else f"file{path.suffix}"))


@functools.cache
def language_of(file_name: str) -> str:
    """Return the language that a file's name tells.

    Pygments makes a regular expression of each of the thousand names that it knows; an ending that is one language's
    alone is found without.
    """
    from pygments.lexers import find_lexer_class_for_filename, get_all_lexers

    ending = f"*{PurePath(file_name).suffix}"
    known = [(pattern, aliases) for _, aliases, patterns, _ in get_all_lexers(plugins=False) for pattern in patterns]
    found = [aliases for pattern, aliases in known if pattern in (ending, file_name)]
    found += [aliases for pattern, aliases in known if "[" in pattern and fnmatchcase(file_name, pattern)]
    if len(found) == 1:
        return str(found[0][0])
    lexer = find_lexer_class_for_filename(file_name)
    return lexer.aliases[0] if lexer else "text"


def remedy_of(language: str) -> str:
    """Return what to write for a fence in braces: MyST and Quarto have directives, and code that is run, in these."""
    from pygments.lexers import get_all_lexers

    name = language.strip("{},").split(",")[0]
    name = name.rpartition(":")[2] if name.startswith(("prf:", "proof:", "exercise:", ".")) else name
    if name in DIRECTIVES_OF_MYST:
        return DIRECTIVES_OF_MYST[name]
    name = FOREIGN_NAMES.get(name, name)
    if name in BLOCKS:
        return f"write ':::{name}', the words, and ':::'"
    if any(name in aliases for _, aliases, _, _ in get_all_lexers(plugins=False)):
        return f"write {name!r} alone: code is shown here, not run"
    return f"there is no block {name!r}; write ':::note', the words, and ':::', or a directive of your own"


@functools.cache
def lexer_for(language: str) -> Lexer:
    """Return the lexer of a language."""
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    try:
        return get_lexer_by_name("text" if language in PLAIN else language, stripnl=False)
    except ClassNotFound:
        message = f"unknown language {language!r}"
        raise Mistake("listing", message, 0, len(language), meant_by(language)) from None


@functools.cache
def meant_by(language: str) -> str:
    """Return what to write in place of a language that is not known."""
    from pygments.lexers import get_all_lexers

    if language.startswith("{") or language in DIRECTIVES_OF_MYST:
        return remedy_of(language)
    known = [alias for _, aliases, _, _ in get_all_lexers() for alias in aliases]
    suggestion = did_you_mean(language, known) if language else ""
    return suggestion if suggestion.startswith("did") else "use 'text' for no language"
