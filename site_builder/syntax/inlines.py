"""Parse inline syntax: directives, formulas, citations and notes; set quotation marks and dashes."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from markdown_it import MarkdownIt, rules_inline
from markdown_it.helpers import parseLinkLabel
from markdown_it.rules_core import StateCore
from markdown_it.rules_core.smartquotes import process_inlines
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath.index import math_inline_dollar

from site_builder.explore.parameters import IN_NAMES
from site_builder.problems.reporting import DEEPEST, Sink, too_deep
from site_builder.problems.source import Place, suggest
from site_builder.project_files import composed
from site_builder.syntax.directive_table import BUILT_IN, dialect_of
from site_builder.syntax.options import Directive, Note

BETWEEN_LETTERS = re.compile(r"(?<=\w)'(?=[^\W\d_])")
BEFORE_NUMBER = re.compile(r"(?<![\w./:\u2013-])-(?=\d)")
CURVED = "\u2019"
MINUS = "\N{MINUS SIGN}"


def curved(text: str, before: str = "") -> str:
    """Set curved apostrophes inside words, and true minus signs before numbers.

    ``before`` is the character before the text.
    """
    return BEFORE_NUMBER.sub(MINUS, BETWEEN_LETTERS.sub(CURVED, before + text))[len(before) :]


def curve_apostrophes(state: StateCore) -> None:
    """Set the apostrophes and minus signs of prose; code, formulas and raw HTML are not changed."""
    for line in state.tokens:
        before = ""
        for token in line.children or []:
            if token.type == "text":
                token.content = curved(token.content, before)
            before = last_character(token, before)


def last_character(token: Token, before: str) -> str:
    """Return the last character of ``token`` for an apostrophe after it, or a substitute for tokens without text."""
    if token.type == "text":
        return token.content[-1:] or before
    if token.type in {"softbreak", "hardbreak"}:
        return " "
    return before if token.nesting else "x"


# Web and e-mail addresses and arrows (not changed); three dots; three or two hyphens. Two hyphens before a word and not
# after one begin an option such as --help.
TYPED_MARKS = re.compile(
    r"\b\w{1,20}://\S+|[\w.+-]{1,64}@\S+|<?!?--+>|<!?--+|(?P<ellipsis>\.\.\.)"
    r"|(?<!-)(?:(?P<em>---)|(?P<en>(?<=[\w.,;:!?)\]\"'\u2019%])--|--(?!\w)))(?!-)"
)
# An apostrophe for letters or digits omitted at the start of a word, as in '90s, after quotation marks have been set.
OMITTED = re.compile(r"'(?=\w)")
SET = {"ellipsis": "\u2026", "em": "\u2014", "en": "\u2013"}
# Signs that typography sets, and patterns of what authors type for them; for other signs a quotation mark.
PRINTED, QUOTE = re.compile(r"[^\w\n\t -~]|\u202f"), "[\"']"
KEYS = {"\u2026": r"\.{3}", "\u2014": "---", "\u2013": "--", "\u202f": ""}
# Inline elements of raw HTML whose text is code.
CODE = re.compile(r"<(?P<end>/?)(?:code|kbd|samp|var|tt|script|style)\b", re.IGNORECASE)
# Tokens that a quotation mark treats as punctuation; other tokens without text of their own are treated as words.
MARKS = frozenset({"note_reference", "note_open", "citation", "mistake", "script"})


def set_typography(state: StateCore) -> None:
    """Set quotation marks, dashes and ellipses if the option is on; escaped characters are not changed."""
    for line in state.tokens if state.md.options.typographer else ():
        set_in_line(line.children or [], state)


def set_in_line(tokens: list[Token], state: StateCore) -> None:
    """Set quotation marks, dashes and ellipses in a line of text; code in raw HTML is not changed.

    markdown-it sets the quotation marks. It looks at the content of the surrounding tokens, so tokens without content
    get a temporary one.
    """
    before, in_code, empty = "", False, []
    for token in tokens:
        found = CODE.match(token.content) if token.type == "html_inline" else None
        in_code = not found["end"] if found else in_code
        if token.type == "text" and in_code:
            token.type = "text_special"
        elif token.type == "text":
            token.content = dashed(token.content, before)
        elif token.type == "image":
            set_in_line(token.children or [], state)
        if token.type in MARKS or (not token.nesting and not token.content and "break" not in token.type):
            empty.append((token, token.content))
            token.content = "." if token.type in MARKS else "x"
        before = token.content[-1:] if token.type == "text_special" else last_character(token, before)
    process_inlines(tokens, state)
    for token, content in empty:
        token.content = content
    for token in tokens:
        if token.type == "text":
            token.content = OMITTED.sub(CURVED, token.content)


def dashed(text: str, before: str = "") -> str:
    """Set dashes and ellipses; ``before`` is the character before the text."""

    def printed(found: re.Match[str]) -> str:
        return found[0] if found.start() < len(before) else SET.get(found.lastgroup or "", found[0])

    return TYPED_MARKS.sub(printed, before + text)[len(before) :]


def typed(text: str) -> re.Pattern[str]:
    """Return a pattern that matches what authors may have typed for a printed text."""
    return re.compile(PRINTED.sub(lambda sign: f"(?:{sign[0]}|{KEYS.get(sign[0], QUOTE)})", re.escape(text)))


Rule = Callable[[StateInline, bool], bool]
# A work of a citation: its key, the offset of the key, the form of the citation, and the spans of the words around it.
Cited = tuple[str, int, str, tuple[int, int], tuple[int, int]]

START = re.compile(rf"::(?P<name>[A-Za-z][\w-]*(?=[\[{{])|(?:{'|'.join(sorted(BUILT_IN.inlines))})\b)")
# The forms of the directives whose parts are plain text.
PLAIN = {
    "value": re.compile(r"::value\[(?P<query>[^\]]*)\](?:\{(?P<spec>[^{}\n]*)\})?"),
    "ref": re.compile(r"::ref\{(?P<target>[^{}\n]*)\}"),
    "scrub": re.compile(r"::scrub\[(?P<text>[^\[\]\n]*)\]\{(?P<options>[^{}\n]*)\}"),
    "readout": re.compile(r"::readout\{(?P<options>[^{}\n]*)\}(?:\{(?P<spec>[^{}\n]*)\})?"),
    "typed": re.compile(r"::typed\[(?P<text>[^\[\]\n]*)\](?:\{(?P<options>[^{}\n]*)\})?"),
    "pick": re.compile(r"::pick\[(?P<text>[^\[\]\n]*)\]\{(?P<options>[^{}\n]*)\}"),
}
# LaTeX formulas, \(…\) and \[…\]; text in brackets that are only escaped; and signs that make text in square brackets
# a formula.
BACKSLASH_MATH = re.compile(r"\\\((?P<inline>(?:\\[^()]|[^\\])+)\\\)|\\\[(?P<display>(?:\\[^\[\]]|[^\\])+)\\\]")
WORDS = re.compile(r"(?!.*[\\_^=<>+])(?:.*[^\W\d_A-Z]{4}|.*[^\W\d_]{2} +[^\W\d_]{2}|\W*$)", re.DOTALL)
SIGN = re.compile(r"[\\_^=<>+]")
SCRIPT = re.compile(r"(?P<mark>[~^])(?!_)(?P<text>(?:\\[^\w\n]|[^\s\\~^`$\[\]])+)(?P=mark)")
EXPONENT = re.compile(r"[+\u2212-]?\d+[+\u2212-]?")
BRACES = re.compile(r"\{(?P<inside>[^{}\n]*)\}")
NO_BRACES = re.compile(rf"(?:{BRACES.pattern})?")
# Meaning of the braces after a text in brackets, by the name of the directive.
LABELLED = {"concept": "slug", "set": "options"}
# Type of the tokens of a project's own directive; its braces are optional.
OWN = "own"
CITATION = re.compile(r"\[(?P<cited>[^\[\]]+)\]")
COMMAS = ",\u060c\u3001\uff0c"
# A work of a citation, and the words before and after it. An e-mail address is not a citation.
CITED = re.compile(
    r"(?P<before>(?:[^@;]|(?<=\w)@)*?)(?<![\w/.@:\\-])(?P<cite>-?@(?:\{(?P<braced>[^\s{}]+)\}|"
    rf"(?P<key>[^\s{COMMAS};{{}}]*[^\s{COMMAS};{{}}.:!?])))(?P<after>[^;]*)(?:;|$)"
)
# Prefixes of Quarto's references to figures and sections, which look like citations.
QUARTO = tuple(
    kind + "-"
    for kind in ("fig", "tbl", "sec", "eq", "lst", "thm", "lem", "cor", "prp", "cnj", "def", "exm", "exr", "rem")
)
# A work cited in a sentence.
NAMED = re.compile(
    rf"-?@(?:\{{(?P<braced>[^\s{{}}]+)\}}|(?!{'|'.join(QUARTO)})(?P<key>\w[{IN_NAMES}]*(?:[:.+/~-]\w[{IN_NAMES}]*)*))"
)
BEFORE_NAMED = re.compile(r"[\w/.@:\\-]")
BRACKETED = re.compile(r" ?\[(?!\^)(?P<after>[^\[\]@;]+)(?:;(?P<others>[^\[\]]+))?\]")
# Code, formulas, tags, entities and escapes, in which characters have another meaning.
HIDING = re.compile(r"(?<!`)(`+)[^`]+\1|\$[^$]+\$|<[^<>]*>|&#?\w+;|\\.")
NUMBERED = re.compile(r"(?:\w{1,5}\.\s*|§+\s*)?\d")
RANGE = re.compile(r"(?<![\w-])([A-Z]?\d+|[ivxlc]+)--?([A-Z]?\d+|[ivxlc]+)(?![\w-])")
NOTE = re.compile(r"\[\^(?P<label>[^\s\]\[]+)\]")
BRACKET = re.compile(r"(?:!|\^|::[\w-]+)?\[")
DEEP = "too deep"
SQUARE = re.compile(rf"\\.|{BRACKET.pattern}|\]", re.DOTALL)
# Parsing is quadratic in the depth of brackets: with more open ones the text is not parsed.
MOST_OPEN = 4 * DEEPEST
LONGEST = 50_000  # characters of a paragraph, a heading or a cell


def use_inlines(md: MarkdownIt) -> None:
    """Add the inline rules to ``md``, and make its own rules record the offsets of their tokens."""
    md.core.ruler.at("inline", read_lines)
    md.inline.ruler.before("link", "too_deep", brackets_too_deep)
    md.inline.ruler.before("link", "directive_inline", directive_inline)
    md.inline.ruler.before("link", "citation", citation)
    md.inline.ruler.before("link", "citation_named", citation_named)
    md.inline.ruler.before("link", "note_reference", note_reference)
    md.inline.ruler.before("link", "note_inline", note_inline)
    dollar: Rule = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True)
    md.inline.ruler.before("escape", "math_inline", marked(dollar))
    md.inline.ruler.before("escape", "math_backslash", math_backslash)
    md.inline.ruler.before("link", "script", script)
    for name, rule in (
        ("backticks", rules_inline.backtick),
        ("link", rules_inline.link),
        ("image", rules_inline.image),
        ("autolink", rules_inline.autolink),
        ("html_inline", rules_inline.html_inline),
    ):
        md.inline.ruler.at(name, marked(rule))


def read_lines(state: StateCore) -> None:
    """Parse every line of text; one that is too long or has brackets nested too deep becomes an error."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        state.env.pop(DEEP, None)
        if len(token.content) > LONGEST:
            message = (
                f"this text has {len(token.content):,} characters without a blank line; at most {LONGEST:,} are read"
            )
            token.children = [_mistake_for_all("text-long", message, 0, "split it by blank lines")]
            continue
        deep = open_brackets(token.content)
        if deep is None:
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            if "task" in token.meta:
                box, end = (Token("task", "", nesting, meta={"is_done": token.meta["task"]}) for nesting in (1, -1))
                token.children = [box, *token.children, end]
            deep = state.env.get(DEEP)
        if deep is not None:
            suggestion = r"write '\[' for a bracket that is text"
            token.children = [_mistake_for_all("nesting", too_deep("brackets"), deep, suggestion)]


def _mistake_for_all(code: str, message: str, start: int, suggestion: str) -> Token:
    """Return a token for an error, in place of a text that is not parsed."""
    return Token(
        "mistake",
        "",
        0,
        meta={"start": start, "code": code, "message": message, "length": 1} | {"suggestion": suggestion},
    )


def open_brackets(text: str) -> int | None:
    """Return the offset where too many unclosed brackets are open; None if there are fewer."""
    opened: list[int] = []
    for bracket in SQUARE.finditer(text) if text.count("[") > MOST_OPEN else ():
        if bracket[0] == "]":
            del opened[-1:]
        elif bracket[0].endswith("[") and not bracket[0].startswith("\\"):
            opened.append(bracket.start())
            if len(opened) > MOST_OPEN:
                return opened[DEEPEST]
    return None


def brackets_too_deep(state: StateInline, silent: bool) -> bool:
    """Record where brackets are nested too deep, and skip the rest of the text.

    Rules for brackets first search for the closing one without making tokens, so the outermost text triggers this.
    """
    if state.level < DEEPEST or BRACKET.match(state.src, state.pos, state.posMax) is None:
        return False
    state.env.setdefault(DEEP, state.pos)
    state.pos = state.posMax
    return True


def marked(rule: Rule) -> Rule:
    """Wrap ``rule`` so that its tokens get their offsets."""

    def rule_with_places(state: StateInline, silent: bool) -> bool:
        start, n_tokens = state.pos, len(state.tokens)
        matched = rule(state, silent)
        if matched and not silent:
            made = [token for token in state.tokens[n_tokens:] if token.type != "text" and "start" not in token.meta]
            for token in made:
                token.meta |= {"start": start, "end": state.pos}
                if token.type in {"link_open", "image"}:
                    target = state.src.rfind("](", start, state.pos)
                    token.meta["target_start"] = target + 2 if target >= 0 else start
        return matched

    return rule_with_places


def _push(state: StateInline, kind: str, end: int, nesting: int = 0, **meta: Any) -> Token:
    """Add a token from the current position to ``end``."""
    token = state.push(kind, "", nesting)  # type: ignore[arg-type]
    token.meta = {"start": state.pos, "end": end, **meta}
    return token


def _push_mistake(state: StateInline, code: str, message: str, length: int, suggestion: str) -> None:
    """Add a token for malformed text of ``length``, and advance past it."""
    end = state.pos + length
    token = _push(state, "mistake", end, code=code, message=message, length=length, suggestion=suggestion)
    token.content = state.src[state.pos : end]
    state.pos = end


def directive_inline(state: StateInline, silent: bool) -> bool:
    """Parse ``::name[…]{…}``."""
    if state.src.startswith(":::", state.pos) and state.src[state.pos - 1 : state.pos] != ":":
        return _three_colons(state, silent)
    start = START.match(state.src, state.pos, state.posMax)
    if start is None or (state.pos > 0 and (state.src[state.pos - 1].isalnum() or state.src[state.pos - 1] == ":")):
        return False
    dialect = dialect_of(state.env)
    if start["name"] in LABELLED:
        return _labelled(state, silent, start["name"])
    if start["name"] in dialect.inlines - BUILT_IN.inlines:
        return _labelled(state, silent, start["name"], OWN)
    match = PLAIN.get(start["name"], START).match(state.src, state.pos, state.posMax)
    if silent:
        state.pos = match.end() if match else start.end()
        return True
    length = start.end() - start.start()
    if start["name"] not in dialect.inlines:
        is_block = start["name"] in dialect.blocks
        suggestion = f"a block is written ':::{start['name']}', on a line of its own" if is_block else ""
        suggestion = suggestion or suggest(start["name"], dialect.inlines)
        _push_mistake(state, "directive-unknown", f"unknown directive '::{start['name']}'", length, suggestion)
    elif match is None:
        suggestion = f"write {dialect.components[start['name']].form!r}"
        _push_mistake(state, "directive-malformed", f"malformed '::{start['name']}'", length, suggestion)
    else:
        starts = {f"{part}_start": match.start(part) for part in match.groupdict()}
        kind = "reference" if start["name"] == "ref" else start["name"]
        token = _push(state, kind, match.end(), component=dialect.components[start["name"]])
        token.meta |= {**match.groupdict(""), **starts}
        token.content = match["text"] if kind == "typed" else ""
        state.pos = match.end()
    return True


def _three_colons(state: StateInline, silent: bool) -> bool:
    """Report ``:::name[…]`` in a line of text, where two colons are correct."""
    start = START.match(state.src, state.pos + 1, state.posMax)
    if start is None or start["name"] not in dialect_of(state.env).inlines:
        return False
    length = start.end() - state.pos
    if silent:
        state.pos += length
    else:
        suggestion = f"write '::{start['name']}', with two colons"
        _push_mistake(state, "directive-malformed", f"malformed '::{start['name']}'", length, suggestion)
    return True


def _labelled(state: StateInline, silent: bool, name: str, kind: str = "") -> bool:
    """Read ``::name[text]{…}``; the text may hold markup; ``kind`` is that of the tokens, if not the name."""
    mark, holds, component = f"::{name}", LABELLED.get(name, "options"), dialect_of(state.env).components[name]
    label_start = state.pos + len(mark) + 1
    label_end = -1
    if state.src.startswith("[", label_start - 1):
        label_end = parseLinkLabel(state, label_start - 1)
    form = BRACES if kind != OWN else NO_BRACES
    braces = form.match(state.src, label_end + 1, state.posMax) if label_end >= 0 else None
    if braces is None:
        if silent:
            state.pos += len(mark)
        else:
            suggestion = f"write {component.form!r}"
            _push_mistake(state, "directive-malformed", f"malformed {mark!r}", len(mark), suggestion)
        return True
    if not silent:
        end, outer_end = braces.end(), state.posMax
        meta = {
            "component": component,
            holds: composed(braces["inside"] or ""),
            f"{holds}_start": braces.start("inside"),
        }
        _push(state, f"{kind or name}_open", label_start, 1, **meta)
        state.pos, state.posMax = label_start, label_end
        state.md.inline.tokenize(state)
        state.pos, state.posMax = label_end, outer_end
        _push(state, f"{kind or name}_close", end, -1, **meta)
    state.pos = braces.end()
    return True


def math_backslash(state: StateInline, silent: bool) -> bool:
    r"""Parse ``\(…\)`` and ``\[…\]``, unless they are escaped brackets around plain text."""
    match = BACKSLASH_MATH.match(state.src, state.pos, state.posMax)
    formula = match[match.lastindex or 0] if match else ""
    if match is None or state.src[state.pos - 1 : state.pos] == "]" or WORDS.match(formula):
        return False
    if match["display"] and not SIGN.search(formula):
        return False
    if not silent:
        token = _push(state, "math_inline" if match["inline"] else "math_inline_double", match.end())
        token.content, token.markup = formula, match[0][:2]
    state.pos = match.end()
    return True


def script(state: StateInline, silent: bool) -> bool:
    """Parse ``H~2~O`` and ``x^2^`` by Pandoc's rule: no spaces inside.

    Marks that occur in prose are not changed: ``~5,~10``, and ``x^2+y^2``, where both marks are inside a word.
    """
    match = SCRIPT.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    before, after = state.src[: state.pos][-1:], state.src[match.end() : match.end() + 1]
    in_word = before.isalnum() and after.isalnum() and not (EXPONENT.fullmatch(match["text"]) and after.isalpha())
    if in_word if match["mark"] == "^" else before in {"", " ", "\n", "("}:
        return False
    if not silent:
        token = _push(state, "script", match.end())
        token.tag = "sub" if match["mark"] == "~" else "sup"
        token.content = curved(re.sub(r"\\(.)", r"\1", match["text"]))
    state.pos = match.end()
    return True


def citation(state: StateInline, silent: bool) -> bool:
    """Parse ``[@key]``, ``[see @key, pp. 3-5]``, ``[-@key]`` and ``[@one; @other]``."""
    match = CITATION.match(state.src, state.pos, state.posMax)
    if match is None or "@" not in match["cited"] or _is_link(state, state.pos):
        return False
    works, is_plain = _works_in(state.src, *match.span("cited")), match["cited"][0] == "@" != match["cited"]
    if not is_plain and (works is None or any(key.startswith(QUARTO) for key, *_ in works)):
        return False
    if not silent and works is None:
        suggestion = "write '[@key]', '[see @key, p. 3]' or '[@one; @other]'"
        _push_mistake(state, "citation-malformed", f"malformed citation {match[0]!r}", len(match[0]), suggestion)
    elif not silent:
        _push_citation(state, match.end(), works or [], "" if is_plain else match[0])
    state.pos = match.end()
    return True


def citation_named(state: StateInline, silent: bool) -> bool:
    """Parse ``@key`` and ``@key [p. 3; @other]`` in a sentence; the renderer checks whether the work exists."""
    match = NAMED.match(state.src, state.pos, state.posMax)
    if match is None or BEFORE_NAMED.match(state.src[state.pos - 1 : state.pos]):
        return False
    end, after, others = match.end(), (match.end(), match.end()), list[Cited]()
    bracket = BRACKETED.match(state.src, end, state.posMax)
    if bracket is not None and not _is_link(state, bracket.start("after") - 1):
        found = _works_in(state.src, *bracket.span("others")) if bracket["others"] else []
        if found is not None:
            end, after, others = bracket.end(), bracket.span("after"), found
    if not silent:
        name = "braced" if match["braced"] else "key"
        named = (match[name], match.start(name), match[0], (0, 0), after)
        _push_citation(state, end, [named, *others], state.src[state.pos : end], is_named=True)
    state.pos = end
    return True


def _is_link(state: StateInline, start: int) -> bool:
    """Return whether a link begins at a bracket."""
    position, state.pos = state.pos, start
    is_link = rules_inline.link(state, True)
    state.pos = position
    return is_link


def _works_in(text: str, start: int, end: int) -> list[Cited] | None:
    """Return the works of a citation; None if a part between semicolons is not a work."""
    plain, position, works = HIDING.sub(lambda hidden: "_" * len(hidden[0]), text[start:end]), 0, list[Cited]()
    while position < len(plain):
        work = CITED.match(plain, position)
        if work is None:
            return None
        name = "braced" if work["braced"] else "key"
        before, after = ((start + one, start + other) for one, other in (work.span("before"), work.span("after")))
        works.append((work[name], start + work.start(name), work["cite"], before, after))
        position = work.end()
    return works


def _push_citation(state: StateInline, end: int, works: Sequence[Cited], written: str, is_named: bool = False) -> None:
    """Add a citation; ``written`` is shown if a work is unknown.

    The metadata ``around`` has for each work the words before it, its form, and the punctuation and words after it.
    """
    cited, around = [], []
    for key, start, cite, before, after in works:
        rest = state.src[slice(*after)].strip()
        locator = rest.lstrip(COMMAS).strip()
        braced = re.fullmatch(r"\{(.*?)\}([^{}]*)", locator)
        locator = braced[1] + braced[2] if braced else locator
        comma = rest[:1] if rest[:1] in COMMAS else "," if braced or NUMBERED.match(locator) else ""
        at = state.src.find(braced[1] if braced else locator, after[0])
        cited.append((key, start, locator))
        words = _read_part(state, state.src[slice(*before)], before[0]), _read_part(state, locator, at)
        around.append((words[0], cite, f"{comma} " if locator else comma, words[1]))
    token = _push(state, "citation", end, cited=cited, around=around, is_named=is_named)
    token.content = written


def _read_part(state: StateInline, text: str, start: int) -> tuple[list[Token], int]:
    """Parse words in a citation, with dashes in ranges; return the tokens and the offset of the words."""
    tokens: list[Token] = []
    state.md.inline.parse(text, state.md, state.env, tokens)
    for token in tokens:
        if token.type in {"text", "text_special"}:
            token.type = "text"
            token.content = curved(RANGE.sub("\\1\N{EN DASH}\\2", token.content))
    return tokens, start


def note_reference(state: StateInline, silent: bool) -> bool:
    """Parse ``[^label]``, the reference to a note."""
    match = NOTE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        _push(state, "note_reference", match.end(), label=match["label"])
    state.pos = match.end()
    return True


def note_inline(state: StateInline, silent: bool) -> bool:
    """Parse ``^[text]``, an inline note."""
    if not state.src.startswith("^[", state.pos) or state.pos + 2 >= state.posMax:
        return False
    label_start = state.pos + 2
    label_end = parseLinkLabel(state, state.pos + 1)
    if label_end < 0:
        return False
    if not silent:
        outer_end = state.posMax
        _push(state, "note_open", label_start, 1)
        state.pos, state.posMax = label_start, label_end
        state.md.inline.tokenize(state)
        state.pos, state.posMax = label_end, outer_end
        _push(state, "note_close", label_end + 1, -1)
    state.pos = label_end + 1
    return True


def _take_notes(tokens: Sequence[Token], sink: Sink) -> tuple[list[Token], dict[str, Note]]:
    """Separate the definitions of notes from other tokens; report content that is not allowed in a note."""
    notes: dict[str, Note] = {}
    rest: list[Token] = []
    open_notes: list[tuple[Token, list[Token]]] = []
    for token in tokens:
        if token.type == "footnote_reference_open":
            open_notes.append((token, []))
        elif token.type == "footnote_reference_close":
            opening, inside = open_notes.pop()
            _add_note(opening, inside, notes, sink)
        elif open_notes:
            open_notes[-1][1].append(token)
        else:
            rest.append(_without_notes(token, notes, sink) if token.type == "directive" else token)
    return rest, notes


def _without_notes(token: Token, notes: dict[str, Note], sink: Sink) -> Token:
    """Move the definitions of notes in a directive into ``notes``; return the directive without them."""
    directive: Directive = token.meta["directive"]
    body, inner = _take_notes(directive.body, sink)
    notes.update(inner)
    token.meta["directive"] = replace(directive, body=tuple(body))
    return token


def _add_note(opening: Token, inside: list[Token], notes: dict[str, Note], sink: Sink) -> None:
    """Add a note; it may contain paragraphs only, because it is shown beside its line."""
    assert opening.map is not None
    label, line = opening.meta["label"], opening.map[0] + 1
    place = Place(line, sink.source.line(line).find("[^") + 1)
    wrong = [token for token in inside if token.type not in {"paragraph_open", "inline", "paragraph_close"}]
    if wrong:
        at = Place(wrong[0].map[0] + 1, 1) if wrong[0].map else place
        message = f"this line belongs to the note [^{label}], which may hold paragraphs of text only"
        suggestion = "remove its indent to end the note, or write its content as a paragraph"
        sink.report("note-block", message, at, 1, suggestion)
    if label in notes:
        sink.report("note-twice", f"note {label!r} is defined twice", place, len(label) + 3)
    notes[label] = Note(label, place, tuple(token for token in inside if token.type == "inline"))
