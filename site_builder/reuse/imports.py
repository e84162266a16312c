"""Which files of a project an explorable is made from: its own, and the modules that it imports.

Imports nothing heavy: a build that has nothing to do looks here, too.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

EXPLORABLES = "content/explorables"


def find_explorables(project: Path) -> list[str]:
    """Return the names of the explorables of a project; a file that begins with a line is a module of theirs."""
    return sorted(path.stem for path in (project / EXPLORABLES).glob("*.py") if not path.name.startswith("_"))


def project_sources(project: Path, name: str) -> dict[str, bytes]:
    """Return the sources of an explorable and of all modules of the project that it imports, by path."""
    folder = project / EXPLORABLES
    sources: dict[str, bytes] = {}
    waiting = [folder / f"{name}.py"]
    while waiting:
        path = waiting.pop()
        told = path.relative_to(project).as_posix()
        if told in sources or not path.is_file():
            continue
        sources[told] = path.read_bytes()
        for module in imported_modules(sources[told]):
            parts = module.split(".")
            for depth in range(1, len(parts) + 1):
                for root in (folder, project, path.parent):
                    stem = root.joinpath(*parts[:depth])
                    waiting += [stem.with_suffix(".py"), stem / "__init__.py"]
    return dict(sorted(sources.items()))


@lru_cache(maxsize=256)
def imported_modules(source: bytes) -> tuple[str, ...]:
    """Return the modules that a Python file imports, dotted, with the names that it takes from them."""
    try:
        nodes = list(ast.walk(ast.parse(source)))
    except (SyntaxError, ValueError):
        return ()
    plain = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    taken = [
        ".".join(filter(None, [node.module, alias.name]))
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    ]
    return tuple(dict.fromkeys([*plain, *taken]))


def explorable_sources(project: Path) -> list[Path]:
    """Return all files that explorables of a project are made from, wherever in it they lie."""
    found = {path for name in find_explorables(project) for path in project_sources(project, name)}
    return [project / path for path in sorted(found)]
