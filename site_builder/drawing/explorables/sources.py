"""What an explorable is made from: its file, the project's modules that it imports, and what each part uses of it."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from site_builder.drawing.explorables.evaluated import PART_NAMES
from site_builder.reuse.fingerprint import digest_folder
from site_builder.reuse.imports import EXPLORABLES, Imports, project_sources
from site_builder.reuse.memo import digest_of

WORDS_ONLY = frozenset({"caption", "alt"})
DRAWERS = ("altair", "vl-convert-python", "matplotlib", "pandas", "numpy")


@lru_cache(maxsize=1)
def drawers_digest() -> str:
    """Return a short name for what draws: this builder's own code for it, and the packages."""
    builder = Path(__file__).parents[2]
    folders = digest_folder(builder / "drawing", builder / "explore")
    return digest_of(folders, [version_of(name) for name in DRAWERS])


def version_of(name: str) -> str:
    """Return the version of a package, "" where it is not installed."""
    try:
        return version(name)
    except PackageNotFoundError:
        return ""


def whole_digest(project: Path, name: str, frames: Mapping[str, str], imports: Imports | None = None) -> str:
    """Return a short name for all that an explorable is made from; ``imports`` is what is known of the project's."""
    sources = project_sources(project, name, imports)
    asked = sorted((data, frames.get(data, "")) for data in frames_named(project, name))
    return digest_of(name, list(sources), *sources.values(), asked, drawers_digest())


def frames_named(project: Path, name: str) -> list[str]:
    """Return the data sets that the file of an explorable looks up, as far as they stand there in so many words."""
    path = project / EXPLORABLES / f"{name}.py"
    try:
        nodes = list(ast.walk(ast.parse(path.read_bytes())))
    except (SyntaxError, ValueError, OSError):
        return []
    calls = [node for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    given = [
        node.args[0] for node in calls if isinstance(node.func, ast.Name) and node.func.id == "frame" and node.args
    ]
    return [one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)]


def part_digests(project: Path, name: str, frames: Mapping[str, str]) -> dict[str, str]:
    """Return a short name for all that each part is made from: its own code, and what it can see of the rest.

    Parameters
    ----------
    frames : mapping
        Digest of each data set of the project, by name.

    Notes
    -----
    A part sees all of the file but the other parts, unless it names them. So a change of the sentence draws no picture
    anew; a change of a helper does.
    """
    sources = project_sources(project, name)
    own = f"{EXPLORABLES}/{name}.py"
    text = sources.pop(own).decode("utf-8", "replace")
    pieces, rest = pieces_of(text)
    asked = {data: digest for data, digest in frames.items() if data in rest}
    shared = digest_of(name, rest, sorted(asked.items()), *sources, *sources.values(), drawers_digest())
    digests = {}
    for part in pieces:
        seen = seen_by(part, pieces)
        digests[part] = digest_of(shared, part, [(other, pieces[other]) for other in seen])
    return digests


def pieces_of(text: str) -> tuple[dict[str, str], str]:
    """Return the code of each part, and all the rest of the file without its words."""
    lines = text.split("\n")
    pieces: dict[str, str] = {}
    for node in ast.parse(text).body:
        names = [node.name] if isinstance(node, ast.FunctionDef) else targets_of(node)
        part = next((name for name in names if name in PART_NAMES or name in WORDS_ONLY), "")
        if not part or node.end_lineno is None:
            continue
        first = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", []))])
        pieces[part] = "\n".join(lines[first - 1 : node.end_lineno])
        lines[first - 1 : node.end_lineno] = [""] * (node.end_lineno - first + 1)
    rest = "\n".join(line for line in lines if line.strip())
    return {part: code for part, code in pieces.items() if part in PART_NAMES}, rest


def targets_of(node: ast.stmt) -> list[str]:
    """Return the names that an assignment gives."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def seen_by(part: str, pieces: Mapping[str, str]) -> list[str]:
    """Return the parts that a part uses by name, itself among them; texts may use the numbers."""
    seen, waiting = set[str](), [part]
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        waiting += [other for other in pieces if other in pieces[name] or other == "only"]
        if name in ("sentence", "alt_text") and "numbers" in pieces:
            waiting.append("numbers")
    return sorted(seen)
