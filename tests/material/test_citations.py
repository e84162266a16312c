"""Citations in Pandoc's forms, letters for works of the same authors and year, and text that is no citation."""

from __future__ import annotations

import re

from tests.material.conftest import Author, Outcome

BIB = """
@book{knuth, author={Donald Knuth}, title={The Book}, year=1999, publisher={P}}
@book{early, author={Donald Knuth}, title={An Earlier Title}, year=1999, publisher={P}}
@book{unused, author={Donald Knuth}, title={Another}, year=1999, publisher={P}}
@book{other-year, author={Donald Knuth}, title={Another}, year=2000, publisher={P}}
@article{bee, author={A. Bee and C. Dee}, title={Hives}, year=2001, eprint={2101.00001}, archivePrefix={arXiv}}
@article{hal, author={A. Bee and C. Dee}, title={Hives}, year=2002, eprint={hal-0123}, eprinttype={HAL}}
@misc{O'Brien+2001_x, author={M. O'Brien}, title={Odd}, year=2003}
@misc{undated, author={M. Old}, title={Odd}}
@misc{müller:2020, author={J. Müller}, title={Web}, year=2020}
"""
CITATIONS = [
    ("[@knuth]", "(Knuth 1999b)"),
    ("[@knuth; @bee]", "(Knuth 1999b; Bee and Dee 2001)"),
    ("[@knuth, p. 3]", "(Knuth 1999b, p. 3)"),
    ("[see @knuth, p. 3]", "(see Knuth 1999b, p. 3)"),
    ("[see @knuth, pp. 33-35, and *passim*]", "(see Knuth 1999b, pp. 33–35, and <em>passim</em>)"),  # noqa: RUF001
    ("[@knuth, chap. 2; see also @early]", "(Knuth 1999b, chap. 2; see also Knuth 1999a)"),
    ("[-@knuth]", "(1999b)"),
    ("[-@knuth, iv--vi]", "(1999b, iv–vi)"),  # noqa: RUF001
    ("[@bee p. 3]", "(Bee and Dee 2001, p. 3)"),
    ("[@bee and others]", "(Bee and Dee 2001 and others)"),
    ("[@bee, 2001-05-03, S12-S15]", "(Bee and Dee 2001, 2001-05-03, S12–S15)"),  # noqa: RUF001
    ("[@bee{pp. iv, 2}]", "(Bee and Dee 2001, pp. iv, 2)"),
    ("[@bee, {pp. iv, 2}, and *more*]", "(Bee and Dee 2001, pp. iv, 2, and <em>more</em>)"),
    ("[@{O'Brien+2001_x}, p. 1]", "(O’Brien 2003, p. 1)"),  # noqa: RUF001
    ("[@O'Brien+2001_x]", "(O’Brien 2003)"),  # noqa: RUF001
    ("[*see* A &amp; B, me@example.org, @bee]", "(<em>see</em> A &amp; B, me@example.org, Bee and Dee 2001)"),
    ("[@hal]", "(Bee and Dee 2002)"),
    ("[@undated]", "(Old)"),
    ("[-@undated]", "(Old)"),
    ("[@other-year]", "(Knuth 2000)"),
    ("@knuth", "Knuth (1999b)"),
    ("@knuth.", "Knuth (1999b)."),
    ("@knuth's view", "Knuth (1999b)’s view"),  # noqa: RUF001
    ("(@knuth)", "(Knuth (1999b))"),
    ("@knuth [p. 3]", "Knuth (1999b, p. 3)"),
    ("@knuth [pp. 3-5; see also @bee]", "Knuth (1999b, pp. 3–5; see also Bee and Dee 2001)"),  # noqa: RUF001
    ("@knuth [docs](https://example.org)", 'Knuth (1999b) <a href="https://example.org">docs</a>'),
    ("-@knuth", "(1999b)"),
    ("@undated", "Old"),
    ("@undated [p. 3]", "Old (p. 3)"),
    ("@{O'Brien+2001_x}", "O’Brien (2003)"),  # noqa: RUF001
    ("@müller:2020: yes", "Müller (2020): yes"),
    ("[words @knuth](https://example.org)", '<a href="https://example.org">words Knuth (1999b)</a>'),
]
# What is printed as it is written, as it was before.
NONE = [
    "me@example.org", "me@knuth", "@property", "@dataclass(frozen=True)", "@app.route", "https://m.org/@knuth",
    "[the @property decorator]", "[@property](https://example.org)", "@anna [some words]", "[a@knuth]", "[@]", "@",
    "@fig-one", "@sec-two", "[see @fig-one]",
    "\\@knuth", "`@knuth`", "[see `@knuth`]", "a @ b", "[me@example.org]", "@anna [p. 3; more]",
]  # fmt: skip


def lines_of(built: Outcome) -> list[str]:
    """Return the items of the page's list without links to works and the marks around citations."""
    main = built.page().partition("<main")[2]
    found = re.findall(r"<li>(.*?)</li>", main, re.DOTALL)
    without = [re.sub(r'<a class="cite"[^>]*>(.*?)</a>', r"\1", line) for line in found]
    return [re.sub(r"</?span[^>]*>", "", line).replace("&#x27;", "’") for line in without]  # noqa: RUF001


def test_citations_in_the_forms_of_pandoc(author: Author) -> None:
    author.settings('bibliography = ["refs.bib"]\n')
    author.write({"content/refs.bib": BIB})
    items = "\n".join(f"- {text}" for text, _ in CITATIONS)
    author.chapter(f"\n# Trial\n\n## On @bee [p. 3] and [see @bee]\n\n{items}\n\n![by @bee](a.svg)\n")
    author.write({"content/chapters/a.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>'})
    built = author.build()
    assert (built.code, built.problems) == (0, []), built.err
    for (text, expected), line in zip(CITATIONS, lines_of(built), strict=True):
        assert line == expected.replace("&#x27;", "’"), text  # noqa: RUF001
    page = built.page()
    assert page.count('id="cite-knuth"') == page.count('id="cite-bee"') == 1
    assert 'alt="by Bee and Dee (2001)"' in page
    assert 'id="on-bee-p-3-and-see-bee"' in page
    listed = built.page("references.html")
    assert re.findall('<li id="([^"]*)">', listed)[:5] == ["bee", "hal", "early", "knuth", "other-year"]
    assert "P, 1999a." in listed
    assert "P, 1999b." in listed
    assert "P, 2000." in listed
    assert "arXiv:2101.00001" in listed
    assert "HAL: hal-0123" in listed


def test_text_that_is_no_citation_is_unchanged(author: Author) -> None:
    author.settings('bibliography = ["refs.bib"]\n')
    author.write({"content/refs.bib": BIB})
    author.chapter("\n" + "\n".join(f"- {text}" for text in NONE) + "\n")
    built = author.build()
    assert built.code == 0
    assert built.codes() == ["leftover"] * 3, "references of Quarto"
    assert "citation" not in built.page()
    plain = [re.sub(r"</?(?:code|a)[^>]*>", "", line) for line in lines_of(built)]
    assert plain == [re.sub(r"[`\\]|\]\(.*|^\[(?=@prop)", "", text) for text in NONE]


def test_unknown_keys_are_reported_if_a_citation_is_meant(author: Author) -> None:
    author.settings('bibliography = ["refs.bib"]\n')
    author.write({"content/refs.bib": BIB})
    author.chapter("\n[@knuht], [see @knuht, p. 3] [-@knuht] [see @bee; and @knuht] @knuth [p. 3; @knuht] @knuht\n")
    built = author.build()
    assert [(p["severity"], p["column"], p["message"], p["suggestion"]) for p in built.problems] == [
        (severity, column, "unknown citation 'knuht'", "write 'knuth'")
        for severity, column in [("error", 3), ("warning", 17), ("warning", 33), ("warning", 56), ("warning", 78)]
    ]


def test_only_the_cause_of_a_broken_entry_is_reported(author: Author) -> None:
    author.settings('bibliography = ["refs.bib"]\n')
    author.write({"content/refs.bib": "@article{bee,\n title={T}\n year=1,\n}\n@misc{lost,\n title={T {x},\n}\n"})
    author.chapter("\n[@bee] [see @bee] @bee [@lost] [@other]\n")
    built = author.build()
    assert [(p["path"].rpartition("/")[2], p["line"], p["code"]) for p in built.problems] == [
        ("index.md", 6, "citation"),
        ("refs.bib", 2, "bibliography"),
        ("refs.bib", 5, "bibliography"),
    ]
    assert built.problems[0]["message"] == "unknown citation 'other'"


def test_letters_after_years_follow_the_cited_works(author: Author) -> None:
    """A page is rendered again when an edit of another page changes the letters of its works."""
    author.write({"content/references.toml": "".join(
        f'[works.{key}]\ntitle = "{title}"\nauthors = ["A. Bee"]\nyear = 2001\n' for key, title in ("xB", "yA")
    )})  # fmt: skip
    site = (author.project / "content/site.toml").read_text("utf-8").replace('"index.md"', '"index.md", "two.md"')
    author.write({"content/site.toml": site})
    author.chapter("\n- [@x]\n")
    author.chapter("\nText.\n", "two.md")
    assert lines_of(author.build()) == ["(Bee 2001)"]
    author.chapter("\n[@y]\n", "two.md")
    built = author.build()
    assert lines_of(built) == ["(Bee 2001b)"]
    assert re.findall(r"\((2001.)\)", built.page("references.html")) == ["2001a", "2001b"]
