"""Set the formulas in the texts of charts: Vega reserves their widths, and their outlines replace its text.

Vega measures and places text, but sets no mathematics. Before it draws, each formula is replaced by a placeholder:
signs whose widths in the measuring font add up to the width of the formula. Variation selectors, which have no width,
distinguish placeholders from text, and one from another.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations_with_replacement, count
from pathlib import Path
from typing import Any

from site_builder.assets.packages import find_packages
from site_builder.charts.vega import to_svg
from site_builder.data.values import Cell
from site_builder.drawing.formulas import MathRenderer, set_formula
from site_builder.problems.problem import BUILD_EXTRA, author_error
from site_builder.problems.source import Mistake

Specification = dict[str, Any]
# Fonts included in vl-convert, so that labels have the same size on every machine; readers see the label font.
MEASURING_FONT = "Liberation Sans, Arimo, Arial, Helvetica, sans-serif"
# The rule of prose: no space inside the dollars, no digit outside of them, no backslash before them.
FORMULA = re.compile(r"(?<![\\\d$])(?P<dollars>\$\$?)(?![\s$])(?P<latex>(?:\\.|[^$\\])+?)(?<!\s)(?P=dollars)(?![\d$])")
# Signs of the measuring font that are as wide in its bold face, with their widths in em: a fraction slash, an acute
# accent, a feminine ordinal and a degree sign.
SIGNS = {"\u2044": 0.167, "\xb4": 0.333, "\xaa": 0.3701, "\xb0": 0.3999}
NARROWEST = "\u2044"
# The number of a formula in hexadecimal, as variation selectors after the first sign of its placeholder.
DIGITS = "".join(map(chr, range(0xFE00, 0xFE10)))
N_DIGITS = 4
PLACEHOLDER = re.compile(
    rf"[{''.join(SIGNS)}]([{DIGITS}]{{{N_DIGITS}}})(?:[{''.join(SIGNS)}]{DIGITS[0]}(?![{DIGITS}]))*"
)
# All or the first part of a placeholder.
BEGUN = re.compile(rf"(?:[{''.join(SIGNS)}][{DIGITS}]+)+")
SPACE = 0.278
BOLD = 600
# Units of an em in the outlines.
EM = 1000
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# Styles of formulas that are drawn by CSS, which outlines cannot show.
BY_CSS = re.compile(r'class="[^"]*\b(m-(?:box|bottom|left|right|top|mirror)[\w-]*|tml-(?:xcancel|sout)[\w-]*)')
UNLIMITED = {"labelLimit": 0, "titleLimit": 0, "limit": 0, "subtitleLimit": 0}


@dataclass(frozen=True)
class Formula:
    """A formula: the markup of its outlines with ``EM`` units of an em, its width in em, and its placeholder."""

    outlines: str
    width: float
    placeholder: str


NUMBERS = count()
DRAWN: dict[str, Formula] = {}  # by the variation selectors that number them
WIDTHS: dict[tuple[str, bool], float] = {}  # of texts beside formulas, in em, by whether they are bold


@cache
def one_thread() -> ThreadPoolExecutor:
    """Return the only thread that sets formulas: the interpreter of Temml cannot be shared by threads."""
    return ThreadPoolExecutor(max_workers=1)


@cache
def renderer() -> MathRenderer:
    """Return Temml, loaded once."""
    return MathRenderer(find_packages(Path()))


@cache
def drawn_formula(source: str) -> Formula:
    """Return the drawing of a formula, which is given with its dollars.

    Raises
    ------
    SiteError
        If the formula is invalid, or contains what outlines cannot show.
    """
    found = FORMULA.fullmatch(source)
    assert found is not None
    latex, is_display = found["latex"], len(found["dollars"]) > 1
    try:
        return one_thread().submit(draw_formula, latex, is_display).result()
    except Mistake as error:
        word = re.match(r"\\?\w+|.|$", latex[error.offset :])
        about = word[0] if word is not None else ""
        raise author_error("math", f"{error.message}, in '{source}'", error.suggestion, about=about) from None


def draw_formula(latex: str, is_display: bool) -> Formula:
    """Draw a formula; runs in one thread only."""
    try:
        from ziamath.config import config
        from ziamath.zmath import Math
    except ImportError:
        message = "formulas in charts need the package ziamath"
        raise Mistake("math", message, suggestion=f"run {BUILD_EXTRA}") from None

    markup = set_formula(latex, is_display, no_value, renderer().render)
    if unshown := BY_CSS.search(markup):
        message = f"{latex} needs a frame, line or mirror ({unshown[1]}), which formulas in charts cannot have"
        raise Mistake("math", message)
    root = ElementTree.fromstring(markup)
    root.set("displaystyle", str(is_display).lower())
    config.svg2 = False
    try:
        drawn = Math(root, size=EM)
        picture, box = drawn.svgxml(), drawn.node.bbox
    except Exception as error:
        raise Mistake("math", f"the formula cannot be drawn in a chart: {type(error).__name__}: {error}") from error
    outlines = "".join(map(outline, picture))
    width = (box.xmax - min(0, box.xmin)) / EM
    digits = f"{next(NUMBERS) % 16**N_DIGITS:0{N_DIGITS}x}"
    number = "".join(DIGITS[int(digit, 16)] for digit in digits)
    DRAWN[number] = Formula(outlines, width, placeholder(width, number))
    return DRAWN[number]


def no_value(query: str, spec: str) -> Cell:
    r"""Raise the error for ``\value`` in a chart, whose function has the data."""
    raise Mistake("math", r"\value is not available in charts", suggestion="insert the number in the chart's function")


def outline(element: ElementTree.Element) -> str:
    """Return the markup of one element of a drawn formula; black is inherited, so that it follows the theme."""
    attributes = {name: NUMBER.sub(rounded, value) for name, value in element.attrib.items() if value != "black"}
    if "stroke" in element.attrib and "stroke" not in attributes:
        attributes["stroke"] = "currentColor"
    if "d" in attributes:  # without its end: a closed path without a colour is a frame of Vega, which is removed
        attributes["d"] = re.sub(r" ?([A-Z]) ?", r"\1", attributes["d"]).strip(" Z")
    made = ElementTree.Element(element.tag, attributes)
    text = ElementTree.tostring(made, encoding="unicode")
    inner = "".join(map(outline, element))
    return f"{text[:-3]}>{inner}</{element.tag}>" if inner else text


def rounded(number: re.Match[str]) -> str:
    """Return a number without decimals."""
    return f"{float(number[0]):.0f}"


def placeholder(width: float, number: str) -> str:
    """Return the placeholder with the smallest width that is not less than ``width``."""

    def filled(others: tuple[str, ...]) -> tuple[float, str]:
        total = sum(SIGNS[sign] for sign in others)
        narrow = max(0 if others else 1, -int((total - width) // SIGNS[NARROWEST]))
        return total + narrow * SIGNS[NARROWEST], "".join(others) + NARROWEST * narrow

    wide = [sign for sign in SIGNS if sign != NARROWEST]
    candidates = [filled(others) for length in range(3) for others in combinations_with_replacement(wide, length)]
    _, signs = min(candidates)
    return signs[0] + number + "".join(sign + DIGITS[0] for sign in signs[1:])


def with_placeholders(drawable: Specification, draw: Callable[[Specification], str]) -> Specification:
    """Return a chart for Vega in whose texts placeholders stand for formulas.

    Formulas are found in a first drawing, because expressions may compose them.

    Raises
    ------
    SiteError
        If a formula is invalid.
    """
    described = json.dumps({**drawable, "$schema": ""}, ensure_ascii=False)
    if described.count("$") < 2:  # that of the schema
        return drawable
    texts = [line for text in texts_of(draw(changed(drawable, without_limits))) for line in text]
    sources = dict.fromkeys(found[0] for text in texts for found in FORMULA.finditer(text))
    if not sources and not any("\\$" in text for text in texts):
        return drawable
    replacements = {source: drawn_formula(source).placeholder for source in sources} | {"\\$": "$"}
    return changed(drawable, lambda group: with_replaced_texts(group, replacements))


def texts_of(drawn: str) -> Iterator[list[str]]:
    """Yield the lines of each text of a drawing."""
    for element in ElementTree.fromstring(drawn).iterfind(".//{*}text"):
        yield [line.text or "" for line in (element, *element)]


def changed(group: Specification, change: Callable[[Specification], Specification]) -> Specification:
    """Return a group of Vega with ``change`` applied to it and the groups in it."""
    made = change(dict(group))
    if "marks" in made:
        made["marks"] = [changed(mark, change) for mark in made["marks"]]
    return made


def without_limits(group: Specification) -> Specification:
    """Return a group whose texts are not truncated."""
    for guides in ("axes", "legends"):
        if guides in group:
            group[guides] = [{**guide, **UNLIMITED} for guide in group[guides]]
    if isinstance(group.get("title"), dict):
        group["title"] = {**group["title"], **UNLIMITED}
    return group


def with_replaced_texts(group: Specification, replacements: dict[str, str]) -> Specification:
    """Return a group with strings replaced in its titles, labels and text marks."""

    def replaced(text: Any) -> Any:
        if isinstance(text, str):
            return reduce(lambda made, pair: made.replace(*pair), replacements.items(), text)
        if isinstance(text, list):
            return [replaced(part) for part in text]
        if not isinstance(text, dict):
            return text
        if "value" in text:
            return {**text, "value": replaced(text["value"])}
        expression = text.get("signal") or (f"datum[{json.dumps(text['field'])}]" if "field" in text else "")
        others = {key: value for key, value in text.items() if key != "field"}
        return {**others, "signal": replaced_in(str(expression), replacements)} if expression else text

    for guides in ("axes", "legends"):
        group[guides] = [with_replaced_guide(guide, replaced) for guide in group.get(guides, [])]
    if "title" in group:
        title = group["title"] if isinstance(group["title"], dict) else {"text": group["title"]}
        group["title"] = {**title, **{key: replaced(title[key]) for key in ("text", "subtitle") if key in title}}
    if group.get("type") == "text":
        parts = {
            part: {**encoded, "text": replaced(encoded["text"])} if "text" in encoded else encoded
            for part, encoded in group.get("encode", {}).items()
        }
        group["encode"] = parts
    return {key: value for key, value in group.items() if value or key not in ("axes", "legends")}


def with_replaced_guide(guide: Specification, replaced: Callable[[Any], Any]) -> Specification:
    """Return an axis or a legend with ``replaced`` applied to its title and labels."""
    encode = guide.get("encode", {})
    update = encode.get("labels", {}).get("update", {})
    labels = {**update, "text": replaced(update.get("text", {"signal": "datum.label"}))}
    made = {**guide, "encode": {**encode, "labels": {**encode.get("labels", {}), "update": labels}}}
    return {**made, "title": replaced(guide["title"])} if "title" in guide else made


def replaced_in(expression: str, replacements: dict[str, str]) -> str:
    """Return the expression of Vega that replaces strings in the value of another, if it is text."""
    made = expression
    for source, replacement in replacements.items():
        pattern = json.dumps(re.sub(r"[^\w\s]", r"\\\g<0>", source), ensure_ascii=False)
        made = f"replace({made}, regexp({pattern}, 'g'), {json.dumps(replacement, ensure_ascii=False)})"
    return f"isString({expression}) ? {made} : ({expression})"


def set_formulas(root: ElementTree.Element) -> None:
    """Replace each placeholder in the texts of a drawing by the outlines of its formula.

    Placeholders that Vega has truncated, because a text has a limit, are removed.
    """
    wholes = {formula.placeholder for formula in DRAWN.values()}
    for line in root.iter() if wholes else ():
        if line.tag in ("text", "tspan") and line.text:
            line.text = BEGUN.sub(lambda found: found[0] if found[0] in wholes else "", line.text)
    texts = [one for one in root.iter("text") if any(PLACEHOLDER.search(line.text or "") for line in (one, *one))]
    pieces = {(piece, is_bold(text)) for text in texts for line in (text, *text) for piece in words_of(line)}
    if unknown := [piece for piece in pieces if piece not in WIDTHS]:
        WIDTHS.update(zip(unknown, widths_of(unknown), strict=True))
    for text in texts:
        anchor = {"middle": 0.5, "end": 1.0}.get(text.attrib.pop("text-anchor", ""), 0.0)
        size, bold, y = float(text.get("font-size", "0").removesuffix("px")), is_bold(text), 0.0
        parts = list[ElementTree.Element]()
        for line in list(text) or [text]:
            y += float(line.get("dy", 0))
            placed, width = placed_parts(line.text or "", bold)
            for x, length, formula in placed:
                left = size * (x - anchor * width)
                if isinstance(formula, Formula):
                    part = ElementTree.fromstring(f"<g>{formula.outlines}</g>")
                    part.set("transform", f"translate({round(left, 2):g},{y:g}) scale({size / EM:g})")
                else:
                    part = ElementTree.Element("text", lengthAdjust="spacingAndGlyphs")  # readers' fonts may be wider
                    for name, value in {"x": left, "y": y, "textLength": size * length}.items():
                        part.set(name, f"{round(value, 2):g}")
                    part.text = formula
                parts.append(part)
        text[:], text.text, text.tag = parts, None, "g"


Part = tuple[float, float, str | Formula]


def placed_parts(line: str, bold: bool) -> tuple[list[Part], float]:
    """Return the parts of a line, each with its place and width in em, and the width of the line.

    Browsers remove spaces at the ends of a text, so that they are part of the places.
    """
    parts, x = list[Part](), 0.0
    for index, piece in enumerate(PLACEHOLDER.split(line)):
        if index % 2:
            formula = DRAWN[piece]
            reserved = sum(SIGNS.get(sign, 0) for sign in formula.placeholder)
            parts.append((x + (reserved - formula.width) / 2, formula.width, formula))
            x += reserved
        elif word := piece.strip():
            x += SPACE * (len(piece) - len(piece.lstrip()))
            parts.append((x, WIDTHS[word, bold], word))
            x += WIDTHS[word, bold] + SPACE * (len(piece) - len(piece.rstrip()))
        else:
            x += SPACE * len(piece)
    return parts, x


def words_of(line: ElementTree.Element) -> Iterator[str]:
    """Yield the texts between the placeholders of a line, without spaces at their ends."""
    yield from filter(None, (piece.strip() for piece in PLACEHOLDER.split(line.text or "")[::2]))


def is_bold(text: ElementTree.Element) -> bool:
    """Return whether a text is measured in the bold face."""
    weight = text.get("font-weight", "normal")
    return weight == "bold" or (weight.isdigit() and int(weight) >= BOLD)


def widths_of(pieces: Sequence[tuple[str, bool]]) -> list[float]:
    """Return the widths in em that Vega reserves for texts, each with whether it is bold."""
    size = 100
    rows = [{"text": text, "weight": "bold" if bold else "normal"} for text, bold in pieces]
    font = {"font": {"value": MEASURING_FONT}, "fontSize": {"value": size}, "fontWeight": {"field": "weight"}}
    width = {"signal": "datum.bounds.x2 - datum.bounds.x1"}
    marks = [
        {
            "type": "text",
            "name": "texts",
            "from": {"data": "rows"},
            "encode": {"enter": {"text": {"field": "text"}, **font}},
        },
        {"type": "rect", "from": {"data": "texts"}, "encode": {"enter": {"width": width, "height": {"value": 2}}}},
    ]
    sheet = {"$schema": "https://vega.github.io/schema/vega/v6.json", "data": [{"name": "rows", "values": rows}]}
    drawn = ElementTree.fromstring(to_svg({**sheet, "width": 1, "height": 1, "marks": marks}))
    boxes = [one.get("d", "") for one in drawn.iterfind(".//{*}path")]
    found = [re.match(r"M0,0h([\d.]+)v2h", box) for box in boxes]
    return [float(width[1]) / size for width in found if width is not None]
