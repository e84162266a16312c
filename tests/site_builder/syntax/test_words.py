"""Texts for readers beyond the prose: apostrophes, synonyms of terms, and contact details."""

from __future__ import annotations

import pytest

from site_builder.problems.source import Place, Source
from site_builder.syntax.inlines import CURVED, MINUS
from site_builder.syntax.markdown import read_line
from tests.site_builder.conftest import SITES, Build, Make

BASE = SITES / "_base" / "content"
SETTINGS = (BASE / "site.toml").read_text(encoding="utf-8")
CHAPTER = (BASE / "chapters" / "tides.md").read_text(encoding="utf-8")
ENTRY = (BASE / "concepts" / "spring-tide.md").read_text(encoding="utf-8")
ASKING = """
:::when{given=source}
Made in the open: [the files](site:source).
:::

:::when{given=contact}
Seen an error? [Tell us](site:contact).
:::
"""


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("New Year's Eve, O'Hara's, it's", "New Year^s Eve, O^Hara^s, it^s"),
        ("*one*'s, ::value[facts.name]'s, $n$'s, `a`'s", "one^s, ^s, n^s, a^s"),
        ("'so', `it's`, $f'g$, 5' long, the pilots' boat", "'so', it's, f'g, 5' long, the pilots' boat"),
        ("'tis so\n's not", "'tis so's not"),
        (
            "-5, (-1.5) and *-2*; 3-4, 2026-11-22, p. 3\u20134, `-5`, a -b",
            "~5, (~1.5) and ~2; 3-4, 2026-11-22, p. 3\u20134, -5, a -b",
        ),
    ],
)
def test_apostrophes_inside_words_and_minus_signs_are_set_and_no_others(typed: str, printed: str) -> None:
    (line,) = read_line(typed, Source("x.md", typed), Place(1, 1)).tokens
    assert "".join(token.content for token in line.children or []) == printed.replace("^", CURVED).replace("~", MINUS)


def test_apostrophes_of_references_and_of_data_sets_are_curved(make_project: Make, build: Build) -> None:
    references = (BASE / "references.toml").read_text(encoding="utf-8").replace("The harbour", "The keeper's")
    listed = CHAPTER + "\n[@almanac]\n\n:::datasets\n:::\n"
    project = make_project(files={"content/references.toml": references, "content/chapters/tides.md": listed})
    manifest = project / "build" / "data" / "manifest.json"
    manifest.write_text(manifest.read_text().replace("Data about tides.", "The moon's own data."))
    files = build(project).files
    assert f"The keeper{CURVED}s almanac" in files["references.html"].decode()
    assert f"The moon{CURVED}s own data." in files["tides.html"].decode()


@pytest.mark.parametrize(
    ("also", "shown"), [("", ""), ("also: [syzygy, king's tide]\n", f"Also: syzygy, king{CURVED}s tide")]
)
def test_synonyms_of_a_term_are_shown_under_it(make_project: Make, build: Build, also: str, shown: str) -> None:
    entry = ENTRY.replace("short:", f"{also}short:", 1)
    page = build(make_project(files={"content/concepts/spring-tide.md": entry})).files["glossary.html"].decode()
    assert ('class="also"' in page) == bool(shown)
    assert shown in page[page.index("</h2>") : page.index('class="short"')]


@pytest.mark.parametrize("also", ["syzygy", "[12]", '[""]'])
def test_invalid_synonyms_are_reported(make_project: Make, build: Build, also: str) -> None:
    entry = ENTRY.replace("short:", f"also: {also}\nshort:", 1)
    problems = build(make_project(files={"content/concepts/spring-tide.md": entry})).problems
    assert [(problem.path, problem.line, problem.code) for problem in problems if "'also'" in problem.message] == [
        ("content/concepts/spring-tide.md", 3, "front-matter")
    ]


@pytest.mark.parametrize(
    ("given", "source", "contact"),
    [
        ("", "", ""),
        ('source = "https://example.org/x"\n', "https://example.org/x", ""),
        ('contact = "a@example.org"\n', "", "mailto:a@example.org"),
        (
            'source = "https://example.org/x"\ncontact = "https://example.org/ask?of=us#form"\n',
            "https://example.org/x",
            "https://example.org/ask?of=us#form",
        ),
    ],
)
def test_contact_details_of_the_settings_are_shown(
    make_project: Make, build: Build, given: str, source: str, contact: str
) -> None:
    files = {"content/site.toml": given + SETTINGS, "content/chapters/tides.md": CHAPTER + ASKING}
    result = build(make_project(files=files))
    assert [str(problem) for problem in result.problems] == []
    page = result.files["tides.html"].decode()
    body, foot = page[page.index("<main") : page.index("</main>")], page[page.index("<footer") :]
    for link, words, title in ((source, "the files", "Source"), (contact, "Tell us", "Contact")):
        assert (f'<a href="{link}">{words}</a>' in body) == bool(link)
        assert (f' · <a href="{link}">{title}</a>' in foot) == bool(link)
    assert ("Made in the open" in body, "Seen an error" in body) == (bool(source), bool(contact))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("[the files](site:source)", "site.toml has no 'source'"),
        ("[the files](site:sorce)", "'site:sorce' is not an address that site.toml can give"),
        (":::when{given=sorce}\n:::", "'sorce' is not a value of 'given'"),
        (":::when\n:::", "':::when' needs given=…"),
    ],
)
def test_known_words_without_a_target_are_reported(make_project: Make, build: Build, line: str, message: str) -> None:
    result = build(make_project(files={"content/chapters/tides.md": f"{CHAPTER}\n{line}\n"}))
    (problem,) = result.problems
    assert problem.message.startswith(message)
    assert problem.line == CHAPTER.count("\n") + 2


@pytest.mark.parametrize("given", ['source = "harbour"', 'contact = "a pilot"', 'contact = "a@pilot"'])
def test_invalid_addresses_are_reported(make_project: Make, build: Build, given: str) -> None:
    problems = build(make_project(files={"content/site.toml": f"{given}\n{SETTINGS}"})).problems
    assert problems[0].line == 1
