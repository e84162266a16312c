"""What explorables weigh, part by part, and which parameter to coarsen where one weighs too much."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from site_builder.checks.budgets import Budgets
from site_builder.drawing.explorables.read_out import Explorable
from site_builder.drawing.explorables.weights import gzipped, lighter, points_in
from site_builder.drawing.faults import problem_in_file
from site_builder.explore.states import size
from site_builder.problems.problem import Problem
from site_builder.problems.source import Severity
from site_builder.rendering.body import Body
from site_builder.reuse.imports import EXPLORABLES

SHIPPED = re.compile(r'<script type="application/json" data-set="explore-([^"]+)">(.*?)</script>', re.DOTALL)

# Parts that the page holds, by their keys there.
KEYS = {"numbers": "quantities", "sentence": "sentence", "alt_text": "alt_text", "table": "table"}


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
    severity: Severity = "error",
) -> list[Problem]:
    """Report explorables that weigh more than they may in one layout: which part, and how to make it lighter."""
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
        drawings = [one for one in explorable.found.values.get("picture", []) if one is not None]
        n_points = points_in(drawings[0]) if part == "picture" else 0
        suggestion = lighter(explorable.declared, part, size_of_part, n_points)
        line = explorable.declared.lines.get(part, 0)
        found = problem_in_file(project, path, line, 0, "budget", message, suggestion)
        problems.append(replace(found, severity=severity))
    return problems
