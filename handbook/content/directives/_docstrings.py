"""Render docstrings of functions for the handbook: description, parameters and examples."""

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
    """Return the sections of a docstring by name; the text before the first has the name ""."""
    first, *rest = HEAD.split(docstring)
    return {"": first, **dict(zip(rest[::2], rest[1::2], strict=True))}


def plain(text: str) -> str:
    """Return a text of a docstring in one line, with code in backticks."""
    return " ".join(ROLE.sub(lambda role: f"`{role[1] or role[2]}`", text).split())


def parameters(text: str) -> Iterator[Markup]:
    """Yield the entries of a section of parameters: a name, an optional type, and indented lines."""
    for match in re.finditer(r"^(?P<names>\S.*)\n(?P<words>(?:[ \t]+.*\n?|\n)+)", text, re.MULTILINE):
        names, _, kind = match["names"].partition(" : ")
        yield entry(names, filter(None, [kind]), sentence(plain(match["words"])))


def documented(function: Callable[..., Any]) -> Markup:
    """Return the signature and docstring of a function as HTML."""
    found = sections(inspect.getdoc(function) or "")
    called = inspect.signature(function)
    bare = [parameter.replace(annotation=inspect.Parameter.empty) for parameter in called.parameters.values()]
    written = f"{function.__name__}{called.replace(parameters=bare, return_annotation=inspect.Signature.empty)}"
    html = Markup('<p class="handbook-form"><code>{}</code></p>\n').format(written)
    for paragraph in found[""].strip().split("\n\n"):
        html += Markup("<p>{}</p>\n").format(sentence(plain(paragraph)))
    html += listed(parameters(found["Parameters"] + "\n"))
    if "Examples" in found:
        code = tinted(found["Examples"].strip(), "pycon")
        html += Markup('<div class="highlight"><pre tabindex="0"><code>{}</code></pre></div>\n').format(code)
    return html
