"""Known words of the search: queries that lead directly to a place."""

from __future__ import annotations

import json

from tests.site_builder.conftest import SITES, Build, Make

SETTINGS = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")


def test_words_of_the_settings_and_of_the_glossary_have_a_place(make_project: Make, build: Build) -> None:
    lines = '\n[search]\n"High  Water" = "tides.md#rise"\n"port" = "index.md"\n'
    result = build(make_project(files={"content/site.toml": SETTINGS + lines}))
    assert result.problems == ()
    assert json.loads(result.files["assets/known.json"]) == {
        "high water": ["tides.html#rise", "Tides"],
        "port": ["index.html", "Harbour"],
        "spring tide": ["glossary.html#spring-tide", "spring tide"],
    }


def test_missing_places_of_known_words_are_reported(make_project: Make, build: Build) -> None:
    lines = '\n[search]\n"high water" = "tides.md#rize"\n"port" = "prot.md"\n'
    files = {"content/site.toml": SETTINGS + lines}
    found = [(problem.line, problem.column, problem.message) for problem in build(make_project(files=files)).problems]
    first = files["content/site.toml"].count("\n") - 1
    assert found == [
        (first, 17, "'tides.md' has no anchor 'rize'"),
        (first + 1, 11, "there is no page 'prot.md'"),
    ]
