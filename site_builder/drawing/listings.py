"""Highlight code at build time, and extract listings from files."""

from __future__ import annotations

import ast
import functools
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import TYPE_CHECKING

from site_builder.plain_values import names_bound, parse_python
from site_builder.problems.source import Mistake, nearest_word, suggest
from site_builder.syntax.blocks import FOREIGN_NAMES
from site_builder.syntax.directive_table import BUILT_IN

if TYPE_CHECKING:
    from pygments.lexer import Lexer


# Directives of MyST, with what to write instead.
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
    """The info string of a code fence: a language, then a file name."""

    language: str
    file_name: str


def read_info(info: str) -> Info:
    """Parse an info string: ``python``, ``python solver/rules/games.py``, ``python title="rules.py"``."""
    language, _, rest = info.strip().partition(" ")
    rest = rest.strip()
    for key in ("title=", "file="):
        rest = rest.removeprefix(key)
    return Info(language, rest.strip("\"'"))


def highlight(code: str, language: str) -> str:
    """Return highlighted code as HTML with the classes of Pygments.

    Raises
    ------
    Mistake
        If the language is unknown; the offset is relative to the info string.
    """
    from pygments import highlight as colour
    from pygments.formatters.html import HtmlFormatter

    formatter = HtmlFormatter(nowrap=True)
    return str(colour(code, lexer_for(language), formatter)).rstrip("\n")


def highlight_file(code: str, file_name: str) -> str:
    """Return highlighted code as HTML; the file name determines the language, else it is plain text."""
    path = PurePath(file_name)
    # Look up by suffix, so that files of one kind share a cache entry; names like CMakeLists.txt need the whole name.
    return highlight(code, language_of(path.name if path.suffix in {"", ".txt"} else f"file{path.suffix}"))


@functools.cache
def language_of(file_name: str) -> str:
    """Return the language of a file name, "text" if it is unknown.

    Pygments compiles a regular expression for each of its thousand file patterns; a suffix of a single language is
    found without that.
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
    """Return the fix for a language in braces, which MyST and Quarto use for directives and code to run."""
    from pygments.lexers import get_all_lexers

    name = language.strip("{},").split(",")[0]
    name = name.rpartition(":")[2].lstrip(".") if name.startswith(("prf:", "proof:", "exercise:", ".")) else name
    if name in DIRECTIVES_OF_MYST:
        return DIRECTIVES_OF_MYST[name]
    name = FOREIGN_NAMES.get(name, name)
    if name in BUILT_IN.blocks:
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
    """Return the fix for an unknown language."""
    from pygments.lexers import get_all_lexers

    if language.startswith("{") or language in DIRECTIVES_OF_MYST:
        return remedy_of(language)
    known = [alias for _, aliases, _, _ in get_all_lexers() for alias in aliases]
    meant = nearest_word(language, known) if language else ""
    return f"write {meant!r}" if meant else "write 'text' for no language"


Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


def excerpt(text: str, symbol: str = "", begins: str = "", ends: str = "") -> str:
    """Return part of a file's text, without its common indentation.

    Parameters
    ----------
    symbol : str
        A function, class or constant of a Python file, ``Class.method`` for a method; "" for the whole file.
    begins, ends : str
        How the first and the last line start, without indentation; default: those of the symbol. Exactly one line of
        the symbol may start with ``begins``; ``ends`` is searched from that line on.

    Raises
    ------
    Mistake
        If no symbol or line matches, or several lines do; its code is the name of the wrong option.
    """
    lines = text.split("\n")
    if symbol:
        lines = lines_of_symbol(text, lines, symbol)
    if begins:
        lines = lines[only_line(lines, begins) :]
    if ends:
        found = next((number for number, line in enumerate(lines) if line.strip().startswith(ends)), None)
        if found is None:
            raise Mistake("ends", f"no line after the first begins with {ends!r}")
        lines = lines[: found + 1]
    elif begins:
        lines = lines[:1]
    return textwrap.dedent("\n".join(lines)).strip("\n") + "\n"


def only_line(lines: Sequence[str], words: str) -> int:
    """Return the only line that begins with ``words``."""
    found = [number for number, line in enumerate(lines) if line.strip().startswith(words)]
    if len(found) != 1:
        known = [line.strip() for line in lines if line.strip()]
        suggestion = "write more of the line" if found else suggest(words, known)
        how_many = f"{len(found)} lines begin" if found else "no line begins"
        raise Mistake("begins", f"{how_many} with {words!r}", suggestion=suggestion)
    return found[0]


def lines_of_symbol(text: str, lines: list[str], symbol: str) -> list[str]:
    """Return the lines in which a Python file defines ``symbol``, decorators included."""
    try:
        body: Sequence[ast.stmt] = parse_python(text).body
    except SyntaxError as error:
        raise Mistake("symbol", f"the file is not valid Python, so no symbol can be found in it: {error.msg}") from None
    found: Definition | None = None
    for name in symbol.split("."):
        known = {one: node for node in body for one in names_bound(node) if isinstance(node, Definition)}
        if name not in known:
            raise Mistake("symbol", f"the file defines no {symbol!r}", suggestion=suggest(name, known, "symbols"))
        found = known[name]
        body = getattr(found, "body", [])
    assert found is not None
    first = min([found.lineno, *(decorator.lineno for decorator in getattr(found, "decorator_list", []))])
    return lines[first - 1 : found.end_lineno]
