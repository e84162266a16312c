"""Sources: which files of the solver a computation uses, and what stands in them.

The imports are read from the files themselves, those inside functions included and those for type checkers only left
out, so the answer does not depend on what happens to be loaded.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


@lru_cache
def source_digests() -> Mapping[str, str]:
    """Return the SHA-256 of every source file of the solver by its path from the folder that holds the package."""
    return {
        path.relative_to(PACKAGE.parent).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def path_of_module(module: str) -> str | None:
    """Return the file of a module of the solver as ``source_digests`` names it; None for any other module."""
    path = module.replace(".", "/")
    return next((name for name in (f"{path}.py", f"{path}/__init__.py") if name in source_digests()), None)


@lru_cache
def imports_of_file(name: str) -> frozenset[str]:
    """Return the files of the solver that a file imports, anywhere in it, and those of the packages they lie in."""
    modules = set()
    tree = ast.parse((PACKAGE.parent / name).read_bytes())
    only_for_types = {
        inner
        for node in tree.body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for inner in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in only_for_types:
            continue
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    parts = [module.split(".") for module in modules]
    # The package's own file is no part of what it holds: it only names modules for those who ask for them.
    parents = {".".join(names[:length]) for names in parts for length in range(2, len(names) + 1)}
    return frozenset(path for module in parents if (path := path_of_module(module)))


@lru_cache
def sources_of_module(module: str) -> Mapping[str, str]:
    """Return the digests of a module's own file and of all files of the solver that it imports, directly or not.

    A module outside the solver depends on all of it, for nothing is known of what it calls.
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
