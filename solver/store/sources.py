"""Source files of the solver that a computation depends on, and their digests.

Imports are parsed from the files, including those inside functions and without those for type checkers, so the result
does not depend on what is loaded.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


@lru_cache
def source_digests() -> Mapping[str, str]:
    """Return the SHA-256 of every source file of the solver, by its path relative to the parent of the package."""
    return {
        path.relative_to(PACKAGE.parent).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def path_of_module(module: str) -> str | None:
    """Return the key of a module in ``source_digests``; None for modules outside the solver."""
    path = module.replace(".", "/")
    return next((name for name in (f"{path}.py", f"{path}/__init__.py") if name in source_digests()), None)


def statements(block: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield all statements of a block and of the blocks inside, except those for type checkers."""
    for node in block:
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            continue
        yield node
        for inner in ("body", "orelse", "handlers", "finalbody", "cases"):
            yield from statements(getattr(node, inner, []))


@lru_cache
def imports_of_file(name: str) -> frozenset[str]:
    """Return the solver's files that a file imports, and those of the packages that contain them."""
    modules = set()
    for node in statements(ast.parse((PACKAGE.parent / name).read_bytes()).body):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    parts = [module.split(".") for module in modules]
    # ``solver/__init__.py`` is not counted: it only refers to modules for lazy imports.
    parents = {".".join(names[:length]) for names in parts for length in range(2, len(names) + 1)}
    return frozenset(path for module in parents if (path := path_of_module(module)))


@lru_cache
def sources_of_module(module: str) -> Mapping[str, str]:
    """Return the digests of a module's file and of all files of the solver that it imports, directly or indirectly.

    For a module outside the solver, return all digests, because its imports are unknown.
    """
    first = path_of_module(module)
    if first is None:
        return source_digests()
    found, waiting = set(), [first]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(imports_of_file(name))
    return {name: digest for name, digest in source_digests().items() if name in found}
