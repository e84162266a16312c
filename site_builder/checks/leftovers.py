"""Warn of what stands in a text as it was written though it means something elsewhere: other dialects, slips."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from markdown_it.token import Token

from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Source
from site_builder.syntax.directive_table import INLINES
from site_builder.syntax.inlines import QUARTO
from site_builder.syntax.tokens import Reading, flat, prose_of
from site_builder.syntax.typography import typed


class Leftover(NamedTuple):
    """What is left of a dialect: its form, what it looks like, what to write, and where alone it means something.

    ``{0}`` in a remedy stands for what was written.
    """

    form: re.Pattern[str]
    looks_like: str
    remedy: str
    place: str = "anywhere"


LINK, VALUE = "write [text](other.md#id)", "write ::value[set.column]"
LETTER = "write the letter itself"
LISTED = "'directives' lists all that there are"
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
    (r"caption(?=[\[{])", "a caption", 'write it behind the path of the picture: ![…](picture.svg "The caption.")'),
    (r"(?:SI|si|qty|num|unit|ang)(?=[\[{])", "LaTeX", "write the number and the unit as text"),
    (r"(?:[uvHcdbkrt]\{\\?\w\}|(?:ss|[aA][eE]|[oO][eE]|[aA]{2}|[oOlLij])\{\})", "a letter of LaTeX", LETTER),
    (r"(?:usepackage|documentclass|newcommand|renewcommand|def|bibliography\w*|maketitle|index)(?=[\[{\\])",
     "LaTeX", "remove it; pages have no preamble"),
    (r"(?:(?:new|clear)(?:double)?page|pagebreak|noindent|(?:big|med|small)skip|centering|[hv]space\*?\{[^{}]*\}|[hv]fill|tableofcontents|appendix)(?![A-Za-z])",
     "LaTeX", "remove it"),
    (r"(?!end\{)[A-Za-z]+(?:\{[^{}]*\})+", "a formula in LaTeX", "write ${0}$"),
    (r"(?!end\{)[A-Za-z]+(?=\{)", "a formula in LaTeX", "put it between dollars: $…$, without spaces inside of them"),
    (r"(?<![\w:]\\)(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|varphi|chi|"
     r"psi|omega|Gamma|Delta|Theta|Lambda|Xi|Pi|Sigma|Phi|Psi|Omega|times|cdot|pm|leq?|geq?|neq?|approx|infty|sum|prod|"
     r"int|partial|nabla|in|to|rightarrow|Rightarrow|ldots|cdots|dots)(?![A-Za-z\\])",
     "a formula in LaTeX", "write ${0}$"),
)  # fmt: skip
# Roles of MyST and reStructuredText, as {ref} or :ref: before code, and what to write for them.
ROLES = (
    (r"(?:num|eq|prf:)?ref|eq", "write ::ref{id}"),
    (r"cite:?(?:t|text)", "write @key"),
    (r"cite[\w:]*", "write [@key]"),
    (r"kbd", "write <kbd>words</kbd>"),
    (r"math", "write $…$"),
    (r"doc|download", LINK),
    (r"term|abbr", "write ::concept[words]{slug}"),
    (r"eval", VALUE),
    (r"su[bp]", "write H~2~O or x^2^"),
    (r"[a-z][\w:-]*", f"write a directive; {LISTED}"),
)
# What a formula between dollars holds if it is no sentence: commands, single letters, numbers and signs.
INSIDE = r"(?:\\(?:[A-Za-z]+(?![A-Za-z])|[^A-Za-z])|[A-Za-z](?![^\W\d_])|[^$\\A-Za-z])*?"
# Forms that mean something in Quarto, Pandoc, MyST, MkDocs, Obsidian or LaTeX; some only if they begin a line.
FORMS = (
    (r"(?:Table)?:\s.*\{#[^{}]*\}|:\s+(?=\S)", "a caption",
     "write a sentence; ':::table{#id data=…}' has a caption", "line"),
    (rf"(?<![:\w]):(?:{'|'.join(sorted(INLINES))})(?=[\[{{])", "a directive", "write two colons"),
    (rf"(?<![\w$])\$(?: (?={INSIDE}[A-Za-z]){INSIDE}|(?=[A-Za-z\\]){INSIDE} )\$(?![\w$])", "a formula",
     "write $…$ without spaces inside of the dollars"),
    (rf"(?<![\w/.@])@(?:{'|'.join(QUARTO)})[\w-]+|@ref\([\w:.-]+\)", "a reference", "write ::ref{id}"),
    (r"(?<![=+\w])(==|\+\+)(?=[^\s=+])[^=+\n]*?(?<=\S)\1(?![=+\w])", "marked words",
     "write **words** or <mark>words</mark>"),
    (r"(?<![\w:/]):(?:[a-z][a-z\d_+-]*|[+-]1):(?![\w:`])", "an emoji", "write the character itself"),
    (r"%%[^%\n]+%%", "a comment", "write <!-- words -->"),
    (r"!\[\[[^\[\]]+\]\]", "a picture", "write ![what the picture shows](picture.png)"),
    (r"\[TOC\]|\[\[_?TOC_?\]\]", "a table of contents", "remove it; the builder writes the contents"),
    (r"\[\^[^\[\]]*\s[^\[\]]*\]", "a note", "write ^[words]"),
    (r"``(?=\w)[^`]+['\u2019]{2}", "quotation marks of LaTeX", 'write "words"'),
    (r"\{\\(?:it|em|sl|bf|sc|tt)\b", "emphasis", "write *words*, **words** or `words`"),
    (r"(?<=[A-Za-z.])~(?=\d)", "a space of LaTeX", "write a space, or &nbsp;"),
    (r"\]\((?!\s*\))", "a link", f"{LINK}: an address has no spaces, and ends in its line"),
    (r"\] \((?=[^()\s]+\.(?:md|html)[)#]|https?:)", "a link", f"{LINK}, without a space between"),
    (r"\[\[[^\[\]]+\]\]", "a link", LINK),
    (r"\*\*(?=\w)|(?<=\w)\*\*", "bold", r"write **words** without spaces inside, or \* for a star"),
    (r"\{\{<[^{}]*>\}\}", "a shortcode", f"write a directive; {LISTED}"),
    (r"\{\{[^{}]*\}\}|\{%[^{}]*%\}", "a template", "numbers are filled in by ::value[set.column]"),
    (r"\{#[\w:.-]+[^{}]*\}", "an id",
     "put {#id} at the end of a heading, or of ':::equation', ':::table' or ':::chart'; refer to it by ::ref{id}"),
    (r"(?<=[\])*_])\{[.:][^{}]*\}|(?<!\S)\{(?:[.:] ?[a-z][^{}]*|-)\}|\{[\w-]+=[^{}]*\}", "an attribute",
     "looks are set in static/css"),
    (r"<!--", "a comment", "close it with '-->', before the next empty line"),
    (r"#{2,6}(?=[^\s#])", "a heading", "put a space behind it", "line"),
    (r"(?:!!!|\?\?\?\+?) ?\w+", "a callout", ASIDE, "line"),
    (r'===\+? (?=\W)', "a tab", "write a heading, and the words below it", "line"),
    (r"\([\w:.-]+\)=(?=\s*$)", "a label", "put {#id} at the end of the heading", "line"),
    (r"\*\[[^\[\]]+\]:", "an abbreviation", "write ::concept[words]{slug}", "line"),
    (r"\|(?=.*\|)", "a table", "its second line is |---|---|, with as many columns", "line"),
)  # fmt: skip
LEFTOVERS = (
    *(Leftover(re.compile(rf"(?:\{{(?:{one})\}}|(?<!\w):(?:{one}):)$"), "a role", told, "code") for one, told in ROLES),
    *(Leftover(re.compile(form), *told) for form, *told in FORMS),
    *(Leftover(re.compile(rf"(?<!\\)\\{form}"), *told) for form, *told in COMMANDS),
)
# What follows the backslash of an accent, which has escaped the sign: G\"odel, \'{e}.
ACCENTED = re.compile(r"[\"'`^~=.]\{\\?[A-Za-z]\}|(?<=[^\W\d_])\"[aeiouAEIOU]")
ACCENT = Leftover(ACCENTED, "a letter of LaTeX", LETTER)
BAR_IN_CODE, BAR = re.compile(r"([`$])[^`$\n]*(?<!\\)\|[^`$\n]*\1"), r"write '\|' for a bar in a cell, also in code"
# Without one of these a text has no leftover: most have none.
TELLING = re.compile(r"[\[\]{}*#|\\!<$@=:+%?~`]")
# What is left of a dialect in code and formulas, by the type of their tokens.
INNER = {
    "code_inline": Leftover(re.compile(r"\{(?:python|r|julia|ojs)\} |r (?=\w|[(\[{\"'])"), "code that is run", VALUE),
    "math_inline": Leftover(re.compile(r"`.*`$"), "a formula of GitLab", "write $…$ without backticks"),
}


def leftovers(reading: Reading, source: Source) -> list[Problem]:
    """Return a warning for each piece of a text that looks as if it should have become something else."""
    problems = []
    for token, origin in prose_of(reading):
        for offset, text, left in found_in(token):
            message, remedy = f"'{text}' looks like {left.looks_like}, and is none", left.remedy.replace("{0}", text)
            mistake = Mistake("leftover", message, 0, len(text), remedy)
            problems.append(source.mistake(mistake, origin.locate(offset), "warning"))
    return problems


def found_in(line: Token) -> Iterator[tuple[int, str, Leftover]]:
    """Yield each such piece of a line with its offset."""
    children, cursor = [*flat(line.children or [])], 0
    for index, token in enumerate(children):
        cursor = max(cursor, token.meta.get("start", 0))
        inner = INNER.get(token.type)
        if inner is not None and inner.form.match(token.content):
            yield line.content.find(token.content, cursor), token.content, inner
        if token.type == "text":
            before = children[index - 1].type if index else "softbreak"
            for accent in ACCENTED.findall(token.content):
                if (at := line.content.find(f"\\{accent}", cursor)) >= 0:
                    yield at, f"\\{accent}", ACCENT
            behind = children[index + 1].type if index + 1 < len(children) else ""
            for left, text in found_in_text(token.content, before == "softbreak", behind == "code_inline"):
                found = typed(text).search(line.content, cursor)
                # Braces right behind a directive that is not well written belong to it.
                is_escaped = found is not None and text == "~" and line.content[: found.start()].endswith("\\")
                if found and not is_escaped and not (before == "mistake" and token.content.startswith(text)):
                    is_cut = left.looks_like == "a table" and BAR_IN_CODE.search(line.content)
                    yield found.start(), found[0], left._replace(remedy=BAR) if is_cut else left
        elif token.nesting <= 0:
            cursor = max(cursor, token.meta.get("end", 0))


def found_in_text(text: str, begins_line: bool, is_before_code: bool) -> Iterator[tuple[Leftover, str]]:
    """Yield each such piece of a text; of several that fit in one place the first of the table."""
    seen: list[range] = []
    for left in LEFTOVERS if TELLING.search(text) else ():
        if left.place == "code" and not is_before_code:
            continue
        matches = [left.form.match(text)] if left.place == "line" else left.form.finditer(text)
        for match in matches if left.place != "line" or begins_line else ():
            if match is not None and not any(match.start() in span for span in seen):
                seen.append(range(match.start(), match.end() or 1))
                yield left, match[0]
