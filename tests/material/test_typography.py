# ruff: noqa: RUF001
"""Quotation marks by language, dashes and ellipses: a setting that new projects have on."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from site_builder.cli import run
from tests.material.conftest import Author

# What is typed, and what is printed with the setting and without it.
TYPED = [
    ('"Hello," she said.', "“Hello,” she said."),
    ("'Hello,' she said.", "‘Hello,’ she said."),
    ("He said \"she said 'no'\".", "He said “she said ‘no’”."),
    ('("Here") and *"there"* and "*here*".', "(“Here”) and <em>“there”</em> and “<em>here</em>”."),
    ("It's the dogs' and the '90s.", "It’s the dogs’ and the ’90s."),
    ("So 'tis.", "So ’tis."),
    ('A "b"^2^ and "H~2~O".', "A “b”<sup>2</sup> and “H<sub>2</sub>O”."),
    ('Said "so"[^n] and "so"^["an inline" note].', "Said “so”<sup"),
    ('"$x$" and "$-y$ is" and f"$z$.', "“{x}” and “{−y} is” and f&quot;{z}."),
    ('"`a`" and "::value[constants.k]" and "::value[constants.k] cups".', "“<code>a</code>” and “<data"),
    ('Of "::value[constants.k] cups".', 'Of “<data class="value" value="7">7</data> cups”.'),
    ("Well -- no. Pages 3--5. A--B, x ---y---z.", "Well – no. Pages 3–5. A–B, x —y—z."),
    ("*a*--*b* `c`--d", "<em>a</em>–<em>b</em> <code>c</code>–d"),
    ("Wait... what...? [...] and....", "Wait… what…? […] and…."),
    # what stays
    (r"\"a\" \'b\' c\--d e\---f g\...", "&quot;a&quot; 'b' c--d e---f g..."),
    ("&quot;a&quot;", "&quot;a&quot;"),
    ("Use --help, (--quiet), ----, ...", "Use --help, (--quiet), ----, …"),
    ('`"a" -- b...`', "<code>&quot;a&quot; -- b...</code>"),
    ('<code>"a" -- b</code> <kbd>--</kbd>', "<code>&quot;a&quot; -- b</code> <kbd>--</kbd>"),
    ('<span title="a \'b\' -- c...">"d"</span>', "<span title=\"a 'b' -- c...\">“d”</span>"),
    ("$a--b...$", "{a−−b...}"),
    ("https://example.org/a--b...c and a--b@example.org", "https://example.org/a--b...c and a--b@example.org"),
    ("<https://example.org/a--b>", '<a href="https://example.org/a--b">https://example.org/a--b</a>'),
    ('[a "b"](https://example.org/c--d "e--f")', '<a href="https://example.org/c--d" title="e--f">a “b”</a>'),
    ('a --> b <-- c "', "a --&gt; b &lt;-- c &quot;"),
]
REST = """
| "Head" | b -- c |
|---|---|
| "cell" | ... |

![An "alt" -- text](cup.svg "A *caption*, \\"quoted\\" -- so...")

:::note{title="A 'title' -- here"}
- "item"
:::

Term "one"
: "Definition"...

[^n]: A "note" -- here.
"""
EXPECTED = [
    '<th scope="col">“Head”</th>',
    "<td>“cell”</td>",
    "<td>…</td>",
    'alt="An “alt” – text"',
    "A <em>caption</em>, “quoted” – so…",
    "A ‘title’ – here",
    "<li>“item”</li>",
    "<dt>Term “one”</dt>",
    "“Definition”…",
    "A “note” – here.",
    "“an inline” note",
    '<h1 id="a-heading-here">A “heading” – here',
    "<title>A “title” – here… · My “site” – *so*</title>",
    '<meta name="description" content="A “description”… here."',
]
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"></svg>'
HEAD = '---\ntitle: A "title" -- here...\ndescription: \'A "description"... here.\'\n---\n\n'


def build(author: Author, settings: str) -> str:
    """Build a chapter of all that is typed and return its page, formulas as {characters}."""
    author.settings("")
    site = (
        (author.project / "content/site.toml").read_text(encoding="utf-8").replace('"Trial"', "'My \"site\" -- *so*'")
    )
    site = site.replace('["index.md"]', '["index.md", "two.md"]')
    text = "".join(f"{typed}\n\n---\n\n" for typed, _ in TYPED)
    author.write(
        {
            "content/site.toml": f"{site}{settings}[constants]\nk = 7\n",
            "content/chapters/two.md": f'{HEAD}{text}## A "heading" -- here\n{REST}',
            "content/chapters/cup.svg": SVG,
        }
    )
    built = author.build()
    assert [p["message"] for p in built.problems if p["code"] != "number-unbound"] == []
    page = re.sub(r'<span class="whole">(.*?)</span>', r"\1", built.page("two.html"))
    return re.sub(
        r"<math\b.*?</math>", lambda math: "{" + re.sub(r"<[^>]*>|\s", "", math[0]) + "}", page, flags=re.DOTALL
    )


def test_listed_digits_stay_on_one_line(author: Author) -> None:
    author.chapter("The dice show 3-4-5-6-6, on 2026-11-22, as 10-12 and a-1 do not: *1-2*.\n")
    assert re.findall(r'<span class="whole">(.*?)</span>', author.build().page()) == ["3-4-5-6-6", "1-2"]


def test_quotation_marks_dashes_and_ellipses_are_set(author: Author) -> None:
    page = build(author, "typography = true\n")
    pieces = page.split("<hr>")
    for piece, (typed, printed) in zip(pieces, TYPED, strict=False):
        assert printed in piece, typed
    for expected in EXPECTED:
        assert expected in page
    assert "A “title” – here…" in (author.project / "build/site/index.html").read_text(encoding="utf-8")


def test_sites_without_the_setting_stay_as_they_are(author: Author) -> None:
    page = build(author, "")
    assert page == build(author, "typography = false\n")
    assert not set("“”‘–—…") & set(
        page.split('class="lede"')[1].split("<footer")[0].replace("Link to “", "").replace('”">#', "")
    )
    assert "My &#34;site&#34; -- *so*" in page


QUOTES = {
    "sv": "”a ’b’ c”",
    "de-AT": "„a ‚b‘ c“",
    "fr": "«\u202fa «\u202fb\u202f» c\u202f»",
    "pt-pt": "«a “b” c»",
    "la": "“a ‘b’ c”",  # which has no entry
}


def test_quotation_marks_are_those_of_the_language(author: Author) -> None:
    author.chapter("\n\"a 'b' c\" l'heure\n")
    for language, expected in QUOTES.items():
        author.write(
            {"content/site.toml": f'title = "T"\nlanguage = "{language}"\nchapters = ["index.md"]\ntypography = true\n'}
        )
        built = author.build()
        assert f"<p>{expected} l’heure</p>" in built.page(), language


def test_places_of_errors_refer_to_the_typed_text(author: Author) -> None:
    author.settings("typography = true\n")
    author.chapter('\n"So" -- he said... ::valuee[x] 77 [[a "b" -- c]] "$\\no$"\n')
    assert [(p["code"], p["column"], p["length"]) for p in author.build().problems] == [
        ("directive-unknown", 20, 8),
        ("number-unbound", 32, 2),
        ("leftover", 35, 14),
        ("math", 52, 1),
    ]


@pytest.mark.parametrize("option", ["", "--blank"])
def test_new_projects_have_it(option: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    codes: list[int] = []
    run(["new", *option.split(), str(tmp_path / "mine")], codes.append)
    assert codes[-1] == 0
    assert "typography = true\n" in (tmp_path / "mine/content/site.toml").read_text(encoding="utf-8")
