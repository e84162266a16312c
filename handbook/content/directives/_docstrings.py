"""Docstrings of functions as the handbook shows them: what they do, their parameters, their examples."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

from _source import tinted
from _writing import entry, listed, sentence
from markupsafe import Markup

HEAD = re.compile(r"^(?P<name>[A-Z]\w+)\n-{3,}\n", re.MULTILINE)
ROLE = re.compile(r":\w+:`([^`]+)`|``([^`]+)``")


def sections(docstring: str) -> dict[str, str]:
    """Return the sections of a docstring by name; what stands before the first has none."""
    first, *rest = HEAD.split(docstring)
    return {"": first, **dict(zip(rest[::2], rest[1::2], strict=True))}


def plain(text: str) -> str:
    """Return words of a docstring in one line, code between backticks."""
    return " ".join(ROLE.sub(lambda role: f"`{role[1] or role[2]}`", text).split())


def parameters(text: str) -> Iterator[Markup]:
    """Yield the entries of a section of parameters: a name, perhaps with its type, and lines that are set in."""
    for match in re.finditer(r"^(?P<names>\S.*)\n(?P<words>(?:[ \t]+.*\n?|\n)+)", text, re.MULTILINE):
        names, _, kind = match["names"].partition(" : ")
        yield entry(names, filter(None, [kind]), sentence(plain(match["words"])))


def documented(function: Callable[..., Any]) -> Markup:
    """Return a function with its docstring."""
    found = sections(inspect.getdoc(function) or "")
    called = inspect.signature(function)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in called.parameters.values()]
    written = f"{function.__name__}{called.replace(parameters=bare, return_annotation=inspect.Signature.empty)}"
    told = Markup('<p class="handbook-form"><code>{}</code></p>\n').format(written)
    for paragraph in found[""].strip().split("\n\n"):
        told += Markup("<p>{}</p>\n").format(sentence(plain(paragraph)))
    told += listed(parameters(found["Parameters"] + "\n"))
    if "Examples" in found:
        code = tinted(found["Examples"].strip(), "pycon")
        told += Markup('<div class="highlight"><pre tabindex="0"><code>{}</code></pre></div>\n').format(code)
    return told
