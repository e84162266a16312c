"""Rules for what stands in a line of text: ``::concept`` and its like, citations, notes and formulas.

Rules report nothing themselves, since they know only their line of text: a mistake becomes a token of type ``mistake``,
and every token made here carries ``start`` and ``end``, its offsets in that text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from markdown_it import MarkdownIt, rules_inline
from markdown_it.helpers import parseLinkLabel
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from mdit_py_plugins.dollarmath.index import math_inline_dollar

from site_builder.problems.sink import DEEPEST, too_deep
from site_builder.problems.source import did_you_mean
from site_builder.project_files import composed
from site_builder.syntax.dialect import dialect_of
from site_builder.syntax.directive_table import INLINES

Rule = Callable[[StateInline, bool], bool]

START = re.compile(rf"::(?P<name>[A-Za-z][\w-]*(?=[\[{{])|(?:{'|'.join(sorted(INLINES))})\b)")
VALUE = re.compile(r"::value\[(?P<query>[^\]]*)\](?:\{(?P<spec>[^{}\n]*)\})?")
REFERENCE = re.compile(r"::ref\{(?P<target>[^{}\n]*)\}")
SCRUB = re.compile(r"::scrub\[(?P<text>[^\[\]\n]*)\]\{(?P<options>[^{}\n]*)\}")
TYPED = re.compile(r"::typed\[(?P<text>[^\[\]\n]*)\](?:\{(?P<options>[^{}\n]*)\})?")
READOUT = re.compile(r"::readout\{(?P<options>[^{}\n]*)\}(?:\{(?P<spec>[^{}\n]*)\})?")
PICK = re.compile(r"::pick\[(?P<text>[^\[\]\n]*)\]\{(?P<options>[^{}\n]*)\}")
# Type of the token and form of the directives whose parts are plain text.
PLAIN = {
    "value": ("value", VALUE),
    "ref": ("reference", REFERENCE),
    "scrub": ("scrub", SCRUB),
    "readout": ("readout", READOUT),
    "typed": ("typed", TYPED),
    "pick": ("pick", PICK),
}
BRACES = re.compile(r"\{(?P<inside>[^{}\n]*)\}")
NO_BRACES = re.compile(rf"(?:{BRACES.pattern})?")
# What stands in the braces after a text in brackets, by the name of the directive.
LABELLED = {"concept": "slug", "set": "options"}
# What a directive of a project becomes; its braces may be left out.
OWN = "own"
CITATION = re.compile(r"\[(?P<cited>@[^\[\]]+)\]")
CITED = re.compile(r"\s*@(?P<key>[^\s,;\]]+)(?:,\s*(?P<locator>[^;\]]*))?\s*(?:;|$)")
NOTE = re.compile(r"\[\^(?P<label>[^\s\]\[]+)\]")
BRACKET = re.compile(r"(?:!|\^|::[\w-]+)?\[")
DEEP = "too deep"
SQUARE = re.compile(rf"\\.|{BRACKET.pattern}|\]", re.DOTALL)
# Each open bracket is looked at once for every one around it: of so many the text is not read at all.
MOST_OPEN = 4 * DEEPEST
LONGEST = 50_000  # characters of a paragraph, a heading or a cell


def use_inlines(md: MarkdownIt) -> None:
    """Add the inline rules to ``md``, and make its own rules note where their tokens stand."""
    md.core.ruler.at("inline", read_lines)
    md.inline.ruler.before("link", "too_deep", brackets_too_deep)
    md.inline.ruler.before("link", "directive_inline", directive_inline)
    md.inline.ruler.before("link", "citation", citation)
    md.inline.ruler.before("link", "note_reference", note_reference)
    md.inline.ruler.before("link", "note_inline", note_inline)
    dollar: Rule = math_inline_dollar(allow_space=False, allow_digits=False, allow_double=True)
    md.inline.ruler.before("escape", "math_inline", marked(dollar))
    for name, rule in (
        ("backticks", rules_inline.backtick),
        ("link", rules_inline.link),
        ("image", rules_inline.image),
        ("autolink", rules_inline.autolink),
        ("html_inline", rules_inline.html_inline),
    ):
        md.inline.ruler.at(name, marked(rule))


def read_lines(state: StateCore) -> None:
    """Read every line of text; one whose brackets stand too deep in each other becomes a mistake."""
    for token in state.tokens:
        if token.type != "inline":
            continue
        token.children = []
        state.env.pop(DEEP, None)
        if len(token.content) > LONGEST:
            message = (
                f"this text has {len(token.content):,} characters without a blank line; at most {LONGEST:,} are read"
            )
            token.children = [_mistake_for_all("text-long", message, 0, "divide it by blank lines")]
            continue
        deep = open_brackets(token.content)
        if deep is None:
            state.md.inline.parse(token.content, state.md, state.env, token.children)
            deep = state.env.get(DEEP)
        if deep is not None:
            suggestion = r"where they are plain, write '\['"
            token.children = [_mistake_for_all("nesting", too_deep("brackets"), deep, suggestion)]


def _mistake_for_all(code: str, message: str, start: int, suggestion: str) -> Token:
    """Return a token that stands for a whole text that is not read."""
    return Token(
        "mistake",
        "",
        0,
        meta={"start": start, "code": code, "message": message, "length": 1} | {"suggestion": suggestion},
    )


def open_brackets(text: str) -> int | None:
    """Return where more brackets are open than are read, closed ones left out; None if there are fewer."""
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
    """Note where more brackets stand in each other than may, and pass over the rest.

    Whatever reads brackets first looks for their end without making tokens, so the outermost text is where this is met.
    """
    if state.level < DEEPEST or BRACKET.match(state.src, state.pos, state.posMax) is None:
        return False
    state.env.setdefault(DEEP, state.pos)
    state.pos = state.posMax
    return True


def marked(rule: Rule) -> Rule:
    """Return ``rule``, made to note where its tokens stand."""

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
    """Add a token that reaches from here to ``end``."""
    token = state.push(kind, "", nesting)  # type: ignore[arg-type]
    token.meta = {"start": state.pos, "end": end, **meta}
    return token


def _push_mistake(state: StateInline, code: str, message: str, length: int, suggestion: str) -> None:
    """Add a token that stands for something written wrongly, and pass over it."""
    end = state.pos + length
    token = _push(state, "mistake", end, code=code, message=message, length=length, suggestion=suggestion)
    token.content = state.src[state.pos : end]
    state.pos = end


def directive_inline(state: StateInline, silent: bool) -> bool:
    """Read ``::name[…]{…}``."""
    if state.src.startswith(":::", state.pos) and state.src[state.pos - 1 : state.pos] != ":":
        return _three_colons(state, silent)
    start = START.match(state.src, state.pos, state.posMax)
    if start is None or (state.pos > 0 and (state.src[state.pos - 1].isalnum() or state.src[state.pos - 1] == ":")):
        return False
    dialect = dialect_of(state.env)
    if start["name"] in LABELLED:
        return _labelled(state, silent, start["name"])
    if start["name"] in dialect.own_inlines:
        return _labelled(state, silent, start["name"], OWN)
    kind, form = PLAIN.get(start["name"], ("", START))
    match = form.match(state.src, state.pos, state.posMax)
    if silent:
        state.pos = match.end() if match else start.end()
        return True
    length = start.end() - start.start()
    if start["name"] not in dialect.inlines:
        is_block = start["name"] in dialect.blocks
        suggestion = f"a block is written ':::{start['name']}', on a line of its own" if is_block else ""
        suggestion = suggestion or did_you_mean(start["name"], dialect.inlines)
        _push_mistake(state, "directive-unknown", f"unknown directive '::{start['name']}'", length, suggestion)
    elif match is None:
        suggestion = f"write {dialect.components[start['name']].form!r}"
        _push_mistake(state, "directive-malformed", f"malformed '::{start['name']}'", length, suggestion)
    else:
        starts = {f"{part}_start": match.start(part) for part in match.groupdict()}
        token = _push(state, kind, match.end())
        token.meta |= {**match.groupdict(""), **starts}
        token.content = match["text"] if kind == "typed" else ""
        state.pos = match.end()
    return True


def _three_colons(state: StateInline, silent: bool) -> bool:
    """Report ``:::name[…]`` in a line of text."""
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
    mark, holds = f"::{name}", LABELLED.get(name, "options")
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
            suggestion = f"write {dialect_of(state.env).components[name].form!r}"
            _push_mistake(state, "directive-malformed", f"malformed {mark!r}", len(mark), suggestion)
        return True
    if not silent:
        end, outer_end = braces.end(), state.posMax
        meta = {"name": name, holds: composed(braces["inside"] or ""), f"{holds}_start": braces.start("inside")}
        _push(state, f"{kind or name}_open", label_start, 1, **meta)
        state.pos, state.posMax = label_start, label_end
        state.md.inline.tokenize(state)
        state.pos, state.posMax = label_end, outer_end
        _push(state, f"{kind or name}_close", end, -1, **meta)
    state.pos = braces.end()
    return True


def citation(state: StateInline, silent: bool) -> bool:
    """Read ``[@key]``, ``[@key, p. 3]`` and ``[@one; @other]``."""
    match = CITATION.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        cited, position = [], match.start("cited")
        while position < match.end("cited"):
            item = CITED.match(state.src, position, match.end("cited"))
            if item is None:
                break
            cited.append((item["key"], item.start("key"), (item["locator"] or "").strip()))
            position = item.end()
        if position < match.end("cited"):
            suggestion = "write '[@key]', '[@key, p. 3]' or '[@one; @other]'"
            _push_mistake(state, "citation-malformed", f"malformed citation {match[0]!r}", len(match[0]), suggestion)
        else:
            _push(state, "citation", match.end(), cited=cited)
    state.pos = match.end()
    return True


def note_reference(state: StateInline, silent: bool) -> bool:
    """Read ``[^label]``, the mark of a note defined elsewhere."""
    match = NOTE.match(state.src, state.pos, state.posMax)
    if match is None:
        return False
    if not silent:
        _push(state, "note_reference", match.end(), label=match["label"])
    state.pos = match.end()
    return True


def note_inline(state: StateInline, silent: bool) -> bool:
    """Read ``^[text]``, a note written where it belongs."""
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
