"""Write the files that contain versions, authors and addresses: ``make release-files``.

Versions are in ``site_builder/__init__.py`` and ``solver/__init__.py``; the title, ``authors``, ``source``, ``contact``
and ``url`` are in ``content/site.toml``. ``--check`` writes nothing, and exits with 1 if a file differs or a setting
that a release needs is empty.
"""

from __future__ import annotations

import json
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = "content/site.toml"
PACKAGES = ("site_builder", "solver")
REQUIRED = ("authors", "source", "contact")


def version_of(package: str) -> str:
    """Return the ``__version__`` of a package, without importing it."""
    text = (ROOT / package / "__init__.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+?)"', text, re.MULTILINE)[1]  # type: ignore[index]


def released_on(version: str) -> str:
    """Return the date of a version in the changelog; empty if it has none yet."""
    found = re.search(rf"^## {re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)", read("CHANGELOG.md"), re.MULTILINE)
    return found[1] if found else ""


def read(name: str) -> str:
    """Return the text of a file of the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def citation(site: Mapping[str, object], version: str) -> str:
    """Return the text of CITATION.cff."""
    lines = [
        "# Written by `make release-files`.",
        "cff-version: 1.2.0",
        "message: If you use this software or its data, please cite it.",
        "type: software",
        f"title: {json.dumps(site['title'])}",
        f"abstract: {json.dumps(site['description'], ensure_ascii=False)}",
        "authors:",
        *(f"  - name: {json.dumps(author, ensure_ascii=False)}" for author in site["authors"]),  # type: ignore[attr-defined]
        f"version: {version}",
        "license: MIT",
    ]
    entries = {
        "date-released": released_on(version),
        "repository-code": site.get("source"),
        "url": site.get("url"),
    }
    return "\n".join([*lines, *(f"{key}: {json.dumps(value)}" for key, value in entries.items() if value)]) + "\n"


def links(site: Mapping[str, object]) -> str:
    """Return the paragraph of the README that leads to the essay."""
    essay, advisor, table = "content/chapters/index.md", "content/chapters/advisor.md", "content/chapters/table.md"
    begin = "The site has no public address yet: `make build` writes it into `build/site`."
    if url := site.get("url"):
        essay, advisor, table = str(url), f"{url}advisor.html", f"{url}table.html"
        begin = f"The site is published at <{url}>, and the [handbook]({url}handbook/) of both programs below it."
    return paragraph(
        f"{begin} Its pages are the [essay]({essay}); the "
        f"[advisor]({advisor}), which ranks the options of any position; and "
        f"the [table]({table}), a scorekeeper and opponent for a phone."
    )


def contact(site: Mapping[str, object]) -> str:
    """Return the paragraph of SECURITY.md on reports."""
    if address := site.get("contact"):
        return paragraph(f"Write to {address}. Do not open a public issue. You get an answer within a week.")
    return paragraph(
        f"No contact address is published yet: `contact` in `{SETTINGS}` is empty. Until then, open an issue that "
        "names the affected part without details of the vulnerability, and a maintainer will arrange a private channel."
    )


def paragraph(text: str) -> str:
    """Return a text in lines of at most 120 characters."""
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def metadata(site: Mapping[str, object]) -> str:
    """Return the lines of a pyproject.toml that name authors and addresses."""
    authors = ", ".join(f"{{name = {json.dumps(author, ensure_ascii=False)}}}" for author in site["authors"])  # type: ignore[attr-defined]
    addresses = {"Homepage": site.get("url"), "Source": site.get("source")}
    urls = ", ".join(f"{key} = {json.dumps(value)}" for key, value in addresses.items() if value)
    return f"authors = [{authors}]" + (f"\nurls = {{{urls}}}" if urls else "")


def replaced(name: str, mark: str, text: str, comment: str = "<!-- {} -->") -> str:
    """Return a file with the lines between two comments ``mark`` and ``/mark`` replaced."""
    pattern = rf"({comment.format(mark)}\n).*?(\n{comment.format('/' + mark)}\n)"
    return re.sub(pattern, lambda found: found[1] + text + found[2], read(name), count=1, flags=re.DOTALL)


def files() -> Iterator[tuple[str, str]]:
    """Yield each file with the text that it should have."""
    site = tomllib.loads(read(SETTINGS))
    yield "CITATION.cff", citation(site, version_of("site_builder"))
    yield "README.md", replaced("README.md", "links", links(site))
    yield "SECURITY.md", replaced("SECURITY.md", "contact", contact(site))
    for package in PACKAGES:
        yield f"{package}/LICENSE", read("LICENSE")
        yield (
            f"{package}/pyproject.toml",
            replaced(f"{package}/pyproject.toml", "release-files", metadata(site), "# {}"),
        )


def main(is_check: bool) -> int:
    """Write or check the files; return the exit code."""
    site = tomllib.loads(read(SETTINGS))
    faults = [f"{SETTINGS}: {name!r} is empty. Fix: set it" for name in REQUIRED if not site.get(name)]
    for package in PACKAGES:
        if not released_on(version_of(package)):
            faults.append(
                f"CHANGELOG.md: version {version_of(package)} of {package} has no date. Fix: '## VERSION (YYYY-MM-DD)'"
            )
    for name, text in files():
        path = ROOT / name
        if path.is_file() and read(name) == text:
            continue
        if is_check:
            faults.append(f"{name}: differs from the settings. Fix: run 'make release-files'")
        else:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {name}")
    print("\n".join(faults), end="\n" if faults else "", file=sys.stderr)
    return 1 if faults and is_check else 0


sys.exit(main("--check" in sys.argv[1:]))
