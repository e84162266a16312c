"""Turn LaTeX into MathML with Temml in QuickJS, after computed numbers are inserted."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import cast

from site_builder.data.values import Cell
from site_builder.problems.reporting import DEEPEST, too_deep
from site_builder.problems.source import Mistake, nearest_word

CLASS_OF_DECLARATION = {
    "border-bottom:0.06em dashed": "m-bottom-dashed",
    "border-bottom:0.06em solid": "m-bottom-solid",
    "border-bottom:0.15em double": "m-bottom-double",
    "border-left:0.06em dashed": "m-left-dashed",
    "border-left:0.06em solid": "m-left-solid",
    "border-left:0.15em double": "m-left-double",
    "border-right:0.06em dashed": "m-right-dashed",
    "border-right:0.06em solid": "m-right-solid",
    "border-right:0.15em double": "m-right-double",
    "border-top:0.06em dashed": "m-top-dashed",
    "border-top:0.06em solid": "m-top-solid",
    "border-top:0.15em double": "m-top-double",
    "border:0.0667em solid": "m-box-thin",
    "border:1px solid": "m-box",
    "bottom:0": "m-bottom",
    "display:flex": "m-flex",
    "font-family:Cambria, 'Times New Roman', serif": "m-serif",
    "font-style:italic": "m-italic",
    "font-weight:bold": "m-bold",
    "height:1em": "m-high",
    "justify-content:center": "m-centre",
    "margin-left:-0.1667em": "m-back-thin",
    "margin-left:-0.2222em": "m-back-medium",
    "margin-left:-0.2778em": "m-back-thick",
    "math-depth:0": "m-depth-0",
    "math-depth:2": "m-depth-2",
    "padding-bottom:0": "m-no-bottom",
    "padding-left:0": "m-l0",
    "padding-left:0em": "m-l0",
    "padding-left:0pt": "m-l0",
    "padding-left:0.0400em": "m-l04",
    "padding-left:0.1389em": "m-l1",
    "padding-left:0.25em": "m-l2",
    "padding-left:0.4em": "m-l4",
    "padding-left:1em": "m-l10",
    "padding-left:5.9776pt": "m-l6",
    "padding-right:0": "m-r0",
    "padding-right:0em": "m-r0",
    "padding-right:0pt": "m-r0",
    "padding-right:0.0400em": "m-r04",
    "padding-right:0.1389em": "m-r1",
    "padding-right:0.2em": "m-r2",
    "padding-right:0.25em": "m-r3",
    "padding-right:0.4em": "m-r4",
    "padding-right:1em": "m-r10",
    "padding-right:5.9776pt": "m-r6",
    "padding-top:0": "m-no-top",
    "padding:0": "m-no-padding",
    "padding:0.3em": "m-padding",
    "padding:3pt": "m-padding-box",
    "position:absolute": "m-absolute",
    "position:relative": "m-relative",
    "right:0": "m-right",
    "text-align:left": "m-start",
    "transform:scaleX(-1)": "m-mirror",
    "width:100%": "m-full",
    "width:50%": "m-half",
    "width:7.5%": "m-narrow",
}

RENDER = """
function renderFormula(formula, displayMode) {
  try {
    const options = {displayMode, throwOnError: true, macros: {...ownMacros}};
    return JSON.stringify({markup: module.exports.renderToString(formula, options)});
  } catch (error) {
    return JSON.stringify({message: error.message, position: error.position ?? 0});
  }
}
"""
# Temml adds cells to short rows with one object for all of them, its own state, as their CSS.
EMPTY_CELL = ('new MathNode("mtd", [], [], style)', 'new MathNode("mtd", [])')
# Enough for formulas with the allowed depth of nested groups.
STACK_BYTES = 2 * 1024 * 1024
UNKNOWN = re.compile(r"(?:[Uu]nsupported function name: \\|No such environment: )(?P<name>[a-zA-Z]+)")
INSTEAD = {
    "DeclareMathOperator": "operatorname{…}",
    "eqnarray": "begin{aligned}",
    "flalign": "begin{aligned}",
    "hfill": "quad",
    "intertext": "text{…}",
    "mathds": "mathbb",
    "mbox": "text",
    "midrule": "hline",
    "strut": "mathstrut",
    "tabular": "begin{array}",
    "toprule": "hline",
}
COMMAND = re.compile(r'"\\\\([a-zA-Z]+)"')
DEFINITION = re.compile(r"\\(?:(?:re)?newcommand|providecommand|[gex]?def|let)(?![A-Za-z])")
TAG = re.compile(r"<[^<>]*>")
STACK_IS_FULL = "Maximum call stack size exceeded"
TAG_WITH_STYLE = re.compile(r'<(?P<name>[a-z]+)(?P<before>[^<>]*?) style="(?P<style>[^"]*)"(?P<after>[^<>]*)>')
CLASS = re.compile(r' class="([^"]*)"')
WHERE = re.compile(r" at (?:position \d+|end of input):[\s\S]*")
RULE = re.compile(r"(?P<selectors>[^{}]+)\{[^{}]*\}")
CLASS_SELECTOR = re.compile(r"\.([A-Za-z][\w-]*)")
UNUSED_RULES = (
    re.compile(r"/\*[\s\S]*?\*/"),
    re.compile(r"@font-face\s*\{[^}]*\}"),
    re.compile(r"[^{}]*\{\s*font-family: *[\"']?Temml[\"']?;\s*\}"),
    re.compile(r"\.tml-eqn::before\s*\{[^}]*\}\s*body\s*\{[^}]*\}"),
)


class MathRenderer:
    """Temml, loaded once; about 0.3 ms per formula. Use it only in the thread that created it.

    ``macros`` are further commands for all formulas, by name, with or without a backslash.
    """

    def __init__(self, node_modules: Path, macros: Mapping[str, str] | None = None) -> None:
        import quickjs

        self._macros = {"\\" + name.removeprefix("\\"): text for name, text in (macros or {}).items()}
        context = quickjs.Context()
        context.set_max_stack_size(STACK_BYTES)
        context.eval(f"var module = {{exports: {{}}}}, ownMacros = {json.dumps(self._macros)};")
        self._source = (node_modules / "temml" / "dist" / "temml.cjs").read_text(encoding="utf-8")
        context.eval(self._source.replace(*EMPTY_CELL))
        context.eval(RENDER)
        self._render = cast(Callable[[str, bool], str], context.get("renderFormula"))

    def render(self, formula: str, display: bool) -> str:
        """Return the ``<math>`` element of a LaTeX formula, without style attributes.

        Raises
        ------
        Mistake
            If the formula is invalid, or needs a style that pages forbid.
        """
        answer = json.loads(self._render(formula, display))
        if "markup" not in answer:
            message = WHERE.sub("", str(answer["message"])).strip()
            message = "it is nested too deep" if message == STACK_IS_FULL else message
            message = "something is missing after it" if "read property" in message else message
            place = code_points(formula, int(answer["position"]))
            used = next((name for name in self._macros if re.search(rf"{re.escape(name)}(?![A-Za-z])", formula)), "")
            unknown = UNKNOWN.search(message)
            is_hidden = unknown is not None and unknown["name"] not in formula  # it is in a macro
            fix = "" if is_hidden else self.suggest_command(message)
            fix = fix or (used and f"see {used[1:]!r} of [macros] in site.toml")
            raise Mistake("math", message, place, suggestion=fix)
        markup = str(answer["markup"])
        if (definition := DEFINITION.search(formula)) and not TAG.sub("", markup).strip():
            message = "definitions are valid in their own formula only, and this formula has nothing else"
            raise Mistake("math", message, definition.start(), suggestion="write them under [macros] in site.toml")
        return TAG_WITH_STYLE.sub(classes_for_styles, markup)

    def suggest_command(self, message: str) -> str:
        """Return a fix for an unknown command, or "" if no similar one exists."""
        unknown = UNKNOWN.search(message)
        if unknown is None:
            if "attempting to redefine" in message:
                return r"remove the definition, because the command exists, or write '\renewcommand'"
            return r"write '\&' for the sign, or \begin{aligned} … \end{aligned}" if "got '&'" in message else ""
        name = unknown["name"]
        known = set(COMMAND.findall(self._source)) if "function" in message else ()
        nearest = INSTEAD.get(name) or nearest_word(name, known)
        # Temml knows the command in texts only.
        nearest = f"text{{\\{name}}}" if nearest == name else nearest
        return f"write '\\{nearest}'" if nearest else ""


def style_sheet(node_modules: Path, names: Collection[str] | None = None) -> str:
    """Return the CSS of formulas: Temml's without its font and numbering, and a rule for each class used here.

    ``names`` are the classes of the formulas that it is for; rules for others are left out.
    """
    css = (node_modules / "temml" / "dist" / "Temml-Local.css").read_text(encoding="utf-8")
    for pattern in UNUSED_RULES:
        css = pattern.sub("", css)
    rules = {name: declaration for declaration, name in CLASS_OF_DECLARATION.items()}
    css += "".join(f".{name}{{{declaration}}}\n" for name, declaration in rules.items())
    if names is None:
        return css

    def used(rule: re.Match[str]) -> str:
        selectors = rule["selectors"].split(",")
        return rule[0] if any(set(CLASS_SELECTOR.findall(selector)) <= set(names) for selector in selectors) else ""

    return RULE.sub(used, css)


def classes_for_styles(tag: re.Match[str]) -> str:
    """Return a start tag with its inline style replaced by classes and a colour attribute."""
    attributes = tag["before"] + tag["after"]
    names: list[str] = []
    for declaration in filter(None, (part.strip() for part in tag["style"].split(";"))):
        key = re.sub(r"\s*:\s*", ":", declaration, count=1)
        if key.startswith("color:"):
            attributes += f' mathcolor="{key.removeprefix("color:")}"'
        elif key in CLASS_OF_DECLARATION:
            names.append(CLASS_OF_DECLARATION[key])
        elif key != "display:block math":
            fix = r"write '\!', '\negmedspace' or '\negthickspace' for negative space" if "margin" in key else ""
            message = f"the formula needs the style {declaration!r}, which pages do not allow"
            raise Mistake("math", message, suggestion=fix)
    if names:
        names = [*CLASS.findall(attributes), *names]
        attributes = CLASS.sub("", attributes) + f' class="{" ".join(names)}"'
    return f"<{tag['name']}{attributes}>"


def code_points(text: str, units: int) -> int:
    """Return how many characters the first ``units`` UTF-16 units of ``text`` hold."""
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", "ignore"))


VALUE = re.compile(r"\\value\s*\{(?P<query>[^{}]*)\}(?:\{(?P<spec>[^{}]*)\})?")
LABEL = re.compile(r"\\(?:label|ref|eqref)\s*\{[^{}]*\}")
GROUP = re.compile(
    r"\\(?P<fence>left|right)(?![A-Za-z])|\\(?P<environment>begin|end)\s*\{[^{}]*\}|\\.|(?P<brace>[{}])", re.DOTALL
)
LONGEST = 10_000  # characters of a formula
NESTING = {"{": 1, "left": 1, "begin": 1, "}": -1, "right": -1, "end": -1}


def set_formula(
    formula: str, display: bool, find: Callable[[str, str], Cell], render: Callable[[str, bool], str]
) -> str:
    r"""Return the MathML of a formula.

    Parameters
    ----------
    find
        Returns the cell for a query and a format.
    render
        Renders LaTeX without ``\value``.

    Raises
    ------
    Mistake
        With the offset in ``formula``, also for errors after an inserted value.
    """
    check_depth(formula)
    if len(formula) > LONGEST:
        raise Mistake("text-long", f"the formula has {len(formula):,} characters; at most {LONGEST:,} are read")
    # Temml would write labels and references as ids and broken links of the page; blanks keep the offsets.
    formula = LABEL.sub(lambda label: " " * len(label[0]), formula)
    text, steps = expand(formula, find)
    try:
        return render(text, display)
    except Mistake as error:
        start, origin = max(step for step in steps if step[0] <= error.offset)
        offset = origin if VALUE.match(formula, origin) else origin + error.offset - start
        last = max(0, len(formula.rstrip()) - 1)
        message = error.message[:1].lower() + error.message[1:].replace("'EOF'", "the end of the formula")
        raise Mistake("math", f"LaTeX: {message}", min(offset, last), suggestion=error.suggestion) from None


def check_depth(formula: str) -> None:
    """Raise an error if groups are nested too deeply."""
    depth = 0
    for group in GROUP.finditer(formula):
        depth += NESTING.get(group[group.lastgroup] if group.lastgroup else "", 0)
        if depth > DEEPEST:
            raise Mistake("nesting", f"LaTeX: {too_deep('groups')}", group.start())


def expand(formula: str, find: Callable[[str, str], Cell]) -> tuple[str, list[tuple[int, int]]]:
    """Return a formula with its values inserted, and for each piece its new and its old offset."""
    expanded: list[str] = []
    steps = [(0, 0)]
    length, written = 0, 0
    for match in VALUE.finditer(formula):
        try:
            text = find(match["query"], match["spec"] or "").latex
        except Mistake as mistake:
            mistake.offset += match.start("query")
            raise
        before = formula[written : match.start()]
        expanded += [before, text]
        length += len(before)
        steps.append((length, match.start()))
        length += len(text)
        written = match.end()
        steps.append((length, written))
    return "".join([*expanded, formula[written:]]), steps
