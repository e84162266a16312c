"""Reference pages: written from the builder's own tables, so that they cannot say anything else than it does."""

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
    """What a directive is for, and its options; the body says more."""
    component = BUILT_IN.components[directive]
    kinds = {"block": "a block of markdown", "raw": "a block that is taken as it is", "inline": "in a line of text"}
    notes = [kinds[component.kind], *(["takes an id"] if component.takes_id else [])]
    notes += [f"only inside {', '.join(component.inside)}"] if component.inside else []
    notes += ["takes parameters of an explorable by their names"] if component.takes_parameters else []
    head = Markup('<p class="handbook-form"><code>{}</code></p>\n<p>{}</p>\n<p class="handbook-note">{}</p>\n')
    told = head.format(component.form, sentence(component.meaning), sentence("; ".join(notes)))
    options = listed(described_option(option) for option in component.options) if component.options else ""
    return f"{told}{options}{body}"


def example(body: Markup, identifier: str) -> str:
    """An example: its source as it stands in this chapter, and what becomes of it."""
    code = tinted(source_of_example(identifier), "markdown")
    shown = Markup('<div class="highlight"><pre tabindex="0"><code>{}</code></pre></div>').format(code)
    result = f'<div class="handbook-result">\n{body}</div>'
    return f'<div class="handbook-example" id="{identifier}">\n{shown}\n{result}\n</div>'


def keys(body: Markup, of: str) -> str:
    """All keys of a table that authors write, with types, defaults and meanings."""
    entries = []
    for key in keys_of(of):
        default = "must be given" if key.default is None else f"default `{key.default}`" if key.default else ""
        entries.append(entry(key.name, filter(None, [key.form, default]), sentence(key.meaning)))
    return f"{listed(entries)}{body}"


def budgets(body: Markup) -> str:
    """All budgets with their limits."""
    told, limits = meanings()["budgets"], Budgets()
    entries = (entry(name, [f"{getattr(limits, name):,} bytes"], sentence(words)) for name, words in told.items())
    return f"{listed(entries)}{body}"


def command(body: Markup, name: str) -> str:
    """A command with its options."""
    found = cli.main.commands[name]
    arguments = [option for option in found.params if isinstance(option, click.Argument)]
    written = " ".join(["site-builder", name, *(argument.name.upper() for argument in arguments if argument.name)])
    head = Markup('<p class="handbook-form"><code>{}</code></p>\n<p>{}</p>\n').format(
        written, sentence(found.help or "")
    )
    return f"{head}{listed(own_options(found))}{body}"


def function(
    body: Markup,
    name: Literal["publish", "slider", "choice", "toggle", "frame", "geometric", "guess", "number", "plural"],
) -> str:
    """A function of the builder, as its docstring tells it."""
    return f"{documented(publish if name == 'publish' else getattr(explore, name))}{body}"


def codes(body: Markup, begin: str, end: str) -> str:
    """Codes of problems from one to another, with cause and remedy."""
    names = list(known_codes())
    entries = []
    for name in names[names.index(begin) : names.index(end) + 1]:
        words = Markup("{} <b>Remedy.</b> {}").format(
            sentence(known_codes()[name].cause), sentence(known_codes()[name].remedy)
        )
        entries.append(entry(name, [], words, f"code-{name}"))
    return f"{listed(entries)}{body}"


def contract(body: Markup, of: str, file: Literal["kit/kit.d.ts", "widget.d.ts"]) -> str:
    """The members of an interface that figures in JavaScript meet, as the builder's own types tell them."""
    entries = (entry(name, [], sentence(words)) for name, words in members_of(file, of))
    return f"{listed(entries)}{body}"
