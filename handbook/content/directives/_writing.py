"""Write HTML that the directives of the handbook share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click
from markupsafe import Markup, escape

from site_builder.syntax.directive_table import Option

# The builder's tables put code in single quotes, its scripts and lists of codes in backticks.
CODE = re.compile(r"`([^`]+)`|(?<!\w)'([^']+)'(?!\w)")


def prose(text: str) -> Markup:
    """Return a text as HTML, with text in backticks or single quotes as code."""
    written, position = Markup(), 0
    for code in CODE.finditer(text):
        written += escape(curved(text[position : code.start()])) + Markup("<code>{}</code>").format(code[1] or code[2])
        position = code.end()
    return written + escape(curved(text[position:]))


def curved(text: str) -> str:
    """Return a text with typographic apostrophes."""
    return text.replace("'", "\N{RIGHT SINGLE QUOTATION MARK}")


def sentence(text: str) -> Markup:
    """Return a text as a sentence, with a capital and a full stop."""
    return prose(text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else "."))


def entry(name: str, notes: Iterable[str], words: Markup, identifier: str = "") -> Markup:
    """Return an entry of a definition list: a name as code, notes in small print, and the meaning."""
    marked = Markup(' id="{}"').format(identifier) if identifier else Markup()
    small = Markup().join(Markup(' <span class="handbook-note">{}</span>').format(prose(note)) for note in notes)
    return Markup("<dt{}><code>{}</code>{}</dt>\n<dd>{}</dd>\n").format(marked, name, small, words)


def listed(entries: Iterable[Markup]) -> Markup:
    """Return a definition list."""
    return Markup('<dl class="handbook-list">\n{}</dl>\n').format(Markup().join(entries))


def described_option(option: Option) -> Markup:
    """Return an option of a directive as an entry of a list."""
    form = " or ".join(f"`{choice}`" for choice in option.choices) or ("" if option.form == "text" else option.form)
    notes = [*filter(None, [form]), *(["required"] if option.required else [])]
    return entry(f"{option.name}=…", notes, sentence(option.meaning))


def own_options(command: click.Command) -> Iterator[Markup]:
    """Yield the options of a command as entries of a list."""
    for option in command.params:
        if isinstance(option, click.Argument):
            yield entry(
                str(option.name).upper(), ["required"], Markup("The folder to write: a new one, or an empty one.")
            )
        elif isinstance(option, click.Option):
            value = "" if option.is_flag else option.make_metavar(click.Context(command))
            value = value.replace("INTEGER RANGE", "NUMBER")
            written = " ".join(filter(None, [*option.opts, value]))
            default = [f"default `{option.default}`"] if option.show_default and not option.is_flag else []
            words, _, default_text = (option.help or "").partition("  [default: ")
            default += [f"default: {default_text.rstrip(']')}"] if default_text else []
            yield entry(written, default, sentence(words))
