"""Warn of what stands in a text as it was written though it means something elsewhere: other dialects, slips."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from markdown_it.token import Token

from site_builder.problems.problem import Problem
from site_builder.problems.source import Source
from site_builder.syntax.directive_table import INLINES
from site_builder.syntax.tokens import Reading, flat, prose_of


class Leftover(NamedTuple):
    """What is left of a dialect: its form, what it looks like, what to write, and where alone it means something.

    ``{0}`` in a remedy stands for what was written.
    """

    form: re.Pattern[str]
    looks_like: str
    remedy: str
    place: Literal["anywhere", "line", "code"] = "anywhere"


LINK, LISTED = "write [text](other.md#id)", "'directives' lists all that there are"
EQUATION = "write $$, the formula and $$, each on its own line; with a number ':::equation{#id}', the formula and ':::'"
ASIDE = "write ':::note', the words, and ':::', each on its own lines"
# Commands of LaTeX, and what to write for them.
COMMANDS = (
    (r"(?:[Cc]ite|(?:foot|paren|text|auto|full|no)cite)[a-z]*\*?(?=[\[{])", "a citation", "write [@key]"),
    (r"(?:eq|page|auto|name|v|[cC])?ref\*?(?=\{)", "a reference", "write ::ref{id}"),
    (r"label(?=\{)", "a label", "write {#id} at the end of a heading, or ':::equation{#id}' for a formula"),
    (r"begin\{(?:equation|align|gather|multline|eqnarray|displaymath|math|split|array|[a-z]*matrix|cases)",
     "LaTeX", EQUATION),
    (r"begin\{(?:itemize|description)", "LaTeX", "write a list: '- ' before each item"),
    (r"begin\{enumerate", "LaTeX", "write a list: '1. ' before each item"),
    (r"begin\{(?:figure|tikzpicture|center)", "LaTeX", "write ![what the picture shows](picture.svg)"),
    (r"begin\{(?:table|tabular|longtable)", "LaTeX", "write a table: | head | head |, |---|---|, and a line a row"),
    (r"begin\{(?:verbatim|lstlisting|minted)", "LaTeX", "write ```, the code, and ```, each on its own line"),
    (r"begin\{(?:quote|quotation)", "LaTeX", "begin each line with '> '"),
    (r"begin\{", "LaTeX", ASIDE),
    (r"(?<![\w:]\\)item\b", "a list", "begin the line with '- '"),
    (r"foot(?:note|notetext)(?=\{)", "a note", "write ^[words]"),
    (r"(?:emph|textit|textsl)(?=\{)", "emphasis", "write *words*"),
    (r"textbf(?=\{)", "bold", "write **words**"),
    (r"(?:texttt|verb|lstinline|code)(?=[{|!+])", "code", "write `words`"),
    (r"(?:url|href)(?=\{)", "a link", "write [text](https://…)"),
    (r"(?:chapter|(?:sub)*section|paragraph)\*?(?=\{)", "a heading", "write ## and the heading"),
    (r"(?:includegraphics|input|include|includesvg)(?=[\[{])", "LaTeX", "write ![what the picture shows](picture.svg)"),
    (r"(?:usepackage|documentclass|newcommand|renewcommand|def|bibliography\w*|maketitle|caption|index)(?=[\[{\\])",
     "LaTeX", "remove it; pages have no preamble"),
    (r"(?!end\{)[A-Za-z]+(?:\{[^{}]*\})+", "a formula in LaTeX", "write ${0}$"),
    (r"(?!end\{)[A-Za-z]+(?=\{)", "a formula in LaTeX", "put it between dollars: $…$, without spaces inside of them"),
    (r"(?<![\w:]\\)(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|varphi|chi|"
     r"psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega|times|cdot|pm|leq?|geq?|neq?|approx|infty|sum|prod|"
     r"int|partial|nabla|in|to|rightarrow|Rightarrow|ldots|cdots|dots)(?![A-Za-z\\])",
     "a formula in LaTeX", "write ${0}$"),
)  # fmt: skip
LEFTOVERS = (
    Leftover(re.compile(rf"(?<![:\w]):(?:{'|'.join(sorted(INLINES))})(?=[\[{{])"), "a directive", "write two colons"),
    Leftover(re.compile(r"\{(?:(?:num|eq|prf:)?ref|eq)\}$"), "a role", "write ::ref{id}", "code"),
    Leftover(re.compile(r"\{cite[\w:]*\}$"), "a role", "write [@key]", "code"),
    Leftover(re.compile(r"\{math\}$"), "a role", "write $…$", "code"),
    Leftover(re.compile(r"\{doc\}$"), "a role", LINK, "code"),
    Leftover(re.compile(r"\{term\}$"), "a role", "write ::concept[words]{slug}", "code"),
    Leftover(re.compile(r"\{[a-z][\w:-]*\}$"), "a role", f"write a directive; {LISTED}", "code"),
    Leftover(re.compile(r"\]\((?!\s*\))"), "a link", f"{LINK}: an address has no spaces, and ends in its line"),
    Leftover(re.compile(r"\] \((?=[^()\s]+\.(?:md|html)[)#]|https?:)"), "a link", f"{LINK}, without a space between"),
    Leftover(re.compile(r"\[\[[^\[\]]+\]\]"), "a link", LINK),
    Leftover(re.compile(r"\*\*(?=\w)|(?<=\w)\*\*"), "bold", r"write **words** without spaces inside, or \* for a star"),
    Leftover(re.compile(r"#{2,6}(?=[^\s#])"), "a heading", "put a space behind it", "line"),
    Leftover(
        re.compile(r"!!! ?\w+"), "a callout", "write ':::note', the words, and ':::', each on its own lines", "line"
    ),
    Leftover(re.compile(r"\|(?=.*\|)"), "a table", "its second line is |---|---|, with as many columns", "line"),
    Leftover(re.compile(r"\{\{<[^{}]*>\}\}"), "a shortcode", f"write a directive; {LISTED}"),
    Leftover(re.compile(r"\{\{[^{}]*\}\}|\{%[^{}]*%\}"), "a template", "numbers are filled in by ::value[set.column]"),
    Leftover(re.compile(r"(?<=[\])*_])\{[.:][^{}]*\}"), "an attribute", "looks are set in static/css"),
    Leftover(re.compile(r"<!--"), "a comment", "close it with '-->', before the next empty line"),
    *(Leftover(re.compile(rf"(?<!\\)\\{form}"), kind, remedy) for form, kind, remedy in COMMANDS),
)
# Without one of these a text has no leftover: most have none.
TELLING = re.compile(r"[\[\]{}*#|\\!<]")
RUN = Leftover(re.compile(r"\{(?:python|r|julia|ojs)\} "), "code that is run", "write ::value[set.column]")


def leftovers(reading: Reading, source: Source) -> list[Problem]:
    """Return a warning for each piece of a text that looks as if it should have become something else."""
    problems = []
    for token, origin in prose_of(reading):
        for offset, text, left in found_in(token):
            message = f"'{text}' looks like {left.looks_like}, and is none"
            place, length = origin.locate(offset), len(text)
            problems.append(
                source.problem(
                    "leftover",
                    message,
                    place,
                    length=length,
                    suggestion=left.remedy.replace("{0}", text),
                    severity="warning",
                )
            )
    return problems


def found_in(line: Token) -> Iterator[tuple[int, str, Leftover]]:
    """Yield each such piece of a line with its offset."""
    children, cursor = [*flat(line.children or [])], 0
    for index, token in enumerate(children):
        cursor = max(cursor, token.meta.get("start", 0))
        if token.type == "code_inline" and RUN.form.match(token.content):
            yield line.content.find(token.content, cursor), token.content, RUN
        if token.type == "text":
            before = children[index - 1].type if index else "softbreak"
            behind = children[index + 1].type if index + 1 < len(children) else ""
            for left, text in found_in_text(token.content, before == "softbreak", behind == "code_inline"):
                # Typography may have changed signs of it.
                typed = "".join(re.escape(sign) if sign.isascii() or sign.isalnum() else ".{0,3}?" for sign in text)
                found = re.compile(typed).search(line.content, cursor)
                if found is not None:
                    yield found.start(), found[0], left
        elif token.nesting <= 0:
            cursor = max(cursor, token.meta.get("end", 0))


def found_in_text(text: str, begins_line: bool, is_before_code: bool) -> Iterator[tuple[Leftover, str]]:
    """Yield each such piece of a text; of several that fit in one place the first of the table."""
    seen: set[int] = set()
    for left in LEFTOVERS if TELLING.search(text) else ():
        if left.place == "code" and not is_before_code:
            continue
        matches = [left.form.match(text)] if left.place == "line" else left.form.finditer(text)
        for match in matches if left.place != "line" or begins_line else ():
            if match is not None and match.start() not in seen:
                seen.add(match.start())
                yield left, match[0]
