"""Check prose: links in raw HTML, listings, syntax of other dialects, numbers typed by hand."""

from __future__ import annotations

import ast
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from html import unescape
from itertools import chain, groupby, islice
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from markdown_it.token import Token

from site_builder.cache.fingerprint import EXPLORABLES, find_explorables
from site_builder.cache.results import Memo
from site_builder.drawing.listings import read_info
from site_builder.plain_values import parse_python
from site_builder.problems.problem import Problem
from site_builder.problems.source import Mistake, Place, Severity, Source
from site_builder.project_files import LARGEST_TEXT, RefusedFileError, find_file, on_disk, read_limited
from site_builder.reading.library import Library
from site_builder.reading.texts import Chapter, Text
from site_builder.rendering.renderer import LOCAL, resolve_link
from site_builder.rendering.site import PageInfo, Site
from site_builder.settings.site_toml import Settings
from site_builder.syntax.directive_table import BUILT_IN, Dialect
from site_builder.syntax.inlines import QUARTO, typed
from site_builder.syntax.markdown import read_line
from site_builder.syntax.options import Reading, flat, prose_of, walk

# English, German, the Nordic languages, French and Spanish; "may" is a month only with a capital.
MONTHS = (
    r"jan(?:uary?|uar|uari|vier)?|feb(?:ruary?|ruar|ruari)?|mar(?:ch|s|zo)?|apr(?:il)?|(?-i:May)|maj|mai|jun[ei]?|jul[yi]?"
    r"|aug(?:ust|usti)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?|märz|juin|juillet|août|février|avril"
    r"|septembre|octobre|novembre|décembre|enero|febrero|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre"
    r"|diciembre|\w+kuuta"
)
# Digits of other scripts, such as ٢٠٢٠.
FOREIGN_DIGIT = re.compile(r"[^\D0-9]")
DAY = r"(?:0?[1-9]|[12]\d|3[01])"
HOUR = r"(?:[01]?\d|2[0-4])"
YEAR = r"(?:1\d{3}|20\d{2}|2100)"
DASH = r"[-/\u2013]"
# A number next to a unit, a percent sign, a currency or an operator is not a year.
UNITS = r"(?:[%‰°\xd7·€$£]|(?:[kcmµn]?m[²³]?|k?g|k?W|[kMG]?B|h|s|ms|min|kr)\b)"
FORMS = (
    # 2026-11-22, 22.11.2026, 11/22/2026; SFS 1962:700
    rf"\b{YEAR}:\d+\b|\b{YEAR}-(?:0\d|1[0-2])-[0-3]\d(?:T[\d:]+Z?)?|\b{DAY}[./]{DAY}[./]{YEAR}\b",
    # 1909, 1909-17, the 1990s; AD 79, 44 BC
    rf"(?<![\w.,$€£+\xd7=<>\u2212-])(?:{YEAR}{DASH})?{YEAR}(?:{DASH}\d\d(?!\d))?(?:['\u2019]?s)?(?!\w|[.,]\d)(?!\s?{UNITS})",
    r"\b(?-i:AD|CE)\s\d{1,4}\b|\b\d{1,4}\s(?-i:BC|AD|BCE|CE)\b",
    # 14 maja 2020, 14 במאי 1948; 2020年12月25日 10時, 2020년
    rf"\b{DAY}\.?\s[^\W\d_]+\s{YEAR}\b|(?<![\d.,]){YEAR}[年년]|(?<![\d.,])\d{{1,2}}[月日時월일시](?!間)|第\d+",
    # 3 January, 3rd of January, January 3, 3.-12. Januar
    rf"\b(?:{DAY}\.?\s?{DASH}\s?)?{DAY}(?:\.|st|nd|rd|th)?\s(?:of\s|de\s)?(?:{MONTHS})\b",
    rf"\b(?:{MONTHS})\.?\s{DAY}(?:st|nd|rd|th)?(?:\s?{DASH}\s?{DAY})?\b",
    # 10:30, 10:30:15, 10 h 30, 10 am, 12 o'clock, 12.30 Uhr, kl. 12.30, 24/7
    rf"\b{HOUR}(?:[.:][0-5]\d)?\s?Uhr\b|\b(?:kl|godz)\.?\s?{HOUR}(?:[.:][0-5]\d)?\b|\b{HOUR}(?::|\s?h\s?)[0-5]\d(?::[0-5]\d)?\b|\b24/7\b",
    rf"\b{HOUR}(?:[:.][0-5]\d)?\s?(?:[ap]m\b|[ap]\.m\.|o['\u2019]clock)",
    # 21st, 19th, 21:a, 12e
    r"\b\d[\d,]{0,20}(?:st|nd|rd|th|:[ae]|er?|ème|[ºª])\b",
    # '90s, les années '90; issues of a tracker, as #12; addresses, with their ports
    r"['\u2018\u2019]\d0s?\b|#\d+\b|\b\w{1,20}://\S+",
    # p. 42, pp. 12-15, S. 12 f., str. 12, vol. 22, chapter 12, n° 12, § 42
    rf"(?:\b(?:(?:pp?|no|nr|vol|ch|chap|col|fol|[st]|str|bd|kap|sid|abs|art|rozdz|cap|núm|ص)\.|pages?|volumes?|chapters?|lines?|verses?|nr|sid(?:an?|e|or|er)|seiten?|kapitel|chapitre|rozdział|num\.|n[°º])\s?|(?:§+|№)\s?)\d+(?:\s?{DASH}\s?\d+)?",
)
HONEST = re.compile("|".join(f"(?:{form})" for form in FORMS), re.IGNORECASE)


def honest_spans(text: str) -> Iterator[range]:
    """Yield the ranges of a text with numbers that need no data set: dates, times, ordinals, page numbers."""
    text = FOREIGN_DIGIT.sub(lambda digit: str(unicodedata.digit(digit[0])), text)
    for match in HONEST.finditer(text):
        yield range(match.start(), match.end())


NUMBER = re.compile(
    r"(?<![\w.,])(?<![A-Za-z]-)(?:\d{1,3}(?: \d{3}(?!\d))+|\d+(?:[,\u2009\u202f\xa0]\d{3}(?!\d))*)(?:\.\d+)?"
)
# Numbers with fewer digits are not reported.
LONG = re.compile(r"\d\S?\d")
SEPARATOR = re.compile(r"[ ,\u2009\u202f\xa0]")
SUGGESTION = "write ::value[SET.COLUMN], naming a data set and its column; or if there is none, ::typed[{}]{{why={}}}"
EMPHASIS = frozenset({"em", "strong", "s"})
INSIDE_TOO = "; both are read in alt texts, links and other directives, too"


def unbound_numbers(reading: Reading, source: Source, allowed: AbstractSet[float], severity: Severity) -> list[Problem]:
    """Return a problem for each number of two or more digits that is typed by hand in prose.

    Code, formulas, raw HTML and addresses are not prose. Allowed are numbers equal to one of ``allowed``, forms such as
    dates, and numbers inside ``::typed``, which gives the reason.
    """
    problems = []
    for token, origin in prose_of(reading):
        for offset, number, is_inside in numbers_in(token.children or [], token.content):
            if sum(map(str.isdigit, number)) >= 2 and _value(number) not in allowed:
                message = f"{number} is typed by hand"
                # Texts in settings and in Python are in quotes themselves.
                reason = '"the reason"' if source.path.endswith(".md") else "one-word"
                suggestion = SUGGESTION.format(number, reason) + INSIDE_TOO * is_inside
                mistake = Mistake("number-unbound", message, 0, len(number), suggestion)
                problems.append(source.mistake(mistake, origin.locate(offset), severity))
    return problems


def _value(number: str) -> float:
    """Parse a number, ignoring thousands separators."""
    try:
        return float(SEPARATOR.sub("", number))
    except ValueError:
        return float("nan")


def numbers_in(children: Sequence[Token], content: str) -> Iterator[tuple[int, str, bool]]:
    """Yield offset and text of each number of the line ``content`` whose form does not exempt it.

    The third item is whether it is in an alt text, a link or a directive.
    """
    cursor, in_address, depth, own = 0, False, 0, {id(token) for token in children}
    for token in flat(children):
        depth += token.nesting if token.tag not in EMPHASIS else 0
        if token.markup == "autolink":
            in_address = token.nesting == 1
        cursor = max(cursor, token.meta.get("start", 0))
        if token.type == "text" and not in_address:
            honest = [*honest_spans(token.content)] if LONG.search(token.content) else []
            starts = [span.start for span in honest]
            for match in NUMBER.finditer(token.content):
                offset = content.find(match[0], cursor)
                if offset >= 0:
                    cursor = offset + len(match[0])
                    before = bisect_right(starts, match.start())
                    if not before or match.start() not in honest[before - 1]:
                        yield offset, match[0], depth > 0 or id(token) not in own
        elif token.nesting <= 0 and token.type != "text" and token.type != "image":
            cursor = max(cursor, token.meta.get("end", 0))


WORDS = frozenset({"caption", "alt", "sentence", "alt_text", "why"})
FILLED = frozenset({"sentence", "alt_text"})


@dataclass(frozen=True)
class TypedText:
    """A text of a file, and its first and last line."""

    text: str
    first: int
    last: int


def words_of(code: bytes) -> list[TypedText]:
    """Return the texts for readers in an explorable's file: assigned ones, and literals in functions."""
    try:
        body = parse_python(code).body
    except SyntaxError:
        return []  # reported when it is evaluated
    found = list[TypedText]()
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name in FILLED:
            found += [literal for statement in node.body for literal in literals_in(statement)]
        elif isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = {target.id for target in targets if isinstance(target, ast.Name)} & WORDS
            literals = list(literals_in(node.value)) if names else []
            found += [piece for one in literals for piece in (without_fields(one) if names & FILLED else [one])]
    return found


def literals_in(node: ast.AST) -> Iterator[TypedText]:
    """Yield the string literals below a node, without docstrings and format specifications."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield TypedText(node.value, node.lineno, node.end_lineno or node.lineno)
        return
    for child in [node.value] if isinstance(node, ast.FormattedValue) else ast.iter_child_nodes(node):
        yield from literals_in(child)


def without_fields(literal: TypedText) -> list[TypedText]:
    """Return the pieces of a text between its fields."""
    try:
        pieces = [before for before, _, _, _ in Formatter().parse(literal.text)]
    except ValueError:
        return []  # reported when it is evaluated
    return [TypedText(piece, literal.first, literal.last) for piece in pieces if piece]


class Leftover(NamedTuple):
    """Syntax of another dialect: its pattern, meaning and fix, and the only place where it has this meaning.

    ``{0}`` in a remedy is replaced by the matched text.
    """

    form: re.Pattern[str]
    looks_like: str
    remedy: str
    place: str = "anywhere"


LINK, VALUE = "write [text](other.md#id)", "write ::value[set.column]"
LETTER = "write the letter itself"
LISTED = "run 'site-builder directives' for a list"
EQUATION = "write $$, the formula and $$, each on its own line; with a number ':::equation{#id}', the formula and ':::'"
ASIDE = "write ':::note', the words, and ':::', each on its own lines"
# Commands of LaTeX, with what to write instead.
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
# Roles of MyST and reStructuredText, such as {ref} or :ref: before code, with what to write instead.
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
# The content of a formula between dollars, in contrast to prose: commands, single letters, numbers and symbols.
INSIDE = r"(?:\\(?:[A-Za-z]+(?![A-Za-z])|[^A-Za-z])|[A-Za-z](?![^\W\d_])|[^$\\A-Za-z])*?"
# Syntax of Quarto, Pandoc, MyST, MkDocs, Obsidian and LaTeX; some of it only at the start of a line.
LEFTOVER_FORMS = (
    (r"(?:Table)?:\s.*\{#[^{}]*\}|:\s+(?=\S)", "a caption",
     "write a sentence; ':::table{#id data=…}' has a caption", "line"),
    (rf"(?<![:\w]):(?:{'|'.join(sorted(BUILT_IN.inlines))})(?=[\[{{])", "a directive", "write two colons"),
    (r"(?<!\$)\$\$(?!\$)", "a formula", "write $$, the formula without empty lines, and $$, each on its own line"),
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
    (r"(?<=[\w.,;)])\\ (?=\S)", "a space of Pandoc", "write a space, or &nbsp;"),
    (r"^\{=[\w-]+\}", "an attribute", "write HTML without backticks; other formats have no place here"),
    (r"\]\((?=file:|[A-Za-z]:\\)", "a link to your computer", LOCAL),
    (r"\]\((?!\s*\))", "a link", f"{LINK}: an address has no spaces, and ends in its line"),
    (r"\] \((?=[^()\s]+\.(?:md|html)[)#]|https?:)", "a link", f"{LINK}, without a space between"),
    (r"\[\[[^\[\]]+\]\]", "a link", LINK),
    (r"(?<![\w\])])!?\[[^\[\]]+\]\[[^\[\]]*\]", "a link", f"{LINK}, or add a line '[id]: address' for it"),
    (r"\*\*(?=\w)|(?<=\w)\*\*", "bold", r"write **words** without spaces inside, or \* for a star"),
    (r"\{\{<[^{}]*>\}\}", "a shortcode", f"write a directive; {LISTED}"),
    (r"\{\{[^{}]*\}\}|\{%[^{}]*%\}", "a template", "write ::value[set.column] for a number"),
    (r"\{#(?=[^{}]*[\s:])[\w:.-]+[^{}]*\}", "an id",
     "write {#id} at the end of a heading or in the first line of a directive, without a colon or other attributes"),
    (r"\{#[\w:.-]+[^{}]*\}", "an id",
     "put {#id} at the end of a heading, or of ':::equation', ':::table' or ':::chart'; refer to it by ::ref{id}"),
    (r"(?<=[\])*_])\{[.:][^{}]*\}|(?<!\S)\{(?:[.:] ?[a-z][^{}]*|-)\}|\{[\w-]+=[^{}]*\}", "an attribute",
     "set styles in static/css"),
    (r"<!--", "a comment", "close it with '-->', before the next empty line"),
    (r"#{2,6}(?=[^\s#])", "a heading", "put a space after it", "line"),
    (r"(?:!!!|\?\?\?\+?) ?\w+", "a callout", ASIDE, "line"),
    (r'===\+? (?=\W)', "a tab", "write a heading, and the words below it", "line"),
    (r"\([\w:.-]+\)=(?=\s*$)", "a label", "put {#id} at the end of the heading", "line"),
    (r"\*\[[^\[\]]+\]:", "an abbreviation", "write ::concept[words]{slug}", "line"),
    (r"\|(?=.*\|)", "a table", "write |---|---| as the second line, with as many columns", "line"),
)  # fmt: skip
ITEMS = "write '1. ' or '- ' before each item, and indent an inner list to the text of its outer item"
# Syntax of Pandoc that extends over lines; Markdown joins them to one paragraph.
JOINED = tuple(Leftover(re.compile(form, re.MULTILINE), *rest) for form, *rest in (
    (r"^[ \t]*(?P<found>\(?[ai1#][.)])[ \t]+\S.*\n(?:.*\n){0,20}?[ \t]*\(?(?:b|ii|2|#)[.)][ \t]+\S", "a list", ITEMS),
    (r"^[ \t]*(?P<found>\|)[ \t][^|\n]*\n[ \t]*\|[ \t][^|\n]*$", "lines of verse", r"write \ at the end of each line"),
))  # fmt: skip
# The line of a table of Pandoc, which Markdown reads as a thematic break.
COLUMNS = re.compile(r"[\s>]*(?P<found>-{2,}(?:[ \t]+-{2,})+)\s*")
LEFTOVERS = (
    *(
        Leftover(re.compile(rf"(?:\{{(?:{one})\}}|(?<!\w):(?:{one}):)$"), "a role", remedy, "code")
        for one, remedy in ROLES
    ),
    *(Leftover(re.compile(form), *rest) for form, *rest in LEFTOVER_FORMS),
    *(Leftover(re.compile(rf"(?<!\\)\\{form}"), *rest) for form, *rest in COMMANDS),
)
# The text after the backslash of a LaTeX accent, which Markdown reads as an escape: G\"odel, \'{e}.
ACCENTED = re.compile(r"[\"'`^~=.]\{\\?[A-Za-z]\}|(?<=[^\W\d_])\"[aeiouAEIOU]")
ACCENT = Leftover(ACCENTED, "a letter of LaTeX", LETTER)
BAR_IN_CODE, BAR = re.compile(r"([`$])[^`$\n]*(?<!\\)\|[^`$\n]*\1"), r"write '\|' for a bar in a cell, also in code"
# Quick test: texts without these characters, the majority, contain no leftover.
TELLING = re.compile(r"[\[\]{}*#|\\!<$@=:+%?~`]")
# Syntax of other dialects in code and formulas, by type of token.
INNER = {
    "code_inline": Leftover(re.compile(r"\{(?:python|r|julia|ojs)\} |r (?=\w|[(\[{\"'])"), "code that is run", VALUE),
    "math_inline": Leftover(re.compile(r"`.*`$"), "a formula of GitLab", "write $…$ without backticks"),
}


# Tags in an HTML block, and its text; Markdown in the text is printed as typed.
RAW_PIECE = re.compile(r"<(?P<end>/?)(?P<tag>[A-Za-z][\w-]*)[^<>]*>|<|[^<]+")
VERBATIM = frozenset({"code", "kbd", "math", "pre", "samp", "svg", "textarea"})
RAW_FORMS = re.compile(
    r"\$\$?(?=[^\s$])[^$\n]*(?<=\S)\$\$?(?!\w)|\*\*(?=[^\s*])[^*\n]*(?<=\S)\*\*|`[^`\n]+`|::[a-z-]+\[[^\[\]\n]*\]|\[-?@[^\[\]\n]+\]|"
    r"!?\[[^\[\]\n]+\]\([^()\s]+\)"
)


MOST_LEFTOVERS = 200  # in one text; a build prints 100 warnings


def leftovers(reading: Reading, source: Source) -> list[Problem]:
    """Return a warning for each piece of a text that is syntax of another dialect and is printed as text."""
    lines = ((origin, line) for line, origin in prose_of(reading))
    found = ((origin.locate(offset), text, left) for origin, line in lines for offset, text, left in found_in(line))
    problems = []
    for place, text, left in islice(found, MOST_LEFTOVERS):
        message = f"'{text}' looks like {left.looks_like}, but is printed as text"
        remedy = left.remedy.replace("{0}", text)
        problems.append(source.problem("leftover", message, place, len(text), remedy, "warning"))
    for token in walk(reading.tokens):
        if token.type == "hr" and token.map and (columns := COLUMNS.fullmatch(source.line(token.map[0] + 1))):
            message = f"'{columns['found']}' looks like a table, but is printed as a line"
            place = Place(token.map[0] + 1, columns.start("found") + 1)
            remedy = "write a table: | head | head |, |---|---|, and a line a row"
            problems.append(source.problem("leftover", message, place, len(columns["found"]), remedy, "warning"))
    blocks = (token for token in walk(reading.tokens) if token.type == "html_block")
    raw = ((token.meta["origin"].locate(offset), text) for token in blocks for offset, text in raw_forms(token.content))
    for place, text in islice(raw, MOST_LEFTOVERS):
        message = f"'{text}' in a block of HTML is printed as text"
        remedy = "write it in HTML, or outside of the tags, between empty lines"
        problems.append(source.problem("leftover", message, place, len(text), remedy, "warning"))
    return problems


def raw_forms(html: str) -> Iterator[tuple[int, str]]:
    """Yield offset and text of each piece of Markdown in a block of HTML, except in code and drawings."""
    verbatim = ""
    for piece in RAW_PIECE.finditer(html):
        if tag := (piece["tag"] or "").lower():
            if verbatim or tag in VERBATIM:
                verbatim = "" if piece["end"] and tag == verbatim else verbatim or tag
        elif not verbatim:
            yield from ((piece.start() + form.start(), form[0]) for form in RAW_FORMS.finditer(piece[0]))


def found_in(line: Token) -> Iterator[tuple[int, str, Leftover]]:
    """Yield offset, text and meaning of each leftover in a line."""
    for left in JOINED:
        yield from ((match.start("found"), match["found"], left) for match in left.form.finditer(line.content))
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
            after = children[index + 1].type if index + 1 < len(children) else ""
            for left, text in found_in_text(token.content, before == "softbreak", after == "code_inline"):
                found = typed(text).search(line.content, cursor)
                # Braces right after an invalid directive belong to it.
                is_escaped = found is not None and text == "~" and line.content[: found.start()].endswith("\\")
                if found and not is_escaped and not (before == "mistake" and token.content.startswith(text)):
                    is_cut = left.looks_like == "a table" and BAR_IN_CODE.search(line.content)
                    yield found.start(), found[0], left._replace(remedy=BAR) if is_cut else left
        elif token.nesting <= 0:
            cursor = max(cursor, token.meta.get("end", 0))


def found_in_text(text: str, begins_line: bool, is_before_code: bool) -> Iterator[tuple[Leftover, str]]:
    """Yield each leftover in a text; if several patterns match in one place, the first of the table."""
    is_covered = bytearray(len(text) + 1)
    for left in LEFTOVERS if TELLING.search(text) else ():
        if left.place == "code" and not is_before_code:
            continue
        matches = [left.form.match(text)] if left.place == "line" else left.form.finditer(text)
        for match in matches if left.place != "line" or begins_line else ():
            if match is not None and not is_covered[match.start()]:
                length = (match.end() or 1) - match.start()
                is_covered[match.start() : match.start() + length] = b"\1" * length
                yield left, match[0]


LEFT_OUT = frozenset({"…", "...", "# …", "# ...", "// …", "// ..."})


def check_listings(project: Path, texts: Iterable[Text]) -> list[Problem]:
    """Warn about listings that differ from the file that they name."""
    problems = []
    for text in texts:
        for token in text.reading.of_type("fence"):
            if is_stale(project, token):
                name, place = read_info(token.info).file_name, token.meta["place"]
                message = f"this listing differs from {name}"
                suggestion = f"write ':::listing{{file={name} symbol=…}}', or remove the file name"
                length = len(text.source.line(place.line))
                problems.append(text.source.problem("listing-stale", message, place, length, suggestion, "warning"))
    return problems


def is_stale(project: Path, token: Token) -> bool:
    """Return whether a listing is missing in the project file that it names; dots may replace lines."""
    name = read_info(token.info).file_name
    try:
        content = read_limited(find_file(project, project, name), LARGEST_TEXT)
    except (FileNotFoundError, RefusedFileError):
        return False
    lines = stripped(content.decode("utf-8-sig", errors="replace"))
    for is_left_out, piece in groupby(stripped(token.content), key=LEFT_OUT.__contains__):
        if not is_left_out and not holds(lines, list(piece)):
            return True
    return False


def stripped(text: str) -> list[str]:
    """Return the lines of a text that are not empty, without the white space around them."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def holds(lines: Sequence[str], piece: Sequence[str]) -> bool:
    """Return whether ``piece`` is a contiguous part of ``lines``."""
    return any(lines[start : start + len(piece)] == piece for start in range(len(lines) - len(piece) + 1))


PICTURE_ATTRIBUTES = frozenset({"src", "srcset", "poster"})
PLAYED = (".mp4", ".webm", ".mov", ".ogv", ".ogg", ".mp3", ".wav", ".m4a")
AS_PICTURE = "write the picture as ![what it shows](path)"


def check_raw_links(site: Site, text: Text, page: PageInfo) -> list[Problem]:
    """Report broken links in raw HTML, where they are written as addresses in the site."""
    problems = []
    for attribute, address, place in text.outline.links:
        mistake: Mistake | None = None
        if attribute in PICTURE_ATTRIBUTES:
            if not address.startswith("data:") and address not in site.data_files.values():
                message, remedy = f"{attribute}={address!r} is not published with the page", AS_PICTURE
                if address.lower().endswith(PLAYED):
                    message = f"a page cannot play {address!r}"
                    remedy = "link to a copy in content/files: [words](files/…)"
                mistake = Mistake("image", message, 0, len(attribute), remedy)
        else:
            mistake = _raw_mistake(site, address, attribute, page)
        if mistake is not None:
            problems.append(text.source.mistake(mistake, place))
    return problems


def _raw_mistake(site: Site, address: str, attribute: str, page: PageInfo) -> Mistake | None:
    """Return the error of an address in raw HTML, else None."""
    try:
        resolved = resolve_link(unescape(address), site, page)
    except Mistake as mistake:
        return Mistake(mistake.code, mistake.message, 0, len(attribute), mistake.suggestion)
    if resolved != unescape(address):
        return Mistake(
            "link", f"links in raw HTML are not rewritten: {address!r}", 0, len(attribute), f"write {resolved!r}"
        )
    return None


def check_words(settings: Settings, library: Library, memo: Memo) -> list[Problem]:
    """Report numbers typed by hand, as errors if ``strict_numbers``, and syntax of other dialects."""
    severity: Severity = "error" if settings.config.strict_numbers else "warning"
    constants = settings.config.constants.values()
    allowed = frozenset(value for value in constants if isinstance(value, int | float))

    def found_in(source: Source, readings: Callable[[], Iterable[Reading]]) -> list[Problem]:
        def look() -> list[Problem]:
            found = ((unbound_numbers(one, source, allowed, severity), leftovers(one, source)) for one in readings())
            return [problem for kinds in found for problems in kinds for problem in problems]

        return memo.get("words", (source, allowed, severity, library.dialect), look)

    problems = found_in(settings.source, partial(readings_of_settings, settings, library.dialect))
    pages = library.chapters.values()
    for chapter in chain(pages, *(page.translations.values() for page in pages)):
        readings = partial(readings_of_chapter, chapter, library.dialect)
        problems = problems + found_in(chapter.text.source, readings)
    for concept in library.concepts.values():
        texts = concept.text.reading, concept.short.reading
        problems = problems + found_in(concept.text.source, partial(iter, texts))
    return problems


def check_explorable_words(project: Path, settings: Settings, dialect: Dialect) -> list[Problem]:
    """Report numbers typed by hand in the texts of explorables."""
    severity: Severity = "error" if settings.config.strict_numbers else "warning"
    constants = settings.config.constants.values()
    allowed = frozenset(value for value in constants if isinstance(value, int | float))
    problems = []
    for name in find_explorables(project):
        path = f"{EXPLORABLES}/{name}.py"
        code = on_disk(project / path).read_bytes()
        source = Source(path, code.decode("utf-8-sig", "replace"))
        lines = source.text.split("\n")
        for literal in words_of(code):
            reading = read_line(literal.text, source, Place(literal.first, 1), dialect)
            for problem in unbound_numbers(reading, source, allowed, severity):
                number = problem.message.split(" ")[0]
                at = next((one for one in range(literal.first, literal.last + 1) if number in lines[one - 1]), 0)
                column = lines[at - 1].index(number) + 1 if at else 1
                mistake = Mistake(problem.code, problem.message, 0, len(number), problem.suggestion)
                found = source.mistake(mistake, Place(at or literal.first, column), severity)
                problems.append(found)
    return problems


def readings_of_chapter(chapter: Chapter, dialect: Dialect) -> list[Reading]:
    """Return the text and the description of a chapter."""
    described = chapter.matter.description
    place = chapter.text.places.get("description", Place(1, 1))
    return [chapter.text.reading, *([read_line(described, chapter.text.source, place, dialect)] if described else [])]


def readings_of_settings(settings: Settings, dialect: Dialect) -> list[Reading]:
    """Return the captions and alt texts of ``site.toml``."""
    readings = []
    for kind, entries in (("charts", settings.config.charts), ("widgets", settings.config.widgets)):
        for name, entry in entries.items():
            for key, text in (("alt", entry.alt), ("caption", entry.caption)):
                place = settings.place(kind, name, key, value=True) or Place(1, 1)
                readings.append(read_line(text, settings.source, place, dialect))
    return readings
