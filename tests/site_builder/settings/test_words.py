"""Texts of the builder: complete in each of its languages, used, and overridable by a project."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from site_builder.locales import conventions_of
from site_builder.settings.words import ENGLISH, FOLDER, GAP, built_in, unbalanced
from site_builder.syntax.directive_table import CALLOUTS
from tests.site_builder.conftest import SITES, Build, Make

ROOT = Path(__file__).resolve().parents[3]
LANGUAGES = sorted(path.stem for path in FOLDER.glob("*.toml"))
SITE = (SITES / "_base" / "content" / "site.toml").read_text(encoding="utf-8")
ASKED = {
    "templates": re.compile(r'\bsay\((?:"(\w+)"(?: if [^()"]+ else "(\w+)")?|(\w+)\b)'),
    "site_builder": re.compile(r'\b(?:say|html)\(\s*["\'](\w+)["\']'),
    "static/js/engine": re.compile(r"\bWORDS\.(\w+)"),
}
# The same in every language: kinds of files, and how these begin.
NAMES = {"CSV", "csv", "arrow", "explore"}
# Said by the names that tables of directives, anchors and settings have for them.
BY_NAME = {"mathematics", "code", "in_short", "figure", "equation", "section", "source", "contact", *CALLOUTS}


def test_the_languages_of_the_north_are_there() -> None:
    assert LANGUAGES == ["da", ENGLISH, "fi", "nb", "sv"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_is_complete_with_the_same_gaps(language: str) -> None:
    english, words = built_in(ENGLISH), built_in(language)
    assert list(words) == list(english)
    assert {name: sorted(GAP.findall(text)) for name, text in words.items()} == {
        name: sorted(GAP.findall(text)) for name, text in english.items()
    }
    assert [name for name, text in words.items() if unbalanced(text) or not text.strip()] == []
    tables = tomllib.loads((FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    assert sum(map(len, tables.values())) == len(words)
    if language != ENGLISH:
        same = [name for name, text in words.items() if text == english[name] and " " in text]
        assert same in ([], ["data_of"]), "these are English"


def test_every_text_of_the_builder_is_used_and_defined() -> None:
    said = set(BY_NAME)
    for folder, asked in ASKED.items():
        for path in (path for kind in ("*.html", "*.py", "*.js") for path in (ROOT / folder).rglob(kind)):
            found = asked.finditer(path.read_text(encoding="utf-8"))
            said |= {name for match in found for name in match.groups() if name}
    said -= {"key", *conventions_of(ENGLISH).signs}  # a variable of footer.html; signs of numbers, which CLDR has
    assert said == set(built_in(ENGLISH))


@pytest.mark.parametrize("path", sorted((ROOT / "templates").rglob("*.html")), ids=lambda path: path.stem)
def test_templates_have_no_words_of_their_own(path: Path) -> None:
    bare = re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    told = re.findall(r'\b(?:aria-label|alt|placeholder|title)="([^"]*)"', bare)
    words = re.findall(r"[A-Za-z]{3,}", " ".join([re.sub(r"<[^>]*>", " ", bare), *told]))
    assert set(words) <= NAMES


def test_the_builders_texts_are_in_the_language_of_the_site(make_project: Make, build: Build) -> None:
    result = build(make_project(files={"content/site.toml": SITE.replace('"en"', '"sv-SE"')}))
    assert result.problems == ()
    page = result.files["tides.html"].decode()
    for words in ("Innehåll", "Figur 1.1", "Föregående", "Länk till ”How the water rises”", "av A. Pilot, B. Keeper"):
        assert words in page, words
    for name, text in built_in(ENGLISH).items():
        if " " in text and not GAP.search(text):
            assert text not in page, name
    scripts = "".join(content.decode() for path, content in result.files.items() if path.endswith(".js"))
    assert "Sök på den här webbplatsen" in scripts
    assert "Search this site" not in scripts
    assert "figure_alone" not in scripts
    assert built_in("sv")["figure_alone"] not in scripts


def test_a_project_overrides_texts_of_the_builder(make_project: Make, build: Build) -> None:
    project = make_project(files={"words/en.toml": '[page]\ncontents = "In this harbour"\nchart_is_live = "Of old"\n'})
    assert b'aria-label="In this harbour"' in build(project).files["index.html"]
    (project / "words/en.toml").write_text('search = "Look"\n', encoding="utf-8")
    page = build(project).files["index.html"]
    assert b'aria-label="Contents"' in page
    assert b'aria-label="Look"' in page


def test_errors_in_own_words_are_reported_at_their_line(make_project: Make, build: Build) -> None:
    words = 'contnets = "One"\n[text]\nlink_to_heading = "Two {tilte}"\ntable = 3\nfigure = "Four {"\n'
    result = build(make_project(files={"words/en.toml": words}))
    assert [(problem.line, problem.column, problem.message, problem.suggestion) for problem in result.errors] == [
        (1, 1, "the builder has no text 'contnets'", "write 'contents'"),
        (3, 20, "'link_to_heading' has other gaps in braces than the English text", "write {title}"),
        (4, 9, "'table' is not a text", ""),
        (5, 11, "'figure' has other gaps in braces than the English text", "write none"),
    ]


def test_a_language_that_the_builder_lacks_can_be_added_whole(make_project: Make, build: Build) -> None:
    project = make_project(files={"content/site.toml": SITE.replace('"en"', '"de"')})
    (warning,) = build(project).problems
    assert (warning.severity, warning.source) == ("warning", 'language = "de"')
    assert "stay English" in warning.message
    gaps = {name: "".join(f"{{{gap}}}" for gap in GAP.findall(text)) for name, text in built_in(ENGLISH).items()}
    german = [f'{name} = "{found}ß"' for name, found in gaps.items()]
    (project / "words").mkdir()
    (project / "words/de.toml").write_text("\n".join(german), encoding="utf-8")
    assert build(project).problems == ()
    (project / "words/de.toml").write_text("\n".join(german[2:]), encoding="utf-8")
    (warning,) = build(project).problems
    assert (warning.severity, warning.path) == ("warning", "words/de.toml")
    assert warning.message.endswith("these stay English: skip, no_script")
