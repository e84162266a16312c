"""Records of addresses, and what of them leads nowhere after something has moved."""

from __future__ import annotations

import json

import pytest

from site_builder.pages.addresses import addresses_of, line_for, lost
from tests.site_builder.conftest import SITES, Build, Make
from tests.site_builder.test_cli import call

SETTINGS = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
MOVED: dict[str, str | None] = {
    "content/chapters/tides.md": "# Tides\n\n:::section{#rise}\n\n## How the water rises\n\nIt rises.\n\n:::\n",
    "content/chapters/moon.md": "# Moon\n\n:::chart{#day name=heights}\n:::\n\n:::widget{#boat name=boat}\nIt.\n:::\n",
}


def settings(redirects: str = "", chapters: str = '"index.md", "tides.md", "moon.md"') -> dict[str, str | None]:
    """Return the settings with other chapters."""
    text = SETTINGS.replace('"index.md", "tides.md"', chapters)
    return {"content/site.toml": f"{text}\n[redirects]\n{redirects}\n"}


def test_moved_and_removed_parts_are_distinguished(make_project: Make, build: Build) -> None:
    recorded = {
        "index.html": ["harbour"],
        "tides.html": ["tides", "rise", "day", "boat", "quay"],
        "ebb.html": ["rise", "gone"],
        "embed/tides-boat.html": ["boat"],
    }
    line = '"tides.html#day" = "moon.md#day"\n"ebb.html" = "tides.md"'
    result = build(make_project(files={**MOVED, **settings(line)}))
    assert result.problems == ()
    found = [line_for(*old, result.files, result.pages) for old in lost(recorded, result.files)]
    assert found == [
        '"tides.html#boat" = "moon.md#boat"',
        '"tides.html#quay" = ""',
        '"ebb.html#gone" = ""',
        '"embed/tides-boat.html" = ""',
        '"embed/tides-boat.html#boat" = "moon.md#boat"',
    ]


def test_the_addresses_of_a_site_include_parts_with_content(make_project: Make, build: Build) -> None:
    files = build(make_project(files=settings('"ebb.html" = "tides.md"', '"index.md", "tides.md"'))).files
    assert addresses_of(files) == {
        "glossary.html": ["spring-tide"],
        "index.html": ["harbour"],
        "tides.html": ["tides", "rise", "day", "boat"],
    }


def test_the_command_records_addresses_and_reports_broken_ones(
    make_project: Make, capfd: pytest.CaptureFixture[str]
) -> None:
    project = make_project()
    code, out, err = call(capfd, "addresses", "--project", str(project), "--json")
    record = project / "addresses.json"
    record.write_text(out, encoding="utf-8")
    assert (code, err, json.loads(out)["addresses"]["tides.html"]) == (0, "", ["tides", "rise", "day", "boat"])
    assert call(capfd, "addresses", "--project", str(project), "--since", str(record)) == (0, "", "")
    for path, text in {**MOVED, **settings()}.items():
        (project / path).write_text(text or "", encoding="utf-8")
    code, out, err = call(capfd, "addresses", "--project", str(project), "--since", str(record))
    assert (code, out) == (1, '"tides.html#day" = "moon.md#day"\n"tides.html#boat" = "moon.md#boat"\n')
    assert "addresses.json: error[addresses]: 2 addresses" in err
    record.write_text("[]", encoding="utf-8")
    code, _, err = call(capfd, "addresses", "--project", str(project), "--since", str(record))
    assert (code, "addresses.json: error[addresses]: the file holds no record of addresses\n" in err) == (1, True)
