"""Draw one Altair chart in many states, compiled once if its structure is the same."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from site_builder.charts.checks import (
    INFINITE,
    STATE,
    Answer,
    answers_in,
    changed,
    findings_of,
    only_probes,
    shape_findings,
    with_probes,
    with_shapes,
)
from site_builder.charts.draw import (
    CONTINUOUS,
    NARROW,
    WIDE,
    Compile,
    Layout,
    SameGuides,
    compile_chart,
    draw,
    fitted,
    is_compound,
    stack_parts,
    to_svg,
)
from site_builder.charts.svg import clean_svg, draws_marks
from site_builder.charts.theme import theme
from site_builder.charts.tips import with_tellers
from site_builder.explorables.model import Picture

Specification = dict[str, Any]
Domains = dict[str, list[float]]
# The compiled form of what differs in its data only.
Compiled = dict[str, Specification]
SEPARATOR = " / "
# A tenth of a unit is less than a tenth of a pixel; a hundredth would be a third more to fetch.
DIGITS = 1


def draw_states(
    specifications: Sequence[Specification],
    is_held: bool,
    tell: Callable[[int], None],
    names: Collection[str] = (),
) -> tuple[list[Picture], list[int]]:
    """Return the picture of each state in both layouts, and the states in which nothing is drawn.

    Parameters
    ----------
    specifications : sequence
        Plain Vega-Lite of each state.
    is_held : bool
        Whether scales of numbers and times have the same domain in all states: the union, where the chart gives none.
    tell : callable
        Told how many are done, as they are.
    names : collection
        Names of the parameters: marks with fields of these names tell what they hold.

    Notes
    -----
    About 20 ms a picture, two a state; 8 ms where axes and legends are those of another state.
    """
    named = [with_plain_names(with_tellers(specification, names)) for specification in specifications]
    compiled: Compiled = {}
    scales: dict[int, float] = {}
    guides = SameGuides()
    domains, answers = measured(named, compiled, is_held and len(named) > 1)

    def compiled_by(part: Specification) -> Specification:
        return held(compile_state(part, compiled), domains)

    def one_layout(specification: Specification, layout: Layout) -> str:
        return draw(specification, layout, compiled_by, scales, guides.draw)

    def both(specification: Specification) -> tuple[str, str]:
        return one_layout(specification, WIDE), one_layout(stack_parts(specification), NARROW)

    pictures, empty = list[Picture](), list[int]()
    are_odd = True
    with ThreadPoolExecutor() as threads:
        first = [both(one) for one in named[:1]]  # the others have its guides
        for index, (wide, narrow) in enumerate([*first, *threads.map(both, named[1:])]):
            # Shapes are odd only if they are in all states.
            shapes = list(shape_findings(wide)) if are_odd else []
            are_odd = bool(shapes)
            findings = with_shapes(findings_of(answers.get(index, []), named[index]), shapes)
            texts = clean_svg(wide, DIGITS), clean_svg(narrow, DIGITS)
            pictures.append(Picture(*texts, findings=tuple(findings)))
            empty += [] if draws_marks(wide) else [index]
            tell(index + 1)
    return pictures, empty


def with_plain_names(specification: Specification) -> Specification:
    """Return a chart whose data sets are named by their order: Altair names them by what is in them."""
    names = {old: f"state-{index}" for index, old in enumerate(specification.get("datasets", {}))}

    def renamed(described: Specification) -> Specification:
        data = described.get("data")
        if not isinstance(data, dict) or data.get("name") not in names:
            return described
        return {**described, "data": {**data, "name": names[data["name"]]}}

    rest = {key: value for key, value in specification.items() if key != "datasets"}
    sets = {names[old]: rows for old, rows in specification.get("datasets", {}).items()}
    return {**changed(rest, renamed), "datasets": sets}


def compile_state(
    specification: Specification, compiled: Compiled, compiling: Compile = compile_chart
) -> Specification:
    """Compile a chart; one that differs from an earlier one in the rows of its data only gets these."""
    sets = specification.get("datasets", {})
    bare = {**specification, "datasets": {name: [] for name in sets}}
    key = json.dumps({**bare, INFINITE: None}, sort_keys=True, default=str)
    if key not in compiled:
        # With rows, for a set without any might be left out.
        compiled[key] = compiling(specification)
    result = copy.deepcopy({name: value for name, value in compiled[key].items() if name != "data"})
    data = [
        {**entry, "values": sets[entry["name"]]} if entry.get("name") in sets and "values" in entry else dict(entry)
        for entry in compiled[key].get("data", [])
    ]
    return {**result, "data": data}


def measured(
    specifications: Sequence[Specification], compiled: Compiled, is_held: bool
) -> tuple[Domains, Mapping[int, Sequence[Answer]]]:
    """Return the union of the domains of each open scale, if held, and the answers of the probes of each state.

    All states are put beside each other in one drawing without marks, in which each writes its domains as a text.
    """
    configuration = theme(WIDE.text_size, WIDE.legend_columns)
    groups, probed = [], Compiled()
    for index, specification in enumerate(specifications):
        themed = {"width": WIDE.width, "height": WIDE.height, **specification}
        themed["config"] = {**configuration, **specification.get("config", {})}
        # A chart of one plot is compiled once, for this and for its drawing.
        whole = themed if is_compound(specification) else fitted(themed, WIDE)
        state = compile_state(whole, probed, lambda one: with_probes(compile_state(one, compiled)))
        names = [scale["name"] for scale in state.get("scales", []) if is_held and is_open(scale)]
        groups.append(measuring(state, names, index))
    sheet = {"$schema": "https://vega.github.io/schema/vega/v6.json", "width": 10, "height": 10, "marks": groups}
    drawn = to_svg(sheet)
    domains: Domains = {}
    for name, low, high in domains_in(drawn):
        ends = [*domains.get(name, []), low, high]
        domains[name] = [min(ends), max(ends)]
    answers: dict[int, list[Answer]] = {}
    for state_index, answer in answers_in(drawn):
        answers.setdefault(state_index, []).append(answer)
    return domains, answers


def is_open(scale: Mapping[str, Any]) -> bool:
    """Tell whether a scale follows its data, and counts or tells the time."""
    follows = isinstance(scale.get("domain"), dict) and "domainRaw" not in scale and "bins" not in scale
    return follows and scale.get("type") in CONTINUOUS


def measuring(state: Mapping[str, Any], names: Sequence[str], index: int) -> Specification:
    """Return a group that computes the scales of a state and writes their domains."""
    sizes = [{"name": side, "value": state[side]} for side in ("width", "height") if side in state]
    signals = [one if one["name"] != STATE else {**one, "value": index} for one in state.get("signals", [])]
    known = {signal["name"] for signal in signals}
    texts = [
        {"type": "text", "encode": {"enter": {"text": {"signal": ends_of(name)}, "fill": {"value": "black"}}}}
        for name in names
    ]
    return {
        "type": "group",
        "signals": [*(size for size in sizes if size["name"] not in known), *signals],
        "data": state.get("data", []),
        "scales": state.get("scales", []),
        "marks": [*texts, *only_probes({**state})["marks"]],
    }


def ends_of(name: str) -> str:
    """Return the expression that writes a scale's name and the ends of its domain."""
    scale, separator = json.dumps(name), json.dumps(SEPARATOR)
    return f"{scale} + {separator} + (+domain({scale})[0]) + {separator} + (+peek(domain({scale})))"


def domains_in(drawn: str) -> Iterator[tuple[str, float, float]]:
    """Yield what the states have written: a scale's name, and where its domain begins and ends."""
    import xml.etree.ElementTree as ElementTree

    for element in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text"):
        name, low, high = (element.text or "").rsplit(SEPARATOR, 2)
        if low not in ("NaN", "undefined") and high not in ("NaN", "undefined"):
            first, last = float(low), float(high)
            yield name, min(first, last), max(first, last)


def held(compiled: Specification, domains: Domains) -> Specification:
    """Return a compiled chart with the domains that its scales have in all states."""
    for scale in compiled.get("scales", []):
        if scale["name"] in domains and is_open(scale):
            # They are nice, and hold nought where they should, in each state already.
            scale["domain"] = domains[scale["name"]]
            scale.pop("nice", None)
            scale["zero"] = False  # left out, it would mean yes
    return compiled
