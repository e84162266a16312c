"""Write the reference pages from the tables of the builder, so that they always describe its behaviour."""

from __future__ import annotations

from typing import Literal

import click
from _docstrings import documented
from _source import members_of, source_of_example, tinted
from _writing import described_option, entry, listed, own_options, sentence
from markupsafe import Markup

from site_builder import cli, explore, publish
from site_builder.checks.weights import Budgets
from site_builder.problems.problem import known_codes
from site_builder.settings.keys import keys_of, meanings
from site_builder.syntax.directive_table import BUILT_IN


def about(body: Markup, directive: str) -> str:
    """Describe the purpose and options of a directive, before the body."""
    component = BUILT_IN.components[directive]
    kinds = {"block": "a block of markdown", "raw": "a block that is taken as it is", "inline": "in a line of text"}
    notes = [kinds[component.kind], *(["takes an id"] if component.takes_id else [])]
    notes += [f"only inside {', '.join(component.inside)}"] if component.inside else []
    notes += ["takes parameters of an explorable by their names"] if component.takes_parameters else []
    head = Markup('<p class="handbook-form"><code>{}</code></p>\n<p>{}</p>\n<p class="handbook-note">{}</p>\n')
    intro = head.format(component.form, sentence(component.meaning), sentence("; ".join(notes)))
    options = listed(described_option(option) for option in component.options) if component.options else ""
    return f"{intro}{options}{body}"


def example(body: Markup, identifier: str) -> str:
    """Show an example: its source in the chapter, and the result."""
    code = tinted(source_of_example(identifier), "markdown")
    shown = Markup('<div class="highlight"><pre tabindex="0"><code>{}</code></pre></div>').format(code)
    result = f'<div class="handbook-result">\n{body}</div>'
    return f'<div class="handbook-example" id="{identifier}">\n{shown}\n{result}\n</div>'


def keys(body: Markup, of: str) -> str:
    """List all keys of a table of settings, with types, defaults and meanings."""
    entries = []
    for key in keys_of(of):
        default = "required" if key.default is None else f"default `{key.default}`" if key.default else ""
        entries.append(entry(key.name, filter(None, [key.form, default]), sentence(key.meaning)))
    return f"{listed(entries)}{body}"


def budgets(body: Markup) -> str:
    """List all budgets with their limits."""
    words_of, limits = meanings()["budgets"], Budgets()
    entries = (entry(name, [f"{getattr(limits, name):,} bytes"], sentence(words)) for name, words in words_of.items())
    return f"{listed(entries)}{body}"


def command(body: Markup, name: str) -> str:
    """Describe a command and its options."""
    found = cli.main.commands[name]
    arguments = [option for option in found.params if isinstance(option, click.Argument)]
    written = " ".join(["site-builder", name, *(argument.name.upper() for argument in arguments if argument.name)])
    head = Markup('<p class="handbook-form"><code>{}</code></p>\n<p>{}</p>\n').format(
        written, sentence(found.help or "")
    )
    return f"{head}{listed(own_options(found))}{body}"


def function(
    body: Markup,
    name: Literal[
        *("publish", "slider", "choice", "toggle", "frame", "geometric", "guess", "Figure", "number", "plural"),
    ],
) -> str:
    """Describe a function of the builder by its docstring."""
    return f"{documented(publish if name == 'publish' else getattr(explore, name))}{body}"


def codes(body: Markup, begin: str, end: str) -> str:
    """List the codes of problems from ``begin`` to ``end``, with cause and remedy."""
    names = list(known_codes())
    entries = []
    for name in names[names.index(begin) : names.index(end) + 1]:
        words = Markup("{} <b>Remedy.</b> {}").format(
            sentence(known_codes()[name].cause), sentence(known_codes()[name].remedy)
        )
        entries.append(entry(name, [], words, f"code-{name}"))
    return f"{listed(entries)}{body}"


def contract(body: Markup, of: str, file: Literal["kit/kit.d.ts", "widget.d.ts"]) -> str:
    """List the members of an interface of the builder's types for figures in JavaScript."""
    entries = (entry(name, [], sentence(words)) for name, words in members_of(file, of))
    return f"{listed(entries)}{body}"
