r"""LaTeX with computed numbers: ``\value{set.column key=value}{spec}`` is put in before a formula is set."""

from __future__ import annotations

import re
from collections.abc import Callable

from site_builder.data.values import Cell
from site_builder.drawing.formulas.temml import MathError
from site_builder.problems.sink import DEEPEST, too_deep
from site_builder.problems.source import Mistake

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
        Gives the cell that a query and a format name.
    render
        Sets LaTeX without ``\value``.

    Raises
    ------
    Mistake
        With the offset in ``formula``, also for what is wrong after a value was put in.
    """
    check_depth(formula)
    if len(formula) > LONGEST:
        raise Mistake("text-long", f"the formula has {len(formula):,} characters; at most {LONGEST:,} are read")
    # Labels and references would become ids and links of the page, which lead nowhere: '::ref{id}' is reported instead.
    formula = LABEL.sub(lambda label: " " * len(label[0]), formula)
    text, steps = expand(formula, find)
    try:
        return render(text, display)
    except MathError as error:
        start, origin = max(step for step in steps if step[0] <= error.position)
        offset = origin if VALUE.match(formula, origin) else origin + error.position - start
        last = max(0, len(formula.rstrip()) - 1)
        message = error.message[:1].lower() + error.message[1:].replace("'EOF'", "the end of the formula")
        raise Mistake("math", f"LaTeX: {message}", min(offset, last), suggestion=error.suggestion) from None


def check_depth(formula: str) -> None:
    """Raise a mistake where more groups stand in each other than may."""
    depth = 0
    for group in GROUP.finditer(formula):
        depth += NESTING.get(group[group.lastgroup] if group.lastgroup else "", 0)
        if depth > DEEPEST:
            raise Mistake("nesting", f"LaTeX: {too_deep('groups')}", group.start())


def expand(formula: str, find: Callable[[str, str], Cell]) -> tuple[str, list[tuple[int, int]]]:
    """Return a formula with its values put in, and for each piece where it starts now and where it started."""
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
