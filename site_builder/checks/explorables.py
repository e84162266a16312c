"""What explorables weigh, part by part, and which parameter to coarsen where one weighs too much."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from site_builder.checks.budgets import Budgets
from site_builder.drawing.explorables.read_out import Explorable
from site_builder.drawing.faults import problem_in_file
from site_builder.explore.parameters import Parameter
from site_builder.explore.states import size
from site_builder.explore.stops import plain_number
from site_builder.problems.problem import Problem
from site_builder.rendering.body import Body
from site_builder.reuse.imports import EXPLORABLES

SHIPPED = re.compile(r'<script type="application/json" data-set="explore-([^"]+)">(.*?)</script>', re.DOTALL)

# Parts that the page holds, by their keys there.
KEYS = {"numbers": "quantities", "sentence": "sentence", "alt_text": "alt_text", "table": "table"}


def gzipped(content: bytes) -> int:
    """Return the size of something as readers get it."""
    return len(gzip.compress(content, 9, mtime=0))


def weigh_explorables(explorables: Mapping[str, Explorable], bodies: Iterable[Body]) -> list[dict[str, Any]]:
    """Return states and bytes of each part, plain and gzipped: words as the page holds them, pictures by layout."""
    shipped = {name: text for body in bodies for name, text in SHIPPED.findall(str(body.data))}
    weights = []
    for name, explorable in explorables.items():
        if name in shipped:
            parts = dict(part_weights(explorable, json.loads(shipped[name])))
            weights.append({"name": name, "seconds": dict(explorable.found.seconds), "parts": parts})
    return weights


def part_weights(explorable: Explorable, record: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield each part by name, pictures by name and layout, with its states and bytes."""
    declared = explorable.declared
    contents = {
        name: [json.dumps(record[key], ensure_ascii=False, separators=(",", ":")).encode()]
        for name, key in KEYS.items()
        if name in declared.depends
    }
    contents |= {f"picture {files.layout}": [content for _, content in files.files] for files in explorable.pictures}
    for name, files in contents.items():
        states = size(declared.parameters, declared.depends[name.split(" ")[0]])
        yield name, {"states": states, "bytes": sum(map(len, files)), "gzip_bytes": sum(map(gzipped, files))}


def check_weights(
    project: Path,
    explorables: Mapping[str, Explorable],
    weights: Iterable[Mapping[str, Any]],
    overrides: Mapping[str, float],
) -> list[Problem]:
    """Report explorables that weigh more than they may in one layout: which part, and which parameter to coarsen."""
    most = int(overrides.get("explorable", Budgets.explorable))
    problems = []
    for weight in weights:
        parts, explorable = weight["parts"], explorables[weight["name"]]
        words = sum(part["gzip_bytes"] for name, part in parts.items() if not name.startswith("picture"))
        drawn = max((part["gzip_bytes"] for name, part in parts.items() if name.startswith("picture")), default=0)
        if words + drawn <= most:
            continue
        heaviest = max(parts, key=lambda name: parts[name]["gzip_bytes"])
        part = heaviest.split(" ")[0]
        states, size_of_part = parts[heaviest]["states"], parts[heaviest]["gzip_bytes"]
        message = (
            f"{weight['name']} weighs {words + drawn:,} bytes gzipped in one layout, over the budget 'explorable' of "
            f"{most:,}: {part}({', '.join(explorable.declared.depends[part])}) has {states:,} states, "
            f"{size_of_part:,} bytes"
        )
        path = f"{EXPLORABLES}/{weight['name']}.py"
        suggestion = coarser(explorable, part, size_of_part)
        line = explorable.declared.lines.get(part, 0)
        problems.append(problem_in_file(project, path, line, 0, "budget", message, suggestion))
    return problems


def coarser(explorable: Explorable, part: str, weight: int) -> str:
    """Return which parameter to coarsen, and what a part would weigh then."""
    declared = explorable.declared
    names = declared.depends[part]
    if not names:
        return "draw less"
    name = max(names, key=lambda name: len(declared.parameters[name].stops))
    parameter = declared.parameters[name]
    count = len(parameter.stops)
    fewer = weight * ((count + 1) // 2) // count
    return f"{name!r} has {count} stops: with {half_of(parameter)} it would be about {fewer:,} bytes"


def half_of(parameter: Parameter) -> str:
    """Return how to give a parameter half of its stops."""
    values = [stop.value for stop in parameter.stops]
    if parameter.kind == "slider" and isinstance(values[0], int | float):
        steps = {round(later - earlier, 9) for earlier, later in pairwise(values)}
        if len(steps) == 1:
            return f"step={plain_number(2 * steps.pop())}"
    return "every second stop"
