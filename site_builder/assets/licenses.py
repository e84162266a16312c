"""Keep the licences of the packages whose code or fonts the site publishes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

INPUT = re.compile(r"node_modules/((?:@[^/]+/)?[^/]+)/")
PAGEFIND = Path(__file__).with_name("pagefind-license.txt")
LICENSE_FILES = ("LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "license", "license.md")


def packages_of(inputs: Iterable[str]) -> set[str]:
    """Return the names of the packages that the paths of bundled sources come from."""
    return {found[-1] for path in inputs if (found := INPUT.findall(path))}


def license_text(node_modules: Path, packages: Iterable[str], folders: Iterable[Path] = ()) -> str:
    """Return the licences of ``packages`` and of all they depend on, equal texts once.

    ``folders`` are packages from elsewhere, without what they depend on. The search is Pagefind's, which is a package
    of Python and brings no licence of its own.
    """
    names_of_text: dict[str, list[str]] = {}
    for folder in [*(node_modules / name for name in sorted(with_dependencies(node_modules, packages))), *folders]:
        package = describe(folder)
        files = [folder / file for file in LICENSE_FILES if (folder / file).is_file()][:1]
        files += [folder / "NOTICE"] if (folder / "NOTICE").is_file() else []
        text = "\n\n".join(file.read_text(encoding="utf-8").strip() for file in files)
        text = text.replace("\r\n", "\n") or f"License: {package['license']}"
        names_of_text.setdefault(text, []).append(f"{package['name']} {package['version']}")
    names_of_text.setdefault(PAGEFIND.read_text(encoding="utf-8").strip(), []).append(f"pagefind {version('pagefind')}")
    parts = [f"{', '.join(names)}\n\n{text}\n" for text, names in names_of_text.items()]
    rule = "\n" + "-" * 72 + "\n\n"
    return "This site contains code and fonts from these packages.\n" + rule + rule.join(parts)


def with_dependencies(node_modules: Path, packages: Iterable[str]) -> set[str]:
    """Return the packages and those that they depend on, as far as they are installed."""
    found: set[str] = set()
    waiting = list(packages)
    while waiting:
        name = waiting.pop()
        if name not in found and (node_modules / name / "package.json").is_file():
            found.add(name)
            waiting.extend(describe(node_modules / name).get("dependencies", {}))
    return found


def describe(package: Path) -> dict[str, Any]:
    """Return the ``package.json`` of an installed package."""
    described = json.loads((package / "package.json").read_bytes())
    assert isinstance(described, dict)
    return described
